"""A game's names in another language, by their English names and by their ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from builder.game.mark_words import mark_words, small_words

if TYPE_CHECKING:
    from builder.game.model import Game


MANY = 3
"""With more words than these a mark is called by its id behind the name of a unit."""


def names_of(game: Game, language: str) -> dict[str, str]:
    """What text.LANGUAGE.toml calls what the assistant speaks of. An id has its name with a small
    letter, as within a sentence."""
    texts = game.texts.get(language, {})
    names: dict[str, str] = {}
    for key, english in _named(game):
        kind, _, id_ = key.partition(".")
        other = texts.get(key) or (kind == "field" and texts.get(f"{key}.name"))
        if not other:
            continue
        if kind == "marker":  # as it stands behind the name of a unit on VASSAL's map
            short = mark_words(english)
            short = short if len(short.split()) <= MANY else small_words(id_.replace("-", " "))
            names.setdefault(short, mark_words(other))
        if kind in _IDS_IN_TEXTS:
            names.setdefault(id_, small(other))
        if english:
            names[english] = other
    named: dict[str, str] = {}
    for kind in _OF_RULES:
        named |= _under(kind, texts)
    return {**named, **names, **_under("names", texts)}


def _under(kind: str, texts: Mapping[str, str]) -> dict[str, str]:
    """The texts of one table, by what stands before the =."""
    prefix = f"{kind}."
    return {key[len(prefix) :]: text for key, text in texts.items() if key.startswith(prefix)}


def titles_of(game: Game) -> dict[str, str]:
    """What the game is called in each other language of its own."""
    found = ((code, texts.get("title")) for code, texts in game.texts.items())
    return {code: title for code, title in found if title}


def ground_in(game: Game) -> dict[str, dict[str, str]]:
    """What terrain, hexsides and lines are called in each other language of the game, as pages name
    them: `terrain.woods`; clear ground has a name where the game gives it none."""
    from builder.drawing.map.words import own  # no command loads what draws for a name

    definition = game.definition
    kinds = {"terrain": definition.terrain, "hexside": definition.hexside, "line": definition.line}
    keys = ["terrain.clear", *(f"{kind}.{id_}" for kind, ids in kinds.items() for id_ in ids)]
    found: dict[str, dict[str, str]] = {}
    for language in dict.fromkeys(("es", *game.texts)):
        texts = game.texts.get(language, {})
        told = {key: texts.get(key) or texts.get(f"{key}.name") for key in keys}
        told["terrain.clear"] = told["terrain.clear"] or own(language, "Clear")
        found[language] = {key: text for key, text in told.items() if text}
    return found


def whose_of(game: Game, language: str) -> dict[str, str]:
    """Each side as it stands behind the word for a side ("bando del Eje"), by its id, its English
    name and its name in the language."""
    texts = game.texts.get(language, {})
    found: dict[str, str] = {}
    for side in game.definition.side:
        if behind := texts.get(f"whose.{side.id}"):
            called = texts.get(f"side.{side.id}", side.name)
            found |= dict.fromkeys((side.id, side.name, called), behind)
    return found


_OF_RULES = ("class", "set", "weather", "word")
"""The tables of what rules.toml names itself: what an answer says of it is what its page says."""

_IDS_IN_TEXTS = ("phase", "side", "terrain", "hexside", "line", "type")


def small(name: str) -> str:
    """A name within a sentence: a small first letter, but for OTAN and the like."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]


def _named(game: Game) -> Iterator[tuple[str, str]]:
    """Keys of the texts with the English name of each, empty where only the id is used."""
    definition = game.definition
    # first the ids in words, which a name of the same letters overrides
    yield from ((f"state.{id_}", id_.replace("-", " ").capitalize()) for id_ in definition.state)
    fields = definition.units.fields
    yield from (
        (f"field.{id_}", field.name or id_.replace("-", " ").capitalize())
        for id_, field in fields.items()
    )
    yield "title", definition.title
    yield from ((f"phase.{phase.id}", phase.name) for phase in definition.phase)
    yield from ((f"side.{side.id}", side.name) for side in definition.side)
    for kind, features in (
        ("terrain", definition.terrain),
        ("hexside", definition.hexside),
        ("line", definition.line),
        ("type", definition.units.types),
    ):
        yield from ((f"{kind}.{id_}", feature.name) for id_, feature in features.items())
    yield from ((f"marker.{id_}", text) for id_, text in definition.units.markers.items())
    yield from ((f"state.{id_}", one.name) for id_, one in definition.state.items())
    yield from ((f"scenario.{id_}", one.name) for id_, one in game.scenarios.items())
    for box in definition.drawing.get("map", {}).get("box", []):
        yield f"box.{box.get('id', '')}", str(box.get("name", ""))
    yield from _of_windows(definition.module)
    for counter in game.counters.values():
        yield f"counter.{counter.id}", counter.full_name or counter.name


def _of_windows(module: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Windows with their boxes, and decks, as `[module]` writes them: places where pieces lie."""
    for window in _tables(module.get("window")):
        yield f"window.{window.get('id', '')}", str(window.get("name", ""))
        for box in _tables(window.get("box")):
            yield f"box.{box.get('id', '')}", str(box.get("name", ""))
    for deck in _tables(module.get("deck")):
        yield f"deck.{deck.get('id', '')}", str(deck.get("name", ""))


def _tables(written: Any) -> Iterator[Mapping[str, Any]]:
    """The tables of a list: what else is written there is told by what builds the module."""
    if isinstance(written, list):
        yield from (one for one in written if isinstance(one, dict))
