"""The answers about attacks of a declared game: odds with their ledger, every attack, options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from assistant.classic.attackers import fresh, may_attack
from assistant.classic.battle import DIE, Battle
from assistant.classic.duties import duties
from assistant.classic.situation import Situation, cite, half_seen
from assistant.classic.strengths import defence_of, defending_strength, plain, printed_attack
from assistant.classic.supply import state_of
from assistant.classic.units import printed
from assistant.kernel.ledger import ATTACK, COLUMNS, DEFENCE, lines
from assistant.position import Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds, Offer
from assistant.questions.protocol import ONE_BY_ONE, Options, QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.game.problems import nearest
from builder.game.rulebook.tables import combat_table
from builder.game.rules_file.parts import exact
from builder.saying import AsWritten

MUST = "Every enemy unit next to one of the side's own must be attacked, by units that must attack."
TOP_ONLY = "Of the stack in {hex} only the top unit is seen: there may be others beneath it."
TIMES = "defence x{n}"
IN_HEX = "{hex}: {effect}"
EACH = "{units}: {n} instead of {m}"


def odds(
    situation: Situation, targets: tuple[str, ...], named: Sequence[Unit], options: Options
) -> Odds:
    """One attack in full: by the units named, or by all that may join."""
    if len(targets) > 1 and situation.rules.combat.hexes == "one":
        raise QuestionError(ONE_BY_ONE, hexes=targets)
    sides = {unit.side for unit in named}
    defenders = [unit for name in targets for unit in situation.stacks.get(name, ())]
    if len(sides) > 1 or sides & {unit.side for unit in defenders}:
        raise QuestionError("Attackers are of one side, and not of the defenders': name others.")
    if not named:
        side = _attacking_side(situation, defenders)
        able = may_attack(situation, side, targets) if side else ()
        named = fresh(situation, able) or able  # after its die a battle may be looked up again
    return answer(Battle(situation, targets, tuple(named), read_options(situation, options)))


def _attacking_side(situation: Situation, defenders: Sequence[Unit]) -> str:
    """The side in phase, else the one that is not attacked."""
    held = {unit.side for unit in defenders}
    if situation.phasing and situation.phasing not in held:
        return situation.phasing
    others = [side for side in situation.sides if side not in held]
    return others[0] if others and held else ""


def read_options(situation: Situation, options: Options) -> dict[str, int]:
    """The options of a battle, by the names that [combat.offers] declares."""
    offers = situation.rules.combat.offers
    found = {}
    for name, text in options.items():
        if name not in offers:
            remedy = nearest(name, offers) if offers else "The game declares none."
            wrong = "Unknown option '{name}'. {rest}"
            raise QuestionError(wrong, name=AsWritten(name), rest=remedy)
        most = offers[name].most
        if not (text.isascii() and text.isdigit() and int(text) <= most):
            wrong = "{name}={value}: write {name}=N, N from 0 to {n}."
            raise QuestionError(wrong, name=AsWritten(name), value=AsWritten(text), n=most)
        found[name] = int(text)
    return found


def attacks(situation: Situation) -> Attacks:
    """Every hex that the side in phase (or either) may attack, by all who may join, best first."""
    if situation.rules.combat.table == "" and combat_table(situation.position.game) is None:
        return Attacks(())
    found = []
    for target, defenders in situation.stacks.items():
        for side in situation.sides:
            if side == defenders[0].side or situation.phasing not in ("", side):
                continue
            attackers = fresh(situation, may_attack(situation, side, (target,)))
            battle = Battle(situation, (target,), attackers)
            if attackers and not battle.bars:
                found.append(battle)
    answers = tuple(answer(battle) for battle in sorted(found, key=_rank))
    return Attacks(
        answers,
        {"duties": [one.told() for one in duties(situation)]}
        if situation.rules.combat.mandatory
        else {},
    )


def _rank(battle: Battle) -> tuple[int, Fraction, str]:
    ratio = battle.attack / (battle.total_defence or Fraction(1, 2))
    return -(battle.column or 0), -ratio, battle.targets[0]


def answer(battle: Battle) -> Odds:
    """A battle as the answer to the question of odds."""
    possible = not battle.bars
    column = battle.column if possible else None
    steps = tuple(_ledger(battle))
    leaning = [line.what for line in steps if line.stand_in]
    leaning += [unit.id for unit in (*battle.attackers, *battle.defenders) if unit.stand_in]
    heading = None if column is None else battle.chart.columns[column]
    if heading and battle.chart.stand_in(heading):
        leaning.append(f"{battle.chart.name} {heading}")
    because = list(battle.bars)
    if possible and battle.combat.mandatory:
        because.append(Reason(cite(battle.combat, "combat", "mandatory"), MUST))
    hexes = (*battle.targets, *(unit.hex for unit in battle.attackers))
    for name in half_seen(battle.situation.position, hexes):
        because.append(
            Reason(cite(battle.situation.rules.fog, "fog"), TOP_ONLY, "unseen", hex=name)
        )
    return Odds(
        target=",".join(battle.targets),
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.defenders),
        attack=plain(battle.attack),
        defence=plain(battle.total_defence),
        steps=steps,
        shift=battle.shift,
        column=heading,
        possible=possible,
        results=battle.results,
        chances=battle.chances if possible else {},
        stand_in=bool(leaning),
        because=tuple(because),
        offers=tuple(_offers(battle)) if possible else (),
        extra={"stand_ins": leaning} if leaning else {},
    )


def _ledger(battle: Battle) -> Iterator[LedgerLine]:
    """Everything that changed a strength, the column or the die, in order."""
    yield from _unit_lines(battle)
    rule = cite(battle.situation.rules.supply, "supply")
    for unit in battle.defenders:
        before = printed(unit, battle.situation.defence_field)
        if (now := defence_of(battle.situation, unit)) != before:
            effect = Saying(EACH, units=[unit.shown], n=plain(now), m=plain(before))
            yield LedgerLine(state_of(battle.situation, unit), effect, rule)
    text = TIMES if battle.combat.terrain == "multiply" else DEFENCE
    for name in battle.held:
        for kind, value, doubt in battle.ground_of_defence(name):
            effect = Saying(text, n=plain(value))
            if len(battle.held) > 1:
                effect = Saying(IN_HEX, hex=name, effect=effect)
            yield LedgerLine(kind, effect, battle.terrain.rule_of(kind), doubt)
    for kind, across in battle.terrain.whole_entries:
        if across.defence != "same":
            effect_ = Saying("defence {amount}", amount=str(across.defence))
            yield LedgerLine(kind, effect_, across.rule or battle.rule)
    for unit in battle.defending_support:
        added = plain(defending_strength(battle.situation, unit))
        yield LedgerLine(unit.shown, Saying(DEFENCE, n=added), battle.rule)
    for name, n in battle.options.items():
        offer = battle.combat.offers[name]
        for text, value_ in ((ATTACK, offer.attack), (DEFENCE, offer.defence)):
            if value_ and n:
                effect = Saying(text, n=plain(exact(value_) * n))
                yield LedgerLine(offer.name or name, effect, offer.rule or battle.rule)
    yield from lines((*battle.shifts, *battle.rolls))


def _unit_lines(battle: Battle) -> Iterator[LedgerLine]:
    """One line for each cause that changed attackers, with those whom it changed."""
    causes: dict[tuple[str, str], list[tuple[str, Fraction, Fraction]]] = {}
    for unit in battle.attackers:
        before = printed_attack(battle.situation, unit, near=bool(battle.terrain.faces(unit)))
        for what, rule, value in battle.strength_of(unit)[1]:
            causes.setdefault((what, rule), []).append((unit.shown, before, value))
            before = value
    for (what, rule), hit in causes.items():
        before = sum((one for _, one, _ in hit), Fraction(0))
        after = sum((one for _, _, one in hit), Fraction(0))
        values = {"units": [name for name, _, _ in hit], "n": plain(after), "m": plain(before)}
        yield LedgerLine(what, Saying(EACH, **values), rule)


def _offers(battle: Battle) -> Iterator[Offer]:
    """What could still be added."""
    for name, offer in battle.combat.offers.items():
        if battle.options.get(name, 0) >= offer.most:
            continue
        if offer.side and offer.side != battle.side:
            continue
        words = [
            Saying(text, n=plain(exact(value)))
            for text, value in (
                (COLUMNS, offer.shift), (DIE, offer.die),
                (ATTACK, offer.attack), (DEFENCE, offer.defence),
            )
            if value
        ]  # fmt: skip
        effect = words[0] if len(words) == 1 else Saying("{words}", words=words)
        yield Offer(
            f"{name}={battle.options.get(name, 0) + 1}",
            effect,
            offer.rule or battle.rule,
            offer.side or None,
        )
