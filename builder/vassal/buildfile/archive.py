"""A module's archive: entries read one at a time, within limits, from a file nobody vouches for."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import IO, Any

from builder import limits
from builder.files import write_whole
from builder.saying import AsWritten, Saying, quoting
from builder.vassal.buildfile.counting import more_than
from builder.vassal.buildfile.in_order import is_read_as_listed

igzip: Any = None
with suppress(ImportError):  # it is not made for every processor
    from isal import isal_zlib

    igzip = isal_zlib

_ENCRYPTED = 1

NO_ENTRY = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)
"""What is raised for an entry that cannot be read: damaged, encrypted, in an unknown packing."""

_FIXED_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that a ZIP can say
_NEEDED = ("buildFile.xml", "buildFile", "moduledata")
_ONLY = (*_NEEDED, "savedGame", "savedata")
"""Entries of which there is one: of two with a name some programs read the first, others the last,
so that a file would be another game in each."""
_PACKED_ALREADY = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".mp3", ".ogg", ".zip", ".vsav")


class ArchiveError(ValueError):
    """The file cannot be used. `what` is a clause such as "it was cut off"; the message is
    `file: what`."""

    def __init__(self, file: Path, what: str) -> None:
        super().__init__(Saying("{file}: {what}", file=AsWritten(file), what=what))
        self.file = file
        self.what = what


@dataclass(frozen=True)
class Entry:
    """One entry as the archive's directory describes it; sizes in bytes."""

    name: str
    size: int
    packed: int
    check: int = 0
    """The checksum of its bytes (CRC-32)."""


BOMB = "It would unpack to more than any module's file, as in a zip bomb; it was not read."
"""What is told of an entry that was spared."""


class Archive(Mapping[str, bytes]):
    """The entries of a ZIP by name, read when asked for.

    Raises ArchiveError on opening for what is no ZIP, is cut off, unpacks to more than the limits,
    or has an entry whose name leads out of the folder; and on reading for an entry that is damaged.
    With a `stream`, such as an archive within an archive, `path` only names it in errors.

    With `spare` a zip bomb that is not the module's tree is not read, as if it was not there;
    `spared` are the names of such. A name that leads out makes the whole archive unfit. With
    `doubled` an entry of which there should be one may stand in it twice, for who tells that.
    """

    def __init__(
        self,
        path: Path,
        stream: IO[bytes] | None = None,
        *,
        spare: bool = False,
        doubled: bool = False,
    ) -> None:
        self.path = path
        if stream is None and path.is_dir():
            raise ArchiveError(path, "this is a folder; name the .vmod file")
        if stream is None and path.exists() and not path.is_file():  # a pipe is read for ever
            raise ArchiveError(path, "this is no plain file; name the .vmod file")
        try:
            if count := _far_too_many(path, stream):
                raise ArchiveError(path, _too_many(count))
            self._zip = zipfile.ZipFile(path if stream is None else stream)
            infos = [i for i in self._zip.infolist() if i.filename and not i.is_dir()]
        except FileNotFoundError:
            raise ArchiveError(path, "there is no such file: correct its name") from None
        except ArchiveError:
            raise
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
            raise ArchiveError(
                path, "this is no complete ZIP archive; it may be cut off, so fetch it again"
            ) from None
        self.spared = tuple(i.filename for i in infos if spare and _is_spare(i))
        infos = [i for i in infos if i.filename not in self.spared]
        self._infos = {info.filename: info for info in infos}
        self.entries = tuple(Entry(i.filename, i.file_size, i.compress_size, i.CRC) for i in infos)
        reason = _refusal(self.entries, doubled)
        if reason:
            self._zip.close()
            raise ArchiveError(path, reason)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def __iter__(self) -> Iterator[str]:
        return iter(self._infos)

    def __len__(self) -> int:
        return len(self._infos)

    def __contains__(self, name: object) -> bool:
        return name in self._infos

    def __getitem__(self, name: str) -> bytes:
        return self.read(name, limits.ENTRY)

    def is_first_read(self, name: str) -> bool:
        """Whether who reads the file from its first byte on comes to this entry by others of the
        directory alone, as VASSAL comes to a save."""
        stream, info = self._zip.fp, self._infos[name]
        if _is_longer(self._zip, info):  # which is told when it is read
            return True
        return stream is not None and is_read_as_listed(stream, self._zip.infolist(), info)

    def text(self, name: str) -> bytes:
        """An entry that holds text, which has a lower limit."""
        return self.read(name, limits.MODULE_TEXT)

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of an entry; KeyError if there is none, ArchiveError if there are more."""
        info = self._infos[name]
        if not (info.file_size or info.compress_size or info.flag_bits & _ENCRYPTED):
            return b""  # of which there may be tens of thousands
        data = _read_quickly(self._zip, info, limit)
        if data is not None:
            return data
        try:
            with open_entry(self._zip, info) as stream:
                data = stream.read(limit + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError):
            what = quoting("the entry {name} is damaged; fetch the file again", name=repr(name))
            raise ArchiveError(self.path, what) from None
        except (RuntimeError, NotImplementedError):
            what = quoting(
                "the entry {name} is encrypted or packed in a way that VASSAL cannot read; pack it "
                "as a plain ZIP",
                name=repr(name),
            )
            raise ArchiveError(self.path, what) from None
        if len(data) > limit:
            what = quoting(
                "the entry {name} unpacks to more than {n} MB, which no module needs: take it out",
                name=repr(name),
                n=limit >> 20,
            )
            raise ArchiveError(self.path, what)
        return data


_LONG = 1 << 16
"""Packed bytes of an entry of which another unpacker pays."""


def _read_quickly(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> bytes | None:
    """A long and sound entry in half the time; None for any other, so that one way alone says what
    is wrong with it."""
    is_packed = info.compress_type == zipfile.ZIP_DEFLATED and not info.flag_bits & _ENCRYPTED
    if igzip is None or not is_packed or info.compress_size < _LONG or info.file_size > limit:
        return None
    if _is_longer(archive, info):
        return None
    as_it_lies = copy(info)
    as_it_lies.compress_type, as_it_lies.file_size = zipfile.ZIP_STORED, info.compress_size
    del as_it_lies.CRC  # that of the unpacked bytes
    try:
        with archive.open(as_it_lies) as stream:
            packed = stream.read()
        unpacking = igzip.decompressobj(-zlib.MAX_WBITS)
        data: bytes = unpacking.decompress(packed, info.file_size + 1)
    except (igzip.error, *NO_ENTRY):
        return None
    is_whole = unpacking.eof and len(data) == info.file_size
    return data if is_whole and igzip.crc32(data) == info.CRC else None


def _is_longer(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bool:
    """Whether an entry says that it is longer than all that is there: room would be made for it."""
    stream = archive.fp
    return stream is not None and info.compress_size > stream.seek(0, SEEK_END)


def open_entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> IO[bytes]:
    """Open an entry that is packed as Java can unpack it; NotImplementedError for other packings,
    because LZMA would take as much memory as the entry says."""
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotImplementedError("VASSAL does not know this packing")
    if _is_longer(archive, info):
        raise zipfile.BadZipFile("longer than the archive")
    return archive.open(info)


def _is_bomb(size: int, packed: int) -> bool:
    """Whether an entry unpacks to more than anything that a module holds."""
    bomb = size > limits.RATIO * max(packed, 1)  # art shrinks to a half at best
    return (bomb and size > limits.RATIO_FROM) or size > limits.ENTRY


def _is_spare(info: zipfile.ZipInfo) -> bool:
    """Whether an entry is a bomb that a module can do without: a picture, a sound, a save."""
    if info.filename in _NEEDED or leads_out(info.filename):
        return False
    return _is_bomb(info.file_size, info.compress_size)


def _refusal(entries: Iterable[Entry], doubled: bool) -> str:
    """Why these entries are not to be touched, or nothing."""
    total = count = 0
    only = set(_ONLY)
    for entry in entries:
        count += 1
        total += entry.size
        if entry.name in _ONLY:
            if entry.name not in only and not doubled:
                return quoting(
                    "the entry {name} stands in it twice, and programs differ in which of them "
                    "they read: have it written anew",
                    name=repr(entry.name),
                )
            only.discard(entry.name)
        if leads_out(entry.name):
            return quoting(
                "the entry {name} leads out of the archive's folder; nothing was read",
                name=repr(entry.name),
            )
        if _is_bomb(entry.size, entry.packed):
            return quoting(
                "the entry {name} would unpack from {size:,} to {size2:,} bytes, as in a zip "
                "bomb; nothing was read",
                name=repr(entry.name),
                size=entry.packed,
                size2=entry.size,
            )
    if count > limits.ENTRIES:
        return _too_many(count)
    if total > limits.ARCHIVE:
        return quoting(
            "it would unpack to {size:,} MB, more than {most:,} MB",
            size=total >> 20,
            most=limits.ARCHIVE >> 20,
        )
    return ""


def _far_too_many(path: Path, stream: IO[bytes] | None) -> int:
    """The number of entries, if there are more than an archive may have; else 0."""
    if stream is not None:
        return more_than(limits.ENTRIES, stream)
    with path.open("rb") as file:
        return more_than(limits.ENTRIES, file)


def _too_many(count: int) -> Saying:
    return quoting(
        "it has {count:,} entries, more than the {most:,} that any module needs",
        count=count,
        most=limits.ENTRIES,
    )


def leads_out(name: str) -> bool:
    """Whether an entry's name could be written outside of the folder it is unpacked in."""
    return bool(
        "\0" in name
        or name.startswith(("/", "\\"))
        or re.match(r"[A-Za-z]:", name)
        or ".." in re.split(r"[/\\]", name)
    )


def write_archive(path: Path, entries: Iterable[tuple[str, bytes]]) -> None:
    """Write a ZIP in the order given; the same entries give the same bytes."""
    write_whole(path, archive_bytes(entries))


def archive_bytes(entries: Iterable[tuple[str, bytes]], level: int = 6) -> bytes:
    """A ZIP in memory: what is written to disk, or a save that goes into a module."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in entries:
            archive.writestr(_info(name), data, compresslevel=level)
    return stream.getvalue()


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _FIXED_DATE)
    packed = name.lower().endswith(_PACKED_ALREADY)
    info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix, whatever machine writes it
    info.external_attr = 0o644 << 16
    return info
