"""The defenders of a battle, judged by its result: who had to go, who was lost, who stayed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from assistant.games import play_of
from assistant.planning.outlook import GONE, STANDS
from assistant.questions.answers import Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError, Rules
from assistant.referee.battles import LoggedBattle, retreats_at_most
from assistant.referee.chapters import rule_of
from assistant.referee.fates import Fate
from assistant.referee.losses import paid, split_paid, stack_paid
from assistant.referee.moments import Moment
from assistant.referee.price import declared_result, either, goes_as_well, may_lose
from assistant.referee.verdicts import LAWFUL, Finding, Subject, Verdict, unknown, unlawful
from builder.game.model import Game

MUST_GO = "The result {result} makes {unit} retreat from {hex}, and it stayed."
IS_LOST = "The result {result} eliminates {unit}, and it is still there."
NOT_LOST = "The result {result} takes no step of {unit}, and it lost {n} {n|step|steps}."
STAYS = "The result {result} does not make {unit} retreat, and it went from {hex} to {goal}."
NO_WAY = "No way of the retreat of {unit} ends in {hex}."
UNTOLD = "Kessel does not know what the result {result} does to the units of {hex}: {why}"
CALLED = "After CA the defenders may counter-attack: what became of the units is not judged."
BOTH = (
    "{unit} retreats in place of losing: it went from {hex} to {goal}, and lost {n} {n|step|steps}."
)
GAINED = "{unit} has {n} {n|step|steps} more than before the battle."


def judge_defenders(
    rules: Rules, battle: LoggedBattle, outcome: dict[str, Fate]
) -> Iterator[Verdict]:
    """What became of the defenders, hex by hex: each unit, and the steps of its stack."""
    play = play_of(battle.position.game.id)
    if battle.result in play.quiet:
        yield from _quiet(battle, [f for id_, f in outcome.items() if id_ not in battle.attackers])
        return
    if battle.result in play.answered:
        suffered = any(fate.went or fate.lost or fate.hidden for fate in outcome.values())
        yield battle.verdict(battle.moment, unknown(CALLED) if suffered else LAWFUL)
        return
    for target, answer in battle.retreats(rules):
        if isinstance(answer, str):
            yield battle.verdict(
                battle.moment, unknown(UNTOLD, result=battle.result, hex=target, why=answer)
            )
            continue
        struck = [(u, _set_down(u, outcome[u.id])) for u in answer.units if u.id in outcome]
        if any(fate.hidden for _, fate in struck):
            continue
        holds = _holds(battle, answer, [fate for _, fate in struck])
        if holds is not None:
            yield battle.verdict(struck[0][1].moment, holds, "retreat", struck[0][1].unit)
            continue
        for unit, fate in struck:
            subject, finding = judge_defender(battle, answer, unit, fate)
            finding = after_the_others(rules, battle, target, fate, finding)
            yield battle.verdict(fate.moment, finding, subject, fate.unit, fate.went)
        if struck:
            fates = [fate for _, fate in struck]
            yield from stack_paid(battle, answer, fates, target)
            gone = max((_hexes_gone(told, fate) for told, fate in struck), default=0)
            yield from split_paid(battle, answer, fates, target, gone)


def _set_down(told: UnitRetreats, fate: Fate) -> Fate:
    """A unit that its game sets down elsewhere in place of its death has paid all its steps."""
    return replace(fate, left=0) if fate.went in _elsewhere(told) else fate


def _elsewhere(told: UnitRetreats) -> Collection[str]:
    """The hexes where a unit that loses its last step may be set down anew."""
    found: Collection[str] = told.extra.get("relocation") or ()
    return found


def _holds(battle: LoggedBattle, answer: Retreats, struck: Sequence[Fate]) -> Finding | None:
    """A stack that refuses its retreat pays a step in some games, and this one did neither."""
    rule = play_of(battle.position.game.id).refusal
    if not rule or answer.outcome != "retreat":
        return None
    if not answer.extra.get("alternatives") or not struck:
        return None
    if any(fate.went or fate.lost or fate.hidden for fate in struck):
        return None
    values = {"result": battle.result, "unit": struck[0].unit.shown, "hex": struck[0].unit.hex}
    return unlawful(rule, MUST_GO, **values)


def _quiet(battle: LoggedBattle, struck: Sequence[Fate]) -> Iterator[Verdict]:
    """A result after which the defenders stay, and that costs them as much as it says."""
    if not struck or any(fate.hidden for fate in struck):
        return
    game = battle.position.game
    for fate in struck:
        if fate.went:
            values = {"unit": fate.unit.shown, "result": battle.result, "hex": fate.unit.hex}
            finding = unlawful(battle.rule, STAYS, goal=fate.went, **values)
            yield battle.verdict(fate.moment, finding, "retreat", fate.unit, fate.went)
    if battle.odds is not None and not battle.odds.extra.get("converted"):
        due = play_of(game.id).quiet[battle.result]
        yield from paid(battle, due, struck, game.sides[struck[0].unit.side].name)


def judge_defender(
    battle: LoggedBattle, answer: Retreats, told: UnitRetreats, fate: Fate
) -> tuple[Subject, Finding]:
    """One defender: gone, moved, or still there."""
    game, name = battle.position.game, fate.unit.shown
    ends = {option.path[-1]: option for option in told.options if option.path}
    values = {"result": battle.result, "unit": name}
    if fate.lost < 0 and not fate.gone:
        return "recovery", unlawful(battle.rule, GAINED, unit=name, n=-fate.lost)
    if fate.gone:
        if (
            told.outcome in GONE
            or may_lose(game, answer, told)
            or (not ends and told.outcome == "retreat")
        ):
            return "loss", LAWFUL
        return "loss", unlawful(battle.rule, NOT_LOST, n=fate.lost, **values)
    if told.outcome in GONE and not _may_stay(answer, told):
        rule = told.because[-1].rule if told.because else battle.rule
        return "loss", unlawful(rule, IS_LOST, **values)
    if fate.went:
        return "retreat", _went(battle, answer, told, fate, ends)
    stays = not fate.lost or goes_as_well(game, answer, told)
    if told.outcome == "retreat" and stays and not _may_stay(answer, told):
        return "retreat", unlawful(
            rule_of(game, "retreat"), MUST_GO, tuple(sorted(ends)), hex=fate.unit.hex, **values
        )
    if fate.lost and not may_lose(game, answer, told):
        return "loss", unlawful(battle.rule, NOT_LOST, n=fate.lost, **values)
    return "loss" if fate.lost else "retreat", LAWFUL


def after_the_others(
    rules: Rules, battle: LoggedBattle, target: str, fate: Fate, finding: Finding
) -> Finding:
    """Lawful, if it was so once others had retreated before: they may have filled the hexes that
    come first, or all of them."""
    now = fate.moment.before
    suffered = bool(fate.went) or fate.gone or fate.lost > 0
    if finding.verdict != "unlawful" or not suffered or fate.unit.id not in now.by_id:
        return finding
    units = [fate.unit if unit.id == fate.unit.id else unit for unit in now.units]
    position = battle.seen(rules, now.with_units(units))
    left = [id_ for id_ in battle.attackers if id_ in position.by_id]
    try:
        answer = retreats_at_most(rules, position, target, battle.result, left)
    except QuestionError:
        return finding
    told = next((unit for unit in answer.units if unit.id == fate.unit.id), None)
    if told is None:
        return finding
    if fate.gone:
        return LAWFUL if told.outcome in GONE else finding
    if not fate.went:
        spared = told.outcome in STANDS and may_lose(position.game, answer, told)
        return LAWFUL if spared else finding
    ends = {option.path[-1] for option in told.options if option.path}
    return LAWFUL if fate.went in ends else finding


def _went(
    battle: LoggedBattle,
    answer: Retreats,
    told: UnitRetreats,
    fate: Fate,
    ends: Mapping[str, object],
) -> Finding:
    game, name = battle.position.game, fate.unit.shown
    passed = {name for option in told.options for name in option.path}
    if fate.went in ends or fate.went in _elsewhere(told):
        return LAWFUL
    refused = next((no for no in told.refused if no.hex in (fate.went, *fate.way)), None)
    if refused is not None:
        return unlawful(refused.rule, refused.text, tuple(sorted(ends)))
    if told.outcome in STANDS and not told.options:
        return unlawful(
            rule_of(game, "retreat"),
            STAYS,
            unit=name,
            result=battle.result,
            hex=fate.unit.hex,
            goal=fate.went,
        )
    if fate.went in passed and game.rules is None and not _goes_all_the_way(game, answer, told):
        return unknown(NO_WAY, unit=name, hex=fate.went)
    return unlawful(rule_of(game, "retreat"), NO_WAY, tuple(sorted(ends)), unit=name, hex=fate.went)


def _goes_all_the_way(game: Game, answer: Retreats, told: UnitRetreats) -> bool:
    """Whether nothing buys off a part of a retreat: no loss, and no choice."""
    whole = len({len(option.path) for option in told.options}) == 1
    return whole and not may_lose(game, answer, told) and not _may_stay(answer, told)


def _hexes_gone(told: UnitRetreats, fate: Fate) -> int:
    """The hexes that a unit went back, by the longest way that leads where it stands."""
    ways = (option.path for option in told.options if fate.went in option.path[-1:])
    return max(map(len, ways), default=0)


def _may_stay(answer: Retreats, told: UnitRetreats) -> bool:
    """Whether something else than going was open."""
    stays = any(not option.path for option in told.options) or told.hold is not None
    return bool(stays or answer.extra.get("alternatives") or answer.extra.get("ways"))


def losers_of(
    battle: LoggedBattle, outcome: Mapping[str, Fate], told: Sequence[Verdict]
) -> dict[str, Fate]:
    """The defenders of whom it is known that they stand where the result lets them stand, by which
    advances are judged: of others it is as if they had gone."""
    doubted = {one.unit for one in told if one.verdict != "lawful"}
    known = {one.unit for one in told} - {*doubted, *battle.attackers}
    return {
        id_: fate
        for id_, fate in outcome.items()
        if id_ in known and not (fate.gone or fate.hidden) and (fate.went or not doubted)
    }


def went_and_paid(
    rules: Rules, battle: LoggedBattle, outcome: Mapping[str, Fate], moments: Sequence[Moment]
) -> Iterator[Verdict]:
    """Defenders who went and lost a step where one stands for the other; behind the next dice the
    loss may be of another battle, in which they shared the fate of those to whom they went."""
    game = battle.position.game
    rolled = next((moment.number for moment in moments if moment.dice), None)
    for _, answer in battle.retreats(rules):
        if isinstance(answer, str):
            continue
        for told in answer.units:
            fate = outcome.get(told.id)
            if fate is None or fate.hidden or not fate.went or fate.lost <= 0:
                continue
            if not either(game, answer, told) or (rolled and fate.moment.number > rolled):
                continue
            result = declared_result(game, battle.result)
            rule = play_of(game.id).refusal if result is None else result.rule
            values = {"unit": fate.unit.shown, "hex": fate.unit.hex, "goal": fate.went}
            finding = unlawful(rule or rule_of(game, "results"), BOTH, n=fate.lost, **values)
            yield battle.verdict(fate.moment, finding, "loss", fate.unit)
