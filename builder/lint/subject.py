"""The module under audit, with what several checks look up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from builder import limits
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.archive import Archive
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.module import Module
from builder.vassal.buildfile.piece_text import TooManyTraitsError, parse_piece
from builder.vassal.locations import ModuleShape
from builder.vassal.module_shape import shape_of
from builder.vassal.traits.actions import PlaceMarker, Replace
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import Prototype

K = TypeVar("K", bound=Component)

_NAME_FIELDS = ("name", "map_name", "entry_name", "chart_name", "thread_name", "flare_name")


@dataclass(frozen=True)
class Place:
    """A component and the components around it, the module first."""

    component: Component
    around: tuple[Component, ...] = ()

    def __str__(self) -> str:
        steps = [label(part) for part in (*self.around[1:], self.component)]
        return " > ".join(steps) or "the module"

    def inside(self, kind: type[Component]) -> Component | None:
        """The innermost component of a kind around this one."""
        return next((part for part in reversed(self.around) if isinstance(part, kind)), None)


@dataclass(frozen=True)
class DefinedPiece:
    """A piece slot, card slot or prototype with its own traits; `fault` says why there are none,
    `beyond` that it has more than are looked at."""

    place: Place
    name: str
    traits: tuple[Trait, ...] = ()
    fault: str = ""
    placed: bool = False  # by a trait of the piece in the slot
    beyond: bool = False

    @property
    def slot(self) -> Component:
        return self.place.component


@dataclass
class _Work:
    """How many traits may be put in, and how many were."""

    most: int
    done: int = 0


@dataclass
class Subject:
    """Everything that checks ask about: the archive's directory, the tree, the pieces.

    `spared` are entries that were not read, as they are zip bombs; `cut` names what was too much to
    be looked at to its end.
    """

    path: Path
    archive: Archive
    module: Module
    spared: tuple[str, ...] = ()
    cut: set[str] = field(default_factory=set)
    _expanded: int = 0

    @cached_property
    def places(self) -> list[Place]:
        """Every component, in document order."""
        return list(_places(self.module.root, ()))

    def all_of(self, *kinds: type[K]) -> Iterator[tuple[Place, K]]:
        """The components of some kinds with their places."""
        for place in self.places:
            if isinstance(place.component, kinds):
                yield place, place.component

    @cached_property
    def pieces(self) -> list[DefinedPiece]:
        """The pieces of all slots, and those that their traits place."""
        own = [_defined(place) for place, _ in self.all_of(c.PieceSlot)]
        return [*own, *(inner for piece in [*own, *self.prototypes] for inner in _placed(piece))]

    @cached_property
    def prototypes(self) -> list[DefinedPiece]:
        """The prototypes, those of one name included."""
        return [_defined(place) for place, _ in self.all_of(c.PrototypeDefinition)]

    @cached_property
    def _prototype_traits(self) -> dict[str, tuple[Trait, ...]]:
        return {prototype.name: prototype.traits[:-1] for prototype in self.prototypes}

    def expanded(self, piece: DefinedPiece) -> list[Trait]:
        """The traits of a piece with those of its prototypes in place, circles cut."""
        work = _Work(min(limits.EXPANDED, limits.EXPANDED_ALL - self._expanded))
        found = list(self._expand(piece.traits, frozenset(), work))
        self._expanded += work.done
        if work.done > work.most:
            self.cut.add("prototypes")
        return found

    def _expand(
        self, traits: tuple[Trait, ...], seen: frozenset[str], work: _Work
    ) -> Iterator[Trait]:
        for trait in traits:
            work.done += 1
            if work.done > work.most:
                return
            if not isinstance(trait, Prototype):
                yield trait
            elif trait.name not in seen:
                inner = self._prototype_traits.get(trait.name, ())
                yield from self._expand(inner, seen | {trait.name}, work)

    @cached_property
    def shape(self) -> ModuleShape:
        """The maps with their boards and grids, in the order of the map windows."""
        return shape_of(self.module)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides of the roster."""
        return tuple(entry.content for _, entry in self.all_of(c.Entry))


def label(component: Component) -> str:
    """What a designer calls a component: its kind and its name."""
    kind = component.tag.rpartition(".")[2] or component.tag
    name = next((str(n) for f in _NAME_FIELDS if (n := getattr(component, f, None))), "")
    if isinstance(component, c.Entry):
        name = component.content
    return f"{kind} '{name}'" if name and name != component.tag else kind


def _places(component: Component, around: tuple[Component, ...]) -> Iterator[Place]:
    yield Place(component, around)
    inner = (*around, component)
    for child in component.children:
        yield from _places(child, inner)


def _defined(place: Place) -> DefinedPiece:
    slot = place.component
    name = slot.name if isinstance(slot, c.PrototypeDefinition) else getattr(slot, "entry_name", "")
    return _parsed(place, name, slot.content)


def _parsed(place: Place, name: str, content: str, placed: bool = False) -> DefinedPiece:
    try:
        return DefinedPiece(place, name, parse_piece(content), placed=placed)
    except ValueError as error:
        beyond = isinstance(error, TooManyTraitsError)
        return DefinedPiece(place, name, fault=str(error), placed=placed, beyond=beyond)


def _placed(piece: DefinedPiece) -> Iterator[DefinedPiece]:
    for trait in piece.traits:
        if isinstance(trait, PlaceMarker | Replace) and trait.marker.startswith("+/"):
            name = f"{piece.name}: {trait.command}"
            yield _parsed(piece.place, name, trait.marker, placed=True)
