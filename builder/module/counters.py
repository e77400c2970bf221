"""Counters as pieces: what a unit and a marker can do, and what they carry for the assistant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.drawing.mix import steps_of
from builder.game.carriers import (
    CONTROL_PROPERTY,
    COUNTER_PROPERTY,
    STATE_HEX_PROPERTY,
    STEP_LAYER,
    marker_layer,
)
from builder.game.definition import FieldDefinition, Side
from builder.game.model import Counter, Game
from builder.module import keys
from builder.module.settings import ModuleSettings
from builder.module.table import MAP_NAME, Table
from builder.vassal.buildfile.keystroke import KeyStroke
from builder.vassal.sequence import join
from builder.vassal.traits.actions import Clone, Delete, ReportAction, SendTo, SubMenu
from builder.vassal.traits.appearance import Layer, Trail
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.movement import MarkMoved
from builder.vassal.traits.values import DynamicProperty, Marker, PropertyCommand, Prototype

MOVED_IMAGE = "moved.png"
DEAD_PILE = "dead-pile"
UNIT = "Unit"
MARKER = "Marker"
_IS_NOW = "$location$: $oldPieceName$ is now $newPieceName$ *"
_CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1), (-1, 0), (1, 0))


@dataclass(frozen=True)
class Piece:
    """A piece to be put in slots: a key that no other piece has, a name, its traits.

    `image` is that of the basic piece; empty when a layer shows all faces.
    """

    key: str
    name: str
    traits: tuple[Trait, ...]
    image: str = ""


def face_image(counter: str, step: int) -> str:
    """The image of a counter's face, step 1 at full strength."""
    return f"{counter}-{step}.png"


def badge_image(marker: str) -> str:
    """The image of a mark that units bear."""
    return f"mark-{marker}.png"


def control_image(side: str) -> str:
    """The image of a side's control marker."""
    return f"control-{side}.png"


def state_image(variable: str) -> str:
    """The image of the marker that keeps a state variable's hex."""
    return f"state-{variable}.png"


def side_prototype(side: Side) -> str:
    """The prototype of a side's units."""
    return f"{side.name} unit"


def prototypes(game: Game, settings: ModuleSettings, table: Table) -> dict[str, tuple[Trait, ...]]:
    """The traits that pieces share, by the prototype's name, outermost first."""
    shared = {UNIT: tuple(_unit(game, settings, table)), MARKER: tuple(_marker(table))}
    for side in game.definition.side:
        shared[side_prototype(side)] = (Marker.of(Side=side.name), Prototype(name=UNIT))
    return shared


def _unit(game: Game, settings: ModuleSettings, table: Table) -> Iterator[Trait]:
    marks = [*_marks(game, table.counter)]
    if marks:
        yield ReportAction(
            report_keys=tuple(mark.activate_key for mark in marks if mark.activate_key),
            report=_IS_NOW,
        )
        yield SubMenu(menu="Marks", commands=tuple(mark.activate_command for mark in marks))
    yield from marks
    changing = [*_changing(game, settings)]
    if changing:
        menus = tuple(change.commands[0].menu for change in changing)
        yield SubMenu(menu="Values", commands=menus)
    yield from changing
    yield from _handling(table)
    yield from _elimination(table)


def _marker(table: Table) -> Iterator[Trait]:
    yield ReportAction(report_keys=(keys.CLONE,), report="$location$: $newPieceName$ copied *")
    yield Clone(command="Copy", clone_key=keys.CLONE)
    yield from _handling(table)
    yield Delete(command="Delete", delete_key=keys.DELETE)


def _handling(table: Table) -> Iterator[Trait]:
    """Moved mark and movement trail."""
    third = round(table.counter * 0.36)
    yield MarkMoved(
        image=MOVED_IMAGE, x_offset=third, y_offset=third, command="Moved", toggle_key=keys.MOVED,
        unmark_key=keys.UNMARK_MOVED, unmark_command="",  mark_command="",
    )  # fmt: skip
    yield Trail(
        command="Movement trail",
        trail_key=keys.TRAIL,
        clear_key=keys.CLEAR_TRAIL,
        circle_radius=round(table.counter * 0.14),
        line_width=2.0,
    )


def _elimination(table: Table) -> Iterator[Trait]:
    """To the dead pile and back; without a dead pile on the sheet, off the table."""
    if not table.has(DEAD_PILE):
        yield ReportAction(report_keys=(keys.ELIMINATE,), report="$oldPieceName$ is eliminated *")
        yield Delete(command="Eliminate", delete_key=keys.ELIMINATE)
        return
    yield ReportAction(
        report_keys=(keys.ELIMINATE,),
        report="$OldLocationName$: $oldPieceName$ is eliminated *",
    )
    yield ReportAction(report_keys=(keys.BACK,), report="$location$: $newPieceName$ is back *")
    yield SendTo(
        command="Eliminate",
        send_key=keys.ELIMINATE,
        map=MAP_NAME,
        back_command="Back from the dead",
        back_key=keys.BACK,
        destination="Z",
        zone=DEAD_PILE,
    )
    yield Delete(command="Delete", delete_key=keys.DELETE)


def _marks(game: Game, counter: int) -> Iterator[Layer]:
    """A layer for each mark that units bear, its badge on a corner of the counter."""
    for number, (name, text) in enumerate(game.definition.units.markers.items()):
        words = mark_words(text)
        across, down = _CORNERS[number % len(_CORNERS)]
        reach = round(counter * 0.3)
        yield Layer(
            name=marker_layer(name),
            activate_command=words[:1].upper() + words[1:],
            activate_key=keys.mark_key(number),
            images=(badge_image(name),),
            level_names=(f"+ [{_short(name, words)}]",),
            always_active=False,
            x_offset=across * reach,
            y_offset=down * reach,
            level=-1,
        )


def _short(name: str, words: str) -> str:
    """A mark behind a counter's name: its words while they are few, else its id."""
    return words if len(words.split()) <= 3 else name.replace("-", " ").replace("_", " ")


def mark_words(text: str) -> str:
    """A mark in a few words: what stands before the first explanation."""
    for end in (":", "(", ";", ",", "."):
        text = text.partition(end)[0]
    text = text.strip()
    return text[:1].lower() + text[1:]


def _changing(game: Game, settings: ModuleSettings) -> Iterator[DynamicProperty]:
    """A property for each unit field that changes in play."""
    for name in changing_fields(game, settings):
        yield DynamicProperty(
            name=name,
            commands=(_asking(name, game.definition.units.fields[name]),),
            description=game.definition.units.fields[name].note.partition("\n")[0],
        )


def changing_fields(game: Game, settings: ModuleSettings) -> list[str]:
    """The unit fields that change in play."""
    fields = game.definition.units.fields
    if settings.changing is not None:
        return [name for name in settings.changing if name in fields]
    fixed = {name for counter in game.counters.values() for name in counter.fields}
    return [
        name
        for name, field in fields.items()
        if name not in fixed and field.type in ("int", "bool", "choice", "hex", "side")
    ]


def _asking(name: str, field: FieldDefinition) -> PropertyCommand:
    words = name.replace("-", " ").replace("_", " ")
    menu = f"Set {words}"
    choices = choices_of(field)
    change = join(("E", menu, join(choices, ",")), ",") if choices else join(("R", menu), ",")
    return PropertyCommand(menu, KeyStroke.named(f"Set-{name}"), change)


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


def unit_name(game: Game, counter: Counter) -> str:
    """What a counter is called in the chat."""
    if counter.full_name or counter.kind == "marker":
        return _plain(counter.full_name or counter.name or counter.id)
    kind = game.definition.units.types[counter.type].name or counter.type
    return _plain(f"{counter.name} {kind}".strip())


def _plain(text: str) -> str:
    """A name without what VASSAL takes for a property, an expression or an escape."""
    return text.replace("$", "").replace("{", "(").replace("}", ")").replace("\\", "/").strip()


def counter_piece(game: Game, counter: Counter) -> Piece:
    """The piece of a counter."""
    name = unit_name(game, counter)
    steps = steps_of(counter)
    about = {COUNTER_PROPERTY: counter.id, "Kind": counter.type}
    if state_of(game, counter):
        about[STATE_HEX_PROPERTY] = state_of(game, counter)
    if counter.formation:
        about["Formation"] = counter.formation
    if counter.kind == "marker":
        shared = Prototype(name=MARKER)
    else:
        shared = Prototype(name=side_prototype(game.sides[counter.side]))
    traits: list[Trait] = [shared, Marker.of(**about)]
    if steps > 1:
        traits.append(ReportAction(report_keys=(keys.FLIP,), report=_IS_NOW))
        traits.append(step_layer(counter.id, steps))
        return Piece(counter.id, name, tuple(traits))
    return Piece(counter.id, name, tuple(traits), face_image(counter.id, 1))


def step_layer(counter: str, steps: int) -> Layer:
    """The faces of a counter, level 1 at full strength."""
    names = ["", "+ (reduced)"] if steps == 2 else [
        "" if step == 0 else f"+ ({steps - step}/{steps} steps)" for step in range(steps)
    ]  # fmt: skip
    return Layer(
        name=STEP_LAYER,
        activate_command="",
        activate_key=None,
        up_command="Flip" if steps == 2 else "Lose a step",
        increase_key=keys.FLIP,
        images=tuple(face_image(counter, step + 1) for step in range(steps)),
        level_names=tuple(names),
        loop=True,
        always_active=True,
    )


def state_of(game: Game, counter: Counter) -> str:
    """The state variable whose hex a marker keeps: the one that its type is called by; of a list
    of hexes, by its plural (`absolute-order` markers keep `absolute-orders`)."""
    if counter.kind != "marker":
        return ""
    for name, kind in ((counter.type, "hex"), (f"{counter.type}s", "hexes")):
        field = game.definition.state.get(name)
        if field is not None and field.type == kind:
            return name
    return ""


def control_pieces(game: Game) -> list[Piece]:
    """A marker of each side's control of a hex."""
    return [
        Piece(
            f"control-{side.id}",
            f"{side.name} control",
            (Prototype(name=MARKER), Marker.of(**{CONTROL_PROPERTY: side.id})),
            control_image(side.id),
        )
        for side in game.definition.side
    ]


def state_pieces(game: Game) -> list[Piece]:
    """A marker for each state variable that is a hex and has no counter of the game's own."""
    own = {state_of(game, counter) for counter in game.counters.values()}
    return [
        Piece(
            f"state-{name}",
            _plain(name.replace("-", " ").capitalize()),
            (Prototype(name=MARKER), Marker.of(**{STATE_HEX_PROPERTY: name})),
            state_image(name),
        )
        for name, field in game.definition.state.items()
        if field.type == "hex" and "*" not in name and name not in own
    ]
