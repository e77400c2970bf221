"""Drawings in SVG as pixels: what they borrow from other drawings put in, nothing else fetched."""

from __future__ import annotations

import io
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from builder import limits
from builder.adopt.pen import FAILED, BrokenPenError, Job, Pen

if TYPE_CHECKING:
    from concurrent.futures import Future

    from lxml.etree import _Element
    from PIL.Image import Image

    from builder.vassal.module_shape import Size

MOST_PIXELS = int(limits.TAKEN_FACE)
MOST_BYTES = int(limits.DRAWING)
_LINK = "{http://www.w3.org/1999/xlink}href"
_SVG = "http://www.w3.org/2000/svg"
_DEEPEST = 6
_KINDS = {"iVBORw": "png", "/9j/": "jpeg", "R0lGOD": "gif"}
"""How pictures begin in base64."""


def _by_content(link: str) -> str:
    """A picture within a drawing under the kind that its first bytes tell, because editors write
    kinds such as img/png that VASSAL's reader does not look at."""
    head, comma, data = link.partition(",")
    if not comma or not head.endswith(";base64"):
        return link
    begin = data.lstrip()[:6]
    kind = next((kind for start, kind in _KINDS.items() if begin.startswith(start)), "")
    return f"data:image/{kind};base64,{data}" if kind else link


@dataclass(frozen=True)
class Drawings:
    """The drawings of a module; `other` gives the bytes of one by name, None if there is none."""

    other: Callable[[str], bytes | None]

    def rendered(self, data: bytes, zoom: float, size: Size | None = None) -> Image:
        """The drawing in pixels, `zoom` times as large as it says; `size` is what it says, for who
        has looked already.

        ValueError for what is none or too large.
        """
        return _opened(self._pen.drawn(*self.job(data, zoom, size)))

    def taken(self, coming: Future[bytes]) -> Image:
        """A drawing in pixels that was begun before it was asked for; ValueError as `rendered`."""
        if self._pen.gives_up:  # as if all had been drawn one after the other
            raise ValueError(FAILED)
        try:
            return _opened(coming.result())
        except BrokenPenError as error:
            self._pen.lose(error.text)
            raise

    def job(self, data: bytes, zoom: float, size: Size | None = None) -> Job:
        """What is to be drawn, in how many pixels; ValueError as `rendered`."""
        from builder.vassal.module_shape import image_size

        if len(data) > MOST_BYTES:
            raise ValueError("the drawing is larger than 16 MB")
        size = size or image_size(data)
        if size is None or not (size[0] > 0 and size[1] > 0):
            raise ValueError("the drawing does not say how large it is")
        if size[0] * size[1] * zoom * zoom > MOST_PIXELS:
            raise ValueError("the drawing is too large")
        wide, high = (round(side * zoom) for side in size)
        return self._alone(data), wide, high

    @cached_property
    def _pen(self) -> Pen:
        return Pen()

    def _alone(self, data: bytes) -> str:
        """The drawing with parts of others put in; pictures it would fetch are taken off."""
        from lxml import etree

        from builder.vassal.strangers_xml import parse_drawing

        root = parse_drawing(data)
        self._put_in(root, 0, [int(limits.DRAWING_PARTS)])
        for picture in [*root.iter("{*}image", "{*}feImage")]:
            link = picture.get(_LINK) or picture.get("href") or ""
            parent = picture.getparent()
            if link.startswith("data:"):
                for key in (_LINK, "href"):
                    if key in picture.attrib:
                        picture.set(key, _by_content(picture.get(key, "")))
            elif parent is not None and not link.startswith("#"):
                parent.remove(picture)
        return str(etree.tostring(root, encoding="unicode"))

    def _put_in(self, root: _Element, depth: int, left: list[int]) -> None:
        """Put the borrowed parts where they are used; `left` is how many more may be."""
        for use in [*root.iter("{*}use")]:
            name, sharp, id_ = (use.get(_LINK) or use.get("href") or "").partition("#")
            parent = use.getparent()
            if not name or not sharp or parent is None:
                continue
            found = None
            if depth < _DEEPEST and left[0] > 0:
                found = self._parts(name.rpartition("/")[2]).get(id_)
            if found is None:
                parent.remove(use)
                continue
            left[0] -= 1
            part = deepcopy(found)
            part.attrib.pop("id", "")
            self._put_in(part, depth + 1, left)
            parent.replace(use, _group(use, part))

    @cached_property
    def _parsed(self) -> dict[str, dict[str, _Element]]:
        return {}

    def _parts(self, name: str) -> dict[str, _Element]:
        """The parts of another drawing by their ids."""
        from builder.vassal.strangers_xml import parse_drawing

        if name not in self._parsed:
            data = self.other(name)
            try:
                tree = parse_drawing(data) if data and len(data) <= MOST_BYTES else None
            except ValueError:
                tree = None
            parts = [] if tree is None else [part for part in tree.iter() if part.get("id")]
            self._parsed[name] = {part.get("id") or "": part for part in parts}
        return self._parsed[name]


def _opened(made: bytes) -> Image:
    from PIL import Image

    with Image.open(io.BytesIO(made), formats=("PNG",)) as picture:
        return picture.convert("RGBA")


def _group(use: _Element, part: _Element) -> _Element:
    """A borrowed part as it is used: moved, and with the colours of the use."""
    group = use.makeelement(f"{{{_SVG}}}g", {})
    for attribute in ("style", "fill", "stroke"):
        if value := use.get(attribute):
            group.set(attribute, value)
    moved = f"translate({use.get('x') or 0} {use.get('y') or 0})"
    group.set("transform", f"{use.get('transform', '')} {moved}".strip())
    if str(part.tag).rpartition("}")[2] == "symbol":
        part.tag = f"{{{_SVG}}}svg"
        for attribute in ("width", "height"):
            if value := use.get(attribute):
                part.set(attribute, value)
    group.append(part)
    return group
