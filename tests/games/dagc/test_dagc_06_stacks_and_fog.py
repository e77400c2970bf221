"""Stacking and fog of war: chapter 6; zones: chapter 8."""

from __future__ import annotations

import json
from typing import Any

import pytest
from dagc_board import cav_mech, german, locality, place, shock, soviet

from assistant.games.dagc import RULES
from assistant.position import Position
from assistant.questions.answers import as_json
from assistant.questions.protocol import QuestionError
from assistant.questions.whole import whole


@pytest.mark.parametrize(
    ("units", "rules"),
    [
        ([german("A", "4416"), german("B", "4416")], []),
        ([german("A", "4416"), locality("B", "4416"), german("C", "4416")], ["6.1"]),
        ([soviet("A", "4416"), soviet("B", "4416", group="1uf")], ["6.10"]),
        ([soviet("A", "4416"), soviet("B", "4416"), soviet("C", "4416", group="1uf")], ["6.1", "6.10"]),
        ([german(n, "dead-pile") for n in "ABC"], []),
    ],
)  # fmt: skip
def test_stacking(units: list[Any], rules: list[str]) -> None:
    found = RULES.stacking(place(*units)).violations
    assert [violation.rule for violation in found] == rules
    assert {violation.hex for violation in found} <= {"4416"}


def test_zones_reach_everywhere() -> None:
    terrain = {"4415": ["soviet-entrenchment"], "4417": ["west-pripyat"]}
    hexsides = {"4416/4316": ["sea"], "4416/4516": ["lake"]}
    position = place(locality("G", "4416"), soviet("S", "4415"), terrain=terrain, hexsides=hexsides)
    zones = RULES.zones(position).zones
    assert set(zones["german"]) == set(position.board.neighbours("4416"))
    assert "4416" in zones["soviet"]


class TestFog:
    stack = (soviet("low", "4415", [7]), shock("top", "4415"), soviet("east", "4402"))

    def seen_by(self, viewer: str, *more: Any, **fields: Any) -> Position:
        position = place(*self.stack, german("D", "4416"), *more, viewer=viewer, **fields)
        return RULES.visible(position)

    def test_the_german_sees_the_top(self) -> None:
        assert {u.id for u in self.seen_by("german").units} == {"top", "east", "D"}
        assert len(self.seen_by("soviet").units) == 4
        assert len(self.seen_by("").units) == 4

    def test_the_soviet_sees_all(self) -> None:
        hidden = german("under", "4416")
        assert "under" in {u.id for u in self.seen_by("soviet", hidden).units}

    @pytest.mark.parametrize("phase", ["german-pre-combat", "soviet-post-combat", ""])
    def test_no_answer_depends_on_what_is_hidden(self, phase: str) -> None:
        def everything(*below: Any) -> str:
            position = RULES.visible(
                place(*below, *self.stack[1:], german("D", "4416"), viewer="german", phase=phase)
            )
            found = whole(RULES, position)
            moves = [RULES.moves(position, unit.id) for unit in position.units]
            odds = RULES.odds(position, ["4415"], ["D"], {})
            return json.dumps(as_json([found, moves, odds]))

        alone = everything()
        assert everything(self.stack[0]) == alone
        assert everything(cav_mech("low", "4415"), soviet("more", "4415", group="1uf")) == alone

    def test_hidden_units_cannot_be_asked_about(self) -> None:
        with pytest.raises(QuestionError, match="no unit 'low'"):
            RULES.moves(self.seen_by("german"), "low")

    def test_the_answer_says_that_more_may_be_there(self) -> None:
        answer = RULES.odds(self.seen_by("german"), ["4415"], ["D"], {})
        assert "6.8" in {reason.rule for reason in answer.because}
        assert "6.8" not in {
            r.rule for r in RULES.odds(self.seen_by("soviet"), ["4415"], ["D"], {}).because
        }
