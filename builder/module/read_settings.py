"""Reads the `[module]` table of a game, finds what is wrong in it, and adds what is usual."""

from __future__ import annotations

from collections.abc import Iterator

from builder.game.model import Game
from builder.game.problems import Problem, ProblemsError, nearest
from builder.game.typed import problem_at, read_table
from builder.module.deck_faults import deck_faults
from builder.module.deck_settings import map_boxes, usual
from builder.module.fate_faults import fate_faults
from builder.module.fate_settings import box_of_the_gone, usual_fates
from builder.module.faults import Fault
from builder.module.offered import offer_faults
from builder.module.own_faults import own_faults
from builder.module.settings import ModuleSettings, changing_fields, combat_dice
from builder.module.shown import shown_values
from builder.module.spread_settings import with_spreads
from builder.module.taken_keys import key_faults
from builder.saying import quoting


def module_settings(game: Game) -> ModuleSettings:
    """The game's `[module]` table; ProblemsError with every mistake in it."""
    settings = read_table(game, game.definition.module, ModuleSettings, "module")
    if "dice" not in game.definition.module and (die := combat_dice(game)) is not None:
        settings = settings.model_copy(update={"dice": (die,)})
    if settings.scenario and settings.scenario not in game.scenarios:
        text = quoting("There is no scenario '{name}'.", name=settings.scenario)
        remedy = nearest(settings.scenario, game.scenarios)
        raise ProblemsError([_at(game, ("scenario",), text, remedy)])
    fields = game.definition.units.fields
    for key, names in (("shown", settings.shown), ("changing", settings.changing or ())):
        for name in names:
            if name not in fields:
                text = quoting("There is no unit field '{name}'.", name=name)
                raise ProblemsError([_at(game, (key,), text, nearest(name, fields))])
    found = [
        *_fixed_faults(game, settings),
        *deck_faults(game, settings),
        *fate_faults(game, settings),
        *own_faults(game, settings),
        *key_faults(game, settings),
        *offer_faults(game, settings.offered),
    ]
    if wrong := [_at(game, *fault) for fault in found]:
        raise ProblemsError(wrong)
    if game.cards and not settings.deck:
        more = usual(game)
        more["window"] = settings.window + more["window"]
        settings = settings.model_copy(update=more)
    return _with_fates(game, with_spreads(game, settings))


def _fixed_faults(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    """Values that lie on counters though nothing changes them, or that are too many to have badges:
    these would stay empty."""
    fields = game.definition.units.fields
    changing = changing_fields(game, settings)
    few = [name for name in changing if shown_values(fields[name])]
    remedy = quoting("Write in shown: {names}.", names=", ".join(few) or "nothing")
    for name in settings.shown:
        if name not in changing:
            text = "No unit changes its '{name}' in play, so it cannot be shown as a badge."
            yield ("shown",), quoting(text, name=name), remedy
        elif name not in few:
            text = "'{name}' has no choices, so it cannot be shown as a badge."
            yield ("shown",), quoting(text, name=name), remedy


def _with_fates(game: Game, settings: ModuleSettings) -> ModuleSettings:
    """The settings with a place for units that are gone: a box that the game has, or a window."""
    if settings.fate:
        return settings
    boxes = [*map_boxes(game), *(box.id for window in settings.window for box in window.box)]
    if found := usual_fates(boxes):
        return settings.model_copy(update={"fate": found})
    units = sum(counter.kind == "unit" for counter in game.counters.values())
    window = box_of_the_gone(units)
    if not units or any(other.id == window.id for other in settings.window):
        return settings
    fates = usual_fates([box.id for box in window.box])
    return settings.model_copy(update={"fate": fates, "window": (*settings.window, window)})


def _at(game: Game, keys: tuple[str | int, ...], text: str, remedy: str) -> Problem:
    return problem_at(game, ("module", *keys), text, remedy)
