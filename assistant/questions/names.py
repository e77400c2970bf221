"""Finds what a player means: an id, or a name as people write it, in any language of the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import takewhile
from string import ascii_letters

from assistant.position import Position, called
from assistant.questions.protocol import QuestionError
from builder import limits
from builder.game.board import NO_PLACE, NO_PLACES
from builder.game.problems import nearest
from builder.saying import AsWritten, Saying, clause
from builder.spelling import spelled

Tell = Callable[[str], str]
"""A name in another language, or the same if nobody has translated it."""

MANY = 8
"""As many candidates as an ambiguous name is told."""

_WORDS = re.compile(r"[^\W_]+")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|er|a|o|ª|º)\Z")
_LITTLE = frozenset({"the", "of", "de", "del", "la", "el", "los", "las", "a", "o", "er", "º", "ª"})
"""Words that tell no names apart, and what is left of an ordinal with a point: 5.º."""


@dataclass(frozen=True)
class Thing:
    """What a name may stand for. `place` tells it from its namesakes; `here` is whether questions
    can be asked of it."""

    id: str
    names: tuple[str, ...]
    place: str = ""
    here: bool = True

    def called(self, named: Tell | None) -> str:
        """Its name and place in a reader's language; with its id where no language is given."""
        if named is None or not self.names:
            return str(self)
        name = named(self.names[0])
        return AsWritten(f"{name} ({self.place})" if self.place else name)

    def __str__(self) -> str:
        name = self.names[0] if self.names else ""
        told = f"{self.id} ({name})" if name and name != self.id else self.id
        return Saying("{units} in {hex}", units=told, hex=self.place) if self.place else told


NOT_IN_SIGHT = "{unit} is not among the units in sight: name one that is."


def unit_called(position: Position, text: str, tell: Tell = str, named: Tell | None = None) -> str:
    """The id of a unit of the position by its id or a name of it.

    QuestionError with the candidates if there are several, or with the likeliest if there is none:
    by their ids, or by their names as `named` tells them.
    """
    if text in position.by_id:
        return text
    text = _cut(text)
    found = alike(text, list(_units(position, tell)))
    if here := [thing for thing in found if thing.here]:
        return _one(text, here, named)
    if found:
        gone = found[0].called(named)
        raise QuestionError(NOT_IN_SIGHT, unit=gone)
    told = [unit.id if named is None else named(unit.shown) for unit in position.units]
    names = {
        name.casefold(): as_told
        for unit, as_told in zip(position.units, told, strict=True)
        for name in (unit.id, unit.shown, as_told)
    }
    close = get_close_matches(text.casefold(), names, n=1)
    remedy = (
        Saying("Did you mean '{word}'?", word=AsWritten(names[close[0]]))
        if close
        else nearest(text, dict.fromkeys(told))
    )
    wrong = "There is no unit '{unit}' in the position. {remedy}"
    raise QuestionError(wrong, unit=AsWritten(text), remedy=remedy)


def unit_in_state(position: Position, variable: str, text: str) -> str:
    """The id of a unit that a state variable names; QuestionError that says which variable."""
    try:
        return unit_called(position, text)
    except QuestionError as error:
        told = "State variable '{name}': {problem}."
        raise QuestionError(told, name=variable, problem=clause(error.args[0])) from None


def hex_called(position: Position, text: str, tell: Tell = str) -> str:
    """A hex or area of the map by its number or its name; QuestionError as for units."""
    board = position.board
    if text in board:
        return text
    text = _cut(text)
    places = board.places
    named = [Thing(hex_, _both(name, tell)) for hex_, name in board.names.items()]
    if found := alike(text, [*named, *(Thing(place, ()) for place in places)]):
        return _one(text, found)
    names = [name for thing in named for name in thing.names]
    close = _near_number(text, places) or next(iter(get_close_matches(text, names, n=1)), "")
    ends: dict[str, str | list[str]] = {"name": AsWritten(text)}
    if not places:
        raise QuestionError(NO_PLACES, **ends)
    if position.game.definition.board is None:
        wrong = "'{name}' is no hex of this map: hexes run from {hex} to {hex2}."
        ends |= {"hex": places[0], "hex2": places[-1]}
    else:
        wrong = NO_PLACE
        ends |= {"names": board.first_places}
    if not close:
        raise QuestionError(wrong, **ends)
    remedy = Saying("Did you mean '{word}'?", word=AsWritten(close))
    raise QuestionError(f"{wrong} {{remedy}}", **ends, remedy=remedy)


def _near_number(text: str, places: Sequence[str]) -> str:
    """The hex whose number begins most like a wrong one, and of these the nearest."""
    digits = text.lstrip(ascii_letters)
    if not (digits.isascii() and digits.isdecimal()):
        return ""
    letters = text[: -len(digits)].upper()
    numbers = {p: p.removeprefix(letters) for p in places if p.startswith(letters)}
    numbers = {place: number for place, number in numbers.items() if number.isdecimal()}
    if not numbers:
        return ""
    wanted = digits.zfill(len(next(iter(numbers.values()))))

    def likeness(place: str) -> tuple[int, int]:
        pairs = zip(numbers[place], wanted, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return same, -abs(int(numbers[place]) - int(wanted))

    likest = max(numbers, key=likeness)
    return likest if likeness(likest)[0] else ""


def side_called(sides: Iterable[tuple[str, str]], text: str, tell: Tell = str) -> str:
    """A side's id, from the ids and names of the sides; QuestionError if there is no such side."""
    text = _cut(text)
    things = [Thing(id_, _both(name, tell)) for id_, name in sides]
    if text in (thing.id for thing in things):
        return text
    if found := alike(text, things):
        return _one(text, found)
    remedy = nearest(text, [thing.id for thing in things])
    raise QuestionError(
        Saying("Unknown side '{side}'. {remedy}", side=AsWritten(text), remedy=remedy)
    )


def _cut(text: str) -> str:
    """What is asked for, no longer than it takes to be no name, because likeness costs its length
    once for every name."""
    return text[: limits.NAME + 1]


def alike(text: str, things: Sequence[Thing]) -> list[Thing]:
    """The things that a text names, by the strictest reading that any of them meets: the id in
    other letters, the whole name, some of its words, words that are cut short (`Inf`), words of
    which letters are left out (`Gds`). Numbers are never guessed."""
    small = text.strip().casefold()
    if same := [thing for thing in things if thing.id.casefold() == small]:
        return same
    wanted = words(text)
    if not wanted:
        return []
    named = [(thing, [words(name) for name in thing.names]) for thing in things]
    for meets in (_whole, _some, _cut_short, _squeezed):
        found = [thing for thing, names in named if any(meets(wanted, name) for name in names)]
        if found:
            return list(dict.fromkeys(found))
    return []


@lru_cache(maxsize=20_000)  # because each word of a question is held against all names of the map
def words(text: str) -> tuple[str, ...]:
    """The words of a name in small plain letters, ordinals as numbers, without the little ones."""
    plain = spelled("NFD", text.casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    found = (_ORDINAL.sub(r"\1", word) for word in _WORDS.findall(plain))
    return tuple(word for word in found if word not in _LITTLE)


_COMMAS = 8
"""More commas are in no name, and each costs a look at every part of a text."""


def parted(text: str, names: Iterable[str]) -> list[str]:
    """The names in a text that has commas between them; one that has commas itself stays whole."""
    parts = text.split(",")
    with_comma = {_plain(name): n for name in names if 0 < (n := name.count(",")) <= _COMMAS}
    longest = max(with_comma.values(), default=0)
    found, at = [], 0
    while at < len(parts):
        for more in range(longest, -1, -1):
            one = ",".join(parts[at : at + more + 1])
            if not more or with_comma.get(_plain(one)) == more:
                found.append(one)
                at += more + 1
                break
    return found


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace(",", " , ").split())


def _whole(wanted: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return sorted(wanted) == sorted(name)


def _some(wanted: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return set(wanted) <= set(name)


def _cut_short(wanted: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return _each(wanted, name, lambda short, long: len(short) > 1 and long.startswith(short))


def _squeezed(wanted: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return _each(wanted, name, _is_squeezed)


def _each(
    wanted: tuple[str, ...], name: tuple[str, ...], short_of: Callable[[str, str], bool]
) -> bool:
    """Whether each word is in the name, or if it has no figure in it is short of one that is."""
    return all(
        word in name or (word.isalpha() and any(short_of(word, long) for long in name))
        for word in wanted
    )


def _is_squeezed(short: str, long: str) -> bool:
    """Whether a word is another with letters left out, the first one kept."""
    letters = iter(long)
    return len(short) > 1 and short[0] == long[:1] and all(sign in letters for sign in short)


def _one(text: str, found: Sequence[Thing], named: Tell | None = None) -> str:
    if len(found) == 1:
        return found[0].id
    labels = [thing.called(named) for thing in found]
    if len(set(labels)) < len(labels):
        labels = list(map(str, found))  # because only ids tell namesakes of one hex apart
    told = [*labels[:MANY], *(["..."] if len(found) > MANY else [])]
    raise QuestionError(
        Saying("'{text}' may be {units}: write which.", text=AsWritten(text), units=told)
    )


def _units(position: Position, tell: Tell) -> Iterator[Thing]:
    """Units in sight, and the game's other counters: a name that is theirs is nobody else's."""
    for unit in position.units:
        yield Thing(unit.id, _both(unit.name, tell), unit.hex)
    there = {unit.counter for unit in position.units}
    for counter in position.game.counters.values():
        if counter.kind == "unit" and counter.id not in there:
            yield Thing(counter.id, _both(called(counter), tell), here=False)


def _both(name: str, tell: Tell) -> tuple[str, ...]:
    return tuple(dict.fromkeys((name, tell(name)))) if name else ()
