"""Files that nothing reads because of their names: rules.toml.txt, Rules.toml, maps/."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from builder.game.check.findings import Look
from builder.saying import quoting

ROOT = ("game.toml", "rules.toml", "counters.csv", "combat.csv", "cards.csv")
FOLDERS = ("map", "charts", "scenarios")
MAP = ("hexes.csv", "hexsides.csv", "lines.csv", "spaces.csv", "links.csv", "places.csv")
ENDINGS = (".toml", ".csv", ".txt")
ALIKE = 0.8
"""How alike two names are of which one is taken for a slip of the other."""


def check_strays(look: Look) -> None:
    """A mistyped name is silent otherwise: a game without rules, or without its scenarios."""
    folder = look.game.folder
    for path, meant in _strays(folder):
        text = quoting("Nothing reads '{path}'.", path=path.relative_to(folder).as_posix())
        remedy = quoting("Call it '{path}'.", path=meant.relative_to(folder).as_posix())
        look.warning("stray-file", path, 0, text, remedy)


def _strays(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Each such file or folder, and what it should be called."""
    for path in sorted(folder.iterdir()):
        known = FOLDERS if path.is_dir() else ROOT
        yield from _meant(path, known)
    for path in _files(folder / "map"):
        yield from _meant(path, MAP)
    for name, ending in (("scenarios", ".toml"), ("charts", ".csv")):
        for path in _files(folder / name):
            plain = path.name.lower().removesuffix(".txt").removesuffix(ending)
            meant = path.with_name(plain + ending)
            if path.suffix != ending and path.suffix.lower() in ENDINGS and not meant.exists():
                yield path, meant


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*") if path.is_file())


def _meant(path: Path, known: tuple[str, ...]) -> Iterator[tuple[Path, Path]]:
    if path.name in known or (path.is_file() and path.suffix.lower() not in ENDINGS):
        return
    plain = path.name.lower().removesuffix(".txt")
    near = [plain] if plain in known else get_close_matches(plain, known, n=1, cutoff=ALIKE)
    # Where capitals count for nothing, Rules.toml is rules.toml, and is read.
    if near and not path.with_name(near[0]).exists():
        yield path, path.with_name(near[0])
