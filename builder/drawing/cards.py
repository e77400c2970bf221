"""Cards: fronts with an event for each side and the common back, drawn on any canvas."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from builder.drawing import paths
from builder.drawing.art import Art, draw_filling, pixels_of, thinned
from builder.drawing.canvas import Canvas, Paint, TextStyle, text_width
from builder.drawing.card_size import HEIGHT, WIDTH, card_height
from builder.drawing.colours import ColourLike, darken, ink_on, lighten, mix
from builder.drawing.glyphs import draw_glyph
from builder.drawing.rasters import size_of
from builder.drawing.scans import MOST_PIXELS as MOST_ON_SHEET
from builder.drawing.typeset import draw_lines, in_lines, squeezed, title_lines, wrapped

if TYPE_CHECKING:
    from PIL.Image import Image

    from builder.drawing.pixels import PixelCanvas

CORNER = 3.0
_SHEET = "#f8f3e4"
_INK = "#2c2a26"
_RULE = "#b9ad92"
_BAND = 7.4
_TOP, _BOTTOM, _GAP = 13.2, HEIGHT - 3.6, 1.6
_POINTS = 72 / 25.4
_PICTURED = 0.52
"""How much of an event's body its picture takes when there is a text too."""


@dataclass(frozen=True, slots=True)
class CardEvent:
    """One side's part of a card: a band in its colour, and what it says.

    Without `text` the body has lines to write on, under the words that say `elsewhere` it is.
    `glyph` is the side's sign; `initiative` the sign and colour of the side that must have the
    initiative, empty for none.
    """

    colour: str
    title: str = ""
    text: str = ""
    elsewhere: str = ""
    glyph: str = ""
    initiative: tuple[str, str] = ("", "")
    picture: Art | None = None


@dataclass(frozen=True, slots=True)
class CardFront:
    """The front of a card: its number, its events from the top, and the part of the deck it is in.

    `part` is a short word in a disc of `part_colour`; `struck` crosses it out. A `whole` picture
    fills the card in place of all that; with `own_shape` it keeps its proportions.
    """

    number: str
    heading: str
    events: tuple[CardEvent, ...]
    part: str = ""
    part_colour: str = _INK
    struck: bool = False
    whole: Art | None = None
    own_shape: bool = False

    @property
    def empty(self) -> bool:
        """Whether it says nothing that a player could act on: no text, no picture."""
        told = any(event.text or event.picture is not None for event in self.events)
        return self.whole is None and not told


@dataclass(frozen=True, slots=True)
class CardBack:
    """The back that all cards of a deck share; `whole` and `own_shape` as of a front."""

    colour: str
    title: str
    subtitle: str = ""
    glyph: str = "star"
    whole: Art | None = None
    own_shape: bool = False


def draw_front(canvas: Canvas, card: CardFront, *, flat: bool = False, bleed: float = 0.0) -> None:
    """Draw the front in WIDTH x HEIGHT mm from the canvas's origin.

    "flat" is for the knife: square corners, and the ground runs on for `bleed` mm.
    """
    if card.whole is not None:
        _filled(canvas, card.whole, _SHEET, flat, bleed, card.own_shape)
        return
    _ground(canvas, _SHEET, flat, bleed)
    frame = Paint(stroke=_INK, width=0.35)
    canvas.rect(2.2, 2.2, WIDTH - 4.4, HEIGHT - 4.4, frame, radius=1.6)
    _head(canvas, card)
    height = _event_height(card)
    for index, event in enumerate(card.events):
        _event(canvas, event, _TOP + index * (height + _GAP), height)


def _event_height(card: CardFront) -> float:
    count = max(1, len(card.events))
    return (_BOTTOM - _TOP - _GAP * (count - 1)) / count


def text_points(card: CardFront) -> float:
    """How large the smallest text of its events is on a card of WIDTH mm, in points."""
    room = _event_height(card) - _BAND
    sizes = [
        _running(event.text, WIDTH - 7.6, room * (1 - _PICTURED if event.picture else 1.0))[1].size
        for event in card.events
        if event.text and card.whole is None
    ]
    return min(sizes, default=_RUNNING) * _POINTS


def draw_back(canvas: Canvas, back: CardBack, *, flat: bool = False, bleed: float = 0.0) -> None:
    """Draw the back in WIDTH x HEIGHT mm; arguments as of `draw_front`."""
    if back.whole is not None:
        _filled(canvas, back.whole, back.colour, flat, bleed, back.own_shape)
        return
    _ground(canvas, back.colour, flat, bleed)
    light, dark = lighten(back.colour, 0.14), darken(back.colour, 0.22)
    gold = mix(back.colour, "#f1dfb0", 0.78)
    field = paths.rectangle(4.4, 4.4, WIDTH - 8.8, HEIGHT - 8.8, 1.8)
    canvas.path(field, Paint(fill=dark))
    with canvas.group(clip=field):
        _lattice(canvas, light)
    for inset, width in ((3.2, 0.5), (4.4, 0.25)):
        canvas.rect(
            inset,
            inset,
            WIDTH - 2 * inset,
            HEIGHT - 2 * inset,
            Paint(stroke=gold, width=width),
            radius=2.4 - inset / 6,
        )
    middle = (WIDTH / 2, HEIGHT / 2)
    canvas.circle(*middle, 17.5, Paint(fill=back.colour, stroke=gold, width=0.7))
    canvas.circle(*middle, 16.0, Paint(stroke=gold, width=0.25))
    with canvas.group(x=middle[0], y=middle[1]):
        draw_glyph(canvas, back.glyph, (0, -3.2), 6.6, ink=gold, ground=back.colour)
        style = TextStyle(3.5, "black", colour=gold, anchor="middle", baseline="middle")
        lines, style = title_lines(back.title, 24, style)
        draw_lines(canvas, lines, 0, 6.8, style)
    if back.subtitle:
        for y in (10.6, HEIGHT - 10.6):
            _plate(canvas, back, gold, y)


def _filled(
    canvas: Canvas, art: Art, ground: str, flat: bool, bleed: float, own_shape: bool
) -> None:
    """A picture over all of a card: with rounded corners on a screen, over the cut on paper."""
    if flat:
        _ground(canvas, ground, flat, bleed)
        draw_filling(canvas, art, (WIDTH, HEIGHT), bleed, whole=own_shape)
        return
    with canvas.group(clip=paths.rectangle(0, 0, WIDTH, HEIGHT, CORNER)):
        draw_filling(canvas, art, (WIDTH, HEIGHT), whole=own_shape)


def _plate(canvas: Canvas, back: CardBack, gold: ColourLike, y: float) -> None:
    words = back.subtitle.upper()
    style = TextStyle(2.3, "bold", colour=gold, anchor="middle", baseline="middle", spacing=0.45)
    canvas.rect(9, y - 2.6, WIDTH - 18, 5.2, Paint(fill=back.colour, stroke=gold, width=0.25), 2.6)
    canvas.text(WIDTH / 2, y, words, squeezed(words, style, WIDTH - 24))


def _lattice(canvas: Canvas, colour: ColourLike) -> None:
    """Crossing diagonals with a dot in each diamond."""
    pitch = WIDTH / 12
    line = Paint(stroke=colour, width=0.28)
    for step in range(-17, 30):
        x = step * pitch
        canvas.line(x, 0, x + HEIGHT, HEIGHT, line)
        canvas.line(x, 0, x - HEIGHT, HEIGHT, line)
    rows = int(2 * HEIGHT / pitch) + 1
    dots = [
        (column * pitch + (0 if row % 2 else pitch / 2), row * pitch / 2)
        for row in range(rows)
        for column in range(13)
    ]
    canvas.dots(dots, 0.45, colour)


def _ground(canvas: Canvas, colour: ColourLike, flat: bool, bleed: float) -> None:
    if flat:
        paint = Paint(fill=colour)
        canvas.rect(-bleed, -bleed, WIDTH + 2 * bleed, HEIGHT + 2 * bleed, paint)
        return
    edge = Paint(fill=colour, stroke=darken(colour, 0.35), width=0.3)
    canvas.rect(0.15, 0.15, WIDTH - 0.3, HEIGHT - 0.3, edge, radius=CORNER)


_BESIDE = 2.0
"""Between a card's number and the name of its game."""


def _head(canvas: Canvas, card: CardFront) -> None:
    """Number, name of the game, and the part of the deck."""
    number = TextStyle(7.4, "black", colour=_INK, baseline="middle")
    canvas.text(5.0, 7.9, card.number, number)
    left = 5.0 + text_width(card.number, number) + _BESIDE
    right = WIDTH - (14.0 if card.part else 5.0)
    words = card.heading.upper()
    small = TextStyle(
        2.6,
        "medium",
        colour=mix(_INK, _SHEET, 0.25),
        anchor="middle",
        baseline="middle",
        spacing=0.3,
    )
    style = squeezed(words, small, right - left)
    half = text_width(words, style) / 2
    canvas.text(min(max(WIDTH / 2, left + half), right - half), 7.9, words, style)
    if card.part:
        x, y, radius = WIDTH - 8.6, 7.7, 3.9
        ink = ink_on(card.part_colour)
        canvas.circle(x, y, radius, Paint(fill=card.part_colour, stroke=_INK, width=0.25))
        style = TextStyle(3.3, "black", colour=ink, anchor="middle", baseline="middle")
        canvas.text(x, y, card.part, squeezed(card.part, style, radius * 1.7, 0.5))
        if card.struck:
            stroke = Paint(stroke=ink, width=0.75, cap="round")
            canvas.line(x - 2.6, y + 2.4, x + 2.6, y - 2.4, stroke)


def _event(canvas: Canvas, event: CardEvent, top: float, height: float) -> None:
    left, width, band = 3.8, WIDTH - 7.6, _BAND
    area = paths.rectangle(left, top, width, height, 1.2)
    canvas.path(area, Paint(fill=mix(_SHEET, event.colour, 0.07)))
    with canvas.group(clip=area):
        canvas.rect(left, top, width, band, Paint(fill=event.colour))
        if event.glyph:
            faint = mix(_SHEET, event.colour, 0.12)
            ground = mix(_SHEET, event.colour, 0.07)
            size = min(11.0, (height - band) * 0.42)
            at = (left + width - size * 0.95, top + height - size * 0.85)
            draw_glyph(canvas, event.glyph, at, size, ink=faint, ground=ground)
    canvas.path(area, Paint(stroke=mix(_RULE, event.colour, 0.45), width=0.25))
    _band(canvas, event, left, top, width, band)
    top, height = top + band, height - band
    if event.picture is not None:
        high = height * (_PICTURED if event.text else 1.0)
        with canvas.group(x=left, y=top, clip=paths.rectangle(0, 0, width, high)):
            draw_filling(canvas, event.picture, (width, high))
        canvas.path(area, Paint(stroke=mix(_RULE, event.colour, 0.45), width=0.25))
        top, height = top + high, height - high
    if event.text:
        _words(canvas, event, left, top, width, height)
    elif event.picture is None:
        room = _place_of_text(canvas, event.elsewhere, left, top, width) if event.elsewhere else 0.0
        _lines_to_write_on(canvas, left, top + room, width, height - room)


def _band(
    canvas: Canvas, event: CardEvent, left: float, top: float, width: float, band: float
) -> None:
    ink = ink_on(event.colour, light="#fdf6e3")
    middle = top + band / 2
    x = left + 2.2
    if event.glyph:
        draw_glyph(canvas, event.glyph, (x + 1.9, middle), 1.9, ink=ink, ground=event.colour)
        x += 5.6
    end = left + width - 2.2
    sign, colour = event.initiative
    if sign:
        centre = (end - 2.0, middle)
        canvas.circle(*centre, 2.7, Paint(fill="#fdf6e3", stroke=_INK, width=0.2))
        draw_glyph(canvas, sign, centre, 1.75, ink=colour, ground="#fdf6e3")
        end -= 5.8
    style = TextStyle(3.7, "bold", colour=ink, baseline="middle")
    if text_width(event.title, style) > end - x:  # two lines must fit the band's height
        style = replace(style, size=3.1)
    lines, style = in_lines(event.title, end - x, style)
    draw_lines(canvas, lines, x, middle, style, 1.05)


def _words(
    canvas: Canvas, event: CardEvent, left: float, top: float, width: float, height: float
) -> None:
    """The text as large as the body holds it."""
    lines, style = _running(event.text, width, height)
    draw_lines(canvas, lines, left + 3, top + height / 2, style, 1.3)


_RUNNING = 3.35


def _running(text: str, width: float, height: float) -> tuple[list[str], TextStyle]:
    """A text's lines in a body, and the size that lets it hold them."""
    style = TextStyle(_RUNNING, colour=_INK, baseline="middle")
    lines = wrapped(text, width - 6, style)
    while len(lines) * style.size * 1.3 > height - 3 and style.size > 1.6:
        style = replace(style, size=style.size * 0.94)
        lines = wrapped(text, width - 6, style)
    return lines, style


def _place_of_text(canvas: Canvas, words: str, left: float, top: float, width: float) -> float:
    """Says where the text is; gives the height that this takes."""
    style = TextStyle(2.55, colour=mix(_INK, _SHEET, 0.35), baseline="middle")
    canvas.text(left + 3, top + 3.0, words, squeezed(words, style, width - 6))
    return 2.6


def _lines_to_write_on(
    canvas: Canvas, left: float, top: float, width: float, height: float
) -> None:
    dotted = Paint(stroke=_RULE, width=0.22, dash=(0.4, 0.8), cap="round")
    y = top + 6.4
    while y < top + height - 2.5:
        canvas.line(left + 3, y, left + width - 3, y, dotted)
        y += 5.6


def front_picture(card: CardFront, width: int) -> Image:
    """The front as an RGBA picture, `width` pixels wide, transparent outside its corners.

    A whole picture of its own shape comes as it is.
    """
    if card.whole is not None and card.own_shape:
        return pixels_of(card.whole)
    canvas = _pixels(width)
    draw_front(canvas, card)
    return canvas.picture()


def back_picture(back: CardBack, width: int) -> Image:
    """The back as an RGBA picture, as `front_picture`."""
    if back.whole is not None and back.own_shape:
        return pixels_of(back.whole)
    canvas = _pixels(width)
    draw_back(canvas, back)
    return canvas.picture()


def size_on_screen(card: CardFront | CardBack, width: int) -> tuple[int, int]:
    """Width and height of `front_picture` or `back_picture` in pixels."""
    if card.whole is not None and card.own_shape:
        return size_of(card.whole.data, card.whole.name, MOST_ON_SHEET)
    return width, card_height(width)


def draw_on_map(canvas: Canvas, card: CardFront | CardBack, size: tuple[float, float]) -> None:
    """Draw a card in a rectangle of that size from the origin."""
    if card.whole is not None and card.own_shape:
        canvas.image(thinned(canvas, pixels_of(card.whole), max(size)), 0, 0, *size)
        return
    with canvas.group(scale=(size[0] / WIDTH, size[1] / HEIGHT)):
        if isinstance(card, CardFront):
            draw_front(canvas, card)
        else:
            draw_back(canvas, card)


def hidden_picture(width: int, height: int) -> Image:
    """A picture to lie upon a card or counter of that size: an eye struck through, in a corner; in
    the upper one of a counter, whose name stands below."""
    from builder.drawing.pixels import PixelCanvas

    canvas = PixelCanvas(width, height)
    radius = min(width, height) * (0.15 if width >= height else 0.085)
    edge = radius * 1.35
    at = (width - edge, edge if width >= height else height - edge)
    canvas.circle(*at, radius, Paint(fill=_SHEET, stroke=_INK, width=radius * 0.12))
    draw_glyph(canvas, "hidden", at, radius * 0.72, ink=_INK, ground=_SHEET)
    return canvas.picture()


def _pixels(width: int) -> PixelCanvas:
    from builder.drawing.pixels import PixelCanvas

    return PixelCanvas(WIDTH, HEIGHT, width / WIDTH)
