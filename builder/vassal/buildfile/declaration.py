"""How a build-file component is declared: its fields say how it is read and written."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, cast

from builder.vassal.declared import Declared
from builder.vassal.kinds import Kind


@dataclass(frozen=True)
class Attribute:
    """One XML attribute of a component, as its declaration describes it."""

    field: str
    xml: str
    kind: Kind
    default: Any
    optional: bool  # None is a value, and means that the attribute is not written


class Component(Declared):
    """One component of a module: an immutable value with typed fields.

    A subclass names its Java class with `tag`, the components that it may hold with `holds`
    (class names here, separated by blanks), and declares its attributes in VASSAL's order.
    `content` is the element's own text where it has one. `verbatim` keeps attributes that are not
    declared, or whose text is no value of the declared kind, exactly as they were read.
    """

    TAG: ClassVar[str] = ""
    HOLDS: ClassVar[tuple[str, ...]] = ()
    _attributes: ClassVar[tuple[Attribute, ...]]

    children: tuple[Component, ...] = ()
    content: str = ""
    verbatim: tuple[tuple[str, str], ...] = ()

    def __init_subclass__(cls, *, tag: str = "", holds: str | None = None) -> None:
        super().__init_subclass__()
        cls.TAG = tag
        if holds is not None:
            cls.HOLDS = tuple(holds.split())

    @classmethod
    def _finish(cls) -> None:
        # Comparing and printing are inherited: each class would take time to make its own.
        dataclass(frozen=True, kw_only=True, eq=False, repr=False)(cls)

    def _values(self) -> tuple[Any, ...]:
        names = (declared.name for declared in dataclasses.fields(cast(Any, self)))
        return tuple(getattr(self, name) for name in names)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        set_ = (
            f"{declared.name}={getattr(self, declared.name)!r}"
            for declared in dataclasses.fields(cast(Any, self))
            if getattr(self, declared.name) != declared.default
        )
        return f"{type(self).__name__}({', '.join(set_)})"

    @property
    def tag(self) -> str:
        """The Java class that VASSAL makes of it."""
        return self.TAG

    def holding(self, *children: Component | Iterable[Component] | None) -> Self:
        """This component with more children; groups are laid flat, None is left out."""
        added: list[Component] = []
        for child in children:
            if isinstance(child, Component):
                added.append(child)
            elif child is not None:
                added.extend(child)
        return self.replace(children=(*self.children, *added))

    def replace(self, **changes: Any) -> Self:
        """This component with other values in the named fields."""
        return cast(Self, dataclasses.replace(cast(Any, self), **changes))

    def walk(self) -> Iterator[Component]:
        """This component and everything in it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    @classmethod
    def attributes(cls) -> tuple[Attribute, ...]:
        """The declared attributes, in VASSAL's order."""
        if "_attributes" not in cls.__dict__:
            cls._attributes = tuple(_described(cls))
        return cls._attributes

    def encoded(self) -> dict[str, str]:
        """XML attribute names and texts, in alphabetical order, as VASSAL writes them.

        Raises ValueError with component and attribute for a value that its kind does not know.
        """
        texts = {}
        for attribute in self.attributes():
            value = getattr(self, attribute.field)
            if value is None and attribute.optional:
                continue
            try:
                texts[attribute.xml] = attribute.kind.encode(value)
            except ValueError as error:
                raise ValueError(f"{type(self).__name__}.{attribute.xml}: {error}") from None
        texts.update(self.verbatim)
        return dict(sorted(texts.items()))

    @classmethod
    def decoded(
        cls, texts: Mapping[str, str], content: str = "", children: Iterable[Component] = ()
    ) -> Self:
        """The component of these XML attributes; what is missing takes VASSAL's default."""
        known = {attribute.xml: attribute for attribute in cls.attributes()}
        fields: dict[str, Any] = {}
        verbatim = []
        for name, written in texts.items():
            try:
                attribute = known[name]
                fields[attribute.field] = attribute.kind.decode(written)
            except (KeyError, ValueError):
                verbatim.append((name, written))
        return cls(
            **fields, content=content, children=tuple(children), verbatim=tuple(sorted(verbatim))
        )


class Unknown(Component):
    """An element that no declaration describes, kept as it stands."""

    name: str = ""

    @property
    def tag(self) -> str:
        """The element's name as read."""
        return self.name


def _described(cls: type[Component]) -> Iterator[Attribute]:
    for declared in dataclasses.fields(cast(Any, cls.finished())):
        about = declared.metadata
        if "kind" in about:
            xml = about["xml"] or _camel_case(declared.name)
            yield Attribute(declared.name, xml, about["kind"], declared.default, about["optional"])


def _camel_case(name: str) -> str:
    head, *tail = name.rstrip("_").split("_")
    return head + "".join(word[0].upper() + word[1:] for word in tail)
