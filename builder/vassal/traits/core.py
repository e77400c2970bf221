"""What a piece is built upon: the basic piece, a stack, a deck, and traits that nobody knows."""

from __future__ import annotations

from typing import Any

from builder.java_numbers import java_int
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour
from builder.vassal.sequence import join, split
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.fields import colour, flag, key, strings, text, whole

NO_MAP = "null"


def number(text: str) -> int:
    """A whole number as VASSAL reads it: what is none, or too large for Java, counts as 0."""
    try:
        return java_int(text)
    except ValueError:
        return 0


class BasicPiece(Trait, vassal_id="piece;"):
    """The innermost part of a piece (counters/BasicPiece).

    `map` is the map's name or id, None off all maps; `x`, `y` are pixels of the map. `gpid` names
    the slot of the module that the piece came from. `properties` persist with the piece.
    """

    clone_key: str = text()
    delete_key: str = text()
    image: str = text()
    name: str = text()
    map: str | None = None
    x: int = 0
    y: int = 0
    gpid: str = ""
    properties: tuple[tuple[str, str], ...] = ()

    @classmethod
    def decode_state(cls, text: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Place, slot and properties; files of before 3.0 end earlier."""
        parts = [*split(text, ";"), "", "", "", ""]
        return {
            "map": None if parts[0] in ("", NO_MAP) else parts[0],
            "x": number(parts[1]),
            "y": number(parts[2]),
            "gpid": parts[3],
            "properties": _pairs(parts),
        }

    def encode_state(self) -> str:
        """The state as VASSAL writes it today."""
        pairs = [text for pair in self.properties for text in pair]
        place = [self.map or NO_MAP, str(self.x), str(self.y), self.gpid]
        return join([*place, str(len(self.properties)), *pairs], ";")


def _pairs(parts: list[str]) -> tuple[tuple[str, str], ...]:
    count = max(0, min(number(parts[4]), (len(parts) - 5) // 2))
    return tuple((parts[5 + 2 * at], parts[6 + 2 * at]) for at in range(count))


LAYS_OUT = "LayOut"
"""How the key command begins by which an entry of a deck's menu lays its cards out, for all to see:
modules of our own have it, because VASSAL's list to choose from is a dialog."""


class Deck(Trait, vassal_id="deck;"):
    """A pile of cards (counters/Deck); `cards` are ids of pieces, the last is drawn next."""

    draw_outline: bool = flag(False)
    outline: Colour | None = colour("0,0,0")
    width: int = whole(40)
    height: int = whole(40)
    face_down_option: str = text("Always")
    shuffle_option: str = text("Always")
    allow_multiple_draw: bool = flag(True)
    allow_select_draw: bool = flag(True)
    reversible: bool = flag(True)
    reshuffle_command: str = text()
    reshuffle_target: str = text()
    reshuffle_format: str = text()
    name: str = text("deck")
    shuffle_format: str = text()
    reverse_format: str = text()
    face_down_format: str = text()
    draw_face_up: bool = flag(False)
    persistable: bool = flag(False)
    shuffle_key: KeyStroke | None = key()
    reshuffle_key: KeyStroke | None = key()
    max_stack: int = whole(10)
    count_expressions: tuple[str, ...] = strings()
    expression_counting: bool = flag(False)
    global_commands: tuple[str, ...] = strings()
    hotkey_on_empty: bool = flag(False)
    empty_key: KeyStroke | None = key()
    select_display: str = text("$BasicName$")
    select_sort: str = text()
    restrict: bool = flag(False)
    restrict_expression: str = text()
    shuffle_command: str = text("Shuffle")
    reverse_command: str = text("Reverse")
    reverse_key: KeyStroke | None = key()
    draw_multiple_message: str = text("Draw multiple cards")
    draw_specific_message: str = text("Draw specific cards")
    face_up_message: str = text("Face up")
    face_down_message: str = text("Face down")
    face_up_key: KeyStroke | None = key()
    face_up_format: str = text()
    face_flip_key: KeyStroke | None = key()
    face_down_key: KeyStroke | None = key()
    save_message: str = text("Save Deck")
    save_key: KeyStroke | None = key()
    save_report: str = text("Deck Saved")
    load_message: str = text("Load Deck")
    load_key: KeyStroke | None = key()
    load_report: str = text("Deck Loaded")
    restrict_access: bool = flag(False)
    owners: tuple[str, ...] = strings()
    map: str | None = None
    x: int = 0
    y: int = 0
    face_down: bool = False
    cards: tuple[str, ...] = ()

    @property
    def lays_out(self) -> bool:
        """Whether its menu lays its cards out."""
        return any(LAYS_OUT in command for command in self.global_commands)

    @classmethod
    def decode_state(cls, text: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Place, face and cards."""
        parts = [*split(text, ";"), "", "", "", ""]
        return {
            "map": None if parts[0] in ("", NO_MAP) else parts[0],
            "x": number(parts[1]),
            "y": number(parts[2]),
            "face_down": parts[3] == "true",
            "cards": tuple(split(parts[4], ",")) if parts[4] else (),
        }

    def encode_state(self) -> str:
        """The state; an empty deck has no list of cards."""
        face = "true" if self.face_down else "false"
        cards = [join(self.cards, ",")] if self.cards else []
        return join([self.map or NO_MAP, str(self.x), str(self.y), face, *cards], ";")


class Stack(Trait, vassal_id="stack", type_delimiter=None):
    """Pieces on top of each other (counters/Stack), ids from bottom to top.

    `layer` is the visual layer of the map, -1 for none; None when the text does not say.
    """

    map: str | None = None
    x: int = 0
    y: int = 0
    pieces: tuple[str, ...] = ()
    layer: int | None = -1

    @classmethod
    def decode_state(cls, text: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Place, members and layer."""
        parts = [*split(text, ";"), "", ""]
        members = [part for part in parts[3:-2] if part and not part.startswith("@@")]
        layers = [part[2:] for part in parts[3:-2] if part.startswith("@@")]
        return {
            "map": None if parts[0] in ("", NO_MAP) else parts[0],
            "x": number(parts[1]),
            "y": number(parts[2]),
            "pieces": tuple(members),
            "layer": number(layers[-1]) if layers else None,
        }

    def encode_state(self) -> str:
        """The state as VASSAL writes it."""
        layer = [] if self.layer is None else [f"@@{self.layer}"]
        return join([self.map or NO_MAP, str(self.x), str(self.y), *self.pieces, *layer], ";")


class UnknownTrait(Trait, type_delimiter=None, state_delimiter=None):
    """A trait of a class that we do not know, kept as it stands."""

    definition: str = text()
    state: str = text(state=True, secret=True)

    @property
    def id(self) -> str:
        """What VASSAL would look the class up by."""
        head, semicolon, _ = self.definition.partition(";")
        return head + semicolon
