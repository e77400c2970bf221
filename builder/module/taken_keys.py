"""Keys of the designer's own that Kessel's keys or each other have already: VASSAL would do both at
one press, such as flip a unit and eliminate it."""

from __future__ import annotations

from collections.abc import Iterator

from builder.game.model import Game
from builder.game.named_counters import matches
from builder.module import keys
from builder.module.faults import Fault
from builder.module.faults import Keys as Place
from builder.module.own_settings import OwnTrait
from builder.module.settings import ModuleSettings
from builder.saying import Saying, quoting
from builder.vassal.keystroke import KeyStroke


def key_faults(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    """Keys that two things answer: buttons, dice, ways to be lost, traits of units. Keys that are
    none are told elsewhere."""
    taken = of_the_table()
    entries: list[tuple[Place, str, str]] = [
        (("button", number, "key"), button.key, quoting("the button '{name}'", name=button.text))
        for number, button in enumerate(settings.button)
    ]
    entries += [
        (("symbols", number, "key"), dice.key, quoting("the dice '{name}'", name=dice.name))
        for number, dice in enumerate(settings.symbols)
    ]
    entries += [
        (("dice", number, "key"), dice.key, Saying("the dice {n}d{m}", n=dice.count, m=dice.sides))
        for number, dice in enumerate(settings.dice)
        if dice.key != keys.FIRST_DICE[0] or number
    ]
    entries += [
        (("fate", number, "key"), fate.key, quoting("the command '{name}'", name=fate.command))
        for number, fate in enumerate(settings.fate)
        if _stroke(fate.key) != keys.ELIMINATE
    ]
    units = of_counters(game)
    for place, key, name in entries:
        if (stroke := _stroke(key)) is None:
            continue
        ours = taken | (units if place[0] == "fate" else {})
        if stroke in ours:
            yield place, *clash(key, ours[stroke])
        taken.setdefault(stroke, name)
    of_a_unit = of_the_table() | units
    for number, own in enumerate(settings.trait):
        for key in keys_of(own):
            if (other := of_a_unit.get(_stroke(key) or keys.CLEAR_TRAIL)) and _worn(game, own):
                yield ("trait", number), *clash(key, other)


def of_the_table() -> dict[KeyStroke, str]:
    """What the keys of the module's own buttons do; those with the mouse are none."""
    found: dict[KeyStroke, str] = {}
    for key, what in (keys.FIRST_DICE, *keys.ON_THE_TABLE):
        if "click" not in key:
            for one in key.split(" and "):
                found[KeyStroke.of(one)] = Saying(what)
    for stroke in (*keys.LAYERS.values(), keys.ALL_LAYERS):
        found[stroke] = Saying("hide or show a layer of the map")
    return found


def of_counters(game: Game) -> dict[KeyStroke, str]:
    """What the keys of a unit do."""
    marks = enumerate(game.definition.units.markers.values())
    ours: dict[KeyStroke, str] = {
        stroke: Saying(what) for stroke, what in (*keys.ON_COUNTERS, *keys.OF_THE_GONE)
    }
    return ours | {
        keys.mark_key(number): quoting("the mark '{name}'", name=name) for number, name in marks
    }


def keys_of(own: OwnTrait) -> Iterator[str]:
    """The keys that a trait of one's own names."""
    yield from (part.key for part in (own.mask, own.label, own.layer) if part and part.key)


def clash(key: str, other: str) -> tuple[str, str]:
    """What is wrong and the remedy."""
    return quoting("The key {key} is taken already: {text}.", key=key, text=other), (
        "Choose another key."
    )


def _worn(game: Game, own: OwnTrait) -> bool:
    units = (counter for counter in game.counters.values() if counter.kind == "unit")
    return any(matches(own.when, unit) for unit in units)


def _stroke(key: str) -> KeyStroke | None:
    try:
        return KeyStroke.of(key) if key else None
    except ValueError:
        return None
