"""A game of which nobody has told the rules: what it is asked is refused, what needs no rules
works."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from assistant.position import Position
from assistant.questions.answers import Moves
from assistant.questions.protocol import Options, QuestionError
from builder.saying import Saying


@dataclass(frozen=True)
class Unruled:
    """Stands where a game's rules would: every question says which file to write."""

    game_id: str
    folder: str

    def visible(self, position: Position) -> Position:
        """All of the position: what a save hides is not in it."""
        return position

    @property
    def missing(self) -> str:
        """Which file to write."""
        return Saying(
            "Kessel has no rules for '{game}': write {file}/rules.toml (see docs/rules.md).",
            game=self.game_id,
            file=self.folder,
        )

    def _refuse(self) -> NoReturn:
        raise QuestionError(self.missing)

    def supply(self, position: Position) -> NoReturn:
        self._refuse()

    def zones(self, position: Position) -> NoReturn:
        self._refuse()

    def stacking(self, position: Position) -> NoReturn:
        self._refuse()

    def moves(self, position: Position, unit_id: str) -> NoReturn:
        self._refuse()

    def moves_together(
        self, position: Position, answers: Mapping[str, Moves], leaving: bool = False
    ) -> NoReturn:
        self._refuse()

    def odds(
        self, position: Position, targets: Sequence[str], from_ids: Sequence[str], options: Options
    ) -> NoReturn:
        self._refuse()

    def attacks(self, position: Position) -> NoReturn:
        self._refuse()

    def retreats(
        self, position: Position, target: str, result: str | None, attackers: Sequence[str]
    ) -> NoReturn:
        self._refuse()

    def advances(self, position: Position, target: str, from_ids: Sequence[str]) -> NoReturn:
        self._refuse()
