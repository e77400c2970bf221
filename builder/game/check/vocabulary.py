"""game.toml in itself: ids used twice, options and defaults outside their limits, words unused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from builder.game.check.findings import Look, listed
from builder.game.definition import FieldDefinition
from builder.game.problems import nearest
from builder.game.values import World, fault
from builder.saying import AsWritten, quoting


def check_vocabulary(look: Look) -> None:
    """All of game.toml that the loader's types do not catch."""
    definition = look.game.definition
    sides = {side.id for side in definition.side}
    for index, phase in enumerate(definition.phase):
        if phase.side and phase.side not in sides:
            _error(
                look,
                ("phase", index),
                quoting("Unknown side '{word}'.", word=phase.side),
                nearest(phase.side, sides),
            )
    for name in definition.control:
        if name not in sides:
            _error(
                look,
                ("control", name),
                quoting("Unknown side '{word}'.", word=name),
                nearest(name, sides),
            )
    _turns(look)
    _options(look)
    _defaults(look, ("state",), definition.state)
    _defaults(look, ("units", "fields"), definition.units.fields)
    _sets(look)
    _unused(look)


def _error(look: Look, keys: tuple[str | int, ...], text: str, remedy: str = "") -> None:
    look.error("vocabulary", look.toml.path, look.toml.line(*keys), text, remedy)


def _turns(look: Look) -> None:
    turns = look.game.definition.turns
    count = turns.last - turns.first + 1
    for number, phase in enumerate(look.game.definition.phase):
        beyond = [str(turn) for turn in phase.turns if not turns.first <= turn <= turns.last]
        if told := ", ".join(beyond):
            look.warning(
                "phase-turns",
                look.toml.path,
                look.toml.line("phase", number, "turns"),
                quoting(
                    "The phase '{name}' comes in turn {turns}, which the game has not.",
                    name=phase.name,
                    turns=told,
                ),
                "Write turns of the game, or a later last turn under [turns].",
            )
    if turns.names and len(turns.names) != count:
        look.warning(
            "turn-names",
            look.toml.path,
            look.toml.line("turns", "names"),
            quoting(
                "There {number|is|are} {number} {number|turn|turns} and {other} "
                "{other|name|names}.",
                number=count,
                other=len(turns.names),
            ),
            "Name each turn, or none.",
        )


def _options(look: Look) -> None:
    for name, option in look.game.definition.options.items():
        if option.choices and not any(
            option.value == choice and type(option.value) is type(choice)
            for choice in option.choices
        ):
            choices = ", ".join(str(choice) for choice in option.choices)
            look.error(
                "option",
                look.toml.path,
                look.toml.line("options", name),
                quoting("The option '{word}' is {value}.", word=name, value=repr(option.value)),
                quoting("Write one of: {names}.", names=choices),
            )


def _defaults(look: Look, keys: tuple[str, ...], fields: Mapping[str, FieldDefinition]) -> None:
    world = World(lambda name: name in look.game.board, frozenset(look.game.sides))
    for name, definition in fields.items():
        if definition.default is not None and (
            wrong := fault(definition.default, definition, world)
        ):
            _error(
                look,
                (*keys, name),
                quoting("The default of '{name}': {text}.", name=name, text=wrong),
                AsWritten(definition.note),
            )


def _sets(look: Look) -> None:
    definition = look.game.definition
    for name in definition.blank.sets:
        if name not in definition.sets:
            remedy = nearest(name, definition.sets)
            _error(look, ("blank", "sets"), quoting("Unknown set '{word}'.", word=name), remedy)
    for name, hexset in definition.sets.items():
        line = look.toml.line("sets", name, "hexes")
        doubled = [number for number, count in Counter(hexset.hexes).items() if count > 1]
        if doubled:
            look.warning(
                "set-twice",
                look.toml.path,
                line,
                quoting("Set '{name}' names {hexes} twice.", name=name, hexes=listed(doubled)),
                "Name each hex once.",
            )
        wet = [number for number in hexset.hexes if number in look.water]
        if wet:
            look.warning(
                "set-in-water",
                look.toml.path,
                line,
                quoting(
                    "Set '{name}': {hexes} lie in water, where no unit comes.",
                    name=name,
                    hexes=listed(wet),
                ),
                "Open a hexside of each in map/hexsides.csv, or take them from the set.",
            )


def _unused(look: Look) -> None:
    board, definition = look.game.board, look.game.definition
    terrain = {kind for kinds in board.terrain.values() for kind in kinds} | {"clear"}
    sides = {f for table in (board.hexsides, board.owned) for fs in table.values() for f in fs}
    for kind, known, used in (
        ("terrain", definition.terrain, terrain),
        ("hexside", definition.hexside, sides),
        ("line", definition.line, set(board.lines)),
    ):
        for name in known:
            if name not in used and board.terrain:
                line = look.toml.line(kind, name)
                look.note(
                    "unused",
                    look.toml.path,
                    line,
                    quoting("No {kind} of the map is '{word}'.", kind=kind, word=name),
                )
