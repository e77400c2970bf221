"""What `[module]` says of windows beside the map, and of decks, hands and exchanges of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from builder.game.definition import Model
from builder.game.model import Game

CARDS = "cards"
"""In a deck's `takes`: the cards of cards.csv."""


class BoxSettings(Model):
    """A box in a window, with room for columns x rows counters, or cards. One that lies `below` all
    others leaves these where they are."""

    id: str
    name: str = ""
    columns: int = Field(default=4, ge=1, le=30)
    rows: int = Field(default=1, ge=1, le=30)
    cards: bool = False
    below: bool = False


class ChartSettings(Model):
    """A chart in a window. `follows` is `turn` or a state variable that counts: the row of its
    value is marked."""

    table: str
    follows: str = ""


class WindowSettings(Model):
    """A window beside the map: boxes and charts on a sheet of its own, or a hand of cards.

    With `side` nobody else sees into it. `hand` is how many cards lie side by side."""

    id: str
    name: str = ""
    side: str = ""
    hand: int = Field(default=0, ge=0, le=30)
    box: tuple[BoxSettings, ...] = ()
    chart: tuple[ChartSettings, ...] = ()


class BackSettings(Model):
    """The back of the counters of a deck."""

    livery: str = "marker"
    glyph: str = "question"
    title: str = ""


class DeckSettings(Model):
    """A deck in a box of the map or of a window.

    `box` is the deck's own id if absent. `cards` are parts of cards.csv ("" is the main part) that
    lie in it at the start, besides the counters that are set up in its box. `takes` are types of
    counters, or `cards`: they get the command `command`, which puts them in. What is drawn from a
    deck that lies face `down` is seen by its drawer alone unless the deck says `reveal`. With
    `side` only that side draws. `into` is the deck that this one can be shuffled into. `hands`
    are windows, or boxes in windows, by side; `draw` are the buttons there: how many are drawn.
    When `keep` cards are left, those buttons shuffle the decks in that go `into` this one. What was
    set up in it goes back into it as the phases `returns` begin. `spread` is the box in which what
    lies in an open deck is laid out to be chosen from; without it there is one of its own.
    """

    id: str
    name: str = ""
    box: str = ""
    face: Literal["down", "up"] = "down"
    reveal: bool = False
    side: str = ""
    cards: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    command: str = ""
    into: str = ""
    hands: dict[str, str] = Field(default_factory=dict)
    draw: tuple[int, ...] = (1,)
    keep: int = Field(default=0, ge=0)
    returns: tuple[str, ...] = ()
    spread: str = ""
    back: BackSettings = Field(default_factory=BackSettings)

    @property
    def place(self) -> str:
        """The box in which it lies."""
        return self.box or self.id


class ExchangeSettings(Model):
    """Cards of one part leave the game for a deck, others come into a deck, by one command.

    `leaves` and `enters` are parts of cards.csv; `out` is the deck for those that leave, wherever
    they are; `deck` the one for those that come. The cards of the decks `along` go into it too.
    """

    id: str
    name: str = ""
    leaves: str
    out: str
    enters: str
    deck: str
    along: tuple[str, ...] = ()


def usual(game: Game) -> dict[str, Any]:
    """What a game with cards has that says nothing of decks: a window with a deck of each part
    and the discards, and a hand for each side."""
    parts = sorted({card.deck for card in game.cards})
    hands = {side.id: f"{side.id}-hand" for side in game.definition.side}
    names = {part: f"Cards: {part}" if part else "Draw deck" for part in parts}
    decks = [
        DeckSettings(
            id=_part_id(part),
            name=names[part],
            cards=(part,),
            takes=() if part else (CARDS,),
            hands={} if part else hands,
            into="draw-deck" if part and "" in parts else "",
        )
        for part in parts
    ]
    into = "draw-deck" if "" in parts else ""
    discards = DeckSettings(id="discards", face="up", takes=(CARDS,), command="Discard", into=into)
    boxes = [BoxSettings(id=deck.id, name=deck.name, columns=1, cards=True) for deck in decks]
    boxes.insert(0, BoxSettings(id="discards", columns=1, cards=True))
    windows = [WindowSettings(id="cards", box=tuple(boxes))]
    windows += [
        WindowSettings(id=hands[side.id], name=f"{side.name} hand", side=side.id, hand=6)
        for side in game.definition.side
    ]
    return {"window": tuple(windows), "deck": (discards, *decks)}


def _part_id(part: str) -> str:
    return f"cards-{part}" if part else "draw-deck"


def countable(game: Game) -> dict[str, range]:
    """What a chart can follow: the turn, and state variables with a lowest and highest value."""
    turns = game.definition.turns
    found = {"turn": range(turns.first, turns.last + 1)}
    for name, field in game.definition.state.items():
        if field.type == "int" and field.minimum is not None and field.maximum is not None:
            found[name] = range(int(field.minimum), int(field.maximum) + 1)
    return found


def map_boxes(game: Game) -> set[str]:
    """The boxes of the map by id."""
    sheet: Mapping[str, Any] = game.definition.drawing.get("map", {})
    ids = (box.get("id", "") for box in sheet.get("box", []))
    return {id_ for id_ in ids if isinstance(id_, str)}  # others are told with the map's looks
