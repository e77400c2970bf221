"""Decks, hands and private windows."""

from __future__ import annotations

from collections.abc import Iterable

from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes.maps import board_picker, handling
from builder.vassal.buildfile.values import Colour
from builder.vassal.traits.core import Deck


def deck(
    name: str,
    cards: Iterable[c.CardSlot],
    *,
    board: str,
    centre: tuple[int, int],
    size: tuple[int, int],
    face_down: bool = True,
    reshuffle_into: str = "",
) -> c.DrawPile:
    """A shuffled deck on a board; `reshuffle_into` names the deck that its cards go back to."""
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
        shuffle_format="* $playerName$ shuffles $deckName$",
        allow_multiple=False,
        allow_select=not face_down,
        reversible=False,
        reshufflable=bool(reshuffle_into),
        reshuffle_command=f"Shuffle into {reshuffle_into}" if reshuffle_into else "",
        reshuffle_target=reshuffle_into,
        reshuffle_message=f"* $deckName$ goes back into {reshuffle_into}" if reshuffle_into else "",
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


def private_map(
    name: str, sides: Iterable[str], board: c.Board, *, seen: bool = False
) -> c.PrivateMap:
    """A map that belongs to some sides; `seen` lets the others look at it."""
    return c.PrivateMap(
        map_name=name, side=tuple(sides), visible=seen, launch=True, button_name=name, icon=""
    ).holding(board_picker(name, board), handling())


def deck_on_table(pile: c.DrawPile, map_name: str) -> Deck:
    """The deck that VASSAL puts on a map for a pile of the module (map/DrawPile)."""
    reshuffles = pile.reshufflable
    return Deck(
        draw_outline=pile.draw,
        outline=pile.color,
        width=pile.width,
        height=pile.height,
        face_down_option=pile.face_down,
        shuffle_option=pile.shuffle,
        allow_multiple_draw=pile.allow_multiple,
        allow_select_draw=pile.allow_select,
        reversible=pile.reversible,
        reshuffle_command=pile.reshuffle_command if reshuffles else "",
        reshuffle_target=pile.reshuffle_target if reshuffles else "",
        reshuffle_format=pile.reshuffle_message if reshuffles else "",
        name=pile.name or "",
        shuffle_format=pile.shuffle_format,
        reverse_format=pile.reverse_format,
        shuffle_command=pile.shuffle_command,
        max_stack=pile.max_stack,
        map=map_name,
        x=pile.x,
        y=pile.y,
        face_down=pile.face_down != "Never",
    )
