"""The main map: its board, its zones, and everything a player expects of a map window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour
from builder.vassal.sequence import TAB

Rectangle = tuple[float, float, float, float]
"""x, y, width, height in pixels of the board."""

ZOOM_LEVELS = (0.2, 0.25, 0.333, 0.4, 0.5, 0.6, 0.75, 1.0, 1.25, 1.6, 2.0)
HIGHLIGHT = Colour(255, 208, 64)
NAMES_WIDTH = 1600
"""Pixels beside each other in which names are put below counters: VASSAL draws counters that do
not fit on the screen smaller and smaller, but not the names below them, which then cover each
other."""
FONT_SIZE = 12
SMALL_LINE = 86
"""The width of a small line below a counter, in pixels."""
EDGE = "&nbsp;&nbsp;"
"""Room at both ends of a line of HTML: VASSAL measures a text with other letters than it paints, up
to a letter narrower, and cuts what is beyond."""
NOT_MASKED = '("is "+GetProperty("Obscured"))!="is true"'
"""Of a piece that its viewer may not know: its name is masked by VASSAL, its other properties are
not."""
HIDDEN = "$PlayerName$ hides or shows all counters, on that screen only"
MOVES = "$pieceName$: $previousLocation$ &rarr; $location$ ($PlayerName$) *"
"""Without a verb, because VASSAL names one piece or several."""


def rectangle(box: Rectangle) -> tuple[tuple[int, int], ...]:
    """The corners of a rectangle as a zone's path."""
    x, y, width, height = box
    left, top, right, bottom = round(x), round(y), round(x + width), round(y + height)
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def hex_zone(
    name: str, path: Sequence[tuple[int, int]], grid: c.HexGrid, *, prefix: str = ""
) -> c.Zone:
    """A part of the board with hexes, which are called by their numbers alone."""
    zone = c.Zone(name=name, path=tuple(path), location_format=f"{prefix}$gridLocation$")
    return zone.holding(grid)


def box_zone(name: str, box: Rectangle, *, called: str = "") -> c.Zone:
    """A box without grid. Pieces lie free in it; places read `called`, or the box's name."""
    called = called.replace("$", "")
    return c.Zone(name=name, path=rectangle(box), location_format=called or "$name$")


def zoned_board(name: str, image: str, zones: Iterable[c.Zone]) -> c.Board:
    """A board of one picture; the first zone that holds a point names it."""
    return c.Board(name=name, image=image).holding(
        c.ZonedGrid().holding(zones, c.ZonedGridHighlighter())
    )


def board_picker(map_name: str, board: c.Board) -> c.BoardPicker:
    """The only board of a map, laid out without asking."""
    layout = TAB.join((f"{map_name}BoardPicker", board.name or "", "0", "0"))
    return c.BoardPicker(max_columns=1).holding(c.Setup(content=layout), board)


def handling(metrics: c.StackMetrics | None = None) -> list[Component]:
    """What makes a map playable at all: selecting, dragging, keys, menus, stacks."""
    return [
        metrics or c.StackMetrics(),
        c.ForwardToKeyBuffer(),
        c.Scroller(),
        c.ForwardToChatter(),
        c.MenuDisplayer(),
        c.MapCenterer(),
        c.StackExpander(),
        c.PieceMover(),
        c.KeyBufferer(),
        c.SelectionHighlighters(),
        c.HighlightLastMoved(color=HIGHLIGHT, thickness=2),
    ]


def lean(counter: int) -> int:
    """How far each counter of a pile lies right of the one below, and above it, in pixels."""
    return round(counter * 0.07)


def stack_metrics(counter: int) -> c.StackMetrics:
    """Stacks whose counters, `counter` pixels wide, all show an edge, and spread on a click."""
    return c.StackMetrics(
        ex_sep_x=round(counter * 0.18),
        ex_sep_y=round(counter * 0.42),
        unex_sep_x=lean(counter),
        unex_sep_y=lean(counter),
    )


def zoomer(start: float = 0.5) -> c.Zoomer:
    """Zoom buttons and keys, beginning at a level; the list counts from the largest zoom."""
    levels = sorted(ZOOM_LEVELS, reverse=True)
    return c.Zoomer(
        zoom_levels=ZOOM_LEVELS,
        zoom_start=1 + levels.index(min(levels, key=lambda level: abs(level - start))),
        zoom_in_key=KeyStroke.of("Ctrl+="),
        zoom_out_key=KeyStroke.of("Ctrl+-"),
        in_tooltip="Zoom in",
        out_tooltip="Zoom out",
    )


def stack_viewer(*, counter: int = 0, small_lines: int = 0) -> c.CounterDetailViewer:
    """What a stack holds, shown while the mouse rests on it; its hex, and a line a counter.

    `small_lines` are those that stand below the short names of the game: counters, `counter`
    pixels wide, are then drawn as wide as such a line, and the text is put below them, because
    VASSAL centres it on one height. A piece that lies alone has its name beside the hex instead.
    """
    high = FONT_SIZE + 4 + 13 * small_lines if small_lines else 0
    zoom = round(max(1.0, SMALL_LINE / counter), 2) if small_lines else 1.0
    most = NAMES_WIDTH // round(zoom * (counter or 60))
    return c.CounterDetailViewer(
        version="4",
        delay=500,
        min_display_pieces=1,
        showgraph=True,
        showgraphsingle=True,
        showtext=True,
        showtextsingle=True,
        graphics_zoom=zoom,
        font_size=FONT_SIZE,
        vertical_bottom_text=max(10, high // 2 + 2),
        vertical_offset=high,
        border_width=2,
        bg_color=Colour(250, 246, 232),
        summary_report_format=_above(most, bool(small_lines)),
        counter_report_format=_below(most, small_lines),
        empty_hex_report_forma="$LocationName$",
        show_no_stack=True,
        show_deck=True,
    )


def _above(most: int, named: bool) -> str:
    """The line above the counters: the hex; how many they are, if no names stand below them; and
    the name of the one that lies there, if it is `named` here."""
    one = 'countPieces==1?(LocationName==""?"":LocationName+": ")+PieceName:' if named else ""
    return f'{{{one}countPieces>{most}?LocationName+" ("+countPieces+")":LocationName}}'


def _below(most: int, small_lines: int) -> str:
    """The text below a counter: of several in a stack the short names, lest they cover each other,
    and none below more than `most`. With small lines a piece that lies alone has none, because
    one line in their height is a box half empty; one that shares its box with other stacks has
    its short name, because its whole name is above and covered that of its neighbour. A masked
    piece has the name of its mask."""
    several = "CountStack()>1&&"
    name = "PieceName"
    if small_lines:
        several = 'CountStack()<2&&CountLocation()==1?"":'
        padding = "<br>&nbsp;" * small_lines
        name = f'"<html>{EDGE}"+PieceName+"{EDGE}<font size=2>{padding}</font></html>"'
    short = f'{several}{NOT_MASKED}&&GetProperty("Short")!=""?GetProperty("Short")'
    return f'{{CountStack()>{most}?"":{short}:{name}}}'


def range_thread(*, label: str = "Range") -> c.LosThread:
    """A thread between two hexes that counts the hexes between them."""
    return c.LosThread(
        thread_name="Range",
        label=label,
        tooltip="Drag from hex to hex to count the distance",
        hotkey=KeyStroke.of("Ctrl+R"),
        report="",
        snap_start=True,
        snap_end=True,
        draw_range=True,
        los_thickness=3,
        thread_color=Colour(200, 30, 30),
    )


def overview(sheet: tuple[int, int], *, width: int = 260) -> c.GlobalMap:
    """A small map of the whole sheet, about `width` pixels wide."""
    return c.GlobalMap(
        scale=round(min(0.4, width / max(sheet)), 3),
        icon="/images/overview.gif",
        tooltip="Overview",
    )


def layered(
    property_: str, values: tuple[str, ...], controls: Iterable[c.LayerControl] = ()
) -> c.LayeredPieceCollection:
    """Layers of pieces by the value of a property; all others lie above them. `controls` hide and
    show them."""
    return c.LayeredPieceCollection(property_=property_, layer_order=values).holding(controls)


def _hiding() -> Iterator[Component]:
    """VASSAL's button that hides all pieces tells nothing, so another one presses it."""
    key = KeyStroke.named("HideCounters")
    yield c.HidePiecesButton(hotkey=key, tooltip="", showing_icon="", hidden_icon="")
    yield c.DoActionButton(
        name="hide",
        text="",
        tooltip="Hide all counters, or show them again",
        icon="/images/globe_unselected.gif",
        hotkey=KeyStroke.of("Ctrl+Shift+H"),
        do_report=True,
        report_format=HIDDEN,
        do_hotkey=True,
        hotkeys=(key,),
    )


def viewing(
    sheet: tuple[int, int],
    *,
    zoom: float = 0.5,
    counter: int = 60,
    small_lines: int = 0,
    secret: bool = False,
) -> list[Component]:
    """Zoom, overview, stack viewer, range thread, flare and the two ways to save the map; where
    something on it is secret, as a picture alone."""
    text = c.TextSaver(button_text="Text", tooltip="Save what stands on the map as text")
    return [
        zoomer(zoom),
        overview(sheet),
        stack_viewer(counter=counter, small_lines=small_lines),
        range_thread(),
        c.Flare(
            flare_name="Flare",
            circle_size=160,
            circle_color=Colour(255, 208, 64),
            report_format="* $PlayerName$ points at $FlareLocation$",
        ),
        *_hiding(),
        c.ImageSaver(tooltip="Save the map as a picture"),
        *(() if secret else (text,)),
    ]


def main_map(
    name: str,
    board: c.Board,
    sheet: tuple[int, int],
    *,
    counter: int = 60,
    zoom: float = 0.5,
    small_lines: int = 0,
    unmoved: str = "",
    secret: bool = False,
    paper: tuple[int, int, int] = (255, 255, 255),
    layers: c.LayeredPieceCollection | None = None,
    parts: Iterable[Component] = (),
) -> c.MapWindow:
    """The map that opens with the game: a board of `sheet` pixels with all standard parts.

    `counter` is the width of a counter in pixels, `small_lines` as for `stack_viewer`; `unmoved` is
    the image of the button that takes the moved marks off, `paper` the colour around the board,
    `layers` what puts pieces into layers (`layered`); `parts` are at-start stacks, decks and
    whatever else the game has. `secret`: a deck lies face down on it, which VASSAL's text of the
    map would name piece by piece.
    """
    window = c.MapWindow(
        map_name=name,
        mark_moved="Always",
        mark_unmoved_tooltip="Mark all counters as not moved",
        mark_unmoved_hotkey=KeyStroke.of("Ctrl+Shift+M"),
        mark_unmoved_report="Moved marks taken off",  # VASSAL puts the asterisk before it
        color=HIGHLIGHT,
        thickness=3,
        backgroundcolor=Colour(*paper),
        icon="",
        move_within_format=MOVES,
        move_to_format=MOVES,
        only_report_changed_location=True,  # tidying a box is no move
        create_format="$pieceName$ placed in $location$ ($PlayerName$) *",
        change_format="$message$",
    )
    if unmoved:
        window = window.replace(mark_unmoved_icon=unmoved)
    return window.holding(
        board_picker(name, board),
        handling(stack_metrics(counter)),
        viewing(sheet, zoom=zoom, counter=counter, small_lines=small_lines, secret=secret),
        [layers] if layers else [],
        parts,
    )
