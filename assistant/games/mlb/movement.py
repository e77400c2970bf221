"""Movement (rule 9): normal and strategic movement, what each hex costs and what closes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.mlb.situation import (
    Mover,
    Situation,
    allowance_of,
    bar_ground,
    is_hq,
    over_limit,
    state_of,
)
from assistant.games.mlb.supply import (
    Headquarters,
    command,
    invented_costs,
    invented_units,
    relocation_hexes,
)
from assistant.kernel import sayings
from assistant.kernel.ground import joined_by
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Barred, Search, Step, search, steps
from assistant.kernel.withdrawal import closed_for_all
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, Refusal, refusals
from assistant.questions.reasons import Reason
from assistant.questions.stacks import Together

ZONE_COST = 2

Node = tuple[str, bool]
"""A hex, and whether the move ends there because of how the unit came in."""


@dataclass(frozen=True)
class Walk(Mover):
    """One unit's move."""

    @cached_property
    def may_cross_later(self) -> bool:
        """By one reading a unit that begins beside a major river crosses it further on."""
        later = self.situation.option("river-start") == "adjacent-to-river"
        beside = ((self.start, n) in self.ground.major for n in self.situation.near(self.start))
        return later and any(beside)

    def normal(self, node: Node) -> Iterator[Step[Node] | Barred[Node]]:
        """Every step of normal movement from a hex."""
        here, _ = node
        for near in self.situation.near(here):
            if reason := self.bar(here, near):
                yield Barred((near, False), reason)
            else:
                yield Step((near, self.ends(here, near)), self.cost(here, near))

    @rule("3.1(2)", "9.2.5")
    def bar(self, here: str, near: str) -> Reason | None:
        """The first rule that forbids a step: a hex with enemy units is never entered, water hexes
        and impassable hexsides are closed."""
        return (
            bar_ground(self.ground, self.enemy.enemies, here, near, "9.2.5", "9.2.5")
            or self.bar_major_river(here, near)
            or self.bar_swamp(here, near)
        )

    @rule("9.2.1(1)", "9.2.3")
    def bar_major_river(self, here: str, near: str) -> Reason | None:
        """No crossing from zone to zone, bridge or friends notwithstanding; without a bridge a unit
        crosses only from the hex in which its move begins."""
        side = (here, near)
        if side not in self.ground.major:
            return None
        if self.enemy.from_zone_to_zone(here, near):
            text = "{hex} and {hex2}, across a major river, are in enemy zones."
            return Reason("9.2.3", text, "enemy-zone", hex=here, hex2=near)
        if side in self.ground.unbridged_major and here != self.start and not self.may_cross_later:
            text = "The major river {side:/} is crossed only at a move's beginning."
            return Reason("9.2.1(1)", text, "hexside", side=side)
        return None

    @rule("9.2.4(1)", "9.2.4(2)", "9.2.4(3)")
    def bar_swamp(self, here: str, near: str) -> Reason | None:
        """Without a road a swamp is entered only at the beginning, and not from zone to zone."""
        if not self.into_swamp(here, near):
            return None
        if self.enemy.from_zone_to_zone(here, near):
            text = "{hex} and the swamp {hex2} are both in enemy zones."
            return Reason("9.2.4(2)", text, "enemy-zone", hex=here, hex2=near)
        if here != self.start:
            text = "The swamp {hex} is entered only at a move's beginning."
            return Reason("9.2.4(1)", text, "terrain", hex=near)
        return None

    @rule("9.3.1")
    def bar_strategic(self, here: str, near: str) -> Reason | None:
        """Strategic movement never enters an enemy zone."""
        if (why := self.bar(here, near)) or near not in self.enemy.zone:
            return why
        text = "{hex} is in an enemy zone, closed to strategic movement."
        return Reason("9.3.1", text, "enemy-zone", hex=near)

    def into_swamp(self, here: str, near: str) -> bool:
        """Whether a step enters a swamp off the road."""
        return "swamp" in self.ground.board.of(near) and (here, near) not in self.ground.roads

    @rule("9.2.1(1)", "9.2.4(1)")
    def ends(self, here: str, near: str) -> bool:
        """A unit stops once it has crossed a major river without a bridge or entered a swamp."""
        return (here, near) in self.ground.unbridged_major or self.into_swamp(here, near)

    def cost(self, here: str, near: str) -> float:
        """Movement points of a step: the hex or the road, the river, the zones."""
        return self.cost_of_ground(here, near) + self.cost_of_zones(here, near)

    @rule("9.2", "9.2.1(1)", "9.2.1(2)")
    def cost_of_ground(self, here: str, near: str) -> float:
        """One along a road, whatever the terrain; otherwise the hex, and more for a minor river
        without a bridge."""
        side, ground = (here, near), self.ground
        if side in ground.roads:
            return float(ground.game.definition.line["road"].values["move"])
        cost = ground.cost_to_enter(near)
        if side in ground.rivers and side not in ground.bridged and side not in ground.major:
            cost += float(ground.game.definition.hexside["river"].values["move"])
        return cost

    @rule("9.2.2")
    def cost_of_zones(self, here: str, near: str) -> int:
        """Two more to leave an enemy zone and two more to enter one; friends there do not help."""
        return ZONE_COST * self.enemy.zones_passed((here, near))

    @rule("9.3.1")
    def cost_strategic(self, here: str, near: str) -> float:
        """Half a point for each hex along the road."""
        return float(self.ground.game.definition.line["road"].values["strategic"])

    @rule("9.3.1")
    def may_go_strategic(self) -> bool:
        """Strategic movement begins on a road and outside enemy zones."""
        near = self.situation.near(self.start)
        on_road = any((self.start, name) in self.ground.roads for name in near)
        return on_road and self.start not in self.enemy.zone


@rule("9.0", "16.1(1)")
def bar_of_phase(situation: Situation) -> Reason | None:
    """Units move in a movement segment, and not in the first activation of turn 1."""
    if situation.phase in ("", "movement"):
        return None
    number = "16.1(1)" if situation.phase == "first-activation" else "9.0"
    return sayings.no_move_now(number, phase=situation.phase_name(situation.phase))


@rule("9.1.2", "9.2", "9.3")
def moves(situation: Situation, unit: Unit) -> Moves:
    """Where a unit may go by normal or by strategic movement, whichever is cheaper for a hex."""
    on_map(situation, [unit])
    walk, allowance = Walk(situation, unit), allowance_of(unit)
    if why := bar_of_phase(situation):
        because, extra = (*_because(situation, unit), why), _of_hq(situation, unit)
        refused = closed_for_all(situation.near(unit.hex), why)
        return Moves(unit.id, allowance, (), refused, because, extra)
    found, _ = search([(unit.hex, False)], walk.normal, allowance, stop=lambda node: node[1])
    reach: dict[str, Reached] = {}
    for node, cost in found.cost.items():
        way = tuple(name for name, _ in found.path(node))
        _keep(reach, Reached(node[0], cost, way, {"kind": "normal"}))
    if walk.may_go_strategic():
        roads = joined_by(situation.board, "road")
        fast, _ = search(
            [unit.hex], steps(roads, walk.bar_strategic, walk.cost_strategic), allowance
        )
        for name, cost in fast.cost.items():
            _keep(reach, Reached(name, cost, tuple(fast.path(name)), {"kind": "strategic"}))
    reach.pop(unit.hex)
    entered = {name for way in reach.values() for name in way.path[1:]}
    return Moves(
        unit=unit.id,
        allowance=allowance,
        reach=tuple(reach[name] for name in sorted(reach)),
        refused=_refused(walk, found, reach),
        because=_because(situation, unit),
        extra={
            "stand_ins": [*invented_costs(situation, entered), *invented_units([unit])],
            **_of_hq(situation, unit),
        },
    )


@rule("9.1.1", "3.1(3)")
def too_many(situation: Situation, units: Sequence[Unit], name: str) -> Reason | None:
    """Why units of one side may not end in a hex together."""
    broken = next(over_limit(name, units), None)
    return Reason(broken.rule, broken.text, "full") if broken else None


TOGETHER = Together("9.1.1", too_many, at_end=True)
"""Units move one after another, and stacking is judged at the end of the segment."""


@rule("14.1(4)")
def _of_hq(situation: Situation, unit: Unit) -> Mapping[str, Any]:
    """For a headquarters also what it commands, and where it could relocate instead of moving."""
    if not is_hq(unit):
        return {}
    commands = command(situation, unit) if unit.get("range") is not None else None
    return Headquarters(relocation_hexes(situation, unit), commands)


def _keep(reach: dict[str, Reached], way: Reached) -> None:
    known = reach.get(way.hex)
    if known is None or way.cost < known.cost:
        reach[way.hex] = way


def _refused(walk: Walk, found: Search[Node], reach: dict[str, Reached]) -> tuple[Refusal, ...]:
    refused = {name: reason for (name, _), reason in found.barred.items()}
    for near in walk.situation.near(walk.start):
        if near not in refused:
            refused[near] = too_far(walk, near)
    open_ = {*reach, walk.start}
    return refusals({name: why for name, why in refused.items() if name not in open_})


@rule("9.2")
def too_far(walk: Walk, near: str) -> Reason:
    """No hex is entered without the points for it; there is no least move of one hex."""
    zones = ", 9.2.2" if walk.cost_of_zones(walk.start, near) else ""
    halved = ", 11.2.3" if state_of(walk.unit) == "isolated" else ""
    values = {"n": walk.cost(walk.start, near), "m": allowance_of(walk.unit)}
    text = "{hex} costs {n:g}; the unit has {m}."
    return Reason(f"9.2{zones}{halved}", text, "allowance", hex=near, **values)


@rule("9.0", "11.2.3")
def _because(situation: Situation, unit: Unit) -> tuple[Reason, ...]:
    """What the player should know of the unit: halved by isolation, or not activated at all."""
    reasons = []
    if state_of(unit) == "isolated":
        reasons.append(Reason("11.2.3", "Isolated: the movement allowance is halved."))
    if situation.value("activation") and "activated" not in unit.markers:
        text = "{unit} is not activated and may not move now."
        reasons.append(Reason("9.0", text, "command", unit=unit))
    return tuple(reasons)
