"""The second referee's combats: strengths, columns, shifts, modifiers, retreats and advances, from
the rulebook's chapters 9 to 11, on crowded random boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from uis_board import game
from uis_ground_referee import COMBAT, around, enemy, is_combat, mode
from uis_supply_referee import Supply

from assistant.games.uis import RULES
from assistant.position import Position, Unit
from assistant.questions.protocol import QuestionError

FIELD = [f"Se{column:02}{row:02}" for column in range(4, 9) for row in range(5, 10)]
TYPES = [*sorted(COMBAT), "armoured", "mechanized", "mechanized", "division-base"]
HELP = ["artillery", "artillery", "hq", "engineer", "ew", "fsh", "special-forces", "ada"]
NATIONS = {"wp": ["su", "su", "cz", "eg"], "nato": ["us", "wg", "uk", "be"]}
COSTS = {"standard": 4, "column": 2, "single-echelon": 6}
ELITE = ("airborne", "marine")


def crowded(seed: int) -> Position:
    """Both sides mixed on a few hexes, so that most units touch an enemy."""
    chance = random.Random(seed)
    kinds = ["city", "urban", "rough-1", "rough-2", "sea", "airfield"]
    terrain = {name: [chance.choice(kinds)] for name in chance.sample(FIELD, 7)}
    crossings = [["river"], ["major-river"], ["major-river", "bridge"], ["alpine"], ["impassable"]]
    sides = {
        (name, near): chance.choice(crossings)
        for name in FIELD
        for near in around(name)
        if name < near and chance.random() < 0.15
    }
    board = game().blank_board.overlaid(terrain, sides, {})
    land = [name for name in FIELD if terrain.get(name) != ["sea"]]
    holders = {name: chance.choice(["wp", "nato", ""]) for name in land}
    held = [name for name in land if holders[name]]
    phase = chance.choice(["wp-movement", "nato-movement"])
    state: dict[str, Any] = {
        "war-turn": 5,
        "weather": chance.choice(["good", "bad"]),
        "countries": {"austria": chance.sample(FIELD, 2)} if chance.random() < 0.3 else {},
        "violated": [],
        "damaged": [f"{one}/{other}" for one, other in list(sides)[:2]],
        "breakthrough": chance.sample(land, chance.choice([0, 0, 1])),
        "interdiction": {},
        "chemical": [],
        "nuclear": {},
        "revolt": {},
        "options": [],
        "eliminated": [],
        "inlets": {},
        "air-superiority": {},
        "active-defence": chance.random() < 0.2,
        "tactical-cost": {"all": 3, **{n: chance.choice([1, 5, 9]) for n in FIELD[::2]}},
        "road-cost": {"all": 2},
    }
    units = [
        _unit(chance, f"u{n}", name, holders[name])
        for n, name in enumerate(chance.choices(held, k=chance.choice([12, 20, 26])))
    ]
    position = Position(game(), board, tuple(units), phase=phase, state=state, turn=5)
    return RULES.visible(position)


def _unit(chance: random.Random, id_: str, name: str, side: str) -> Unit:
    type_ = chance.choice([*TYPES, *TYPES, *HELP])
    fields: dict[str, Any] = {"nation": chance.choice(NATIONS[side])}
    markers: list[str] = []
    if type_ in COMBAT or type_ == "division-base":
        fields |= {"attack": chance.choice([1, 2, 4, 9, 16]), "defence": chance.choice([1, 3, 8])}
        fields |= {"cadre": chance.choice([0, 3, 5])}
        if type_ in COMBAT:
            fields["size"] = chance.choice(["division", "brigade", "regiment", "battalion"])
        for told, value in {"mode": "road", "fatigue": 1}.items():
            if chance.random() < 0.12:
                fields[told] = value
        if chance.random() < 0.1:
            fields["mode"] = "hedgehog"
        markers = [m for m in ("no-zoc", "oos") if chance.random() < 0.1]
    elif type_ == "artillery":
        fields |= {"offensive": 3, "defensive": 4, "contingency": 1}
    elif type_ in ("hq", "engineer"):
        fields |= {"contingency": 1}
    step = (
        chance.choice([1, 1, 1, 2, 3]) if type_ in COMBAT and fields["size"] != "battalion" else 1
    )
    return Unit(id_, side, type_, name, step, frozenset(markers), fields)


def size(unit: Unit) -> str:
    return str(unit.get("size", "brigade")) if unit.type in COMBAT else ""


def is_division(unit: Unit) -> bool:
    return size(unit) == "division"


def whole_steps(unit: Unit) -> int:
    """Steps of a fresh unit (10.1)."""
    if unit.type == "artillery":
        return 3
    if unit.type == "special-forces":
        return 2
    return 3 if unit.type in COMBAT and size(unit) != "battalion" else 1


class Combats(Supply):
    """A position with its combats as this referee fights them."""

    def hostile(self, name: str, side: str) -> list[Unit]:
        return [unit for unit in self.at.get(name, []) if unit.side == enemy(side)]

    def presses(self, unit: Unit, name: str) -> bool:
        """Whether a unit's zone covers a hex; breaches take the zone of those out of phase."""
        if not self.exerts(unit) or name not in self.covers(unit.hex):
            return False
        return unit.side == self.phasing or name not in self.breach()

    def starved(self, unit: Unit) -> bool:
        return "oos" in unit.markers and not self.supplied(unit)

    def targets(self, unit: Unit) -> list[list[str]]:
        """What a unit may attack: all that hold it together, else one hex (9.0.1, 9.0.3, 9.2);
        nothing across mountains, as attack-across-peaks is read."""
        open_ = [near for near in around(unit.hex) if not self.barred(unit.hex, near)]
        holding = sorted(
            {
                near
                for near in open_
                if any(self.presses(one, unit.hex) for one in self.hostile(near, unit.side))
            }
        )
        if holding:
            return [holding]
        return [[near] for near in open_ if self.hostile(near, unit.side)]

    # 9.1 to 9.8

    def strength(self, unit: Unit, kind: str) -> int:
        printed = int(unit.get("attack"))
        return (
            printed // 2
            if kind == "column"
            else printed * 3 // 2
            if kind != "standard"
            else printed
        )

    def defenders(self, hexes: list[str]) -> list[Unit]:
        return [unit for name in hexes for unit in self.at[name]]

    def defence(self, hexes: list[str]) -> int:
        """Combat units with their defence; support where no combat unit stands, by contingency."""
        total = 0
        for name in hexes:
            fighting = [unit for unit in self.at[name] if is_combat(unit)]
            total += sum(int(unit.get("defence")) for unit in fighting)
            if not fighting:
                total += sum(int(unit.get("contingency") or 0) for unit in self.at[name])
        return total

    def shift(self, unit: Unit, hexes: list[str], jammed: bool) -> int:
        """9.7: hexes besides the attacker's with a division or brigade whose zone covers it."""
        if len(hexes) > 1 or self.is_city(hexes[0]) or jammed:
            return 0
        return sum(
            near != unit.hex
            and any(
                other.side == unit.side
                and self.presses(other, hexes[0])
                and (
                    size(other) in ("division", "brigade")
                    or (size(other) == "regiment" and other.type in ELITE)
                )
                for other in self.at.get(near, [])
            )
            for near in around(hexes[0])
        )

    def guns(self, unit: Unit, hexes: list[str], side: str) -> list[Unit]:
        """15.1: Tactical, whole, near enough; in an enemy zone only beside another that defends."""
        attacks = side == unit.side
        near = {n for name in hexes for n in (name, *around(name))}
        two = near | {n for name in near for n in around(name)}
        return [
            gun
            for gun in self.units
            if gun.type == "artillery" and gun.side == side and mode(gun) == "tactical"
            if gun.step == 1 and gun.hex in (two if attacks else near)
            if gun.hex not in self.zones[enemy(side)]
            or any(
                is_combat(o) or (o.type != "artillery" and o.get("contingency"))
                for o in self.at[gun.hex]
            )
        ]

    def modifiers(
        self, unit: Unit, hexes: list[str], excess: tuple[int, int], jams: dict[str, bool]
    ) -> dict[str, int]:
        """9.8: cadre, engineers, supply, mode, fatigue, losses, No-ZOC, terrain, then jamming."""
        chart = {row: float(cell) for (row, _), cell in game().tables["modifiers"].cells.items()}
        points = {"attacker": float(excess[0]), "defender": float(excess[1])}
        fighting = [one for one in self.defenders(hexes) if is_combat(one)] or self.defenders(hexes)
        for role, other, units in (
            ("attacker", "defender", [unit]),
            ("defender", "attacker", fighting),
        ):
            points[role] += min(int(one.get("cadre") or 0) for one in units)
            stacks = {one.hex for one in units if is_combat(one) and one.side == "wp"}
            if any(one.type == "engineer" for name in stacks for one in self.at[name]):
                points[role] += 1
            if any(map(self.starved, units)):
                points[other] += 8
            modes = {mode(one) for one in units}
            if "road" in modes:
                points[other] += chart["road-mode"]
            elif modes == {"hedgehog"}:
                points[role] += chart["hedgehog"]
            if level := max(int(one.get("fatigue") or 0) for one in units):
                points[other] += chart[f"fatigue-{level}"]
            for one in units:
                if one.step > 1:
                    lost = "1-step-lost" if one.step == 2 else "2-steps-lost"
                    points[other] += chart[f"{one.side}-{lost}"]
            if any("no-zoc" in one.markers for one in units):
                points[other] += chart["no-zoc"]
        declared = bool(self.state["active-defence"])
        if declared and unit.side == "wp" and self.may_be_active(hexes):
            points["defender"] += 1
        points["defender"] += max(self.ground(unit, name) for name in hexes)
        for role, other in (("attacker", "defender"), ("defender", "attacker")):
            points[role] = max(0, points[role] - 3 * jams[other])
        return {role: int(its) for role, its in points.items()}

    def ground(self, unit: Unit, name: str) -> float:
        """What the defender's hex gives, and a river before it."""
        terrain, rivers = game().definition.terrain, game().tables["hexsides"].cells
        charted = game().tables["terrain"].cells
        kinds = [kind for kind in self.board.of(name) if (kind, "defence") in charted]
        assert terrain
        best = max((float(charted[kind, "defence"]) for kind in ("clear", *kinds)), default=0.0)
        for river in self.board.between(unit.hex, name) & {"river", "major-river"}:
            best += float(rivers[river, "defence"])
        return best

    # 9.11 to 9.14

    def may_go(self, unit: Unit, name: str, hexes: list[str]) -> bool:
        """9.11.2, 9.11.3, 9.11.10, for a combat unit."""
        if self.hostile(name, unit.side) or self.is_sea(name) or name in self.neutral:
            return False
        if self.barred(unit.hex, name) or self.river_stops(unit.hex, name) or name in self.breach():
            return False
        friends = [one for one in self.at.get(name, []) if one.side == unit.side]
        outside = friends if name not in hexes else []
        if name in self.zones[enemy(unit.side)] and not outside:
            return False
        if self.board.of(name) & {"airfield"} and not friends and self.country.get(name):
            return False
        return not self.too_many([*outside, unit])

    def ways(self, unit: Unit, hexes: list[str]) -> set[str]:
        if mode(unit) == "hedgehog" or whole_steps(unit) == 1:
            return set()
        return {near for near in around(unit.hex) if self.may_go(unit, near, hexes)}

    def fate(self, unit: Unit, attacker: Unit, hexes: list[str], active: bool) -> tuple[int, str]:
        """9.12.1, 9.11.7, 10.5, 10.6 for a combat unit that stands; alone among combat units, as
        lone-defender is read."""
        if whole_steps(unit) == 1:
            return 1, "eliminated"
        defending = [one for one in self.defenders(hexes) if is_combat(one)]
        lone = len(defending) == 1 and size(unit) in ("brigade", "regiment")
        lost = (2 if lone and is_division(attacker) else 1) + active
        if lost < whole_steps(unit) - (unit.step - 1):
            return lost, "stand"
        return lost, "division-base" if is_division(unit) else "eliminated"

    def may_be_active(self, hexes: list[str]) -> bool:
        """9.16.1: the nations, supply, one mechanized or armoured unit in Tactical mode, no No-ZOC
        marker, a hex around each that neither enemies nor their zone closes."""
        units = self.defenders(hexes)
        close = self.zones["wp"]
        return (
            all(one.get("nation") in ("us", "uk", "ca", "fr", "wg") for one in units)
            and not any(self.starved(one) or "no-zoc" in one.markers for one in units)
            and any(
                one.type in ("armoured", "mechanized") and mode(one) == "tactical" for one in units
            )
            and all(
                any(n not in close and not self.hostile(n, "nato") for n in around(one.hex))
                for one in units
            )
        )


def odds_differ(board: Combats, position: Position, chance: random.Random) -> Iterator[str]:
    """Every combat unit of the side in phase, in a kind of assault and with help drawn by lot."""
    for unit in board.of(board.phasing):
        if not is_combat(unit) or mode(unit) != "tactical" or board.starved(unit):
            continue
        for hexes in board.targets(unit):
            kind = chance.choice(sorted(COSTS))
            if kind == "single-echelon" and not (
                unit.side == "wp" and is_division(unit) and unit.step < 3
            ):
                kind = "standard"
            against = {unit.hex, *hexes} & board.neutral
            options = {"type": kind}
            jams = {role: chance.random() < 0.25 for role in ("attacker", "defender")}
            jams["attacker"] &= not all(board.board.of(n) & {"city", "urban"} for n in hexes)
            options |= {f"{role}-ew": "success" for role, used in jams.items() if used}
            parts = {"attacker": board.strength(unit, kind), "defender": board.defence(hexes)}
            sides = {"attacker": unit.side, "defender": enemy(unit.side)}
            for role in ("attacker", "defender"):
                guns = board.guns(unit, hexes, sides[role])
                if not guns or chance.random() < 0.5 or not board.units:
                    continue
                if not all(one for one in board.defenders(hexes)):
                    continue
                options[f"{role}-artillery"] = ",".join(gun.id for gun in guns)
                fire = 3 if role == "attacker" else 4
                other = "defender" if role == "attacker" else "attacker"
                built = {"city", "urban"}
                dense = board.board.of(unit.hex) & built
                spared = [g for g in guns if role == "attacker" and dense
                          and board.board.of(g.hex) & built]  # fmt: skip
                if jams[other]:
                    halved = fire * (len(guns) - len(spared)) // 2
                    parts[role] += halved + fire * len(spared)
                else:
                    parts[role] += fire * len(guns)
            try:
                told = RULES.odds(position, hexes[:1], [unit.id], options)
            except QuestionError as error:
                yield f"odds of {unit} against {hexes}: {error}"
                continue
            if sorted(told.extra["targets"]) != hexes:
                yield f"targets of {unit}: {told.extra['targets']}, {hexes}"
                continue
            if not told.possible:
                if against or parts["attacker"] == 0 or board.strength(unit, kind) == 0:
                    continue
                yield f"refused {unit} against {hexes} {options}: {told.because}"
                continue
            if not parts["defender"] and not any(map(is_combat, board.defenders(hexes))):
                if told.column is not None:
                    yield f"automatic {unit} against {hexes}: {told.column}"
                continue
            yield from _column(board, unit, hexes, told, parts, jams, options)


def _column(
    board: Combats,
    unit: Unit,
    hexes: list[str],
    told: Any,
    parts: dict[str, int],
    jams: dict[str, bool],
    options: dict[str, str],
) -> Iterator[str]:
    attack, defence = parts["attacker"], parts["defender"]
    place = attack // defence if attack >= defence else 2 - -(-defence // attack)
    shift = board.shift(unit, hexes, jams["defender"])
    there = place + shift
    names = ["1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
    column = names[min(7, max(0, there))]
    excess = max(0, there - 7), max(0, -there)
    mine = {
        "attack": attack, "defence": defence, "ratio": names[min(7, max(0, place))],
        "shift": shift, "column": column, "cost": COSTS[options["type"]],
        "modifiers": board.modifiers(unit, hexes, excess, jams),
    }  # fmt: skip
    its = {
        "attack": told.attack, "defence": told.defence, "ratio": told.extra["ratio"],
        "shift": told.shift, "column": told.column, "cost": told.extra["cost"],
        "modifiers": told.extra["modifiers"],
    }  # fmt: skip
    if its != mine:
        apart = {name: (its[name], mine[name]) for name in mine if its[name] != mine[name]}
        yield f"odds of {unit.id} against {hexes} {options}: {apart}"


def retreats_differ(board: Combats, position: Position) -> Iterator[str]:
    """Ways and losses of every defending combat unit, and who advances."""
    active = bool(position.state["active-defence"])
    for unit in board.of(board.phasing):
        if not is_combat(unit) or mode(unit) != "tactical":
            continue
        for hexes in board.targets(unit):
            told = RULES.retreats(position, hexes[0], "D", [unit.id])
            for one in told.units:
                loser = next(u for u in board.units if u.id == one.id)
                if not is_combat(loser):
                    continue
                mine = board.ways(loser, hexes)
                its = {option.path[0] for option in one.options}
                if its != mine:
                    yield f"retreats of {one.id} in {loser.hex} before {unit.id}: {its ^ mine}"
                risk = {option.extra["risk"] for option in one.options}
                if risk - {0.4 if "no-zoc" in loser.markers else 0}:
                    yield f"risk of {one.id}: {risk}"
                declared = active and loser.side == "nato" and board.may_be_active(hexes)
                hold = one.extra["hold"]
                fate = board.fate(loser, unit, hexes, declared)
                if (hold["losses"], hold["outcome"]) != fate:
                    yield f"hold of {one.id} before {unit.id}: {hold}, {fate}"


def advances_differ(board: Combats, position: Position) -> Iterator[str]:
    """9.14.3: who has won goes in, and pays what the hex costs beyond the assault's four points:
    its terrain, twice in bad weather, and a point a level of fatigue."""
    costs = position.state["tactical-cost"]
    for unit in board.of(board.phasing):
        if not is_combat(unit) or mode(unit) != "tactical" or board.starved(unit):
            continue
        for hexes in board.targets(unit):
            for name in hexes:
                if not any(map(is_combat, board.at[name])) or name in board.neutral:
                    continue
                left = tuple(one for one in position.units if one.hex != name)
                told = RULES.advances(replace(position, units=left), name, [unit.id]).units[0]
                if told.options != ((name,),):
                    yield f"advance of {unit.id} to {name}: {told.options} {told.refused}"
                    continue
                ground = costs.get(name, costs["all"])
                ground *= 2 if position.state["weather"] == "bad" else 1
                mine = max(0, ground + int(unit.get("fatigue") or 0) - COSTS["standard"])
                if told.extra["cost"] != mine:
                    yield f"price of {unit.id} to {name}: {told.extra['cost']}, {mine}"


def combat_differences(seed: int) -> Iterator[str]:
    """What both say differently of the combats of a crowded board."""
    position = crowded(seed)
    board = Combats(position)
    yield from odds_differ(board, position, random.Random(seed))
    yield from retreats_differ(board, position)
    yield from advances_differ(board, position)
