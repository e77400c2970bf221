"""What is likely a mistake in a module's own keys and traits: VASSAL takes all of it in silence."""

from __future__ import annotations

from collections.abc import Iterator

from builder.game.model import Game
from builder.game.named_counters import matches
from builder.game.problems import Problem, ProblemsError
from builder.game.typed import problem_at
from builder.module.settings import ModuleSettings, module_settings
from builder.module.taken_keys import clash, keys_of, of_counters, of_the_table
from builder.vassal.buildfile.keystroke import KeyStroke
from builder.vassal.traits import decode_trait

Place = tuple[str | int, ...]

_OWN_LAYERS = ("Step", "Moved")
"""Layers by which saves tell a unit's step and whether it moved."""


def remarks(game: Game) -> Iterator[Problem]:
    """Keys that two traits answer, traits that no counter has, layers named as Kessel's own."""
    try:
        settings = module_settings(game)
    except ProblemsError:
        return  # told as errors already
    yield from _of_traits(game, settings)


def _of_traits(game: Game, settings: ModuleSettings) -> Iterator[Problem]:
    ours = of_the_table() | of_counters(game)
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
        worn = any(game.counters[id_].kind == "unit" for id_ in wearers)
        for key in keys_of(own):
            stroke = KeyStroke.of(key)
            others = [told[id_][stroke] for id_ in wearers if stroke in told.get(id_, {})]
            other = "" if worn and stroke in ours else ours.get(stroke) or next(iter(others), "")
            if other:  # what a unit's own key does besides is told as an error already
                yield _at(game, place, *clash(key, other))
            for id_ in wearers:
                told.setdefault(id_, {}).setdefault(stroke, "another trait of the same counter")


def _at(game: Game, place: Place, text: str, remedy: str) -> Problem:
    return problem_at(game, ("module", *place), text, remedy)
