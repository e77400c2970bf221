"""Pieces, stacks and decks as values: a piece is a list of traits around a basic piece."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, TypeVar, cast

from builder.vassal.secret import PlayerId
from builder.vassal.sequence import join, join_nested, split, split_nested
from builder.vassal.traits import (
    BasicName,
    BasicPiece,
    Deck,
    Hide,
    Immobile,
    Mask,
    Mat,
    Stack,
    Trait,
    trait_classes,
)
from builder.vassal.traits.core import NO_MAP, number

T = TypeVar("T", bound=Trait)
ClassOf = type[T]  # `type` means the type of a piece within the classes here


_COMMON = 2_000
"""Characters of a trait that may well stand in many types of pieces."""


def _fields_of(cls: type[Trait], text: str) -> dict[str, Any]:
    """What the text of a trait's type says."""
    if len(text) > _COMMON:
        return _fields_read(cls, text)
    return _often_read(cast(Any, cls), text)


def _fields_read(cls: type[Trait], text: str) -> dict[str, Any]:
    return cls.decode_type(text[len(cls.ID) :])


# Types of pieces differ in a name or two, so most of their traits are the same from type to type.
_often_read = lru_cache(maxsize=4096)(_fields_read)


class PieceType:
    """The type of a piece, shared by all pieces that have it: trait texts, outermost first.

    What is read from it is read once.
    """

    __slots__ = (
        "_answering",
        "_any",
        "_basic_name",
        "_classes",
        "_fields",
        "_places",
        "_stacks",
        "_text",
        "parts",
    )

    def __init__(self, text: str, parts: tuple[str, ...] | None = None) -> None:
        self._text = text
        self.parts = tuple(split_nested(text)) if parts is None else parts
        self._classes: tuple[type[Trait], ...] | None = None
        self._fields: dict[int, dict[str, Any]] = {}
        self._stacks: bool | None = None
        self._basic_name: str | None = None
        self._places: dict[tuple[type[Trait], ...], tuple[int, ...]] = {}
        self._answering: dict[str, tuple[int, ...]] | None = None
        self._any: tuple[int, ...] = ()

    @classmethod
    def of_parts(cls, parts: Iterable[str]) -> PieceType:
        """The type of these trait texts, outermost first: its own text, of which half are the
        backslashes of nests, is not made unless it is asked for."""
        return cls("", tuple(parts))

    @property
    def text(self) -> str:
        """The type as VASSAL writes it."""
        if not self._text:
            self._text = join_nested(self.parts)
        return self._text

    def __repr__(self) -> str:
        return f"PieceType({len(self.parts) - 1} traits, {self.basic_name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PieceType) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def classes(self) -> tuple[type[Trait], ...]:
        """The class of each trait."""
        if self._classes is None:
            self._classes = trait_classes(self.parts)
        return self._classes

    def places(self, classes: tuple[type[Trait], ...]) -> tuple[int, ...]:
        """Where the traits of some classes stand, outermost first."""
        found = self._places.get(classes)
        if found is None:
            wanted = {cls for cls in frozenset(self.classes) if issubclass(cls, classes)}
            found = tuple([at for at, cls in enumerate(self.classes) if cls in wanted])
            self._places[classes] = found
        return found

    def trait(self, at: int, state: str) -> Trait:
        """The trait in place `at` (0 is the outermost) with this state."""
        cls, part = self.classes[at], self.parts[at]
        fields = self._fields.get(at)
        if fields is None:
            fields = self._fields[at] = _fields_of(cls, part)
        return cls.with_state(fields, part, state)

    def answering(
        self,
        name: str,
        classes: Container[type[Trait]],
        names_of: Callable[[type[Trait], str], Collection[str] | None],
    ) -> tuple[int, ...]:
        """Where the traits stand that may answer for a property, outermost first. `names_of` tells
        for which properties a trait of one of these classes and a type can, None if for any; it is
        asked once.
        """
        if self._answering is None:
            self._answering = self._answers(classes, names_of)
        return self._answering.get(name, self._any)

    def _answers(
        self,
        classes: Container[type[Trait]],
        names_of: Callable[[type[Trait], str], Collection[str] | None],
    ) -> dict[str, tuple[int, ...]]:
        parts, found = self.parts, dict[str, tuple[int, ...]]()
        told = [
            (at, names_of(cls, parts[at]))
            for at, cls in enumerate(self.classes[:-1])
            if cls in classes
        ]
        self._any = tuple([at for at, names in told if names is None])
        for at, names in told:
            for one in names or ():
                found[one] = (*found.get(one, ()), at)
        if self._any:
            found = {one: tuple(sorted({*found[one], *self._any})) for one in found}
        return found

    def answered(
        self,
        classes: Container[type[Trait]],
        names_of: Callable[[type[Trait], str], Collection[str] | None],
    ) -> Collection[str] | None:
        """The properties for which its traits may answer, as above; None if for any."""
        if self._answering is None:
            self._answering = self._answers(classes, names_of)
        return None if self._any else self._answering.keys()

    @property
    def basic_name(self) -> str:
        """The name of the basic piece."""
        if self._basic_name is None:
            basic = self.trait(len(self.parts) - 1, "")
            self._basic_name = basic.name if isinstance(basic, BasicPiece) else ""
        return self._basic_name

    @property
    def stacks(self) -> bool:
        """Whether pieces of this type form stacks (Does Not Stack and Mat rule it out)."""
        if self._stacks is None:
            outermost = next((cls for cls in self.classes if cls in (Immobile, Mat)), None)
            if outermost is Immobile:
                trait = self.trait(self.classes.index(Immobile), "")
                self._stacks = isinstance(trait, Immobile) and trait.stacks
            else:
                self._stacks = outermost is None
        return self._stacks


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the table: its type, the state of each trait, and its own place.

    `map`, `x` and `y` are the piece's own; within a stack or deck those of the group count
    (`GameState.place`). `rest` are the fields of the basic state behind the position: gpid, number
    of properties, names and values.
    """

    id: str
    type: PieceType
    states: tuple[str, ...] = field(repr=False)
    map: str | None
    x: int
    y: int
    rest: tuple[str, ...] = field(repr=False)

    @property
    def traits(self) -> tuple[Trait, ...]:
        """All traits, outermost first; the last is the basic piece."""
        ends = (*self.states, self.basic_state)
        return tuple(self.type.trait(at, state) for at, state in enumerate(ends))

    def among(self, *classes: ClassOf[Trait]) -> list[Trait]:
        """The traits of some classes, outermost first; the others are not even read."""
        states = self.states
        return [
            self.type.trait(at, states[at] if at < len(states) else self.basic_state)
            for at in self.type.places(classes)
        ]

    def all(self, cls: ClassOf[T]) -> list[T]:
        """The traits of one class, outermost first."""
        return [trait for trait in self.among(cls) if isinstance(trait, cls)]

    def first(self, cls: ClassOf[T]) -> T | None:
        """The outermost trait of a class, if there is one."""
        return next(iter(self.all(cls)), None)

    @property
    def basic_state(self) -> str:
        """The state of the basic piece alone."""
        return join([self.map or NO_MAP, str(self.x), str(self.y), *self.rest], ";")

    @property
    def state(self) -> str:
        """The whole state, as VASSAL writes it."""
        return join_nested([*self.states, self.basic_state])

    @property
    def gpid(self) -> str:
        """The slot of the module that the piece came from."""
        return self.rest[0] if self.rest else ""

    @property
    def basic_name(self) -> str:
        """The name of the basic piece, the same whatever shows."""
        return self.type.basic_name

    @property
    def called(self) -> str:
        """The name of the basic piece, or the one that a trait gives in its place, from which all
        that shows is made (counters/BasicPiece.getName)."""
        named = self.first(BasicName)
        return self.type.basic_name if named is None else named.name

    @property
    def properties(self) -> dict[str, str]:
        """Properties that persist with the piece, such as `OldLocationName`."""
        pairs = self.rest[2 : 2 + 2 * number(self.rest[1])] if len(self.rest) > 1 else ()
        return dict(zip(pairs[::2], pairs[1::2], strict=False))

    @property
    def masked_by(self) -> PlayerId | None:
        """Who has masked the piece: others see only its mask."""
        return next((mask.masked_by for mask in self.all(Mask) if mask.masked_by), None)

    @property
    def hidden_by(self) -> PlayerId | None:
        """Who has made the piece invisible to others."""
        return next((hide.hidden_by for hide in self.all(Hide) if hide.hidden_by), None)

    def with_state(self, text: str) -> Piece:
        """The piece after its state was set (counters/Decorator.setState)."""
        states, basic = _states(text, len(self.type.parts) - 1)
        return self._placed(tuple(states), basic)

    def merged(self, new: str, old: str) -> tuple[Piece, bool]:
        """The piece after a change, and whether the change concerned its place.

        Only what differs between the two states is taken over (counters/Decorator.mergeState).
        """
        count = len(self.type.parts) - 1
        new_states, new_basic = _states(new, count)
        old_states, old_basic = _states(old, count)
        states = tuple(
            after if after != before else current
            for current, after, before in zip(self.states, new_states, old_states, strict=True)
        )
        if new_basic == old_basic:
            return replace(self, states=states), False
        return self._placed(states, new_basic), True

    def _placed(self, states: tuple[str, ...], basic: str) -> Piece:
        return _piece(self.id, self.type, states, basic)


def _states(text: str, count: int) -> tuple[list[str], str]:
    """The states of `count` traits and of the basic piece; missing ones are empty."""
    parts = split_nested(text)
    if len(parts) == count + 1:
        return parts[:count], parts[count]
    return [*parts[:count], *[""] * (count - len(parts))], parts[count] if parts[count:] else ""


def _piece(id_: str, type_: PieceType, states: tuple[str, ...], basic: str) -> Piece:
    parts = split(basic, ";")
    map_, x, y = parts[:3] if len(parts) > 2 else [*parts, "", ""][:3]
    where = None if map_ in ("", NO_MAP) else map_
    return Piece(id_, type_, states, where, number(x), number(y), tuple(parts[3:]))


def new_piece(id: str, type: PieceType, state: str) -> Piece:  # noqa: A002
    """A piece of this type with this state."""
    states, basic = _states(state, len(type.parts) - 1)
    return _piece(id, type, tuple(states), basic)


def piece_of(id: str, traits: Sequence[Trait]) -> Piece:  # noqa: A002
    """A piece of these traits, outermost first, the basic piece last."""
    type_ = PieceType.of_parts(trait.type_text for trait in traits)
    *states, basic = (trait.state_text for trait in traits)
    return _piece(id, type_, tuple(states), basic)


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """A stack or a deck; `members` are ids of pieces from the bottom up (of a deck, the last is
    drawn next). `layer` is the visual layer that VASSAL notes for a stack, None for a deck."""

    id: str
    kind: Literal["stack", "deck"]
    type: str = field(repr=False)
    map: str | None
    x: int
    y: int
    members: tuple[str, ...]
    layer: int | None = -1
    face_down: bool = False

    @property
    def name(self) -> str:
        """The name of a deck; a stack has none."""
        return Deck.decode(self.type).name if self.kind == "deck" else ""

    @property
    def state(self) -> str:
        """The state, as VASSAL writes it."""
        place: dict[str, Any] = {"map": self.map, "x": self.x, "y": self.y}
        if self.kind == "deck":
            deck = Deck(**place, face_down=self.face_down, cards=self.members)
            return deck.encode_state()
        return Stack(**place, pieces=self.members, layer=self.layer).encode_state()

    def with_state(self, text: str) -> PieceGroup:
        """The group after its state was set; `members` are those that the state names."""
        if self.kind == "deck":
            deck = Deck(**Deck.decode_state(text, {}))
            return replace(
                self,
                map=deck.map,
                x=deck.x,
                y=deck.y,
                members=deck.cards,
                face_down=deck.face_down,
            )
        return _stack(self.id, self.type, text, self.layer)


def new_group(id: str, type: str, state: str) -> PieceGroup:  # noqa: A002
    """A stack or deck of this type with this state."""
    if type.startswith(Deck.ID):
        return PieceGroup(id, "deck", type, None, 0, 0, (), None).with_state(state)
    return _stack(id, type, state, -1)


def _stack(id_: str, type_: str, state: str, layer: int | None) -> PieceGroup:
    found = Stack.decode_state(state, {})
    told = layer if found["layer"] is None else found["layer"]
    where = found["map"], found["x"], found["y"]
    return PieceGroup(id_, "stack", type_, *where, found["pieces"], told)


def is_group(type_text: str) -> bool:
    """Whether a type text is that of a stack or deck, and not of a piece."""
    return type_text == Stack.ID or type_text.startswith(Deck.ID)
