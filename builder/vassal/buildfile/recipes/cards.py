"""Decks, hands and private windows."""

from __future__ import annotations

from collections.abc import Iterable

from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.recipes.maps import (
    MOVES,
    board_picker,
    handling,
    stack_metrics,
    stack_viewer,
)
from builder.vassal.kinds import Colour

SOLITAIRE = "Solitaire"
"""The seat of who plays all sides; VASSAL knows it by this name (PlayerRoster) and opens the pieces
that it hides itself."""


def deck(
    name: str,
    cards: Iterable[c.CardSlot],
    *,
    board: str,
    centre: tuple[int, int],
    size: tuple[int, int],
    face_down: bool = True,
    reshuffle_into: str = "",
    called: str = "",
) -> c.DrawPile:
    """A shuffled deck on a board; `reshuffle_into` names the deck that its cards go back to. The
    chat has it as it is `called`, or by its name."""
    return c.DrawPile(
        name=name,
        owning_board=board,
        x=centre[0],
        y=centre[1],
        width=size[0],
        height=size[1],
        draw=True,
        color=Colour(217, 207, 174),
        face_down="Always" if face_down else "Never",
        shuffle="Always" if face_down else "Via right-click Menu",
        shuffle_format=f"$playerName$ shuffles {called or name}",
        allow_multiple=False,
        allow_select=False,  # its list is a dialog
        reversible=False,
        reshufflable=bool(reshuffle_into),
        reshuffle_command=f"Shuffle into {reshuffle_into}" if reshuffle_into else "",
        reshuffle_target=reshuffle_into,
        reshuffle_message=f"$deckName$ goes back into {reshuffle_into}" if reshuffle_into else "",
    ).holding(cards)


def hand(side: str, *, name: str = "", width: int = 900, height: int = 320) -> c.PlayerHand:
    """A window for one side's cards, which the others do not see."""
    title = name or f"{side} hand"
    board = c.Board(name=title, width=width, height=height, color=Colour(58, 74, 62))
    return c.PlayerHand(
        map_name=title,
        side=(side,),
        visible=False,
        launch=True,
        button_name=title,
        icon="",
        move_within_format="",
        move_to_format="$playerName$ takes a card into $mapName$",
        create_format="",
    ).holding(board_picker(title, board), handling(c.HandMetrics()))


def tray_window(
    name: str,
    board: c.Board,
    *,
    text: str,
    side: str = "",
    hand: bool = False,
    what: str = "a counter",
    counter: int = 60,
    parts: Iterable[Component] = (),
) -> c.MapWindow:
    """A window beside the map, opened by a button with a text; of one `side` alone if given.

    In a `hand` the pieces lie side by side; `counter` is the width of a counter in pixels. What
    comes in is not named in the chat when the window is one side's: it is `what`.
    """
    window: c.MapWindow
    if hand:
        window = c.PlayerHand(map_name=name)
    elif side:
        window = c.PrivateMap(map_name=name)
    else:
        window = c.MapWindow(
            map_name=name,
            move_within_format=MOVES,
            move_to_format=MOVES,
            only_report_changed_location=True,
            create_format="",
        )
    if isinstance(window, c.PrivateMap):
        window = window.replace(
            side=(side, SOLITAIRE),
            visible=False,
            move_within_format="",
            move_to_format=f"{what} → {text} ($PlayerName$) *",
            create_format="",
        )
    window = window.replace(
        launch=True,
        button_name=text,
        tooltip=text,  # VASSAL's own is English, with a stray quotation mark
        icon="",
        mark_moved="Never",
        mark_unmoved_tooltip="",
        mark_unmoved_icon="",
    )
    metrics = c.HandMetrics() if hand else stack_metrics(counter)
    viewer = None if hand else stack_viewer()
    return window.holding(board_picker(name, board), handling(metrics), viewer, parts)
