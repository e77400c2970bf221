"""The attackers of a battle, judged by its result: what they lost, who fell back, who advanced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assistant.questions.answers import Retreats
from assistant.questions.play import Rolled
from assistant.questions.protocol import QuestionError, Rules
from assistant.referee.battles import LoggedBattle, retreats_at_most
from assistant.referee.defenders import GAINED, NOT_LOST, STAYS, after_the_others, judge_defender
from assistant.referee.fates import Fate
from assistant.referee.following import judge_advance, one_too_many
from assistant.referee.losses import TOO_FEW, attackers_due, paid, split_paid, too_many
from assistant.referee.verdicts import LAWFUL, Finding, Verdict, unlawful
from builder.game.rules_file.chapters import Result


def judge_attackers(
    rules: Rules, battle: LoggedBattle, outcome: dict[str, Fate], losers: Mapping[str, Fate]
) -> Iterator[Verdict]:
    """What became of the attackers: the steps that they owe, and where each went."""
    struck = [outcome[id_] for id_ in battle.attackers if id_ in outcome]
    if any(fate.hidden for fate in struck):
        return
    game = battle.position.game
    for fate in struck:
        if fate.lost < 0 and not fate.gone:
            finding = unlawful(battle.rule, GAINED, unit=fate.unit.shown, n=-fate.lost)
            yield battle.verdict(fate.moment, finding, "recovery", fate.unit)
    if game.rules is not None:
        yield from _declared_losses(rules, battle, struck)
    elif struck and battle.odds is not None:
        yield from _losses_due(rules, battle, outcome, struck)
    went = (fate for fate in struck if fate.went and not fate.lost < 0)
    gone = 0
    for fate in sorted(went, key=lambda fate: fate.moment.number):
        if _fell_back(rules, battle, fate):
            yield battle.verdict(fate.moment, LAWFUL, "retreat", fate.unit, fate.went)
            continue
        advanced = judge_advance(rules, battle, fate, losers)
        if advanced is not None:
            if advanced.verdict == "lawful":
                gone += 1
                advanced = one_too_many(battle, fate, gone) or advanced
            yield battle.verdict(fate.moment, advanced, "advance", fate.unit, fate.went)


def _losses_due(
    rules: Rules, battle: LoggedBattle, outcome: Mapping[str, Fate], struck: Sequence[Fate]
) -> Iterator[Verdict]:
    """The attackers' losses in a game that is code."""
    game, odds = battle.position.game, battle.odds
    answer = next((told for _, told in battle.retreats(rules)), "")
    chosen = not isinstance(answer, str) and bool(answer.extra.get("alternatives"))
    told = answer.outcome if not isinstance(answer, str) else ""
    theirs = [fate for id_, fate in outcome.items() if id_ not in battle.attackers]
    if odds is None or any(fate.hidden for fate in theirs):
        return
    gone = sum(max(0, fate.lost) for fate in theirs)
    left = any(fate.gone for fate in struck)
    rolled = Rolled(odds, battle.result, told, gone, chosen, left)
    due = attackers_due(rules, battle.position, rolled)
    if due is not None:
        side = game.sides[battle.side].name if battle.side in game.sides else battle.side
        yield from paid(battle, due, struck, side)
    stood = not any(fate.went for fate in struck)  # who went may have followed, or gone back
    if stood and isinstance(answer, Retreats):
        yield from split_paid(battle, answer, struck, ",".join(battle.targets), 0)


def _declared_losses(
    rules: Rules, battle: LoggedBattle, struck: Sequence[Fate]
) -> Iterator[Verdict]:
    """The attackers' losses and retreats under declared rules, asked hex by hex."""
    game = battle.position.game
    result = game.rules.results.get(battle.result) if game.rules else None
    if result is None:
        return
    exposed = list(struck)
    for _, answer in battle.retreats(rules):
        if isinstance(answer, str):
            return
        afar = answer.extra.get("attackers_afar", ())
        yield from _paid_from_afar(battle, [fate for fate in exposed if fate.unit.id in afar])
        exposed = [fate for fate in exposed if fate.unit.id not in afar]
        lost = sum(max(0, fate.lost) for fate in exposed)
        whole = sum(fate.had for fate in exposed)
        if (finding := _declared_steps(battle, answer, result, lost, whole)) is not None:
            last = max((f.moment for f in struck), key=lambda m: m.number, default=battle.moment)
            yield battle.verdict(last, finding, "loss")
    if result.attacker.retreat:
        yield from _declared_retreats(rules, battle, exposed)
        yield from _gone_from_afar(battle, [fate for fate in struck if fate not in exposed])


def _paid_from_afar(battle: LoggedBattle, afar: Sequence[Fate]) -> Iterator[Verdict]:
    """Steps of those who fired from so far that no result strikes them."""
    for fate in afar:
        if fate.lost > 0:
            values = {"result": battle.result, "unit": fate.unit.shown, "n": fate.lost}
            yield battle.verdict(
                fate.moment, unlawful(battle.rule, NOT_LOST, **values), "loss", fate.unit
            )


def _gone_from_afar(battle: LoggedBattle, afar: Sequence[Fate]) -> Iterator[Verdict]:
    """Those whom the retreat of their own side does not strike, and who went."""
    for fate in afar:
        if fate.went:
            values = {"result": battle.result, "unit": fate.unit.shown}
            way = {"hex": fate.unit.hex, "goal": fate.went}
            finding = unlawful(battle.rule, STAYS, **values, **way)
            yield battle.verdict(fate.moment, finding, "retreat", fate.unit, fate.went)


def _declared_steps(
    battle: LoggedBattle, answer: Retreats, result: Result, lost: int, whole: int
) -> Finding | None:
    """What is wrong with the steps that attackers of `whole` lost, where the result tells them."""
    game = battle.position.game
    side = game.sides[battle.side].name if battle.side in game.sides else battle.side
    values = {"result": battle.result, "side": side, "hex": ",".join(battle.targets)}
    rule = battle.rule
    if answer.extra.get("attacker_strength_lost"):
        return None if lost else unlawful(rule, TOO_FEW, n=1, m=0, **values)
    most = answer.extra.get("attacker_losses", 0)
    if not isinstance(most, int) or result.attacker.retreat:
        return None
    if lost < min(most, whole):
        return unlawful(rule, TOO_FEW, n=most, m=lost, **values)
    if lost > most:
        return unlawful(rule, too_many(most), n=most, m=lost, **values)
    return None


def _declared_retreats(
    rules: Rules, battle: LoggedBattle, struck: Sequence[Fate]
) -> Iterator[Verdict]:
    seen = battle.seen(rules, battle.position)
    for hex_ in dict.fromkeys(fate.unit.hex for fate in struck):
        try:
            told = retreats_at_most(rules, seen, hex_, battle.result, battle.attackers)
        except QuestionError:
            continue
        by_id = {unit.id: unit for unit in told.units}
        for fate in struck:
            if fate.unit.id in by_id:
                subject, finding = judge_defender(battle, told, by_id[fate.unit.id], fate)
                finding = after_the_others(rules, battle, hex_, fate, finding)
                yield battle.verdict(fate.moment, finding, subject, fate.unit, fate.went)


def _fell_back(rules: Rules, battle: LoggedBattle, fate: Fate) -> bool:
    """Whether an attacker went back as its own number of the result lets it: a result such as 1/2
    works on both sides."""
    for target, answer in battle.retreats(rules):
        number = None if isinstance(answer, str) else answer.extra.get("number")
        due = number.get("attacker") if isinstance(number, Mapping) else 0
        if not due:
            continue
        position = battle.seen(rules, battle.position)
        if battle.odds is not None and battle.odds.extra.get("segment") == "overrun":
            overrun = {"overrun-from": fate.unit.hex, "overrun-hex": target}
            position = replace(position, state={**position.state, **overrun})
        try:
            told = rules.retreats(position, fate.unit.hex, f"{due:g}", ())
        except QuestionError:
            continue
        ways = [o.path for unit in told.units if unit.id == fate.unit.id for o in unit.options]
        if any(way[-1:] == (fate.went,) for way in ways):
            return True
    return False
