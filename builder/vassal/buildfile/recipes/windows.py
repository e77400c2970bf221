"""Windows beside the map: palettes, charts, inventory, notes, help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke

_TABS = 5


_LIST_WIDTH = (400, 770)
_LIST_HEIGHT = 440
"""Some 25 names, on the smallest of screens too."""
_FACE_WIDTH = 130
"""Pixels of a palette's page, least and most, and of the counter in it; names take the rest."""
_LETTER, _SCROLL_BAR = 7, 30
"""Pixels of a name's letter in VASSAL's lists, and of what stands right of it."""


def palette(
    tabs: Mapping[str, Mapping[str, Iterable[c.PieceSlot]]],
    *,
    text: str = "Counters",
    icon: str = "/images/counter.gif",
) -> c.PieceWindow:
    """All pieces: a tab for each side, in it a page for each formation: a list of names, and the
    counter that is chosen beside it. Panels with columns would lay many counters on a single row.

    Up to five pages are tabs too; more are chosen from a pull-down menu.
    """
    held = {side: {group: [*slots] for group, slots in tabs[side].items()} for side in tabs}
    width = _page_width(
        slot for groups in held.values() for page in groups.values() for slot in page
    )
    window = c.PieceWindow(
        name=text,
        text=text,
        icon=icon,
        tooltip=text,
        hotkey=KeyStroke.of("Ctrl+Shift+P"),
    )
    pages = []
    for side, groups in held.items():
        book = c.TabWidget if len(groups) <= _TABS else c.BoxWidget
        panels = [
            c.ListWidget(
                entry_name=group, width=width, height=_LIST_HEIGHT, divider=_FACE_WIDTH
            ).holding(slots)
            for group, slots in groups.items()
        ]
        pages.append(book(entry_name=side).holding(panels))
    return window.holding(c.TabWidget(entry_name=text).holding(pages))


def undocked() -> c.PieceWindow:
    """What keeps the palette that follows in a window of its own, as high as its lists. VASSAL
    docks the first one of a module beside the chat, which it makes ten lines high."""
    return c.PieceWindow(name="Undocked", text="", tooltip="", hidden=True)


def _page_width(slots: Iterable[c.PieceSlot]) -> int:
    """Wide enough for the longest name, as far as a screen has room for it beside the map."""
    longest = max((len(slot.entry_name) for slot in slots), default=0)
    least, most = _LIST_WIDTH
    return min(most, max(least, _FACE_WIDTH + _SCROLL_BAR + _LETTER * longest))


def chart_window(charts: Mapping[str, str], *, text: str = "Charts") -> c.ChartWindow:
    """Charts by title; an image each, one tab a chart."""
    window = c.ChartWindow(
        name=text,
        text=text,
        tooltip=text,
        hotkey=KeyStroke.of("Ctrl+Shift+C"),
    )
    pages = (c.Chart(chart_name=title, file_name=image) for title, image in charts.items())
    return window.holding(c.TabWidget(entry_name=text).holding(pages))


def inventory(
    *, group_by: Iterable[str], text: str = "Inventory", include: str = ""
) -> c.Inventory:
    """The pieces in play as a tree: by side, then by hex, say."""
    return c.Inventory(
        name=text,
        text="",
        tooltip=text,
        hotkey=KeyStroke.of("Ctrl+Shift+I"),
        group_by=tuple(group_by),
        include=include,
        leaf_format="$PieceName$ ($LocationName$)",
        sort_format="$PieceName$",
        zoom_on=True,
    )


def notes() -> c.NotesWindow:
    """Public, private and sealed notes."""
    return c.NotesWindow(button_text="", tooltip="Notes: for all, for you, sealed")


def documentation(pages: Mapping[str, str], *, about: str = "") -> c.Documentation:
    """The help menu: pages by title, a file each; `about` is the picture shown on start-up."""
    entries: list[Component] = [
        c.HelpFile(title=title, file_name=name, vassal_doc="custom")
        for title, name in pages.items()
    ]
    if about:
        entries.append(c.AboutScreen(title="About this module", file_name=about))
    return c.Documentation().holding(entries)
