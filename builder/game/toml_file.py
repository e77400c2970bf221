"""TOML files with the line on which each key stands, so that messages can point there."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.game.problems import Problem, ProblemsError, not_utf8
from builder.game.toml_remedies import remedy_for

MAX_BYTES = 8 * 1024 * 1024
_HEADER = re.compile(r"^\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"""^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*="""
)
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True)
class TomlFile:
    """The content of a TOML file and where each key path stands (line numbers from 1)."""

    path: Path
    data: dict[str, Any]
    lines: dict[KeyPath, int]

    def line(self, *keys: str | int) -> int:
        """Line of a key path, else of the first key below it, else of its nearest known ancestor;
        0 if none is known."""
        for end in range(len(keys), 0, -1):
            if keys[:end] in self.lines:
                return self.lines[keys[:end]]
            below = [line for path, line in self.lines.items() if path[:end] == keys[:end]]
            if below:
                return min(below)
        return 0


def read_toml(path: Path) -> TomlFile:
    """Read a file; ProblemsError if it is missing, too large, not UTF-8 or not TOML."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ProblemsError([Problem(str(path), 0, "The file is larger than 8 MB.")])
        text = path.read_text(encoding="utf-8-sig")
        return TomlFile(path, tomllib.loads(text), _key_lines(text))
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise ProblemsError([Problem(str(path), 0, f"Cannot read the file: {reason}.")]) from None
    except UnicodeDecodeError:
        raise ProblemsError([not_utf8(path, "Save it as UTF-8.")]) from None
    except RecursionError:
        problem = Problem(str(path), 0, "Lists or tables are nested too deeply.", "Unfold them.")
        raise ProblemsError([problem]) from None
    except tomllib.TOMLDecodeError as error:
        words, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        number = int(line[1]) if line else text.count("\n", 0, len(text.rstrip())) + 1
        lines = text.splitlines()
        remedy = remedy_for(lines[number - 1] if number <= len(lines) else "", words)
        problem = Problem(str(path), number, f"Not valid TOML: {words}.", remedy)
        raise ProblemsError([problem]) from None


def _key_lines(text: str) -> dict[KeyPath, int]:
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _table(_parts(header[2]), counts, array=header[1] == "[[")
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault((*table, *_parts(key[1])), number)
    return lines


def _table(names: list[str], counts: dict[KeyPath, int], array: bool) -> KeyPath:
    path: KeyPath = ()
    for index, name in enumerate(names):
        path = (*path, name)
        if index == len(names) - 1 and array:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _parts(dotted: str) -> list[str]:
    return [a or b or c for a, b, c in _PART.findall(dotted)]
