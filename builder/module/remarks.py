"""What is likely a mistake in a module's own keys and traits: VASSAL takes all of it in silence."""

from __future__ import annotations

from collections.abc import Iterator

from builder.game.model import Game
from builder.game.named_counters import matches
from builder.game.problems import Problem, ProblemsError
from builder.game.typed import problem_at
from builder.module import keys
from builder.module.own_settings import OwnTrait
from builder.module.settings import ModuleSettings, module_settings
from builder.vassal.buildfile.keystroke import KeyStroke
from builder.vassal.traits import decode_trait

Place = tuple[str | int, ...]

_FIRST_DICE = "Ctrl+D"
"""The key that the first dice have of themselves."""

_OWN_LAYERS = ("Step", "Moved")
"""Layers by which saves tell a unit's step and whether it moved."""


def remarks(game: Game) -> Iterator[Problem]:
    """Keys that two things answer, traits that no counter has, layers named as Kessel's own."""
    try:
        settings = module_settings(game)
    except ProblemsError:
        return  # told as errors already
    yield from _of_buttons(game, settings)
    yield from _of_traits(game, settings)


def _of_buttons(game: Game, settings: ModuleSettings) -> Iterator[Problem]:
    taken = _of_the_table()
    entries: list[tuple[Place, str, str]] = [
        (("button", number), button.key, f"the button '{button.text}'")
        for number, button in enumerate(settings.button)
    ]
    entries += [
        (("symbols", number), dice.key, f"the dice '{dice.name}'")
        for number, dice in enumerate(settings.symbols)
    ]
    entries += [
        (("dice", number), dice.key, f"the dice {dice.count}d{dice.sides}")
        for number, dice in enumerate(settings.dice)
        if dice.key != _FIRST_DICE or number
    ]
    fates: list[tuple[Place, str, str]] = [
        (("fate", number), fate.key, f"the command '{fate.command}'")
        for number, fate in enumerate(settings.fate)
        if KeyStroke.of(fate.key or "Ctrl+E") != keys.ELIMINATE
    ]
    for place, key, name in entries + fates:
        if not key:
            continue
        stroke = KeyStroke.of(key)
        ours = taken | (_of_counters(game) if place[0] == "fate" else {})
        if stroke in ours:
            yield _clash(game, (*place, "key"), key, ours[stroke])
        taken.setdefault(stroke, name)


def _of_counters(game: Game) -> dict[KeyStroke, str]:
    """What the keys of a unit do."""
    marks = enumerate(game.definition.units.markers.values())
    ours = {stroke: f"'{what}'" for stroke, what in keys.ON_COUNTERS}
    return ours | {keys.mark_key(number): f"the mark '{name}'" for number, name in marks}


def _of_traits(game: Game, settings: ModuleSettings) -> Iterator[Problem]:
    ours = _of_the_table() | _of_counters(game)
    told: dict[str, dict[KeyStroke, str]] = {}
    for number, own in enumerate(settings.trait):
        place = ("trait", number)
        wearers = [id_ for id_, counter in game.counters.items() if matches(own.when, counter)]
        if own.when and not wearers:
            text = "No counter is what this trait's 'when' names."
            yield _at(game, (*place, "when"), text, "Correct it, or take the trait out.")
        if ";" in own.trait and not decode_trait(own.trait, own.state).ID:
            text = f"VASSAL knows no trait '{own.trait.partition(';')[0][:40]};'."
            remedy = "It would become an empty marker: correct the word, or take the trait out."
            yield _at(game, (*place, "trait"), text, remedy)
        if own.layer and own.layer.name in _OWN_LAYERS:
            text = f"'{own.layer.name}' is a layer of Kessel's own, from which saves are read."
            yield _at(game, (*place, "layer"), text, "Give the layer another name.")
        for key in _keys_of(own):
            stroke = KeyStroke.of(key)
            others = [told[id_][stroke] for id_ in wearers if stroke in told.get(id_, {})]
            if other := ours.get(stroke) or next(iter(others), ""):
                yield _clash(game, place, key, other)
            for id_ in wearers:
                told.setdefault(id_, {}).setdefault(stroke, "another trait of the same counter")


def _keys_of(own: OwnTrait) -> Iterator[str]:
    yield from (part.key for part in (own.mask, own.label, own.layer) if part and part.key)


def _of_the_table() -> dict[KeyStroke, str]:
    """What the keys of the module's own buttons do; those with the mouse are none."""
    found = {}
    for key, what in keys.ON_THE_TABLE:
        if "click" not in key:
            for one in key.split(" and "):
                found[KeyStroke.of(one)] = f"'{what}'"
    return found


def _clash(game: Game, place: Place, key: str, other: str) -> Problem:
    text = f"The key {key} is taken: {other} answers it too."
    return _at(game, place, text, "Choose another key.")


def _at(game: Game, place: Place, text: str, remedy: str) -> Problem:
    return problem_at(game, ("module", *place), text, remedy)
