"""Where the assistant's texts come from: the answers to all questions, and the code that says them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from assistant.position import Position
from assistant.position_file import read_position
from assistant.questions.answers import as_json
from assistant.questions.protocol import (
    HasArrivals,
    HasOverview,
    HasScore,
    HasTurn,
    QuestionError,
    Rules,
)
from assistant.table import open_table
from assistant.words.data import OTHERS, SENTENCES
from builder.game.loader import load_game
from builder.machine.collecting import uncollected
from tests.positions.test_cases import asked, toml_lines, written

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "positions"
A_SENTENCE = r"""[\w)}'"][.?]["'](?!"")|[=(\[,]\s*[rf]*["']{3}"""
"""The end of a sentence where a text ends, but for docstrings; or a text of several lines."""

UNITS, HEXES = 6, 5
"""Of how many units and hexes of a position the questions are asked."""

read_once = cache(load_game)


def case_position(case: Path, folder: Path) -> Position:
    """The position of a case."""
    data = tomllib.loads(case.read_text(encoding="utf-8"))["position"]
    file = folder / "position.toml"
    file.write_text("\n".join(toml_lines(data)) + "\n", encoding="utf-8")
    return read_position(file)


def own_answer(case: Path, folder: Path) -> Any:
    """What a case itself asks, with its options, as JSON."""
    data = tomllib.loads(case.read_text(encoding="utf-8"))
    question, *words = data["command"]
    return as_json(asked(open_table(written(data, folder)), question, list(words)))


def answers(rules: Rules, position: Position) -> Iterator[Any]:
    """The answers to all questions about a position, as JSON; of a question that cannot be asked,
    the reason."""
    hexes = sorted({unit.hex for unit in position.units if unit.hex in position.board})[:HEXES]
    questions = [
        lambda: rules.supply(position),
        lambda: rules.stacking(position),
        lambda: rules.attacks(position),
        *(lambda id_=unit.id: rules.moves(position, id_) for unit in position.units[:UNITS]),
        *(lambda hex_=hex_: rules.odds(position, [hex_], [], {}) for hex_ in hexes),
        *(lambda hex_=hex_: rules.retreats(position, hex_, None, []) for hex_ in hexes),
        *(lambda hex_=hex_: rules.advances(position, hex_, []) for hex_ in hexes),
    ]
    if isinstance(rules, HasOverview):
        questions.append(lambda: rules.overview(position))
    if isinstance(rules, HasTurn):
        questions.append(lambda: rules.turn(position))
    if isinstance(rules, HasArrivals):
        questions.append(lambda: rules.arrivals(position))
    if isinstance(rules, HasScore):
        questions.append(lambda: rules.score(position))
    for question in questions:
        try:
            yield as_json(question())
        except QuestionError as error:
            yield {"text": str(error)}


def texts_of(data: Any, key: str = "") -> Iterator[str]:
    """The texts for people in an answer."""
    if isinstance(data, dict):
        for name, inner in data.items():
            if name not in OTHERS:
                yield from texts_of(inner, str(name))
    elif isinstance(data, list):
        for inner in data:
            yield from texts_of(inner, key)
    elif isinstance(data, str) and data and (key in SENTENCES or " " in data):
        yield data


def fields_of(data: Any) -> Iterator[str]:
    """The names of the facts in an answer."""
    if isinstance(data, dict):
        for name, inner in data.items():
            yield str(name)
            yield from fields_of(inner)
    elif isinstance(data, list):
        for inner in data:
            yield from fields_of(inner)


@dataclass(frozen=True)
class Template:
    """A text in the code. `pieces` stand fast; between them something is filled in."""

    place: str
    pieces: tuple[str, ...]

    def filled(self) -> str:
        """The text with numbers where something is filled in."""
        said = self.pieces[0]
        for number, piece in enumerate(self.pieces[1:], 71):
            said += f"{number}{piece}"
        return said

    def __str__(self) -> str:
        return f"{self.place}: " + "{}".join(self.pieces)


def templates(*folders: Path, having: str = "") -> Iterator[Template]:
    """Every text of several words in some modules, or those of some folders, but for docstrings.

    Only modules in which the pattern `having` is found are taken apart, which is what takes time.
    """
    for path in modules(*folders, having=having):
        for line, pieces in texts_of_module(path):
            if " " in "71".join(pieces).strip():
                yield Template(f"{path.relative_to(ROOT)}:{line}", pieces)
    for name, table, said in (
        ("duties", "duty", "text"),
        ("events", "event", "came"),
        ("events", "event", "waits"),
    ):
        for path in sorted(file for folder in folders for file in folder.rglob(f"{name}.toml")):
            for row in tomllib.loads(path.read_text(encoding="utf-8"))[table]:
                if said in row:
                    yield Template(f"{path.relative_to(ROOT)}", (row[said],))


@cache
def texts_of_module(path: Path) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The lines and pieces of a module's texts, but for docstrings: several tests look through all."""
    return tuple(_texts(parsed(path.read_text(encoding="utf-8"))))


def parsed(text: str) -> ast.Module:
    """A module taken apart, with the collector at rest: it would ask the tens of thousands of parts
    of each whether they are garbage, which takes longer than to make them."""
    with uncollected():
        return ast.parse(text)


def modules(*folders: Path, having: str = "") -> Iterator[Path]:
    """Modules, and those of folders, in which a pattern is found."""
    found = ([folder] if folder.is_file() else folder.rglob("*.py") for folder in folders)
    looked_for = re.compile(having)
    for path in sorted(chain.from_iterable(found)):
        if looked_for.search(path.read_text(encoding="utf-8")):
            yield path


def _texts(tree: ast.AST) -> Iterator[tuple[int, tuple[str, ...]]]:
    passed: set[int] = set()
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in _fixed(node)}
            yield node.lineno, _pieces(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, (node.value,)


def spoken(*folders: Path) -> Iterator[Template]:
    """Every text that the modules of some folders give to a voice or to the headings of a table."""
    for path in modules(*folders, having=r"\b(?:say|table)\("):
        for node in ast.walk(parsed(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "table"):
                for argument in node.args:
                    if isinstance(argument, ast.Call | ast.Subscript):
                        continue
                    for line, pieces in _texts(argument):
                        fixed = tuple(piece.lstrip(">=") for piece in pieces)
                        yield Template(f"{path.relative_to(ROOT)}:{line}", fixed)


def _fixed(node: ast.JoinedStr) -> Iterator[ast.AST]:
    """The constants that are a part of an f-string itself, formats included."""
    for part in node.values:
        if isinstance(part, ast.Constant):
            yield part
        elif isinstance(part, ast.FormattedValue) and isinstance(part.format_spec, ast.JoinedStr):
            yield part.format_spec
            yield from part.format_spec.values


def _pieces(node: ast.JoinedStr) -> tuple[str, ...]:
    pieces = [""]
    for part in node.values:
        if isinstance(part, ast.Constant):
            pieces[-1] += str(part.value)
        elif isinstance(part, ast.FormattedValue):
            spec = ast.unparse(part.format_spec) if part.format_spec else ""
            pieces.append("%" if "%" in spec else "")
    return tuple(pieces)


def covers(pieces: Iterable[str], english: str) -> bool:
    """Whether a sentence of a catalogue holds the pieces, in their order."""
    at = 0
    for piece in pieces:
        found = english.find(piece.strip(), at)
        if found < 0:
            return False
        at = found + len(piece.strip())
    return True
