"""The strip under a picture: which moment it shows, and what each sign on it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.position import Position
from assistant.report.overlays import (
    DOUBTFUL_RING,
    FIRST_CHOICE,
    NO_WAY,
    OTHER_CHOICE,
    RINGS,
    LaidOut,
)
from assistant.words.voice import Voice
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.map.layout import MapLayout
from builder.saying import Saying


@dataclass(frozen=True)
class Sign:
    """One entry: how the sign is drawn, its colour, and the words beside it."""

    kind: Literal["ring", "tint", "line", "source", "arrow", "cross", "count"]
    colour: str
    words: str


def signs_of(table: LaidOut, lines: bool, retreats: bool, zones: bool, say: Voice) -> list[Sign]:
    """What may be on the picture, in the order of the layers."""
    signs = []
    sides = [(side.id, side.name) for side in table.position.game.sides.values()]
    if zones:
        for id_, name in sides:
            words = say(Saying("zone of control: {side}", side=name))
            signs.append(Sign("tint", table.colour(id_), words))
    if lines:
        for id_, name in sides:
            signs.append(
                Sign("line", table.colour(id_), say(Saying("supply line: {side}", side=name)))
            )
        signs.append(Sign("source", "#222222", say("end of a supply line")))
    signs.append(Sign("ring", RINGS["oos"], say("out of supply")))
    signs.append(Sign("ring", DOUBTFUL_RING, say("doubtful supply")))
    if retreats:
        signs.append(Sign("arrow", FIRST_CHOICE, say("retreat, first choice")))
        signs.append(Sign("arrow", OTHER_CHOICE, say("other retreat")))
        signs.append(Sign("cross", NO_WAY, say("no retreat")))
    return signs + count_signs(table, say)


def count_signs(table: LaidOut, say: Voice) -> list[Sign]:
    """What is on the picture of a game without rules: how many lie in a stack, where one is."""
    if all(len(units) < 2 for _, units in table.heaps()):
        return []
    return [Sign("count", "#222222", say("units in the stack"))]


def card_signs(position: Position, say: Voice) -> list[Sign]:
    """What may be on the picture of a table with cards."""
    piled = len({(card.x, card.y) for card in position.cards}) < len(position.cards)
    if piled or any(card.count > 1 for card in position.cards):
        return [Sign("count", "#222222", say("cards in the pile"))]
    return []


def height(layout: MapLayout, width: float, signs: Sequence[Sign]) -> float:
    """How high the strip must be for a picture of this width."""
    return _title(layout) * 2 + len(_rows(layout, width, signs)) * _small(layout) * 1.7


def draw(canvas: Canvas, table: LaidOut, width: float, signs: Sequence[Sign], say: Voice) -> None:
    """The title and, in as many rows as they need, the signs."""
    layout, position = table.layout, table.position
    definition = position.game.definition
    turn = Saying("turn {n}", n=position.turn) if position.turn else ""
    parts = (definition.title, turn, definition.phase_name(position.phase))
    title = ", ".join(say(part) for part in parts if part)
    size = min(_title(layout), width / (len(title) * 0.55 + 2))
    style = TextStyle(size=size, weight="bold", colour="ink")
    left = layout.pixels.width * 0.2
    canvas.text(left, _title(layout) * 1.3, title, style)
    small = _small(layout)
    y = _title(layout) * 1.75
    for row in _rows(layout, width, signs):
        x = left
        for sign in row:
            _draw_sign(canvas, sign, x, y, small)
            words = TextStyle(size=small, colour="ink")
            canvas.text(x + small * 1.5, y + small * 0.85, sign.words, words)
            x += _length(sign, small)
        y += small * 1.7


def _title(layout: MapLayout) -> float:
    return layout.pixels.width * 0.3


def _small(layout: MapLayout) -> float:
    return max(11.0, layout.pixels.width * 0.2)


def _length(sign: Sign, small: float) -> float:
    return small * (2.6 + 0.5 * len(sign.words))


def _rows(layout: MapLayout, width: float, signs: Sequence[Sign]) -> list[list[Sign]]:
    small, room = _small(layout), width - layout.pixels.width * 0.4
    rows: list[list[Sign]] = [[]]
    used = 0.0
    for sign in signs:
        length = _length(sign, small)
        if rows[-1] and used + length > room:
            rows.append([])
            used = 0.0
        rows[-1].append(sign)
        used += length
    return rows


def _draw_sign(canvas: Canvas, sign: Sign, x: float, y: float, small: float) -> None:
    middle = y + small / 2
    stroke = Paint(stroke=sign.colour, width=small * 0.2, cap="round")
    match sign.kind:
        case "tint":
            canvas.rect(x, y, small, small, Paint(fill=sign.colour, opacity=0.3))
        case "ring":
            canvas.rect(x, y, small, small, stroke, radius=small * 0.2)
        case "line":
            canvas.line(x, middle, x + small, middle, stroke)
        case "source":
            outline = Paint(fill="white", stroke=sign.colour, width=small * 0.2)
            canvas.circle(x + small / 2, middle, small * 0.35, outline)
        case "arrow":
            canvas.line(x, middle, x + small * 0.6, middle, stroke)
            tip = [(x + small * 0.55, y + small * 0.2), (x + small * 1.1, middle)]
            canvas.polygon([*tip, (x + small * 0.55, y + small * 0.8)], Paint(fill=sign.colour))
        case "cross":
            canvas.line(x, y, x + small, y + small, stroke)
            canvas.line(x, y + small, x + small, y, stroke)
        case "count":
            outline = Paint(fill="white", stroke=sign.colour, width=small * 0.1)
            canvas.circle(x + small / 2, middle, small * 0.5, outline)
            style = TextStyle(size=small * 0.7, weight="bold", anchor="middle", baseline="middle")
            canvas.text(x + small / 2, middle, "2", style)
