"""Guns (rule 13): suppression, bombardment, counter-battery and anti-tank fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from assistant.games.kursk import sayings
from assistant.games.kursk.battle import AIMS, Battle, Gun, Out, Segment, mixed_shift
from assistant.games.kursk.results import read_cell
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    class_of,
    hq_points,
    is_combat_unit,
    is_disrupted,
    is_gun,
    is_hq,
    is_independent,
    points_of,
    printed,
    steps_of,
)
from assistant.kernel.chances import chances
from assistant.kernel.ledger import Modifier, any_stand_in, by_chart, net
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import not_adjacent
from assistant.position import Unit
from assistant.questions.answers import LedgerLine, Offer, Told
from assistant.questions.reasons import Reason, Saying

KINDS = tuple(dict.fromkeys(AIMS.values()))
LOST = "{n:+d} {kind} {n|point|points}"


# Counter-battery fire (13.6)


@rule("13.61", "13.62")
def bar_of_segment(battle: Battle, against: Gun) -> Reason | None:
    """Artillery is cancelled in the combat segments, anti-tank points in the gun segment only,
    nothing in an overrun."""
    if battle.segment not in ("first", "second"):
        return Reason("13.62", "Counter-battery fire belongs to the combat phase.", "phase")
    if against == "anti-tank" and battle.segment != "first":
        return Reason("13.62", "Anti-tank points are cancelled in the gun segment only.", "phase")
    return None


@rule("13.61", "13.62", "13.65")
def german_pool(battle: Battle) -> int:
    """Points of headquarters with or next to the units that they protect, attackers or defenders,
    without those that bombard."""
    far = battle.situation.board.grid.distance
    hexes = battle.hexes if battle.attacking_side == "german" else (battle.target,)
    return sum(
        max(0, hq_points(hq, "artillery") - battle.declared.bombardment.get(hq.id, 0))
        for hq in battle.situation.command.headquarters
        if any(far(hq.hex, name) <= 1 for name in hexes)
    )


@rule("13.61", "13.62")
def cancelled_by_germans(battle: Battle, against: Gun) -> int:
    """Soviet points that German ones cancel, one for one; artillery before anti-tank points where
    the headquarters have not enough for both."""
    if not _named(battle, against) or bar_of_segment(battle, against) is not None:
        return 0
    pool, named = german_pool(battle), _named(battle, "artillery")
    if against == "artillery":
        return min(named, pool)
    if battle.attacking_side != "german":
        return 0
    return min(_named(battle, "anti-tank"), max(0, pool - named))


def _named(battle: Battle, against: Gun) -> int:
    """German points declared against guns of a kind."""
    fire = battle.declared.counter_battery
    return sum(one.points for one in fire if not one.unit and one.against == against)


@rule("13.64", "13.65")
def bar_to_counter(battle: Battle, gun: Unit, against: Gun) -> Reason | None:
    """Why a Soviet artillery unit may not cancel German points: the side, the segment, or no
    attacking combat unit in its hex."""
    if gun.type != "artillery" or battle.attacking_side != gun.side:
        return Reason("13.64", "{unit} is no artillery of the attacker.", "unit", unit=gun)
    if battle.situation.command.is_reserve(gun):
        return sayings.reserve(unit=gun)
    if not any(is_combat_unit(unit) and unit.hex == gun.hex for unit in battle.attackers):
        text = "{unit} is not stacked with an attacking combat unit."
        return Reason("13.64", text, "friends", unit=gun)
    return bar_of_segment(battle, against)


@rule("13.64", "13.16")
def cancelled_by_soviets(battle: Battle, against: Gun) -> int:
    """German points that Soviet artillery cancels, each unit with all of its points."""
    aimed = ((gun, bar) for gun, aim, bar in _soviet_guns(battle) if aim == against)
    return sum(points_of(gun) for gun, bar in aimed if bar is None)


@rule("13.64")
def barred_guns(battle: Battle) -> Iterator[Out]:
    """Soviet artillery that was named for counter-battery fire and may not, and why."""
    for gun, _, bar in _soviet_guns(battle):
        if bar is not None:
            yield gun, bar


def _soviet_guns(battle: Battle) -> Iterator[tuple[Unit, Gun, Reason | None]]:
    for one in battle.declared.counter_battery:
        if one.unit:
            gun = battle.situation.position.by_id[one.unit]
            yield gun, one.against, bar_to_counter(battle, gun, one.against)


def _soviet_points(battle: Battle, against: Gun) -> int:
    """Soviet points of a kind that fire in this battle: those that bombard, or that defend."""
    if battle.attacking_side == "german":
        return sum(map(points_of, battle.guns_of(against)))
    return sum(map(points_of, battle.guns)) if against == "artillery" else 0


def _german_points(battle: Battle, against: Gun) -> int:
    """German points of a kind that were declared in defence."""
    if battle.attacking_side == "german":
        return 0
    declared = battle.declared
    return (declared.suppress if against == "artillery" else declared.anti_tank) or 0


def counter_ledger(battle: Battle, against: Gun) -> Iterator[LedgerLine]:
    """The points that either side loses."""
    german = min(cancelled_by_germans(battle, against), _soviet_points(battle, against))
    soviet = min(cancelled_by_soviets(battle, against), _german_points(battle, against))
    for cancelled, number in ((german, "13.62"), (soviet, "13.64")):
        if cancelled:
            effect = Saying(LOST, n=-cancelled, kind=against)
            yield LedgerLine("counter-battery fire", effect, number)


@rule("13.61", "13.62")
def counter_short(battle: Battle) -> Iterator[Reason]:
    """Where more German points are declared than can fire."""
    for against in KINDS:
        named = _named(battle, against)
        fired = cancelled_by_germans(battle, against)
        if named > fired:
            words = "Of {n} {n|point|points} of counter-battery fire {m} can be given."
            text, bar = Saying(words, n=named, m=fired), bar_of_segment(battle, against)
            yield Reason("13.62", and_why(text, bar))


def and_why(text: Saying, reason: Reason | None) -> Saying:
    """A sentence with that of its reason, if there is one."""
    return Saying("{text} {more}", text=text, more=reason.text) if reason else text


@rule("13.61", "13.62", "13.64")
def counter_offers(battle: Battle) -> Iterator[Offer]:
    """Counter-battery fire that could still be declared against what fires in this battle."""
    if not battle.situation.value("optional-counter-battery"):
        return
    for against in KINDS:
        if bar_of_segment(battle, against) is None:
            yield from _german_offers(battle, against)
            yield from _soviet_offers(battle, against)


def _german_offers(battle: Battle, against: Gun) -> Iterator[Offer]:
    used = sum(_named(battle, kind) for kind in KINDS)
    points = min(_soviet_points(battle, against), german_pool(battle) - used)
    if points > 0:
        number = "13.62" if battle.attacking_side == "german" else "13.61"
        yield _counter_offer(str(points), points, against, number, "german")


def _soviet_offers(battle: Battle, against: Gun) -> Iterator[Offer]:
    if not _german_points(battle, against):
        return
    named = {gun.id for gun, *_ in _soviet_guns(battle)} | {gun.id for gun in battle.guns}
    for name in battle.hexes:
        for gun in battle.situation.at(name):
            if gun.id not in named and bar_to_counter(battle, gun, against) is None:
                yield _counter_offer(gun.id, points_of(gun), against, "13.64", gun.side)


def _counter_offer(who: str, points: int, against: Gun, number: str, owner: str) -> Offer:
    aim = "" if against == "artillery" else f":{against}"
    effect = Saying(LOST, n=-points, kind=against)
    return Offer(f"counter-battery={who}{aim}", effect, number, owner)


# German headquarters in defence (13.3)


@rule("13.31", "13.32", "13.38", "13.37")
def bar_to_support(battle: Battle, hq: Unit) -> Reason | None:
    """Why a headquarters may not give points to the defenders: distance, no unit of its own among
    them, or attacked itself without a combat unit beside it."""
    situation, target = battle.situation, battle.target
    if situation.board.grid.distance(hq.hex, target) > 1:
        text = "{unit} is neither with nor next to {hex}."
        return Reason("13.31", text, "distance", unit=hq, hex=target)
    combat = any(is_combat_unit(unit) and not is_hq(unit) for unit in battle.holding)
    if hq.hex == target and not combat:
        text = "{unit} is attacked without a combat unit beside it."
        return Reason("13.38", text, "friends", unit=hq)
    if not _under(situation, hq, battle.defenders):
        text = "No unit directly under {unit} is in {hex}."
        return Reason("13.32", text, "command", unit=hq, hex=target)
    return None


def _under(situation: Situation, hq: Unit, units: Iterable[Unit]) -> list[Unit]:
    """Units that are directly subordinate to a headquarters now."""
    own = (unit for unit in units if situation.command.directly_above(unit) == hq.id)
    return [unit for unit in own if not is_independent(unit)]


@rule("13.3", "13.36", "11.59")
def supporters(battle: Battle, kind: Gun) -> Iterator[tuple[Unit, int, Reason | None]]:
    """The defenders' headquarters that have points of a kind, how many, and why they may not give
    them in this battle; None if they may."""
    for hq in battle.situation.command.headquarters:
        points = hq_points(hq, kind)
        if hq.side != battle.defending_side or not points:
            continue
        reason = bar_to_support(battle, hq)
        supply = battle.situation.supply[hq.side].under_attack(hq)
        if reason is None and kind == "anti-tank" and not supply.supplied:
            reason = sayings.unsupplied("11.59", unit=hq)
        yield hq, points, reason


@rule("13.31", "13.33", "13.34")
def support(battle: Battle, kind: Gun) -> tuple[int, Reason | None]:
    """The points that German headquarters can give the defenders, and, if there are none, why.
    Out of supply their guns may suppress but not fire at tanks."""
    total, why = 0, None
    for _, points, reason in supporters(battle, kind):
        if reason is None:
            total += points
        elif why is None or why.rule == "13.31":
            why = reason  # one about a headquarters that is at least near tells more
    if total or why:
        return total, why
    return 0, Reason("13.3", "No headquarters has {kind} points.", "unit", kind=kind)


# Suppression (13.1)


@rule("13.11", "13.12", "13.13", "13.14", "13.35")
def suppressed(infantry: int, others: int, points: int) -> int:
    """What artillery leaves of an attack: its points from the infantry first, half of what then
    remains, rounded down, from armour and headquarters."""
    if infantry >= points:
        return infantry - points + others
    return max(0, others - (points - infantry) // 2)


@rule("13.16", "13.17", "13.19", "13.35")
def suppression(battle: Battle) -> int:
    """Artillery points that suppress the attack: all of a Soviet unit stacked with others unless
    declined, or the German points declared, as far as there are any."""
    named = battle.declared.suppress
    if battle.automatic or not battle.defenders or named == 0:
        return 0
    if battle.defending_side == "german":
        given = min(named, _left_to_suppress(battle)) if named else 0
        return max(0, given - cancelled_by_soviets(battle, "artillery"))
    points = sum(map(points_of, battle.guns_of("artillery")))
    return max(0, points - cancelled_by_germans(battle, "artillery")) if points else 0


@rule("13.65")
def _left_to_suppress(battle: Battle) -> int:
    """Points that German headquarters can give in defence beside their counter-battery fire, for
    which those that may not suppress fire first."""
    able, cancelled = support(battle, "artillery")[0], cancelled_by_germans(battle, "artillery")
    if not cancelled:
        return able
    return able - max(0, cancelled - max(0, german_pool(battle) - able))


@rule("13.15", "9.61", "9.62")
def loss_order(battle: Battle) -> tuple[str, ...]:
    """In what order attackers lose steps: infantry before the rest against artillery that is
    stacked with the defenders, headquarters last."""
    guns = bool(battle.guns_of("artillery")) and not battle.automatic
    used = guns or (battle.defending_side == "german" and suppression(battle) > 0)
    return ("infantry", "armoured", "headquarters") if used else ("any", "headquarters")


# German bombardment (13.5)

BOMBARDMENT_RANGE = 2


@rule("13.51", "13.52", "13.54", "11.59", "13.37")
def bar_to_bombard(battle: Battle, hq: Unit) -> Reason | None:
    """Why a headquarters may not bombard: the segment, its side, no points, the range, its supply,
    or fewer than two, and not all, of its units in the attack."""
    situation, target = battle.situation, battle.target
    if hq.side != "german" or battle.attacking_side != "german":
        return Reason("13.5", "{unit} has no artillery to bombard with here.", "unit", unit=hq)
    if battle.segment != "first":
        return Reason("13.51", "Bombardment belongs to the first combat segment.", "phase")
    if not hq_points(hq, "artillery"):
        number = "13.37" if "recovered" in hq.markers else "13.5"
        return Reason(number, "{unit} has no artillery points.", "unit", unit=hq)
    if situation.board.grid.distance(hq.hex, target) > BOMBARDMENT_RANGE:
        text = "{unit} is more than two hexes from {hex}."
        return Reason("13.54", text, "distance", unit=hq, hex=target)
    if not situation.supplied(hq):
        return sayings.unsupplied("11.59", unit=hq)
    own = [unit for unit in _under(situation, hq, situation.units) if not is_hq(unit)]
    attacking = {unit.id for unit in _under(situation, hq, battle.attackers)}
    if len(attacking) < 2 and not (attacking and all(unit.id in attacking for unit in own)):
        text = "Fewer than two of {unit}'s units attack {hex}."
        return Reason("13.52", text, "friends", unit=hq, hex=target)
    return None


@rule("13.55", "13.5")
def bombardment(battle: Battle) -> tuple[int, list[Out]]:
    """Points that German artillery adds to the attack, of those declared no more than there are,
    and the headquarters that may not."""
    total, barred = 0, []
    for name, points in battle.declared.bombardment.items():
        hq = battle.situation.position.by_id[name]
        reason = bar_to_bombard(battle, hq)
        if reason is None:
            total += min(points, hq_points(hq, "artillery"))
        else:
            barred.append((hq, reason))
    return total, barred


# Soviet bombardment (13.4)


@rule("13.41", "13.42", "13.43", "11.59", "18.3", "4.2")
def bar_to_shell(battle: Battle, gun: Unit) -> Reason | None:
    """Why a Soviet artillery unit may not bombard: the phase, the distance, its supply, or no
    combat unit that attacks the same hex."""
    situation, target = battle.situation, battle.target
    if gun.type != "artillery":
        return Reason("9.11", "{unit} fires only at attackers.", "unit", unit=gun)
    if battle.segment != "first" or not situation.moment.belongs_to(gun.side):
        return Reason("13.41", "Artillery bombards in the first combat segment only.", "phase")
    if target not in situation.near(gun.hex):
        return not_adjacent("13.43", unit=gun, hex=target)
    if situation.command.is_reserve(gun):
        return sayings.reserve(unit=gun)
    if not situation.supplied(gun):
        return sayings.unsupplied("11.59", unit=gun)
    if not any(is_combat_unit(unit) for unit in battle.attackers):
        text = "No combat unit attacks {hex} with {unit}."
        return Reason("13.42", text, "friends", hex=target, unit=gun)
    return None


@rule("13.44", "13.61")
def bombarding_levels(battle: Battle) -> int:
    """Levels of all bombarding artillery; points lost to counter-battery fire may lower one."""
    left = cancelled_by_germans(battle, "artillery") if battle.guns else 0
    levels = 0
    for gun in battle.guns:
        if left:
            taken = min(left, points_of(gun))
            left -= taken
            levels += reduced_level(battle.situation, gun, taken)
        else:
            levels += printed(gun, "level")
    return levels


@rule("13.61")
def reduced_level(situation: Situation, gun: Unit, cancelled: int) -> int:
    """The level at which artillery works with some of its points cancelled; none without points."""
    points = points_of(gun) - cancelled
    return min(printed(gun, "level"), situation.charts.level_for(points)) if points > 0 else 0


# Anti-tank fire (13.2)


@dataclass(frozen=True)
class GunStep(Told):
    """A line of the ledger of anti-tank fire."""

    what: str
    effect: str
    rule: str


@dataclass(frozen=True)
class GunFire(Told):
    """Anti-tank fire worked out: `attack` points against `defence` steps, the column before its
    shift as `base`. `losses_first` is who pays for its results, `own_result` how a result counts
    against the guns, `own_levels` what each costs them; both None for German points, which are
    never lost."""

    possible: bool
    rule: str
    attack: int
    defence: int
    base: str
    shift: int
    column: str
    die_modifier: int
    steps: tuple[GunStep, ...]
    results: Mapping[str, str]
    chances: Mapping[str, float]
    losses_first: tuple[str, ...]
    own_result: str | None
    own_levels: Mapping[str, int] | None
    stand_in: bool


@dataclass(frozen=True)
class NoGunFire(Told):
    """Guns that are there, and why they do not fire."""

    possible: bool
    rule: str
    text: str


@rule("13.2", "13.22", "13.23", "13.36", "13.63", "13.18")
def gun_fire(battle: Battle) -> GunFire | NoGunFire | None:
    """The fire of the guns in the target hex, or of the German points declared; None if there are
    neither."""
    guns, named = battle.guns_of("anti-tank"), battle.declared.anti_tank
    if battle.defending_side == "german":
        if not named:
            return None
        points, reason = support(battle, "anti-tank")
        points, reason = min(named, points), None if points else reason
        cancelled = cancelled_by_soviets(battle, "anti-tank")
    elif guns:
        points, reason = sum(map(points_of, guns)), bar_to_fire(battle)
        cancelled = cancelled_by_germans(battle, "anti-tank")
    else:
        return None
    if reason is None and not battle.attackers:
        reason = Reason("13.22", "Nobody attacks {hex}.", "missing", hex=battle.target)
    if reason is None and cancelled >= points:
        reason = Reason("13.63", "Counter-battery fire cancels all anti-tank points.", "spent")
    if reason is not None:
        return NoGunFire(False, reason.rule, reason.text)
    return _resolved(battle, points - cancelled)


@rule("13.28", "6.33", "11.59", "13.27")
def bar_to_fire(battle: Battle) -> Reason | None:
    """Guns do not fire without a combat unit or headquarters beside them, disrupted, or out of
    supply."""
    if not any(is_combat_unit(unit) or is_hq(unit) for unit in battle.holding):
        text = "No combat unit or headquarters is stacked with the guns."
        return Reason("13.28", text, "friends")
    for gun in battle.guns_of("anti-tank"):
        if is_disrupted(gun):
            return sayings.disrupted("6.33", unit=gun)
        if not battle.situation.supplied(gun):
            return sayings.unsupplied("11.59", unit=gun)
    return None


def _resolved(battle: Battle, points: int) -> GunFire:
    situation, charts = battle.situation, battle.situation.charts
    modifiers = tuple(gun_shifts(battle))
    shift = net(modifiers)
    column = charts.column(points, shift)
    steps = sum(steps_of(unit) for unit in battle.attackers if not is_gun(unit))
    die = charts.step_modifier(steps)
    results = charts.results(column, round(die.number))
    lines = (
        *counter_ledger(battle, "anti-tank"),
        *(modifier.line() for modifier in modifiers if modifier.value),
    )
    table_is_ours = charts.table("combat").stand_in(column)
    loses = loses_levels(battle)
    return GunFire(
        possible=True,
        rule="13.2",
        attack=points,
        defence=steps,
        base=charts.column(points),
        shift=shift,
        column=column,
        die_modifier=round(die.number),
        steps=tuple(GunStep(one.what, one.effect, one.rule) for one in lines),
        results=results,
        chances={cell: round(chance, 3) for cell, chance in chances(results).items()},
        losses_first=struck_first(),
        own_result=own_result(situation, battle.segment) if loses else None,
        own_levels={
            cell: levels_lost(situation, read_cell(cell).attacker, battle.segment)
            for cell in sorted(set(results.values()))
        }
        if loses
        else None,
        stand_in=die.stand_in or table_is_ours or any_stand_in(modifiers),
    )


@rule("13.24", "13.21", "13.22")
def gun_shifts(battle: Battle) -> Iterator[Modifier]:
    """Anti-tank fire loses a column against infantry and headquarters alone, and takes the other
    modifiers for those that it strikes; terrain never counts."""
    situation = battle.situation
    classes = {class_of(situation.position, u) for u in battle.attackers if not is_gun(u)}
    if "armoured" not in classes:
        figure = situation.charts.modifier("gun-at-infantry")
        yield by_chart("infantry and headquarters only", figure, "13.24")
    if situation.option("gun-modifiers") == "all":
        yield from _target_shifts(battle)


@rule("13.24", "11.56", "11.18", "11.19", "9.93")
def _target_shifts(battle: Battle) -> Iterator[Modifier]:
    """What the attackers' supply, commands and mode add to fire at them, as if they defended. Of
    several stacks the least mixed one counts."""
    situation, mode = battle.situation, battle.attacker_mode
    modifier = situation.charts.modifier
    figure = situation.charts.mode_shift("defender", mode)
    yield by_chart(Saying("targets {mode}", mode=mode), figure, "9.93")
    if not all(map(situation.supplied, battle.attackers)):
        yield by_chart("targets out of supply", modifier("defender-oos"), "11.56")
    mixes = [
        situation.command.mix([unit for unit in battle.attackers if unit.hex == name])
        for name in battle.hexes
    ]
    mix = min(mixes, key=lambda one: round(modifier(one).number) if one else 0)
    yield from mixed_shift("targets of mixed command", situation, mix)


@rule("13.25", "13.29", "9.62")
def struck_first() -> tuple[str, ...]:
    """What anti-tank fire hits is lost in steps: armour first, headquarters last."""
    return "armoured", "infantry", "headquarters"


@rule("13.36")
def loses_levels(battle: Battle) -> bool:
    """Whether results strike the guns too: the points of German headquarters are never lost."""
    return battle.defending_side == "soviet"


@rule("13.26")
def own_result(situation: Situation, segment: Segment) -> str:
    """How a result against the guns counts: half in the gun segment, full in an overrun."""
    second_full = situation.option("anti-tank-second-segment") == "full"
    full = segment == "overrun" or (segment == "second" and second_full)
    return "full" if full else "half, rounded up"


@rule("13.26", "13.25", "9.64")
def levels_lost(situation: Situation, result: int, segment: Segment) -> int:
    """Levels that a result costs anti-tank guns."""
    return result if own_result(situation, segment) == "full" else (result + 1) // 2
