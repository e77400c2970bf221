"""What stands below a counter in the stack viewer, where several units bear one designation."""

from __future__ import annotations

import textwrap
from collections import Counter as Tally
from html import escape

from builder.drawing.translation import ENGLISH
from builder.game.model import Counter, Game
from builder.game.unit_names import UnitNames
from builder.module.counters import plain, short_name, unit_name
from builder.vassal.buildfile.recipes.maps import EDGE

_WIDTH = 14  # small letters below a counter of the usual width
_LONGEST = 16
"""The longest word that stands there whole, a little into the room between two counters."""
_LINES = 4


def labels(game: Game, language: str = ENGLISH) -> dict[str, str]:
    """Text by counter: the designation and in small letters below it the kind ("2 GTA, Artillery");
    where two would be alike, kind and nation, the formation or the whole name. Empty where each
    unit of the game has a designation of its own. All have equally many lines, because VASSAL
    centres a text on one height."""
    units = [counter for counter in game.counters.values() if counter.kind == "unit"]
    found = _details(game, units, language)
    wrapped = {name: _lines(text) for name, text in found.items()}
    height = max(map(len, wrapped.values()), default=0)
    if not height:
        return {}
    return {
        counter.id: _html(short_name(counter), wrapped.get(counter.id, []), height)
        for counter in game.counters.values()
        if short_name(counter)
    }


def small_lines(game: Game, language: str = ENGLISH) -> int:
    """How many small lines those texts have; none without texts."""
    return max((text.count("<br>") for text in labels(game, language).values()), default=0)


def _details(game: Game, units: list[Counter], language: str) -> dict[str, str]:
    """What tells apart units that share a designation and a side."""
    texts = game.texts.get(language, {})

    def kind(counter: Counter) -> str:
        name = game.definition.units.types[counter.type].name or counter.type
        return texts.get(f"type.{counter.type}", name)

    def nation(counter: Counter) -> str:
        known = game.sides[counter.side].nationalities
        return next((str(v).upper() for v in counter.fields.values() if v in known), "")

    def formation(counter: Counter) -> str:
        return UnitNames(texts)(counter.formation) or counter.formation

    def whole(counter: Counter) -> str:
        return UnitNames(texts)(unit_name(game, counter)) or unit_name(game, counter)

    shared = units
    found: dict[str, str] = {}
    if len({(counter.side, counter.name) for counter in units}) == len(units):
        return {}
    for say in (kind, lambda c: f"{kind(c)} {nation(c)}".strip(), formation, whole):
        told = {counter.id: (counter.side, counter.name, say(counter)) for counter in shared}
        times = Tally(told.values())
        found |= {name: text for name, (_, _, text) in told.items() if times[told[name]] == 1}
        shared = [counter for counter in shared if times[told[counter.id]] > 1]
    return {counter.id: whole(counter) for counter in shared} | found


def _lines(text: str) -> list[str]:
    told = plain(text)
    whole = (len(word) for word in told.split() if len(word) <= _LONGEST)
    width = max(_WIDTH, *whole, 0)
    return textwrap.wrap(told, width, max_lines=_LINES, placeholder="…")


def _html(name: str, lines: list[str], height: int) -> str:
    rows = [*map(_edged, lines), *["&nbsp;"] * (height - len(lines))]
    small = "<br>".join(rows)
    return f"<html><center>{_edged(name)}<br><font size=2>{small}</font></center></html>"


def _edged(text: str) -> str:
    return f"{EDGE}{escape(text)}{EDGE}"
