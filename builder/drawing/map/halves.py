"""A sheet that two processes draw: each some of its layers for both, and then some of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from builder.drawing.below import Below, Piece, both
from builder.drawing.erasing import Bare
from builder.drawing.map.draw import PLACES, RUNNING, Country, Layer, draw_map
from builder.drawing.map.layout import MapLayout
from builder.drawing.map.names import Labels
from builder.drawing.map.palette import palette_of
from builder.drawing.map.read_config import map_drawing
from builder.drawing.map.scene import Scene
from builder.drawing.map.tone import Tone, toned
from builder.drawing.plates import Band, PageCanvas, Painted, PlateCanvas, Tones
from builder.drawing.png import STRIP, FlatPng, Packed
from builder.drawing.rows import Box
from builder.game.model import Game
from builder.machine.children import Beside, forks
from builder.machine.collecting import uncollected

if TYPE_CHECKING:
    from PIL.Image import Image

NAMED = (RUNNING, PLACES)
"""The layers before which is kept what has been drawn below their names."""
UPPER = 0.52
"""The share of a sheet's rows that the program paints itself, which has other things to do."""


def bands_of(layout: MapLayout) -> tuple[Band, ...]:
    """The rows of a sheet that are painted by themselves, whoever paints them, because pixels in
    which edges lie may look a little different where a picture begins elsewhere."""
    cut = round(layout.height * UPPER / STRIP) * STRIP
    return ((0, cut), (cut, layout.height)) if 0 < cut < layout.height else ((0, layout.height),)


@dataclass(frozen=True)
class Over:
    """What lies over a part of a sheet: its pages, and what of it is laid bare."""

    box: Box
    pages: list[bytes]
    bare: Sequence[Box]


@dataclass(frozen=True)
class _Boxes:
    """Those of the names on a layer that may be taken off."""

    boxes: list[Box]


@dataclass(frozen=True)
class _Pages:
    """Those of one layer."""

    pages: list[bytes]


@dataclass(frozen=True)
class _Labels:
    labels: Labels


@dataclass(frozen=True)
class _Last:
    """What the rows still wait for: which tones stand for which, how hard each of two files is
    packed, and what lies over them, if that is wanted."""

    plain: list[int]
    levels: tuple[int, int]
    over: Over | None


@dataclass(frozen=True)
class Lower:
    """The rows of one process, packed: of the sheet, and of the part that something lies over; and
    what lies below the names in them."""

    sheet: list[Packed]
    part: list[Packed]
    below: Below


class Partner:
    """Another process that draws the layers of a sheet above the lowest, says where the labels of
    places stand, and paints the sheet's lower rows."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside

    @classmethod
    def of(cls, game: Game, layout: MapLayout, language: str = "en") -> Partner | None:
        """Begin; None where that does not help: a board, a picture under the map, a low sheet, a
        single core."""
        if layout.under is not None or game.definition.board is not None:
            return None
        if len(bands_of(layout)) == 1:
            return None
        if forks():  # what both need is loaded once
            import pypdfium2.raw  # noqa: F401
        beside = Beside.of(_half, game, layout, language)
        return None if beside is None else cls(beside)

    def give(self, pages: list[bytes]) -> None:
        """The pages of the lowest layer."""
        self._beside.tell(_Pages(pages))

    def next(self) -> list[bytes] | None:
        """The pages of the next layer; None, also ever after, if they could not be made."""
        made = self._beside.next(_Pages)
        return None if made is None else made.pages

    def boxes(self) -> list[Box] | None:
        """Those of the names on the next layer of which some may be taken off; None, also ever
        after, if they could not be told."""
        made = self._beside.next(_Boxes)
        return None if made is None else made.boxes

    def labels(self) -> Labels | None:
        """The labels, once they are known; None if they could not be, or if they were told
        before."""
        made = self._beside.next(_Labels)
        return None if made is None else made.labels

    def tones(self) -> Tones | None:
        """Those of the lower rows, once these are painted."""
        return self._beside.next(Tones)

    def finish(self, plain: list[int], levels: tuple[int, int], over: Over | None) -> None:
        """Tell what is still to be known before rows can be packed."""
        self._beside.tell(_Last(plain, levels, over))

    def lower(self) -> Lower | None:
        """The lower rows; None if they could not be made."""
        return self._beside.next(Lower)

    def end(self) -> None:
        """Nothing is wanted any more."""
        self._beside.end()


def _half(
    hear: Callable[[type], object], game: Game, layout: MapLayout, language: str
) -> Iterator[_Boxes | _Pages | _Labels | Tones | Lower]:
    """The other process's part."""
    with uncollected():
        country = Country(Scene(game, layout, language))
        band = bands_of(layout)[1]
        canvas = _sheet(game, layout, (band,))
        canvas.lay(lambda: _given(hear(_Pages)))
        for number, layer in enumerate(country.layers[1:], 1):
            if number == RUNNING:  # rivers' names take as long as the labels, which are waited for
                yield _Labels(country.names.labels)
            if number in NAMED:
                boxes = country.written(number)
                canvas.lift(partial(list, boxes))
                yield _Boxes(boxes)
            pages = _drawn(layer, layout)
            canvas.lay(partial(list, pages))
            yield _Pages(pages)
        painted = canvas.painted()
        yield painted.tones()
        last = hear(_Last)
        assert isinstance(last, _Last)
        rows = toned(painted.rows(STRIP, last.plain), layout, band[0])
        below = _below(painted, last.plain, layout)
        yield Lower(*_packed(rows, band, last, layout, below), below)


def _given(pages: object) -> list[bytes]:
    assert isinstance(pages, _Pages), "the program ended, or draws all by itself"
    return pages.pages


def _below(painted: Painted, plain: Sequence[int], layout: MapLayout) -> Below:
    """What lies below the names in rows of a sheet, as it would look without them."""
    tone, found = Tone.of(layout), dict[Box, list[Piece]]()
    for one in painted.below(plain):
        tone.lay(one.picture, one.box[0], one.top)
        pixels = one.picture.tobytes("raw", "RGB")
        found.setdefault(one.box, []).append(Piece(one.top - one.box[1], pixels))
    return found


def _packed(
    strips: Iterator[Image], band: Band, last: _Last, layout: MapLayout, below: Below
) -> tuple[list[Packed], list[Packed]]:
    """Rows of a sheet as two files have them."""
    over, sheet = last.over, FlatPng((layout.width, layout.height), last.levels[0])
    if over is None:
        for strip in strips:
            sheet.add(strip)
        return sheet.packed(), []
    left, top, right, bottom = over.box
    part = FlatPng((right - left, bottom - top), last.levels[1])
    canvas = PlateCanvas(right - left, bottom - top)
    canvas.lay(lambda: over.pages)
    under = Underway(strips, over.box, band[0], sheet)
    rows = max(0, band[0] - top), bottom - top
    bare = Bare(over.bare, over.box[:2], lambda: below)
    for shown in canvas.rows_over(under, STRIP, top, bare, rows):
        part.add(shown)
    under.finish()
    canvas.close()
    return sheet.packed(), part.packed()


class Drawn:
    """A sheet that is drawn now. It is painted while it is drawn: the lowest layer already when
    this is made, the others as a partner sends them, who also paints the lower rows."""

    def __init__(
        self, game: Game, layout: MapLayout, language: str = "en", partner: Partner | None = None
    ) -> None:
        self._layout, self._partner = layout, partner
        self._sheet = partial(_sheet, game, layout)
        self._laid: list[list[bytes]] = []
        self._lifted: dict[int, list[Box]] = {}
        bands = bands_of(layout)
        self.cut = bands[0][1] if partner else layout.height
        """The row with which begins what may be the partner's."""
        self._canvas = self._sheet(bands[:1] if partner else bands)
        self.below: Below = {}
        """What lies below names that may be taken off, once the sheet is drawn."""
        self._country: Country | None = None
        with uncollected():
            if game.definition.board is not None:
                draw_map(self._canvas, game, layout, language)
                return
            self._country = country = Country(Scene(game, layout, language))
            if partner is None:
                for number, layer in enumerate(country.layers):
                    if number in NAMED:
                        self._canvas.lift(partial(self._boxes, number))
                    layer(self._canvas)
                return
            lowest, *others = country.layers
            pages = _drawn(lowest, layout)
            partner.give(pages)
            self._canvas.lay(partial(self._noted, lambda: pages))
            for number, layer in enumerate(others, 1):
                if number in NAMED:
                    self._canvas.lift(partial(self._boxes, number))
                self._canvas.lay(partial(self._noted, partial(self._next, layer)))

    def alone(self) -> Iterator[Image]:
        """The whole sheet without a partner, in strips from the top down."""
        assert self._partner is None
        return self.upper((0, 0), None)

    @property
    def labels(self) -> Labels:
        """Where the labels of places stand; none on a board."""
        return self._country.names.labels if self._country is not None else {}

    def file(self, level: int) -> bytes:
        """The whole sheet as PNG."""
        file = FlatPng((self._layout.width, self._layout.height), level)
        for strip in self.upper((level, level), None):
            file.add(strip)
        found = self.lower()
        if isinstance(found, Lower):
            file.add_packed(found.sheet)
        else:
            for strip in found:
                file.add(strip)
        return file.data()

    def upper(self, levels: tuple[int, int], over: Over | None) -> Iterator[Image]:
        """The rows above the cut, in strips; below it the partner will lay something over a part
        and pack both."""
        painted = self._canvas.painted()
        tones, self._below = painted.tones(), None
        if self._partner is not None:
            theirs = self._partner.tones()
            if theirs is None:
                self._below = self._painted_below()
                theirs = self._below.tones()
            tones += theirs
        self._plain = tones.fewer()
        if self._partner is not None and self._below is None:
            self._partner.finish(self._plain, levels, over)
        self.below = _below(painted, self._plain, self._layout)
        yield from toned(painted.rows(STRIP, self._plain), self._layout)

    def lower(self) -> Lower | Iterator[Image]:
        """The rows below the cut, once all others are drawn: packed by the partner, or in strips
        if that one could not."""
        if self._partner is None:
            return iter(())
        found = self._partner.lower() if self._below is None else None
        if found is not None:
            self.below = both(self.below, found.below)
            return found
        below = self._below or self._painted_below()
        self.below = both(self.below, _below(below, self._plain, self._layout))
        return toned(below.rows(STRIP, self._plain), self._layout, self.cut)

    def _noted(self, pages: Callable[[], list[bytes]]) -> list[bytes]:
        self._laid.append(pages())
        return self._laid[-1]

    def _next(self, layer: Layer) -> list[bytes]:
        assert self._partner is not None
        pages = self._partner.next()
        return _drawn(layer, self._layout) if pages is None else pages

    def _painted_below(self) -> Painted:
        canvas = self._sheet(bands_of(self._layout)[1:])
        for number, pages in enumerate(self._laid):
            if number in NAMED:
                canvas.lift(partial(self._boxes, number))
            canvas.lay(partial(list, pages))
        return canvas.painted()

    def _boxes(self, layer: int) -> list[Box]:
        """Those of names on a layer; the other process tells them layer by layer."""
        if layer not in self._lifted:
            told = self._partner.boxes() if self._partner is not None else None
            if told is None:
                assert self._country is not None, "no names are lifted off a board"
                told = self._country.written(layer)
            self._lifted[layer] = told
        return self._lifted[layer]


def _sheet(game: Game, layout: MapLayout, bands: Sequence[Band]) -> PlateCanvas:
    palette = palette_of(map_drawing(game).palette)
    return PlateCanvas(layout.width, layout.height, background=palette.sheet, bands=bands)


def _drawn(layer: Layer, layout: MapLayout) -> list[bytes]:
    """The pages of a layer."""
    canvas = PageCanvas(layout.width, layout.height)
    layer(canvas)
    return canvas.pages()


class Underway:
    """A part of a sheet that is being drawn, from a row `first` on: each strip is packed for
    keeping, and drawn over while the next is made."""

    def __init__(
        self, strips: Iterator[Image], box: Box, first: int = 0, file: FlatPng | None = None
    ) -> None:
        self._strips, self._box, self._file = strips, box, file
        self._strip: Image | None = None
        self._first = first  # the sheet's row that the strip begins with

    def crop(self, box: Box) -> Image:
        """Whole rows of the part, in its own pixels; each is asked for once, from the top down."""
        from PIL.Image import new

        left, above, right, _ = self._box
        top, bottom = box[1] + above, box[3] + above
        picture: Image | None = None
        done = top
        while done < bottom:
            while self._strip is None or done >= self._first + self._strip.height:
                self._first += self._strip.height if self._strip else 0
                self._strip = self._next()
            end = min(bottom, self._first + self._strip.height)
            part = self._strip.crop((left, done - self._first, right, end - self._first))
            if picture is None:
                if end - done == bottom - top:  # as nearly always: both are cut alike
                    return part
                picture = new(part.mode, (right - left, bottom - top), None)
            picture.paste(part, (0, done - top))
            done = end
        assert picture is not None, "no rows were asked for"
        return picture

    def finish(self) -> None:
        """Draw what lies below the part, so that the whole sheet is kept."""
        while self._strips_left():
            pass

    def _strips_left(self) -> bool:
        try:
            self._next()
        except StopIteration:
            return False
        return True

    def _next(self) -> Image:
        strip = next(self._strips)
        if self._file is not None:
            self._file.add(strip)
        return strip
