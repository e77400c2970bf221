"""An attack worked out: its column, chances, offers and consequences; all attacks (11.8-11.23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from assistant.games.dagc.battle import (
    SHIFTS,
    Battle,
    additions,
    air_refused,
    armour_refused,
    attack_strength,
    defenders_strength,
    forbidden,
    full_forces,
    is_natural,
    may_take_part,
    neighbours,
    read_options,
)
from assistant.games.dagc.movement import water_between
from assistant.games.dagc.retreat import RESULTS, Fight, consequence, withdrawal
from assistant.games.dagc.situation import (
    GERMAN,
    SOVIET,
    Situation,
    activated_must_attack,
    armour_succeeds_up_to,
    cav_mech_groups_are_special,
    enemy_of,
    freedom_is_open,
    is_activated,
    is_cav_mech,
    unseen,
)
from assistant.games.dagc.supply import (
    OOS,
    OVERLOAD,
    SUPPLIED,
    TO_BE_CHOSEN,
    may_act_in_supply,
    state_of,
)
from assistant.kernel.chances import chances
from assistant.kernel.facts import kept
from assistant.kernel.headings import Headings, read_headings
from assistant.kernel.ledger import Modifier, lines_of, net
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, Odds, Offer
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.game.model import Table

TABLE = "crt"
STALLED = "AS"


@dataclass(frozen=True)
class ResultTable:
    """The printed table, or ours while nobody has put in the printed one."""

    table: Table
    clamp_first: bool
    fanatic_in: str

    @cached_property
    def headings(self) -> Headings:
        try:
            return read_headings(self.table.columns)
        except ValueError as error:
            raise QuestionError(
                "combat.csv, table '{table}': {error}", table=self.table.name, error=error
            ) from None

    @rule("11.8", "11.13")
    def column(self, differential: int, shift: int) -> int:
        """The column of the differential, brought into the table, then shifted, then again."""
        start = self.headings.place(differential)
        if not self.clamp_first:
            start += self.headings.overshoot(differential)
        return self.headings.within(start + shift)

    def name(self, column: int) -> str:
        return self.headings.names[column]

    @cached_property
    def results(self) -> tuple[Mapping[str, str], ...]:
        """For each column, die -> result."""
        return tuple(self.table.column(name) for name in self.headings.names)

    @cached_property
    def chances(self) -> tuple[Mapping[str, float], ...]:
        """For each column, result -> chance."""
        return tuple(chances(results) for results in self.results)

    @rule("11.23")
    def fanatic_chances(self, column: int) -> Mapping[str, float]:
        """The chances when the die is rolled until something happens; empty if nothing can."""
        return chances(self.results[column], again=lambda result: result == STALLED)

    @rule("11.23")
    def allows_fanatics(self, column: int) -> bool:
        """Fanatic attacks are for the columns up to a differential of 0."""
        if self.fanatic_in == "three-leftmost":
            return column < 3
        return column <= self.headings.place(0)

    def is_stand_in(self, column: int) -> bool:
        return self.table.stand_in(self.name(column))


@kept
def result_table(situation: Situation) -> ResultTable:
    """The game's table under the readings in force; QuestionError if the game has lost it."""
    tables = situation.game.tables
    if TABLE not in tables:
        raise QuestionError(
            "The game's combat.csv holds no table '{table}': no odds without it.", table=TABLE
        )
    return ResultTable(
        tables[TABLE],
        clamp_first=situation.option("clamp") == "before-and-after",
        fanatic_in=str(situation.option("fanatic-columns")),
    )


@dataclass(frozen=True)
class Reckoning:
    """An attack worked out: the ledger in its order, and the column that it leads to."""

    battle: Battle

    @property
    def table(self) -> ResultTable:
        return result_table(self.battle.situation)

    @cached_property
    def additions(self) -> tuple[Modifier, ...]:
        return tuple(additions(self.battle))

    @cached_property
    def shifts(self) -> tuple[Modifier, ...]:
        return lines_of(SHIFTS, self.battle)

    @cached_property
    def attack(self) -> int:
        return attack_strength(self.battle)

    @cached_property
    def defence(self) -> int:
        return defenders_strength(self.battle) + net(self.additions)

    @rule("11.8")
    def differential(self) -> int:
        """The attackers' factors less the defence; it may be negative."""
        return self.attack - self.defence

    @cached_property
    def shift(self) -> int:
        return net(self.shifts)

    @cached_property
    def column(self) -> int:
        return self.table.column(self.differential(), self.shift)

    @cached_property
    def refused(self) -> tuple[Reason, ...]:
        """Why the attack, or an option of it, is not allowed."""
        return (*forbidden(self.battle), *self._options_refused())

    def _options_refused(self) -> Iterator[Reason]:
        options = self.battle.options
        if options.air:
            yield from air_refused(self.battle)
        if options.armor and (why := armour_refused(self.battle)):
            yield why
        if options.fanatic and (why := self.fanatic_refused()):
            yield why

    @rule("11.23")
    def fanatic_refused(self) -> Reason | None:
        """An attacker may swear to roll until something happens in the leftmost columns only."""
        name = self.table.name(self.column)
        if not self.table.allows_fanatics(self.column):
            return Reason("11.23", "No fanatic attack is open in column {column}.", column=name)
        if not self.table.fanatic_chances(self.column):
            return Reason(
                "11.23", "Column {column} holds nothing but AS: the rolls never end.", column=name
            )
        return None


def spare(reckoning: Reckoning) -> int:
    """How many factors the attackers could do without and still have this column."""
    table, factors = reckoning.table, 0
    while factors < reckoning.attack:
        fewer = table.column(reckoning.differential() - factors - 1, reckoning.shift)
        if fewer < reckoning.column:
            break
        factors += 1
    return factors


def strongest(battles: Sequence[Battle]) -> Battle:
    """The battle with the rightmost column, then the widest differential."""
    return max(battles, key=lambda battle: merit(Reckoning(battle)))


def merit(reckoning: Reckoning) -> tuple[int, int]:
    """How good an attack is: its column, then its differential with shifts."""
    return reckoning.column, reckoning.differential() + reckoning.shift


def offers(reckoning: Reckoning) -> Iterator[Offer]:
    """Options that could still be taken, and what each would change."""
    battle = reckoning.battle
    options = battle.options
    if not options.air and not any(air_refused(battle)):
        number = "13.2" if battle.front == "1uf" else "13.1"
        yield Offer("air=1", _change(reckoning, 1), number)
    if not options.armor and not armour_refused(battle):
        die = armour_succeeds_up_to(battle.situation.position)
        effect = Saying(
            "once a German turn, on a die of 1 to {n}: {effect}",
            n=die,
            effect=_change(reckoning, 1),
        )
        yield Offer("armor=1", effect, "12.6")
    if not options.lower and reckoning.column > 0:
        yield Offer("lower=1", _change(reckoning, -1), "11.14")
    if not options.fanatic and reckoning.fanatic_refused() is None:
        table, column = reckoning.table, reckoning.column
        if STALLED in table.chances[column]:
            effect = Saying(
                "rolls until not AS: {chances}", chances=_chances(table.fanatic_chances(column))
            )
            yield Offer("fanatic=1", effect, "11.23")


def _change(reckoning: Reckoning, columns: int) -> str:
    """What some columns more or less would do: columns and chances before and after."""
    table, before = reckoning.table, reckoning.column
    after = table.column(reckoning.differential(), reckoning.shift + columns)
    if after == before:
        return Saying(
            "{n:+d} {n|column|columns}, but the end of the table keeps it in {column}",
            n=columns,
            column=table.name(before),
        )
    names = f"{table.name(before)} -> {table.name(after)}"
    return Saying(
        "{n:+d} {n|column|columns}, {columns}: {chances}",
        n=columns,
        columns=names,
        chances=_chances(table.chances[after]),
    )


def _chances(chances: Mapping[str, float]) -> str:
    return ", ".join(f"{result} {chance:.0%}" for result, chance in chances.items())


@rule("12.2", "11.5")
def before_combat(battle: Battle) -> dict[str, Any] | None:
    """A supplied group alone in its hex may retreat instead of fighting, on turns 1 to 5."""
    if battle.side != GERMAN or len(battle.defenders) != 1:
        return None
    unit = battle.defenders[0]
    situation = battle.situation
    if not is_cav_mech(unit) or not cav_mech_groups_are_special(situation.position):
        return None
    if state_of(situation, unit).state != SUPPLIED:
        return None
    if "city" in battle.terrain and not situation.option("cav-mech-leaves-city"):
        return None
    ways = withdrawal(situation, battle.defenders).options[0]
    if not ways.legal:
        return None
    because = Reason("12.2", "{unit} may retreat before the die is rolled.", unit=unit)
    return {
        "unit": unit.id,
        "hexes": [name for name in ways.legal if name in ways.preferred],
        "because": [because, *unseen(situation.position, SOVIET)],
    }


def consequences(battle: Battle, answer: Odds) -> Mapping[str, Mapping[str, Any]]:
    """By result: what becomes of the defenders, steps lost by both sides, whether the hex empties,
    and whether the defender may take DL1 instead."""
    fight = Fight(battle.situation, battle.target, battle.attackers)
    found = {}
    for result in answer.chances:
        if result in RESULTS:
            what = consequence(fight, result)
            found[result] = {
                "outcome": what.outcome,
                "losses": {"defender": what.defender, "attacker": what.attacker},
                "vacated": what.vacated,
                "alternatives": ["DL1"] if what.may_lose_one else [],
            }
    return found


def one_attack(
    situation: Situation, targets: Sequence[str], named: Sequence[Unit], given: Options
) -> Odds:
    """One attack in full, with what its results would do: by the units named, or by the strongest
    force that may attack together."""
    if len(targets) != 1:
        raise QuestionError("An attack has one target hex (11.3): name one.")
    (target,), options = targets, read_options(given)
    forces = full_forces(situation, target) or [neighbours(situation, target)]
    if named:
        forces = [on_map(situation, named)]
    best = strongest([Battle(situation, target, force, options) for force in forces])
    answer = odds(Reckoning(best))
    return replace(answer, extra={**answer.extra, "consequences": consequences(best, answer)})


def odds(reckoning: Reckoning) -> Odds:
    """The answer for one attack."""
    battle, table, column = reckoning.battle, reckoning.table, reckoning.column
    possible = not reckoning.refused
    lines = (*reckoning.additions, *reckoning.shifts)
    fanatic = bool(battle.options.fanatic)
    chances = table.fanatic_chances(column) if fanatic else table.chances[column]
    return Odds(
        target=battle.target,
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.defenders),
        attack=reckoning.attack,
        defence=reckoning.defence,
        steps=tuple(line.line() for line in lines),
        shift=reckoning.shift,
        column=table.name(column),
        possible=possible,
        results=table.results[column] if possible else {},
        chances=chances if possible else {},
        stand_in=table.is_stand_in(column) or any(line.stand_in for line in lines),
        because=reckoning.refused or reasons(reckoning),
        offers=tuple(offers(reckoning)) if possible else (),
        extra=further(reckoning),
    )


def reasons(reckoning: Reckoning) -> tuple[Reason, ...]:
    """How the column was found, in one sentence each."""
    battle = reckoning.battle
    total = f"{reckoning.attack} - {reckoning.defence} = {reckoning.differential():+d}"
    if reckoning.shift:
        text = "Differential {sum}, then {n:+d} {n|column|columns}."
        found = [Reason("11.8", text, sum=total, n=reckoning.shift)]
    else:
        found = [Reason("11.8", "Differential {sum}.", sum=total)]
    oos = [u for u in (*battle.attackers, *battle.defenders) if _is_oos(battle, u.id)]
    if oos:
        names = ", ".join(unit.shown for unit in oos)
        found.append(Reason("7.4", "Out of supply: {units}.", units=names))
    return (*found, *unseen(battle.situation.position, _defending(battle)))


def _is_oos(battle: Battle, unit_id: str) -> bool:
    unit = battle.situation.position.by_id[unit_id]
    return state_of(battle.situation, unit).state == OOS


def _defending(battle: Battle) -> str:
    return battle.defenders[0].side if battle.defenders else ""


def further(reckoning: Reckoning) -> dict[str, Any]:
    """What else the players should know: choices of the other side, missing words, readings."""
    battle = reckoning.battle
    extra: dict[str, Any] = {"differential": reckoning.differential(), "spare": spare(reckoning)}
    if missing := list(lacking(battle)):
        extra["missing"] = missing
    if choice := before_combat(battle):
        extra["before_combat"] = choice
    return extra | battle.situation.readings(open_points(reckoning))


UNKNOWN_START = (
    "Who was activated is judged by where units stand now: say `activated` for those that moved."
)


def lacking(battle: Battle) -> Iterator[Reason]:
    """What the position does not say and a rule needs."""
    position = battle.situation.position
    if battle.side == SOVIET and position.turn == 1 and not position.phase:
        yield Reason("5.4", "Name the `phase`: activated units gain a column before movement only.")
    moved = position.turn == 1 and position.phase in ("soviet-movement", "soviet-post-combat")
    if moved and any(u.side == SOVIET and u.get("activated") is None for u in battle.attackers):
        yield Reason("5.4", UNKNOWN_START, "missing")
    for unit in (*battle.attackers, *battle.defenders):
        if state_of(battle.situation, unit).state == OVERLOAD:
            yield Reason("7.9", f"{unit.shown}: {TO_BE_CHOSEN.text}")


def open_points(reckoning: Reckoning) -> Iterator[str]:
    """The open points on which this answer leans."""
    battle, situation = reckoning.battle, reckoning.battle.situation
    if sum(is_natural(battle, kind) for kind in battle.terrain) > 1:
        yield "mixed-terrain"
    if reckoning.shift and reckoning.table.headings.overshoot(reckoning.differential()):
        yield "clamp"
    if any(line.what == "partisan" for line in reckoning.shifts):
        yield "partisan-attack"
    if any(
        "retreated" in unit.markers and state_of(situation, unit).state == OOS
        for unit in battle.defenders
    ):
        yield "retreated-count-for-supply"
    if any(water_between(situation, origin, battle.target) for origin in battle.origins):
        yield "attack-across-water"
    if battle.options.fanatic:
        yield "fanatic-columns"
    if "city" in battle.terrain and any(is_cav_mech(unit) for unit in battle.defenders):
        yield "cav-mech-leaves-city"
    if any(freedom_is_open(situation.position, unit) for unit in battle.attackers):
        yield "1uf-free"


def attacks(situation: Situation) -> Attacks:
    """Possible attacks of the side in phase, or of both if the position names no phase.

    For each hex that can be attacked: with all who may take part, with those in supply only if
    that is better, and with those who have nothing else to attack.
    """
    side = situation.phasing
    targets = [
        name for name, holder in sorted(situation.holders.items()) if not side or holder != side
    ]
    found = [
        (merit(reckoning), odds(reckoning))
        for name in targets
        for reckoning in worthwhile(situation, name)
        if not reckoning.refused
    ]
    found.sort(key=_best_first)
    return Attacks(tuple(answer for _, answer in found), must_attack(situation))


def _best_first(found: tuple[tuple[int, int], Odds]) -> tuple[int, int, int, str]:
    (column, margin), answer = found
    return -column, -margin, len(answer.attackers), answer.target


def worthwhile(situation: Situation, target: str) -> Iterator[Reckoning]:
    """The attacks on a hex that are worth a look."""
    for force in full_forces(situation, target):
        full = Reckoning(Battle(situation, target, force))
        yield full
        supplied = tuple(unit for unit in force if may_act_in_supply(situation, unit))
        if 0 < len(supplied) < len(force):
            fewer = Reckoning(Battle(situation, target, supplied))
            if fewer.column > full.column:
                yield fewer
        unengaged = tuple(unit for unit in force if not has_other_target(situation, unit, target))
        if 0 < len(unengaged) < len(force) and unengaged != supplied:
            yield Reckoning(Battle(situation, target, unengaged))


@rule("11.5", "11.6")
def has_other_target(situation: Situation, unit: Unit, target: str) -> bool:
    """Whether a unit, which attacks once a phase, could as well attack another hex."""
    return any(
        name != target
        and situation.side_at(name) == enemy_of(unit.side)
        and may_take_part(situation, unit, name)
        for name in situation.near(unit.hex)
    )


@rule("11.1")
def must_attack(situation: Situation) -> dict[str, Any]:
    """Historically, every activated unit next to an enemy attacks before movement on turn 1."""
    if not activated_must_attack(situation.position):
        return {}
    bound = [
        unit.id
        for unit in situation.units
        if is_activated(situation.position, unit)
        and any(
            situation.side_at(name) == enemy_of(unit.side) and may_take_part(situation, unit, name)
            for name in situation.near(unit.hex)
        )
    ]
    return {"must_attack": bound}
