"""What is likely a mistake in a module's own keys and traits: VASSAL takes all of it in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.drawing.map.layout import layout_map
from builder.game.model import Game
from builder.game.named_counters import matches
from builder.game.problems import Problem, ProblemsError
from builder.game.typed import problem_at
from builder.module.read_settings import module_settings
from builder.module.settings import ModuleSettings, combat_dice
from builder.module.taken_keys import clash, keys_of, of_counters, of_the_table
from builder.saying import Saying, quoting
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits import decode_trait

Place = tuple[str | int, ...]

_OWN_LAYERS = ("Step", "Moved")
"""Layers by which saves tell a unit's step and whether it moved."""


def remarks(game: Game) -> Iterator[Problem]:
    """Keys that two traits answer or none, traits that no counter has, layers named as Kessel's
    own, filters that break off, phases of one name, dice that are not those of the rules, counters
    that hide their neighbours."""
    yield from _of_phases(game)
    try:
        settings = module_settings(game)
    except ProblemsError:
        return  # told as errors already
    yield from _of_traits(game, settings)
    yield from _of_buttons(game, settings)
    yield from _of_dice(game, settings)
    hex_width = _hex_width(game)
    if game.definition.board is None and settings.counter > hex_width:
        text = quoting(
            "Counters are {number} pixels wide and hexes {other:g}.",
            number=settings.counter,
            other=round(hex_width, 1),
        )
        yield _at(game, ("counter",), text, "Write a smaller counter, or a larger hex-width.")


def _hex_width(game: Game) -> float:
    """Pixels between the flat sides: where a picture lies under the grid, as its marks say."""
    try:
        return layout_map(game).pixels.width
    except ProblemsError:  # told as errors already
        return game.definition.grid.hex_width


def _of_phases(game: Game) -> Iterator[Problem]:
    """Saves tell the phase by its name."""
    seen: set[str] = set()
    for number, phase in enumerate(game.definition.phase):
        if phase.name in seen:
            text = quoting(
                "Two phases are called '{name}', and saves tell them by their names.",
                name=phase.name,
            )
            remedy = "Give each a name of its own."
            yield problem_at(game, ("phase", number, "name"), text, remedy)
        seen.add(phase.name)


def _of_buttons(game: Game, settings: ModuleSettings) -> Iterator[Problem]:
    own = [one.key for one in settings.button] + [one.key for one in settings.dice]
    own += [one.key for one in settings.symbols]
    answered = {*of_the_table(), *(KeyStroke.of(key) for key in own if key)}
    for number, button in enumerate(settings.button):
        place = ("button", number)
        for key in button.press:
            if KeyStroke.of(key) not in answered:
                text = quoting(
                    "The button '{name}' presses {key}, which nothing answers.",
                    name=button.text,
                    key=key,
                )
                yield _at(game, (*place, "press"), text, "Write the key of a button or of dice.")
        if button.filter and (fault := _breaks_off(button.filter)):
            text = quoting(
                "The filter of the button '{name}' {text}.", name=button.text, text=fault
            )
            yield _at(game, (*place, "filter"), text, """Write it as '{Kind=="armour"}'.""")


def _of_dice(game: Game, settings: ModuleSettings) -> Iterator[Problem]:
    """Declared battles are rolled with the first dice of the module."""
    rolled, first = combat_dice(game), next(iter(settings.dice), None)
    if rolled is None or not game.rules or not game.rules.said("combat"):
        return
    if first is None:
        text = "The module has no dice, and no declared battle is rolled."
        yield _at(game, ("dice",), text, "Leave `dice` out: it then has those of [combat].")
    elif rolled.total and not first.total:
        text = "The sum of the first of `dice` is not told, and [combat] of rules.toml goes by it."
        yield _at(game, ("dice",), text, "Write total = true.")
    elif (rolled.count, rolled.sides) != (first.count, first.sides):
        text = quoting(
            "Declared battles are rolled with {word}, the first of `dice`, and [combat] of "
            "rules.toml with {other}.",
            word=f"{first.count}d{first.sides}",
            other=f"{rolled.count}d{rolled.sides}",
        )
        remedy = "Write those of [combat] first, or leave `dice` out."
        yield _at(game, ("dice",), text, remedy)


_OPEN_END = re.compile(r"(==|!=|<=|>=|&&|\|\||[<>=+*/!-])\s*}$")


def _breaks_off(filter_: str) -> str:
    """What is unfinished in an expression; "" where nothing is."""
    if not (filter_.startswith("{") and filter_.endswith("}")):
        return Saying("does not stand in braces")
    bare = re.sub(r'"[^"]*"', "", filter_)
    if '"' in bare:
        return Saying("has a quotation mark too many or too few")
    if bare.count("(") != bare.count(")"):
        return Saying("has a parenthesis too many or too few")
    end = _OPEN_END.search(bare) if filter_[-2:-1] != '"' else None
    return quoting("ends with {word}", word=end[1]) if end else ""


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
            text = quoting(
                "VASSAL knows no trait '{word};'.", word=own.trait.partition(";")[0][:40]
            )
            remedy = "It would become an empty marker: correct the word, or take the trait out."
            yield _at(game, (*place, "trait"), text, remedy)
        if own.layer and own.layer.name in _OWN_LAYERS:
            text = quoting(
                "'{name}' is a layer of Kessel's own, from which saves are read.",
                name=own.layer.name,
            )
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
