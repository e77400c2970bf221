"""The help page of a module: its keys, its marks, its scenarios, where its values come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from builder.game.model import Game
from builder.module import keys
from builder.module.counters import mark_words

PAGE = "help/keys.html"

_HEAD = """<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<title>{title}</title>
</head>
<body bgcolor="#fbf7ea" text="#26221c">
<font face="Roboto, Arial, Helvetica, sans-serif">
"""
_TAIL = "</font>\n</body>\n</html>\n"


def help_page(game: Game) -> str:
    """The page in the plain HTML that VASSAL's own window shows."""
    return _HEAD.format(title=escape(game.definition.title)) + "".join(_body(game)) + _TAIL


def _body(game: Game) -> Iterator[str]:
    yield f"<h1>{escape(game.definition.title)}</h1>\n"
    if game.definition.subtitle:
        yield f"<p><i>{escape(game.definition.subtitle)}</i></p>\n"
    yield "<h2>Keys on counters</h2>\n"
    yield _table((str(stroke), words) for stroke, words in keys.ON_COUNTERS)
    marks = list(game.definition.units.markers.values())
    if marks:
        yield "<h2>Marks on counters</h2>\n"
        yield _table((_key(number), mark_words(text)) for number, text in enumerate(marks))
    yield "<h2>Keys at the table</h2>\n"
    yield _table(keys.ON_THE_TABLE)
    if game.scenarios:
        yield "<h2>Scenarios</h2>\n"
        yield "<p>Choose one when the game starts, or under File, Load Game.</p>\n"
        yield _table((s.name, s.description) for s in game.scenarios.values())
    yield "<h2>Sequence of play</h2>\n<ol>\n"
    for phase in game.definition.phase:
        yield f"<li>{escape(phase.name)}</li>\n"
    yield "</ol>\n"
    yield from _provenance(game)


def _provenance(game: Game) -> Iterator[str]:
    stand_ins = sum(entry.source.startswith("stand-in") for entry in game.provenance)
    if stand_ins:
        yield (
            "<h2>Stand-ins</h2>\n"
            f"<p>{stand_ins} of {len(game.provenance)} values of this module are plausible "
            "stand-ins, to be replaced from the printed game.</p>\n"
        )
    if game.definition.note:
        yield f"<p>{escape(game.definition.note)}</p>\n"


def _key(number: int) -> str:
    stroke = keys.mark_key(number)
    return "menu" if stroke.name else str(stroke)


def _table(rows: Iterable[tuple[str, str]]) -> str:
    cells = "".join(
        f"<tr><td><b>{escape(first)}</b></td><td>{escape(second)}</td></tr>\n"
        for first, second in rows
    )
    return f'<table cellpadding="3" cellspacing="0">\n{cells}</table>\n'
