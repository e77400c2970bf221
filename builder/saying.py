"""Texts for people as templates with values: what is said stays known, and sentences are made at
the edge, in the reader's language.

A text is written once, in English: `Only {n} {n|hex|hexes} to {place}.` Its places are filled with
values that keep their kind, so that a voice (assistant.words) can look the template up in its
catalogue and say the same in the reader's language; the builder itself knows none. In a template

- `{name}` stands for a value: a text, a number, another Saying, whatever has a name that is
  `shown` as a unit has, or a list of them (`A, B`);
- `{name:and}` and `{name:or}` for a list with that word between its things, `{side:/}` for the two
  hexes of a hexside (`4416/4415`);
- `{name:+d}` for a number in a format of Python's;
- `{side:whose}`, in a translation, for a side as it stands behind the word for one: "bando
  {side:whose}" is "bando alemán" and "bando del Eje", the side alone "Alemán" and "Eje";
- `{name|hex|hexes}` for the first form if the number is 1 or -1, else for the second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import PurePath
from typing import Any, NamedTuple

from builder import limits

_PLACE = re.compile(r"\{([a-z_]+\d*)(?::([^{}|]*))?(?:\|([^{}]*))?\}")
_JOINTS = {"": ", ", "/": "/"}
"""What stands between the things of a list; the word for any other."""
WHOSE = "whose"
PLAIN = ".10g"
"""How a figure is written without a needless decimal, and without a power of ten."""


class Piece(NamedTuple):
    """Fixed text, then the place that follows it: none at the end of a template."""

    fixed: str
    name: str = ""
    spec: str = ""
    forms: tuple[str, ...] = ()


@cache
def pieces_of(template: str) -> tuple[Piece, ...]:
    """A template taken apart."""
    pieces, at = [], 0
    for place in _PLACE.finditer(template):
        forms = tuple(place[3].split("|")) if place[3] is not None else ()
        pieces.append(Piece(template[at : place.start()], place[1], place[2] or "", forms))
        at = place.end()
    return (*pieces, Piece(template[at:]))


@cache
def key_of(template: str) -> str:
    """Under which a catalogue keeps a template: formats of numbers are no matter of languages."""
    return "".join(
        piece.fixed + (f"{{{'|'.join((piece.name, *piece.forms))}}}" if piece.name else "")
        for piece in pieces_of(template)
    )


def fill(
    template: str,
    values: Mapping[str, Any],
    tell: Callable[[str], str] = str,
    specs: Mapping[str, str] | None = None,
    figure: Callable[[str], str] = str,
) -> str:
    """A template with its places filled, texts as `tell` says them and decimals as `figure`.

    `specs` are the formats of the places, if they are not those of the template itself.
    """
    said = ""
    for fixed, name, spec, forms in pieces_of(template):
        said += fixed
        if not name:
            continue
        value = values[name]
        if forms:
            said += forms[0 if abs(value) == 1 else -1]
        elif spec == WHOSE and isinstance(value, str):
            said += tell(Whose(value))
        elif type(value) is str:
            said += tell(shortened(value))
        else:
            said += shown(value, spec or (specs or {}).get(name, ""), tell, figure)
    return said


def shown(
    value: Any, spec: str, tell: Callable[[str], str], figure: Callable[[str], str] = str
) -> str:
    """One value as a text: a list with commas or the word between its things, a number in its
    format."""
    if isinstance(value, AsWritten):
        return shortened(value)
    if isinstance(value, str):
        return tell(shortened(value) if type(value) is str else value)
    if isinstance(value, list | tuple):
        joint = _JOINTS.get(spec) or f" {tell(spec)} "
        return joint.join(shown(thing, "", tell, figure) for thing in value)
    if isinstance(value, PurePath):
        return in_one_line(str(value))
    spec = PLAIN if spec == "g" else spec
    if isinstance(value, float) or spec == ",":
        return figure(format(value, spec))
    name = getattr(value, "shown", None)
    return tell(name) if isinstance(name, str) else shortened(format(value, spec))


_BREAK = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")


def shortened(text: str, most: int = limits.QUOTED) -> str:
    """As much of a text as is told, in one line: an ellipsis stands for the rest of a stranger's
    megabyte, and no line of his stands among ours."""
    text = in_one_line(text)
    return text if len(text) <= most else f"{text[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def in_one_line(text: str) -> str:
    """A text without its breaks of lines, as the name of a file may have some."""
    return text if text.isprintable() else _BREAK.sub(" ", text)


_MINUS = re.compile(r"`[^`]*`|(?<![\w=`'\"-])-(?=\d)|(?<=\d )-(?= \d)")
"""A hyphen that stands for a minus sign, and code in backticks, in which none is changed."""


def signed(text: str) -> str:
    """A sentence for readers with true minus signs; what is typed back keeps its hyphens."""
    return _MINUS.sub(lambda found: "\u2212" if found[0] == "-" else found[0], text)


class Whose(str):
    """The name of a side that stands behind the word for a side."""

    __slots__ = ()


class AsWritten(str):
    """A word of the program's that a reader types: the same in every language."""

    __slots__ = ()


def in_a_row(texts: Sequence[str]) -> Saying:
    """Sentences one after the other, each of which stays known."""
    named = {f"text{number}": text for number, text in enumerate(texts)}
    return Saying(" ".join(f"{{{name}}}" for name in named), **named)


class Saying(str):
    """An English text that remembers how it was made, so that it can be said in other languages.

    It is the text: it sorts, compares and prints as that, and goes into JSON as it is.
    """

    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Saying:
        """The template with its places filled; KeyError for a place without a value."""
        made = super().__new__(cls, fill(template, values))
        made.template = template
        made.values = values
        return made

    def __str__(self) -> str:
        """Itself: what it is made of is not forgotten on the way through an error or a list."""
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), dict(self.values)

    def told(
        self, template: str, tell: Callable[[str], str], figure: Callable[[str], str] = str
    ) -> str:
        """The same by a template of another language, its decimals as `figure` writes them."""
        specs = {piece.name: piece.spec for piece in pieces_of(self.template) if piece.spec}
        return fill(template, self.values, tell, specs, figure)


def quoting(template: str, /, **values: Any) -> Saying:
    """A Saying about what somebody typed: its texts stand as they are written in every language,
    but for those that are Sayings themselves."""
    return Saying(template, **{name: _as_written(value) for name, value in values.items()})


def _as_written(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_as_written(one) for one in value]
    return AsWritten(value) if type(value) is str else value


def veiled(text: str, veil: Callable[[str], str]) -> str:
    """A text, or a Saying with all texts that it is made of, as `veil` lets them be told."""
    if isinstance(text, Saying):
        values = {name: _veiled(value, veil) for name, value in text.values.items()}
        return text if values == text.values else Saying(text.template, **values)
    told = veil(text)
    return text if told == text else type(text)(told)


def _veiled(value: Any, veil: Callable[[str], str]) -> Any:
    if isinstance(value, list | tuple):
        return [_veiled(one, veil) for one in value]
    return veiled(value, veil) if isinstance(value, str) else value


def sentence(clause: str) -> str:
    """A clause as a sentence, with its capital and its full stop; one that begins with the name of
    a file keeps its small letter."""
    first = clause.split(" ", 1)[0]
    small = "." in first or first in ("moduledata", "buildFile")
    if not isinstance(clause, Saying):
        return f"{clause if small else _capital(clause)}".rstrip(".") + "."
    values, pieces = dict(clause.values), pieces_of(clause.template)
    opening, closing = pieces[0], pieces[-2] if len(pieces) > 1 else Piece("")
    if not opening.fixed and opening.name and not small:
        values[opening.name] = _changed(values[opening.name], _capital)
    if closing.name and not pieces[-1].fixed:
        values[closing.name] = _changed(values[closing.name], lambda text: text.rstrip("."))
    template = clause.template if small else _capital(clause.template)
    return Saying(template.rstrip(".") + ".", **values)


def clause(text: str) -> Saying:
    """A sentence as the end of another: its first letter small, without its full stop."""
    if isinstance(text, AsWritten):
        return Saying("{text}", text=AsWritten(f"{text[:1].lower()}{text[1:].rstrip('.')}"))
    said = text if isinstance(text, Saying) else Saying(text)
    return Saying(f"{said.template[:1].lower()}{said.template[1:].rstrip('.')}", **said.values)


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    """A value of a template with its text changed, and still said as it was."""
    if isinstance(value, Saying):
        return Saying(change(value.template), **value.values)
    if isinstance(value, str):
        return type(value)(change(value))
    return value


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
