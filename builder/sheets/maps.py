"""A map on many leaves: the drawing kept once in the file, each piece a window on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from builder.drawing import paths
from builder.drawing.canvas import Canvas, Paint, TextStyle, text_width
from builder.drawing.map.windows import Windows
from builder.drawing.paper import PaperCanvas, PaperDocument
from builder.sheets import marks
from builder.sheets.options import SheetOptions
from builder.sheets.packing import Leaf, Placed
from builder.sheets.pieces import Keep, Neighbour, Parts, Piece, Rect, Size, Spacing
from builder.sheets.tiles import Cost, Plan, cost, fitting_scale, plan

_MAP, _ASIDE = "map", "aside"
_HAIR = Paint(stroke="black", width=0.15)


class InWindows(Protocol):
    """A map of which no more is seen than windows: what all show alike, and what lies over that in
    one of them."""

    def draw(self, canvas: Canvas) -> None: ...

    def draw_names(self, canvas: Canvas, window: int) -> None: ...


@dataclass(frozen=True)
class MapDrawing:
    """A map to print: what draws it on any canvas, its size, and its parts, all in its own units.

    `hexes` is the framed hex field (None: all of it), `boxes` what may be printed by itself, by
    the name that stands under it, and `keep` says what of a window is worth its paper. The boxes
    named in `aside` are drawn by `draw_aside`, on paper without the map. `printed`, if it is given,
    tells what draws the map for those who see no more of it than windows. `spaces` are those of a
    track by the name of its box.
    """

    draw: Callable[[Canvas], None]
    size: tuple[float, float]
    hexes: Rect | None = None
    boxes: Mapping[str, Rect] = field(default_factory=dict)
    keep: Keep = lambda rect: (rect,)
    draw_aside: Callable[[Canvas], None] = lambda canvas: None
    aside: frozenset[str] = frozenset()
    printed: Callable[[Windows], InWindows] | None = None
    spaces: Mapping[str, Sequence[Rect]] = field(default_factory=dict)


def map_plan(drawing: MapDrawing, mm_per_unit: float, options: SheetOptions) -> Plan:
    """How the map is cut into pieces and these are laid on leaves; lengths in mm."""
    parts = _parts(drawing, mm_per_unit)
    return plan(parts, options.page, Spacing(options.overlap), whole=options.fit)


def _parts(drawing: MapDrawing, scale: float) -> Parts:
    """What is printed of a map, in mm."""
    whole = (0.0, 0.0, *drawing.size)
    return Parts(
        _scaled(drawing.hexes or whole, scale),
        {name: _scaled(rect, scale) for name, rect in drawing.boxes.items()},
        lambda rect: _kept(drawing.keep, rect, scale),
        {n: [_scaled(one, scale) for one in found] for n, found in drawing.spaces.items()},
    )


def _kept(keep: Keep, rect: Rect, scale: float) -> tuple[Rect, ...]:
    return tuple(_scaled(part, scale) for part in keep(_scaled(rect, 1 / scale)))


def _scaled(rect: Rect, scale: float) -> Rect:
    x, y, width, height = rect
    return x * scale, y * scale, width * scale, height * scale


def fitted(drawing: MapDrawing, mm_per_unit: float, options: SheetOptions) -> float:
    """mm of a unit when the map is made a little smaller to save leaves."""

    def cost_at(scale: float) -> Cost:
        parts = _parts(drawing, mm_per_unit * scale)
        return cost(parts, options.page, Spacing(options.overlap))

    return mm_per_unit * fitting_scale(cost_at)


def cuts(laid: Plan, panels: Iterable[Rect], mm_per_unit: float) -> bool:
    """Whether a panel of the drawing is whole on no leaf of a plan."""
    rects = [_scaled(panel, mm_per_unit) for panel in panels]
    pieces = [piece.rect for piece in laid.pieces.values()]
    return not all(any(_holds(piece, rect) for piece in pieces) for rect in rects)


def _holds(outer: Rect, inner: Rect) -> bool:
    return all(
        outer[way] - 1e-3 <= inner[way]
        and inner[way] + inner[way + 2] <= outer[way] + outer[way + 2] + 1e-3
        for way in (0, 1)
    )


def map_sheets(
    title: str,
    drawing: MapDrawing,
    mm_per_unit: float,
    options: SheetOptions,
    laid: Plan | None = None,
) -> bytes:
    """The map in pieces that overlap, on as few leaves as they need; `laid` is its plan where that
    is known already.

    Each unit of the drawing becomes `mm_per_unit` on paper.
    """
    laid = laid or map_plan(drawing, mm_per_unit, options)
    height = drawing.size[1] * mm_per_unit
    document = PaperDocument(f"{title}: {options.words.map}")
    shown = _Shown(drawing, laid, mm_per_unit)
    whole = _Whole(height, options, shown, laid.spacing)
    drawn = {_MAP: shown.draw} | ({_ASIDE: drawing.draw_aside} if drawing.aside else {})
    for name, draw in drawn.items():
        with (
            document.drawing(name, drawing.size[0] * mm_per_unit, height) as canvas,
            canvas.group(scale=mm_per_unit),
        ):
            draw(canvas)
    for leaf, page in zip(laid.leaves, laid.pages, strict=True):
        _draw_leaf(document, title, laid, (leaf, page), whole)
    return document.data()


@dataclass(frozen=True)
class _Shown:
    """What the leaves of a plan show of a map, whose unit is so many mm."""

    drawing: MapDrawing
    laid: Plan
    mm_per_unit: float

    def draw(self, canvas: Canvas) -> None:
        """What is the same on all."""
        draw = self._printed.draw if self._printed is not None else self.drawing.draw
        draw(canvas)

    def draw_names(self, canvas: Canvas, piece: Piece) -> None:
        """What a piece shows over that; the canvas's unit is the millimetre."""
        if self._printed is not None and piece.name in self._windows:
            number = [*self._windows].index(piece.name)
            with canvas.group(scale=self.mm_per_unit):
                self._printed.draw_names(canvas, number)

    def drawing_of(self, piece: Piece) -> str:
        """The drawing on which a piece is a window."""
        aside = self.drawing.aside
        inside = any(piece.name == name or piece.name.startswith(f"{name} ") for name in aside)
        return _ASIDE if inside else _MAP

    @cached_property
    def _printed(self) -> InWindows | None:
        if self.drawing.printed is None:
            return None
        return self.drawing.printed(windows_of(self._windows.values(), self.laid, self.mm_per_unit))

    @cached_property
    def _windows(self) -> dict[str, Piece]:
        pieces = self.laid.pieces.items()
        return {name: piece for name, piece in pieces if self.drawing_of(piece) == _MAP}


def windows_of(pieces: Iterable[Piece], laid: Plan, mm_per_unit: float) -> Windows:
    """What pieces of a plan show of a map, and what of that is left when they are joined."""
    half, parts, cores = laid.spacing.overlap / 2, [], []
    for piece in pieces:
        x, y, wide, high = piece.rect
        ways = {one.way for one in piece.neighbours}
        west, north = (half * (way in ways) for way in "wn")
        east, south = (half * (way in ways) for way in "es")
        box = (x, y, x + wide, y + high)
        core = (x + west, y + north, x + wide - east, y + high - south)
        parts.append(_scaled(box, 1 / mm_per_unit))
        cores.append(_scaled(core, 1 / mm_per_unit))
    return Windows(tuple(parts), tuple(cores))


@dataclass(frozen=True)
class _Whole:
    """What all leaves share: the height of the whole map in mm, what they show of it, margins."""

    height: float
    options: SheetOptions
    shown: _Shown
    spacing: Spacing


def map_poster(title: str, drawing: MapDrawing, mm_per_unit: float) -> bytes:
    """The map on one page of its own size, for a print shop."""
    width, height = drawing.size[0] * mm_per_unit, drawing.size[1] * mm_per_unit
    document = PaperDocument(title)
    with document.page(width, height) as canvas, canvas.group(scale=mm_per_unit):
        drawing.draw(canvas)
    return document.data()


def _draw_leaf(
    document: PaperDocument,
    title: str,
    laid: Plan,
    on: tuple[Leaf[str], Size],
    whole: _Whole,
) -> None:
    options, margin = whole.options, whole.spacing.around
    leaf, page = on
    right = max(placed.x + placed.width for placed in leaf)
    bottom = max(placed.y + placed.height for placed in leaf)
    box = (margin, margin, margin + right, margin + bottom)
    name = f"{title} · {options.words.map} · {_names(placed.item.key for placed in leaf)}"
    turned = all(placed.turned for placed in leaf)
    with document.page(*page, trim=box, bleed=box, bookmark=name, turned=turned) as canvas:
        for placed in leaf:
            piece = laid.pieces[placed.item.key]
            x, y, turn = _corner(placed, margin)
            with canvas.group(x=x, y=y, rotate=turn):
                _draw_piece(canvas, piece, whole, alone=len(leaf) == 1)
        marks.draw_footer(canvas, _shortened(name), options.words, page)


def _corner(placed: Placed[str], margin: float) -> tuple[float, float, float]:
    """Where a piece's own coordinates begin on the leaf, and how they are turned."""
    x, y = margin + placed.x, margin + placed.y
    return (x + placed.width, y, 90.0) if placed.turned else (x, y, 0.0)


def _names(names: Iterable[str]) -> str:
    return " + ".join(sorted(names, key=lambda name: (len(name), name)))


def _shortened(name: str, most: int = 66) -> str:
    """The footer leaves room for the ruler."""
    return name if len(name) <= most else f"{name[: most - 2].rstrip(' +')} ..."


def _draw_piece(canvas: PaperCanvas, piece: Piece, whole: _Whole, *, alone: bool) -> None:
    left, top, wide, high = piece.rect
    overlap = whole.spacing.overlap
    with canvas.group(clip=paths.rectangle(0, 0, wide, high)):
        canvas.place(whole.shown.drawing_of(piece), -left, -top, whole.height)
        with canvas.group(x=-left, y=-top):
            whole.shown.draw_names(canvas, piece)
    _draw_joins(canvas, piece, overlap)
    # Pieces that share a leaf are cut apart first, another is cut where nothing is joined to it.
    _draw_corners(canvas, piece, all_=not alone)
    if not alone:
        style = TextStyle(2.2, "medium", colour="slate", baseline="middle")
        beside_the_join = overlap if any(one.way == "w" for one in piece.neighbours) else 0.0
        canvas.text(3.6 + beside_the_join, high + _NAMES, piece.name, style)


_NAMES = 2.1
"""How far from a piece its name and those of its neighbours stand, mm: two pieces that lie beside
each other have room for both between them."""
_MARK = 0.8, 3.4
"""Where marks begin and end beside a piece, mm."""


def _draw_corners(canvas: Canvas, piece: Piece, *, all_: bool) -> None:
    """Marks where the edges of a piece end: of those along which it is cut, or of all."""
    near, far = _MARK
    wide, high = piece.size
    beside = set() if all_ else {one.way for one in piece.neighbours}
    for way, x, outward in (("w", 0.0, -1), ("e", wide, 1)):
        for along, y, down in (("n", 0.0, -1), ("s", high, 1)):
            if along not in beside:
                canvas.line(x + near * outward, y, x + far * outward, y, _HAIR)
            if way not in beside:
                canvas.line(x, y + near * down, x, y + far * down, _HAIR)


def _draw_joins(canvas: PaperCanvas, piece: Piece, overlap: float) -> None:
    """Marks at the middle of each overlap, where pieces are cut and joined, and the neighbours."""
    wide, high = piece.size
    half = overlap / 2
    near, far = _MARK
    ways = {one.way for one in piece.neighbours}
    xs = [half] * ("w" in ways) + [wide - half] * ("e" in ways)
    ys = [half] * ("n" in ways) + [high - half] * ("s" in ways)
    for x in xs:
        canvas.line(x, -far, x, -near, _HAIR)
        canvas.line(x, high + near, x, high + far, _HAIR)
    for y in ys:
        canvas.line(-far, y, -near, y, _HAIR)
        canvas.line(wide + near, y, wide + far, y, _HAIR)
    for x, y in sorted({*((x, y) for x in xs for y in ys), *_meetings(piece, half)}):
        _draw_join(canvas, x, y)
    for one in piece.neighbours:
        _draw_neighbour(canvas, piece, one)


def _meetings(piece: Piece, half: float) -> Iterator[tuple[float, float]]:
    """Where two neighbours at one edge meet each other."""
    wide, high = piece.size
    for one in piece.neighbours:
        along = high if one.way in "we" else wide
        for at in (one.start + half, one.end - half):
            if half + _NEAR < at < along - half - _NEAR:
                across = half if one.way in "wn" else (wide if one.way == "e" else high) - half
                yield _rounded((across, at) if one.way in "we" else (at, across))


_NEAR = 0.5
"""mm from a corner within which a meeting is the corner's own."""


def _rounded(at: tuple[float, float]) -> tuple[float, float]:
    """Two neighbours that meet tell one place."""
    return round(at[0], 3), round(at[1], 3)


def _draw_join(canvas: PaperCanvas, x: float, y: float) -> None:
    """A cross with a white border that is seen on any map."""
    for paint in (Paint(stroke="white", width=0.7), Paint(stroke="black", width=0.15)):
        canvas.line(x - 2, y, x + 2, y, paint)
        canvas.line(x, y - 2, x, y + 2, paint)


def _draw_neighbour(canvas: PaperCanvas, piece: Piece, one: Neighbour) -> None:
    """The neighbour's name along the edge, after a small arrow head towards it; the number alone
    of the next piece of a track that is narrower than its name is long."""
    wide, high = piece.size
    style = TextStyle(2.2, "medium", colour="slate", baseline="middle")
    name = one.name
    if text_width(name, style) + _ARROW > one.end - one.start:
        name = name.rpartition(" ")[2]
    middle = (one.start + one.end - text_width(name, style) - _ARROW) / 2 + _ARROW / 2
    place, turn = {
        "w": ((-_NAMES, middle), -90.0),
        "e": ((wide + _NAMES, middle), 90.0),
        "n": ((middle, -_NAMES), 0.0),
        "s": ((middle, high + _NAMES), 180.0),
    }[one.way]
    with canvas.group(x=place[0], y=place[1]):
        if one.way in "we":
            canvas.text(0.0, _ARROW / 2, name, replace(style, rotate=90.0))
        else:
            canvas.text(_ARROW / 2, 0.0, name, style)
        with canvas.group(rotate=turn):
            canvas.polygon([(-1.0, 0.8), (0, -0.9), (1.0, 0.8)], Paint(fill="slate"))


_ARROW = 3.2
"""What an arrow head takes up before a name, mm."""
