"""State variables, the units' own fields and formations: what players choose from, and what it is
called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.game.check.findings import Look
from builder.game.definition import FieldDefinition
from builder.game.problems import nearest
from builder.saying import quoting

Fault = tuple[tuple[str, ...], str, str]
"""The keys within the field, what is wrong, what to write."""

_LISTS_OF_PLACES = ("hexes", "numbers-by-hex", "hexes-by-name")

_WRITTEN = ("ints", "texts", "numbers-by-hex", "hexes-by-name", "texts-by-name")
"""Types of which players at the table would have to know how a value is written."""


def check_fields(look: Look) -> None:
    """All of [state] and [units.fields]."""
    definition = look.game.definition
    for keys, fields in (
        (("state",), definition.state),
        (("units", "fields"), definition.units.fields),
    ):
        for name, field in fields.items():
            for inner, text, remedy in _faults(look, name, field):
                at = (*keys, name, *inner)
                look.error("vocabulary", look.toml.path, look.toml.line(*at), text, remedy)
    _formations(look)
    _called_alike(look, definition.state)
    for name, field in definition.state.items():
        if _is_typed(look, name, field):
            text = quoting("Players type '{name}' in a dialog of VASSAL's.", name=name)
            remedy = "Add choices = [...] to pick from, or menu = false if positions alone tell it."
            look.note("typed", look.toml.path, look.toml.line("state", name), text, remedy)


def _formations(look: Look) -> None:
    """Names of formations that no counter has, which no palette shows."""
    known = {counter.formation for counter in look.game.counters.values()} - {""}
    for name in look.game.definition.units.formations:
        if name not in known:
            text = quoting("No counter has {column} '{word}'.", column="formation", word=name)
            line = look.toml.line("units", "formations", name)
            look.warning("vocabulary", look.toml.path, line, text, nearest(name, known))


def _faults(look: Look, name: str, field: FieldDefinition) -> Iterator[Fault]:
    picked = field.type in ("choice", "choices") or field.each in ("turn", "count")
    if picked and not field.choices:
        text = quoting("'{name}' has no choices.", name=name)
        yield (), text, 'Add choices = ["...", "..."].'
    if field.each and field.type != "texts":
        text = quoting("'{name}': 'each' says how texts end.", name=name)
        yield ("each",), text, 'Write type = "texts", or leave it out.'
    if field.numbered and (field.type != "hexes" or field.choices):
        text = quoting("'{name}': 'numbered' counts the markers of a list of hexes.", name=name)
        yield ("numbered",), text, 'Write type = "hexes" without choices, or leave it out.'
    if field.type == "hexes":
        for place in field.choices:
            if place not in look.game.board:
                text = quoting("'{name}': '{hex}' is no hex of this map.", name=name, hex=place)
                yield ("choices",), text, "Write a printed hex number."
    for word in _coming_apart(look, name, field):
        text = quoting(
            "'{name}' is a list with blanks between its texts, and '{word}' has one itself.",
            name=name,
            word=word,
        )
        remedy = quoting("Write '{word}', or name it among choices.", word="-".join(word.split()))
        yield (), text, remedy
    if field.type in _LISTS_OF_PLACES and not field.choices and _in_text(look, name, field):
        for place in look.game.board.with_blanks[:1]:
            text = quoting(
                "'{name}' is a list with blanks between its places, and '{place}' has one itself.",
                name=name,
                place=place,
            )
            yield ("type",), text, "Write a separator without a blank, or rename the place."
    for choice in field.words:
        if field.choices and choice not in field.choices:
            text = quoting(
                "'{name}' has words for '{word}', which is no choice.", name=name, word=choice
            )
            yield ("words",), text, nearest(choice, field.choices)
    told: dict[str, str] = {}
    for choice in field.choices:
        if (words := field.words.get(choice, "")) and told.setdefault(words, choice) != choice:
            text = quoting(
                "'{name}': players read '{word}' for '{other}' and '{id}'.",
                name=name, word=words, other=told[words], id=choice,
            )  # fmt: skip
            yield ("words",), text, "Give each words of its own."


def _coming_apart(look: Look, name: str, field: FieldDefinition) -> list[str]:
    """The first text of a list, as it begins in the game or in a scenario, that a save would not
    keep whole."""
    if field.type != "texts" or field.each or look.game.definition.state.get(name) is not field:
        return []
    begun = [field.default, *(s.state.get(name) for s in look.game.scenarios.values())]
    words = (word for value in begun if isinstance(value, list | tuple) for word in value)
    apart = (word for word in words if isinstance(word, str) and len(word.split()) > 1)
    return [word for word in apart if word not in field.choices][:1]


def _in_text(look: Look, name: str, field: FieldDefinition) -> bool:
    """Whether a cell or a property of VASSAL's holds its value: markers and positions name each
    place for itself."""
    state = look.game.definition.state
    return state.get(name) is not field or (field.menu and name not in look.game.kept_by_markers)


def _called_alike(look: Look, fields: Mapping[str, FieldDefinition]) -> None:
    """VASSAL finds what a menu opens by its text."""
    seen: dict[str, str] = {}
    for name, field in fields.items():
        if field.name and field.menu and seen.setdefault(field.name, name) != name:
            look.error(
                "vocabulary",
                look.toml.path,
                look.toml.line("state", name, "name"),
                quoting(
                    "In the menu State '{other}' is called '{name}' already.",
                    other=seen[field.name],
                    name=field.name,
                ),
                "Write another name.",
            )


def _is_typed(look: Look, name: str, field: FieldDefinition) -> bool:
    """Whether nothing but a dialog sets it in the module."""
    told = field.choices or field.box or not field.menu or "*" in name
    return (
        field.type in _WRITTEN
        and not told
        and not field.each
        and name not in look.game.kept_by_markers
    )
