"""Counters as pieces: their faces, and what they carry for the assistant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.drawing.map.words import named, readable
from builder.drawing.mix import steps_of
from builder.drawing.translation import ENGLISH
from builder.game.carriers import (
    CONTROL_PROPERTY,
    COUNTER_PROPERTY,
    STATE_HEX_PROPERTY,
    STATE_ITEM_PROPERTY,
    STATE_NUMBER_PROPERTY,
    STEP_LAYER,
    kept_by,
)
from builder.game.definition import FieldDefinition, Side
from builder.game.model import Counter, Game
from builder.module import keys
from builder.module.sums import strengths_told
from builder.module.table import CONTROL_LAYER, GROUND_LAYER, MAP_LAYER
from builder.vassal.traits.actions import ReportAction, Trigger
from builder.vassal.traits.appearance import Layer
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.movement import Immobile
from builder.vassal.traits.values import Marker, Prototype

MOVED_IMAGE = "moved.png"
FOLLOWS = "Follows"
SHORT = "Short"
"""What stands below a counter where several lie side by side."""
_FITS = 12  # letters below a counter, a few of them beyond its edges
MARKER = "Marker"
IS_NOW = "$location$: $oldPieceName$ is now $newPieceName$ ($PlayerName$) *"


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


def state_image(marker: str) -> str:
    """The image of a marker that keeps a hex of a state variable, by the marker's key."""
    return f"{marker}.png"


def side_prototype(side: Side, number: str = "") -> str:
    """The prototype of a side's units; ` 2` of those that are offered less."""
    return f"{side.name} unit{number}"


def unit_name(game: Game, counter: Counter) -> str:
    """What a counter is called in the chat."""
    if counter.full_name or counter.kind == "marker":
        return plain(counter.full_name or counter.name or counter.id)
    kind = game.definition.units.types[counter.type].name or counter.type
    return plain(f"{counter.name} {kind}".strip())


def plain(text: str) -> str:
    """A name without what VASSAL takes for a property, an expression or an escape."""
    return text.replace("$", "").replace("{", "(").replace("}", ")").replace("\\", "/").strip()


def short_name(counter: Counter) -> str:
    """What is printed on the counter, as much as fits below it in the stack viewer."""
    name = plain(counter.name)
    if len(name) <= _FITS:
        return name
    words = name[: _FITS + 1].rpartition(" ")[0].rstrip(" /-")
    return words if 2 * len(words) >= _FITS else f"{name[: _FITS - 1]}…"


def counter_piece(
    game: Game, counter: Counter, shared: Trait | None = None, faces: int = 0, below: str = ""
) -> Piece:
    """The piece of a counter; `shared` is a prototype that stands for that of its kind, `faces` how
    many it has if pictures give it more than its figures do, `below` what stands below it in the
    stack viewer if its short name is not enough."""
    name = unit_name(game, counter)
    steps = max(faces, steps_of(counter))
    about = {COUNTER_PROPERTY: counter.id, "Kind": counter.type}
    about[SHORT] = below or short_name(counter)
    if state_of(game, counter):
        about[STATE_HEX_PROPERTY] = state_of(game, counter)
        about[MAP_LAYER] = GROUND_LAYER
    if item := item_of(game, counter):
        about[STATE_ITEM_PROPERTY] = item
    if counter.formation:
        about["Formation"] = counter.formation
    about |= strengths_told(game, counter)
    if shared is None and counter.kind == "marker":
        shared = Prototype(name=MARKER)
    elif shared is None:
        shared = Prototype(name=side_prototype(game.sides[counter.side]))
    traits: list[Trait] = [shared, Marker.of(**about)]
    if steps > 1:
        return Piece(counter.id, name, (*_flipping(steps), *traits, step_layer(counter.id, steps)))
    return Piece(counter.id, name, tuple(traits), face_image(counter.id, 1))


def _flipping(steps: int) -> tuple[Trait, ...]:
    """The command that turns the counter, first in the menu. The layer of the faces itself must
    lie under the marks, so it is told by a key of its own."""
    command = "Flip" if steps == 2 else "Lose a step"
    return (
        ReportAction(report_keys=(keys.FLIP,), report=IS_NOW),
        Trigger(name="Flip", command=command, trigger_key=keys.FLIP, action_keys=(keys.NEXT_FACE,)),
    )


def step_layer(counter: str, steps: int) -> Layer:
    """The faces of a counter, level 1 at full strength."""
    names = ["", "+ (reduced)"] if steps == 2 else [
        "" if step == 0 else f"+ ({steps - step}/{steps} steps)" for step in range(steps)
    ]  # fmt: skip
    return Layer(
        name=STEP_LAYER,
        activate_command="",
        activate_key=None,
        increase_key=keys.NEXT_FACE,
        images=tuple(face_image(counter, step + 1) for step in range(steps)),
        level_names=tuple(names),
        loop=True,
        always_active=True,
    )


def state_of(game: Game, counter: Counter) -> str:
    """The state variable that a marker on the map keeps."""
    kept = kept_by(counter.type, game.definition.state) if counter.kind == "marker" else None
    return kept.variable if kept else ""


def item_of(game: Game, counter: Counter) -> str:
    """What a marker stands for in the state variable that its box keeps: of type `air-stuka` the
    choice `stuka` of the variable `air`."""
    if counter.kind == "marker":
        for name, field in game.definition.state.items():
            choice = counter.type.removeprefix(f"{name}-")
            if field.box and choice != counter.type and choice in field.choices:
                return choice
    return ""


def control_pieces(game: Game, called: Mapping[str, str]) -> list[Piece]:
    """A marker of each side's control of a hex, with the side as it is `called`.

    It lies under all else, does not stack, and only Shift and click picks it up, lest a stack's
    move takes a town's flag along."""
    return [
        Piece(
            f"control-{side.id}",
            f"{called[side.id]} control",
            (
                Immobile(select="iZ"),
                Prototype(name=MARKER),
                Marker.of(**{CONTROL_PROPERTY: side.id, MAP_LAYER: CONTROL_LAYER}),
            ),
            control_image(side.id),
        )
        for side in game.definition.side
    ]


def lies_on_the_map(field: FieldDefinition) -> bool:
    """Whether a state variable is a hex, or hexes that nobody can choose from a list: a marker of
    the module's own is its value where the game has no counter for it."""
    return field.type == "hex" or (field.type == "hexes" and field.menu and not field.choices)


def own_markers(game: Game, language: str = ENGLISH) -> Iterator[tuple[str, str, FieldDefinition]]:
    """Such variables that have no counter, each with what its markers are called."""
    own = {state_of(game, counter) for counter in game.counters.values()}
    for name, field in game.definition.state.items():
        if lies_on_the_map(field) and "*" not in name and name not in own:
            usual = field.name or readable(name)
            yield name, plain(named(game, language, f"state.{name}", usual)), field


def state_pieces(game: Game, language: str = ENGLISH) -> list[Piece]:
    """The markers of such variables; of those whose order counts one for each number."""
    return [
        _state_piece(name, title, number)
        for name, title, field in own_markers(game, language)
        for number in (range(1, field.numbered + 1) if field.numbered else (0,))
    ]


def _state_piece(name: str, title: str, number: int) -> Piece:
    about = {STATE_HEX_PROPERTY: name, MAP_LAYER: GROUND_LAYER}
    key = f"state-{name}"
    if number:
        key, title = f"{key}-{number}", f"{title} {number}"
        about[STATE_NUMBER_PROPERTY] = str(number)
    return Piece(key, title, (Prototype(name=MARKER), Marker.of(**about)), state_image(key))
