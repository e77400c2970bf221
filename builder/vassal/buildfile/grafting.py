"""What extensions add to a module's tree, put where each of their elements says it belongs.

An element names its place by steps from the root: the Java class of each component, and the name
that VASSAL's editor shows for it. They are looked for in what is there by then, so that one element
may add to what another has added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from builder.vassal.buildfile.xml import declared
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
MANY_PIECES = "with it the module has more than {n:,} pieces, which none needs: leave it out"


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
    made: Component | None = None
    _inside: list[_Spot] | None = None

    @property
    def inside(self) -> list[_Spot]:
        if self._inside is None:
            self._inside = [_Spot(child) for child in self.component.children]
        return self._inside

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
    _elements: int = field(init=False)
    _slots: int = field(init=False)

    def __post_init__(self) -> None:
        self._top = _Spot(self.root)
        self._elements, self._slots = _counted(self.root)

    def add(self, extension: ModuleExtension) -> None:
        """Put in what an extension adds. GraftError, with nothing put in, for an element whose
        place is not there, as VASSAL does without the whole extension then, and for a tree that
        grows larger than any."""
        put: list[tuple[_Spot, _Spot]] = []
        try:
            for element in extension.children:
                if isinstance(element, ExtensionElement) and element.children:
                    put.append(self._put(element))
            elements, slots = _counted(extension)
            if self._elements + elements > limits.ELEMENTS:
                raise GraftError(Saying(MANY_ELEMENTS, n=limits.ELEMENTS))
            if self._slots + slots > limits.SLOTS:
                raise GraftError(Saying(MANY_PIECES, n=limits.SLOTS))
        except BaseException:
            for target, _ in reversed(put):
                target.inside.pop()
            raise
        self._elements, self._slots = self._elements + elements, self._slots + slots
        self._added += (spot for _, spot in put)

    def _put(self, element: ExtensionElement) -> tuple[_Spot, _Spot]:
        """Put the component of an element in its place: that, and the new spot in it."""
        steps = path_of(element.target)
        target = _found(self._top, steps) or self._ensured(steps)
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
        spot = _Spot(brought)
        target.inside.append(spot)
        return target, spot

    def _ensured(self, steps: Sequence[Step]) -> _Spot | None:
        """The component of a path that VASSAL makes where a module or map has none."""
        around = _found(self._top, steps[:-1]) if steps else None
        if around is None:
            return None
        usual = _IN_MODULE if around is self._top else frozenset[str]()
        usual = _IN_MAP if isinstance(around.component, MapWindow) else usual
        known = declared().get(steps[-1].tag)
        if known is None or known.TAG not in usual:
            return None
        spot = _Spot(known())
        around.inside.append(spot)
        return spot

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


def _found(spot: _Spot, steps: Sequence[Step]) -> _Spot | None:
    """The component at the end of a path. Where none has the name, one of the class will do: the
    first at the end of the path, else the first that has the rest of it."""
    if not steps:
        return spot
    (tag, name), rest = steps[0], steps[1:]
    alike = [inside for inside in spot.inside if inside.component.tag == tag]
    for inside in alike:
        if called(inside.component, (spot.component for spot in inside.inside)) == name:
            return _found(inside, rest)
    return next((found for inside in alike if (found := _found(inside, rest))), None)


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


def _counted(root: Component) -> tuple[int, int]:
    """The elements of a tree, and how many of them are pieces or cards."""
    elements = slots = 0
    for part in root.walk():
        elements += 1
        slots += isinstance(part, PieceSlot)
    return elements, slots


def _height(part: Component) -> int:
    return 1 + max(map(_height, part.children), default=0)
