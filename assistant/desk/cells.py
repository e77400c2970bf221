"""How the cells of a sheet are said in a page's language, and how what is typed there is read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from assistant.desk.sheets import (
    ARRIVALS,
    CARDS,
    COUNTERS,
    EFFECTS,
    HEXES,
    HEXSIDES,
    INITIATIVE,
    Sheet,
)
from assistant.questions.names import words
from assistant.words.names import ground_in
from assistant.words.voice import ENGLISH, voice
from builder.drawing.map.words import cell_words, named, own, readable
from builder.game.check.charts import words_of
from builder.game.load_tables import DOUBT
from builder.game.model import Game
from builder.game.owned import NOTHING
from builder.saying import quoting, veiled

YES, NO = "true", "false"
"""How the effects of a feature that it has or has not stand in the file."""

_GROUND = {HEXES: ("terrain", "terrain"), HEXSIDES: ("features", "hexside")}
"""By file the column of which cells name features, and their kind."""

_DECIMALS = re.compile(r"[+-]?[0-9]+[.,][0-9]{1,2}")
"""Numbers of which both ways of writing are taken, and the file's is shown."""


def cells_in(game: Game, sheet: Sheet, code: str) -> dict[str, str]:
    """How the words in the cells of a sheet, and those that could stand there, are called in a
    language where that is not as in the file; but for those that would be called alike."""
    said = dict(_said(game, sheet, code))
    times = Counter(said.values())
    return {text: one for text, one in said.items() if one != text and times[one] == 1}


def as_in_file(game: Game, sheet: Sheet, column: str, code: str, text: str) -> str:
    """A cell that was typed in a language as it stands in the file; what cannot be read stays. A
    word with other capitals or accents is that word, if no other is like it."""
    if sheet.group == "tables":
        return _of_table(game, sheet, code, text)
    if sheet.file == EFFECTS:
        return _alike(text, _of_effects(game, code), ())
    if sheet.file == CARDS and column.endswith(INITIATIVE):
        return _alike(text, _sides(game, code), ())
    if sheet.file in _GROUND and column == _GROUND[sheet.file][0]:
        kind = _GROUND[sheet.file][1]
        return _features(text, _ground(game, kind, code), _ground(game, kind, ENGLISH))
    if _has_turns(sheet) and (turn := re.fullmatch(r"\w+\s+([0-9]{1,4})", text)):
        called = (_turn(game, one, turn[1]) for one in (code, ENGLISH))
        return f"turn {turn[1]}" if words(text) in map(words, called) else text
    return text


def in_words_of(told: str, names: Mapping[str, str]) -> str:
    """What is wrong with a cell, with the words and columns as the page calls them."""
    return veiled(told, lambda text: names.get(text, text))


def _said(game: Game, sheet: Sheet, code: str) -> Iterable[tuple[str, str]]:
    if sheet.group == "tables":
        table = game.tables[sheet.title]
        texts = dict.fromkeys([*table.cells.values(), *words_of(game, sheet.title)])
        return [(one, cell_words(game, code, one)) for one in texts if not _DECIMALS.fullmatch(one)]
    if sheet.file == EFFECTS:
        return _of_effects(game, code).items()
    if sheet.file == CARDS:
        return _sides(game, code).items()
    if sheet.id == ARRIVALS or sheet.group == "set-ups":
        turns = game.definition.turns
        numbers = map(str, range(turns.first, turns.last + 1))
        return [(f"turn {number}", _turn(game, code, number)) for number in numbers]
    if sheet.file in _GROUND:
        column, kind = _GROUND[sheet.file]
        called = _ground(game, kind, code)
        stand = {cells.get(column, "") for _, _, cells in sheet.rows} | {*called}
        return [
            (text, ", ".join(called.get(one, one) for one in text.split()))
            for text in sorted(stand)
            if text
        ]
    return ()


def _has_turns(sheet: Sheet) -> bool:
    """Whether cells of a sheet may be turns."""
    return sheet.file == COUNTERS or sheet.group == "set-ups"


def _of_effects(game: Game, code: str) -> dict[str, str]:
    return {YES: own(code, "yes"), NO: own(code, "no"), **_sides(game, code)}


def _sides(game: Game, code: str) -> dict[str, str]:
    return {one.id: named(game, code, f"side.{one.id}", one.name) for one in game.definition.side}


def _turn(game: Game, code: str, number: str) -> str:
    return voice(game, code)(quoting("turn {n}", n=int(number)))


def _ground(game: Game, kind: str, code: str) -> dict[str, str]:
    """The features of a kind with what they are called in a language, clear ground too."""
    told, features = ground_in(game).get(code, {}), getattr(game.definition, kind)
    called = {
        id_: told.get(f"{kind}.{id_}") or one.name or readable(id_) for id_, one in features.items()
    }
    clear = {"clear": told.get("terrain.clear") or own(code, "Clear")}
    return {**clear, **called} if kind == "terrain" else called


def _of_table(game: Game, sheet: Sheet, code: str, text: str) -> str:
    word = text.removesuffix(DOUBT)
    plain = word.replace(",", ".") if _DECIMALS.fullmatch(word) else word
    return (
        _alike(plain, cells_in(game, sheet, code), words_of(game, sheet.title)) + text[len(word) :]
    )


def _alike(word: str, cells: Mapping[str, str], listed: Iterable[str]) -> str:
    """The text that is called by a word, to the letter or but for capitals and accents: of the
    listed ones, without any of all."""
    among = list(listed) or list(cells)
    found = [one for one, said in cells.items() if said == word]
    if not found and word not in among:
        like = words(word)
        alike = (one for one in among if like in (words(one), words(cells.get(one, one))))
        found = list(dict.fromkeys(alike)) if like else []
    return found[0] if len(found) == 1 else word


def _features(text: str, *called: Mapping[str, str]) -> str:
    """Features that were named in a language, by their ids; what names none stays as a word. The
    longest name counts, because one may begin as another does, or hold a comma."""
    if text == NOTHING or all(word in called[0] for word in text.split()):
        return text
    known = {words(said): id_ for names in reversed(called) for id_, said in names.items()}
    known |= {words(id_): id_ for id_ in called[0]}
    found: list[str] = []
    rest = words(text)
    while rest:
        first = next((n for n in range(len(rest), 0, -1) if rest[:n] in known), 0)
        found.append(known[rest[:first]] if first else rest[0])
        rest = rest[first or 1 :]
    return " ".join(dict.fromkeys(found)) or text
