"""Counter sheets: fronts with mirrored backs for two-sided printing, or folded over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.drawing.canvas import Canvas
from builder.drawing.counters import draw_counter
from builder.drawing.faces import CounterFace, problems
from builder.drawing.fitting import least_at
from builder.sheets.imposition import grid_of
from builder.sheets.leaves import OVER, Block, Cutout, Draw, leaves
from builder.sheets.options import SheetOptions

_APART = 0.7
"""White between two round chits, mm."""


@dataclass(frozen=True, slots=True)
class CounterPair:
    """A counter to print: both faces (no back leaves it white), how many, and its name."""

    front: CounterFace
    back: CounterFace | None = None
    copies: int = 1
    label: str = ""


def leaf_of(pairs: Sequence[CounterPair], label: str, options: SheetOptions) -> int:
    """The leaf, from 0, on which the first counter of a name lies; the first for an unknown one."""
    before = 0
    for pair in pairs:
        if pair.label == label:
            return before // grid_of(options, sum(pair.copies for pair in pairs)).count
        before += pair.copies
    return 0


def counter_sheets(
    title: str, pairs: Sequence[CounterPair], options: SheetOptions, only: int | None = None
) -> bytes:
    """The PDF with all counters in order, or with `only` one leaf of them; raises ValueError with
    every problem, one a line."""
    _refuse(pairs, options)
    words = options.words
    grid = grid_of(options, sum(pair.copies for pair in pairs))

    def drawn(face: CounterFace) -> Draw:
        return _draw(face, options, grid.gutter)

    cutouts = [
        Cutout(drawn(pair.front), drawn(pair.back) if pair.back else None)
        for pair in pairs
        for _ in range(pair.copies)
    ]
    subject = f"{grid.side:g} mm, {options.layout}"
    return leaves(title, words.counters, [Block(cutouts, grid)], options, subject, only)


def _draw(face: CounterFace, options: SheetOptions, gutter: float) -> Draw:
    bleed = options.bleed + OVER
    if face.shape == "round":
        # Round chits are cut one by one: where their colours met, nobody would see the edge.
        bleed = min(bleed, max(0.0, gutter / 2 - _APART / 2))

    least = least_at(options.side)

    def draw(canvas: Canvas) -> None:
        draw_counter(canvas, face, options.side, edge="flat", bleed=bleed, least=least)

    return draw


def _refuse(pairs: Sequence[CounterPair], options: SheetOptions) -> None:
    found = options.problems()
    if not pairs:
        found.append("there are no counters to print: name at least one")
    for number, pair in enumerate(pairs, 1):
        name = pair.label or f"number {number}"
        if not 1 <= pair.copies <= 1000:
            found.append(f"counter {name}: {pair.copies} copies; write a number from 1 to 1000")
        for face in (pair.front, pair.back):
            found += [f"counter {name}: {text}" for text in (problems(face) if face else [])]
    if found:
        raise ValueError("\n".join(found))
