"""A module with its extensions: which are there, which a save needs, and what they make of it.

VASSAL loads every extension that lies in the folder `NAME_ext` beside `NAME.vmod`, by name;
those in the folder `inactive` within are switched off. An extension has no other name than that of
its file, by which saves ask for it.
"""

from __future__ import annotations

import json
import sys
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import cast

from builder import limits
from builder.homes import below_home
from builder.machine.budget import Budget
from builder.saying import AsWritten, Saying, quoting
from builder.strangers_json import read_json
from builder.vassal.buildfile.archive import Archive, ArchiveError
from builder.vassal.buildfile.components import GameModule, ModuleExtension
from builder.vassal.buildfile.grafting import GraftError, Grafting
from builder.vassal.buildfile.module import (
    BUILD_FILES,
    Extended,
    Folder,
    Module,
    build_file_of,
    module_of,
    version_key,
)
from builder.vassal.commands import Extension as Needed
from builder.vassal.container import (
    EXTENSION_DATA,
    MODULE_DATA,
    Kind,
    kind_of,
    metadata_of,
    open_archive,
)
from builder.vassal.errors import VassalFileError
from builder.vassal.savedgame import SavedGame
from builder.vassal.secret import Passwords

Told = Callable[..., str]
"""Gives what a save says without passwords; with a second text, what of it its module has."""

WITHIN = "kessel-extensions.json"
"""The entry in which a module that Kessel built says which extensions are part of it now."""

SUFFIX = ".vmdx"
INACTIVE = "inactive"

_IMAGES = "images/"
_NOT_THERE = "there is no such file: write its path from the folder you are in, or the whole path"
_NO_EXTENSION = "it is no extension of a module: name a .vmdx"

_NO_BUILD_FILE = "it has no build file, so it is damaged: take it anew from where it came"


@dataclass(frozen=True)
class Extension:
    """An extension as its file holds it."""

    path: Path
    root: ModuleExtension = field(repr=False)
    images: Mapping[str, bytes] = field(repr=False)
    files: Mapping[str, bytes] = field(repr=False)

    @property
    def name(self) -> str:
        """What saves call it."""
        return name_of(self.path)


@dataclass(frozen=True)
class WholeModule:
    """A module with its extensions in it; `notes` tell, a sentence each, what is missing or does
    not fit. `archives` are those that it is read from, its own first."""

    module: Module
    notes: tuple[str, ...] = ()
    archives: tuple[Archive, ...] = ()

    @property
    def spared(self) -> tuple[str, ...]:
        """Entries that were not read, as they are zip bombs; see `Archive`."""
        return tuple(name for one in self.archives for name in one.spared)


def name_of(path: Path) -> str:
    """What VASSAL calls the extension in a file."""
    return path.stem


def folder_of(module: Path) -> Path:
    """Where VASSAL looks for the extensions of a module, whether there is such a folder or not."""
    return module.with_name(f"{module.stem}_ext")


def active(module: Path) -> list[Path]:
    """The extensions that VASSAL loads with a module, in its order."""
    return [path for path in _listed(folder_of(module)) if _is_extension(path)]


@contextmanager
def whole_module(
    archive: Archive,
    named: Sequence[Path] = (),
    save: SavedGame | None = None,
    beside: Sequence[Path] = (),
) -> Iterator[WholeModule]:
    """The module of an archive with the extensions that VASSAL loads with it and those `named`. Of
    those that a save needs one that VASSAL would not load is taken all the same if it can be found:
    switched off, beside the module, or in the folders `beside`. Those that VASSAL loads with every
    module are taken only if they are needed, because they are no part of this one.

    Images and files can be read inside of the `with`. ArchiveError for the module, and for an
    extension that was named and cannot be put in; any other of those is left out with a note.
    """
    module, found = module_of(archive), active(archive.path)
    needed = () if save is None else save.extensions
    told = Passwords().told if save is None else save.passwords.told
    if not (found or named or needed or WITHIN in archive):  # nothing is counted or looked for
        yield WholeModule(module, (), (archive,))
        return
    with ExitStack() as open_:
        adding = _Adding(module, archive, open_, told)
        with Budget(limits.EXTENSION_WORK, str(folder_of(archive.path) if found else archive.path)):
            asked = {_key(name_of(path)): path for path in named}
            adding.try_all([path for path in found if _key(name_of(path)) not in asked])
            for path in asked.values():
                adding.add(path)
            adding.look_for(needed, _kept)
            adding.look_for(needed, lambda: _others(archive.path, beside), NOT_LOADED)
            whole = adding.whole(needed)
        yield whole


@contextmanager
def open_module(path: Path, named: Sequence[Path] = ()) -> Iterator[WholeModule]:
    """The module of a `.vmod` with its extensions, without a save that needs any."""
    with Archive(path) as archive, whole_module(archive, named) as whole:
        yield whole


class _Adding:
    """A module on its way to one with extensions."""

    def __init__(self, module: Module, archive: Archive, open_: ExitStack, told: Told) -> None:
        self.module, self._told = module, told
        self.notes: list[str] = []
        self._grafting = Grafting(module.root)
        self._archives = [archive]
        self._open = open_
        self._added: list[Extension] = []
        self._left = set[str]()
        self._within = _within(archive)

    def add(self, path: Path) -> None:
        """Put in the extension in a file, unless it is part of the module already. ArchiveError, of
        that file, if it cannot be."""
        if self._has(name_of(path)):
            return
        # so that the one is told that asks for too much
        with Budget(limits.EXTENSION_WORK, str(path)):
            self._add(path)

    def _add(self, path: Path) -> None:
        if len(self._added) >= limits.EXTENSIONS:
            text = "it is one more than the {n} extensions that any module needs: leave some out"
            raise ArchiveError(path, Saying(text, n=limits.EXTENSIONS))
        if not path.is_file():
            raise ArchiveError(path, _NO_EXTENSION if path.exists() else _NOT_THERE)
        if not _is_text(path.name):
            raise ArchiveError(path, "its name is no text in UTF-8, as saves have it: rename it")
        archive = self._open.enter_context(Archive(path, spare=True))
        extension = extension_of(archive)
        self._check(extension)
        try:
            self._grafting.add(extension.root)
        except GraftError as error:
            raise ArchiveError(path, error.args[0]) from None
        self._remark(extension)
        self._archives.append(archive)
        self._added.append(extension)

    def try_(self, path: Path) -> bool:
        """The same for one that nobody named: a note tells that it cannot be put in."""
        try:
            self.add(path)
        except ArchiveError as error:
            text = "The extension {file} was left out: {why}."
            self.notes.append(quoting(text, file=repr(path.name), why=error.what))
            self._left.add(_key(name_of(path)))
            return False
        return True

    def try_all(self, paths: Sequence[Path]) -> None:
        """The same for as many as any module needs; one note tells of all others."""
        taken, left = paths[: limits.EXTENSIONS], paths[limits.EXTENSIONS :]
        for path in taken:
            self.try_(path)
        if left:
            self.notes.append(Saying(TOO_MANY, n=len(left), most=limits.EXTENSIONS))
            self._left.update(_key(name_of(path)) for path in left)

    def look_for(
        self, needed: Sequence[Needed], elsewhere: Callable[[], Sequence[Path]], note: str = ""
    ) -> None:
        """Put in what a save needs and what lies elsewhere, with a note of each."""
        lacking = [one for one in needed if not self._has(one.name)]
        files = {_key(name_of(path)): path for path in reversed(elsewhere())} if lacking else {}
        for one in lacking:
            path = files.get(_key(one.name))
            if path is not None and self.try_(path) and note:
                name = repr(self._told(one.name, name_of(path)))
                self.notes.append(quoting(note, name=name, file=AsWritten(path)))

    def _has(self, name: str) -> bool:
        there = (*self._within, *(extension.name for extension in self._added))
        return _key(name) in map(_key, there)

    def whole(self, needed: Sequence[Needed]) -> WholeModule:
        """The module with all that was put in, and what a save misses of it."""
        root, brought = self._grafting.grown()
        there = (
            *(Extended(*one) for one in self._within.items()),
            *(Extended(e.name, e.root.version) for e in self._added),
        )
        module = self.module.replace(
            root=root,
            images=_layered(self.module.images, (e.images for e in self._added)),
            files=_layered(self.module.files, (e.files for e in self._added)),
            extensions=there,
            added=brought,
        )
        folder = folder_of(self._archives[0].path)
        unsaid = [one for one in needed if _key(one.name) not in self._left]
        notes = (*self.notes, *missing(unsaid, there, self._told, folder))
        return WholeModule(module if there else self.module, notes, tuple(self._archives))

    def _check(self, extension: Extension) -> None:
        root, module = extension.root, self.module
        if not root.any_module and root.module and root.module != module.name:
            what = quoting(
                "it belongs to the module {module}, not to {module2}: leave it out, or take one "
                "that belongs to this module",
                module=repr(root.module),
                module2=repr(module.name),
            )
            raise ArchiveError(extension.path, what)

    def _remark(self, extension: Extension) -> None:
        root, module = extension.root, self.module
        if not root.any_module and version_key(root.module_version) > version_key(module.version):
            text = (
                "The extension {name} was made for version {version} of the module, which is "
                "version {version2} here: what it changes may be missing."
            )
            self.notes.append(
                quoting(
                    text,
                    name=repr(extension.name),
                    version=root.module_version,
                    version2=module.version,
                )
            )
        same = (e.name for e in self._added if e.root.extension_id == root.extension_id)
        other = next(same, None) if root.extension_id else None
        if other is not None:
            text = (
                "The extensions {name} and {name2} have the same id, so that a piece of one may be "
                "taken for one of the other."
            )
            self.notes.append(quoting(text, name=repr(other), name2=repr(extension.name)))


def missing(
    needed: Iterable[Needed], there: Iterable[Extended], told: Told, folder: Path | None = None
) -> Iterator[Saying]:
    """What to say of the extensions that a save was made with and that are not `there`, or in
    another version, without passwords; `folder` is where they can be put, None where what was read
    of the module is kept."""
    known = {_key(one.name): one for one in there}
    lacking = [one for one in needed if _key(one.name) not in known]
    if lacking:
        names = [AsWritten(f"'{told(one.name)}' {told(one.version)}") for one in lacking]
        text = NOT_TAKEN if folder is None else NOT_THERE
        yield Saying(text, n=len(names), names=names, folder=AsWritten(folder))
    for one in needed:
        here = known.get(_key(one.name))
        if here is not None and here.version != one.version:
            name, version = repr(told(one.name, here.name)), told(one.version, here.version)
            yield Saying(OTHER_VERSION, name=name, version=version, version2=here.version)


NOT_LOADED = (
    "VASSAL would not load the extension {name}, which the save needs: it was read from {file}."
)
TOO_MANY = (
    "{n} {n|extension was|extensions were} left out, because no module needs more than {most}: "
    "move those that this game does not need into the folder 'inactive'."
)
NOT_THERE = (
    "The save was made with the {n|extension|extensions} {names}, which {n|is|are} not there, so "
    "what {n|it adds|they add} is not known: put {n|it|them} into {folder}, or name {n|its file|"
    "their files} with --extension."
)
NOT_TAKEN = (
    "The save was made with the {n|extension|extensions} {names}, which {n|was|were} not there "
    "when the module was taken over or bound, so what {n|it adds|they add} is not known: do that "
    "again with {n|it|them}."
)
OTHER_VERSION = (
    "The save was made with version {version} of the extension {name}, and version {version2} was "
    "read: what has changed between them may be shown wrongly."
)


def _is_text(name: str) -> bool:
    """Whether a name of a file can be written down: one may be bytes of another alphabet."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _key(name: str) -> str:
    """By what two names of extensions are the same: those of files, on some systems in any case."""
    return name.casefold()


def extension_of(archive: Archive) -> Extension:
    """The extension of an archive. Raises ArchiveError, one sentence, for anything else."""
    from builder.vassal.buildfile import xml

    kind = kind_of(archive)
    if kind is None and EXTENSION_DATA in archive:
        raise ArchiveError(archive.path, _NO_BUILD_FILE)
    if kind is None or kind is Kind.SAVE:
        raise ArchiveError(archive.path, _NO_EXTENSION)
    name = build_file_of(archive, metadata_of(archive, EXTENSION_DATA))
    try:
        root = xml.from_bytes(archive.text(name))
    except ArchiveError:
        raise
    except ValueError as error:
        what = quoting(
            "{file} cannot be read: {text}; save the extension anew in VASSAL's editor",
            file=name,
            text=str(error),
        )
        raise ArchiveError(archive.path, what) from None
    if isinstance(root, GameModule):
        what = quoting(
            "it is a module, {module}, not an extension: name a .vmdx", module=repr(root.name)
        )
        raise ArchiveError(archive.path, what)
    if not isinstance(root, ModuleExtension):
        raise ArchiveError(archive.path, _NO_EXTENSION)
    images = {name[len(_IMAGES) :]: name for name in archive if name.startswith(_IMAGES)}
    taken = {MODULE_DATA, EXTENSION_DATA, *BUILD_FILES, *images.values()}
    files = {name: name for name in archive if name not in taken}
    return Extension(archive.path, root, Folder(archive, images), Folder(archive, files))


def _within(archive: Archive) -> dict[str, str]:
    """The versions of the extensions that are part of a module that Kessel built, by name."""
    if WITHIN not in archive:
        return {}
    try:
        told = read_json(archive.read(WITHIN, limits.METADATA))
    except (ValueError, RecursionError):  # damaged, too large, or somebody else's
        return {}
    told = told if isinstance(told, dict) else {}
    return {name: version for name, version in told.items() if isinstance(version, str)}


def entry_of(extensions: Mapping[str, str]) -> tuple[str, bytes]:
    """The entry of a module that has these extensions in it, by name and version."""
    return WITHIN, json.dumps(dict(extensions), ensure_ascii=False).encode()


def _layered(
    own: Mapping[str, bytes], others: Iterable[Mapping[str, bytes]]
) -> Mapping[str, bytes]:
    """The entries of a module, and behind them those of its extensions (DataArchive)."""
    # Nobody writes into them, so that an archive may stand for a mutable mapping.
    return ChainMap(*(cast("MutableMapping[str, bytes]", layer) for layer in (own, *others)))


def _others(module: Path, beside: Iterable[Path]) -> list[Path]:
    """Files that may be extensions and that VASSAL does not load with a module: those switched off,
    and those that lie beside it or in the folders given."""
    folders = (folder_of(module) / INACTIVE, module.parent, *beside)
    found = (path for folder in dict.fromkeys(folders) for path in _listed(folder))
    return [path for path in found if path.suffix.lower() in (SUFFIX, ".zip", ".mdx")]


def _settings() -> Path | None:
    """The folder of VASSAL's own settings (launch.StandardConfig); None without a home."""
    if sys.platform == "darwin":
        return below_home("Library", "Application Support", "VASSAL")
    if sys.platform == "win32":
        base = below_home(unless="APPDATA")
        return None if base is None else base / "VASSAL"
    return below_home(".VASSAL")


def _kept() -> list[Path]:
    """What lies in the folder of VASSAL's settings for extensions."""
    folder = _settings()
    return [] if folder is None else _listed(folder / "ext")


def _listed(folder: Path) -> list[Path]:
    """The plain files of a folder in order of name, without hidden ones."""
    try:
        found = [path for path in islice(folder.iterdir(), limits.FOUND_FILES) if path.is_file()]
    except OSError:
        return []
    return sorted(path for path in found if not path.name.startswith("."))


def _is_extension(path: Path) -> bool:
    """Whether VASSAL would load a file as an extension: by what is in it, not by its name."""
    try:
        with open_archive(path) as archive:
            kind = kind_of(archive)
            if kind is None:
                return EXTENSION_DATA in archive  # a damaged one, which is told
            if kind is not Kind.MODULE or MODULE_DATA in archive:
                return kind is Kind.EXTENSION
            head = archive.text(build_file_of(archive))
    except (VassalFileError, ArchiveError):
        return path.suffix.lower() == SUFFIX  # so that it is told why it cannot be read
    return b"<VASSAL.build.module.ModuleExtension" in b"\n".join(head.split(b"\n", 10)[:10])
