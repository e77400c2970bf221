"""Values of units that show on the counter: a badge for each, at one level of a layer."""

from __future__ import annotations

from collections.abc import Iterator

from builder.drawing.faces import CounterFace
from builder.game.definition import FieldDefinition
from builder.game.model import Game
from builder.module.settings import ModuleSettings
from builder.vassal.traits.appearance import Layer

SEATS = ((1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1), (-1, 0), (1, 0))
"""Where badges sit on a counter, right and down of its middle: marks from the first on, values from
the last back."""


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


def shown_values(field: FieldDefinition) -> list[str]:
    """The values that have a badge: all but the one that a unit has of itself."""
    usual = str(field.default) if field.default is not None else ""
    return [value for value in choices_of(field) if value != usual]


def value_image(field: str, value: str) -> str:
    """The image of a value."""
    return f"value-{field}-{value}.png"


def value_faces(game: Game, settings: ModuleSettings) -> dict[str, CounterFace]:
    """The badge of each value by its image: three letters, or the field's first one and the
    number."""
    faces = {}
    for name in settings.shown:
        for value in shown_values(game.definition.units.fields[name]):
            word = f"{name[:1].upper()}{value}" if value.isdigit() else value[:3].capitalize()
            faces[value_image(name, value)] = CounterFace(
                background="white", ink="ink", shape="round", title=word
            )
    return faces


SIZE = 0.36
"""Of a badge, in counters."""


def shown_layers(
    game: Game, settings: ModuleSettings, counter: int, withheld: tuple[str, ...] = ()
) -> Iterator[Layer]:
    """A layer for each such field but those `withheld`, its level that of the value; level 1 is
    empty."""
    for number, name in enumerate(settings.shown):
        if name in withheld:
            continue
        values = shown_values(game.definition.units.fields[name])
        across, down = SEATS[-1 - number % len(SEATS)]
        reach = round(counter * 0.32)
        yield Layer(
            name=f"Shown-{name}",
            activate_command="",
            activate_key=None,
            images=("", *(value_image(name, value) for value in values)),
            level_names=("", *(f"+ [{_words(name, value)}]" for value in values)),
            follow_property=True,
            property_name=_level(name, values),
            first_level_value=1,
            always_active=True,
            x_offset=across * reach,
            y_offset=down * reach,
        )


def _words(name: str, value: str) -> str:
    return f"{name} {value}" if value.isdigit() else value


def _level(name: str, values: list[str]) -> str:
    """The expression of the level: 1 for a value without a badge."""
    inner = "1"
    for level, value in reversed(list(enumerate(values, 2))):
        wanted = value if value.isdigit() else f'"{value}"'
        inner = f"{name}=={wanted}?{level}:({inner})"
    return f"{{{inner}}}"
