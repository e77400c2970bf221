"""The questions that a click on the page asks of one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from assistant.board.scene import places_of
from assistant.board.source import Source
from assistant.position import Position
from assistant.questions.answers import Advances, Moves, Odds, Retreats, as_json
from assistant.questions.protocol import QuestionError

MOST_RESULTS = 16


@dataclass(frozen=True)
class Asked:
    """One request: which moment of which file, and its words as the address has them."""

    source: Source
    step: int | None
    words: Mapping[str, str]

    @cached_property
    def position(self) -> Position:
        return self.source.moment(self.step).position

    @cached_property
    def battle(self) -> Position:
        """The position for questions of combat: where no attack is possible in this phase, as if
        it were time for combat, like the attacks that the page lists then."""
        ahead = self.source.moment(self.step).whole.ahead
        return replace(self.position, phase="") if ahead else self.position

    def hexes(self) -> list[str]:
        """The hexes named; QuestionError for one that is not on the map."""
        names = [name for name in self.words.get("hex", "").split(",") if name]
        known = places_of(self.position)
        if not names or any(name not in known for name in names):
            raise QuestionError("Name a hex of the map.")
        return names

    def units(self) -> list[str]:
        """The units named after `from`; QuestionError for one that is not in sight."""
        ids = [name for name in self.words.get("from", "").split(",") if name]
        for id_ in ids:
            if id_ not in self.position.by_id:
                raise QuestionError(f"There is no unit '{id_}' in sight.")
        return ids

    def options(self) -> dict[str, str]:
        """The options of the battle, written `name=value` with `;` between."""
        pairs = [word.partition("=") for word in self.words.get("with", "").split(";") if word]
        return {name: value for name, _, value in pairs}

    def moves(self) -> Moves:
        unit = self.words.get("unit", "")
        if unit not in self.position.by_id:
            raise QuestionError(f"There is no unit '{unit}' in sight.")
        return self.source.rules.moves(self.position, unit)

    def odds(self) -> Odds:
        return self.source.rules.odds(self.battle, self.hexes(), self.units(), self.options())

    def advances(self) -> Advances:
        """Who may advance and how far once the defenders are gone from the hex."""
        target, units = self.hexes()[0], self.units()
        sides = {self.position.by_id[id_].side for id_ in units}
        left = [u for u in self.position.units if u.hex != target or u.side in sides]
        return self.source.rules.advances(self.battle.with_units(left), target, units)

    def retreats(self, result: str) -> Retreats | None:
        """What a result means for the defenders; None if the game has no retreat for it."""
        try:
            return self.source.rules.retreats(self.battle, self.hexes()[0], result, self.units())
        except QuestionError:
            return None


def advances_of(asked: Asked) -> Any:
    """The advances, or nothing where the game has none after this battle."""
    try:
        return as_json(asked.advances())
    except QuestionError as error:
        return {"hex": "", "units": [], "because": [{"rule": "", "text": str(error)}]}


def results_of(asked: Asked) -> dict[str, Any]:
    """For each result that the battle can have: who retreats where, and who dies."""
    chances = asked.odds().chances
    results = sorted(chances, key=lambda result: -chances[result])[:MOST_RESULTS]
    return {result: as_json(asked.retreats(result)) for result in results}
