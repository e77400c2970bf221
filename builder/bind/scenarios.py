"""Which scenario is played with a stranger's module: where its units stand, or as somebody told."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from builder.game.model import Game

_AT_HOME = 0.6
_APART = 0.1
_ABSENT = 0.8


def likeliest(
    game: Game,
    where: Mapping[str, Collection[str]],
    turn: int,
    told: str = "",
    bound: Collection[str] | None = None,
) -> str:
    """The scenario in whose set-up units stand, or `told` if that does not show it; empty if
    nothing does. `where` are the hexes and boxes in which the pieces of each counter lie, `bound`
    the counters that the module has a piece of, all if None."""
    if len(game.scenarios) == 1:
        return next(iter(game.scenarios))
    able = [id_ for id_ in game.scenarios if _knows(game, id_, where)]
    shares = sorted(((_at_home(game, id_, where, bound), id_) for id_ in able), reverse=True)
    best, id_ = shares[0] if shares else (0.0, "")
    second = shares[1][0] if len(shares) > 1 else -1.0
    apart = best - second >= _APART or best == 1.0 > second
    if best >= _AT_HOME and apart and turn == game.scenarios[id_].turn:
        return id_
    if told in game.scenarios:
        return told
    return id_ if apart and (best >= _AT_HOME or len(able) == 1) else ""


def _units(game: Game, scenario: str) -> list[tuple[str, str]]:
    return [
        (one.counter, one.hex)
        for one in game.scenarios[scenario].placements
        if game.counters[one.counter].kind == "unit"
    ]


def _is_unit(game: Game, name: str) -> bool:
    return name in game.counters and game.counters[name].kind == "unit"


def _knows(game: Game, scenario: str, where: Mapping[str, Collection[str]]) -> bool:
    """Whether most units that are there belong to the scenario."""
    there = {name for name in where if _is_unit(game, name)}
    return len(there & {name for name, _ in _units(game, scenario)}) >= _ABSENT * len(there)


def _at_home(
    game: Game,
    scenario: str,
    where: Mapping[str, Collection[str]],
    bound: Collection[str] | None,
) -> float:
    """How many of the units that the scenario has on the map, or that are there, stand where it
    sets them up: 1 for all, and nobody else."""
    places = game.grid.places
    homes = {
        (name, place)
        for name, place in _units(game, scenario)
        if place in places and (bound is None or name in bound)
    }
    there = {
        (name, place)
        for name, hexes in where.items()
        if _is_unit(game, name)
        for place in hexes
        if place in places
    }
    return len(homes & there) / max(1, len(homes | there))
