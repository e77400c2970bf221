"""Every refusal says what to write or do instead, or stands below with why nothing can be done."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from assistant.words.findings import complaining as voice_of_check
from builder.files import _REMEDIES, other_file, remedy_of
from tests.words.sources import ROOT, modules, parsed

REFUSING = frozenset(
    {
        "QuestionError",
        "VassalFileError",
        "ArchiveError",
        "EndError",
        "RasterError",
        "FaultError",
        "UnfitError",
        "DropError",
        "OrderError",
        "Problem",
        "problem_at",
        "_problem",
        "add",
    }
)
"""What is raised with a sentence that a person reads."""

SAYS = re.compile(
    r"\b(add|adopt|ask|attack|at most|begin|bind|call|change|check|choose|close|copy|correct|count"
    r"|declare|delete|did you mean|drop|end|exchange|fetch|fill|give|is it the right|is it this"
    r"|keep|lead|leave|let|list|make|mark|mend|move|must|name each|nest|number|open|put|remove"
    r"|rename|run|save|scale|see|serve|set|settle|shorten|show|split|start|take|tell|try|turn|unfold"
    r"|use|wait|widen|write|has small letters|in the first line|simplify|name (?:a|an|the|another|one|enemies|logs|others|units|those|attackers|every|\{))\b",
    re.IGNORECASE,
)
"""The words by which a sentence says what to do."""

TELLS = re.compile(
    r"remedy|rest|nearest|likeliest|written|advice|definition\.note|^told$|error|HOW|RIGHT|ANEW|_file\(",
    re.IGNORECASE,
)
"""Values that hold what to do."""

ADOPT = ROOT / "builder" / "adopt"
"""Where what is told is what a stranger's module loses, which nobody refuses."""

NOTHING_HELPS: Mapping[str, str] = {
    "This Kessel cannot do that.": "the page offers only what it can",
    "The tour has no such step.": "the page offers only the steps there are",
    "There is no such choice of {name}.": "the page offers only the choices there are",
    "A plan becomes a log only on a map of Kessel's own modules.": "no other map has its hexes",
    "There is no unit '{unit}' on the table any more.": "it was taken off while the page stood open",
    "The map has no place '{name}'.": "the page offers only places there are",
    "nobody plays {side}; it has no side at all": "it says so: nobody has a side",
    "It has {n} {n|row|rows} and {m} {m|column|columns}.": "a remedy itself: so large is the sheet",
    "what arrived is not GeoJSON": "told in a sentence that ends with what to do",
}
"""Refusals without a remedy, with the reason why there is none."""


class Refusal(NamedTuple):
    place: str
    text: str
    told: bool


def refusals() -> Iterator[Refusal]:
    calls = rf"\b(?:{'|'.join(REFUSING)})\("
    for file in modules(ROOT / "assistant", ROOT / "builder", having=calls):
        if file.is_relative_to(ADOPT):
            continue
        nodes = [*ast.walk(parsed(file.read_text(encoding="utf-8")))]
        named = _named(nodes)
        for call in nodes:
            if isinstance(call, ast.Call) and _name(call.func) in REFUSING:
                yield from _refusal(file, named, call)


def _named(nodes: Iterable[ast.AST]) -> dict[str, list[ast.Assign]]:
    """What each name of a module is given."""
    found: dict[str, list[ast.Assign]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign):
            for name in {
                part.id for part in ast.walk(node.targets[0]) if isinstance(part, ast.Name)
            }:
                found.setdefault(name, []).append(node)
    return found


def _refusal(
    file: Path, named: Mapping[str, list[ast.Assign]], call: ast.Call
) -> Iterator[Refusal]:
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    texts = [text for value in values for text in _texts(named, value, call.lineno)]
    if texts:
        told = SAYS.search(" ".join(texts)) or any(TELLS.search(ast.unparse(v)) for v in values)
        place = f"{file.relative_to(ROOT).as_posix()}:{call.lineno}"
        yield Refusal(place, max(texts, key=len), bool(told))


def _texts(named: Mapping[str, list[ast.Assign]], value: ast.expr, line: int) -> Iterator[str]:
    """The sentences that a value may be, also by a name given shortly before or for the module."""
    for node in ast.walk(value):
        if isinstance(node, ast.Name):
            for given in named.get(node.id, ()):
                if given.col_offset == 0 or line - 12 < given.lineno <= line:
                    yield from _sentences(given.value)
    yield from _sentences(value)


def _sentences(value: ast.expr) -> Iterator[str]:
    for part in ast.walk(value):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value:
            yield part.value


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def test_every_refusal_says_what_to_do() -> None:
    bare = {one.text: one.place for one in refusals() if one.text.strip() and not one.told}
    assert not {text: place for text, place in bare.items() if text not in NOTHING_HELPS}
    assert not NOTHING_HELPS.keys() - bare.keys(), "these have a remedy now, or are gone"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("evning.vsav", "Did you mean 'saves/evening.vsav'?"),
        ("zzz.vsav", "Write its path from the folder you are in, or the whole path."),
        ("deep/evening.vsav", "There is no folder saves/deep either: correct the path."),
        ("away.vsav", "It is a link that leads to nothing: name the file itself."),
    ],
)
def test_a_name_that_no_file_has(
    typed: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "evening.vsav").touch()
    (tmp_path / "saves" / "away.vsav").symlink_to("nowhere.vsav")
    assert other_file(Path("saves") / typed) == said
    spanish = voice_of_check("es")
    assert spanish(other_file(Path("saves") / typed)) != said


@pytest.mark.parametrize("name", sorted(_REMEDIES))
def test_what_the_system_refuses_has_a_remedy_in_both_languages(name: int) -> None:
    remedy = remedy_of(OSError(name, "no"))
    assert remedy
    assert voice_of_check("es")(remedy) != remedy
