"""The games that the home page shows: their titles, read without loading, and what was made."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder import limits
from builder.files import read_bounded, real
from builder.game.locate import game_roots
from builder.game.toml_file import told_of

MOST_GAMES = 200
MOST_SCENARIOS = 100
MADE = (".vmod", ".pdf")


@dataclass(frozen=True)
class Shown:
    """A game and its folder. `own`: it lies in the workplace, and its files may be changed."""

    id: str
    folder: Path
    own: bool


@dataclass
class Games:
    """The games of the workplace and those that come with Kessel."""

    work: Path
    _told: dict[Path, tuple[tuple[int, ...], dict[str, Any]]] = field(default_factory=dict)

    def all(self) -> dict[str, Shown]:
        """By id; one of the workplace goes before one that is installed."""
        own = self.work / "source-art"
        found: dict[str, Shown] = {}
        for root in (own, *(root for root in game_roots() if root.is_absolute())):
            for file in sorted(root.glob("*/game.toml"))[:MOST_GAMES]:
                folder = file.parent
                found.setdefault(folder.name, Shown(folder.name, folder, root == own))
        return found

    def told(self) -> list[dict[str, Any]]:
        """What the page shows of each."""
        return [self._one(shown) for shown in self.all().values()]

    def _one(self, shown: Shown) -> dict[str, Any]:
        return {
            "id": shown.id,
            "own": shown.own,
            **self._definition(shown.folder / "game.toml"),
            "made": self.made(shown.id),
        }

    def title(self, shown: Shown) -> dict[str, str]:
        """The title of a game in each language."""
        told: dict[str, str] = self._definition(shown.folder / "game.toml")["title"]
        return told

    def made(self, id_: str) -> list[str]:
        """The names of modules and sheets that were made of a game; not what a link leads to that
        lies elsewhere."""
        output = self.work / "output"
        home = real(output)
        try:
            return sorted(
                path.name
                for path in (output / id_).iterdir()
                if path.suffix in MADE and real(path).is_relative_to(home)
            )
        except OSError:
            return []

    def _definition(self, file: Path) -> dict[str, Any]:
        told_by = (file, file.parent / "text.es.toml", file.parent / "scenarios")
        stamp = tuple(map(_changed, told_by))
        kept = self._told.get(file)
        if kept is None or kept[0] != stamp:
            kept = self._told[file] = (stamp, _read(file))
        return kept[1]


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _read(file: Path) -> dict[str, Any]:
    told = _toml(file)
    if not told:
        return {"title": _titles(file.parent.name, {}), "broken": True}
    spanish = _toml(file.parent / "text.es.toml")
    drawing = told.get("drawing")
    drawn = drawing.get("map") if isinstance(drawing, dict) else None
    return {
        "title": _titles(_text(told.get("title")) or file.parent.name, spanish),
        "subtitle": _text(told.get("subtitle")),
        "version": _text(told.get("version")),
        "languages": ["en", "es"] if spanish else ["en"],
        "adopted": "adopted" in told,
        "scanned": isinstance(drawn, dict) and "picture" in drawn,
        "scenarios": [_scenario(one, spanish) for one in _scenarios(file.parent)],
    }


def _scenarios(folder: Path) -> list[Path]:
    return sorted(folder.glob("scenarios/*.toml"))[:MOST_SCENARIOS]


def _scenario(file: Path, spanish: dict[str, Any]) -> dict[str, Any]:
    """The id of a scenario and its name in each language of the page."""
    named = spanish.get("scenario")
    told = named.get(file.stem) if isinstance(named, dict) else None
    own = told if isinstance(told, dict) else {}
    name = _text(_toml(file).get("name")) or file.stem
    return {"id": file.stem, "name": {"en": name, "es": _text(own.get("name")) or name}}


def _titles(title: str, spanish: dict[str, Any]) -> dict[str, str]:
    """The title in each language of the page."""
    return {"en": title, "es": _text(spanish.get("title")) or title}


def _toml(file: Path) -> dict[str, Any]:
    """What a file of the game says; nothing if it is missing or damaged."""
    try:
        return told_of((read_bounded(file, limits.SOURCE) or b"").decode())
    except (OSError, ValueError):
        return {}


def _text(value: object) -> str:
    return str(value)[:200] if isinstance(value, str | int | float) else ""
