"""A second, plainer referee for Under an Iron Sky: helicopters' flights, changes of base, transport,
drops, landings and who fires at a ground attack, from chapters 17, 27, 28, 29, 31 and 34 alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from uis_ground_referee import PACT, around, enemy, is_combat, mode
from uis_supply_referee import Supply

from assistant.games.uis import RULES
from assistant.position import Position, Unit
from assistant.questions.answers import Odds

FLOWN = {"airborne", "airmobile", "alpine", "marine", "special-forces", "ada", "ew"}
DROPPED = {"airborne", "special-forces"}
REACH = {"A+": 3, "A": 3, "B": 3, "C": 1, "D": 1}
FIELDS = 14


def aired(position: Position, seed: int) -> Position:
    """The position with airfields, Flak, some weather, and airborne units on the fields."""
    chance = random.Random(seed * 11 + 3)
    names = [f"Se{column:02}{row:02}" for column in range(1, 15) for row in range(1, 18)]
    land = [name for name in names if "sea" not in position.board.of(name)]
    chosen = chance.sample(land, FIELDS)
    terrain = {
        name: [*(kind for kind in position.board.of(name) if kind != "clear"), "airfield"]
        for name in chosen
    }
    units = [_armed(chance, unit) for unit in position.units]
    sides = {unit.hex: unit.side for unit in units}
    for number, name in enumerate(chance.sample(chosen, 6)):
        side = sides.get(name) or chance.choice(["wp", "nato"])
        fields = {"nation": "su" if side == "wp" else "us", "attack": 2, "defence": 2}
        fields |= {"size": chance.choice(["division", "brigade", "battalion"])}
        type_ = chance.choice(["airborne", "airmobile", "marine", "ew", "ada", "mechanized"])
        if type_ in ("ew", "ada"):
            fields = {"nation": fields["nation"]}
        units.append(Unit(f"p{number}", side, type_, name, chance.choice([1, 1, 2]), fields=fields))
    board = position.board.overlaid(terrain, {}, {})
    return replace(position, board=board, units=tuple(units))


def _armed(chance: random.Random, unit: Unit) -> Unit:
    if not (is_combat(unit) or unit.type in ("ada", "sam")) or chance.random() < 0.4:
        return unit
    fields = {**unit.fields, "flak": chance.choice(sorted(REACH))}
    if unit.type in ("ada", "sam"):
        fields["flak-range"] = chance.choice([2, 5, 8])
    if chance.random() < 0.3:
        fields["flak-ammo"] = chance.choice([0, 1])
    return replace(unit, fields=fields)


class Sky(Supply):
    """What may fly where."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.fields = sorted(name for name in position.board.hexes_with("airfield"))
        self.side = self.phasing
        self.air = {side: set(position.state["air-superiority"][side]) for side in ("wp", "nato")}

    def owner(self, name: str) -> str:
        """Whoever stands there, else the country's side (Austria's once violated)."""
        if self.at[name]:
            return self.at[name][0].side
        land = self.country.get(name, "")
        if land in PACT:
            return "wp"
        own = {"west-germany", "belgium"} | set(self.state["violated"])
        return "nato" if land in own else ""

    def distances(self, start: str, shut: set[str]) -> dict[str, int]:
        """Hexes flown to everywhere: over any ground, never over a neutral (41)."""
        found, edge = {start: 0}, [start]
        while edge:
            onward = []
            for name in edge:
                for near in around(name):
                    if near not in found and near not in self.neutral and near not in shut:
                        found[near] = found[name] + 1
                        onward.append(near)
            edge = onward
        return found

    def trip(
        self, start: str, target: str, points: float, shut: set[str]
    ) -> tuple[int, str] | None:
        """31.1.3: to the hex and back, or on to the nearest own field if home is too far; with the
        hex or an end in what is shut there is no way."""
        if {start, target} & shut:
            return None
        back = self.distances(target, shut)
        if start not in back:
            return None
        if 2 * back[start] <= points:
            return 2 * back[start], start
        own = [name for name in self.fields if self.owner(name) == self.side and name in back]
        end = min(own, key=lambda name: (back[name], name))
        return back[start] + back[end], end

    def is_struck(self, name: str) -> bool:
        """28.6: no mission from a contaminated or damaged field or one without a line."""
        unit = next(iter(self.at[name]), Unit("x", self.side, "hq", name))
        struck = bool(self.state["nuclear"].get(name)) or name in self.state["damaged"]
        return struck or not self.line(unit)

    def bars_to_board(self, unit: Unit, types: set[str]) -> bool:
        """27.13.1, 27.14.1: its kind, on an own field that is fit for missions (28.6), supplied,
        tactical, in no enemy zone unless another combat unit of its own stands there."""
        others = [one for one in self.at[unit.hex] if one.id != unit.id and is_combat(one)]
        foes = (foe for foe in self.of(enemy(unit.side)) if self.exerts(foe))
        began = any(unit.hex in self.covers(foe.hex) for foe in foes)
        held = unit.get("began-in-zoc", began) and not others
        field = unit.hex in self.fields and self.owner(unit.hex) == unit.side
        field = field and not self.is_struck(unit.hex)
        bad = self.state_of(unit) != "supplied" or mode(unit) != "tactical"
        return unit.type not in types or not field or bad or held

    def crowded(self, unit: Unit, name: str) -> bool:
        """7: no room beside those who stand there."""
        stays = [one for one in self.at[name] if one.id != unit.id and not one.get("moving")]
        return self.too_many([*stays, unit])

    def points(self, unit: Unit) -> int:
        """34: what its transport takes."""
        if unit.type in ("ew", "ada"):
            return {"ew": 1, "ada": 2}[unit.type]
        size = unit.get("size", "brigade")
        if size == "battalion":
            return 1
        return 9 - 3 * (unit.step - 1) if size == "division" else 3 - (unit.step - 1)

    def fires(self, unit: Unit, target: str) -> bool:
        """17.1: SAM and ADA as far as printed, built-in A and B three hexes, C and D one; without
        ammunition built-in Flak fires as C."""
        rating = unit.get("flak")
        if rating is None:
            return False
        empty = unit.get("flak-ammo") == 0
        if unit.type in ("sam", "ada"):
            reach = int(unit.get("flak-range") or 0)
            if empty or not reach:
                return False
        else:
            reach = 1 if empty else REACH[rating]
        return self.far(unit.hex, target) <= reach

    def far(self, start: str, end: str) -> int:
        found, edge = {start: 0}, [start]
        while end not in found:
            edge = [near for name in edge for near in around(name) if near not in found]
            found |= dict.fromkeys(edge, 1 + max(found.values()))
        return found[end]


def _asked(position: Position, target: str, ids: list[str], **options: str) -> Odds:
    return RULES.odds(position, [target], ids, options)


def air_differences(position: Position, seed: int) -> Iterator[str]:
    """What the two do not tell alike on one board."""
    chance, sky = random.Random(seed), Sky(position)
    own = [name for name in sky.fields if sky.owner(name) == sky.side]
    targets = chance.sample([n for n in sky.country if n not in sky.neutral] or ["Se0505"], 1)
    targets += chance.sample(sky.fields, 3)
    said: list[tuple[str, Any, Any]] = []
    for target in targets:
        said += _flights(position, sky, own, target, chance)
        said += _carried(position, sky, target)
        said += _bombed(position, sky, target)
    yield from (f"{what}: {ours} and not {theirs}" for what, ours, theirs in said if ours != theirs)


def _flights(
    position: Position, sky: Sky, own: list[str], target: str, chance: random.Random
) -> Iterator[tuple[str, Any, Any]]:
    if not own:
        return
    start, points = chance.choice(own), chance.randint(3, 30)
    squadron = f"H-5-4@{start}"
    told = {"mission": "flight", "attacker-squadrons": squadron, "movement": str(points)}
    answer = _asked(position, target, [], **told)
    found = sky.trip(start, target, points, set())
    name = f"flight {start} {target} {points}"
    able = found is not None and found[0] <= points and not {start, target} & sky.neutral
    goes_over = found is not None and found[1] == target != start
    good = able and (goes_over or not sky.is_struck(start))
    yield f"{name} possible", answer.possible, good
    if answer.possible and found is not None:
        length, end = found
        yield f"{name} hexes", answer.extra["hexes"], length
        yield (
            f"{name} low",
            answer.extra["close_to_the_ground"],
            min(length, (points - length) // 2),
        )
        under = sky.air[enemy(sky.side)]
        free = None if {start, target, end} & under else sky.distances(target, under)
        ways = None if free is None or not {start, end} <= free.keys() else free[start] + free[end]
        wanted = ways if ways is not None and ways <= points else None
        yield f"{name} free", answer.extra["without_interception"], wanted
    moved = _asked(
        position, target, [], **{"mission": "base-change", "attacker-squadrons": f"B-6-4@{start}"}
    )
    under = sky.air[enemy(sky.side)]
    good = target in own and target != start and not {start, target} & under
    yield f"base {start} {target}", moved.possible, good


def _carried(position: Position, sky: Sky, target: str) -> Iterator[tuple[str, Any, Any]]:
    for unit in sky.of(sky.side):
        if not unit.id.startswith("p") and unit.type not in ("airborne", "marine"):
            continue
        kinds = position.board.of(target)
        held = any(one.side != sky.side for one in sky.at[target])
        drop = _asked(position, target, [unit.id], mission="airdrop")
        wet = {"sea", "lake", "city"} & kinds
        good = not sky.bars_to_board(unit, DROPPED) and not wet and not held
        good &= position.state["weather"] == "good" and target not in sky.neutral
        good &= not unit.get("moved") and not sky.crowded(unit, target)
        yield f"drop {unit.id} {unit.hex} {target}", drop.possible, good
        lift = _asked(position, target, [unit.id], mission="transport")
        ends = target in sky.fields and sky.owner(target) == sky.side
        ways = ["aircraft"] if ends and not sky.bars_to_board(unit, FLOWN) else []
        ways += (
            ["helicopter"] if unit.type in FLOWN - {"ada"} and not {"sea", "lake"} & kinds else []
        )
        apart = target != unit.hex and not held and target not in sky.neutral
        apart &= not unit.get("moved") and not sky.crowded(unit, target)
        ways = ways if apart and unit.type in FLOWN else []
        yield f"transport {unit.id} {unit.hex} {target}", lift.extra["by"], ways
        if lift.possible:
            yield f"points {unit.id}", lift.extra["transport_points"], sky.points(unit)


def _bombed(position: Position, sky: Sky, target: str) -> Iterator[tuple[str, Any, Any]]:
    told = {"mission": "ground-attack", "attacker-squadrons": "B-6-4", "defender-flak": "all"}
    answer = _asked(position, target, [], **told)
    if not answer.possible:
        return
    there = {one.side for one in sky.at[target]} - {"neutral"}
    other = there.pop() if there else enemy(sky.side)
    modes = [mode(one) for one in sky.at[target] if one.side == other and is_combat(one)]
    hedged = bool(modes) and set(modes) == {"hedgehog"}
    yield f"modifier {target}", answer.extra["modifier"], 4 if "road" in modes else -3 * hedged
    shooters = {one.flak for one in answer.extra["air"]["attacker"].shots}
    yield f"flak {target}", shooters, {one.id for one in sky.of(other) if sky.fires(one, target)}
