"""The words of names: shortened, of other languages and scripts, and which mean the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from builder.spelling import spelled

_WORDS = re.compile(r"[^\W\d_]+|\d+")
_VALUES = re.compile(r"(?<![^\W_])(?<!-)\d+(?:[-/]\d+)+(?![^\W_]|-)")
"""Figures between blanks or underscores, which many module makers write for blanks."""
_CAMEL = re.compile(r"(?<=[a-zа-я])(?=[A-ZА-Я])|(?<=[A-ZА-Я])(?=[A-ZА-Я][a-zа-я])")
_ORDINAL = frozenset(
    {"st", "nd", "rd", "th", "er", "ra", "do", "ya", "aya", "ja", "aja", "yj", "iy"}
)
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
    "td": "division", "sd": "division", "tk": "tank", "shtab": "headquarters",
}  # fmt: skip
_STEMS = (
    ("gvard", "guards"), ("gard", "guards"), ("guardi", "guards"), ("armij", "army"),
    ("armee", "army"), ("ejercit", "army"), ("tankov", "tank"), ("strelk", "rifle"),
    ("schutz", "rifle"), ("tirador", "rifle"), ("fusil", "rifle"), ("pekhot", "infantry"),
    ("pehot", "infantry"), ("infant", "infantry"), ("diviz", "division"), ("divis", "division"),
    ("korpus", "corps"), ("cuerpo", "corps"), ("udarn", "shock"), ("stoss", "shock"),
    ("choque", "shock"), ("kaval", "cavalry"), ("caball", "cavalry"), ("mekhan", "mechanized"),
    ("mehan", "mechanized"), ("mecan", "mechanized"), ("motor", "motorized"),
    ("brigad", "brigade"), ("batal", "battalion"), ("regim", "regiment"), ("polk", "regiment"),
    ("artill", "artillery"), ("rezerv", "reserve"), ("reserv", "reserve"),
    ("vozdush", "airborne"), ("luftland", "airborne"), ("desant", "airborne"),
    ("aerotrans", "airborne"), ("paracaid", "airborne"), ("severozapad", "northwest"),
    ("jugozapad", "southwest"), ("yugozapad", "southwest"), ("nordwest", "northwest"),
    ("sudwest", "southwest"), ("noroest", "northwest"), ("suroest", "southwest"),
    ("sudoest", "southwest"), ("zapad", "west"), ("oeste", "west"), ("severn", "north"),
    ("sudl", "south"), ("otryad", "abteilung"), ("destacam", "abteilung"),
    ("detachm", "abteilung"), ("garnizon", "garrison"), ("guarnici", "garrison"),
    ("okhran", "security"), ("ohran", "security"), ("sicher", "security"), ("segurid", "security"),
    ("yuzhn", "south"), ("juzhn", "south"), ("tsentr", "central"), ("centr", "central"),
    ("zentr", "central"), ("stepn", "steppe"), ("ukrain", "ukraine"),
    ("ucran", "ukraine"), ("pribalt", "baltic"), ("baltij", "baltic"), ("rumyn", "rumania"),
    ("ruman", "rumania"), ("rumaen", "rumania"), ("roman", "rumania"), ("vengr", "hungary"),
    ("venger", "hungary"), ("zakavkaz", "transcaucasus"),
    ("hungar", "hungary"), ("ungar", "hungary"), ("italj", "italy"), ("itali", "italy"),
    ("finsk", "finland"), ("finni", "finland"), ("finnl", "finland"), ("finla", "finland"),
    ("polsk", "poland"), ("poln", "poland"), ("polac", "poland"), ("polis", "poland"),
    ("jugosl", "yugoslavia"), ("yugosl", "yugoslavia"), ("nemets", "german"),
    ("deutsch", "german"), ("aleman", "german"), ("sovet", "soviet"), ("sowjet", "soviet"),
)  # fmt: skip
"""How words of other languages begin, and what they are here; transliterated Russian among them."""
_BEGINNINGS = tuple(stem for stem, _ in _STEMS)
_CYRILLIC = dict(zip(
    "абвгдезийклмнопрстуфхыэёіїґє",
    ("a", "b", "v", "g", "d", "e", "z", "i", "j", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u",
     "f", "kh", "y", "e", "e", "i", "i", "g", "e"),
    strict=True,
)) | {"ж": "zh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu",
      "я": "ya"}  # fmt: skip

_COMPASS = re.compile(
    r"\b(severo|yugo|jugo|nord|sud|north|south|noro|sur)[\W_]+(?=zapad|west|oest)"
)
_PHRASES = (
    (re.compile(r"\b(boev\w+ grupp\w*|battle ?groups?|grupos? de combate)\b"), "kampfgruppe"),
    (re.compile(r"\b(white ?|weiss)russ\w*|\bby?elo[ -]?russ?\w*"), "belorussia"),
)
"""Things that some call by two words."""

LENGTHS = 240
"""As many letters of a name are looked at."""


def words(text: str) -> tuple[str, ...]:
    """The words and numbers of a name, small letters, without accents, in Latin letters; values
    such as 8-4 left out."""
    return _words(text[:LENGTHS])


@lru_cache(maxsize=20_000)
def _words(text: str) -> tuple[str, ...]:
    """Kept, because each name is compared with many."""
    short = _VALUES.sub(" ", _CAMEL.sub(" ", text))
    return tuple(_kept(_WORDS.findall(_latin(short))))


def _latin(text: str) -> str:
    """Small letters of the alphabet of English."""
    latin = "".join(_CYRILLIC.get(letter, letter) for letter in text.lower())
    plain = spelled("NFKD", latin.replace("ß", "ss")).encode("ascii", "ignore")
    told = _COMPASS.sub(r"\1", plain.decode())
    for phrase, means in _PHRASES:
        told = phrase.sub(means, told)
    return told


def _kept(found: Sequence[str]) -> Iterable[str]:
    for at, word in enumerate(found):
        after_number = at > 0 and found[at - 1].isdigit()
        if word in _EMPTY or (after_number and word in _ORDINAL):
            continue
        yield str(int(word)) if word.isdigit() else _SHORTS.get(word, word)


@lru_cache(maxsize=20_000)
def meaning(word: str) -> str:
    """The English word that a foreign one stands for, else the word."""
    if not word.startswith(_BEGINNINGS):
        return word  # at once, because a module may bring tens of thousands of words
    for stem, means in _STEMS:
        if word.startswith(stem):
            return means
    return word


def values(text: str) -> tuple[int, ...]:
    """The figures that a name tells as 8-4-5; none for others."""
    found = _VALUES.search(text[:LENGTHS])
    return tuple(int(part) for part in re.split("[-/]", found[0])) if found else ()


@lru_cache(maxsize=20_000)
def number(word: str) -> int | None:
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
    word, one with another ending."""
    if one == other:
        return 1.0
    if one.isdigit() or other.isdigit():
        return 0.95 if number(one) is not None and number(one) == number(other) else 0.0
    if meaning(one) == meaning(other):
        return 0.95
    short, long = sorted((one, other), key=len)
    if len(short) < 2 or short[0] != long[0]:
        return 0.0
    if long.startswith(short):
        return 0.9 if 2 < len(short) < 5 or len(long) - len(short) < 3 else 0.6
    common = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), 0)
    if common >= 5 and common >= 0.6 * len(short):
        return 0.85
    letters = iter(long)
    return 0.6 if all(letter in letters for letter in short) and len(short) > 2 else 0.0
