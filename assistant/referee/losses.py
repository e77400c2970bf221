"""The steps that a side of a battle lost, against those that it owes by the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.games import play_of
from assistant.planning.outlook import GONE, steps_of
from assistant.position import Position
from assistant.questions.answers import Retreats
from assistant.questions.play import Due, Rolled
from assistant.questions.protocol import Rules
from assistant.referee.battles import LoggedBattle
from assistant.referee.fates import Fate
from assistant.referee.verdicts import LAWFUL, Verdict, unlawful

TOO_FEW = (
    "The result {result} takes {n} {n|step|steps} of {side} in {hex}, and {m} {m|was|were} lost."
)
TOO_MANY = "{result} takes only {n} {n|step|steps} of {side} in {hex}: {m} {m|was|were} lost."
UNPAID = (
    "The result {result} costs {side} in {hex} {n} {n|hex or step|hexes or steps}, and {m} "
    "{m|was|were} paid."
)
NONE_TAKEN = "{result} takes no step of {side} in {hex}: {m} {m|was|were} lost."


def too_many(most: int) -> str:
    """What is said of a side that lost more steps than the result takes at the most."""
    return TOO_MANY if most else NONE_TAKEN


def paid(battle: LoggedBattle, due: Due, struck: Sequence[Fate], side: str) -> Iterator[Verdict]:
    """The steps that a side lost, against those that it must lose."""
    lost = sum(max(0, fate.lost) for fate in struck)
    last = max((fate.moment for fate in struck), key=lambda moment: moment.number)
    values = {"result": battle.result, "side": side, "hex": ",".join(battle.targets), "m": lost}
    if lost < due.least:
        finding = unlawful(due.rule, TOO_FEW, n=due.least, **values)
    elif lost > due.most:
        finding = unlawful(due.rule, too_many(due.most), n=due.most, **values)
    elif lost:
        finding = LAWFUL
    else:
        return
    yield battle.verdict(last, finding, "loss", struck[0].unit)


def stack_paid(
    battle: LoggedBattle, answer: Retreats, struck: Sequence[Fate], target: str
) -> Iterator[Verdict]:
    """The steps that a stack lost in all, where the answer says how many it must lose."""
    losses = answer.losses_of("defender")
    if not isinstance(losses, int) or answer.extra.get("alternatives"):
        return
    by_choice = any(o.losses for unit in answer.units for o in unit.options) or any(
        unit.outcome in GONE or unit.losses for unit in answer.units
    )
    whole = sum(fate.had for fate in struck)
    lost = sum(max(0, fate.lost) for fate in struck)
    game = battle.position.game
    values = {"result": battle.result, "side": game.sides[struck[0].unit.side].name, "hex": target}
    last = max((fate.moment for fate in struck), key=lambda moment: moment.number)
    if lost < min(losses, whole):
        wrong = TOO_FEW
    elif lost > losses > 0 and not by_choice:
        wrong = TOO_MANY
    else:
        return
    finding = unlawful(battle.rule, wrong, n=losses, m=lost, **values)
    yield battle.verdict(last, finding, "loss", struck[0].unit)


def split_paid(
    battle: LoggedBattle, answer: Retreats, struck: Sequence[Fate], target: str, hexes: int
) -> Iterator[Verdict]:
    """A number that is paid in hexes of retreat or in steps, as its owner likes: whether those who
    went so many `hexes` lost the rest. Where the foe may name among modes the least holds."""
    attacks = struck[0].unit.id in battle.attackers
    ways = answer.extra.get("attacker_ways" if attacks else "ways") or ()
    number = max((way["hexes"] + way["steps"] for way in ways), default=0)
    part = "attacker" if attacks else "defender"
    number = min([number, *(other[part] for other in answer.extra.get("numbers", ()))])
    lost = sum(max(0, fate.lost) for fate in struck)
    if lost >= min(number - hexes, sum(fate.had for fate in struck)):
        return
    side = battle.position.game.sides[struck[0].unit.side].name
    values = {"result": battle.result, "side": side, "hex": target, "n": number}
    last = max((fate.moment for fate in struck), key=lambda moment: moment.number)
    finding = unlawful(battle.rule, UNPAID, m=lost + hexes, **values)
    yield battle.verdict(last, finding, "loss", struck[0].unit)


def attackers_due(rules: Rules, position: Position, rolled: Rolled) -> Due | None:
    """The steps that the attackers lose, no more than they have; None where the game leaves a
    choice that no log tells."""
    due = play_of(position.game.id).dues(rolled)
    if due is None:
        return None
    there = (position.by_id[id_] for id_ in rolled.odds.attackers if id_ in position.by_id)
    whole = sum(steps_of(rules, position, unit) for unit in there)
    return replace(due, least=min(due.least, whole))
