"""A second, plainer referee for Under an Iron Sky: the turn's duties, arrivals and points, counted from
the pages hex by hex; and random boards on which both have something to say."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from uis_ground_referee import PACT, around, enemy, is_combat, mode
from uis_supply_referee import Supply

from assistant.games.uis import RULES
from assistant.position import Position, Unit

PHASES = ["reinforcement", "movement", "movement", "removal"]
CODES = ["Gt3", "Gt7", "EM+2", "PM+1", "NO 4", "P2 5", "GA 2", "Be6", "AM+1"]
WANTED = {"EM": "east-germany", "PM": "poland", "AM": "austria"}
BRIGADES = {"us": 2, "wg": 1}


def peopled(position: Position, seed: int) -> Position:
    """The position in some phase and turn, with losses, units off the map, and what players tell."""
    chance = random.Random(seed * 7 + 1)
    units = [
        replace(unit, step=chance.choice([1, 1, 2, 3])) if is_combat(unit) else unit
        for unit in position.units
    ]
    for number in range(chance.choice([0, 3, 6])):
        side = chance.choice(["wp", "nato"])
        fields: dict[str, Any] = {"nation": chance.choice(["us", "wg", "eg", "su"])}
        fields |= {"size": chance.choice(["division", "brigade"]), "attack": 3, "defence": 3}
        if chance.random() < 0.6:
            fields["code"] = chance.choice(CODES)
        where = "reinforcements" if "code" in fields else "eliminated"
        units.append(Unit(f"off{number}", side, "mechanized", where, 1, frozenset(), fields))
    told = {
        "mobilized": chance.choice([[], ["poland 2"], ["east-germany 1", "austria 3"]]),
        "arrival-shifts": chance.choice([[], ["NO 2", "P2 -1"], ["P2 never"]]),
        "political-events": chance.choice([[], ["atlantic-cut"], ["wp-nuclear-first"]]),
    }
    phase = f"{chance.choice(['wp', 'nato'])}-{chance.choice(PHASES)}"
    return replace(
        position,
        units=tuple(units),
        turn=chance.randint(1, 8),
        phase=phase,
        state={**position.state, **told},
    )


class Course(Supply):
    """What the turn asks for, who comes, and how the game stands."""

    def __init__(self, position: Position) -> None:
        self.side, _, self.kind = position.phase.partition("-")
        on_map = position.with_units(u for u in position.units if u.hex.startswith("Se"))
        super().__init__(on_map.in_phase(f"{self.side}-movement"))
        self.turn, self.off = position.turn, [u for u in position.units if u not in on_map.units]

    # Points (42)

    def owner(self, name: str) -> str:
        land = self.country.get(name, "")
        if land in PACT:
            return "wp"
        return "nato" if land in {"west-germany", "belgium", "austria"} else ""

    def points(self) -> dict[str, float]:
        """Military points: conquered towns out of the enemy's zone, with a line home."""
        found = {"wp": 0.0, "nato": 0.0}
        for name, units in list(self.at.items()):
            if not units:
                continue
            side = units[0].side
            if self.owner(name) != enemy(side) or self.closed_to_lines(name, side):
                continue
            if not self.line(replace(units[0], hex=name)):
                continue
            kinds = self.board.of(name)
            found[side] += 10 if "city" in kinds else 5 if "urban" in kinds else 0
        return found

    def political(self) -> dict[str, float]:
        found = {"wp": 0.0, "nato": 0.0}
        for unit in self.off:
            if unit.hex == "eliminated" and unit.side == "nato":
                each = BRIGADES.get(str(unit.get("nation")), 0)
                found["wp"] += each * (3 if unit.get("size") == "division" else 1)
        revolts = {self.country.get(n, "") for n, value in self.state["revolt"].items() if value}
        found["nato"] += (10 + 8) * len(revolts & PACT)
        entered = {
            self.country.get(unit.hex, "")
            for unit in self.of("nato")
            if is_combat(unit) and self.country.get(unit.hex) in PACT and self.line(unit)
        }
        found["nato"] += 6 * len(entered)
        found["wp"] += 4 * ("atlantic-cut" in self.state["political-events"])
        found["nato"] += 10 * ("wp-nuclear-first" in self.state["political-events"])
        found["wp"] += 0 if {"poland 2", "east-germany 1"} & {*self.state["mobilized"]} else 3
        found["wp"] += 0 if self.state["revolt"] else 4
        return found

    # Arrivals (21, 22)

    def mended(self) -> set[tuple[str, str, int]]:
        """Who may be given back a step: state and price."""
        return {
            (
                unit.id,
                "possible" if self.fit(unit) else "barred",
                3 if self.is_division(unit) else 1,
            )
            for unit in self.units
            if is_combat(unit) and unit.step > 1
        }

    def is_division(self, unit: Unit) -> bool:
        return unit.type != "division-base" and unit.get("size") == "division"

    def fit(self, unit: Unit) -> bool:
        foes = self.held(enemy(unit.side))
        return self.general(unit) and not any(name in foes for name in around(unit.hex))

    def general(self, unit: Unit) -> bool:
        return self.supplied(unit)

    def coming(self) -> set[tuple[str, str, int | None]]:
        """Units with a code: whether they come later or wait, and the turn."""
        found = set()
        shifts = dict(word.rsplit(" ", 1) for word in self.state["arrival-shifts"])
        began = dict(word.rsplit(" ", 1) for word in self.state["mobilized"])
        for unit in self.off:
            code = str(unit.get("code") or "")
            if not code:
                continue
            match = re.fullmatch(r"([A-Z]+\d?|[A-Z][a-z])[ +]?(\d+)", code)
            assert match, code
            group, number = match[1], int(match[2])
            turn: int | None = number
            if group in WANTED:
                land = WANTED[group]
                turn = int(began[land]) + number if land in began else None
            elif group in shifts:
                turn = None if shifts[group] == "never" else number + int(shifts[group])
            late = turn is not None and turn > self.turn
            never = shifts.get(group) == "never" and group not in WANTED
            told = "later" if late else "due" if turn == self.turn else "waiting"
            told = "barred" if never else told
            found.add((unit.id, told, turn))
        return found

    # Duties (4)

    def duties(self) -> dict[str, set[str]]:
        """Units and hexes that each duty names, by its rule."""
        own = [unit for unit in self.units if unit.side == self.side]
        fighters = [unit for unit in own if is_combat(unit)]
        found: dict[str, set[str]] = {}
        if self.kind == "movement":
            found["5.1.3"] = {u.id for u in fighters if u.get("moved")}
            found["5.3"] = {u.id for u in fighters if mode(u) == "hedgehog"}
            found["5.4.6"] = {u.id for u in own if u.get("fatigue") and not u.get("spent")}
            zone = self.zones[enemy(self.side)]
            held = (u for u in fighters if u.hex in zone and not self.guarded(u))
            found["6.1.8"] = {u.id for u in held}
            found["12.4"] = {u.id for u in own if self.changed(u)}
        elif self.kind == "removal":
            found["6.3.2"] = {u.id for u in self.units if "no-zoc" in u.markers}
            found["24.3.5"] = {*self.state["chemical"]}
            found["27.9.4"] = {*self.state["interdiction"]}
            found["9.13"] = {*self.state["breakthrough"]}
        else:
            found["22.1"] = {
                id_
                for id_, state, _ in self.mended()
                if state == "possible" and self.by_id(id_).side == self.side
            }
            ready = {u.id for u in self.units if u.type in ("artillery", "ssm") and self.general(u)}
            found["25.2"] = ready if self.side == "wp" else set()
        return {rule: names for rule, names in found.items() if names}

    def by_id(self, id_: str) -> Unit:
        return next(unit for unit in self.units if unit.id == id_)

    def guarded(self, unit: Unit) -> bool:
        others = (o for o in self.at[unit.hex] if o.id != unit.id and is_combat(o))
        return any(not o.get("moved") and not o.get("spent") for o in others)

    def changed(self, unit: Unit) -> bool:
        """Whether the check of supply changes its marker."""
        state = self.state_of(unit)
        if state == "supplied":
            return bool(unit.markers & {"oos", "fuel-1"})
        return state not in unit.markers


def differences(position: Position) -> Iterator[str]:
    """What the game's rules and this referee say differently."""
    position = RULES.visible(position)
    other = Course(position)
    score = RULES.score(position)
    military = {side: float(points) for side, points in score.points.items()}
    if military != other.points():
        yield f"military {military} {other.points()}"
    political = {side: score.extra["political"][side] for side in ("wp", "nato")}
    if political != other.political():
        yield f"political {political} {other.political()}"
    arrivals = RULES.arrivals(position).arrivals
    mended = {(o.units[0], o.state, int(o.price or 0)) for o in arrivals if o.kind == "replacement"}
    if mended != other.mended():
        yield f"mended {mended ^ other.mended()}"
    coming = {
        (id_, "due" if one.state == "barred" and one.turn is not None else one.state, one.turn)
        for one in arrivals
        if one.kind == "reinforcement"
        for id_ in one.units
    }
    if coming != other.coming():
        yield f"coming {coming ^ other.coming()}"
    told: dict[str, set[str]] = {}
    for duty in RULES.turn(position).duties:
        told.setdefault(duty.rule, set()).update(duty.units, duty.hexes)
    for rule, names in other.duties().items():
        if told.get(rule) != names:
            yield f"{position.phase} {rule} {told.get(rule)} {names}"
