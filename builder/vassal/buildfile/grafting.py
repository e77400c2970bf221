"""What extensions add to a module's tree, put where each of their elements says it belongs.

An element names its place by steps from the root: the Java class of each component, and the name
that VASSAL's editor shows for it. They are looked for in what is there by then, so that one element
may add to what another has added.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from builder import limits
from builder.saying import Saying, quoting
from builder.vassal.buildfile.components import (
    BoardPicker,
    CounterDetailViewer,
    ExtensionElement,
    Flare,
    GameModule,
    MapWindow,
    ModuleExtension,
    PieceSlot,
    SetupStack,
)
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.xml import declared, defined, maps
from builder.vassal.sequence import split

_NAMES = ("mapName", "name", "entryName", "chartName", "title")
"""The attributes by which components are called, the first that one has."""

_IN_MODULE = frozenset((
    "VASSAL.build.module.properties.GlobalProperties",
    "VASSAL.build.module.properties.GlobalTranslatableMessages",
    "VASSAL.i18n.Language",
    "VASSAL.build.module.BasicCommandEncoder",
    "VASSAL.build.module.Documentation",
    "VASSAL.build.module.PlayerRoster",
    "VASSAL.build.module.GlobalOptions",
    "VASSAL.build.module.PrototypesContainer",
    "VASSAL.build.module.Chatter",
    "VASSAL.build.module.KeyNamer",
))  # fmt: skip
"""What VASSAL gives every module that lacks it, before extensions come (GameModule.build) ..."""

_IN_MAP = frozenset((
    "VASSAL.build.module.properties.GlobalProperties",
    "VASSAL.build.module.map.SelectionHighlighters",
    "VASSAL.build.module.map.HighlightLastMoved",
    "VASSAL.build.module.map.Flare",
))  # fmt: skip
"""... and every map (Map.build)."""

MANY_ELEMENTS = "with it the module has more than {n:,} elements, which none needs: leave it out"
LONG_PIECES = (
    "with it the module's pieces are defined in more than {n:,} characters, which none needs: "
    "leave it out"
)
MANY_MAPS = "with it the module has more than {n:,} maps, which none needs: leave it out"
MANY_PIECES = "with it the module has more than {n:,} pieces, which none needs: leave it out"

MANY_LOOKS = "its elements are looked for in more places than any needs: leave it out"


class GraftError(ValueError):
    """An extension that cannot be put in; the message is a clause."""


class Step(NamedTuple):
    """The class of a component, and what it is called; empty for one without a name."""

    tag: str
    name: str


@dataclass(eq=False)
class _Spot:
    """A component of a tree that grows; what is in it is laid out when something asks."""

    component: Component
    around: _Spot | None = None
    at: int = 0
    """Its place among those in `around`."""
    made: Component | None = None
    _inside: list[_Spot] | None = None
    _alike: dict[str, list[_Spot]] | None = None
    _named: dict[Step, list[int]] = field(default_factory=dict)

    @property
    def inside(self) -> Sequence[_Spot]:
        return self._laid()

    def _laid(self) -> list[_Spot]:
        if self._inside is None:
            children = self.component.children
            self._inside = [_Spot(child, self, at) for at, child in enumerate(children)]
        return self._inside

    @property
    def alike(self) -> dict[str, list[_Spot]]:
        """What is in it by its class, in order; with it by its name, for an extension may have
        thousands of elements, and a component thousands in it."""
        if self._alike is None:
            self._alike = {}
            for spot in self._laid():
                self._know(spot)
        return self._alike

    def _know(self, spot: _Spot) -> None:
        assert self._alike is not None
        self._alike.setdefault(spot.component.tag, []).append(spot)
        insort(self._named.setdefault(spot.step, []), spot.at)

    def _forget(self, spot: _Spot) -> None:
        self._named[spot.step].remove(spot.at)

    @property
    def step(self) -> Step:
        """What leads to it, with what is in it by now."""
        part = self.component
        within = self._inside if isinstance(part, SetupStack) else None
        inside = None if within is None else (spot.component for spot in within)
        return Step(part.tag, called(part, inside))

    def of_step(self, step: Step) -> _Spot | None:
        """The first in it of a class and a name."""
        _ = self.alike
        named = self._named.get(step)
        return self._laid()[named[0]] if named else None

    def put(self, component: Component) -> _Spot:
        """A component put in behind the others."""
        spot = _Spot(component, self, len(self._laid()))
        with self._renamed():
            self._laid().append(spot)
        if self._alike is not None:
            self._know(spot)
        return spot

    def take_back(self) -> None:
        """The last that was put in is there no longer."""
        spot = self._laid()[-1]
        if self._alike is not None:
            self._forget(spot)
            self._alike[spot.component.tag].pop()
        with self._renamed():
            self._laid().pop()

    @contextmanager
    def _renamed(self) -> Iterator[None]:
        """What is done changes what is in it, by which a stack is called."""
        around = self.around if isinstance(self.component, SetupStack) else None
        if around is None or around._alike is None:
            yield
            return
        around._forget(self)
        yield
        insort(around._named.setdefault(self.step, []), self.at)

    def grown(self) -> Component:
        """The component with all that was put in."""
        if self._inside is None:
            self.made = self.component
        else:
            inside = tuple(spot.grown() for spot in self._inside)
            self.made = self.component.replace(children=inside)
        return self.made


@dataclass(eq=False)
class Grafting:
    """A module's tree on its way to one with extensions in it."""

    root: GameModule
    _top: _Spot = field(init=False)
    _added: list[_Spot] = field(init=False, default_factory=list)
    _size: _Size = field(init=False)
    _put_in: list[_Spot] = field(init=False, default_factory=list)
    """What the extension that comes was put into, in order."""
    _looked: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._top = _Spot(self.root)
        self._size = _Size.of(self.root)

    def add(self, extension: ModuleExtension) -> None:
        """Put in what an extension adds. GraftError, with nothing put in, for an element whose
        place is not there, as VASSAL does without the whole extension then, and for a tree that
        grows larger than any."""
        added: list[_Spot] = []
        self._put_in, self._looked = [], 0
        try:
            for element in extension.children:
                if isinstance(element, ExtensionElement) and element.children:
                    added.append(self._put(element))
            size = self._size + _Size.of(extension)
            size.check()
        except BaseException:
            for target in reversed(self._put_in):
                target.take_back()
            raise
        self._size = size
        self._added += added

    def _put(self, element: ExtensionElement) -> _Spot:
        """Put the component of an element in its place."""
        steps = path_of(element.target)
        target = self._found(self._top, steps) or self._ensured(steps)
        if target is None:
            what = quoting(
                "the module has no {path}, to which it adds: take the extension and the module in "
                "versions that belong together",
                path=_told(steps),
            )
            raise GraftError(what)
        brought = element.children[0]
        if len(steps) + _height(brought) > limits.ELEMENT_DEPTH:
            text = "with it the components nest deeper than {n}: leave it out"
            raise GraftError(Saying(text, n=limits.ELEMENT_DEPTH))
        return self._in(target, brought)

    def _in(self, target: _Spot, component: Component) -> _Spot:
        self._put_in.append(target)
        return target.put(component)

    def _ensured(self, steps: Sequence[Step]) -> _Spot | None:
        """The component of a path that VASSAL makes where a module or map has none."""
        around = self._found(self._top, steps[:-1]) if steps else None
        if around is None:
            return None
        usual = _IN_MODULE if around is self._top else frozenset[str]()
        usual = _IN_MAP if isinstance(around.component, MapWindow) else usual
        known = declared().get(steps[-1].tag)
        if known is None or known.TAG not in usual:
            return None
        return self._in(around, known())

    def _found(self, spot: _Spot, steps: Sequence[Step]) -> _Spot | None:
        """The component at the end of a path. Where none has the name, one of the class will do:
        the first at the end of the path, else the first that has the rest of it."""
        if not steps:
            return spot
        rest = steps[1:]
        if (named := spot.of_step(steps[0])) is not None:
            return self._found(named, rest)
        for inside in spot.alike.get(steps[0].tag, ()):
            self._looked += 1
            if self._looked > limits.GRAFT_LOOKS:
                raise GraftError(MANY_LOOKS)
            if (found := self._found(inside, rest)) is not None:
                return found
        return None

    def grown(self) -> tuple[GameModule, tuple[Component, ...]]:
        """The tree with the extensions in it, and what they brought, in the order in which VASSAL
        builds it."""
        root = cast(GameModule, self._top.grown())
        return root, tuple(spot.made for spot in self._added if spot.made is not None)


def in_order(root: Component, added: Sequence[Component]) -> Iterator[Component]:
    """Everything in a tree as VASSAL builds it: what extensions have added after all the rest."""
    late = {id(part) for part in added}

    def walk(part: Component) -> Iterator[Component]:
        yield part
        for child in part.children:
            if id(child) not in late:
                yield from walk(child)

    yield from walk(root) if late else root.walk()
    for part in added:
        yield from walk(part)


def path_of(target: str) -> tuple[Step, ...]:
    """The steps of a path, none for the module itself (ComponentPathBuilder)."""
    if not target:
        return ()
    steps = (split(step, ":") for step in split(target, "/"))
    return tuple(Step(tag, name[0] if name else "") for tag, *name in steps)


def _told(steps: Sequence[Step]) -> str:
    """A path in a few words: the last class, by itself, and what it is called."""
    tag, name = steps[-1] if steps else Step("", "")
    kind = tag.rpartition(".")[2]
    return f"{kind} '{name}'" if name else kind


def called(part: Component, inside: Iterable[Component] | None = None) -> str:
    """What VASSAL's editor calls a component (getConfigureName); empty for one without a name.
    `inside` is what is in it by now."""
    if isinstance(part, SetupStack):
        return _stack_name(part, part.children if inside is None else inside)
    if isinstance(part, CounterDetailViewer | Flare):
        return part.description or ""
    if isinstance(part, BoardPicker):  # its title is that of a dialog
        return ""
    return _attribute(part)


def _stack_name(stack: SetupStack, inside: Iterable[Component]) -> str:
    """An at-start stack is called by its name, its first piece and its place."""
    first = next((name for part in inside if (name := called(part))), "")
    place = (stack.location or "") if stack.use_grid_location else f"({stack.x},{stack.y})"
    return " - ".join(part for part in (stack.name or "", first, place) if part)


def _attribute(part: Component) -> str:
    fields = {attribute.xml: attribute.field for attribute in part.attributes()}
    undeclared = dict(part.verbatim)
    for xml in _NAMES:
        told: Any = getattr(part, fields[xml]) if xml in fields else undeclared.get(xml)
        if isinstance(told, str) and told:
            return told
    return ""


@dataclass(frozen=True)
class _Size:
    """How many elements a tree has, how many of them are pieces or cards, how many are maps,
    and in how many characters the pieces are defined."""

    elements: int
    slots: int
    maps: int
    defined: int

    @classmethod
    def of(cls, root: Component) -> _Size:
        elements = slots = 0
        for part in root.walk():
            elements += 1
            slots += isinstance(part, PieceSlot)
        return cls(elements, slots, maps(root), defined(root))

    def __add__(self, other: _Size) -> _Size:
        return _Size(
            self.elements + other.elements,
            self.slots + other.slots,
            self.maps + other.maps,
            self.defined + other.defined,
        )

    def check(self) -> None:
        """GraftError for a tree larger than any module's."""
        if self.elements > limits.ELEMENTS:
            raise GraftError(Saying(MANY_ELEMENTS, n=limits.ELEMENTS))
        if self.slots > limits.SLOTS:
            raise GraftError(Saying(MANY_PIECES, n=limits.SLOTS))
        if self.maps > limits.MAPS:
            raise GraftError(Saying(MANY_MAPS, n=limits.MAPS))
        if self.defined > limits.DEFINITIONS:
            raise GraftError(Saying(LONG_PIECES, n=limits.DEFINITIONS))


def _height(part: Component) -> int:
    return 1 + max(map(_height, part.children), default=0)
