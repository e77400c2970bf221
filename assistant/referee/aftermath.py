"""What followed a battle, judged by its result: who had to go, who was lost, who came after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.games import play_of
from assistant.planning.outlook import GONE, STANDS, steps_left
from assistant.position import Position, Unit
from assistant.questions.answers import Retreats, UnitAdvances, UnitRetreats
from assistant.questions.play import Due, Rolled
from assistant.questions.protocol import QuestionError, Rules
from assistant.questions.reasons import Saying
from assistant.referee.battles import LoggedBattle
from assistant.referee.chapters import rule_of
from assistant.referee.moments import Moment
from assistant.referee.price import declared_result, either, goes_as_well, may_lose
from assistant.referee.verdicts import LAWFUL, Finding, Subject, Verdict, placed, unknown, unlawful
from builder.game.model import Game
from builder.game.rulebook.chapters import Result

MUST_GO = "The result {result} makes {unit} retreat from {hex}, and it stayed."
IS_LOST = "The result {result} eliminates {unit}, and it is still there."
NOT_LOST = "The result {result} takes no step of {unit}, and it lost {n} {n|step|steps}."
TOO_FEW = (
    "The result {result} takes {n} {n|step|steps} of {side} in {hex}, and {m} {m|was|were} lost."
)
TOO_MANY = "{result} takes only {n} {n|step|steps} of {side} in {hex}: {m} {m|was|were} lost."
NONE_TAKEN = "{result} takes no step of {side} in {hex}: {m} {m|was|were} lost."
STAYS = "The result {result} does not make {unit} retreat, and it went from {hex} to {goal}."
NO_WAY = "No way of the retreat of {unit} ends in {hex}."
NOT_VACATED = "{hex} was not vacated: {other} still stands there."
TOO_MANY_GO = "{n} {n|unit|units} may advance after this battle, and {unit} is one more."
NO_ADVANCE = "{unit} may not advance to {hex} after this battle."
UNTOLD = "Kessel does not know what the result {result} does to the units of {hex}: {why}"
NO_RESULT = "The table has no result for the roll that the log tells."
NOT_ALLOWED = "The rules do not allow this attack."
NOT_OVER = "The log ends before the phase does: what the result orders may come yet."
COUNTER = "A counter-attack: Kessel does not reckon its column from the log."
CALLED = "After CA the defenders may counter-attack: what became of the units is not judged."
NO_FOLLOWING = "After the result {result} nobody advances, and {unit} went from {hex} to {goal}."
SUPPOSED = (
    "Nobody declared this battle. If it is the one that Kessel concludes: {why} (rule {rule})"
)
BOTH = (
    "{unit} retreats in place of losing: it went from {hex} to {goal}, and lost {n} {n|step|steps}."
)
GAINED = "{unit} has {n} {n|step|steps} more than before the battle."


@dataclass(frozen=True)
class Fate:
    """What became of one unit by the end of the battle's aftermath."""

    unit: Unit
    after: Unit | None
    moment: Moment
    hidden: bool
    way: tuple[str, ...]

    @property
    def lost(self) -> int:
        """Steps lost; all that it had if it is gone."""
        return (
            steps_left(self.unit) if self.gone else (self.after or self.unit).step - self.unit.step
        )

    @property
    def gone(self) -> bool:
        """Whether it left the map."""
        return self.after is None or self.after.hex not in self.moment.after.board

    @property
    def went(self) -> str:
        """The hex to which it went, empty if it stayed or is gone."""
        if self.gone or self.after is None or self.after.hex == self.unit.hex:
            return ""
        return self.after.hex


def fates(battle: LoggedBattle, moments: Sequence[Moment]) -> dict[str, Fate]:
    """What became of each unit of a battle in the steps that followed its roll. `moments` end where
    the phase ends, or where the unit fights again."""
    found: dict[str, Fate] = {}
    watched = {*battle.attackers, *battle.pieces}
    start = {id_: battle.position.by_id[id_] for id_ in watched if id_ in battle.position.by_id}
    for id_, unit in start.items():
        found[id_] = Fate(unit, unit, battle.moment, False, ())
    at = {battle.pieces.get(id_, ""): id_ for id_ in start if battle.pieces.get(id_)}
    for moment in moments:
        for shift in moment.shifts:
            id_ = at.get(shift.piece) or (shift.before.id if shift.before else "")
            if shift.before is None and shift.after is not None:
                id_ = _came_back(found, shift.after) or id_
            if id_ not in found or (shift.before and shift.before.counter != start[id_].counter):
                continue
            last = found[id_]
            way = (*last.way, shift.after.hex) if shift.moved and shift.after else last.way
            found[id_] = Fate(start[id_], shift.after, moment, shift.hidden, way)
    return found


def _came_back(found: Mapping[str, Fate], unit: Unit) -> str:
    """The unit of the battle that a new piece is, because it was taken off and put down again."""
    alike = (id_ for id_, fate in found.items() if fate.unit.counter == unit.counter and fate.gone)
    return next(alike, "") if unit.counter else ""


def judge_battle(
    rules: Rules, battle: LoggedBattle, moments: Sequence[Moment], *, over: bool = True
) -> list[Verdict]:
    """What followed a battle, against its result. Of a battle that is only likely nothing is called
    unlawful but told as a doubt, and while its phase is not `over` nothing that may still be done.
    `moments` are those behind the roll."""
    told = [*_attack(battle)]
    if battle.sure != "declared" and battle.why:
        return [_of(battle, battle.moment, unknown("{why}", why=battle.why))]
    if battle.die is None or battle.odds is None or not battle.odds.possible:
        return told
    if not battle.result:
        return [*told, _of(battle, battle.moment, unknown(NO_RESULT))]
    outcome = fates(battle, moments)
    told += _defenders(rules, battle, outcome)
    told += _both(rules, battle, outcome, moments)
    losers = _losers(battle, outcome, told)
    told += _attackers(rules, battle, outcome, losers)
    if not over:
        told = [_still_open(verdict) for verdict in told]
    return told if battle.sure == "declared" else [_supposed(verdict, battle) for verdict in told]


def counter_attack(battle: LoggedBattle) -> Verdict:
    """What is said of a battle that answers another one by a counter-attack."""
    return _of(battle, battle.moment, unknown(COUNTER))


def _still_open(verdict: Verdict) -> Verdict:
    """What is not done yet is no breach while the phase goes on."""
    template = getattr(verdict.text, "template", "")
    if verdict.verdict != "unlawful" or template not in (MUST_GO, IS_LOST, TOO_FEW, NOT_VACATED):
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


def _of(
    battle: LoggedBattle,
    moment: Moment,
    finding: Finding,
    subject: Subject = "battle",
    unit: Unit | None = None,
    end: str = "",
) -> Verdict:
    return placed(
        finding,
        subject,
        moment,
        side=unit.side if unit else battle.side,
        unit=unit.id if unit else "",
        name=unit.shown if unit else "",
        start=unit.hex if unit else ",".join(battle.targets),
        end=end,
        steps=(battle.moment.number,),
    )


def _attack(battle: LoggedBattle) -> Iterator[Verdict]:
    """The attack itself: may these units attack that hex now?"""
    odds = battle.odds
    if battle.sure != "declared":
        return
    if odds is None:
        yield _of(battle, battle.moment, unknown("{why}", why=battle.why))
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
        yield _of(battle, battle.moment, finding)
    elif left := [no for no in out if no["unit"] not in odds.attackers]:
        unit = battle.position.by_id[left[0]["unit"]]
        yield _of(
            battle,
            battle.moment,
            unlawful(left[0].get("rule", ""), left[0].get("text", "")),
            unit=unit,
        )
    else:
        yield _of(battle, battle.moment, LAWFUL)


def _answers(rules: Rules, battle: LoggedBattle) -> Iterator[tuple[str, Retreats | str]]:
    seen = battle.seen(rules, battle.position)
    for target in battle.targets:
        try:
            yield target, rules.retreats(seen, target, battle.result, battle.attackers)
        except QuestionError as error:
            yield target, str(error)


def _defenders(rules: Rules, battle: LoggedBattle, outcome: dict[str, Fate]) -> Iterator[Verdict]:
    play = play_of(battle.position.game.id)
    if battle.result in play.quiet:
        yield from _quiet(battle, [f for id_, f in outcome.items() if id_ not in battle.attackers])
        return
    if battle.result in play.answered:
        suffered = any(fate.went or fate.lost or fate.hidden for fate in outcome.values())
        yield _of(battle, battle.moment, unknown(CALLED) if suffered else LAWFUL)
        return
    for target, answer in _answers(rules, battle):
        if isinstance(answer, str):
            yield _of(
                battle, battle.moment, unknown(UNTOLD, result=battle.result, hex=target, why=answer)
            )
            continue
        struck = [(unit, outcome[unit.id]) for unit in answer.units if unit.id in outcome]
        if any(fate.hidden for _, fate in struck):
            continue
        holds = _holds(battle, answer, [fate for _, fate in struck])
        if holds is not None:
            yield _of(battle, struck[0][1].moment, holds, "retreat", struck[0][1].unit)
            continue
        for unit, fate in struck:
            subject, finding = _defender(battle, answer, unit, fate)
            finding = _after_the_others(rules, battle, target, fate, finding)
            yield _of(battle, fate.moment, finding, subject, fate.unit, fate.went)
        if struck:
            yield from _sum(battle, answer, [fate for _, fate in struck], target)


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


def _too_many(most: int) -> str:
    """What is said of a side that lost more steps than the result takes at the most."""
    return TOO_MANY if most else NONE_TAKEN


def _quiet(battle: LoggedBattle, struck: Sequence[Fate]) -> Iterator[Verdict]:
    """A result after which the defenders stay, and that costs them as much as it says."""
    if not struck or any(fate.hidden for fate in struck):
        return
    game = battle.position.game
    for fate in struck:
        if fate.went:
            values = {"unit": fate.unit.shown, "result": battle.result, "hex": fate.unit.hex}
            finding = unlawful(battle.rule, STAYS, goal=fate.went, **values)
            yield _of(battle, fate.moment, finding, "retreat", fate.unit, fate.went)
    if battle.odds is not None and not battle.odds.extra.get("converted"):
        due = play_of(game.id).quiet[battle.result]
        yield from _paid(battle, due, struck, game.sides[struck[0].unit.side].name)


def _paid(battle: LoggedBattle, due: Due, struck: Sequence[Fate], side: str) -> Iterator[Verdict]:
    """The steps that a side lost, against those that it must lose."""
    lost = sum(max(0, fate.lost) for fate in struck)
    last = max((fate.moment for fate in struck), key=lambda moment: moment.number)
    values = {"result": battle.result, "side": side, "hex": ",".join(battle.targets), "m": lost}
    if lost < due.least:
        finding = unlawful(due.rule, TOO_FEW, n=due.least, **values)
    elif lost > due.most:
        finding = unlawful(due.rule, _too_many(due.most), n=due.most, **values)
    elif lost:
        finding = LAWFUL
    else:
        return
    yield _of(battle, last, finding, "loss", struck[0].unit)


def _defender(
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


def _after_the_others(
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
        answer = rules.retreats(position, target, battle.result, left)
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
    if fate.went in ends:
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


def _may_stay(answer: Retreats, told: UnitRetreats) -> bool:
    """Whether something else than going was open."""
    stays = any(not option.path for option in told.options) or told.hold is not None
    return bool(stays or answer.extra.get("alternatives") or answer.extra.get("ways"))


def _sum(
    battle: LoggedBattle, answer: Retreats, struck: Sequence[Fate], target: str
) -> Iterator[Verdict]:
    """The steps that a stack lost in all, where the answer says how many it must lose."""
    losses = answer.losses_of("defender")
    if not isinstance(losses, int) or answer.extra.get("alternatives"):
        return
    paid = any(o.losses for unit in answer.units for o in unit.options) or any(
        unit.outcome in GONE or unit.losses for unit in answer.units
    )
    whole = sum(steps_left(fate.unit) for fate in struck)
    lost = sum(max(0, fate.lost) for fate in struck)
    game = battle.position.game
    values = {"result": battle.result, "side": game.sides[struck[0].unit.side].name, "hex": target}
    last = max((fate.moment for fate in struck), key=lambda moment: moment.number)
    if lost < min(losses, whole):
        finding = unlawful(battle.rule, TOO_FEW, n=losses, m=lost, **values)
        yield _of(battle, last, finding, "loss", struck[0].unit)
    elif lost > losses > 0 and not paid:
        finding = unlawful(battle.rule, TOO_MANY, n=losses, m=lost, **values)
        yield _of(battle, last, finding, "loss", struck[0].unit)


def _losers(
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


def _both(
    rules: Rules, battle: LoggedBattle, outcome: Mapping[str, Fate], moments: Sequence[Moment]
) -> Iterator[Verdict]:
    """Defenders who went and lost a step where one stands for the other; behind the next dice the
    loss may be of another battle, in which they shared the fate of those to whom they went."""
    game = battle.position.game
    rolled = next((moment.number for moment in moments if moment.dice), None)
    for _, answer in _answers(rules, battle):
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
            yield _of(battle, fate.moment, finding, "loss", fate.unit)


def _attackers(
    rules: Rules, battle: LoggedBattle, outcome: dict[str, Fate], losers: Mapping[str, Fate]
) -> Iterator[Verdict]:
    struck = [outcome[id_] for id_ in battle.attackers if id_ in outcome]
    if any(fate.hidden for fate in struck):
        return
    game = battle.position.game
    for fate in struck:
        if fate.lost < 0 and not fate.gone:
            finding = unlawful(battle.rule, GAINED, unit=fate.unit.shown, n=-fate.lost)
            yield _of(battle, fate.moment, finding, "recovery", fate.unit)
    if game.rules is not None:
        yield from _declared_losses(rules, battle, struck)
    elif struck and battle.odds is not None:
        yield from _losses_due(rules, battle, outcome, struck)
    went = (fate for fate in struck if fate.went and not fate.lost < 0)
    gone = 0
    for fate in sorted(went, key=lambda fate: fate.moment.number):
        if _fell_back(rules, battle, fate):
            yield _of(battle, fate.moment, LAWFUL, "retreat", fate.unit, fate.went)
            continue
        advanced = _advanced(rules, battle, fate, losers)
        if advanced is not None:
            if advanced.verdict == "lawful":
                gone += 1
                advanced = _one_too_many(battle, fate, gone) or advanced
            yield _of(battle, fate.moment, advanced, "advance", fate.unit, fate.went)


def _losses_due(
    rules: Rules, battle: LoggedBattle, outcome: Mapping[str, Fate], struck: Sequence[Fate]
) -> Iterator[Verdict]:
    """The attackers' losses in a game that is code."""
    game, odds = battle.position.game, battle.odds
    answer = next((told for _, told in _answers(rules, battle)), "")
    chosen = not isinstance(answer, str) and bool(answer.extra.get("alternatives"))
    told = answer.outcome if not isinstance(answer, str) else ""
    theirs = [fate for id_, fate in outcome.items() if id_ not in battle.attackers]
    if odds is None or any(fate.hidden for fate in theirs):
        return
    gone = sum(max(0, fate.lost) for fate in theirs)
    left = any(fate.gone for fate in struck)
    rolled = Rolled(odds, battle.result, told, gone, chosen, left)
    due = attackers_due(battle.position, rolled)
    if due is not None:
        side = game.sides[battle.side].name if battle.side in game.sides else battle.side
        yield from _paid(battle, due, struck, side)


def attackers_due(position: Position, rolled: Rolled) -> Due | None:
    """The steps that the attackers lose, no more than they have; None where the game leaves a
    choice that no log tells."""
    due = play_of(position.game.id).dues(rolled)
    if due is None:
        return None
    there = (position.by_id[id_] for id_ in rolled.odds.attackers if id_ in position.by_id)
    return replace(due, least=min(due.least, sum(map(steps_left, there))))


def _declared_losses(
    rules: Rules, battle: LoggedBattle, struck: Sequence[Fate]
) -> Iterator[Verdict]:
    """The attackers' losses and retreats under declared rules, asked hex by hex."""
    game = battle.position.game
    result = game.rules.results.get(battle.result) if game.rules else None
    if result is None:
        return
    lost = sum(max(0, fate.lost) for fate in struck)
    whole = sum(steps_left(fate.unit) for fate in struck)
    for _, answer in _answers(rules, battle):
        if isinstance(answer, str):
            return
        if (finding := _declared_steps(battle, answer, result, lost, whole)) is not None:
            last = max((f.moment for f in struck), key=lambda m: m.number, default=battle.moment)
            yield _of(battle, last, finding, "loss")
    if result.attacker.retreat:
        yield from _declared_retreats(rules, battle, struck)


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
        return unlawful(rule, _too_many(most), n=most, m=lost, **values)
    return None


def _declared_retreats(
    rules: Rules, battle: LoggedBattle, struck: Sequence[Fate]
) -> Iterator[Verdict]:
    seen = battle.seen(rules, battle.position)
    for hex_ in dict.fromkeys(fate.unit.hex for fate in struck):
        try:
            told = rules.retreats(seen, hex_, battle.result, battle.attackers)
        except QuestionError:
            continue
        by_id = {unit.id: unit for unit in told.units}
        for fate in struck:
            if fate.unit.id in by_id:
                subject, finding = _defender(battle, told, by_id[fate.unit.id], fate)
                finding = _after_the_others(rules, battle, hex_, fate, finding)
                yield _of(battle, fate.moment, finding, subject, fate.unit, fate.went)


def _fell_back(rules: Rules, battle: LoggedBattle, fate: Fate) -> bool:
    """Whether an attacker went back as its own number of the result lets it: a result such as 1/2
    works on both sides."""
    for target, answer in _answers(rules, battle):
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


def _one_too_many(battle: LoggedBattle, fate: Fate, gone: int) -> Finding | None:
    """Whether a unit is one more than may advance, where declared rules tell how many may."""
    game = battle.position.game
    declared = game.rules.advance.units if game.rules is not None else "all"
    most = {"one": 1}.get(str(declared), declared)
    if not isinstance(most, int) or gone <= most:
        return None
    return unlawful(rule_of(game, "advance"), TOO_MANY_GO, unit=fate.unit.shown, n=most)


def _advanced(
    rules: Rules, battle: LoggedBattle, fate: Fate, losers: Mapping[str, Fate]
) -> Finding | None:
    """Whether an attacker that went somewhere advanced lawfully; None if it retreated."""
    game = battle.position.game
    if battle.result in play_of(game.id).quiet:
        values = {"result": battle.result, "hex": fate.unit.hex, "goal": fate.went}
        return unlawful(battle.rule, NO_FOLLOWING, unit=fate.unit.shown, **values)
    if game.rules is not None:
        result = game.rules.results.get(battle.result)
        if result is not None and result.attacker.retreat:
            return None
    refused: Finding | None = None
    empty = _without_the_beaten(battle, fate, losers)
    for target in battle.targets:
        try:
            answer = rules.advances(battle.seen(rules, empty), target, battle.attackers)
        except QuestionError as error:
            refused = unknown(UNTOLD, result=battle.result, hex=target, why=str(error))
            continue
        mine = next((unit for unit in answer.units if unit.id == fate.unit.id), None)
        if mine is None:
            continue
        if any(fate.went in way for way in mine.options):
            held = [one for one in losers.values() if one.unit.hex == target and not one.went]
            if not held:
                return LAWFUL
            values = {"hex": target, "other": held[0].unit.shown}
            refused = unlawful(rule_of(game, "advance"), NOT_VACATED, **values)
            continue
        if (no := next((no for no in mine.refused if no.hex == fate.went), None)) is not None:
            return unlawful(no.rule, no.text, _ways_of(mine))
        told = mine.because and not mine.options
        rule = mine.because[-1].rule if told else rule_of(game, "advance")
        values = {"unit": fate.unit.shown, "hex": fate.went}
        refused = unlawful(rule, NO_ADVANCE, _ways_of(mine), **values)
    if refused is None:
        rule = rule_of(game, "advance")
        refused = unlawful(rule, NO_ADVANCE, unit=fate.unit.shown, hex=fate.went)
    if refused.verdict == "unlawful" and (game.rules is None and "A" in battle.result[:1]):
        return unknown(UNTOLD, result=battle.result, hex=fate.unit.hex, why="")
    return refused


def _ways_of(unit: UnitAdvances) -> tuple[str, ...]:
    """The hexes that the unit may advance into."""
    return tuple(sorted({name for way in unit.options for name in way}))


def _without_the_beaten(battle: LoggedBattle, fate: Fate, losers: Mapping[str, Fate]) -> Position:
    """The table of the battle as it lay for one that advances: without those that stood in the
    hexes attacked, but with the losers where they went."""
    position, side = battle.position, fate.unit.side
    enemies = {
        unit.id
        for target in battle.targets
        for unit in position.standing_at(target)
        if unit.side != side
    }
    left = position.with_units(unit for unit in position.units if unit.id not in enemies)
    became = _as_it_became(left, fate.moment)
    gone = [one.after for id_, one in losers.items() if id_ in enemies and one.went]
    return became.with_units([*became.units, *filter(None, gone)])


def _as_it_became(position: Position, moment: Moment) -> Position:
    """The table of the battle, the defenders gone and the losses taken."""
    now = {unit.id: unit for unit in moment.before.units}
    units = [
        now[u.id] if u.id in now and now[u.id].side != "" and now[u.id].hex == u.hex else u
        for u in position.units
    ]
    return position.with_units(units)
