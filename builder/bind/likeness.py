"""How alike two things are called: words shortened, put in another order, with or without side."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

_WORDS = re.compile(r"[^\W\d_]+|\d+")
_VALUES = re.compile(r"(?<![\w-])\d+(?:[-/]\d+)+(?![\w-])")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ORDINAL = frozenset({"st", "nd", "rd", "th", "er", "ra", "do"})
_EMPTY = frozenset({"the", "of", "and", "png", "gif", "jpg", "jpeg", "svg", "front", "back"})
_ROMAN = re.compile(r"(?=[xvil])(xl|l?x{0,3})(ix|iv|v?i{0,3})")
_SHORTS = {
    "gd": "guards", "gds": "guards", "gde": "guards", "inf": "infantry", "pz": "panzer",
    "pzk": "panzer", "korps": "corps", "armd": "armour", "armored": "armour", "armoured": "armour",
    "armor": "armour", "mot": "motorized", "motorised": "motorized", "div": "division",
    "bde": "brigade", "bn": "battalion", "rgt": "regiment", "art": "artillery",
    "arty": "artillery", "hq": "headquarters", "mech": "mechanized", "mechanised": "mechanized",
    "cav": "cavalry", "pzgr": "panzergrenadier", "pg": "panzergrenadier", "sov": "soviet",
    "ger": "german", "lw": "luftwaffe", "sec": "security", "lt": "light", "vs": "volkssturm",
}  # fmt: skip

LENGTHS = 240
"""As many letters of a name are looked at."""


def words(text: str) -> tuple[str, ...]:
    """The words and numbers of a name, small letters, without accents; values such as 8-4 left
    out."""
    plain = unicodedata.normalize("NFKD", _CAMEL.sub(" ", text[:LENGTHS]))
    plain = plain.encode("ascii", "ignore").decode().lower()
    found = _WORDS.findall(_VALUES.sub(" ", plain))
    kept = []
    for at, word in enumerate(found):
        after_number = at > 0 and found[at - 1].isdigit()
        if word in _EMPTY or (after_number and word in _ORDINAL):
            continue
        kept.append(str(int(word)) if word.isdigit() else _SHORTS.get(word, word))
    return tuple(kept)


def values(text: str) -> tuple[int, ...]:
    """The figures that a name tells as 8-4-5; none for others."""
    found = _VALUES.search(text[:LENGTHS])
    return tuple(int(part) for part in re.split("[-/]", found[0])) if found else ()


def _number(word: str) -> int | None:
    if word.isdigit():
        return int(word)
    match = _ROMAN.fullmatch(word)
    if match is None or len(word) < 2:
        return None
    total, parts = 0, {"i": 1, "v": 5, "x": 10, "l": 50}
    for one, two in zip(word, f"{word[1:]} ", strict=True):
        value = parts[one]
        total += -value if parts.get(two, 0) > value else value
    return total


@lru_cache(maxsize=200_000)
def same(one: str, other: str) -> float:
    """How much two words mean the same, 0 to 1: alike, a number in Roman figures, a shortened
    word."""
    if one == other:
        return 1.0
    if one.isdigit() or other.isdigit():
        return 0.95 if _number(one) is not None and _number(one) == _number(other) else 0.0
    short, long = sorted((one, other), key=len)
    if len(short) < 2 or short[0] != long[0]:
        return 0.0
    if long.startswith(short):
        return 0.9 if len(short) > 2 else 0.6
    letters = iter(long)
    return 0.6 if all(letter in letters for letter in short) and len(short) > 2 else 0.0


@dataclass(frozen=True)
class Called:
    """What a piece is called: the words of its names, those of what is around it (palette, type,
    side), and the figures printed on it."""

    names: frozenset[str]
    around: frozenset[str]
    values: tuple[int, ...] = ()

    @property
    def numbers(self) -> frozenset[int]:
        found = (_number(word) for word in self.names)
        return frozenset(number for number in found if number is not None)


def weights(all_: Iterable[Called]) -> dict[str, float]:
    """How much each word tells: what many are called tells little."""
    names = [called.names for called in all_]
    counts = Counter(word for one in names for word in one)
    most = math.log(1 + len(names))
    told = {word: math.log((1 + len(names)) / n) / most for word, n in counts.items()}
    return {word: 0.08 + weight for word, weight in told.items()}


def likeness(
    ours: Called, theirs: Called, mine: Mapping[str, float], yours: Mapping[str, float]
) -> float:
    """How alike two are, 0 to 1: how much of what each is called the other is called too."""
    there = theirs.names | theirs.around
    here = ours.names | ours.around
    found = 0.6 * _covered(ours.names, there, mine) + 0.4 * _covered(theirs.names, here, yours)
    if ours.numbers and theirs.numbers and not ours.numbers & theirs.numbers:
        found *= 0.3
    elif bool(ours.numbers) != bool(theirs.numbers):
        found *= 0.75
    if ours.values and theirs.values:
        shared = len(set(ours.values) & set(theirs.values)) / len(set(theirs.values))
        found = 0.94 * found + 0.06 * shared
    return found


def _covered(names: frozenset[str], other: frozenset[str], weight: Mapping[str, float]) -> float:
    whole = sum(weight.get(word, 1.0) for word in names)
    if not whole:
        return 0.0
    got = sum(weight.get(word, 1.0) * _best(word, other) for word in names)
    return got / whole


def _best(word: str, others: frozenset[str]) -> float:
    return 1.0 if word in others else max((same(word, other) for other in others), default=0.0)
