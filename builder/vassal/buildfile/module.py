"""A module as one value: the component tree, the images, the other files; read and written."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Self

from builder import limits
from builder.files import EVERYTHING, Looked, write_made
from builder.machine.budget import Budget
from builder.saying import AsWritten, Saying, quoting
from builder.spelling import spelled
from builder.vassal.buildfile.archive import Archive, ArchiveError, archive_bytes
from builder.vassal.buildfile.components import GameModule, ModuleExtension
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.gpids import next_free
from builder.vassal.buildfile.grafting import in_order
from builder.vassal.buildfile.metadata import NEVER, Metadata

BUILD_FILES = ("buildFile.xml", "buildFile")
ENGINE = "3.7.26"
"""The VASSAL version that modules are written for."""

_IMAGES = "images/"


class Extended(NamedTuple):
    """An extension that is in a module, as saves name it."""

    name: str
    version: str


@dataclass(frozen=True)
class Module:
    """A module: `root` is its build file, `images` their bytes by bare name, `files` the rest.

    `metadata` is what `moduledata` said when the module was read, None if there was none; writing
    makes it anew from the root. `build_file` is the entry that the build file was read from.
    `extensions` are those whose parts are in it, `added` those parts in the order they came. `mark`
    is by what its file is known from another of that name and version.
    """

    root: GameModule
    images: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    metadata: Metadata | None = None
    build_file: str = BUILD_FILES[0]
    extensions: tuple[Extended, ...] = ()
    added: tuple[Component, ...] = field(default=(), repr=False)
    mark: str = ""

    @classmethod
    def of(
        cls,
        name: str,
        version: str,
        components: Iterable[Component],
        *,
        description: str = "",
        vassal_version: str = ENGINE,
        images: Mapping[str, bytes] | None = None,
        files: Mapping[str, bytes] | None = None,
    ) -> Self:
        """A new module of these components, in the order in which the engine is to build them."""
        root = GameModule(
            name=name,
            version=version,
            vassal_version=vassal_version,
            description=description,
            children=tuple(components),
        )
        return cls(root, images or {}, files or {})

    @property
    def name(self) -> str:
        """The name by which saves find their module."""
        return self.root.name

    @property
    def version(self) -> str:
        """The module's own version."""
        return self.root.version

    def in_order(self) -> Iterator[Component]:
        """Its components in the order in which VASSAL builds them."""
        return in_order(self.root, self.added)

    def replace(self, **changes: Any) -> Self:
        """This module with other values in the named fields."""
        return dataclasses.replace(self, **changes)

    def find_image(self, name: str) -> str | None:
        """The image that VASSAL shows for a name: as given, decomposed, or with `.gif` added."""
        decomposed = spelled("NFD", name)
        for candidate in (name, decomposed, f"{name}.gif", f"{decomposed}.gif"):
            if candidate in self.images:
                return candidate
        return None


class Folder(Mapping[str, bytes]):
    """The entries of an archive under a prefix, read when asked for."""

    def __init__(self, archive: Archive, entries: Mapping[str, str]) -> None:
        self._archive = archive
        self._entries = entries

    def __getitem__(self, name: str) -> bytes:
        return self._archive[self._entries[name]]

    def __iter__(self) -> Any:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries


def read_module(path: Path) -> Module:
    """The module of a `.vmod`; images and files are read from it when they are asked for.

    Raises ArchiveError, one sentence, for a file that is no module or not to be trusted.
    """
    return module_of(Archive(path))


def module_of(archive: Archive) -> Module:
    """The module of an archive that is open already. TooMuchError for one that takes more than any
    module."""
    with Budget(limits.WORK, str(archive.path)):
        return _read(archive)


def _read(archive: Archive) -> Module:
    from builder.vassal.buildfile import xml

    metadata = None
    if "moduledata" in archive:
        try:
            metadata = Metadata.decode(archive.text("moduledata"))
        except ArchiveError:
            raise
        except ValueError as error:
            raise _unreadable(archive, "moduledata", error) from None
    build_file = build_file_of(archive, metadata)
    try:
        root = xml.from_bytes(archive.text(build_file))
    except ArchiveError:
        raise
    except ValueError as error:
        raise _unreadable(archive, build_file, error) from None
    if isinstance(root, ModuleExtension):
        what = "it is an extension of a module, not a module: open the module {name}"
        name = AsWritten(repr(root.module)) if root.module else Saying("that it belongs to")
        raise ArchiveError(archive.path, Saying(what, name=name))
    if not isinstance(root, GameModule):
        what = "{file} holds a {word}, which is no module: name a .vmod"
        raise ArchiveError(archive.path, quoting(what, file=build_file, word=root.tag))
    images = {name[len(_IMAGES) :]: name for name in archive if name.startswith(_IMAGES)}
    taken = {"moduledata", build_file, *images.values()}
    files = {name: name for name in archive if name not in taken}
    inside = Folder(archive, images), Folder(archive, files)
    return Module(root, *inside, metadata, build_file, mark=_mark(archive))


def mark_of(path: Path) -> str:
    """By what the file of a module is known from another of that name and version, without its
    build file being read. ArchiveError for what is no archive."""
    with Archive(path) as archive:
        return _mark(archive)


def _mark(archive: Archive) -> str:
    return " ".join(f"{one.check:08x}" for one in archive.entries if one.name in BUILD_FILES)


def build_file_of(archive: Archive, metadata: Metadata | None = None) -> str:
    """The entry that VASSAL would open, or the other one if only that is there. ArchiveError if
    there is neither."""
    old = metadata is not None and version_key(metadata.vassal_version) < (3, 5)
    for name in reversed(BUILD_FILES) if old else BUILD_FILES:
        if name in archive:
            return name
    if "savedGame" in archive:
        raise ArchiveError(archive.path, "this is a saved game or log; name the module instead")
    raise ArchiveError(
        archive.path, "it holds no buildFile.xml, so it is no VASSAL module: name a .vmod"
    )


def _unreadable(archive: Archive, entry: str, error: ValueError) -> ArchiveError:
    what = quoting(
        "{file} cannot be read: {text}; save the module anew in VASSAL's editor",
        file=entry,
        text=str(error),
    )
    return ArchiveError(archive.path, what)


def version_key(version: str) -> tuple[int, ...]:
    """The numbers of a VASSAL version; `3.7.26-beta1` compares as `3.7.26`."""
    numbers = []
    for part in version.partition("-")[0].split("."):
        if not part.isdecimal() or len(part) > 9:
            break
        numbers.append(int(part))
    return tuple(numbers)


def write_module(
    module: Module, path: Path, *, date_saved: int = NEVER, looked: Looked = EVERYTHING
) -> None:
    """Write a `.vmod`; the same module gives the same bytes. `date_saved` is in milliseconds.

    The root's `nextPieceSlotId` is raised above all gpids. Raises ValueError, before anything is
    written, for a component whose value the engine could not read.
    """
    write_made(path, archive_bytes(module_entries(module, date_saved=date_saved)), looked)


def module_entries(module: Module, *, date_saved: int = NEVER) -> list[tuple[str, bytes]]:
    """The archive's entries in the order in which they are written."""
    from builder.vassal.buildfile import xml

    root = module.root.replace(
        next_piece_slot_id=max(module.root.next_piece_slot_id, next_free(module.root))
    )
    metadata = Metadata(root.name, root.version, root.vassal_version, root.description, date_saved)
    return [
        ("moduledata", metadata.encode()),
        (BUILD_FILES[0], xml.to_bytes(root)),
        *((_IMAGES + name, module.images[name]) for name in sorted(module.images)),
        *((name, module.files[name]) for name in sorted(module.files)),
    ]
