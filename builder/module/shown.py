"""Values of units that show on the counter: a badge for each, at one level of a layer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from builder.drawing.faces import CounterFace
from builder.drawing.map.words import named, own, readable
from builder.game.carriers import written
from builder.game.definition import FieldDefinition
from builder.game.mark_words import small_words
from builder.game.model import Game
from builder.module.counters import plain
from builder.module.settings import ModuleSettings
from builder.vassal.traits.appearance import Layer

_YES_NO = {"true": "yes", "false": "no"}

Seat = tuple[float, float]
"""Where a badge sits on a counter, right and down of its middle, in `REACH`."""

SEATS: tuple[Seat, ...] = (
    *((1, -1), (-1, -1), (0, -1), (-1, 1)),
    *((1, 1), (0, 1), (-1, 0), (1, 0)),
)
"""Marks have them from the first on, values from the last back. The first three leave the strength
free, and the moved mark lies beside the fifth."""

_BETWEEN: tuple[Seat, ...] = (
    *((0.5, -1), (-0.5, -1), (-1, -0.5), (1, -0.5)),
    *((-1, 0.5), (1, 0.5), (-0.5, 1), (0.5, 1)),
)
"""Those of a game with more marks: half hidden by their neighbours at worst."""

REACH = 0.42
"""From the middle of a counter to that of a badge, in counters: a good part of it hangs over the
edge, and what is printed in the corners is read beside it."""


def mark_seats(
    marks: Iterable[str], together: Collection[Collection[str]], values: int
) -> dict[str, Seat]:
    """The seat of each mark, where so many values show: the freest that none has which a unit can
    bear beside it. `together` are the marks that a unit can bear, for each kind of unit."""
    free = max(len(SEATS) - values, 0)
    order = (*SEATS[:free], *_BETWEEN, *SEATS[free:])
    seats: dict[str, Seat] = {}
    for mark in marks:
        beside = {other for kind in together if mark in kind for other in kind}
        taken = {seat for other, seat in seats.items() if other in beside}
        left = (seat for seat in order if seat not in taken)
        seats[mark] = next(left, order[len(seats) % len(order)])
    return seats


def marks_by_need(game: Game) -> list[str]:
    """The marks that seats are given to in turn: first those with which a scenario begins, as they
    lie longest and on most units."""
    placements = (it for scenario in game.scenarios.values() for it in scenario.placements)
    given = {mark for placement in placements for mark in placement.markers}
    return sorted(game.definition.units.markers, key=lambda mark: mark not in given)


def choices_of(field: FieldDefinition) -> list[str]:
    """The values to choose from, if they are few."""
    if field.choices:
        return list(field.choices)
    if field.type == "bool":
        return ["true", "false"]
    if field.type == "int" and field.minimum is not None and field.maximum is not None:
        low, high = int(field.minimum), int(field.maximum)
        if high - low <= 20:
            return [str(value) for value in range(low, high + 1)]
    return []


def value_title(game: Game, language: str, name: str) -> str:
    """What a field is called."""
    field = game.definition.units.fields[name]
    return plain(named(game, language, f"field.{name}", field.name or readable(name)))


def value_words(game: Game, language: str, name: str, value: str) -> str:
    """A value of a field in words."""
    field = game.definition.units.fields[name]
    usual = own(language, _YES_NO[value]) if field.type == "bool" else value
    words = field.words.get(value) or usual.replace("-", " ")
    return plain(named(game, language, f"field.{name}.{value}", words))


def shown_values(field: FieldDefinition) -> list[str]:
    """The values that have a badge: all but the one that a unit has of itself."""
    usual = written(field.default)
    return [value for value in choices_of(field) if value != usual]


def value_image(field: str, value: str) -> str:
    """The image of a value."""
    return f"value-{field}-{value}.png"


def value_faces(game: Game, settings: ModuleSettings, language: str) -> dict[str, CounterFace]:
    """The badge of each value by its image: three letters, or the field's first one and the
    number."""
    faces = {}
    for name in settings.shown:
        letter = value_title(game, language, name)[:1].upper()
        for value in shown_values(game.definition.units.fields[name]):
            words = value_words(game, language, name, value)
            word = f"{letter}{value}" if value.isdigit() else words[:3].capitalize()
            faces[value_image(name, value)] = CounterFace(
                background="white", ink="ink", shape="round", title=word
            )
    return faces


SIZE = 0.36
"""Of a badge, in counters."""


def shown_layers(
    game: Game,
    settings: ModuleSettings,
    counter: int,
    language: str,
    withheld: tuple[str, ...] = (),
) -> Iterator[Layer]:
    """A layer for each such field but those `withheld`, its level that of the value; level 1 is
    empty."""
    for number, name in enumerate(settings.shown):
        if name in withheld:
            continue
        values = shown_values(game.definition.units.fields[name])
        across, down = SEATS[-1 - number % len(SEATS)]
        reach = counter * REACH
        yield Layer(
            name=f"Shown-{name}",
            activate_command="",
            activate_key=None,
            images=("", *(value_image(name, value) for value in values)),
            level_names=("", *(f"+ [{_words(game, language, name, value)}]" for value in values)),
            follow_property=True,
            property_name=_level(name, values),
            first_level_value=1,
            always_active=True,
            x_offset=round(across * reach),
            y_offset=round(down * reach),
        )


def _words(game: Game, language: str, name: str, value: str) -> str:
    if value.isdigit():
        return f"{small_words(value_title(game, language, name))} {value}"
    return value_words(game, language, name, value)


def _level(name: str, values: list[str]) -> str:
    """The expression of the level: 1 for a value without a badge."""
    inner = "1"
    for level, value in reversed(list(enumerate(values, 2))):
        wanted = value if value.isdigit() else f'"{value}"'
        inner = f"{name}=={wanted}?{level}:({inner})"
    return f"{{{inner}}}"
