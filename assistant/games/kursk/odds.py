"""Odds (rules 9.0 to 9.3): one battle in full, or all that are possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.games.kursk.artillery import (
    BOMBARDMENT_RANGE,
    KINDS,
    and_why,
    bar_to_bombard,
    bar_to_shell,
    barred_guns,
    bombardment,
    counter_offers,
    counter_short,
    loss_order,
    support,
)
from assistant.games.kursk.battle import Battle, Out, may_attack, modes_of, segment_of, sorted_out
from assistant.games.kursk.declared import Declared, declared
from assistant.games.kursk.gun import gun_fire, gun_shifts
from assistant.games.kursk.overrun import left_behind
from assistant.games.kursk.reckoning import ATTACK, Strength, shifts
from assistant.games.kursk.results import read_cell
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import SIDES, hq_points, is_hq, points_of
from assistant.kernel.chances import chances
from assistant.kernel.chart import NOTHING, Figure
from assistant.kernel.combat import sides_of
from assistant.kernel.ledger import COLUMNS, Modifier, net
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds, Offer
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying


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
    if len(sides_of(named)) > 1:
        raise QuestionError("The attackers are of two sides: name units of one.")
    if sides_of(named) == sides_of(situation.at(target)[:1]):
        text = "The attackers and the units in {hex} are of one side: name units of the other."
        raise QuestionError(text, hex=target)
    battle, refused = _declared_battle(situation, target, named, what)
    return _odds(battle, refused)


@rule("9.11", "13.41", "13.53", "13.65")
def _declared_battle(
    situation: Situation, target: str, named: Sequence[Unit], what: Declared
) -> tuple[Battle, list[Out]]:
    """The battle as far as the units named may take part: artillery bombards, a headquarters that
    bombards does not attack."""
    guns = [unit for unit in named if unit.type == "artillery"]
    fighters = sorted([u for u in named if u not in guns], key=lambda unit: (unit.hex, unit.id))
    able, refused = sorted_out(situation, fighters, target)
    battle = Battle(situation, target, able, what)
    firing = [u for u in able if what.bombardment.get(u.id) and bar_to_bombard(battle, u) is None]
    text = "{unit} bombards and may not attack in this phase."
    refused += [(unit, Reason("13.53", text, "spent", unit=unit)) for unit in firing]
    battle = replace(battle, attackers=tuple(unit for unit in able if unit not in firing))
    bars = [(gun, _bar_to_named_gun(battle, gun)) for gun in guns]
    refused += [(gun, bar) for gun, bar in bars if bar is not None]
    return replace(battle, guns=tuple(gun for gun, bar in bars if bar is None)), refused


@rule("13.65")
def _bar_to_named_gun(battle: Battle, gun: Unit) -> Reason | None:
    """Why an artillery unit that is named may not bombard: a rule, or its fire at enemy guns."""
    reason = bar_to_shell(battle, gun)
    if reason is None and any(fire.unit == gun.id for fire in battle.declared.counter_battery):
        text = "{unit} fires at enemy guns and does not bombard in this phase."
        reason = Reason("13.65", text, unit=gun.shown)
    return reason


# The answer


@dataclass(frozen=True)
class Account:
    """A battle with its figures: strength, columns, die. A battle that is not fought has none."""

    battle: Battle

    @cached_property
    def strength(self) -> Strength:
        return Strength(self.battle)

    @cached_property
    def fought(self) -> bool:
        return bool(self.battle.defenders) and not self.battle.automatic

    @cached_property
    def modifiers(self) -> tuple[Modifier, ...]:
        return shifts(self.battle) if self.fought else ()

    @cached_property
    def shift(self) -> int:
        return net(self.modifiers)

    @cached_property
    def base(self) -> int | None:
        """The column of the net strength."""
        return self.battle.situation.charts.column(self.strength.net) if self.fought else None

    @cached_property
    def column(self) -> int | None:
        """The column after all shifts."""
        charts = self.battle.situation.charts
        return charts.column(self.strength.net, self.shift) if self.fought else None

    @cached_property
    def die(self) -> Figure:
        """What the defenders' steps add to the die."""
        charts = self.battle.situation.charts
        return charts.step_modifier(self.battle.steps) if self.fought else NOTHING

    def name(self, column: int | None) -> str | None:
        return None if column is None else self.battle.situation.charts.column_name(column)

    def ledger(self) -> Iterator[LedgerLine]:
        """The attack in the order in which it is worked out."""
        yield from self.strength.ledger()
        if self.battle.automatic:
            yield LedgerLine("guns alone in the hex", "eliminated without loss", "9.37")
        if not self.fought:
            return
        points = Saying("{n} {n|point|points}", n=self.strength.net)
        yield LedgerLine(points, Saying("column {column}", column=self.name(self.base)), "9.0")
        yield from (modifier.line() for modifier in self.modifiers if modifier.value)
        if self.shift:
            what = Saying("{n:+d} {n|column|columns} in all", n=self.shift)
            yield LedgerLine(what, Saying("column {column}", column=self.name(self.column)), "9.34")
        what = Saying("{n} defending {n|step|steps}", n=self.battle.steps)
        effect = Saying("{n:+d} to the die", n=round(self.die.number))
        yield LedgerLine(what, effect, "9.92", self.die.stand_in)

    def stand_ins(self) -> Iterator[str]:
        """What the answer takes from charts of our own, and from units that are ours."""
        for modifier in self.modifiers:
            if modifier.stand_in:
                yield Saying("{what}: columns", what=modifier.what)
        if self.die.stand_in:
            yield Saying("die modifier of {n} {n|step|steps}", n=self.battle.steps)
        if self.column is not None and self.battle.situation.charts.doubtful_results(self.column):
            yield Saying("results in column {column}", column=self.name(self.column))
        for unit in (*self.battle.attackers, *self.battle.defenders):
            if unit.stand_in:
                yield Saying("values of {unit}", unit=unit.shown)


def _odds(battle: Battle, refused: Iterable[Out] = ()) -> Odds:
    account, charts = Account(battle), battle.situation.charts
    bars = tuple(_bars(battle, account.strength))
    die = round(account.die.number)
    rolled = not bars and account.column is not None
    results = charts.results(account.column or 0, die) if rolled else {}
    gun, doubts = gun_fire(battle), list(account.stand_ins())
    out = (*refused, *bombardment(battle)[1], *barred_guns(battle))
    told = {
        "strength": account.strength.declared,
        "base": account.name(account.base),
        "die_modifier": die,
        "numbers": _numbers(battle, results),
        "segment": battle.segment,
        "automatic": battle.automatic,
        "attacker_mode": battle.attacker_mode if battle.attackers else None,
        "defender_mode": battle.defender_posture if battle.defenders else None,
        "bombarding": [gun.id for gun in battle.guns],
        "gun": gun,
        "loss_order": list(loss_order(battle)),
        "refused": [{"unit": unit.id, "rule": why.rule, "text": why.text} for unit, why in out],
        "stand_ins": doubts,
        "readings": readings(battle, account.strength, bool(gun and gun["possible"])),
    }
    return Odds(
        target=battle.target,
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.situation.at(battle.target)),
        attack=account.strength.net,
        defence=battle.steps,
        steps=tuple(account.ledger()),
        shift=account.shift,
        column=account.name(account.column),
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
    modes = modes_of(battle.situation, battle.holding)
    posture = battle.defender_posture if results else ""
    defender = posture if posture in modes else next(iter(modes))
    return {
        cell: read_cell(cell).after_modes(battle.attacker_mode, defender)._asdict()
        for cell in sorted(set(results.values()))
    }


@rule("6.14", "6.17", "9.16", "9.31", "9.86", "15.25")
def _bars(battle: Battle, strength: Strength) -> Iterator[Reason]:
    """What makes an attack unlawful as a whole."""
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
        yield Reason("9.12", "No unit may attack {hex}.", "missing", hex=target)
        return
    if any("advanced" in unit.markers for unit in battle.defenders):
        yield Reason("9.86", "The units in {hex} advanced in this segment.", hex=target)
    if battle.segment == "overrun":
        if len(battle.hexes) > 1:
            yield Reason("6.14", "The units of an overrun move together, from one hex.")
        if reason := left_behind(situation, battle.attackers, battle.attackers[0].hex):
            yield reason
    if weak := strength.bar():
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


@rule("9.45", "17.25")
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
    yield from counter_short(battle)
    position, what = battle.situation.position, battle.declared
    if battle.segment == "overrun" and (what.air_attack or what.air_defence):
        yield Reason("17.25", "Air points do not count in overruns.")
    if position.value("optional-intelligence") and position.viewer == battle.attacking_side:
        yield Reason("16.1", "More units may lie beneath the one that is seen.")


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
        return
    wanted = (battle.declared.suppress or 0, battle.declared.anti_tank or 0)
    for kind, named in zip(KINDS, wanted, strict=True):
        points, why = support(battle, kind) if named else (0, None)
        if named > points:
            text = "Of {n} {kind} {n|point|points} {m} can be given."
            said = and_why(Saying(text, n=named, kind=kind, m=points), why)
            yield Reason(why.rule if why else "13.31", said)


@rule("13.16")
def _unitary(battle: Battle) -> Iterator[Reason]:
    """Soviet artillery of which a part is declared fires with all of its points."""
    points = sum(map(points_of, battle.guns_of("artillery")))
    if battle.declared.suppress not in (None, 0, points):
        text = "Soviet artillery uses all of its {n} {n|point|points} or none."
        yield Reason("13.16", text, n=points)


def readings(battle: Battle, strength: Strength, fires: bool) -> list[str]:
    """The readings of open points on which this answer rests; `fires` tells whether guns do."""
    used = []
    if any(stack.unsupplied for stack in strength.stacks):
        used.append("supply-halving")
    if strength.bombardment:
        used.append("six-points")
        used += ["bombardment-suppressed"] if strength.suppression else []
    if strength.suppression and any(is_hq(unit) for unit in battle.attackers):
        used.append("artillery-hq")
    fired = gun_shifts(battle) if fires else ()
    if any(modifier.value and modifier.rule != "13.24" for modifier in fired):
        used.append("gun-modifiers")
    if battle.segment == "second" and battle.declared.anti_tank:
        used.append("anti-tank-second-segment")
    told = battle.situation.definition.options
    return [f"{name} = {told[name].value} ({told[name].rule})" for name in used]


@rule("9.45", "13.31", "13.41", "13.51", "17.21")
def offers(battle: Battle) -> Iterator[Offer]:
    """What either player may still declare."""
    if battle.segment == "first" and battle.attacking_side == "german":
        for hq in _headquarters_near(battle):
            points = hq_points(hq, "artillery")
            if points and bar_to_bombard(battle, hq) is None:
                yield Offer(f"bombardment={hq.id}:{points}", Saying(ATTACK, n=points), "13.55")
    if battle.segment == "first" and battle.attacking_side == "soviet":
        for name in battle.situation.near(battle.target):
            for gun in battle.situation.at(name):
                if gun not in battle.guns and bar_to_shell(battle, gun) is None:
                    effect = Saying(COLUMNS, n=gun.get("level") or 0)
                    yield Offer(f"--from {gun.id}", effect, "13.44")
    for name, modes in (
        ("attacker-mode", battle.attacker_modes),
        ("defender-mode", battle.defender_postures),
    ):
        for mode in modes if len(modes) > 1 else ():
            yield Offer(f"{name}={mode}", "the opponent's choice", "9.45")
    yield from counter_offers(battle)
    if battle.situation.value("optional-air") and battle.segment != "overrun":
        yield Offer("air-attack=1", "+1 column", "17.23")
        yield Offer("air-defence=1", "-1 column", "17.23")


def _headquarters_near(battle: Battle) -> Iterator[Unit]:
    """Headquarters near enough to bombard."""
    for name in sorted(battle.situation.board.grid.within(battle.target, BOMBARDMENT_RANGE)):
        yield from (unit for unit in battle.situation.at(name) if is_hq(unit))
