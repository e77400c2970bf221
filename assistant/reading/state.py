"""What VASSAL's table says of the game beside its units: state variables, control, turn, phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from builder.game import carriers
from builder.game.definition import Definition, FieldDefinition
from builder.game.model import Counter, Game
from builder.game.values import World, declared, fault, is_number, members
from builder.saying import Saying, shortened
from builder.vassal.secret import MASKED
from builder.vassal.turns import TurnState

_OPEN = {"text": "", "texts": "", "texts-by-name": "texts", "hexes-by-name": "hexes"}
"""The types of values in which any word may stand, with that of what stands beside a name."""


def typed_state(
    game: Game,
    world: World,
    globals_: Mapping[tuple[str, str], str],
    side_of: Callable[[str], str],
    told: Callable[[str], str],
) -> tuple[dict[str, Any], list[str]]:
    """The state variables as global properties of the module tell them, and remarks on those that
    cannot be read. `side_of` gives the id of a side that players call by its name,
    `told` a value as it may be told."""
    state: dict[str, Any] = {}
    wrong: list[str] = []
    prefix = carriers.state_property("")
    for (container, name), text in globals_.items():
        if container != "Module" or not name.startswith(prefix):
            continue
        variable = name.removeprefix(prefix)
        definition = declared(variable, game.definition.state)
        if definition and definition.type == "side":
            text = side_of(text)
        try:
            value = carriers.parsed(text, definition) if definition else None
        except ValueError:
            wrong.append(
                Saying(
                    "State variable '{name}': '{text}' cannot be read.",
                    name=variable,
                    text=told(text),
                )
            )
            continue
        if definition is None or value is None:
            continue
        value, problem = as_declared(value, definition, world, told)
        if problem:
            wrong.append(
                Saying("State variable '{name}': {problem}.", name=variable, problem=problem)
            )
        else:
            state[variable] = value
    return state, wrong


def as_declared(
    value: Any, definition: FieldDefinition, world: World, told: Callable[[str], str]
) -> tuple[Any, str | None]:
    """A value as it may be told, and why it does not fit its declaration, as the end of a sentence;
    None if it does. One with something in it that is not told is no number of the game, and no
    place or choice that it does not have: the sentence would quote it in other letters."""
    shown = as_told(value, definition.type, told)
    problem = fault(shown, definition, world)
    at_issue = _leaves(value) if problem else _numbers(value)
    if any(MASKED in told(leaf) and MASKED not in leaf for leaf in at_issue):
        return shown, Saying("'{text}' cannot be read", text=MASKED)
    return shown, problem


def _numbers(value: Any) -> Iterator[str]:
    """The numbers of a value, as somebody wrote them."""
    for one in members(value):
        if is_number(one):
            yield str(int(one) if isinstance(one, float) and one.is_integer() else one)


def _leaves(value: Any) -> Iterator[str]:
    """All that a value holds, as texts."""
    if isinstance(value, Mapping):
        yield from value
    for one in members(value):
        if isinstance(one, list):
            yield from map(str, one)
        elif isinstance(one, str):
            yield one
    yield from _numbers(value)


def as_told(value: Any, type_: str, told: Callable[[str], str]) -> Any:
    """A value as it may be told, with whatever it lists; where only words of the game are let in
    (sides, choices, places), it is as it is."""
    match value if type_ in _OPEN else None:
        case str():
            return told(value)
        case list():
            return [told(one) if isinstance(one, str) else one for one in value]
        case dict():
            inner = (as_told(one, _OPEN[type_], told) for one in value.values())
            return dict(zip(map(told, value), inner, strict=True))
    return value


def lists_of_markers(game: Game) -> dict[str, list[str]]:
    """The lists of hexes that markers keep, empty: markers on the map fill them."""
    declared = game.definition.state
    return {
        name: []
        for name in declared
        if name in game.kept_by_markers and declared[name].type == "hexes"
    }


def overruled(
    game: Game,
    began_as: str,
    typed: Mapping[str, Any],
    state: Mapping[str, Any],
    marked: Set[str],
) -> Iterator[str]:
    """A sentence for each value that was typed and that the markers on the table do not bear
    out, of those that markers alone tell. What the scenario `began_as` itself began with was typed
    by nobody."""
    scenario = game.scenarios.get(began_as)
    for name in sorted(marked & typed.keys()):
        began = scenario.state.get(name) if scenario else None
        began = began if began is not None else game.definition.state[name].default
        if not typed[name] or _alike(typed[name], state.get(name)):
            continue
        if _alike(typed[name], began):
            continue
        yield Saying(
            "State says {name} {value}, and the markers on the table say {other}: "
            "the markers count.",
            name=game.definition.state[name].name or name.replace("-", " ").capitalize(),
            value=carriers.written(typed[name]),
            other=carriers.written(state.get(name)) or "none",
        )


def _alike(one: Any, other: Any) -> bool:
    """Whether two values say the same, whatever the order in which hexes stand."""
    if isinstance(one, list) and isinstance(other, (list, tuple)):
        return sorted(map(str, one)) == sorted(map(str, other))
    return bool(one == other)


def control_of(game: Game, scenario_id: str, markers: Mapping[str, str]) -> dict[str, str]:
    """Who holds which hex: at the game's and the scenario's beginning, then as the markers say,
    of which one without a side takes control away."""
    scenario = game.scenarios.get(scenario_id)
    beginnings = (game.definition.control, scenario.control if scenario else {})
    control = {
        name: side
        for beginning in beginnings
        for side, names in beginning.items()
        for name in names
    }
    control |= {name: side for name, side in markers.items() if name in game.board}
    return {name: side for name, side in control.items() if side}


MOST_DIGITS = 20
"""Of a turn that no game has."""
UNREAD = "?"
NO_SUCH_TURN = (
    "The turn counter stands at {n}, and the game has turns {first} to {last} only: what is said "
    "is of turn {m}. Set the counter right in VASSAL."
)
UNREAD_TURN = (
    "The turn counter says nothing that can be read: what is said is of turn {m}. Set the counter "
    "right in VASSAL."
)


VICTORY_POINTS = "victory-points"
"""The track on which the games' markers of that type count."""


def points_counted(game: Game, counter: Counter, place: str) -> tuple[str, int] | None:
    """The side whose victory points a marker counts, and how many; None for another marker, for one
    that lies elsewhere, and for one where the game begins with it: who does not keep it leaves it
    there."""
    if counter.type != VICTORY_POINTS:
        return None
    track, _, space = place.rpartition(" ")
    if f"{VICTORY_POINTS} {space}" in _starts(game, counter):
        return None
    there = track == game.definition.track_name(VICTORY_POINTS)
    return (counter.side, int(space)) if there and space.isdecimal() and len(space) < 7 else None


def _starts(game: Game, counter: Counter) -> set[str]:
    """Where the scenarios put a counter."""
    set_ups = (one.placements for one in game.scenarios.values())
    return {one.hex for placed in set_ups for one in placed if one.counter == counter.id}


def turn_of(
    definition: Definition, trackers: Iterable[str], phases: Sequence[str] | None = None
) -> tuple[int, str]:
    """Turn and phase as the first readable state of a turn tracker tells them; `phases` are those
    of the tracker in its order, the game's own if absent. Beside the game's turns it is the nearest
    of them, and `not_of_the_game` says so."""
    turns = definition.turns
    if phases is None:
        phases = [phase.id for phase in definition.phase]
    told = _told_turn(definition, trackers)
    if told is None:
        return turns.first, ""
    turn, index = told
    phase = phases[index] if 0 <= index < len(phases) else ""
    return min(max(turn, turns.first), turns.last), phase


def not_of_the_game(definition: Definition, trackers: Sequence[str]) -> Saying | None:
    """What is to be said of a turn counter that stands at no turn of the game, or nowhere."""
    odd, turns = odd_turn(definition, trackers), definition.turns
    if not odd:
        return None
    nearest, _ = turn_of(definition, trackers)
    text = UNREAD_TURN if odd == UNREAD else NO_SUCH_TURN
    return Saying(text, n=odd, first=turns.first, last=turns.last, m=nearest)


def odd_turn(definition: Definition, trackers: Sequence[str]) -> str:
    """The turn that a counter tells and that the game does not have, UNREAD for a counter that
    tells nothing; empty if there is nothing odd in it."""
    told = _told_turn(definition, trackers)
    if told is None:
        return UNREAD if any(trackers) else ""
    turn, _ = told
    known = definition.turns.has(turn) or turn == definition.turns.untold
    return "" if known else shortened(str(turn), MOST_DIGITS)


def _told_turn(definition: Definition, trackers: Iterable[str]) -> tuple[int, int] | None:
    """The turn of the first tracker that tells one, and the place of its phase, -1 for none."""
    for raw in trackers:
        try:
            levels = [level for level, _ in TurnState.decode(raw).path()]
        except ValueError:
            continue
        if levels:
            turn = levels[0].value
            turn += 0 if levels[0].counts else definition.turns.first
            return turn, levels[1].value if len(levels) > 1 else -1
    return None
