"""The sequence of play as a chart: the phases of a turn, by the side that acts."""

from __future__ import annotations

from builder.drawing.charts.grid import Cell, Sheet, column_width
from builder.drawing.map.palette import Palette
from builder.drawing.map.scene import Scene
from builder.drawing.map.words import named, own
from builder.game.model import Game


def sequence_sheet(game: Game, scene: Scene, language: str) -> Sheet:
    """One row a phase; a run of phases of one side is a group."""
    rows: list[tuple[Cell, ...]] = []
    bands: list[tuple[int, str]] = []
    sides = {
        side.id: named(game, language, f"side.{side.id}", side.name) for side in game.sides.values()
    }
    leader = _leaders(game)
    for index, phase in enumerate(game.definition.phase):
        if index == 0 or leader[index] != leader[index - 1]:
            bands.append((index, sides.get(leader[index], own(language, "Both sides"))))
        words = named(game, language, f"phase.{phase.id}", phase.name)
        tint = scene.side_colour(phase.side) if phase.side else ""
        rows.append(
            (
                Cell(str(index + 1), bold=True),
                Cell(words, left=True),
                Cell(sides.get(phase.side, "–"), tint=tint),
            )
        )
    first = column_width([row[1].text for row in rows], 16, 280, 560)
    third = column_width([row[2].text for row in rows], 15, 110, 200)
    return Sheet(
        own(language, "Sequence of play"),
        named(game, language, "title", game.definition.title),
        ("", own(language, "Phase"), own(language, "Acts")),
        tuple(rows),
        (44.0, first, third),
        stub=2,
        bands=tuple(bands),
        palette=Palette(),
    )


def _leaders(game: Game) -> list[str]:
    """Whose player turn each phase is in: a single phase of the other side does not end it."""
    sides = [phase.side for phase in game.definition.phase]
    found: list[str] = []
    for index, side in enumerate(sides):
        before = found[-1] if found else side
        after = sides[index + 1] if index + 1 < len(sides) else side
        found.append(before if side != before and after == before else side)
    return found
