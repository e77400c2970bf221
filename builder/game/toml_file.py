"""TOML files with the line on which each key stands, so that messages can point there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from functools import cached_property
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from builder import limits
from builder.files import read_bounded, remedy_of
from builder.game.problems import Problem, ProblemsError, not_utf8
from builder.game.toml_remedies import remedy_for, said_for
from builder.saying import quoting

_NAME = r"""(?:"(?:[^"\\]|\\.)*+"|'[^']*'|[\w-]++)"""
_NAMES = rf"{_NAME}(?:\s*+\.\s*+{_NAME})*+"
# Possessive, because a line within a text may hold a million blanks where these look for an end.
_HEADER = re.compile(rf"^\s*+(\[\[?)\s*+({_NAMES})\s*+\]\]?\s*+(?:#.*)?$")
_KEY = re.compile(rf"^\s*+({_NAMES})\s*+=")
_DEEP = re.compile(rf"(?<![\w-])[\w-]++(?:\s*+\.\s*+[\w-]++){{{int(limits.KEY_PARTS)}}}")
_PART = re.compile(r"""("(?:[^"\\]|\\.)*+")|'([^']*)'|([\w-]+)""")

_QUOTED = re.compile(r"""\"[^"]*\"|'[^']*'""")
_MANY_FIGURES = re.compile(r"\d{19}|0x[0-9a-fA-F]{16}|0o[0-7]{21}|0b[01]{63}")
_LARGEST = 2**63
_ENDLESS = re.compile(r"(?<![\w-])[+-]?(?:inf|nan)\b|[0-9_][eE]\+?[0-9]{3}|[0-9_]{309}")

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]"
)

NUMBER = "a number"

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True)
class TomlFile:
    """The content of a TOML file and where each key path stands (line numbers from 1). Some may
    stand `elsewhere`: in another file, under a path of its own."""

    path: Path
    data: dict[str, Any]
    lines: dict[KeyPath, int]
    elsewhere: Mapping[KeyPath, tuple[TomlFile, KeyPath]] = field(default_factory=dict)

    def place(self, *keys: str | int) -> tuple[Path, int]:
        """The file and the line of a key path."""
        for end in range(1, len(keys) + 1):
            if found := self.elsewhere.get(keys[:end]):
                file, path = found
                return file.path, file.line(*path, *keys[end:])
        return self.path, self.line(*keys)

    def line(self, *keys: str | int) -> int:
        """Line of a key path, else of the first key below it, else of its nearest known ancestor;
        0 if none is known."""
        for end in range(len(keys), 0, -1):
            if keys[:end] in self.lines:
                return self.lines[keys[:end]]
            if keys[:end] in self._below:
                return self._below[keys[:end]]
        return 0

    def value(self, *keys: str | int) -> Any:
        """What stands under a key path; None where nothing does, as of a line within a text."""
        found: Any = self.data
        for key in keys:
            try:
                found = found[key]
            except (KeyError, IndexError, TypeError):
                return None
        return found

    @cached_property
    def _below(self) -> dict[KeyPath, int]:
        """The first line below each key path: looked up once, because there may be as many keys as
        mistakes."""
        found: dict[KeyPath, int] = {}
        for path, line in self.lines.items():
            for end in range(1, len(path)):
                found[path[:end]] = min(line, found.get(path[:end], line))
        return found


def read_toml(path: Path, most: int = limits.SOURCE) -> TomlFile:
    """Read a file of at most so many bytes; ProblemsError if it cannot be used: too large, missing,
    not UTF-8, not TOML."""
    try:
        data = read_bounded(path, most)
        if data is None:
            large = quoting("The file is larger than {number} MB.", number=most >> 20)
            raise ProblemsError([Problem(str(path), 0, large, "Is it the right file?")])
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        _check_size(path, text)
        return TomlFile(path, _loaded(path, text), _key_lines(text))
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise ProblemsError(
            [
                Problem(
                    str(path),
                    0,
                    quoting("Cannot read the file: {why}.", why=reason),
                    remedy_of(error),
                )
            ]
        ) from None
    except UnicodeDecodeError:
        raise ProblemsError([not_utf8(path, "Save it as UTF-8.")]) from None
    except RecursionError:
        problem = Problem(str(path), 0, "Lists or tables are nested too deeply.", "Unfold them.")
        raise ProblemsError([problem]) from None
    except tomllib.TOMLDecodeError as error:
        words, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        number = int(line[1]) if line else text.count("\n", 0, len(text.rstrip())) + 1
        lines = text.split("\n")
        advice = remedy_for(lines[number - 1] if number <= len(lines) else "", words)
        problem = Problem(
            str(path), number, quoting("Not valid TOML: {words}.", words=said_for(words)), advice
        )
        raise ProblemsError([problem]) from None


def kind_of(value: Any) -> str:
    """What a value is, in words."""
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return NUMBER
    return 'a text in "quotes"' if isinstance(value, str) else "a list or table"


def as_typed(value: Any) -> str:
    """A value as a file in TOML has it: a date or a yes is not told in Python's words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_typed, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {as_typed(one)}' for key, one in value.items())}}}"
    return repr(value)


def told_of(text: str) -> dict[str, Any]:
    """What a text in TOML says, for who looks at anybody's files and does not tell their mistakes;
    ValueError for one of no use."""
    try:
        _check_size(Path(), text)
        return tomllib.loads(text)
    except (ProblemsError, RecursionError) as error:
        raise ValueError("it is no TOML that can be used") from error


def _check_size(path: Path, text: str) -> None:
    """ProblemsError for more lines than a file has, a key of more parts than anybody nests, or more
    parts of all keys than any file has: each costs the reader a table."""
    if (count := text.count("\n")) > limits.ROWS:
        said = quoting("The file has {number:,} lines.", number=count)
        remedy = quoting("A file has at most {number:,}.", number=limits.ROWS)
        raise ProblemsError([Problem(str(path), 0, said, remedy)])
    dots = 0
    for number, line in enumerate(text.split("\n"), 1):
        if "." not in line:
            continue
        bare = _QUOTED.sub("q", line)
        dots += bare.count(".")
        if bare.startswith("#"):
            continue
        if dots > limits.KEYS:
            told = quoting("The keys have more than {number:,} parts.", number=limits.KEYS)
            raise ProblemsError([Problem(str(path), number, told, "Nest fewer tables.")])
        if _DEEP.search(bare):
            told = quoting("A key has more than {number} parts.", number=limits.KEY_PARTS)
            raise ProblemsError([Problem(str(path), number, told, "Nest fewer tables.")])


def _loaded(path: Path, text: str) -> dict[str, Any]:
    """The content; ProblemsError for a number that TOML does not have."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # Python reads no number of thousands of digits
        data = {"": _LARGEST}
    wrong = _no_number(data)
    if isinstance(wrong, int):
        remedy = quoting("The largest is {number}.", number=_LARGEST - 1)
        number = _line_of(_MANY_FIGURES, text)
        raise ProblemsError([Problem(str(path), number, "A number is too large for TOML.", remedy)])
    if wrong is not None:
        said = quoting("{number} is no number that a game can count with.", number=wrong)
        number = _line_of(_ENDLESS, text)
        raise ProblemsError([Problem(str(path), number, said, "Write one with figures.")])
    return data


def _no_number(value: Any) -> float | None:
    """A whole number in it beyond the 64 bits that TOML has, or one that is endless or none."""
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return next((wrong for one in inside if (wrong := _no_number(one)) is not None), None)
    if isinstance(value, int):
        return None if -_LARGEST <= value < _LARGEST else value
    return value if isinstance(value, float) and not isfinite(value) else None


def _line_of(number: re.Pattern[str], text: str) -> int:
    """The first line that has such a number outside of texts and remarks, 0 if none is found."""
    lines = enumerate(text.split("\n"), 1)
    return next((at for at, line in lines if number.search(_QUOTED.sub("", line).split("#")[0])), 0)


def _key_lines(text: str) -> dict[KeyPath, int]:
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in enumerate(text.split("\n"), 1):  # other signs end no line of TOML
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
    return [_unquoted(a) if a else b or c for a, b, c in _PART.findall(dotted)]


def _unquoted(name: str) -> str:
    if "\\" not in name:
        return name[1:-1]
    try:
        return str(tomllib.loads(f"a = {name}")["a"])
    except tomllib.TOMLDecodeError:  # within a text of several lines
        return name[1:-1]


def unprintable(file: TomlFile) -> Iterator[Problem]:
    """Texts of a file with signs that no page, map or module can hold, because XML has no word for
    them or because they turn what follows them around: a seat of VASSAL would read backwards."""
    return islice(_unprintable(file, file.data), limits.PROBLEMS)


def _unprintable(file: TomlFile, value: Any, *keys: str | int) -> Iterator[Problem]:
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from _unprintable(file, inside, *keys, key)
    elif isinstance(value, list):
        for at, inside in enumerate(value):
            yield from _unprintable(file, inside, *keys, at)
    elif isinstance(value, str) and (found := _UNPRINTABLE.search(value)):
        text = quoting(
            "The text holds a sign that cannot be printed (U+{code:04X}).", code=ord(found[0])
        )
        yield Problem(str(file.path), file.line(*keys), text, "Delete it.")
