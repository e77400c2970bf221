"""What is likely a slip in a catalogue, though it can be used: a figure that the English has and
the other language lacks, plural forms out of order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from assistant.questions.reasons import pieces_of
from assistant.words.catalogue import IDS, RULEBOOK
from builder.game.problems import Problem
from builder.game.toml_file import read_toml
from builder.saying import WHOSE, quoting

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_PARTED = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")
_IN_WORDS = ("0", "1")
"""Figures that other languages often say in words: no, one, another."""
_WORD = re.compile(r"[^\W\d_]{2,}")


def catalogue_doubts(path: Path) -> list[Problem]:
    """The slips of a catalogue that can be read; nothing of one that is not there."""
    if not path.is_file():
        return []
    file = read_toml(path)
    found = []
    for table, texts in file.data.items():
        if isinstance(texts, dict) and table not in (*IDS, RULEBOOK):
            for english, other in texts.items():
                for text, remedy in _doubts(english, other):
                    found.append(Problem(str(path), file.line(table, english), text, remedy))
    return found


def _doubts(english: str, other: str) -> Iterator[tuple[str, str]]:
    """What is likely wrong with one sentence, and what to write."""
    for number in _lost(english, other):
        text = quoting("'{word}' lacks the figure {number}.", word=other, number=number)
        yield text, "Write it as the English has it."
    specs = {piece.spec for piece in pieces_of(english)}
    for piece in pieces_of(other):
        if len(piece.forms) == 1:
            text = quoting("'{word}' has one form for two.", word=other)
            place = f"{{{piece.name}|{piece.forms[0]}|...}}"
            yield text, quoting("Write that for one and that for more: {place}.", place=place)
        if _WORD.fullmatch(piece.spec) and piece.spec not in (WHOSE, *specs):
            text = quoting("'{word}' has '{other}' in a place.", word=other, other=piece.spec)
            places = [f"{{{piece.name}}}", f"{{{piece.name}:{WHOSE}}}"]
            yield text, quoting("Write one of: {names}.", names=places)
    if _braces(other) != _braces(english):
        text = quoting("'{word}' has a bracket that belongs to no place.", word=other)
        yield text, quoting("Write a place as {place}.", place="{n|hex|hexes}")


def _lost(english: str, other: str) -> Iterator[str]:
    """The figures of a sentence that the other language has not, whatever parts their digits."""
    if " " not in english:  # a word of the program's
        return
    there = {_bare(figure) for figure in _FIGURE.findall(_fixed(other))}
    for figure in dict.fromkeys(_FIGURE.findall(_fixed(english))):
        if _bare(figure) not in (*there, *_IN_WORDS):
            yield figure


def _bare(figure: str) -> str:
    return figure.replace(".", "").replace(",", "")


def _fixed(template: str) -> str:
    """What stands fast in a sentence, thousands with nothing between."""
    return _PARTED.sub("", " ".join(piece.fixed for piece in pieces_of(template)))


def _braces(template: str) -> tuple[int, int]:
    """How many brackets of either kind belong to no place."""
    fixed = _fixed(template)
    return fixed.count("{"), fixed.count("}")
