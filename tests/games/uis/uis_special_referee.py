"""A second, plainer referee for the special wars of Under an Iron Sky: landings, raids, nuclear
attacks, troops lost on the way, and the fights of escorts and for the air die by die, from chapters
25, 27, 29, 31, 33 and 34 alone."""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from uis_air_referee import Sky, _asked
from uis_ground_referee import around, enemy, is_combat, mode

from assistant.position import Position, Unit

CHARTS = Path(__file__).parents[3] / "source-art" / "uis" / "charts"
STEPS = {"artillery": 3, "special-forces": 2}


@cache
def chart(name: str) -> list[list[str]]:
    with (CHARTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [[cell.rstrip("?") for cell in row] for row in csv.reader(file)]


def within(heading: str, number: int) -> bool:
    """Whether a heading of a chart, as `4..6`, `<=3` or `+2`, holds a number."""
    if heading.startswith("<="):
        return number <= int(heading[2:])
    if heading.startswith(">="):
        return number >= int(heading[2:])
    low, _, high = heading.partition("..")
    return int(low) <= number <= int(high or low)


def cell(rows: list[list[str]], roll: int, column: int) -> str:
    place = next(at for at, word in enumerate(rows[0]) if at and within(word, column))
    return next(row[place] for row in rows[1:] if within(row[0], roll))


def raided(position: Position, seed: int) -> Position:
    """The position with Marines in ports, raiders in the field, guns and missiles."""
    chance = random.Random(seed * 13 + 5)
    sides = {unit.hex: unit.side for unit in position.units}
    ports = sorted(position.board.hexes_with("port"))
    land = sorted(position.board.grid.places.keys() & sides.keys() | set(ports))
    units = [*position.units]
    for number in range(9):
        marine = number < 4
        name = chance.choice(ports if marine else land)
        side = sides.setdefault(name, chance.choice(["wp", "nato"]))
        fields: dict[str, Any] = {"nation": "su" if side == "wp" else "us"}
        type_ = "marine" if marine else chance.choice(["special-forces", "artillery", "ssm"])
        if marine:
            fields |= {"attack": 2, "defence": 2, "mode": chance.choice(["tactical", "road"])}
        units.append(Unit(f"q{number}", side, type_, name, 1, fields=fields))
    return replace(position, units=tuple(units))


def steps(unit: Unit) -> int:
    small = unit.type == "division-base" or unit.get("size") == "battalion"
    whole = 3 if is_combat(unit) and not small else STEPS.get(unit.type, 1)
    return max(1, whole - unit.step + 1)


def special_differences(position: Position, seed: int) -> Iterator[str]:
    """What the two do not tell alike of special wars on one board."""
    chance, sky = random.Random(seed), Sky(position)
    said: list[tuple[str, Any, Any]] = []
    held = sorted(name for name, units in sky.at.items() if units)
    for target in chance.sample(held, min(3, len(held))):
        said += _nuclear(position, sky, target, chance)
        said += _raid(position, sky, target)
    shores = [near for name in sorted(position.board.hexes_with("sea")) for near in around(name)]
    for target in chance.sample(shores, min(4, len(shores))):
        said += _landings(position, sky, target)
    said += _lost(position, sky, chance)
    said += _escorted(position, sky, chance)
    yield from (f"{what}: {ours} and not {theirs}" for what, ours, theirs in said if ours != theirs)


Said = Iterator[tuple[str, Any, Any]]


def _landings(position: Position, sky: Sky, target: str) -> Said:
    """29: Marines in a port, supplied and tactical, by sea, not under the enemy's sky."""
    sea = set(position.board.hexes_with("sea"))
    above = set(position.state["air-superiority"].get(enemy(sky.side), ()))
    for unit in sky.of(sky.side):
        if unit.type != "marine":
            continue
        reached, edge = set(), {near for near in around(unit.hex) if near in sea}
        while edge:
            reached |= edge
            edge = {n for name in edge for n in around(name) if n in sea} - reached
        good = "port" in position.board.of(unit.hex) and mode(unit) == "tactical"
        good &= sky.state_of(unit) == "supplied" and not {unit.hex, target} & above
        good &= bool(reached & {*around(target)}) and target not in sky.neutral
        good &= not {"sea", "lake"} & position.board.of(target) and not unit.get("moved")
        good &= not any(one.side != sky.side for one in sky.at[target])
        good &= not sky.crowded(unit, target)
        answer = _asked(position, target, [unit.id], mission="landing")
        yield f"landing {unit.id} {unit.hex} {target}", answer.possible, good
        friend = any(one.side == sky.side and is_combat(one) for one in sky.at[target])
        zone = target in sky.zones[enemy(sky.side)]
        if answer.possible:
            yield f"attack after {target}", answer.extra["must_attack"], zone and not friend


def _raid(position: Position, sky: Sky, target: str) -> Said:
    """33: one falls for one; two steps for each brigade that is left, a division being three."""
    waiting = position.in_phase(f"{sky.side}-reinforcement")
    own = [u for u in sky.of(sky.side) if u.type == "special-forces" and u.hex != target]
    foes = [one for one in sky.at[target] if one.side == enemy(sky.side)]
    if not own or not foes:
        return
    answer = _asked(waiting, target, [unit.id for unit in own], mission="special-forces")
    yield f"raid {target}", answer.possible, True
    theirs = sum(one.type == "special-forces" for one in foes)
    yield f"fall {target}", answer.extra["fall"], min(len(own), theirs)
    left = sum(
        3 if one.get("size") == "division" and one.type != "division-base" else 1
        for one in foes
        if is_combat(one)
    )
    battalions = sum(one.get("size") == "battalion" for one in foes if is_combat(one))
    if not battalions:
        yield f"steps of raiders {target}", answer.extra["losses"], 2 * left


def _nuclear(position: Position, sky: Sky, target: str, chance: random.Random) -> Said:
    """25: steps by the points; contamination only if a step was lost, three at most."""
    points = chance.randint(1, 7)
    foes = [one for one in sky.at[target] if one.side != sky.at[target][0].side]
    side = enemy(sky.at[target][0].side)
    if foes or side not in ("wp", "nato") or sky.at[target][0].side not in ("wp", "nato"):
        return
    answer = _asked(position, target, [], mission="nuclear", **{"nuclear-points": str(points)})
    rows, levels = chart("nuclear"), chart("contamination")
    lost = Counter(int(cell(rows, roll, points)) for roll in range(1, 21))
    yield f"steps lost {target}", answer.chances, {str(n): lost[n] / 20 for n in sorted(lost)}
    before = int(position.state["nuclear"].get(target, 0))
    after: Counter[int] = Counter()
    for other in range(1, 21):
        more = next(int(row[1]) for row in levels[1:] if within(row[0], other))
        after[min(3, before + more)] += 20 - lost[0]
    after[before] += 20 * lost[0]
    told = {int(n): its for n, its in answer.extra["contamination"].items() if its}
    yield (
        f"contamination {target}",
        told,
        {n: round(its / 400, 4) for n, its in after.items() if its},
    )
    able = {
        one.id
        for one in sky.of(side)
        if one.type == "ssm" or (one.type == "artillery" and sky.far(one.hex, target) <= 2)
        if sky.state_of(one) == "supplied"
    }
    yield f"deliverers {target}", set(answer.extra["deliverers"]), able
    for one in answer.extra["units"]:
        unit = position.by_id[one.id]
        extra = {"hedgehog": 1, "road": -1}.get(mode(unit), 0) if is_combat(unit) else 0
        yield f"kills {one.id}", one.kills, max(1, steps(unit) + extra)


def _lost(position: Position, sky: Sky, chance: random.Random) -> Said:
    """27.13.2.6, 31.5.8: the fewest steps that pay for the transports shot down and make room."""
    flown = [u for u in sky.of(sky.side) if u.type in ("airborne", "special-forces", "marine")]
    named = chance.sample(flown, min(2, len(flown)))
    if not named or len({unit.hex for unit in named}) > 1:
        named = named[:1]
    if not named:
        return
    down, room = chance.randint(0, 4), chance.randint(0, 9)
    told = {"transport-losses": str(down), "capacity-left": str(room)}
    ids = [unit.id for unit in named]
    answer = _asked(position, "Se0505", ids, mission="transport", **told)
    for way, share in (("aircraft", 1), ("helicopter", 2)):
        if way not in answer.extra.get("step_losses", {}):
            continue
        ways = product(*(range(steps(unit) + 1) for unit in named))
        most = sum(map(steps, named))
        fits = [
            sum(gone)
            for gone in ways
            if sum(gone) >= min(most, down // share)
            and sum(
                sky.points(replace(unit, step=unit.step + n))
                if unit.type != "special-forces"
                else 1
                for unit, n in zip(named, gone, strict=True)
                if n < steps(unit)
            )
            <= room
        ]
        yield f"lost by {way} {ids} {told}", answer.extra["step_losses"][way], min(fits)


ABORTS = 9


def _shot(rows: list[list[str]], gap: int, added: int) -> list[int]:
    """Damage of each face of a die, more than any squadron stands if it aborts."""
    found = []
    for roll in range(1, 21):
        losses, _, word = cell(rows, roll + added, max(-5, min(5, gap))).partition(" ")
        found.append(ABORTS if word else 0 if losses == "-" else sum(map(int, losses.split("/"))))
    return found


def _escorted(position: Position, sky: Sky, chance: random.Random) -> Said:
    """27.17.3, 27.17.4: column, die and chance of each shot of an escort."""
    target = next((n for n, its in sorted(sky.at.items()) if its and its[0].side != "neutral"), "")
    if not target:
        return
    rows = chart("air-combat")
    mine, theirs = (
        [(chance.randint(4, 11), chance.randint(3, 11)) for _ in range(chance.randint(1, 3))]
        for _ in range(2)
    )
    told, jams = chance.randint(-3, 3), chance.random() < 0.5
    number = chance.choice([None, chance.randint(-2, 5)])
    named = {
        "attacker-squadrons": "B-6-4+ECM" if jams else "B-6-4",
        "attacker-escorts": ",".join(f"{a}-{b}-1" for a, b in mine),
        "defender-interceptors": ",".join(f"{a}-{b}-1" for a, b in theirs),
        "defender-air-combat": str(told),
    }
    if number is not None:
        named["defender-mega-hex"] = f"{number:+d}"
    answer = _asked(position, target, [], mission="ground-attack", **named)
    if not answer.possible:
        return
    fight = answer.extra["escorts"]["attacker"]
    jam = {"nato": 2, "wp": 1}[enemy(sky.at[target][0].side)] if jams else 0
    added = 2 * (len(mine) >= 2 * len(theirs)) - 2 * (len(theirs) >= 2 * len(mine)) + jam - told
    for at, (value, _) in enumerate(mine):
        evasion = theirs[at % len(theirs)][1]
        shot, hurt = fight.escorts[at], _shot(rows, value - evasion, added)
        yield f"escort {at} {named}", (shot.column, shot.added), (value - evasion, added)
        yield f"leaves {at} {named}", shot.leaves, round(sum(n >= 2 for n in hurt) / 20, 4)
    for at, (value, _) in enumerate(theirs):
        back = fight.engaging[at]
        column = value - mine[at % len(mine)][1]
        yield f"engaging {at} {named}", (back.column, back.added), (column, -added)
        stays: dict[int, float] = {0: 1.0}  # by damage, of two steps
        for shooter in mine[at :: len(theirs)]:
            more: dict[int, float] = {}
            hurt = _shot(rows, shooter[0] - theirs[at][1], added)
            for before, its in stays.items():
                for damage in hurt:
                    more[before + damage] = more.get(before + damage, 0) + its / 20
            stays = {n: its for n, its in more.items() if n < 2}
        near = abs(fight.past[at] - sum(stays.values())) < 1e-3
        yield f"past {at} {named}", near, True
    expected = _bombs(rows, mine, theirs, told, jam, 1.0 if number is None else (12 + number) / 20)
    if position.state["weather"] == "bad":
        expected /= 2  # 23.2.1
    ours = answer.extra["air"]["attacker"].expected
    yield f"bombs {named} {ours} {expected}", abs(ours - expected) < 1e-3, True


Fighters = list[tuple[int, int]]


def _bombs(
    rows: list[list[str]], mine: Fighters, theirs: Fighters, told: int, jam: int, finds: float
) -> float:
    """27.17: the strength that arrives of one B-6-4, every interceptor first having to find it,
    then to live through the shots of the escorts, all evading."""
    total = 0.0
    for found in product((True, False), repeat=len(theirs)):
        likely = 1.0
        for it in found:
            likely *= finds if it else 1 - finds
        there = [one for one, it in zip(theirs, found, strict=True) if it]
        added = 2 * (len(mine) >= 2 * len(there)) - 2 * (len(there) >= 2 * len(mine)) + jam - told
        fates = []
        for at, (value, evasion) in enumerate(there):
            damage = Counter({0: 1.0})
            for shooter, _ in mine[at :: len(there)]:
                after: Counter[int] = Counter()
                for before, its in damage.items():
                    for more in _shot(rows, shooter - evasion, added):
                        after[before + more] += its / 20
                damage = after
            left = {(value, 2 - n): its for n, its in damage.items() if n < 2}
            fates.append([*left.items(), (None, 1 - sum(left.values()))])
        for outcome in product(*fates):
            company, its = [one for one, _ in outcome if one], likely
            for _, one in outcome:
                its *= one
            if its:
                total += its * _strike(rows, company, told, jam)
    return total


def _strike(rows: list[list[str]], company: Fighters, told: int, jam: int) -> float:
    """27.17.5, 27.17.6: what is expected of the squadron after the shots of those left."""
    strength = sum(steps for _, steps in company)
    added = 2 * (strength >= 4) - 2 * (strength <= 1) - jam + told
    states = Counter({(2, 0): 1.0})  # steps, and those of them that are damaged
    for value, _ in company:
        after: Counter[tuple[int, int]] = Counter()
        for (left, hurt), its in states.items():
            for roll in range(1, 21):
                word = cell(rows, roll + added, max(-5, min(5, value - 6)))
                losses, _, abort = word.partition(" ")
                gone, damaged = (0, 0) if losses == "-" else map(int, losses.split("/"))
                now = max(0, left - gone)
                worse = min(now, min(hurt, now) + damaged)
                after[(0, 0) if abort else (now, worse)] += its / 20
        states = after
    return sum(its * (4 if left == 2 else 2) for (left, hurt), its in states.items() if left > hurt)
