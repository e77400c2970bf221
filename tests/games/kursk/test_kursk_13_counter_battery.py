"""Rule 13.6, optional: counter-battery fire."""

from __future__ import annotations

import pytest
from kursk_battle import E, odds, s
from kursk_board import SH, gun, hq, situation

from assistant.games.kursk.guns import reduced_level
from assistant.questions.protocol import QuestionError


def test_counter_battery_ex19() -> None:
    g = gun("X", "2018", points=10, level=2)
    assert reduced_level(situation(g), g, 5) == 1
    assert reduced_level(situation(g), g, 2) == 2
    assert reduced_level(situation(g), g, 10) == 0
    h = hq("gh", "2016", artillery=5)
    units = (s(30), g, E, h, SH)
    what = {
        "from_": "S,X",
        "phase": "soviet-first-combat",
        "base": (),
        "optional_counter_battery": True,
    }
    assert odds(*units, options={"counter-battery": "5"}, **what).shift == 1
    assert odds(*units, **what).shift == 2
    with pytest.raises(QuestionError, match="optional"):
        odds(
            *units, **{**what, "optional_counter_battery": False}, options={"counter-battery": "5"}
        )


def test_counter_battery_questions_13_6() -> None:
    units = (s(30), gun("X", "2018"), gun("Z", "2118", type_="anti-tank"), E, hq("gh", "2016"), SH)
    what = {"phase": "soviet-first-combat", "base": (), "optional_counter_battery": True}
    for text in ("Z", "4:tanks", "gh:4", "-1", "X:rifle"):
        with pytest.raises(QuestionError, match="counter-battery"):
            odds(*units, from_="S", options={"counter-battery": text}, **what)


def test_counter_battery_is_offered_13_62_13_64() -> None:
    h = hq("gh", "2016", artillery=5, anti_tank=4)
    units = (s(30), gun("X", "2018", points=4), E, h, SH)
    what = {"phase": "soviet-first-combat", "base": (), "optional_counter_battery": True}
    declared = {"suppress": "5", "anti-tank": "4"}

    def offered(options: dict[str, str], from_: str = "S") -> set[str]:
        offers = odds(*units, from_=from_, options=options, **what).offers
        return {offer.option for offer in offers if offer.option.startswith("counter")}

    assert offered(declared) == {"counter-battery=X", "counter-battery=X:anti-tank"}
    assert offered({**declared, "counter-battery": "X"}) == set()
    assert offered({}) == set()
    assert offered({}, from_="S,X") == {"counter-battery=4"}


def test_counter_battery_in_the_ledger_13_65() -> None:
    h = hq("gh", "2016", artillery=5)
    units = (s(30), gun("X", "2018", points=4), E, h, SH)
    answer = odds(
        *units,
        from_="S",
        options={"suppress": "5", "counter-battery": "X+9"},
        phase="soviet-first-combat",
        base=(),
        optional_counter_battery=True,
    )
    lines = {(line.what, line.effect, line.rule) for line in answer.steps}
    assert ("counter-battery fire", "-4 artillery points", "13.64") in lines
    assert "13.62" in {reason.rule for reason in answer.because}
    assert answer.attack == 30
