"""A map on many leaves: the drawing kept once in the file, each piece a window on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from builder.drawing import paths
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.paper import PaperCanvas, PaperDocument
from builder.sheets import marks
from builder.sheets.options import SheetOptions
from builder.sheets.packing import Leaf, Placed
from builder.sheets.tiles import Cost, Keep, Parts, Piece, Plan, Rect, cost, fitting_scale, plan

_MARGIN = 10.0
_FOOT = 14.0
_MAP, _ASIDE = "map", "aside"
_HAIR = Paint(stroke="black", width=0.15)


@dataclass(frozen=True)
class MapDrawing:
    """A map to print: what draws it on any canvas, its size, and its parts, all in its own units.

    `hexes` is the framed hex field (None: all of it), `boxes` what may be printed by itself, by
    the name that stands under it, and `keep` says what of a window is worth its paper. The boxes
    named in `aside` are drawn by `draw_aside`, on paper without the map. `draw_windows`, if it is
    given, draws the map for those who see no more of it than windows. `spaces` are those of a
    track by the name of its box.
    """

    draw: Callable[[Canvas], None]
    size: tuple[float, float]
    hexes: Rect | None = None
    boxes: Mapping[str, Rect] = field(default_factory=dict)
    keep: Keep = lambda rect: (rect,)
    draw_aside: Callable[[Canvas], None] = lambda canvas: None
    aside: frozenset[str] = frozenset()
    draw_windows: Callable[[Sequence[Rect], Canvas], None] | None = None
    spaces: Mapping[str, Sequence[Rect]] = field(default_factory=dict)


def map_plan(drawing: MapDrawing, mm_per_unit: float, options: SheetOptions) -> Plan:
    """How the map is cut into pieces and these are laid on leaves; lengths in mm."""
    parts = _parts(drawing, mm_per_unit)
    return plan(parts, options.page, (_MARGIN, _FOOT), options.overlap)


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
        return cost(parts, options.page, (_MARGIN, _FOOT), options.overlap)

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


def map_sheets(title: str, drawing: MapDrawing, mm_per_unit: float, options: SheetOptions) -> bytes:
    """The map in pieces that overlap, on as few leaves as they need.

    Each unit of the drawing becomes `mm_per_unit` on paper.
    """
    laid = map_plan(drawing, mm_per_unit, options)
    height = drawing.size[1] * mm_per_unit
    document = PaperDocument(f"{title}: {options.words.map}")
    whole = _Whole(height, options, drawing.aside)
    drawn = {_MAP: _drawn(drawing, laid, whole, mm_per_unit)} | (
        {_ASIDE: drawing.draw_aside} if drawing.aside else {}
    )
    for name, draw in drawn.items():
        with (
            document.drawing(name, drawing.size[0] * mm_per_unit, height) as canvas,
            canvas.group(scale=mm_per_unit),
        ):
            draw(canvas)
    for leaf in laid.leaves:
        _draw_leaf(document, title, laid, leaf, whole)
    return document.data()


def _drawn(
    drawing: MapDrawing, laid: Plan, whole: _Whole, mm_per_unit: float
) -> Callable[[Canvas], None]:
    """What draws the map for the leaves of a plan."""
    if drawing.draw_windows is None:
        return drawing.draw
    pieces = [one for one in laid.pieces.values() if whole.drawing_of(one) == _MAP]
    windows = [_scaled(one.rect, 1 / mm_per_unit) for one in pieces]
    return partial(drawing.draw_windows, windows)


@dataclass(frozen=True)
class _Whole:
    """What all leaves share: the height of the whole map in mm, and what of it lies aside."""

    height: float
    options: SheetOptions
    aside: frozenset[str]

    def drawing_of(self, piece: Piece) -> str:
        """The drawing on which a piece is a window."""
        inside = any(piece.name == name or piece.name.startswith(f"{name} ") for name in self.aside)
        return _ASIDE if inside else _MAP


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
    leaf: Leaf[str],
    whole: _Whole,
) -> None:
    options = whole.options
    right = max(placed.x + placed.width for placed in leaf)
    bottom = max(placed.y + placed.height for placed in leaf)
    box = (_MARGIN, _MARGIN, _MARGIN + right, _MARGIN + bottom)
    name = f"{title} · {options.words.map} · {_names(placed.item.key for placed in leaf)}"
    with document.page(*laid.page, trim=box, bleed=box, bookmark=name) as canvas:
        for placed in leaf:
            piece = laid.pieces[placed.item.key]
            x, y, turn = _corner(placed)
            with canvas.group(x=x, y=y, rotate=turn):
                _draw_piece(canvas, piece, whole, alone=len(leaf) == 1)
        marks.draw_footer(canvas, _shortened(name), options.words, laid.page)


def _corner(placed: Placed[str]) -> tuple[float, float, float]:
    """Where a piece's own coordinates begin on the leaf, and how they are turned."""
    x, y = _MARGIN + placed.x, _MARGIN + placed.y
    return (x + placed.width, y, 90.0) if placed.turned else (x, y, 0.0)


def _names(names: Iterable[str]) -> str:
    return " + ".join(sorted(names, key=lambda name: (len(name), name)))


def _shortened(name: str, most: int = 66) -> str:
    """The footer leaves room for the ruler."""
    return name if len(name) <= most else f"{name[: most - 2].rstrip(' +')} ..."


def _draw_piece(canvas: PaperCanvas, piece: Piece, whole: _Whole, *, alone: bool) -> None:
    left, top, wide, high = piece.rect
    with canvas.group(clip=paths.rectangle(0, 0, wide, high)):
        canvas.place(whole.drawing_of(piece), -left, -top, whole.height)
    _draw_joins(canvas, piece, whole.options.overlap)
    if not alone:
        # Pieces that share a leaf are cut apart: corners show where, where no join does.
        _draw_corners(canvas, wide, high)
        style = TextStyle(2.2, "medium", colour="slate", baseline="middle")
        beside_the_join = whole.options.overlap if "w" in piece.neighbours else 0.0
        canvas.text(1.0 + beside_the_join, high + 2.2, piece.name, style)


def _draw_corners(canvas: Canvas, wide: float, high: float) -> None:
    for x, outward in ((0.0, -1), (wide, 1)):
        for y, down in ((0.0, -1), (high, 1)):
            canvas.line(x + outward, y, x + 3 * outward, y, _HAIR)
            canvas.line(x, y + down, x, y + 3 * down, _HAIR)


def _draw_joins(canvas: PaperCanvas, piece: Piece, overlap: float) -> None:
    """Marks at the middle of each overlap, where pieces are cut and joined, and the neighbours."""
    wide, high = piece.size
    half = overlap / 2
    beside = piece.neighbours
    xs = [half] * ("w" in beside) + [wide - half] * ("e" in beside)
    ys = [half] * ("n" in beside) + [high - half] * ("s" in beside)
    for x in xs:
        canvas.line(x, -5, x, -1, _HAIR)
        canvas.line(x, high + 1, x, high + 5, _HAIR)
    for y in ys:
        canvas.line(-5, y, -1, y, _HAIR)
        canvas.line(wide + 1, y, wide + 5, y, _HAIR)
    for x in xs:
        for y in ys:
            _draw_join(canvas, x, y)
    places = {
        "w": (-4.0, high / 2, -90.0),
        "e": (wide + 4, high / 2, 90.0),
        "n": (wide / 2, -4.0, 0.0),
        "s": (wide / 2, high + 4, 180.0),
    }
    style = TextStyle(2.6, "medium", colour="slate", anchor="middle", baseline="middle")
    for way, name in beside.items():
        _draw_neighbour(canvas, places[way], name, style)


def _draw_join(canvas: PaperCanvas, x: float, y: float) -> None:
    """A cross with a white border that is seen on any map."""
    for paint in (Paint(stroke="white", width=0.7), Paint(stroke="black", width=0.15)):
        canvas.line(x - 2, y, x + 2, y, paint)
        canvas.line(x, y - 2, x, y + 2, paint)


def _draw_neighbour(
    canvas: PaperCanvas, place: tuple[float, float, float], name: str, style: TextStyle
) -> None:
    """The neighbour's name with a small arrow head towards it."""
    x, y, turn = place
    with canvas.group(x=x, y=y):
        long = len(name) > 3
        away = replace(style, anchor="start") if long else style
        if turn in (90, -90):
            # Names of several words run along the edge, because the gap beside it is narrow.
            canvas.text(0.0, 2.4 if long else 3.6, name, replace(away, rotate=90.0 if long else 0))
        else:
            canvas.text(2.4 if long else 4.2, 0.0, name, away)
        with canvas.group(rotate=turn):
            canvas.polygon([(-1.2, 0.9), (0, -1.1), (1.2, 0.9)], Paint(fill="slate"))
