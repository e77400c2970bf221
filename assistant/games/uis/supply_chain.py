"""The links of a supply chain: how a unit stands, and routes to units that pass supply on (12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from assistant.games.uis.lines import Way
from assistant.games.uis.routes import Network, routes_to
from assistant.games.uis.sides import NATO
from assistant.games.uis.situation import Situation
from assistant.position import Unit
from assistant.questions.reasons import Reason


@dataclass(frozen=True)
class Found:
    """How a unit stands: whether in General Supply, its whole line, the units that it passes."""

    supplied: bool
    path: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    because: tuple[Reason, ...] = ()
    stand_in: bool = False

    @property
    def source(self) -> str | None:
        return self.path[-1] if self.path else None


@dataclass(frozen=True)
class Links:
    """Routes to the links of a chain: the routes, and the unit with its own supply in each goal."""

    network: Network
    at: dict[str, tuple[str, Found]] = field(default_factory=dict)

    def found(self, unit: Unit, limit: float, why: Reason) -> Found | None:
        """The unit's chain through the nearest link within a limit."""
        way = self.network.way(unit.hex, limit)
        if way is None:
            return None
        link, its = self.at[way.end]
        return Found(
            True,
            way.path + its.path[1:],
            (link, *its.via),
            (why, *its.because),
            way.stand_in or its.stand_in,
        )


def plain(way: Way | None, good: Reason, bad: Reason) -> Found:
    """Supply by one line, without links."""
    if way is None:
        return Found(False, because=(bad,))
    return Found(True, way.path, (), (good,), way.stand_in)


def base_links(
    situation: Situation,
    side: str,
    bases: Iterable[Unit],
    limit: float,
    states: dict[str, Found],
) -> Links | None:
    """Routes to Bases that are themselves in supply."""
    must = side == NATO or situation.option("regiment-base-supplied")
    at: dict[str, tuple[str, Found]] = {}
    for base in bases:
        if states[base.id].supplied or not must:
            at.setdefault(base.hex, (base.id, states[base.id]))
    return Links(routes_to(situation, side, at, limit), at) if at else None
