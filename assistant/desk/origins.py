"""Where a row of a sheet comes from, in the words of a language: `geography; stand-in: forest`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from assistant.words.names import ground_in, small
from assistant.words.voice import ENGLISH, voice
from builder.drawing.map.words import readable
from builder.game.definition import STAND_IN
from builder.game.model import Game
from builder.game.owned import FEATURES

_OURS = re.compile(rf"^{STAND_IN}(?:[;:]\s*|$)")
"""What a page says already of a row that is ours."""
_BETWEEN = re.compile(r"([;:,] )")
_NUMBER = re.compile(r"(?<![\w-])\d+(?:[.-]\d+)*(?:\(\d+\))*(?!\w)")


def origins(
    game: Game, language: str, sources: Iterable[str], call: Callable[[str], str]
) -> dict[str, str]:
    """What columns `source` say in a language, by what they say, without the word that a row is
    ours; `call` names a column. What nobody has translated stays."""
    known = _known(game, language)
    words = voice(game, language).catalogue.ids

    columns = _columns(game)

    within = _within(language)

    def piece(text: str) -> str:
        called = within(call(text)) if text in columns else text
        return _phrase(text, words) or _ground(text, known) or called

    return {
        source: "".join(
            part if _BETWEEN.fullmatch(part) else piece(part)
            for part in _BETWEEN.split(_OURS.sub("", source))
        )
        for source in sorted(sources)
    }


def _columns(game: Game) -> set[str]:
    """The fields of its units and the effects of its ground."""
    found = set(game.definition.units.fields)
    for kind in FEATURES:
        for feature in getattr(game.definition, kind).values():
            found |= feature.values.keys()
    return found


def _known(game: Game, language: str) -> dict[str, str]:
    """What each terrain, hexside and line is called within a sentence, by its id."""
    kinds = (getattr(game.definition, kind) for kind in FEATURES)
    ours = {id_: one.name or readable(id_) for kind in kinds for id_, one in kind.items()}
    named = ground_in(game).get(language, {})
    told = {**ours, **{key.partition(".")[2]: name for key, name in named.items()}}
    return {id_: _within(language)(name) for id_, name in told.items()}


def _within(language: str) -> Callable[[str], str]:
    """How a name stands within a sentence: in English as it is, because "German" stays so."""
    return str if language == ENGLISH else small


def _ground(text: str, known: dict[str, str]) -> str:
    """Several ids with blanks between, by their names; empty if one is no id."""
    words = text.split()
    return ", ".join(known[word] for word in words) if all(word in known for word in words) else ""


def _phrase(text: str, words: dict[str, str]) -> str:
    """A phrase whose numbers stand as {0}, {1} in the catalogue, with or without the number at its
    end, which is that of a rule; empty if it is unknown."""
    numbers = _NUMBER.findall(text)
    places = iter(range(len(numbers)))
    key = _NUMBER.sub(lambda _: f"{{{next(places)}}}", text)
    rest, _, last = key.rpartition(" ")
    for told, end in ((words.get(f"origin.{key}"), ""), (words.get(f"origin.{rest}"), last)):
        if told and (not end or end.startswith("{")):
            return re.sub(r"\{(\d+)\}", lambda at: numbers[int(at[1])], f"{told} {end}".rstrip())
    return ""
