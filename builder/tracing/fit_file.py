"""Writes where the grid lies on a picture into game.toml, and leaves every other line as it is."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builder.files import write_whole
from builder.game.inside import no_way_out
from builder.game.problems import Problem, ProblemsError, not_utf8
from builder.game.toml_file import read_toml
from builder.hexes.fit import Mark

_BOM = "\ufeff"
_HEADER = re.compile(r"^\s*\[")
_FIT = re.compile(r"^\s*\[\[\s*drawing\s*\.\s*map\s*\.\s*fit\s*\]\]")
_MAP = re.compile(r"^\s*\[\s*drawing\s*\.\s*map\s*\]\s*(#.*)?$")
_PICTURE = re.compile(r"^\s*picture\s*=")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_END = re.compile(r"\r\n|\r|\n")


def with_fit(text: str, picture: str, marks: Sequence[Mark]) -> str:
    """The text of game.toml with this picture and these marks in place of those it had.

    Each line that stays ends as it did, new ones as most do. ValueError if they are written in a
    way that cannot be changed line by line.
    """
    lines = _LINE.findall(text)
    end = next(iter(Counter(_END.findall(text)).most_common(1)), ("\n", 0))[0]
    if lines and not _END.search(lines[-1]):
        lines[-1] += end
    kept, place = _without_marks(lines)
    kept, place = _with_picture(kept, place, picture, end)
    block = [f"{line}{end}" for mark in marks for line in _block(mark)]
    if place > 0 and kept[place - 1].strip():
        block.insert(0, end)
    if place < len(kept) and kept[place].strip() == "" and block and block[-1] == end:
        block.pop()
    new = "".join([*kept[:place], *block, *kept[place:]])
    _check(text, new, picture, marks)
    return new


def _block(mark: Mark) -> list[str]:
    x, y = (f"{value:.1f}".removesuffix(".0") for value in mark.at)
    return ["[[drawing.map.fit]]", f'hex = "{mark.hex}"', f"at = [{x}, {y}]", ""]


def _without_marks(lines: list[str]) -> tuple[list[str], int]:
    """The lines without the marks, and where the first of them stood, or -1."""
    kept: list[str] = []
    place, inside = -1, False
    for line in lines:
        if _HEADER.match(line):
            inside = bool(_FIT.match(line))
            if inside and place < 0:
                place = len(kept)
        # A remark below a mark belongs to what follows it.
        if not inside or line.lstrip().startswith("#"):
            inside = inside and not line.lstrip().startswith("#")
            kept.append(line)
    return kept, place


def _with_picture(lines: list[str], place: int, picture: str, end: str) -> tuple[list[str], int]:
    """The lines with `picture` under `[drawing.map]`, and where the marks go: behind that table."""
    said = f'picture = "{picture}"'
    start = next((i for i, line in enumerate(lines) if _MAP.match(line)), None)
    if start is None:
        at = place if place >= 0 else len(lines)
        before = [end] if at and lines[at - 1].strip() else []
        table = [f"[drawing.map]{end}", f"{said}{end}", end]
        return [*lines[:at], *before, *table, *lines[at:]], at + len(before) + 3
    last = next((i for i in range(start + 1, len(lines)) if _HEADER.match(lines[i])), len(lines))
    for index in range(start + 1, last):
        if _PICTURE.match(lines[index]):
            line = lines[index].rstrip("\r\n")
            if tomllib.loads(line)["picture"] != picture:
                _, sign, remark = line.partition("#")
                told = f"{said}  #{remark}" if sign else said
                lines[index] = told + lines[index].removeprefix(line)
            break
    else:
        lines = [*lines[: start + 1], f"{said}{end}", *lines[start + 1 :]]
        last += 1
        place += place > start
    if place < 0:
        place = last
        while place > start + 1 and lines[place - 1].lstrip().startswith("#"):
            place -= 1  # remarks above the next table stay with it
    return lines, place


def _check(old: str, new: str, picture: str, marks: Sequence[Mark]) -> None:
    """ValueError if anything but picture and marks would change."""
    before, after = (tomllib.loads(_END.sub("\n", text)) for text in (old, new))
    for data in (before, after):
        sheet: dict[str, Any] = data.setdefault("drawing", {}).setdefault("map", {})
        told = sheet.pop("picture", None), sheet.pop("fit", [])
    if before != after or told[0] != picture or len(told[1]) != len(marks):
        raise ValueError("the marks are not written as [[drawing.map.fit]]: write them so")


def save_fit(folder: Path, picture: str, marks: Sequence[Mark]) -> Path:
    """Write picture and marks into the game.toml of a folder; ProblemsError if that cannot be."""
    no_way_out(folder)  # a link may have come since the game was read
    path = folder / "game.toml"
    read_toml(path)  # a mistake of the file's own is told as that
    try:
        old = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise ProblemsError([not_utf8(path, "Save it as UTF-8.")]) from None
    try:
        new = with_fit(old.removeprefix(_BOM), picture, marks)
    except (ValueError, KeyError, TypeError, AttributeError):
        words = "[drawing.map] is not written so that the marks can be put into it."
        remedy = "Write it as a table of its own, with [[drawing.map.fit]] below."
        raise ProblemsError([Problem(str(path), 0, words, remedy)]) from None
    mark = _BOM if old.startswith(_BOM) else ""
    write_whole(path, (mark + new).encode("utf-8"))
    return path
