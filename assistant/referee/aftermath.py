"""A battle and what followed it, judged by its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.questions.protocol import Rules
from assistant.questions.reasons import Saying
from assistant.referee.attackers import judge_attackers
from assistant.referee.battles import LoggedBattle
from assistant.referee.chapters import rule_of
from assistant.referee.defenders import IS_LOST, MUST_GO, judge_defenders, losers_of, went_and_paid
from assistant.referee.fates import fates
from assistant.referee.following import NOT_VACATED
from assistant.referee.losses import TOO_FEW, UNPAID
from assistant.referee.moments import Moment
from assistant.referee.verdicts import LAWFUL, Verdict, unknown, unlawful

NO_RESULT = "The table has no result for the roll that the log tells."
NOT_ALLOWED = "The rules do not allow this attack."
NOT_OVER = "The log ends before the phase does: what the result orders may come yet."
COUNTER = "A counter-attack: Kessel does not reckon its column from the log."
SUPPOSED = (
    "Nobody declared this battle. If it is the one that Kessel concludes: {why} (rule {rule})"
)


def judge_battle(
    rules: Rules, battle: LoggedBattle, moments: Sequence[Moment], *, over: bool = True
) -> list[Verdict]:
    """What followed a battle, against its result. Of a battle that is only likely nothing is called
    unlawful but told as a doubt, and while its phase is not `over` nothing that may still be done.
    `moments` are those behind the roll."""
    told = [*_attack(battle)]
    if battle.sure != "declared" and battle.why:
        return [battle.verdict(battle.moment, unknown("{why}", why=battle.why))]
    if battle.die is None or battle.odds is None or not battle.odds.possible:
        return told
    if not battle.result:
        return [*told, battle.verdict(battle.moment, unknown(NO_RESULT))]
    outcome = fates(rules, battle, moments)
    told += judge_defenders(rules, battle, outcome)
    told += went_and_paid(rules, battle, outcome, moments)
    losers = losers_of(battle, outcome, told)
    told += judge_attackers(rules, battle, outcome, losers)
    if not over:
        told = [_still_open(verdict) for verdict in told]
    return told if battle.sure == "declared" else [_supposed(verdict, battle) for verdict in told]


def counter_attack(battle: LoggedBattle) -> Verdict:
    """What is said of a battle that answers another one by a counter-attack."""
    return battle.verdict(battle.moment, unknown(COUNTER))


def _still_open(verdict: Verdict) -> Verdict:
    """What is not done yet is no breach while the phase goes on."""
    template = getattr(verdict.text, "template", "")
    open_yet = (MUST_GO, IS_LOST, TOO_FEW, UNPAID, NOT_VACATED)
    if verdict.verdict != "unlawful" or template not in open_yet:
        return verdict
    return replace(verdict, verdict="unknown", rule="", text=NOT_OVER, instead=())


def _supposed(verdict: Verdict, battle: LoggedBattle) -> Verdict:
    """What would be a breach if the battle is the one that Kessel concludes: it is told, but nobody
    is accused on a guess."""
    if verdict.verdict != "unlawful":
        return verdict
    values = {"why": verdict.text, "rule": verdict.rule}
    text = Saying(battle.doubt or SUPPOSED, battle=battle.declared, **values)
    return replace(verdict, verdict="unknown", rule="", text=text, instead=())


def _attack(battle: LoggedBattle) -> Iterator[Verdict]:
    """The attack itself: may these units attack that hex now?"""
    odds = battle.odds
    if battle.sure != "declared":
        return
    if odds is None:
        yield battle.verdict(battle.moment, unknown("{why}", why=battle.why))
        return
    refused = odds.refused or ()
    out = [no for no in refused if no.get("unit") in battle.attackers]
    if not odds.possible:
        reason = odds.because[-1] if odds.because else None
        rule, text = (reason.rule, reason.text) if reason else ("", "")
        if out and (reason is None or (reason.code == "missing" and not odds.attackers)):
            rule, text = out[0].get("rule", ""), out[0].get("text", "")  # why each may not attack
        finding = unlawful(
            rule or rule_of(battle.position.game, "combat"),
            text or NOT_ALLOWED,
        )
        yield battle.verdict(battle.moment, finding)
    elif left := [no for no in out if no["unit"] not in odds.attackers]:
        unit = battle.position.by_id[left[0]["unit"]]
        yield battle.verdict(
            battle.moment,
            unlawful(left[0].get("rule", ""), left[0].get("text", "")),
            unit=unit,
        )
    else:
        yield battle.verdict(battle.moment, LAWFUL)
