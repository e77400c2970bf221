"""The help page of a module: its keys, its marks, its scenarios, where its values come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape

from builder.drawing.map.words import named
from builder.game.model import Game
from builder.game.rulebook.page import page_as_html
from builder.module import keys
from builder.module.abilities import mark_words
from builder.module.phrases import say
from builder.vassal.buildfile.keystroke import KeyStroke

PAGE = "help/keys.html"
ABOUT_IMAGE = "about.png"

Say = Callable[[str], str]

_ON_KEYBOARDS = {
    "es": {
        "Delete": "Supr",
        "Alt+click": "Alt+clic",
        "Ctrl+= and Ctrl+-": "Ctrl+= y Ctrl+-",
        "Ctrl+Right": "Ctrl+Derecha",
    }
}

_HEAD = """<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<title>{title}</title>
</head>
<body bgcolor="#fbf7ea" text="#26221c">
<font face="Roboto, Arial, Helvetica, sans-serif">
"""
_TAIL = "</font>\n</body>\n</html>\n"


def help_page(game: Game, language: str = "en") -> str:
    """The page in the plain HTML that VASSAL's own window shows."""
    title = named(game, language, "title", game.definition.title)
    return (
        _HEAD.format(title=escape(title))
        + "".join(_body(game, partial(say, language), language))
        + _TAIL
    )


def _body(game: Game, words: Say, language: str) -> Iterator[str]:
    title = named(game, language, "title", game.definition.title)
    yield f"<h1>{escape(title)}</h1>\n"
    if subtitle := named(game, language, "subtitle", game.definition.subtitle):
        yield f"<p><i>{escape(subtitle)}</i></p>\n"
    yield _heading(words, "Keys on counters")
    yield _table((pressed(stroke, language), words(text)) for stroke, text in keys.ON_COUNTERS)
    if game.cards or game.definition.module.get("deck"):
        yield _heading(words, "Keys on cards and chits")
        yield _table((str(stroke), words(text)) for stroke, text in keys.IN_DECKS)
    marks = list(game.definition.units.markers.values())
    if marks:
        yield _heading(words, "Marks on counters")
        yield _table((words(_key(number)), mark_words(text)) for number, text in enumerate(marks))
    yield _heading(words, "Keys at the table")
    yield _table((pressed(stroke, language), words(text)) for stroke, text in keys.ON_THE_TABLE)
    if game.scenarios:
        yield _heading(words, "Scenarios")
        how = words("Choose one when the game starts, or under File, Load Game.")
        yield f"<p>{escape(how)}</p>\n"
        yield _table((s.name, s.description) for s in game.scenarios.values())
    if game.rules is not None:
        yield page_as_html(game, language)
    yield _heading(words, "Sequence of play") + "<ol>\n"
    for phase in game.definition.phase:
        yield f"<li>{escape(phase.name)}</li>\n"
    yield "</ol>\n"
    yield from _provenance(game, words)


def _provenance(game: Game, words: Say) -> Iterator[str]:
    stand_ins = sum(entry.source.startswith("stand-in") for entry in game.provenance)
    if stand_ins:
        yield _heading(words, "Stand-ins")
        of_all = f"{stand_ins}/{len(game.provenance)}"
        tail = (
            "values of this module are plausible stand-ins, to be replaced from the printed game."
        )
        yield f"<p>{escape(words(f'{of_all} {tail}'))}</p>\n"
    if game.definition.note:
        yield f"<p>{escape(game.definition.note)}</p>\n"


def pressed(stroke: KeyStroke | str, language: str) -> str:
    """A key as keyboards of the language name it."""
    return _ON_KEYBOARDS.get(language, {}).get(str(stroke), str(stroke))


def _heading(words: Say, text: str) -> str:
    return f"<h2>{escape(words(text))}</h2>\n"


def _key(number: int) -> str:
    stroke = keys.mark_key(number)
    return "menu" if stroke.name else str(stroke)


def _table(rows: Iterable[tuple[str, str]]) -> str:
    cells = "".join(
        f"<tr><td><b>{escape(first)}</b></td><td>{escape(second)}</td></tr>\n"
        for first, second in rows
    )
    return f'<table cellpadding="3" cellspacing="0">\n{cells}</table>\n'
