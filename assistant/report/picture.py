"""A position as a picture: the map, the pieces, and the answers drawn over it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.games import rules_for
from assistant.position import Position
from assistant.questions.answers import Supply, UnitSupply
from assistant.questions.unruled import Unruled
from assistant.questions.whole import Whole, whole
from assistant.report import legend, overlays
from assistant.report.captions import Captions
from assistant.report.files import write_bytes
from assistant.report.names import Names
from assistant.report.sheet import QUICK, Sheet, part_of, sheet_of
from assistant.report.stamped import stamps_of
from assistant.report.standing import Standing
from assistant.words.voice import ENGLISH, voice
from builder.drawing.below import Below
from builder.drawing.canvas import Canvas
from builder.drawing.counters import draw_counter
from builder.drawing.erasing import Bare
from builder.drawing.map.layout import MapLayout, Region
from builder.drawing.pixels import PixelCanvas
from builder.drawing.plates import PlateCanvas
from builder.drawing.png import STRIP, FlatPng, Packed
from builder.drawing.rows import Box, Rows, Strip
from builder.files import EVERYTHING, Looked

if TYPE_CHECKING:
    from PIL.Image import Image

    from assistant.report.early import Early
    from builder.drawing.map.halves import Drawn, Partner

MADE_BY_KESSEL = {"Software": "Kessel"}
"""Whose work a picture is."""

LEVEL = 3
"""How hard a picture is packed: 6 takes twice as long and saves a tenth of the bytes."""

SCALE = 1.0
AROUND = 2.5
"""How many hexes around the units are shown."""


@dataclass(frozen=True)
class Layers:
    """Which answers are drawn: zones of control, supply lines, retreats.

    `lines` True draws the line of every unit, None only those of units whose supply is in doubt,
    False none; `units` names those whose lines are drawn in any case.
    """

    zones: bool = True
    lines: bool | None = None
    retreats: bool = True
    units: frozenset[str] = frozenset()


def write_picture(
    position: Position,
    output: Path,
    layers: Layers,
    entire: bool,
    language: str = ENGLISH,
    early: Early | None = None,
    looked: Looked = EVERYTHING,
) -> None:
    """Write the picture as PNG; `entire` shows the whole map, else the part with units."""
    write_bytes(output, picture_bytes(position, layers, entire, language, early), looked)


def picture_bytes(
    position: Position,
    layers: Layers | None = None,
    entire: bool = False,
    language: str = ENGLISH,
    early: Early | None = None,
) -> bytes:
    """The picture as the bytes of a PNG; the map may have been begun `early`."""
    drawing = _Drawing.of(position, layers or Layers(), entire, language, early)
    file = FlatPng(drawing.size, LEVEL, MADE_BY_KESSEL)
    for rows in drawing.rows():
        if isinstance(rows, list):
            file.add_packed(rows)
        else:
            file.add(rows)
    return file.data()


def position_picture(
    position: Position,
    layers: Layers | None = None,
    entire: bool = False,
    language: str = ENGLISH,
) -> Image:
    """The map with the pieces, the unsupplied ringed, and the layers asked for."""
    drawing = _Drawing.of(position, layers or Layers(), entire, language)
    from PIL.Image import new

    picture, top = new("RGB", drawing.size), 0
    for rows in drawing.rows():
        assert not isinstance(rows, list), "nobody draws half of it"
        picture.paste(rows.picture() if isinstance(rows, Strip) else rows, (0, top))
        top += rows.height
    return picture


@dataclass(frozen=True)
class _Drawing:
    """A picture in the making: the map, what is still to be drawn on it, the legend under it, which
    part of the whole sheet it is, which names are taken off, and what lies below them if
    it was drawn before."""

    map: Rows | _Fresh
    over: PlateCanvas
    foot: Image
    box: Box
    bare: Sequence[Box]
    below: Callable[[], Below]

    @property
    def size(self) -> tuple[int, int]:
        """Of the whole picture, in pixels."""
        width, height = self.over.size
        return width, height + self.foot.height

    @classmethod
    def of(
        cls,
        position: Position,
        shown: Layers,
        entire: bool,
        language: str,
        early: Early | None = None,
    ) -> _Drawing:
        sheet, partner, begun = early.sheet(position) if early else (sheet_of(position), None, None)
        known = sheet.spoken(language)
        layout = sheet.layout
        box = frame(layout) if entire else part_with_units(position, layout)
        left, top, right, bottom = box
        # What was drawn before is unpacked while the position is thought about.
        with ThreadPoolExecutor(1) as beside:
            fresh = None if partner is None else _fresh(sheet, known, box, partner, begun)
            if early is not None and isinstance(fresh, _Fresh):
                fresh = replace(fresh, keep=partial(early.keep, fresh.keep))
            kept = None if fresh else beside.submit(sheet.part, known, box)
            say = voice(position.game, language)
            table = overlays.LaidOut(position, layout)
            rules = rules_for(position.game)
            if isinstance(rules, Unruled):  # nothing but pieces is drawn, and nothing else promised
                signs = legend.count_signs(table, say)
            else:
                lines = shown.lines is not False
                signs = legend.signs_of(table, lines, shown.retreats, shown.zones, say)
            signs += legend.card_signs(position, say)
            # Whole pixels, so that the map that is kept and what is drawn now lie on each other.
            canvas = PlateCanvas(right - left, bottom - top, SCALE)
            captions = cache(lambda: Captions(table, sheet.standing(known, partner), box))
            found = whole(rules, position)
            with canvas.group(x=-left, y=-top), stamps_of(position.game) as stamps:
                draw_answers(canvas, table, found, shown, captions, stamps.draw)
            caption = legend.height(layout, right - left, signs)
            foot = PixelCanvas(right - left, caption, SCALE, background="cream", supersample=2)
            legend.draw(foot, table, right - left, signs, say)
            base = fresh or (kept and kept.result()) or _fresh(sheet, known, box)
            bare = captions().bare
        below = cache(partial(sheet.below, known))
        return cls(base, canvas, foot.picture().convert("RGB"), box, bare, below)

    def rows(self) -> Iterator[Strip | Image | list[Packed]]:
        """The picture from the top down, in strips, as they become ready; some may be packed."""
        if isinstance(self.map, _Fresh):
            yield from self._drawn(self.map)
        else:
            bare = Bare(self.bare, self.box[:2], self.below)
            yield from self.over.rows_over(self.map, STRIP, self.box[1], bare)
        yield self.foot

    def _drawn(self, fresh: _Fresh) -> Iterator[Strip | list[Packed]]:
        """What lies on a map that is drawn now, which is then kept."""
        from builder.drawing.map.halves import Lower, Over, Underway

        drawn, file, high = fresh.drawn, fresh.file(), self.over.size[1]
        cut = min(max(0, drawn.cut - self.box[1]), high)
        over = Over(self.box, self.over.pages(), self.bare)
        bare = Bare(self.bare, self.box[:2], lambda: drawn.below)
        upper = Underway(drawn.upper((QUICK, LEVEL), over), self.box, 0, file)
        yield from self.over.rows_over(upper, STRIP, self.box[1], bare, (0, cut))
        upper.finish()
        found = drawn.lower()
        if isinstance(found, Lower):
            file.add_packed(found.sheet)
            yield found.part
        else:
            lower = Underway(found, self.box, drawn.cut, file)
            yield from self.over.rows_over(lower, STRIP, self.box[1], bare, (cut, high))
            lower.finish()
        self.over.close()
        fresh.keep(file.data(), drawn.below)


@dataclass(frozen=True)
class _Fresh:
    """A map that nobody drew before, and how it is kept."""

    drawn: Drawn
    size: tuple[int, int]
    keep: Callable[[bytes, Below], None]

    def file(self) -> FlatPng:
        return FlatPng(self.size, QUICK)


def _fresh(
    sheet: Sheet,
    language: str,
    box: Box,
    partner: Partner | None = None,
    begun: Drawn | None = None,
) -> _Fresh | Rows:
    """A map that nobody drew before, of which some may be drawn; of one that is drawn whole that
    part."""
    drawn = begun or sheet.drawn(language, partner)
    if drawn is None:
        return part_of(sheet.kept(language), box)
    size = sheet.layout.width, sheet.layout.height
    return _Fresh(drawn, size, partial(sheet.keep, language))


def draw_answers(
    canvas: Canvas,
    table: overlays.LaidOut,
    found: Whole,
    layers: Layers,
    captions: Callable[[], Captions] | None = None,
    draw: overlays.DrawFace = draw_counter,
) -> None:
    """The layers from the ground up: zones, lines, pieces, rings, arrows, names; `captions` tells
    what stands on the map and which part of it is shown, `draw` draws the faces of counters."""
    if layers.zones:
        overlays.draw_zones(canvas, table, found.zones)
    overlays.draw_lines(canvas, table, wanted_lines(found.supply, layers))
    overlays.draw_pieces(canvas, table, found.supply, draw)
    shown = found.retreats if layers.retreats else {}
    overlays.draw_retreats(canvas, table, shown)
    # Last, because nothing may stand on a name.
    bare = Standing(table.position.game, table.layout, ENGLISH, {})
    known = captions() if captions is not None else Captions(table, bare)
    again = Names(table, known, shown).again
    known.draw(canvas, [one.box for one in again])
    for one in again:
        one.draw(canvas)


def wanted_lines(supply: Supply, layers: Layers) -> Supply:
    """The supply of those units whose lines are to be drawn."""

    def wanted(unit: UnitSupply) -> bool:
        doubtful = bool(overlays.ring_of(unit))
        return unit.id in layers.units or (doubtful if layers.lines is None else layers.lines)

    return replace(supply, units=tuple(unit for unit in supply.units if wanted(unit)))


def frame(layout: MapLayout) -> Box:
    """The framed hex field."""
    region = layout.frame
    left, top = math.floor(region.x), math.floor(region.y)
    return left, top, math.ceil(region.x + region.width), math.ceil(region.y + region.height)


def part_with_units(position: Position, layout: MapLayout) -> Box:
    """The smallest part of the hex field that shows all units and some hexes around them, and cuts
    neither the title nor another panel."""
    whole_field = frame(layout)
    table = overlays.LaidOut(position, layout)
    centres = [point for point, _ in table.heaps()]
    centres += [(card.x, card.y) for card in position.cards if not card.deck]
    if not centres:
        return whole_field
    reach = AROUND * layout.pixels.width
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    around = (
        max(whole_field[0], math.floor(min(xs) - reach)),
        max(whole_field[1], math.floor(min(ys) - reach)),
        min(whole_field[2], math.ceil(max(xs) + reach)),
        min(whole_field[3], math.ceil(max(ys) + reach)),
    )
    panels = [_rim(one) for one in layout.regions if one.kind in _PANELS and not one.parent]
    return _uncut(around, panels, whole_field)


_PANELS = frozenset({"title", "legend", "phases", "turn-track", "box", "track", "compass", "scale"})
_RIM = 12
"""Pixels round a panel: its frame, whole."""


def _rim(region: Region) -> Box:
    left, top = math.floor(region.x), math.floor(region.y)
    right, bottom = math.ceil(region.x + region.width), math.ceil(region.y + region.height)
    return left - _RIM, top - _RIM, right + _RIM, bottom + _RIM


def _uncut(part: Box, panels: Sequence[Box], most: Box) -> Box:
    """The part, grown until it has the whole of every panel that it shows, within `most`."""
    for panel in panels:
        across = part[0] < panel[2] and panel[0] < part[2]
        down = part[1] < panel[3] and panel[1] < part[3]
        grown = (
            max(most[0], min(part[0], panel[0])),
            max(most[1], min(part[1], panel[1])),
            min(most[2], max(part[2], panel[2])),
            min(most[3], max(part[3], panel[3])),
        )
        if across and down and grown != part:
            return _uncut(grown, panels, most)
    return part
