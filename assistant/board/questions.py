"""The questions that a click on the page asks of one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.board.source import Source
from assistant.questions.answers import Advances, Moves, Odds, Retreats, as_json
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from assistant.table import door_of

MOST_RESULTS = 16


@dataclass(frozen=True)
class Asked:
    """One request: which moment of which file, and its words as the address has them."""

    source: Source
    step: int | None
    words: Mapping[str, str]

    @cached_property
    def door(self) -> Door:
        return door_of(self.source.moment(self.step).position)

    @cached_property
    def ahead(self) -> bool:
        """Whether no attack is possible in this phase: questions of combat are then answered as if
        it were time for it, like the attacks that the page lists."""
        return self.source.moment(self.step).whole.ahead

    def words_of(self, name: str) -> list[str]:
        """What the address says, with commas between."""
        return [word for word in self.words.get(name, "").split(",") if word]

    @property
    def hexes(self) -> list[str]:
        return self.words_of("hex")

    @property
    def units(self) -> list[str]:
        return self.words_of("from")

    def options(self) -> dict[str, str]:
        """The options of the battle, written `name=value` with `;` between."""
        pairs = [word.partition("=") for word in self.words.get("with", "").split(";") if word]
        return {name: value for name, _, value in pairs}

    def moves(self) -> Moves:
        return self.door.moves(self.words.get("unit", ""))

    def odds(self) -> Odds:
        return self.door.odds(self.hexes, self.units, self.options(), anyway=self.ahead)

    def advances(self) -> Advances:
        """Who may advance and how far once the defenders are gone from the hex."""
        return self.door.advances(self.hexes[:1], self.units, anyway=self.ahead)

    def retreats(self, result: str) -> Retreats | None:
        """What a result means for the defenders; None if the game has no retreat for it."""
        try:
            return self.door.retreats(self.hexes[:1], result, self.units, anyway=self.ahead)
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
