"""What a position tells of reserves that were activated and of turns that were bought (rules 18.33,
18.37, 18.48), and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.kursk.units import SIDES
from assistant.position import Position, called
from assistant.questions.names import unit_in_state
from assistant.questions.protocol import QuestionError
from builder.game.problems import nearest

BY_ATTACK = "by-attack"
"""The mark of a headquarters whose formation a German attack activated."""


def check_told(position: Position) -> None:
    """QuestionError if the position tells of formations, sides or turns that there are not: asked
    before any answer, because a slip of the pen would pass in silence where nothing hangs on it."""
    turns_bought(position)
    tuple(activations(position))


def turns_bought(position: Position) -> tuple[str, ...]:
    """Who bought one more turn each, in order; QuestionError for no side, or one named twice."""
    bought = tuple(map(str, position.value("extra-turns") or ()))
    for side in bought:
        if side not in SIDES:
            remedy = nearest(side, SIDES)
            raise QuestionError("extra-turns = {text}: {remedy}", text=side, remedy=remedy)
    if len(bought) > len({*bought}):
        raise QuestionError(
            "extra-turns: each player buys one turn at most; write each side once, in order."
        )
    return bought


def activations(position: Position) -> Iterator[tuple[int, bool]]:
    """Formations that were activated: the turn, and whether an attack did it; QuestionError if one
    is written otherwise than HQ:TURN or HQ:TURN:attacked, twice, or is no Soviet headquarters."""
    named: set[str] = set()
    for text in told_activated(position):
        name, _, rest = str(text).partition(":")
        turn, _, how = rest.partition(":")
        if not turn.isdecimal() or len(turn) > 3 or how not in ("", "attacked"):
            said = "activated = {text}: write HQ:TURN, or HQ:TURN:attacked where an attack did it."
            raise QuestionError(said, text=text)
        name = formation_called(position, name)
        if name in named:
            said = "activated = {text}: {name} is named twice, write each formation once."
            raise QuestionError(said, text=text, name=name)
        named.add(name)
        yield int(turn), how == "attacked"


def told_activated(position: Position) -> tuple[str, ...]:
    """Activated formations as HQ:TURN or HQ:TURN:attacked: those that the position lists, and those
    whose headquarters says it of itself, which counts where both do."""
    own = {
        unit.id: f"{unit.id}:{turn}{':attacked' if BY_ATTACK in unit.markers else ''}"
        for unit in position.units
        if (turn := unit.fields.get("activated"))
    }
    listed = map(str, position.value("activated") or ())
    return (*(one for one in listed if one.partition(":")[0] not in own), *own.values())


def formation_called(position: Position, name: str) -> str:
    """The id of a Soviet headquarters in play or among the counters; QuestionError, with what is
    likest, for anything else."""
    counters = position.game.counters
    known = name if name in counters else unit_in_state(position, "activated", name)
    found = position.by_id.get(known) or counters[known]
    if found.side != "soviet" or found.type != "hq":
        said = "activated: {unit} is no Soviet headquarters; name that of the formation."
        raise QuestionError(said, unit=shown(position, known))
    return known


def shown(position: Position, name: str) -> str:
    """What people call a unit, in play or among the counters."""
    unit = position.by_id.get(name)
    return unit.shown if unit else called(position.game.counters[name])
