"""`moduledata`: what VASSAL's module manager shows without opening the module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder import limits
from builder.saying import quoting, shortened

if TYPE_CHECKING:
    from lxml.etree import _Element

NEVER = 315_532_800_000  # 1 January 1980 in milliseconds: the date of what is built without a date


@dataclass(frozen=True)
class Metadata:
    """The fields of `moduledata`; `date_saved` is in milliseconds since 1970."""

    name: str
    version: str
    vassal_version: str
    description: str = ""
    date_saved: int = NEVER

    def encode(self, *, named: bool = True) -> bytes:
        """The XML in the order in which VASSAL writes it (ModuleMetaData.addElements).

        `savedata`, which lies beside it in saves, is the same without the name.
        """
        from lxml import etree

        root = etree.Element("data", version="1")
        for tag, text in (
            ("version", self.version),
            ("extra1", ""),
            ("extra2", ""),
            ("VassalVersion", self.vassal_version),
            ("dateSaved", str(self.date_saved)),
            ("description", self.description),
            *([("name", self.name)] if named else []),
        ):
            etree.SubElement(root, tag).text = text or None
        return etree.tostring(root, encoding="UTF-8", xml_declaration=True, standalone=False)

    @classmethod
    def decode(cls, data: bytes) -> Metadata:
        """The fields by element name, in any order. Raises ValueError for what is no such XML."""
        from builder.vassal.strangers_xml import parse

        root = parse(data)
        if root.tag != "data":
            raise ValueError(quoting("its root is <{word}> instead of <data>", word=root.tag))
        date = _text(root, "dateSaved")
        return cls(
            name=shortened(_text(root, "name"), limits.VALUE),
            version=shortened(_text(root, "version"), limits.VALUE),
            vassal_version=shortened(_text(root, "VassalVersion")),
            description=_text(root, "description"),
            date_saved=int(date) if date.isdecimal() else NEVER,
        )


def _text(root: _Element, tag: str) -> str:
    """The text of the first such child that is no translation."""
    for child in root.iterchildren(tag):
        if "lang" not in child.attrib:
            return (child.text or "").strip()
    return ""
