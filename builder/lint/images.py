"""Images and sounds: missing, unused, unreadable, too large."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.drawing.useless import Fault, fault_of, is_svg
from builder.lint.engine import ENGINE_IMAGES
from builder.lint.findings import Finding, listed
from builder.lint.subject import Subject
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.archive import BOMB
from builder.vassal.buildfile.declaration import Unknown
from builder.vassal.module_shape import image_size
from builder.vassal.traits.actions import PlaySound
from builder.vassal.traits.appearance import Layer
from builder.vassal.traits.core import BasicPiece
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.movement import MarkMoved
from builder.vassal.traits.secrecy import Mask

_WORDS = re.compile(r"[^;,/\t\\\"|:<>=&'+]+")
_PAGES = (".htm", ".html", ".txt", ".css")
LARGE = 100_000_000
"""Pixels from which a picture is told as large: 400 MB when unpacked."""
_UNREAD = {
    Fault.OTHER_KIND: "it is of a kind that VASSAL does not show, such as WebP or ICO.",
    Fault.SIZELESS: (
        "the drawing does not say how large it is in a unit that VASSAL reads (px, pt, pc, mm, cm, "
        "in), or is far too large."
    ),
    Fault.NO_DRAWING: "the drawing is damaged, or asks for more than any drawing needs.",
    Fault.SCANS: "it is a JPEG in more than 100 scans, each of which goes over all its pixels.",
    Fault.CUT_OFF: "the end of its file is missing.",
    Fault.FEW_ROWS: "it has fewer rows of pixels than it says.",
    Fault.NO_PICTURE: "it is no image.",
    Fault.DAMAGED: "it is damaged.",
}
DRAWING_UNDER_ANOTHER_NAME = "it is a drawing in SVG, and VASSAL wants a name that ends in .svg."
NO_DRAWING_OF_THAT_NAME = "its name ends in .svg, and it is no drawing in SVG."


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M301 to M307."""
    for name in subject.spared:
        yield Finding("M307", name, BOMB)
    drawn = {art.name for _, art in subject.all_of(c.GamePieceImage)}
    asked: dict[str, str] = {}
    for name, where in _asked(subject):
        asked.setdefault(name, where)
    present = {name.casefold(): name for name in subject.module.images}
    for name, where in asked.items():
        if name.startswith("/"):
            if name.startswith("/images/") and name[8:] not in ENGINE_IMAGES:
                yield Finding("M306", where, quoting("there is no {name}.", name=name))
        elif name not in drawn and not _found(subject, name):
            near = present.get(name.casefold())
            hint = (
                quoting("The module has {word}: VASSAL minds the case.", word=near) if near else ""
            )
            yield Finding("M301", where, quoting("there is no image {name}.", name=name), hint)
    yield from _unused(subject)
    yield from _unreadable(subject)
    yield from _sounds(subject)


def _found(subject: Subject, name: str) -> bool:
    """Whether VASSAL finds the image, in the module or among its own."""
    own = name in ENGINE_IMAGES or f"{name}.gif" in ENGINE_IMAGES
    spared = any(f"images/{name}{end}" in subject.spared for end in ("", ".gif"))
    return own or spared or subject.module.find_image(name) is not None


def _asked(subject: Subject) -> Iterator[tuple[str, str]]:
    """Names of images, with the place that asks for each."""
    for place in subject.places:
        part = place.component
        for attribute in part.attributes():
            if attribute.kind.name == "image":
                yield from _real(str(getattr(part, attribute.field) or ""), str(place))
        if isinstance(part, c.Option) and part.name.endswith("Icon"):
            yield from _real(part.content, str(place))
    for piece in [*subject.pieces, *subject.prototypes]:
        for trait in piece.traits:
            for name in trait_images(trait):
                yield from _real(name, str(piece.place))


def trait_images(trait: Trait) -> tuple[str, ...]:
    """The images that a trait shows."""
    match trait:
        case BasicPiece() | MarkMoved():
            return (trait.image,)
        case Layer():
            return trait.images
        case Mask():
            return (trait.back_image, trait.display[1:] if trait.display[:1] == "G" else "")
    return ()


def _real(name: str, where: str) -> Iterator[tuple[str, str]]:
    if name and not name.startswith("{") and "$" not in name:
        yield name, where


def _unused(subject: Subject) -> Iterator[Finding]:
    """Images whose name stands nowhere, in whatever component, trait or page."""
    words: set[str] = set()
    texts: list[str] = []
    for place in subject.places:
        part = place.component
        texts.append(part.content)
        written = dict(part.verbatim) if isinstance(part, Unknown) else part.encoded()
        texts.extend(written.values())
    for name in subject.module.files:
        if name.lower().endswith(_PAGES):
            texts.append(subject.module.files[name].decode("utf-8", "replace"))
    for text in texts:
        words.update(_WORDS.findall(text))
    everything = "\n".join(texts)
    idle = [
        name
        for name in subject.module.images
        if name not in words and name.removesuffix(".gif") not in words and name not in everything
    ]
    if idle:
        size = sum(len(subject.module.images[name]) for name in idle)
        text = quoting(
            "{number}, {size:.1f} MB: {names}.",
            number=len(idle),
            size=size / 1e6,
            names=listed(sorted(idle)),
        )
        yield Finding("M302", "images", text)


def _unreadable(subject: Subject) -> Iterator[Finding]:
    for name in subject.module.images:
        if name.endswith("/"):
            continue
        data, where = subject.module.images[name], f"images/{name}"
        fault = fault_of(data)
        if fault and fault is not Fault.TOO_LARGE:
            yield Finding("M303", where, _UNREAD[fault])
        elif is_svg(data) and not name.endswith(".svg"):
            yield Finding("M303", where, DRAWING_UNDER_ANOTHER_NAME)
        elif name.endswith(".svg") and not is_svg(data):
            yield Finding("M303", where, NO_DRAWING_OF_THAT_NAME)
        else:
            yield from _too_large(data, where)


def _too_large(data: bytes, where: str) -> Iterator[Finding]:
    wide, high = image_size(data) or (0, 0)
    if wide * high > LARGE:
        text = quoting(
            "{width} x {height} pixels, {number:,.0f} MB unpacked.",
            width=wide,
            height=high,
            number=wide * high * 4 / 1e6,
        )
        yield Finding("M304", where, text)


def _sounds(subject: Subject) -> Iterator[Finding]:
    clips: dict[str, str] = {}
    for place, button in subject.all_of(c.DoActionButton):
        if button.do_sound:
            clips.setdefault(button.sound_clip, str(place))
    for piece in [*subject.pieces, *subject.prototypes]:
        for trait in piece.traits:
            if isinstance(trait, PlaySound):
                clips.setdefault(trait.clip, str(piece.place))
    for clip, where in clips.items():
        for name, _ in _real(clip, where):
            if f"sounds/{name}" not in (*subject.module.files, *subject.spared):
                yield Finding("M305", where, quoting("there is no sound {name}.", name=name))
