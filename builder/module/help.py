"""The help page of a module: its keys, its marks, its buttons, its scenarios, where its values come
from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape

from builder.drawing.map.words import named
from builder.game.model import Game
from builder.game.rulebook.page import page_as_html
from builder.module import keys
from builder.module.counters import own_markers
from builder.module.fates import fate_key
from builder.module.layers import ALL, ENTRIES
from builder.module.layers import MENU as LAYERS_MENU
from builder.module.phrases import say
from builder.module.set_up_check import CHECK_SET_UP
from builder.module.settings import ModuleSettings, scenarios_offered
from builder.module.spreads import PUT_BACK
from builder.module.state import SHOW_STATE, STATE_MENU
from builder.module.state_entries import state_entries
from builder.module.table import Table
from builder.module.turning import entry_name, taken_off
from builder.module.values import VALUES_MENU, value_titles
from builder.vassal.keystroke import KeyStroke

PAGE = "help/keys.html"
ABOUT_IMAGE = "about.png"

Say = Callable[[str], str]

_ON_KEYBOARDS = {
    "es": {
        "Delete": "Supr",
        "Alt+click": "Alt+clic",
        "Shift+click": "Shift+clic",
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


Row = tuple[str, str]


@dataclass(frozen=True)
class Manual:
    """What a help page tells of: a game as its module has it, in one language."""

    game: Game
    settings: ModuleSettings
    table: Table
    language: str = "en"
    layers: tuple[str, ...] = ()
    """Those of the map that pieces are in."""

    def page(self) -> str:
        """The page in the plain HTML that VASSAL's own window shows."""
        return _HEAD.format(title=escape(self._title)) + "".join(self._body()) + _TAIL

    @property
    def _title(self) -> str:
        return named(self.game, self.language, "title", self.game.definition.title)

    def _words(self, text: str) -> str:
        return say(self.language, text)

    def _body(self) -> Iterator[str]:
        game, words = self.game, self._words
        yield f"<h1>{escape(self._title)}</h1>\n"
        if subtitle := named(game, self.language, "subtitle", game.definition.subtitle):
            yield f"<p><i>{escape(subtitle)}</i></p>\n"
        yield _heading(words, "Keys on counters")
        yield f"<p>{escape(words('All of them stand in the menu of a right click, too.'))}</p>\n"
        yield _table(self._on_counters())
        if game.cards or game.definition.module.get("deck"):
            yield _heading(words, "Keys on cards and chits")
            yield _table((str(stroke), words(text)) for stroke, text in keys.IN_DECKS)
        marks = list(game.definition.units.markers.values())
        if marks:
            yield _heading(words, "Marks on counters")
            yield _table((words(_key(number)), text) for number, text in enumerate(marks))
        yield _heading(words, "Keys at the table")
        yield _table([*self._dice(), *self._pressed(keys.ON_THE_TABLE)])
        yield _heading(words, "Buttons")
        yield _table(self._buttons())
        if game.scenarios:
            yield _heading(words, "Scenarios")
            how = words("Choose one when VASSAL starts, or in the menu File while no game is on.")
            yield f"<p>{escape(how)}</p>\n"
            yield _table((s.name, s.description) for s in scenarios_offered(game, self.settings))
        if game.rules is not None:
            yield page_as_html(game, self.language)
        yield _heading(words, "Sequence of play") + "<ol>\n"
        for phase in game.definition.phase:
            yield f"<li>{escape(phase.name)}</li>\n"
        yield "</ol>\n"
        yield from _provenance(game, words)

    def _pressed(self, rows: Iterable[tuple[KeyStroke | str, str]]) -> Iterator[Row]:
        for stroke, text in rows:
            yield pressed(stroke, self.language), self._words(text)

    def _on_counters(self) -> Iterator[Row]:
        yield from self._pressed(keys.ON_COUNTERS)
        fates = [fate for fate in self.settings.fate if self.table.has(fate.box)]
        for fate in fates:
            stroke = fate_key(self.settings.fate, self.settings.fate.index(fate))
            key = self._words("menu") if stroke.name else pressed(stroke, self.language)
            box = self.table.region(fate.box).name
            yield key, f"{self._words(fate.command)} → {box}"
        if fates:
            yield from self._pressed(keys.OF_THE_GONE[1:])
        if titles := value_titles(self.game, self.settings, self.language):
            yield self._words("menu"), f"{self._words(VALUES_MENU)}: {', '.join(titles)}"
        if self.game.definition.control:
            yield from self._pressed([("Shift+click", "take hold of a marker of control")])

    def _dice(self) -> Iterator[Row]:
        for dice in self.settings.dice:
            if dice.key:
                yield dice.key, self._words(f"Roll {dice.count}d{dice.sides}")

    def _buttons(self) -> Iterator[Row]:
        words = self._words
        for takeoff in self.settings.takeoff:
            told = taken_off(self.game, takeoff, self.language)
            yield f"{words('Marks off')}: {entry_name(takeoff)}", told
        if pieces := list(self._keeping()):
            told = words("each tells of the hex in which it lies")
            yield f"{words('Counters')}: {words('Markers')}", f"{', '.join(pieces)}: {told}"
        yield (
            words("Battle"),
            words(
                "declare a battle of the selected attackers and defenders, roll for it, end it;"
                " end all battles"
            ),
        )
        yield (
            f"{words(STATE_MENU)}: {words(CHECK_SET_UP)}",
            words(
                "tells how many units stand in hexes, and in the first turn which stand elsewhere"
            ),
        )
        if entries := state_entries(self.game, self.language):
            yield words(STATE_MENU), ", ".join(entry.title for entry in entries)
            yield f"{words(STATE_MENU)}: {words(SHOW_STATE)}", words("tells them in the chat")
        if self.layers:
            shown = [(ENTRIES[layer], keys.LAYERS[layer]) for layer in self.layers]
            rows = [f"{words(text)} ({key})" for text, key in (*shown, (ALL, keys.ALL_LAYERS))]
            own = words("hides or shows them on one's own screen only")
            yield words(LAYERS_MENU), f"{', '.join(rows)}: {own}"
        yield from self._in_windows()
        yield (
            words("Retire"),
            words("leaves the seat or takes another; the seat Solitaire sees into all windows"),
        )

    def _keeping(self) -> Iterator[str]:
        """The module's own markers of state variables, those of one list together."""
        for _, title, field in own_markers(self.game, self.language):
            yield f"{title}{self._words(' 1 to ')}{field.numbered}" if field.numbered else title

    def _in_windows(self) -> Iterator[Row]:
        """The buttons of windows beside the map."""
        words, decks = self._words, self.settings.deck
        if any(one.settings.side and one.settings.box for one in self.table.windows):
            told = "in one's own window: brings back what lies open beside the hexes"
            yield words("Take back"), words(told)
        draws = dict.fromkeys(str(number) for deck in decks if deck.hands for number in deck.draw)
        if draws:
            told = "in the window of one's hand: takes so many from the deck"
            yield words(f"Draw {', '.join(draws)}"), words(told)
        if any(deck.spread for deck in decks):
            told = "in the window of the deck: puts back what its menu (right click) has laid out"
            yield words(PUT_BACK), words(told)
        for one in self.settings.exchange:
            name = named(self.game, self.language, f"exchange.{one.id}", one.name or one.id)
            told = "in the window of the deck: puts the other cards into the deck"
            yield name, words(told)


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
