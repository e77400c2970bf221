"""Column shifts (rules 5.6, 9.32 to 9.34, 9.93, 11.18, 11.56, 13.44, 16.3, 17.23)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from assistant.games.kursk.artillery import bombarding_levels
from assistant.games.kursk.battle import Battle
from assistant.games.kursk.charts import OWN_ENTRENCHMENT, Value
from assistant.games.kursk.units import class_of, is_gun, is_hq
from assistant.kernel.rulebook import rule
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Saying

SS_UNITS = 3


class Shift(NamedTuple):
    """One modifier: columns to the right, or negative to the left."""

    what: str
    columns: int
    rule: str
    stand_in: bool = False

    def line(self) -> LedgerLine:
        return LedgerLine(
            self.what, Saying("{n:+d} {n|column|columns}", n=self.columns), self.rule, self.stand_in
        )


def shifts(battle: Battle) -> tuple[Shift, ...]:
    """All modifiers of a battle, in order; those of no columns tell where a chart was asked."""
    return (
        *terrain_shifts(battle),
        *hexside_shifts(battle),
        *mode_shifts(battle),
        *condition_shifts(battle),
        *support_shifts(battle),
    )


def _shift(what: str, value: Value, number: str, times: int = 1) -> Shift:
    return Shift(what, round(value.number) * times, number, value.stand_in)


@rule("5.61", "5.62", "9.32")
def terrain_shifts(battle: Battle) -> Iterator[Shift]:
    """All terrain of the hex adds up; of entrenchments only the defender's own count."""
    ground = battle.situation.ground
    charts = battle.situation.charts
    for kind in sorted(ground.terrain(battle.target)):
        if not kind.startswith(OWN_ENTRENCHMENT):
            name = battle.situation.position.game.definition.terrain[kind].name
            yield _shift(name, charts.shift(kind), "9.32")
    side = battle.defending_side
    if ground.entrenched(battle.target, side):
        yield _shift("own entrenchment", charts.shift(f"{OWN_ENTRENCHMENT}-{side}"), "5.62")


@rule("9.33")
def hexside_shifts(battle: Battle) -> Iterator[Shift]:
    """Of the hexsides attacked across the one with the smallest shift counts for all."""
    charts = battle.situation.charts
    board = battle.situation.position.board
    crossed = []
    for name in battle.hexes:
        kinds = sorted(board.between(name, battle.target))
        values = [charts.shift(kind) for kind in kinds]
        columns = sum(value.number for value in values)
        stand_in = any(value.stand_in for value in values)
        what = " and ".join(kinds).replace("-", " ") or "clear hexside"
        crossed.append((abs(columns), what, Value(columns, stand_in)))
    if crossed:
        _, what, value = min(crossed, key=lambda entry: entry[:2])
        yield _shift(what, value, "9.33")
    yield from _exclusive_shifts(battle)


@rule("5.62", "5.63")
def _exclusive_shifts(battle: Battle) -> Iterator[Shift]:
    """Dragon's teeth of the defender's own entrenchment, and depressions in whose rear he stands,
    count only if every attacker comes across them."""
    situation = battle.situation
    board = situation.position.board
    owned = [board.owned_by(battle.target, name) for name in battle.hexes]
    if not owned:
        return
    friendly = situation.ground.entrenched(battle.target, battle.defending_side)
    if friendly and all("dragon-teeth" in kinds for kinds in owned):
        yield _shift("dragon's teeth", situation.charts.shift("dragon-teeth"), "5.62")
    if all("depression" in kinds for kinds in owned):
        yield _shift("depression", situation.charts.shift("depression"), "5.63")


@rule("9.45", "9.93", "10.2")
def mode_shifts(battle: Battle) -> Iterator[Shift]:
    """The modes of both forces; disruption stands in the place of the defenders' mode."""
    shift = battle.situation.charts.mode_shift
    mode, posture = battle.attacker_mode, battle.defender_posture
    yield _shift(Saying("attackers {mode}", mode=mode), shift("attacker", mode), "9.93")
    yield _shift(Saying("defenders {mode}", mode=posture), shift("defender", posture), "9.93")


@rule("6.0", "11.56", "11.18", "11.19")
def condition_shifts(battle: Battle) -> Iterator[Shift]:
    """An overrun, defenders out of supply, and defenders of several commands."""
    situation = battle.situation
    modifier = situation.charts.modifier
    if battle.segment == "overrun":
        yield _shift("overrun", modifier("overrun"), "6.0")
    supply = situation.supply
    if any(not supply[u.side].under_attack(u).supplied for u in battle.defenders):
        yield _shift("defender out of supply", modifier("defender-oos"), "11.56")
    mix = situation.command.mix(battle.defenders)
    if mix:
        number = "11.18" if mix == "command-mix-one" else "11.19"
        yield _shift("mixed command", modifier(mix), number)


@rule("13.44", "17.21", "17.23", "17.25", "16.3")
def support_shifts(battle: Battle) -> Iterator[Shift]:
    """Bombarding artillery, air points (never in an overrun), and the SS corps together."""
    modifier = battle.situation.charts.modifier
    levels = bombarding_levels(battle)
    if levels:
        what = Saying("bombardment, {n} {n|level|levels}", n=levels)
        yield _shift(what, modifier("bombardment-level"), "13.44", levels)
    if battle.segment != "overrun":
        for who, points in (
            ("attack", battle.declared.air_attack),
            ("defence", battle.declared.air_defence),
        ):
            if points:
                yield _shift(
                    Saying("air points in {who}", who=who), modifier(f"air-{who}"), "17.23", points
                )
    if ss_together(battle):
        yield _shift("SS corps together", modifier("ss-corps"), "16.3")


@rule("16.3")
def ss_together(battle: Battle) -> bool:
    """With the optional rule, whether the three units of the SS corps all attack together."""
    situation = battle.situation
    if not situation.position.value("optional-ss") or battle.attacking_side != "german":
        return False
    corps: dict[str, int] = {}
    for unit in battle.attackers:
        chain = situation.command.chain(unit)
        if chain and not is_hq(unit) and (_is_ss(chain[0]) or _is_ss(f"{unit.id} {unit.name}")):
            corps[chain[0]] = corps.get(chain[0], 0) + 1
    return any(count >= SS_UNITS for count in corps.values())


def _is_ss(name: str) -> bool:
    return any(word.startswith("ss") for word in re.split(r"[^a-z]+", name.lower()))


@rule("13.24", "13.21", "13.22")
def gun_shifts(battle: Battle) -> Iterator[Shift]:
    """Anti-tank fire loses a column against infantry and headquarters alone, and takes the other
    modifiers for those that it strikes; terrain never counts."""
    modifier = battle.situation.charts.modifier
    classes = {
        class_of(battle.situation.position, unit) for unit in battle.attackers if not is_gun(unit)
    }
    if "armoured" not in classes:
        yield _shift("infantry and headquarters only", modifier("gun-at-infantry"), "13.24")
    if battle.situation.option("gun-modifiers") == "all":
        yield from _target_shifts(battle)


@rule("13.24", "11.56", "11.18", "11.19", "9.93")
def _target_shifts(battle: Battle) -> Iterator[Shift]:
    """What the attackers' supply, commands and mode add to fire at them, as if they defended. Of
    several stacks the least mixed one counts."""
    situation = battle.situation
    modifier = situation.charts.modifier
    shift = situation.charts.mode_shift("defender", battle.attacker_mode)
    yield _shift(Saying("targets {mode}", mode=battle.attacker_mode), shift, "9.93")
    if not all(map(situation.supplied, battle.attackers)):
        yield _shift("targets out of supply", modifier("defender-oos"), "11.56")
    mixes = [
        situation.command.mix([unit for unit in battle.attackers if unit.hex == name])
        for name in battle.hexes
    ]
    mix = min(mixes, key=lambda one: round(modifier(one).number) if one else 0)
    if mix:
        number = "11.18" if mix == "command-mix-one" else "11.19"
        yield _shift("targets of mixed command", modifier(mix), number)
