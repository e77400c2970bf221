"""Whether the file of a module is the one that its binding was made from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from builder.bind.bound import Bound
from builder.saying import AsWritten, Saying
from builder.vassal.buildfile.archive import ArchiveError
from builder.vassal.buildfile.module import mark_of
from builder.vassal.find_module import find_module, module_version

OTHER_FILE = (
    "{file} has the name and the version of the module that was bound and is not that file: where "
    "its pieces or its map are others, answers are wrong. Bind it anew."
)


def other_file(bound: Bound, file: Path) -> Iterator[Saying]:
    """What to say of the file of a module of the name and version of a binding."""
    try:
        if bound.file and mark_of(file) != bound.file:
            yield Saying(OTHER_FILE, file=AsWritten(file))
    except (ArchiveError, OSError):  # it is no module by now, or is being written
        return


def played_with_another(bound: Bound, save: Path) -> Iterator[Saying]:
    """The same of the module that VASSAL would take for a save, as far as it is found; nothing of
    another version, with which the save was not played."""
    file = _module_of(save.parent, bound.module) if bound.file else None
    if file is not None and module_version(file) == bound.version:
        yield from other_file(bound, file)


@lru_cache(32)
def _module_of(folder: Path, name: str) -> Path | None:
    """The module that a save in a folder is played with: looked for once, as there are many."""
    return find_module(folder / "any", name)
