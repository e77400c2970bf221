"""The ZIP files of VASSAL: what a file is by its content, and its entries read within limits."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO

from builder.vassal.errors import VassalFileError

# The largest game in the wild unpacks to 30 MB, half of it hex digits.
SAVED_GAME_LIMIT = 256 * 2**20
METADATA_LIMIT = 2**20
ENTRY_LIMIT = 512 * 2**20
MOST_ENTRIES = 100_000

SAVED_GAME = "savedGame"
SAVE_DATA = "savedata"
MODULE_DATA = "moduledata"
EXTENSION_DATA = "extensiondata"
BUILD_FILES = ("buildFile.xml", "buildFile")


class Kind(Enum):
    """What a ZIP of VASSAL's is, whatever its name ends in."""

    SAVE = "save"  # a log too: only its text tells
    MODULE = "module"
    EXTENSION = "extension"


@dataclass(frozen=True, slots=True)
class Metadata:
    """What `moduledata` or `savedata` says; `saved` is in milliseconds since 1970."""

    name: str = ""
    version: str = ""
    vassal_version: str = ""
    description: str = ""
    saved: int | None = None


class Archive:
    """An open file of VASSAL's. Use as a context manager; everything raises VassalFileError."""

    def __init__(self, file: Path, zipped: zipfile.ZipFile) -> None:
        self.file = file
        self._zip = zipped
        self.names = frozenset(zipped.namelist())

    @property
    def kind(self) -> Kind:
        """What the file is, as VASSAL's MetaDataFactory decides."""
        if SAVED_GAME in self.names:
            return Kind.SAVE
        if any(name in self.names for name in BUILD_FILES):
            return Kind.EXTENSION if EXTENSION_DATA in self.names else Kind.MODULE
        raise VassalFileError(
            self.file, "is a ZIP, but neither a save, a log, a module nor an extension of VASSAL"
        )

    def read(self, name: str, limit: int = ENTRY_LIMIT) -> bytes:
        """An entry's bytes, at most `limit` of them."""
        with _told(self.file, name):
            try:
                entry = self._zip.open(name)
            except KeyError:
                raise VassalFileError(self.file, f"has no entry {name}") from None
            with entry:
                data = entry.read(limit + 1)
        if len(data) > limit:
            raise VassalFileError(
                self.file, f"its entry {name} unpacks to more than {limit // 2**20} MB"
            )
        return data

    def metadata(self, name: str) -> Metadata | None:
        """What the entry `moduledata` or `savedata` says, or None when it is not there."""
        if name not in self.names:
            return None
        return read_metadata(self.read(name, METADATA_LIMIT), self.file, name)


@contextmanager
def _told(file: Path, name: str) -> Iterator[None]:
    try:
        yield
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,  # an entry with a password
        ValueError,
        OSError,
    ) as error:
        if isinstance(error, VassalFileError):
            raise
        raise VassalFileError(file, f"its entry {name} cannot be unpacked: it is damaged") from None


@contextmanager
def open_archive(
    file: Path | str | IO[bytes], named: Path | str | None = None
) -> Iterator[Archive]:
    """Open a save, log, module or extension; `named` is how errors call an unnamed stream."""
    path = Path(named or (file if isinstance(file, str | Path) else "the file"))
    try:
        zipped = zipfile.ZipFile(file)
    except FileNotFoundError:
        raise VassalFileError(path, "does not exist") from None
    except IsADirectoryError:
        raise VassalFileError(path, "is a folder, not a file of VASSAL's") from None
    except OSError as error:
        raise VassalFileError(path, f"cannot be opened: {error.strerror or 'unreadable'}") from None
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError):
        raise VassalFileError(path, _not_a_zip(file)) from None
    with zipped:
        if len(zipped.namelist()) > MOST_ENTRIES:
            raise VassalFileError(path, f"has more than {MOST_ENTRIES} entries")
        yield Archive(path, zipped)


def _not_a_zip(file: Path | str | IO[bytes]) -> str:
    try:
        if isinstance(file, str | Path):
            with open(file, "rb") as stream:
                head = stream.read(4)
        else:
            file.seek(0)
            head = file.read(4)
    except OSError:
        return "cannot be read"
    if not head:
        return "is empty"
    if head[:2] == b"PK":
        return "is a ZIP that was cut off or damaged; if it is being written, try again"
    return "is no file of VASSAL's: saves, logs and modules are ZIP files"


def read_metadata(data: bytes, file: Path | str | None, name: str) -> Metadata:
    """What a `moduledata` or `savedata` entry says. Raises VassalFileError."""
    from xml.etree import ElementTree

    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise VassalFileError(file, f"its entry {name} declares entities, which is refused")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        raise VassalFileError(file, f"its entry {name} is no XML") from None
    texts: dict[str, str] = {}
    for child in root:
        if "lang" not in child.attrib:
            texts.setdefault(child.tag, (child.text or "").strip())
    saved = texts.get("dateSaved", "")
    return Metadata(
        name=texts.get("name", ""),
        version=texts.get("version", ""),
        vassal_version=texts.get("VassalVersion", ""),
        description=texts.get("description", ""),
        saved=int(saved) if saved.isdecimal() and len(saved) < 20 else None,
    )


def write_metadata(metadata: Metadata, *, with_name: bool) -> bytes:
    """A `moduledata` (`with_name`) or `savedata` entry, its children in VASSAL's order."""
    from xml.etree import ElementTree

    root = ElementTree.Element("data", version="1")
    texts = {
        "version": metadata.version,
        "extra1": "",
        "extra2": "",
        "VassalVersion": metadata.vassal_version,
        "dateSaved": str(metadata.saved or 0),
        "description": metadata.description,
    }
    if with_name:
        texts["name"] = metadata.name
    for tag, text in texts.items():
        ElementTree.SubElement(root, tag).text = text or None
    ElementTree.indent(root)
    body: bytes = ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return body
