"""Trying things out: a position with changes that a reader of the page makes, and no save has.

The changes are text, so that they stand in the page's own address and the server keeps nothing:
one after another with `~` between, each a verb and its words with `:` between.

| change | what |
|---|---|
| `move:UNIT:HEX` | a unit goes on top of a hex, an area or a box, from wherever it lies |
| `step:UNIT:N` | its face now up; 1 is full strength |
| `gone:UNIT` | it leaves the table |
| `new:COUNTER:HEX` | a counter of the mix that is not on the table comes to lie there |
| `mark:UNIT:MARKER`, `bare:UNIT:MARKER` | a marker is laid on it or taken off |
| `own:HEX:SIDE` | a side controls a hex; no side, nobody |
| `turn:N`, `phase:ID`, `state:NAME:VALUE` | the moment of the game |

What no longer fits (a unit that is gone, a hex of another map) is left out and
told; the rest holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from assistant.position import Position, Unit, called, faces_of
from assistant.questions.protocol import QuestionError
from builder import limits
from builder.game.definition import FieldDefinition
from builder.game.problems import nearest
from builder.saying import AsWritten, Saying, quoting

MOST = 400
"""Changes of one try; more than any turn has units."""

LONGEST = int(limits.VIEW)
"""Characters of a try: an address with more is refused by the server itself."""

MARKERS = 24
"""Markers that one unit may bear."""


class _UnfitError(Exception):
    """Why a change does not fit the position; one sentence."""


@dataclass(frozen=True)
class Tried:
    """A position with the changes that fit, and one sentence for each that does not."""

    position: Position
    unfit: tuple[str, ...] = ()


def tried(base: Position, text: str) -> Tried:
    """The position after the changes that a text tells; QuestionError if there are too many."""
    if len(text) > LONGEST or text.count("~") >= MOST:
        raise QuestionError("A try has at most {n} changes: begin a new one from here.", n=MOST)
    position, unfit = base, []
    for change in filter(None, text.split("~")):
        verb, *words = (unquote(word) for word in change.split(":"))
        try:
            position = _changed(position, verb, words)
        except _UnfitError as error:
            unfit.append(str(error))
    return Tried(position, tuple(dict.fromkeys(unfit)))


def _changed(position: Position, verb: str, words: list[str]) -> Position:
    known = _VERBS.get(verb)
    if known is None or len(words) != known[0]:
        raise _UnfitError(quoting("'{verb}' is no change that can be tried.", verb=verb[:20]))
    return known[1](position, *words)


def _move(position: Position, id_: str, name: str) -> Position:
    unit = _unit(position, id_)
    others = [other for other in position.units if other.id != id_]
    return position.with_units([*others, replace(unit, hex=_place(position, name))])


def _step(position: Position, id_: str, number: str) -> Position:
    unit = _unit(position, id_)
    most = steps_of(unit)
    if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= most:
        raise _UnfitError(
            Saying(
                "{unit} has the steps 1 to {n}, and no step {m}.", unit=unit, n=most, m=number[:6]
            )
        )
    return _with(position, replace(unit, step=int(number)))


def steps_of(unit: Unit) -> int:
    """How many steps a unit has at full strength."""
    steps = unit.get("steps")
    return max(steps if isinstance(steps, int) else 1, faces_of(unit.fields), 1)


def _gone(position: Position, id_: str) -> Position:
    _unit(position, id_)
    return position.with_units(unit for unit in position.units if unit.id != id_)


def _new(position: Position, id_: str, name: str) -> Position:
    counter = position.game.counters.get(id_)
    if counter is None or counter.type not in position.game.definition.units.types:
        raise _UnfitError(quoting("No unit of the counter mix is called '{name}'.", name=id_[:40]))
    if any(unit.counter == id_ or unit.id == id_ for unit in position.units):
        raise _UnfitError(Saying("{unit} is on the table already.", unit=called(counter)))
    unit = Unit(
        id=counter.id,
        side=counter.side,
        type=counter.type,
        hex=_place(position, name),
        fields=counter.fields,
        counter=counter.id,
        name=called(counter),
        stand_in=counter.stand_in,
    )
    return position.with_units([*position.units, unit])


def _mark(position: Position, id_: str, marker: str) -> Position:
    unit = _unit(position, id_)
    if marker not in position.game.definition.units.markers:
        raise _UnfitError(quoting("The game has no marker '{marker}'.", marker=marker[:40]))
    if len(unit.markers) >= MARKERS:
        raise _UnfitError(Saying("{unit} bears {n} markers already.", unit=unit, n=MARKERS))
    return _with(position, replace(unit, markers=unit.markers | {marker}))


def _bare(position: Position, id_: str, marker: str) -> Position:
    unit = _unit(position, id_)
    return _with(position, replace(unit, markers=unit.markers - {marker}))


def _hex(position: Position, name: str) -> str:
    if name not in position.board:
        raise _UnfitError(quoting("The map has no hex '{name}'.", name=name[:20]))
    return name


def _own(position: Position, name: str, side: str) -> Position:
    _hex(position, name)
    if side and side not in position.game.sides:
        text = "The game has no side '{side}'. {remedy}"
        remedy = nearest(side[:20], position.game.sides)
        raise _UnfitError(Saying(text, side=AsWritten(side[:20]), remedy=remedy))
    control = {hex_: owner for hex_, owner in position.control.items() if hex_ != name}
    passed = position.passed and {n: told for n, told in position.passed.items() if n != name}
    return replace(position, control={**control, **({name: side} if side else {})}, passed=passed)


def _turn(position: Position, number: str) -> Position:
    turns = position.game.definition.turns
    if not number.isascii() or not number.isdigit() or len(number) > 4:
        raise _UnfitError(quoting("'{number}' is no turn.", number=number[:6]))
    if not turns.first <= int(number) <= turns.last:
        raise _UnfitError(Saying("The game has the turns {n} to {m}.", n=turns.first, m=turns.last))
    return replace(position, turn=int(number))


def _phase(position: Position, id_: str) -> Position:
    if id_ and id_ not in {phase.id for phase in position.game.definition.phase}:
        raise _UnfitError(quoting("The game has no phase '{name}'.", name=id_[:40]))
    return position.in_phase(id_)


def _state(position: Position, name: str, value: str) -> Position:
    offered = states(position).get(name)
    if offered is None:
        raise _UnfitError(
            quoting("The game has no state '{name}' that can be tried.", name=name[:40])
        )
    if not value and offered["kind"] == "choice":
        rest = {other: given for other, given in position.state.items() if other != name}
        return replace(position, state=rest)
    return replace(position, state={**position.state, name: _read(position, name, offered, value)})


def _read(position: Position, name: str, offered: Mapping[str, Any], value: str) -> Any:
    """The value of a state variable as it is written; _UnfitError if it cannot be that."""
    kind, values = offered["kind"], offered["values"]
    listed = list(dict.fromkeys(filter(None, value.split(","))))
    if kind == "several" and all(item in values for item in listed):
        return listed
    if kind in ("place", "places") and len(listed) <= (1 if kind == "place" else MOST):
        places = [_hex(position, item) for item in listed]
        return places if kind == "places" else "".join(places)
    for option in values:
        if _written(option) == value:
            return option
    if kind == "number" and value.removeprefix("-").isdecimal() and len(value) < 7:
        number = int(value)
        least, most = offered["least"], offered["most"]
        if (least is None or number >= least) and (most is None or number <= most):
            return number
    raise _UnfitError(quoting("'{name}' cannot be '{value}'.", name=name, value=value[:40]))


def states(position: Position) -> dict[str, dict[str, Any]]:
    """The state variables that can be tried: by name, the `kind` (choice, switch, number, several
    of the values, place or places of the map), the `values` that it may have ("" for none), `least`
    and `most` of a number, and the `value` now."""
    found = {}
    for name, declared in position.game.definition.state.items():
        kind = _KINDS.get(declared.type)
        if kind is None:
            continue
        found[name] = {
            "kind": kind,
            "values": list(_values(position, declared)),
            "least": declared.minimum,
            "most": declared.maximum,
            "value": position.value(name),
        }
    return found


def _values(position: Position, declared: FieldDefinition) -> Iterator[Any]:
    if declared.type == "bool":
        yield from (False, True)
    if declared.type in ("choice", "side") and declared.default is None:
        yield ""
    yield from position.game.sides if declared.type == "side" else declared.choices


_KINDS = {
    "bool": "switch",
    "int": "number",
    "choice": "choice",
    "side": "choice",
    "choices": "several",
    "hex": "place",
    "hexes": "places",
}


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _unit(position: Position, id_: str) -> Unit:
    unit = position.by_id.get(id_)
    if unit is None:
        counter = position.game.counters.get(id_)
        name = called(counter) if counter is not None else f"'{id_[:40]}'"
        raise _UnfitError(Saying("{unit} is no longer on the table, or out of sight.", unit=name))
    return unit


def _place(position: Position, name: str) -> str:
    units = position.game.definition.units
    if name in position.board or name in units.areas or name in position.game.beside:
        return name
    raise _UnfitError(quoting("The map has no place '{name}'.", name=name[:40]))


def _with(position: Position, unit: Unit) -> Position:
    return position.with_units(unit if old.id == unit.id else old for old in position.units)


_VERBS: Mapping[str, tuple[int, Callable[..., Position]]] = {
    "move": (2, _move),
    "step": (2, _step),
    "gone": (1, _gone),
    "new": (2, _new),
    "mark": (2, _mark),
    "bare": (2, _bare),
    "own": (2, _own),
    "turn": (1, _turn),
    "phase": (1, _phase),
    "state": (2, _state),
}
