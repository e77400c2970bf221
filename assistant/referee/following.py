"""Advances after combat, judged by where the losers stand."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.games import play_of
from assistant.position import Position
from assistant.questions.answers import UnitAdvances
from assistant.questions.protocol import QuestionError, Rules
from assistant.referee.battles import LoggedBattle
from assistant.referee.chapters import rule_of
from assistant.referee.defenders import UNTOLD
from assistant.referee.fates import Fate
from assistant.referee.moments import Moment
from assistant.referee.verdicts import LAWFUL, Finding, unknown, unlawful

NOT_VACATED = "{hex} was not vacated: {other} still stands there."
TOO_MANY_GO = "{n} {n|unit|units} may advance after this battle, and {unit} is one more."
NO_ADVANCE = "{unit} may not advance to {hex} after this battle."
NO_FOLLOWING = "After the result {result} nobody advances, and {unit} went from {hex} to {goal}."


def one_too_many(battle: LoggedBattle, fate: Fate, gone: int) -> Finding | None:
    """Whether a unit is one more than may advance, where declared rules tell how many may."""
    game = battle.position.game
    declared = game.rules.advance.units if game.rules is not None else "all"
    most = {"one": 1}.get(str(declared), declared)
    if not isinstance(most, int) or gone <= most:
        return None
    return unlawful(rule_of(game, "advance"), TOO_MANY_GO, unit=fate.unit.shown, n=most)


def judge_advance(
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
