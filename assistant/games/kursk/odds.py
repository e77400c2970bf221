"""Odds (rules 5.6, 9.0 to 9.3, 9.93, 11.5): net strength, column shifts, one battle in full, or all
that are possible."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.games.kursk import guns
from assistant.games.kursk.air import granted
from assistant.games.kursk.battle import (
    Battle,
    Declared,
    Out,
    declared,
    may_attack,
    mixed_shift,
    mode_for_result,
    segment_of,
    sorted_out,
)
from assistant.games.kursk.charts import OWN_ENTRENCHMENT
from assistant.games.kursk.guns import BOMBARDMENT_RANGE, KINDS, and_why, bar_to_bombard, gun_shifts
from assistant.games.kursk.overruns import LEAST_ATTACK, left_behind
from assistant.games.kursk.results import read_cell
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    SIDES,
    attack_of,
    class_of,
    hq_points,
    is_gun,
    is_hq,
    points_of,
)
from assistant.kernel.chances import chances
from assistant.kernel.chart import NOTHING, Figure
from assistant.kernel.facts import kept_for
from assistant.kernel.ledger import COLUMNS, Modifier, by_chart, net, told
from assistant.kernel.room import no_friends, of_one_side
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, KeptOut, LedgerLine, Odds, Offer
from assistant.questions.protocol import Options
from assistant.questions.reasons import Reason, Saying

ATTACK = "{n:+d} attack"


@dataclass(frozen=True)
class StackStrength:
    """What the attackers of one hex bring; `infantry` is what artillery affects first."""

    hex: str
    units: tuple[Unit, ...]
    unsupplied: tuple[Unit, ...]
    infantry: int
    others: int

    @property
    def total(self) -> int:
        return self.infantry + self.others

    def line(self) -> LedgerLine:
        """The stack in the ledger, and those of it that are halved."""
        half = self.unsupplied
        text = "{units} in {hex}"
        if half:
            text += ", halved" if half == self.units else ", {units2} halved"
        what = Saying(text, units=self.units, hex=self.hex, units2=half)
        return LedgerLine(what, told(ATTACK, n=self.total), "11.55" if half else "9.0")


@rule("11.54", "11.55", "6.18")
def stack_strength(
    situation: Situation, units: Sequence[Unit], overrun: bool = False
) -> StackStrength:
    """The attackers of a hex; those out of supply are halved together, rounded down.

    In an overrun headquarters add nothing.
    """
    fighters = [unit for unit in units if not (overrun and is_hq(unit))]
    unsupplied = [unit for unit in fighters if not situation.supplied(unit)]
    reading = situation.option("supply-halving")
    halved = fighters if reading == "whole-stack" and unsupplied else unsupplied
    groups = [[unit] for unit in halved] if reading == "each-unit" else [halved]
    parts = [
        _by_class(situation, [unit for unit in fighters if unit not in halved]),
        *(_halved(situation, group) for group in groups),
    ]
    infantry, others = (sum(points) for points in zip(*parts, strict=True))
    return StackStrength(units[0].hex, tuple(units), tuple(unsupplied), infantry, others)


def _halved(situation: Situation, units: Iterable[Unit]) -> tuple[int, int]:
    """Half of units together, rounded down once; a point that is lost is the armour's."""
    infantry, others = _by_class(situation, units)
    total, armour = (infantry + others) // 2, others // 2
    return total - armour, armour


@rule("13.11")
def _by_class(situation: Situation, units: Iterable[Unit]) -> tuple[int, int]:
    """Attack points of infantry, and of all that artillery affects only secondarily."""
    hq_too = situation.option("artillery-hq") == "infantry"
    first = ("infantry", "headquarters") if hq_too else ("infantry",)
    points = [0, 0]
    for unit in units:
        points[class_of(situation.position, unit) not in first] += attack_of(unit)
    return points[0], points[1]


# Column shifts


def shifts(battle: Battle) -> tuple[Modifier, ...]:
    """All modifiers of a battle, in order; those of no columns tell where a chart was asked."""
    return (
        *terrain_shifts(battle),
        *hexside_shifts(battle),
        *mode_shifts(battle),
        *condition_shifts(battle),
        *support_shifts(battle),
    )


@rule("5.61", "5.62", "9.32")
def terrain_shifts(battle: Battle) -> Iterator[Modifier]:
    """All terrain of the hex adds up; of entrenchments only the defender's own count."""
    situation, side = battle.situation, battle.defending_side
    for kind in sorted(situation.ground.terrain(battle.target)):
        if not kind.startswith(OWN_ENTRENCHMENT):
            name = situation.definition.terrain[kind].name
            yield by_chart(name, situation.charts.shift(kind), "9.32")
    if situation.ground.entrenched(battle.target, side):
        figure = situation.charts.shift(f"{OWN_ENTRENCHMENT}-{side}")
        yield by_chart("own entrenchment", figure, "5.62")


@rule("9.33")
def hexside_shifts(battle: Battle) -> Iterator[Modifier]:
    """Of the hexsides attacked across the one with the smallest shift counts for all."""
    charts, board = battle.situation.charts, battle.situation.board
    crossed = []
    for name in battle.hexes:
        kinds = sorted(board.between(name, battle.target))
        figure = sum(map(charts.shift, kinds), NOTHING)
        named = [kind.replace("-", " ") for kind in kinds] or ["clear hexside"]
        what = Saying("{kinds:and}", kinds=named)
        crossed.append((abs(figure.number), what, figure))
    if crossed:
        _, what, figure = min(crossed, key=lambda entry: entry[:2])
        yield by_chart(what, figure, "9.33")
        yield from _exclusive_shifts(battle)


@rule("5.62", "5.63")
def _exclusive_shifts(battle: Battle) -> Iterator[Modifier]:
    """Dragon's teeth of the defender's own entrenchment, and depressions in whose rear he stands,
    count only if every attacker comes across them."""
    ground, charts = battle.situation.ground, battle.situation.charts
    owned = [ground.board.owned_by(battle.target, name) for name in battle.hexes]
    common = frozenset.intersection(*owned)
    if "dragon-teeth" in common and ground.entrenched(battle.target, battle.defending_side):
        yield by_chart("dragon's teeth", charts.shift("dragon-teeth"), "5.62")
    if "depression" in common:
        yield by_chart("depression", charts.shift("depression"), "5.63")


@rule("9.45", "9.93", "10.2")
def mode_shifts(battle: Battle) -> Iterator[Modifier]:
    """The modes of both forces; disruption stands in the place of the defenders' mode."""
    shift = battle.situation.charts.mode_shift
    mode, posture = battle.attacker_mode, battle.defender_posture
    yield by_chart(told("attackers {mode}", mode=mode), shift("attacker", mode), "9.93")
    yield by_chart(told("defenders {mode}", mode=posture), shift("defender", posture), "9.93")


@rule("6.0", "11.56", "11.18", "11.19")
def condition_shifts(battle: Battle) -> Iterator[Modifier]:
    """An overrun, defenders out of supply, and defenders of several commands."""
    situation, modifier = battle.situation, battle.situation.charts.modifier
    if battle.segment == "overrun":
        yield by_chart("overrun", modifier("overrun"), "6.0")
    supply = situation.supply
    if any(not supply[u.side].under_attack(u).supplied for u in battle.defenders):
        yield by_chart("defender out of supply", modifier("defender-oos"), "11.56")
    yield from mixed_shift("mixed command", situation, situation.command.mix(battle.defenders))


@rule("13.44", "17.21", "17.23", "17.25", "16.3")
def support_shifts(battle: Battle) -> Iterator[Modifier]:
    """Bombarding artillery, air points (never in an overrun), and the SS corps together."""
    modifier = battle.situation.charts.modifier
    levels = guns.bombarding_levels(battle)
    if levels:
        what = told("bombardment, {n} {n|level|levels}", n=levels)
        yield by_chart(what, modifier("bombardment-level"), "13.44", levels)
    for who, side, named in in_the_air(battle):
        points = granted(battle.situation.position, side, named, who == "attack")
        if points and battle.segment != "overrun":
            what = told("air points in {who}", who=who)
            yield by_chart(what, modifier(f"air-{who}"), "17.23", points)
    if ss_together(battle):
        yield by_chart("SS corps together", modifier("ss-corps"), "16.3")


def in_the_air(battle: Battle) -> Iterator[tuple[str, str, int]]:
    """What air points are for, whose they are, and how many of them are declared."""
    yield "attack", battle.attacking_side, battle.declared.air_attack
    yield "defence", battle.defending_side, battle.declared.air_defence


SS_UNITS = 3


@rule("16.3")
def ss_together(battle: Battle) -> bool:
    """With the optional rule, whether the three units of the SS corps all attack together."""
    situation = battle.situation
    if not situation.value("optional-ss") or battle.attacking_side != "german":
        return False
    corps: Counter[str] = Counter()
    for unit in battle.attackers:
        above = situation.command.directly_above(unit)
        if above and not is_hq(unit) and (_is_ss(above) or _is_ss(f"{unit.id} {unit.name}")):
            corps[above] += 1
    return any(count >= SS_UNITS for count in corps.values())


def _is_ss(name: str) -> bool:
    return any(word.startswith("ss") for word in re.split(r"[^a-z]+", name.lower()))


# The battle


def odds(
    situation: Situation, targets: Sequence[str], named: Sequence[Unit], options: Options
) -> Odds:
    """One attack in full: by the units named, or by all that may join; of several stacks that
    could overrun the hex by the strongest."""
    target, what = targets[0], declared(situation.position, options)
    if not named:
        answers = [_odds(battle) for battle in _battles(situation, target, what)]
        best = min(
            answers, key=lambda one: (not one.possible, *_rank(situation, one)), default=None
        )
        return best or _odds(Battle(situation, target, (), what))
    of_one_side(named)
    no_friends(named, situation.side_at(target))
    battle, refused = _declared_battle(situation, target, named, what)
    return _odds(battle, refused)


@rule("9.11", "13.41", "13.53", "13.65")
def _declared_battle(
    situation: Situation, target: str, named: Sequence[Unit], what: Declared
) -> tuple[Battle, list[Out]]:
    """The battle as far as the units named may take part: artillery bombards, a headquarters that
    bombards does not attack."""
    artillery = [unit for unit in named if unit.type == "artillery"]
    fighters = sorted(
        [u for u in named if u not in artillery], key=lambda unit: (unit.hex, unit.id)
    )
    able, refused = sorted_out(situation, fighters, target)
    battle = Battle(situation, target, able, what)
    firing = [u for u in able if what.bombardment.get(u.id) and bar_to_bombard(battle, u) is None]
    text = "{unit} bombards and may not attack in this phase."
    refused += [(unit, Reason("13.53", text, "spent", unit=unit)) for unit in firing]
    battle = replace(battle, attackers=tuple(unit for unit in able if unit not in firing))
    bars = [(gun, _bar_to_named_gun(battle, gun)) for gun in artillery]
    refused += [(gun, bar) for gun, bar in bars if bar is not None]
    return replace(battle, guns=tuple(gun for gun, bar in bars if bar is None)), refused


@rule("13.65")
def _bar_to_named_gun(battle: Battle, gun: Unit) -> Reason | None:
    """Why an artillery unit that is named may not bombard: a rule, or its fire at enemy guns."""
    reason = guns.bar_to_shell(battle, gun)
    if reason is None and any(fire.unit == gun.id for fire in battle.declared.counter_battery):
        text = "{unit} fires at enemy guns and does not bombard in this phase."
        reason = Reason("13.65", text, unit=gun.shown)
    return reason


# The answer


@dataclass(frozen=True)
class Account:
    """A battle with its figures: strength, columns, die. One that is not fought has no columns."""

    battle: Battle

    @cached_property
    def stacks(self) -> tuple[StackStrength, ...]:
        """What the attackers of each hex bring."""
        battle = self.battle
        from_hex = ([u for u in battle.attackers if u.hex == name] for name in battle.hexes)
        overrun = battle.segment == "overrun"
        return tuple(stack_strength(battle.situation, units, overrun) for units in from_hex)

    @property
    def declared(self) -> int:
        """Attack points of all stacks."""
        return sum(stack.total for stack in self.stacks)

    @cached_property
    def bombardment(self) -> int:
        return guns.bombardment(self.battle)[0]

    @cached_property
    def suppression(self) -> int:
        return guns.suppression(self.battle)

    @cached_property
    @rule("9.0", "13.12", "13.55")
    def strength(self) -> int:
        """Attack points after suppression; what bombardment adds cannot be suppressed."""
        infantry = sum(stack.infantry for stack in self.stacks)
        others = sum(stack.others for stack in self.stacks)
        if self.battle.situation.option("bombardment-suppressed"):
            return guns.suppressed(infantry, others + self.bombardment, self.suppression)
        return guns.suppressed(infantry, others, self.suppression) + self.bombardment

    @rule("9.31", "6.11")
    def bar(self) -> Reason | None:
        """At least six points before suppression and before any column shift."""
        with_guns = self.battle.situation.option("six-points") == "with-bombardment"
        points = self.declared + (self.bombardment if with_guns else 0)
        if points >= LEAST_ATTACK:
            return None
        number = "6.11" if self.battle.segment == "overrun" else "9.31"
        text = "{n} attack points; {m} are needed."
        return Reason(number, text, "odds", n=points, m=LEAST_ATTACK)

    # Columns and die

    @cached_property
    def fought(self) -> bool:
        return bool(self.battle.defenders) and not self.battle.automatic

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        return shifts(self.battle) if self.fought else ()

    @cached_property
    def shift(self) -> int:
        return net(self.modifiers)

    @kept_for
    def column(self, shift: int) -> str | None:
        """The column of the net strength so many columns farther to the right."""
        charts = self.battle.situation.charts
        return charts.column(self.strength, shift) if self.fought else None

    @cached_property
    def die(self) -> Figure:
        """What the defenders' steps add to the die."""
        charts = self.battle.situation.charts
        return charts.step_modifier(self.battle.steps) if self.fought else NOTHING

    def ledger(self) -> Iterator[LedgerLine]:
        """The attack in the order in which it is worked out: each stack, bombardment and
        suppression, then the columns and the die."""
        yield from (stack.line() for stack in self.stacks)
        if self.bombardment:
            yield LedgerLine("German bombardment", told(ATTACK, n=self.bombardment), "13.55")
        yield from guns.counter_ledger(self.battle, "artillery")
        if self.suppression:
            lost = self.declared + self.bombardment - self.strength
            what = told("suppression by {n} artillery {n|point|points}", n=self.suppression)
            yield LedgerLine(what, told(ATTACK, n=-lost), "13.12")
        if self.battle.automatic:
            yield LedgerLine("guns alone in the hex", "eliminated without loss", "9.37")
        if not self.fought:
            return
        points = told("{n} {n|point|points}", n=self.strength)
        yield LedgerLine(points, told("column {column}", column=self.column(0)), "9.0")
        yield from (modifier.line() for modifier in self.modifiers if modifier.value)
        if self.shift:
            what = told("{n:+d} {n|column|columns} in all", n=self.shift)
            column = told("column {column}", column=self.column(self.shift))
            yield LedgerLine(what, column, "9.34")
        what = told("{n} defending {n|step|steps}", n=self.battle.steps)
        effect = told("{n:+d} to the die", n=round(self.die.number))
        yield LedgerLine(what, effect, "9.92", self.die.stand_in)

    def stand_ins(self) -> Iterator[str]:
        """What the answer takes from charts of our own, and from units that are ours."""
        for modifier in self.modifiers:
            if modifier.stand_in:
                yield told("{what}: columns", what=modifier.what)
        if self.die.stand_in:
            yield told("die modifier of {n} {n|step|steps}", n=self.battle.steps)
        column = self.column(self.shift)
        if column and self.battle.situation.charts.table("combat").stand_in(column):
            yield told("results in column {column}", column=column)
        for unit in (*self.battle.attackers, *self.battle.defenders):
            if unit.stand_in:
                yield told("values of {unit}", unit=unit.shown)


def _odds(battle: Battle, refused: Sequence[Out] = ()) -> Odds:
    account, charts = Account(battle), battle.situation.charts
    kept_out = [why for _, why in refused]
    bars = tuple(_bars(battle, account, kept_out))
    die, column = round(account.die.number), account.column(account.shift)
    results = {} if bars or column is None else charts.results(column, die)
    gun, doubts = guns.gun_fire(battle), list(account.stand_ins())
    out = (*refused, *guns.bombardment(battle)[1], *guns.barred_guns(battle))
    told = {
        "strength": account.declared,
        "base": account.column(0),
        "die_modifier": die,
        "numbers": _numbers(battle, results),
        "segment": battle.segment,
        "automatic": battle.automatic,
        "attacker_mode": battle.attacker_mode if battle.attackers else None,
        "defender_mode": battle.defender_posture if battle.defenders else None,
        "bombarding": [gun.id for gun in battle.guns],
        "gun": gun,
        "loss_order": list(guns.loss_order(battle)),
        "refused": [KeptOut.of_unit(unit.id, why) for unit, why in out],
        "stand_ins": doubts,
        "readings": [],
    } | battle.situation.readings(readings(battle, account, gun is not None and gun.possible))
    return Odds(
        target=battle.target,
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.situation.at(battle.target)),
        attack=account.strength,
        defence=battle.steps,
        steps=tuple(account.ledger()),
        shift=account.shift,
        column=column,
        possible=not bars,
        results=results,
        chances=chances(results),
        stand_in=bool(doubts),
        because=(*bars, *notes(battle)),
        offers=() if bars else tuple(offers(battle)),
        extra={name: value for name, value in told.items() if value is not None},
    )


@rule("9.41", "9.47")
def _numbers(battle: Battle, results: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """What each cell that may come up means in the modes of this battle."""
    posture = battle.defender_posture if results else ""
    defender = mode_for_result(battle.situation, posture, battle.holding)
    return {
        cell: read_cell(cell).after_modes(battle.attacker_mode, defender)._asdict()
        for cell in sorted(set(results.values()))
    }


@rule("9.16", "9.77")
def struck_already(defenders: Iterable[Unit]) -> bool:
    """Whether all that defend retreated into the hex in this segment, beaten elsewhere; beside
    others who hold it they are attacked with them."""
    units = [unit for unit in defenders if not is_gun(unit)]
    return bool(units) and all("retreated" in unit.markers for unit in units)


@rule("6.14", "6.17", "9.16", "9.31", "9.86", "15.25")
def _bars(battle: Battle, account: Account, kept_out: Sequence[Reason]) -> Iterator[Reason]:
    """What makes an attack unlawful as a whole; where nobody is left of the units named, what
    keeps each of them out."""
    situation, target = battle.situation, battle.target
    if not situation.at(target):
        yield Reason("9.12", "{hex} is empty.", "missing", hex=target)
        return
    if not battle.defenders:
        text = "Only partisans are in {hex}: they are eliminated by moving in."
        yield Reason("15.25", text, hex=target)
        return
    if battle.segment == "none":
        yield Reason("9.12", "Nobody begins combat in this phase.", "phase")
    if not battle.attackers:
        if kept_out:
            yield from dict.fromkeys(kept_out)
        else:
            yield Reason("9.12", "No unit may attack {hex}.", "unit", hex=target)
        return
    if any("advanced" in unit.markers for unit in battle.defenders):
        yield Reason("9.86", "The units in {hex} advanced in this segment.", hex=target)
    if battle.segment != "overrun" and struck_already(battle.defenders):
        text = (
            "The units in {hex} were attacked in this segment: they retreated there. Take the mark"
            " Retreated off if that was earlier."
        )
        yield Reason("9.16", text, "spent", hex=target)
    if battle.segment == "overrun":
        if len(battle.hexes) > 1:
            yield Reason("6.14", "The units of an overrun move together, from one hex.")
        if reason := left_behind(situation, battle.attackers, battle.attackers[0].hex):
            yield reason
    if weak := account.bar():
        yield weak


# All attacks


@rule("9.12", "9.16")
def attacks(situation: Situation) -> Attacks:
    """Every possible attack by all who may join it, best first; in movement phases every overrun
    by a whole stack on a hex beside it."""
    answers = [
        _odds(battle)
        for side in SIDES
        for target in sorted(situation.defended[side])
        for battle in _battles(situation, target, Declared())
    ]
    found = (answer for answer in answers if answer.possible)
    return Attacks(tuple(sorted(found, key=lambda attack: _rank(situation, attack))))


def _battles(situation: Situation, target: str, what: Declared) -> Iterator[Battle]:
    joined = may_attack(situation, target)
    if joined and segment_of(situation) != "overrun":
        yield Battle(situation, target, joined, what)
        return
    for name in sorted({unit.hex for unit in joined}):
        stack = tuple(unit for unit in joined if unit.hex == name)
        yield Battle(situation, target, stack, what)


def _rank(situation: Situation, attack: Odds) -> tuple[int, float, str]:
    columns = situation.charts.columns.names
    place = columns.index(attack.column) if attack.column else len(columns)
    return -place, -attack.attack, attack.target


# What a player should know beside the numbers


@rule("9.45", "17.25", "20.7")
def notes(battle: Battle) -> Iterator[Reason]:
    """Choices of modes, points that nobody can give, and what may not be seen."""
    for who, modes in (
        ("attackers", battle.attacker_modes),
        ("defenders", battle.defender_postures),
    ):
        if len(modes) > 1:
            text = "The {who} are in several modes ({modes}): the opponent names one."
            yield Reason("9.45", text, who=who, modes=modes)
    yield from _short(battle)
    yield from guns.counter_short(battle)
    position, what = battle.situation.position, battle.declared
    if battle.segment == "overrun" and (what.air_attack or what.air_defence):
        yield Reason("17.25", "Air points do not count in overruns.")
    for who, side, named in in_the_air(battle):
        if (held := granted(position, side, named, who == "attack")) < named:
            text = "Of {n} air points named the {side} player has {m} for this battle."
            name = battle.situation.side_name(side)
            yield Reason("17.24", text, "markers", n=named, side=name, m=held)
    if position.value("optional-intelligence") and position.viewer == battle.attacking_side:
        yield Reason("16.1", "More units may lie beneath the one that is seen.", "unseen")


@rule("13.31", "13.32", "13.51")
def _short(battle: Battle) -> Iterator[Reason]:
    """Where Germans declare more points than headquarters can give."""
    for name, named in battle.declared.bombardment.items():
        hq = battle.situation.position.by_id[name]
        points = hq_points(hq, "artillery")
        if named > points and bar_to_bombard(battle, hq) is None:
            text = "Of {n} artillery points {unit} has {m}."
            yield Reason("13.51", text, n=named, unit=hq, m=points)
    if battle.defending_side != "german":
        yield from _unitary(battle)
        if battle.declared.anti_tank:
            text = (
                "Anti-tank points are declared by German defenders: Soviet guns fire by themselves."
            )
            yield Reason("13.36", text)
        return
    wanted = (battle.declared.suppress or 0, battle.declared.anti_tank or 0)
    for kind, named in zip(KINDS, wanted, strict=True):
        points, why = guns.support(battle, kind) if named else (0, None)
        if named > points:
            text = "Of {n} {kind} {n|point|points} {m} can be given."
            said = and_why(told(text, n=named, kind=kind, m=points), why)
            yield Reason(why.rule if why else "13.31", said)


@rule("13.16")
def _unitary(battle: Battle) -> Iterator[Reason]:
    """Soviet artillery of which a part is declared fires with all of its points."""
    points = sum(map(points_of, battle.guns_of("artillery")))
    if battle.declared.suppress not in (None, 0, points):
        text = "Soviet artillery uses all of its {n} {n|point|points} or none."
        yield Reason("13.16", text, n=points)


def readings(battle: Battle, account: Account, fires: bool) -> list[str]:
    """The options whose readings this answer rests on; `fires` tells whether guns do."""
    used = []
    if any(stack.unsupplied for stack in account.stacks):
        used.append("supply-halving")
    if account.bombardment:
        used.append("six-points")
        used += ["bombardment-suppressed"] if account.suppression else []
    if account.suppression and any(is_hq(unit) for unit in battle.attackers):
        used.append("artillery-hq")
    fired = gun_shifts(battle) if fires else ()
    if any(modifier.value and modifier.rule != "13.24" for modifier in fired):
        used.append("gun-modifiers")
    if battle.segment == "second" and fires and guns.loses_levels(battle):
        used.append("anti-tank-second-segment")
    return used


@rule("9.45", "13.31", "13.41", "13.51", "17.21", "20.7")
def offers(battle: Battle) -> Iterator[Offer]:
    """What either player may still declare."""
    if battle.segment == "first" and battle.attacking_side == "german":
        yield from _bombardments(battle)
    if battle.segment == "first" and battle.attacking_side == "soviet":
        yield from _shelling(battle)
    attacking, defending = battle.attacking_side, battle.defending_side
    for name, modes, chooser in (
        ("attacker-mode", battle.attacker_modes, defending),
        ("defender-mode", battle.defender_postures, attacking),
    ):
        for mode in modes if len(modes) > 1 else ():
            yield Offer(f"{name}={mode}", "the opponent's choice", "9.45", chooser)
    yield from guns.counter_offers(battle)
    if battle.situation.value("optional-air") and battle.segment != "overrun":
        for name, columns, side in (
            ("air-attack=1", 1, attacking),
            ("air-defence=1", -1, defending),
        ):
            if granted(battle.situation.position, side, 1, side == attacking):
                yield Offer(name, told(COLUMNS, n=columns), "17.23", side)


def _bombardments(battle: Battle) -> Iterator[Offer]:
    """German headquarters that may still give points to the attack: all that they have left."""
    for hq in _headquarters_near(battle):
        points = hq_points(hq, "artillery") - battle.declared.bombardment.get(hq.id, 0)
        if points > 0 and bar_to_bombard(battle, hq) is None:
            said = f"bombardment={hq.id}:{points}"
            yield Offer(said, told(ATTACK, n=points), "13.55", hq.side)


def _shelling(battle: Battle) -> Iterator[Offer]:
    """Soviet artillery beside the target that may join the attack."""
    for name in battle.situation.near(battle.target):
        for gun in battle.situation.at(name):
            if gun not in battle.guns and guns.bar_to_shell(battle, gun) is None:
                effect = told(COLUMNS, n=gun.get("level") or 0)
                yield Offer(f"--from {gun.id}", effect, "13.44", gun.side)


def _headquarters_near(battle: Battle) -> Iterator[Unit]:
    """Headquarters near enough to bombard."""
    for name in sorted(battle.situation.board.grid.within(battle.target, BOMBARDMENT_RANGE)):
        yield from (unit for unit in battle.situation.at(name) if is_hq(unit))
