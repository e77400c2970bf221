"""An attack answered: its column, chances, offers and consequences; all attacks (11.8 to 11.23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from assistant.games.dagc.battle import (
    STALLED,
    Battle,
    bar_air,
    bar_armour,
    bar_fanatic,
    fanatic_chances,
    full_forces,
    is_natural,
    may_take_part,
    neighbours,
    read_options,
)
from assistant.games.dagc.movement import is_all_water
from assistant.games.dagc.retreat import RESULTS, Blow, consequence, withdrawal
from assistant.games.dagc.situation import GERMAN, SOVIET, Situation, enemy_of, is_cav_mech
from assistant.games.dagc.supply import (
    OOS,
    OVERLOAD,
    SUPPLIED,
    TO_BE_CHOSEN,
    may_act_in_supply,
    state_of,
)
from assistant.kernel.chances import in_words
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, Odds, Offer, Told
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying

# One attack


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
    found = [Battle(situation, target, force, options) for force in forces]
    best = max(found, key=lambda battle: battle.merit)
    answer = odds(best)
    blow = Blow(situation, target, best.attackers)
    told = {name: consequence(blow, name).effect for name in answer.chances if name in RESULTS}
    return replace(answer, extra={**answer.extra, "consequences": told})


def odds(battle: Battle) -> Odds:
    """The answer for one attack."""
    table, column, possible = battle.table, battle.column, not battle.refused
    lines = (*battle.additions, *battle.shifts)
    rolled = fanatic_chances(battle) if battle.options.fanatic else table.chances[column]
    return Odds(
        target=battle.target,
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.defenders),
        attack=battle.attack,
        defence=battle.defence,
        steps=tuple(line.line() for line in lines),
        shift=battle.shift,
        column=table.name(column),
        possible=possible,
        results=table.results[column] if possible else {},
        chances=rolled if possible else {},
        stand_in=table.is_stand_in(column) or any(line.stand_in for line in lines),
        because=tuple(reasons(battle)),
        offers=tuple(offers(battle)) if possible else (),
        extra=further(battle),
    )


def reasons(battle: Battle) -> Iterator[Reason]:
    """How the column was found, in one sentence each, or why there is none."""
    if battle.refused:
        yield from (*battle.refused, *below(battle))
        return
    total = f"{battle.attack} - {battle.defence} = {battle.differential:+d}"
    if battle.shift:
        text = "Differential {sum}, then {n:+d} {n|column|columns}."
        yield Reason("11.8", text, sum=total, n=battle.shift)
    else:
        yield Reason("11.8", "Differential {sum}.", sum=total)
    units = (*battle.attackers, *battle.defenders)
    if oos := [unit.shown for unit in units if state_of(battle.situation, unit) == OOS]:
        yield Reason("7.4", "Out of supply: {units}.", units=oos)
    yield from below(battle)


def below(battle: Battle) -> tuple[Reason, ...]:
    """The warning that units of a stack are not seen, where one of its side fights."""
    soviet = any(unit.side == SOVIET for unit in (*battle.attackers, *battle.defenders))
    return battle.situation.unseen(SOVIET if soviet else "")


def offers(battle: Battle) -> Iterator[Offer]:
    """Options that could still be taken, and what each would change."""
    options, table = battle.options, battle.table

    def change(columns: int) -> Saying:
        return table.change(battle.differential, battle.shift, columns)

    if not options.air and not any(bar_air(battle)):
        yield Offer("air=1", change(1), "13.2" if battle.front == "1uf" else "13.1", battle.side)
    if not options.armor and not any(bar_armour(battle)):
        die = battle.situation.now("armour-die")
        text = "once a German turn, on a die of 1 to {n}: {effect}"
        yield Offer("armor=1", Saying(text, n=die, effect=change(1)), "12.6", GERMAN)
    if not options.lower and battle.column > 0:
        yield Offer("lower=1", change(-1), "11.14", battle.side)
    stalls = STALLED in table.chances[battle.column]
    if not options.fanatic and stalls and not any(bar_fanatic(battle)):
        said = in_words(fanatic_chances(battle))
        yield Offer(
            "fanatic=1", Saying("rolls until not AS: {chances}", chances=said), "11.23", battle.side
        )


def further(battle: Battle) -> dict[str, Any]:
    """What else the players should know: choices of the other side, missing words, readings."""
    extra: dict[str, Any] = {"differential": battle.differential, "spare": spare(battle)}
    if missing := list(lacking(battle)):
        extra["missing"] = missing
    if choice := before_combat(battle):
        extra["before_combat"] = choice
    return extra | battle.situation.readings(open_points(battle))


def spare(battle: Battle) -> int:
    """How many factors the attackers could do without and still have this column."""
    factors = 0
    while factors < battle.attack:
        if battle.table.column(battle.differential - factors - 1, battle.shift) < battle.column:
            break
        factors += 1
    return factors


@dataclass(frozen=True)
class BeforeCombat(Told):
    """A unit that may retreat before the die is rolled, and the hexes where it may go."""

    unit: str
    hexes: tuple[str, ...]
    because: tuple[Reason, ...]


@rule("12.2")
def may_leave(situation: Situation, unit: Unit) -> bool:
    """Whether a unit may go before it is attacked, if it has somewhere to go; from a city the rules
    do not tell."""
    in_city = "city" in situation.board.terrain.get(unit.hex, ())
    leaves = not in_city or situation.option("cav-mech-leaves-city")
    return leaves and could_leave(situation, unit)


def could_leave(situation: Situation, unit: Unit) -> bool:
    """The same of one that is in no city."""
    special = is_cav_mech(unit) and bool(situation.now("cav-mech-special"))
    return special and state_of(situation, unit) == SUPPLIED


@rule("12.2", "11.5")
def before_combat(battle: Battle) -> BeforeCombat | None:
    """A supplied group alone in its hex may retreat instead of fighting, on turns 1 to 5."""
    situation = battle.situation
    if battle.side != GERMAN or len(battle.defenders) != 1:
        return None
    (unit,) = battle.defenders
    if not may_leave(situation, unit):
        return None
    ways = withdrawal(situation, battle.defenders)
    if not ways.legal[unit.id]:
        return None
    because = Reason("12.2", "{unit} may retreat before the die is rolled.", unit=unit.shown)
    hexes = tuple(name for name in ways.legal[unit.id] if name in ways.preferred[unit.id])
    return BeforeCombat(unit.id, hexes, (because, *situation.unseen(SOVIET)))


UNKNOWN_START = (
    "Who was activated is judged by where units stand now: say `activated` for those that moved."
)


def lacking(battle: Battle) -> Iterator[Reason]:
    """What the position does not say and a rule needs."""
    turn, phase = battle.situation.turn, battle.situation.phase
    if battle.side == SOVIET and turn == 1 and not phase:
        yield Reason("5.4", "Name the `phase`: activated units gain a column before movement only.")
    moved = turn == 1 and phase in ("soviet-movement", "soviet-post-combat")
    if moved and any(u.side == SOVIET and u.get("activated") is None for u in battle.attackers):
        yield Reason("5.4", UNKNOWN_START, "missing")
    for unit in (*battle.attackers, *battle.defenders):
        if state_of(battle.situation, unit) == OVERLOAD:
            yield Reason("7.9", "{unit}: {why}", unit=unit.shown, why=TO_BE_CHOSEN.text)


def open_points(battle: Battle) -> Iterator[str]:
    """The open points on which this answer leans."""
    situation = battle.situation
    if sum(is_natural(battle, kind) for kind in battle.terrain) > 1:
        yield "mixed-terrain"
    if battle.shift and battle.table.headings.overshoot(battle.differential):
        yield "clamp"
    if any(line.what == "partisan" for line in battle.shifts):
        yield "partisan-attack"
    retreated = (unit for unit in battle.defenders if "retreated" in unit.markers)
    if any(state_of(situation, unit) == OOS for unit in retreated):
        yield "retreated-count-for-supply"
    if any(is_all_water(situation, origin, battle.target) for origin in battle.stacks):
        yield "attack-across-water"
    if battle.options.fanatic:
        yield "fanatic-columns"
    alone = battle.side == GERMAN and len(battle.defenders) == 1
    if alone and "city" in battle.terrain and could_leave(situation, battle.defenders[0]):
        yield "cav-mech-leaves-city"
    if situation.freedom_is_open(battle.attackers):
        yield "1uf-free"


# All attacks


def attacks(situation: Situation) -> Attacks:
    """Possible attacks of the side in phase, or of both if the position names no phase.

    For each hex that can be attacked: with all who may take part, with those in supply only if
    that is better, and with those who have nothing else to attack.
    """
    side = situation.phasing
    targets = (name for name, holder in situation.holders.items() if not side or holder != side)
    found = chain.from_iterable(worthwhile(situation, name) for name in targets)
    ordered = sorted((battle for battle in found if not battle.refused), key=_best_first)
    bound = {"must_attack": [u.id for u in must_attack(situation)]}
    told: dict[str, Any] = bound if situation.activated_must_attack() else {}
    if warning := [line for battle in ordered[:1] for line in below(battle)]:
        told = {**told, "unseen": warning}
    return Attacks(tuple(map(odds, ordered)), told)


def _best_first(found: Battle) -> tuple[int, int, int, str]:
    column, margin = found.merit
    return -column, -margin, len(found.attackers), found.target


def worthwhile(situation: Situation, target: str) -> Iterator[Battle]:
    """The attacks on a hex that are worth a look."""
    for force in full_forces(situation, target):
        full = Battle(situation, target, force)
        yield full
        supplied = tuple(unit for unit in force if may_act_in_supply(situation, unit))
        if 0 < len(supplied) < len(force):
            fewer = Battle(situation, target, supplied)
            if fewer.column > full.column:
                yield fewer
        bound = tuple(u for u in force if not list(targets_of(situation, u, but=target)))
        if 0 < len(bound) < len(force) and bound != supplied:
            yield Battle(situation, target, bound)


@rule("11.5", "11.6")
def targets_of(situation: Situation, unit: Unit, but: str = "") -> Iterator[str]:
    """The hexes that a unit, which attacks once a phase, could as well attack."""
    for name in situation.near(unit.hex):
        enemy = name != but and situation.side_at(name) == enemy_of(unit.side)
        if enemy and may_take_part(situation, unit, name):
            yield name


@rule("11.1")
def must_attack(situation: Situation) -> list[Unit]:
    """Historically, every activated unit next to an enemy attacks before movement on turn 1."""
    if not situation.activated_must_attack():
        return []
    bound = (unit for unit in situation.units if situation.is_activated(unit))
    return [unit for unit in bound if any(targets_of(situation, unit))]
