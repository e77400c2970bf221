"""XML that strangers wrote: parsed within bounds, and without what reaches beyond the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from builder import limits
from builder.saying import Saying

if TYPE_CHECKING:
    from lxml.etree import _Element

_ATTRIBUTE = re.compile(rb"\s[^\s=<>\"']+\s*=\s*[\"']")


def _attributes(part: bytes) -> int:
    """At least as many as the element that begins a part has: the parser's work grows with their
    square. Zeros are taken out because of UTF-16."""
    if part.count(b"=") <= limits.ATTRIBUTES:
        return 0
    return len(_ATTRIBUTE.findall(part.replace(b"\0", b"")))


def parse(data: bytes) -> _Element:
    """XML from a stranger: no entities, no DTD, no network.

    Raises ValueError with the parser's reason and line.
    """
    from lxml import etree

    if any(_attributes(part) > limits.ATTRIBUTES for part in data.split(b"<")):
        text = "an element has more than {n:,} attributes, which no module needs"
        raise ValueError(Saying(text, n=limits.ATTRIBUTES))
    if data.count(b"<") - data.count(b"</") > limits.ELEMENTS:
        text = "it has more than {n:,} elements, which no module needs"
        raise ValueError(Saying(text, n=limits.ELEMENTS))
    if data.count(b"Slot ") > limits.SLOTS and len(_SLOT.findall(data)) > limits.SLOTS:
        text = "it has more than {n:,} pieces, which no module needs"
        raise ValueError(Saying(text, n=limits.SLOTS))
    # Without huge_tree the parser refuses texts and attributes of more than 10 MB by itself.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_pis=True
    )
    doctype = Saying("it declares a document type, which no file of VASSAL does")
    if _DOCTYPE.match(data):
        raise ValueError(doctype)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(_reason(str(error.msg))) from None
    if root.getroottree().docinfo.doctype:  # type: ignore[union-attr]
        raise ValueError(doctype)
    return root


def _reason(told: str) -> str:
    """Why the parser gave up, without its advice to those who call it."""
    if _TOO_LONG.search(told):
        return Saying("one text in it is longer than 10 MB, which no module needs")
    return _ADVICE.sub("", " ".join(told.split()))


def parse_drawing(data: bytes) -> _Element:
    """A drawing in SVG: as `parse`, but a document type that declares nothing, or short words for
    plain texts as Illustrator writes them, is passed over, and the words are put in."""
    return parse(_spelled_out(_PLAIN_DOCTYPE.sub(b"", in_utf8(data), count=1)))


def in_utf8(data: bytes) -> bytes:
    """A drawing as most are written: programs save them with a mark of order, in UTF-16 or even in
    UTF-32, too, and what is looked for in their bytes is UTF-8. As it is where its beginning tells
    none of them."""
    for begin, encoding in _ENCODINGS.items():
        if data.startswith(begin):
            text = data.decode(encoding, "replace").removeprefix("\ufeff")
            return _DECLARATION.sub("", text, count=1).encode()
    return data


def _spelled_out(data: bytes) -> bytes:
    """The drawing with the texts in place of the words that its document type declares for them;
    as it is where it declares anything else, which `parse` then refuses."""
    found = _WORDY_DOCTYPE.search(data)
    if found is None:
        return data
    texts = {word: text[1:-1] for word, text in _WORD.findall(found[1])}
    grown = sum(data.count(b"&%s;" % word) * len(text) for word, text in texts.items())
    if len(data) + grown > int(limits.DRAWING):  # because each word may stand there a million times
        return data
    rest = data[: found.start()] + data[found.end() :]
    return _REFERENCE.sub(lambda it: texts.get(it[1], it[0]), rest)


_ENCODINGS = {
    b"\xef\xbb\xbf": "utf-8",
    b"\xff\xfe\0\0": "utf-32-le",
    b"\0\0\xfe\xff": "utf-32-be",
    b"<\0\0\0": "utf-32-le",
    b"\0\0\0<": "utf-32-be",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
    b"<\0": "utf-16-le",
    b"\0<": "utf-16-be",
}
"""Encodings by how a drawing begins in them; those of more zeros come first."""

_DECLARATION = re.compile(r"\s*<\?xml\s[^>]{0,400}\?>")
"""What names an encoding that is no longer that of the drawing."""

_PLAIN_DOCTYPE = re.compile(rb"<!DOCTYPE\s[^\[\]<>]{0,400}>")
_DECLARED = (
    rb"<!ENTITY\s{1,9}[A-Za-z_][\w.-]{0,40}\s{1,9}"
    rb"(?:\"[^\"<&%]{0,200}\"|'[^'<&%]{0,200}')\s{0,9}>"
)
_WORDY_DOCTYPE = re.compile(
    rb"<!DOCTYPE\s[^\[\]<>]{0,400}\[\s{0,99}((?:" + _DECLARED + rb"\s{0,99}){1,40})\]\s{0,99}>"
)
_WORD = re.compile(rb"<!ENTITY\s+([\w.-]+)\s+(\"[^\"]*\"|'[^']*')")
_REFERENCE = re.compile(rb"&([A-Za-z_][\w.-]{0,40});")
_TOO_LONG = re.compile(r"Buffer size limit|Text node too long|too big found")
_SLOT = re.compile(rb"<VASSAL\.build\.widget\.(?:Piece|Card)Slot\b")
_DOCTYPE = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?[^>]{0,400}\?>)?\s*<!DOCTYPE")
_ADVICE = re.compile(
    r", (?:use|see|try) XML\w+(?: option)?|, see xml\w+\.?"
)  # to those who call libxml2


def xml_text(text: str) -> str:
    """The text without the control characters that XML cannot hold."""
    return _FORBIDDEN.sub("", text)


_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
