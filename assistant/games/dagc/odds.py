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
from assistant.games.dagc.movement import is_all_water
from assistant.games.dagc.retreat import RESULTS, STALLED, Fight, consequence, withdrawal
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
from assistant.kernel.chances import chances, in_words
from assistant.kernel.facts import kept
from assistant.kernel.headings import Columns, columns_of
from assistant.kernel.ledger import Modifier, lines_of, net
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, Odds, Offer
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying

TABLE = "crt"


@rule("11.8", "11.13")
@kept
def result_table(situation: Situation) -> Columns:
    """The game's table: the column of the differential is brought into the table, then shifted,
    then brought into it again; QuestionError if the game has lost it."""
    return columns_of(situation.game, TABLE, situation.option("clamp") == "before-and-after")


@dataclass(frozen=True)
class Reckoning:
    """An attack worked out: the ledger in its order, and the column that it leads to."""

    battle: Battle

    @property
    def table(self) -> Columns:
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

    @cached_property
    @rule("11.8")
    def differential(self) -> int:
        """The attackers' factors less the defence; it may be negative."""
        return self.attack - self.defence

    @cached_property
    def shift(self) -> int:
        return net(self.shifts)

    @cached_property
    def column(self) -> int:
        return self.table.column(self.differential, self.shift)

    @property
    def merit(self) -> tuple[int, int]:
        """How good the attack is: its column, then its differential with shifts."""
        return self.column, self.differential + self.shift

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
        if options.fanatic and (why := fanatic_refused(self)):
            yield why


@rule("11.23")
def fanatic_refused(reckoning: Reckoning) -> Reason | None:
    """An attacker may swear to roll until something happens in the leftmost columns only: those up
    to a differential of 0, or by the other reading three."""
    table, column = reckoning.table, reckoning.column
    leftmost = reckoning.battle.situation.option("fanatic-columns") == "three-leftmost"
    if column >= 3 if leftmost else column > table.headings.place(0):
        text = "No fanatic attack is open in column {column}."
        return Reason("11.23", text, column=table.name(column))
    if not fanatic_chances(reckoning):
        text = "Column {column} holds nothing but AS: the rolls never end."
        return Reason("11.23", text, column=table.name(column))
    return None


@rule("11.23")
def fanatic_chances(reckoning: Reckoning) -> Mapping[str, float]:
    """The chances when the die is rolled until something happens; empty if nothing can."""
    results = reckoning.table.results[reckoning.column]
    return chances(results, again=lambda result: result == STALLED)


def spare(reckoning: Reckoning) -> int:
    """How many factors the attackers could do without and still have this column."""
    table, factors = reckoning.table, 0
    while factors < reckoning.attack:
        fewer = table.column(reckoning.differential - factors - 1, reckoning.shift)
        if fewer < reckoning.column:
            break
        factors += 1
    return factors


def offers(reckoning: Reckoning) -> Iterator[Offer]:
    """Options that could still be taken, and what each would change."""
    battle, options = reckoning.battle, reckoning.battle.options

    def change(columns: int) -> Saying:
        return reckoning.table.change(reckoning.differential, reckoning.shift, columns)

    if not options.air and not any(air_refused(battle)):
        yield Offer("air=1", change(1), "13.2" if battle.front == "1uf" else "13.1")
    if not options.armor and not armour_refused(battle):
        die = armour_succeeds_up_to(battle.situation.position)
        text = "once a German turn, on a die of 1 to {n}: {effect}"
        yield Offer("armor=1", Saying(text, n=die, effect=change(1)), "12.6")
    if not options.lower and reckoning.column > 0:
        yield Offer("lower=1", change(-1), "11.14")
    stalls = STALLED in reckoning.table.chances[reckoning.column]
    if not options.fanatic and stalls and fanatic_refused(reckoning) is None:
        said = in_words(fanatic_chances(reckoning))
        yield Offer("fanatic=1", Saying("rolls until not AS: {chances}", chances=said), "11.23")


@rule("12.2", "11.5")
def before_combat(battle: Battle) -> dict[str, Any] | None:
    """A supplied group alone in its hex may retreat instead of fighting, on turns 1 to 5."""
    situation = battle.situation
    if battle.side != GERMAN or len(battle.defenders) != 1:
        return None
    (unit,) = battle.defenders
    if not is_cav_mech(unit) or not cav_mech_groups_are_special(situation.position):
        return None
    if state_of(situation, unit).state != SUPPLIED:
        return None
    if "city" in battle.terrain and not situation.option("cav-mech-leaves-city"):
        return None
    (ways,) = withdrawal(situation, battle.defenders).options
    if not ways.legal:
        return None
    because = Reason("12.2", "{unit} may retreat before the die is rolled.", unit=unit)
    return {
        "unit": unit.id,
        "hexes": [name for name in ways.legal if name in ways.preferred],
        "because": [because, *unseen(situation.position, SOVIET)],
    }


# The answer for one attack


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
    found = [Reckoning(Battle(situation, target, force, options)) for force in forces]
    best = max(found, key=lambda reckoning: reckoning.merit)
    answer = odds(best)
    return replace(answer, extra={**answer.extra, "consequences": consequences(best, answer)})


def consequences(reckoning: Reckoning, answer: Odds) -> Mapping[str, Mapping[str, Any]]:
    """By result: what becomes of the defenders, steps lost by both sides, whether the hex empties,
    and whether the defender may take DL1 instead."""
    battle = reckoning.battle
    fight = Fight(battle.situation, battle.target, battle.attackers)
    found = {result: consequence(fight, result) for result in answer.chances if result in RESULTS}
    return {result: {"outcome": what.outcome, **what.told} for result, what in found.items()}


def odds(reckoning: Reckoning) -> Odds:
    """The answer for one attack."""
    battle, table, column = reckoning.battle, reckoning.table, reckoning.column
    possible = not reckoning.refused
    lines = (*reckoning.additions, *reckoning.shifts)
    rolled = fanatic_chances(reckoning) if battle.options.fanatic else table.chances[column]
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
        chances=rolled if possible else {},
        stand_in=table.is_stand_in(column) or any(line.stand_in for line in lines),
        because=reckoning.refused or tuple(reasons(reckoning)),
        offers=tuple(offers(reckoning)) if possible else (),
        extra=further(reckoning),
    )


def reasons(reckoning: Reckoning) -> Iterator[Reason]:
    """How the column was found, in one sentence each."""
    battle, situation = reckoning.battle, reckoning.battle.situation
    total = f"{reckoning.attack} - {reckoning.defence} = {reckoning.differential:+d}"
    if reckoning.shift:
        text = "Differential {sum}, then {n:+d} {n|column|columns}."
        yield Reason("11.8", text, sum=total, n=reckoning.shift)
    else:
        yield Reason("11.8", "Differential {sum}.", sum=total)
    units = (*battle.attackers, *battle.defenders)
    if oos := [unit.shown for unit in units if state_of(situation, unit).state == OOS]:
        yield Reason("7.4", "Out of supply: {units}.", units=", ".join(oos))
    soviet = any(unit.side == SOVIET for unit in units)
    yield from unseen(situation.position, SOVIET if soviet else "")


def further(reckoning: Reckoning) -> dict[str, Any]:
    """What else the players should know: choices of the other side, missing words, readings."""
    battle = reckoning.battle
    extra: dict[str, Any] = {"differential": reckoning.differential, "spare": spare(reckoning)}
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
    if reckoning.shift and reckoning.table.headings.overshoot(reckoning.differential):
        yield "clamp"
    if any(line.what == "partisan" for line in reckoning.shifts):
        yield "partisan-attack"
    retreated = [unit for unit in battle.defenders if "retreated" in unit.markers]
    if any(state_of(situation, unit).state == OOS for unit in retreated):
        yield "retreated-count-for-supply"
    if any(is_all_water(situation, origin, battle.target) for origin in battle.stacks):
        yield "attack-across-water"
    if battle.options.fanatic:
        yield "fanatic-columns"
    if "city" in battle.terrain and any(is_cav_mech(unit) for unit in battle.defenders):
        yield "cav-mech-leaves-city"
    if any(freedom_is_open(situation.position, unit) for unit in battle.attackers):
        yield "1uf-free"


# All attacks


def attacks(situation: Situation) -> Attacks:
    """Possible attacks of the side in phase, or of both if the position names no phase.

    For each hex that can be attacked: with all who may take part, with those in supply only if
    that is better, and with those who have nothing else to attack.
    """
    side = situation.phasing
    targets = [name for name, holder in situation.holders.items() if not side or holder != side]
    found = [
        reckoning
        for name in targets
        for reckoning in worthwhile(situation, name)
        if not reckoning.refused
    ]
    return Attacks(tuple(map(odds, sorted(found, key=_best_first))), must_attack(situation))


def _best_first(found: Reckoning) -> tuple[int, int, int, str]:
    column, margin = found.merit
    return -column, -margin, len(found.battle.attackers), found.battle.target


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
        bound = tuple(u for u in force if not list(targets_of(situation, u, but=target)))
        if 0 < len(bound) < len(force) and bound != supplied:
            yield Reckoning(Battle(situation, target, bound))


@rule("11.5", "11.6")
def targets_of(situation: Situation, unit: Unit, but: str = "") -> Iterator[str]:
    """The hexes that a unit, which attacks once a phase, could as well attack."""
    for name in situation.near(unit.hex):
        enemy = name != but and situation.side_at(name) == enemy_of(unit.side)
        if enemy and may_take_part(situation, unit, name):
            yield name


@rule("11.1")
def must_attack(situation: Situation) -> dict[str, Any]:
    """Historically, every activated unit next to an enemy attacks before movement on turn 1."""
    if not activated_must_attack(situation.position):
        return {}
    bound = [unit for unit in situation.units if is_activated(situation.position, unit)]
    return {"must_attack": [unit.id for unit in bound if any(targets_of(situation, unit))]}
