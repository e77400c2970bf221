"""Rules 9.37, 13.4 and 13.5: guns alone, bombardment, air points."""

from __future__ import annotations

import pytest
from kursk_battle import D, E, T, a, odds, refusals, s
from kursk_board import GH, grey, gun, hq

from assistant.questions.answers import Odds
from assistant.questions.protocol import QuestionError

# Guns alone, bombardment, air


def test_guns_alone_are_eliminated_9_37() -> None:
    for guns in ([gun("X", T)], [gun("X", T), gun("Y", T, type_="anti-tank")]):
        answer = odds(a(10), *guns)
        assert (answer.extra["automatic"], answer.possible, answer.defence, answer.attack) == (
            True,
            True,
            0,
            10,
        )
    assert answer.extra["gun"]["possible"] is False
    assert answer.extra["gun"]["rule"] == "13.28"
    assert odds(a(5), gun("X", T)).possible is False
    with_hq = odds(a(10), gun("X", T), hq("H", T, "soviet"))
    assert (with_hq.extra["automatic"], with_hq.attack) == (False, 4)


def bombard(
    *units, hq_hex="2015", points=4, n=4, phase="german-first-combat", hq_markers=(), **what
) -> Odds:
    h = hq("h", hq_hex, artillery=points, hq=["gh"], markers=hq_markers)
    return odds(
        *units,
        D,
        h,
        from_=",".join(u.id for u in units),
        options={"bombardment": f"h:{n}"},
        phase=phase,
        **what,
    )


TWO = (a(15, hq="h"), a(10, id_="B", hq="h"))


def test_german_bombardment_13_5() -> None:
    assert bombard(*TWO).attack == 29
    assert bombard(*TWO).extra["strength"] == 25
    weak = bombard(a(2, hq="h"), a(1, id_="B", hq="h"))
    assert (weak.possible, weak.attack) == (True, 7)
    assert not bombard(
        a(2, hq="h"), a(1, id_="B", hq="h"), readings={"six-points": "without-bombardment"}
    ).possible


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        (lambda: bombard(*TWO, phase="german-movement"), "13.51"),
        (lambda: bombard(*TWO, hq_hex="2014"), "13.54"),
        (lambda: bombard(a(15, hq="h"), a(10, id_="B")), None),
        (
            lambda: odds(
                a(15, hq="h"),
                a(10, id_="B"),
                grey("C", "2010", hq="h"),
                D,
                hq("h", "2015", artillery=4, hq=["gh"]),
                from_="A,B",
                options={"bombardment": "h:4"},
            ),
            "13.52",
        ),
        (lambda: bombard(*TWO, hq_markers=["disrupted"]), "11.59"),
        (lambda: bombard(a(15), a(10, id_="B")), "13.52"),
    ],
)
def test_when_headquarters_may_not_bombard(answer, number) -> None:
    found = answer()
    assert refusals(found).get("h") == number
    assert found.attack == found.extra["strength"] + (0 if number else 4)


def test_wrong_bombardments_are_wrong_questions() -> None:
    for text in ("h", "x:3", "A:3", "h:x"):
        with pytest.raises(QuestionError):
            odds(*TWO, D, hq("h", "2015", artillery=4), options={"bombardment": text})


@pytest.mark.parametrize("n", [5, 99])
def test_no_more_points_bombard_than_there_are(n: int) -> None:
    answer = bombard(*TWO, n=n)
    assert answer.attack == answer.extra["strength"] + 4
    assert f"Of {n} artillery points" in " ".join(reason.text for reason in answer.because)


def test_a_recovered_headquarters_does_not_bombard_13_37() -> None:
    answer = bombard(*TWO, hq_markers=["recovered"])
    assert refusals(answer) == {"h": "13.37"}
    assert answer.attack == answer.extra["strength"]


def test_a_headquarters_that_bombards_does_not_attack_13_53() -> None:
    h = hq("h", "2016", attack=9, artillery=4, hq=["gh"])
    answer = odds(*TWO, D, h, from_="A,B,h", options={"bombardment": "h:4"})
    assert refusals(answer) == {"h": "13.53"}
    assert (answer.attack, answer.attackers) == (29, ("A", "B"))


def test_bombardment_is_not_suppressed() -> None:
    h = hq("h", "2015", artillery=4, hq=["gh"])
    units = (*TWO, D, h, gun("X", T, points=40))
    assert odds(*units, from_="A,B", options={"bombardment": "h:4"}).attack == 4


@pytest.mark.parametrize("level", [1, 2, 3])
def test_soviet_bombardment_ex18(level) -> None:
    answer = odds(
        s(30), gun("X", "2018", points=10, level=level), E, from_="S,X", phase="soviet-first-combat"
    )
    assert (answer.shift, answer.attackers, answer.extra["bombarding"]) == (level, ("S",), ["X"])


def test_soviet_guns_bombard_from_next_door_in_supply_13_43_11_59() -> None:
    far = odds(s(30), gun("X", "2019"), E, from_="S,X", phase="soviet-first-combat")
    assert (refusals(far), far.shift) == ({"X": "13.43"}, 0)
    cut = odds(
        s(30),
        gun("X", "2016"),
        E,
        from_="S,X",
        phase="soviet-first-combat",
        road=([*[f"20{c:02d}" for c in range(1, 15)]], [f"20{c}" for c in range(33, 27, -1)]),
        base=(GH, hq("sh", "2021", "soviet")),
    )
    assert (refusals(cut), cut.shift) == ({"X": "11.59"}, 0)
    alone = odds(s(30), gun("X", "2016"), E, from_="X", phase="soviet-first-combat")
    assert (refusals(alone), alone.possible) == ({"X": "13.42"}, False)
    several = odds(
        s(30),
        gun("X", "2018", level=1),
        gun("Y", "2117", level=2),
        E,
        from_="S,X,Y",
        phase="soviet-first-combat",
    )
    assert several.shift == 3


def test_air_points_17_2() -> None:
    assert odds(a(30), D, options={"air-attack": "2", "air-defence": "1"}).shift == 1
    with pytest.raises(QuestionError):
        odds(a(30), D, options={"air-attack": "3"})


def test_unknown_options_are_wrong_questions() -> None:
    for options in (
        {"bomb": "1"},
        {"suppress": "x"},
        {"attacker-mode": "flat"},
        {"attacker-mode": "static"},
    ):
        with pytest.raises(QuestionError):
            odds(a(30), D, options=options)
