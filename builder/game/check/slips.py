"""game.toml where it is open to a game's own words: slips in keys, effects, limits and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from difflib import get_close_matches
from typing import Any

from builder.game.check.findings import Look
from builder.game.definition import OpenModel
from builder.game.model import HOLDING
from builder.game.problems import nearest
from builder.game.toml_file import NUMBER, as_typed, kind_of
from builder.saying import Saying, quoting

DRAWN = ("map", "counters", "charts", "cards")
"""The tables of `[drawing]`."""
OF_RULES = (
    "stacking",
    "counters",
    "closed",
    "named",
    "rivers",
    "set-up-in",
    "set-up-not-in",
    "charts",
    "tables",
)
"""The entries of `[rules]`."""
OF_TYPES = ("glyph",)
"""What drawing looks for in a type of units."""
OF_SIDES = ("colour", "livery")
"""What drawing looks for in a side."""


def check_slips(look: Look) -> None:
    """What the types of game.toml let through because a game may add words of its own."""
    definition = look.game.definition
    for index, side in enumerate(definition.side):
        _keys(look, ("side", index), side, OF_SIDES)
    for name, unit_type in definition.units.types.items():
        _keys(look, ("units", "types", name), unit_type, OF_TYPES)
        _unread(look, name, unit_type)
        if unit_type.side:
            _word(look, ("units", "types", name), "side", unit_type.side, look.game.sides)
    for kind in ("terrain", "hexside", "line"):
        features: Mapping[str, OpenModel] = getattr(definition, kind)
        for name, feature in features.items():
            _keys(look, (kind, name), feature)
        _effects(look, kind, features)
        _lonely(look, (kind,), features, _effects_told(look))
    for name in definition.drawing:
        _word(look, ("drawing", name), "table of [drawing]", name, DRAWN)
    for name in definition.rules:
        _word(look, ("rules", name), "key of [rules]", name, OF_RULES)
    _lonely(look, ("units", "types"), definition.units.types)
    _control(look)
    _rules(look)


def _error(look: Look, keys: tuple[str | int, ...], text: str, remedy: str) -> None:
    look.error("vocabulary", look.toml.path, look.toml.line(*keys), text, remedy)


def _word(
    look: Look, keys: tuple[str | int, ...], what: str, word: str, known: Iterable[str]
) -> None:
    choices = list(known)
    if word not in choices:
        _error(
            look,
            keys,
            quoting("Unknown {what} '{word}'.", what=what, word=word),
            nearest(word, choices),
        )


def _keys(
    look: Look, keys: tuple[str | int, ...], model: OpenModel, more: tuple[str, ...] = ()
) -> None:
    """A key of the game's own that is all but one of Kessel's is a misspelling."""
    known = [*(info.alias or name for name, info in type(model).model_fields.items()), *more]
    for key in (name for name in model.values if name not in more):
        if close := get_close_matches(key, known, n=1, cutoff=0.8):
            _error(
                look,
                (*keys, key),
                quoting("Unknown key '{word}'.", word=key),
                quoting("Did you mean '{word}'?", word=close[0]),
            )


def _unread(look: Look, name: str, unit_type: OpenModel) -> None:
    """Rules that are declared read of a type what its units may have, and nothing else; rules in
    Python may read any word, but one that a single type has is told."""
    fields = look.game.definition.units.fields
    others = [t for n, t in look.game.definition.units.types.items() if n != name]
    for key in sorted(set(unit_type.values) - {*OF_TYPES, *HOLDING, *fields}):
        if look.in_python and any(key in other.values for other in others):
            continue
        own = ("name", "side", "symbol", *OF_TYPES)
        if get_close_matches(key, own, n=1, cutoff=0.8):
            continue  # told as a misspelling of one of Kessel's
        remedy = nearest(key, (*own, *fields))
        at = ("units", "types", name, key)
        text = quoting("Nothing reads the key '{word}' of '{name}'.", word=key, name=name)
        look.warning("unread-key", look.toml.path, look.toml.line(*at), text, remedy)


def _effects(look: Look, kind: str, features: Mapping[str, OpenModel]) -> None:
    """An effect has values of one kind, whichever terrain has it."""
    kinds: dict[str, Counter[str]] = {}
    for feature in features.values():
        for effect, value in feature.values.items():
            kinds.setdefault(effect, Counter())[kind_of(value)] += 1
    for name, feature in features.items():
        for effect, value in feature.values.items():
            if effect == "move" and not look.in_python:
                continue  # numbers, signs and tables by class, which declared rules check
            found = kinds[effect]
            usual = NUMBER if NUMBER in found else found.most_common(1)[0][0]
            if kind_of(value) != usual:
                text = quoting(
                    "'{name}' is {value}, elsewhere it is {other}.",
                    name=f"{kind}.{name}.{effect}",
                    value=as_typed(value),
                    other=Saying(usual),
                )
                _error(
                    look, (kind, name, effect), text, Saying("Write {text}.", text=Saying(usual))
                )


def _effects_told(look: Look) -> set[str]:
    """The effects that the charts name, and the cost that declared rules read."""
    charts = look.game.definition.drawing.get("charts")
    effects = charts.get("effect") if isinstance(charts, Mapping) else None
    named = set(effects) if isinstance(effects, Mapping) else set()
    return named | ({"move"} if look.game.rules is not None else set())


def _lonely(
    look: Look,
    keys: tuple[str, ...],
    models: Mapping[str, OpenModel],
    told: Set[str] = frozenset(),
) -> None:
    """A word that only one entry has, and that is all but the word of others, or one that is
    `told` elsewhere, is a misspelling."""
    uses = Counter(key for model in models.values() for key in model.values)
    for name, model in models.items():
        for key in model.values:
            others = [word for word, count in uses.items() if word != key and count > 1]
            others += sorted(told - set(others))
            if uses[key] == 1 and key not in told and (close := _close(key, others)):
                text = quoting(
                    "Only '{name}' has '{word}', others have '{other}'.",
                    name=name,
                    word=key,
                    other=close,
                )
                look.warning(
                    "lonely-key", look.toml.path, look.toml.line(*keys, name, key), text,
                    quoting("Did you mean '{word}'?", word=close),
                )  # fmt: skip


def _close(word: str, others: Iterable[str]) -> str:
    """The one of `others` that `word` is all but; letters that changed places count as none,
    because in short words difflib finds them too far off."""
    known = list(others)
    swapped = [other for other in known if sorted(other) == sorted(word)]
    return (swapped or get_close_matches(word, known, n=1, cutoff=0.8) or [""])[0]


def _control(look: Look) -> None:
    held: dict[str, str] = {}
    for side, hexes in look.game.definition.control.items():
        for number in hexes:
            if number not in look.game.board:
                text = quoting(
                    "Control of '{side}': '{hex}' is no hex of this map.", side=side, hex=number
                )
                _error(look, ("control", side), text, "Write a printed hex number.")
            if held.setdefault(number, side) != side:
                text = quoting("{hex} is controlled by two sides.", hex=number)
                leave = quoting("Leave it to '{side}' or to the other.", side=side)
                _error(look, ("control", side), text, leave)


def _rules(look: Look) -> None:
    """What `[rules]` calls by name must be there."""
    definition = look.game.definition
    ground = {*definition.terrain, *definition.hexside}
    for rule, known in (
        ("closed", ground),
        ("named", set(definition.terrain)),
        ("rivers", set(definition.hexside)),
    ):
        for word in look.rule(rule, list) or ():
            _word(look, ("rules", rule), "terrain or hexside", _told(word), known)
    for rule in ("set-up-in", "set-up-not-in"):
        for side, words in look.lists(rule).items():
            _word(look, ("rules", rule), "side", side, look.game.sides)
            for word in words:
                _word(look, ("rules", rule), "terrain", _told(word), definition.terrain)
    for chart, numbers in look.lists("charts").items():
        if not numbers or any(not isinstance(number, str) for number in numbers):
            text = quoting("'rules.charts.{name}' lists no rules.", name=chart)
            remedy = 'Write the numbers of the rules that read the chart, each in quotes: ["9.1"].'
            _error(look, ("rules", "charts", chart), text, remedy)


def _told(value: Any) -> str:
    """What stands where a word belongs, as it is typed if it is none."""
    return value if isinstance(value, str) else as_typed(value)
