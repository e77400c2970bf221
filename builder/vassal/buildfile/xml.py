"""Components to XML elements and back, and the build file as bytes."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING

from builder import limits
from builder.saying import Saying
from builder.vassal.buildfile import components
from builder.vassal.buildfile.declaration import Component, Unknown
from builder.vassal.strangers_xml import parse, xml_text

if TYPE_CHECKING:
    from lxml.etree import _Element

_JAVA_SPACE = "".join(map(chr, range(33)))  # what String.trim() takes off


@functools.cache
def declared() -> dict[str, type[Component]]:
    """The declared components by element name."""
    found: list[tuple[str, type[Component]]] = inspect.getmembers(components, inspect.isclass)
    return {cls.TAG: cls for _, cls in found if cls.TAG}


def to_element(component: Component) -> _Element:
    """The component and its children as elements; ValueError for a value that cannot be written."""
    from lxml import etree

    element = etree.Element(component.tag)
    for name, written in component.encoded().items():
        element.set(name, xml_text(written))
    if component.content:
        element.text = xml_text(component.content)
    for child in component.children:
        element.append(to_element(child))
    return element


def from_element(element: _Element, depth: int = 0) -> Component:
    """The component that an element describes; what nobody declared is kept as it stands."""
    if depth > limits.ELEMENT_DEPTH:  # VASSAL's own modules nest about twelve deep
        raise ValueError(Saying("the components nest deeper than {n}", n=limits.ELEMENT_DEPTH))
    tag = str(element.tag)
    children = tuple(
        from_element(child, depth + 1) for child in element if isinstance(child.tag, str)
    )
    content = (element.text or "").strip(_JAVA_SPACE)
    texts = {str(name): str(written) for name, written in element.attrib.items()}
    cls = declared().get(tag)
    if cls is None:
        return Unknown(
            name=tag, content=content, children=children, verbatim=tuple(sorted(texts.items()))
        )
    return cls.decoded(texts, content, children)


def to_bytes(root: Component) -> bytes:
    """The build file, indented as VASSAL indents it."""
    from lxml import etree

    element = to_element(root)
    etree.indent(element, "    ")
    return etree.tostring(element, encoding="UTF-8", xml_declaration=True) + b"\n"


def from_bytes(data: bytes) -> Component:
    """The tree of a build file. Raises ValueError for what is no XML or declares entities, and for
    longer definitions or more maps than any module has."""
    root = from_element(parse(data))
    if defined(root) > limits.DEFINITIONS:
        text = "its pieces are defined in more than {n:,} characters, which no module needs"
        raise ValueError(Saying(text, n=limits.DEFINITIONS))
    if maps(root) > limits.MAPS:
        text = "it has more than {n:,} maps, which no module needs"
        raise ValueError(Saying(text, n=limits.MAPS))
    return root


def maps(root: Component) -> int:
    """How many maps a tree has, windows and hands of players among them."""
    return sum(isinstance(part, components.MapWindow) for part in root.walk())


def defined(root: Component) -> int:
    """The characters in which the pieces and prototypes of a tree are defined."""
    kinds = components.PieceSlot | components.PrototypeDefinition
    return sum(len(part.content) for part in root.walk() if isinstance(part, kinds))
