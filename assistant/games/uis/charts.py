"""The charts, looked up: each figure with whether it is ours until the printed one is put in."""

from __future__ import annotations

from typing import NamedTuple

from assistant.games.uis.situation import Situation
from assistant.kernel.facts import kept
from assistant.kernel.headings import read_headings
from builder.game.model import Table


class Figure(NamedTuple):
    """A number of a chart, and whether it is a stand-in."""

    value: float
    stand_in: bool = False

    def plus(self, other: Figure) -> Figure:
        return Figure(self.value + other.value, self.stand_in or other.stand_in)

    def times(self, factor: float) -> Figure:
        return Figure(self.value * factor, self.stand_in)


NOTHING = Figure(0)


def figures(table: Table) -> dict[tuple[str, str], Figure]:
    """All cells of a table as figures."""
    return {
        place: Figure(float(cell), place in table.doubtful) for place, cell in table.cells.items()
    }


@kept
def _terrain(situation: Situation) -> dict[tuple[str, str], Figure]:
    return figures(situation.position.game.tables["terrain"])


@kept
def _hexsides(situation: Situation) -> dict[tuple[str, str], Figure]:
    return figures(situation.position.game.tables["hexsides"])


@kept
def _movement(situation: Situation) -> dict[tuple[str, str], Figure]:
    return figures(situation.position.game.tables["movement"])


@kept
def _modifiers(situation: Situation) -> dict[tuple[str, str], Figure]:
    return figures(situation.position.game.tables["modifiers"])


def terrain_figure(situation: Situation, kind: str, column: str) -> Figure | None:
    """Terrain: movement points by mode, or what it gives the defender."""
    return _terrain(situation).get((kind, column))


def hexside_figure(situation: Situation, kind: str, column: str) -> Figure:
    """A hexside: movement points by mode, or what it gives the defender."""
    return _hexsides(situation).get((kind, column), NOTHING)


def action(situation: Situation, name: str) -> Figure:
    """Movement points of an action, or paid besides terrain."""
    return _movement(situation)[name, "points"]


@kept
def _flak_modifiers(situation: Situation) -> dict[tuple[str, str], Figure]:
    return figures(situation.position.game.tables["flak-modifiers"])


@kept
def _chemicals(situation: Situation) -> dict[tuple[str, str], Figure]:
    return figures(situation.position.game.tables["chemicals"])


def flak_modifier(situation: Situation, name: str) -> Figure:
    """What is added to the die of Flak."""
    return _flak_modifiers(situation)[name, "points"]


def chemical_figure(situation: Situation, turns: int, kind: str) -> Figure:
    """The modifier of chemicals so many turns after they were first used."""
    table = situation.position.game.tables["chemicals"]
    row = table.rows[read_headings(table.rows).place(turns)]
    return _chemicals(situation)[row, kind]


def modifier(situation: Situation, name: str) -> Figure:
    """A combat modifier in points."""
    return _modifiers(situation)[name, "points"]
