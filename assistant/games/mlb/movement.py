"""Movement (rule 9): normal and strategic movement, what each hex costs and what closes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assistant.games.mlb.ground import Ground
from assistant.games.mlb.headquarters import command, relocation_hexes
from assistant.games.mlb.situation import Situation, enemy_of
from assistant.games.mlb.stand_ins import invented_costs, invented_units
from assistant.games.mlb.units import allowance_of, is_hq, state_of
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Barred, Search, Step, search
from assistant.position import Unit
from assistant.questions.answers import Moves, Reached, Refusal
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying

ZONE_COST = 2

Node = tuple[str, bool]
"""A hex, and whether the move ends there because of how the unit came in."""


@dataclass(frozen=True)
class March:
    """The ground of one unit's move: where it begins, and what the enemy holds and controls."""

    ground: Ground
    start: str
    enemies: frozenset[str]
    enemy_zone: frozenset[str]
    cross_later: bool = False

    @cached_property
    def beside_river(self) -> bool:
        """Whether the move begins beside a major river."""
        return any((self.start, n) in self.ground.major for n in self._around(self.start))

    def normal(self, node: Node) -> Iterator[Step[Node] | Barred[Node]]:
        """Every step of normal movement from a hex."""
        here, _ = node
        for near in self._around(here):
            reason = self.bar(here, near)
            if reason:
                yield Barred((near, False), reason)
            else:
                yield Step((near, self.ends(here, near)), self.cost(here, near))

    def strategic(self, here: str) -> Iterator[Step[str] | Barred[str]]:
        """Every step of strategic movement from a hex."""
        for near in self._around(here):
            if (here, near) in self.ground.roads:
                reason = self.bar(here, near) or self.bar_strategic(near)
                yield Barred(near, reason) if reason else Step(near, self.cost_strategic())

    def _around(self, name: str) -> tuple[str, ...]:
        return self.ground.board.neighbours(name)

    def bar(self, here: str, near: str) -> Reason | None:
        """The first rule that forbids a step, or None."""
        return (
            self.bar_enemy(near)
            or self.bar_ground(here, near)
            or self.bar_major_river(here, near)
            or self.bar_swamp(here, near)
        )

    @rule("3.1(2)")
    def bar_enemy(self, near: str) -> Reason | None:
        """A hex with enemy units is never entered."""
        if near not in self.enemies:
            return None
        return Reason("3.1(2)", "{hex} is held by the enemy.", hex=near)

    @rule("9.2.5")
    def bar_ground(self, here: str, near: str) -> Reason | None:
        """Water hexes and impassable hexsides are closed."""
        if near in self.ground.water:
            return Reason("9.2.5", "{hex} is water.", hex=near)
        if (here, near) in self.ground.closed:
            return Reason("9.2.5", "The hexside {side} is impassable.", side=f"{here}/{near}")
        return None

    @rule("9.2.1(1)", "9.2.3")
    def bar_major_river(self, here: str, near: str) -> Reason | None:
        """No crossing from zone to zone, bridge or friends notwithstanding; without a bridge a unit
        crosses only from the hex in which its move begins."""
        side = (here, near)
        if side not in self.ground.major:
            return None
        if here in self.enemy_zone and near in self.enemy_zone:
            return Reason(
                "9.2.3",
                "{hex} and {hex2}, across a major river, are in enemy zones.",
                hex=here,
                hex2=near,
            )
        late = here != self.start and not (self.cross_later and self.beside_river)
        if side in self.ground.unbridged_major and late:
            return Reason(
                "9.2.1(1)",
                "The major river {side} is crossed only at a move's beginning.",
                side=f"{here}/{near}",
            )
        return None

    @rule("9.2.4(1)", "9.2.4(2)", "9.2.4(3)")
    def bar_swamp(self, here: str, near: str) -> Reason | None:
        """Without a road a swamp is entered only at the beginning, and not from zone to zone."""
        if not self.into_swamp(here, near):
            return None
        if here in self.enemy_zone and near in self.enemy_zone:
            return Reason(
                "9.2.4(2)",
                "{hex} and the swamp {hex2} are both in enemy zones.",
                hex=here,
                hex2=near,
            )
        if here != self.start:
            return Reason(
                "9.2.4(1)", "The swamp {hex} is entered only at a move's beginning.", hex=near
            )
        return None

    @rule("9.3.1")
    def bar_strategic(self, near: str) -> Reason | None:
        """Strategic movement never enters an enemy zone."""
        if near not in self.enemy_zone:
            return None
        return Reason("9.3.1", "{hex} is in an enemy zone, closed to strategic movement.", hex=near)

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
        return ZONE_COST * ((here in self.enemy_zone) + (near in self.enemy_zone))

    @rule("9.3.1")
    def cost_strategic(self) -> float:
        """Half a point for each hex along the road."""
        return float(self.ground.game.definition.line["road"].values["strategic"])

    @rule("9.3.1")
    def may_go_strategic(self) -> bool:
        """Strategic movement begins on a road and outside enemy zones."""
        on_road = any((self.start, near) in self.ground.roads for near in self._around(self.start))
        return on_road and self.start not in self.enemy_zone


def march_of(situation: Situation, unit: Unit) -> March:
    enemy = enemy_of(unit.side)
    return March(
        situation.ground,
        unit.hex,
        situation.held[enemy],
        situation.zones[enemy],
        situation.reading("river-start") == "adjacent-to-river",
    )


@rule("9.1.2", "9.2", "9.3")
def moves(situation: Situation, unit: Unit) -> Moves:
    """Where a unit may go by normal or by strategic movement, whichever is cheaper for a hex."""
    if unit.hex not in situation.position.board:
        raise QuestionError("{unit} is not on the map.", unit=unit.shown)
    march, allowance = march_of(situation, unit), allowance_of(unit)
    found, _ = search([(unit.hex, False)], march.normal, allowance, stop=lambda node: node[1])
    reach: dict[str, Reached] = {}
    for node in found.cost:
        way = tuple(name for name, _ in found.path(node))
        _keep(reach, Reached(node[0], found.cost[node], way, {"kind": "normal"}))
    if march.may_go_strategic():
        fast, _ = search([unit.hex], march.strategic, allowance)
        for name, cost in fast.cost.items():
            _keep(reach, Reached(name, cost, tuple(fast.path(name)), {"kind": "strategic"}))
    reach.pop(unit.hex)
    entered = {name for way in reach.values() for name in way.path[1:]}
    return Moves(
        unit=unit.id,
        allowance=allowance,
        reach=tuple(reach[name] for name in sorted(reach)),
        refused=_refused(march, found, reach, unit),
        because=_because(situation, unit),
        extra={
            "stand_ins": [*invented_costs(situation, entered), *invented_units([unit])],
            **_of_hq(situation, unit),
        },
    )


@rule("14.1(4)")
def _of_hq(situation: Situation, unit: Unit) -> dict[str, object]:
    """For a headquarters also what it commands, and where it could relocate instead of moving."""
    if not is_hq(unit):
        return {}
    found: dict[str, object] = {"relocation": relocation_hexes(situation, unit)}
    if unit.get("range") is not None:
        found["command"] = command(situation, unit)
    return found


def _keep(reach: dict[str, Reached], way: Reached) -> None:
    known = reach.get(way.hex)
    if known is None or way.cost < known.cost:
        reach[way.hex] = way


def _refused(
    march: March, found: Search[Node], reach: dict[str, Reached], unit: Unit
) -> tuple[Refusal, ...]:
    refused = {name: reason for (name, _), reason in found.barred.items()}
    for near in march.ground.board.neighbours(march.start):
        if near not in refused:
            refused[near] = too_far(march, near, unit)
    return tuple(
        Refusal(name, reason.rule, reason.text)
        for name, reason in sorted(refused.items())
        if name not in reach and name != march.start
    )


@rule("9.2")
def too_far(march: March, near: str, unit: Unit) -> Reason:
    """No hex is entered without the points for it; there is no least move of one hex."""
    cost = march.cost(march.start, near)
    zones = ", 9.2.2" if march.cost_of_zones(march.start, near) else ""
    halved = ", 11.2.3" if state_of(unit) == "isolated" else ""
    text = Saying("{hex} costs {n:g}; the unit has {m}.", hex=near, n=cost, m=allowance_of(unit))
    return Reason(f"9.2{zones}{halved}", text)


@rule("9.0", "11.2.3")
def _because(situation: Situation, unit: Unit) -> tuple[Reason, ...]:
    """What the player should know of the unit: halved by isolation, or not activated at all."""
    reasons = []
    if state_of(unit) == "isolated":
        reasons.append(Reason("11.2.3", "Isolated: the movement allowance is halved."))
    if situation.position.value("activation") and "activated" not in unit.markers:
        reasons.append(
            Reason("9.0", "{unit} is not activated and may not move now.", unit=unit.shown)
        )
    return tuple(reasons)
