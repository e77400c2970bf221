"""The turn on the page: what the phase asks, who comes by which hexes, what is won; kept short."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from assistant.board.questions import Asked
from assistant.position import Position, called
from assistant.questions.answers import Arrival, as_json
from assistant.questions.protocol import QuestionError
from assistant.report.words import level_name
from assistant.words.voice import ENGLISH, general

SOON = ("due", "possible")
"""States of an arrival that are for this turn."""


def turning_of(asked: Asked) -> dict[str, Any]:
    """The duties of the phase, the arrivals with their hexes grouped by the way of coming, and the
    points. What the game's rules do not answer is left out; of a game without rules, all of it."""
    door = asked.door
    turn, arrivals, score = (_told(ask) for ask in (door.turn, door.arrivals, door.score))
    told: dict[str, Any] = {}
    if turn is not None:
        told["turn"] = as_json(turn)
    if arrivals is not None:
        side = turn.side if turn is not None else ""
        told["arrivals"] = [arrival(one) for one in in_order(arrivals.arrivals, side)]
        told["coming"] = as_json(arrivals.because)
        told["called"] = _coming(asked.moment.position, arrivals.arrivals)
    if score is not None:
        game, english = asked.moment.position.game, general(ENGLISH)
        told["score"] = as_json(score)
        if score.level:
            told["score"]["ends"] = {"text": level_name(english, game, score.level)}
        for step in told["score"]["thresholds"]:
            step["what"] = level_name(english, game, step["what"])
    return told


def in_order(found: Iterable[Arrival], side: str) -> list[Arrival]:
    """First who comes now, and of them those of the side in phase: the page shows but a few."""
    return sorted(found, key=lambda one: (one.state not in SOON, one.side != side))


def _coming(position: Position, arrivals: Iterable[Arrival]) -> dict[str, str]:
    """The names of units that come from off the map, for the page has those that are on it."""
    there = {unit.id for unit in position.units if unit.hex in position.board}
    ids = {id_ for one in arrivals for id_ in one.units} - there
    known = position.game.counters
    return {id_: called(known[id_]) for id_ in sorted(ids) if id_ in known}


def _told(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except QuestionError:
        return None


def arrival(one: Arrival) -> dict[str, Any]:
    """One arrival; `ways` are the hexes that share a way of coming and what it costs."""
    ways: dict[tuple[str, float], list[str]] = {}
    for entry in one.entries:
        ways.setdefault((entry.by, entry.cost), []).append(entry.hex)
    return {
        "kind": one.kind,
        "side": one.side,
        "units": list(one.units),
        "state": one.state,
        "soon": one.state in SOON,
        "rule": one.rule,
        "turn": one.turn,
        "price": one.price,
        "ways": [{"by": by, "cost": as_json(cost), "path": at} for (by, cost), at in ways.items()],
        "refused": as_json(one.refused),
        "because": as_json(one.because),
    }
