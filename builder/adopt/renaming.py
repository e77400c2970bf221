"""What the files of a module are called that had a player's password in their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from builder.adopt.words import apart
from builder.vassal.renamed import PARTED, Renamed

Clear = Callable[[str], str]

PARTED_FILE = re.compile(f"(?!/){PARTED.pattern}")
"""The same signs but those of folders, which pages of help call each other by."""

SOUNDS = "sounds/"
"""Where sounds lie in a module; pieces call them by the rest of their names."""

_MASK = "G"
"""What a mask that shows a picture writes before its name (counters/Obscurable)."""


def new_names(files: Iterable[str], clear: Clear, signs: re.Pattern[str]) -> dict[str, str]:
    """The new names of the files whose names are others when they are `clear`, without `signs` and
    none alike but for its case; of those that would be, each further one has a number."""
    cleared = {name: clear(name) for name in sorted(files)}
    taken: dict[str, set[str]] = {}
    for name, new in cleared.items():
        if name == new:
            stem, end = _split(new)
            taken.setdefault(end.casefold(), set()).add(stem.casefold())
    found = {}
    for name, new in cleared.items():
        if name != new:
            stem, end = _split(signs.sub("-", new))
            others = taken.setdefault(end.casefold(), set())
            free = apart(stem.casefold(), others)
            others.add(free)
            found[name] = stem + free[len(stem.casefold()) :] + end
    return found


def renamed(images: Mapping[str, str], files: Mapping[str, str]) -> Renamed:
    """The new names in whatever calls the files: sounds as they are called below their folder,
    pages without theirs, where no two would be meant, and pictures of masks."""
    pages: dict[str, set[str]] = {}
    for old, new in files.items():
        if not old.startswith(SOUNDS):
            pages.setdefault(_bare(old), set()).add(_bare(new))
    bare = {old: new for old, (new, *others) in pages.items() if new != old and not others}
    sounds = {_sound(old): _sound(new) for old, new in files.items() if old.startswith(SOUNDS)}
    masks = {_MASK + old: _MASK + new for old, new in images.items()}
    return Renamed({**masks, **bare, **files, **sounds, **images})


def new_file_names(files: Iterable[str], clear: Clear) -> dict[str, str]:
    """The new names of files that are no pictures: pages keep their folders, and sounds have none
    any more, as pictures have none, because pieces call them in sequences."""
    every = list(files)
    sounds = (_sound(name) for name in every if name.startswith(SOUNDS))
    called = new_names(sounds, clear, PARTED)
    others = (name for name in every if not name.startswith(SOUNDS))
    heard = {SOUNDS + old: SOUNDS + new for old, new in called.items()}
    return {**new_names(others, clear, PARTED_FILE), **heard}


def _sound(name: str) -> str:
    return name.removeprefix(SOUNDS)


def _bare(name: str) -> str:
    return name.rpartition("/")[2]


def _split(name: str) -> tuple[str, str]:
    """The name of a file without how it ends, and its end."""
    folder, slash, file = name.rpartition("/")
    stem, dot, end = file.rpartition(".")
    return (folder + slash + stem, dot + end) if dot else (name, "")
