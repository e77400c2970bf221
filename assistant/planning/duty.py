"""Who has to attack: the plan lets them, and the referee looks whether they did."""

from __future__ import annotations

from assistant.classic.situation import cite
from assistant.games import play_of
from assistant.position import Position
from assistant.questions.protocol import HasTurn, QuestionError, Rules
from builder.game.model import Game


def compulsory(game: Game) -> str:
    """The number of the rule by which units must attack; empty where combat is voluntary."""
    if game.rules is None:
        return play_of(game.id).must_attack
    combat = game.rules.combat
    return cite(combat, "combat", "mandatory") if combat.mandatory else ""


def bound(rules: Rules, position: Position) -> frozenset[str]:
    """The units that have to attack as the table lies."""
    rule = compulsory(position.game)
    if not rule or not isinstance(rules, HasTurn):
        return frozenset()
    try:
        duties = rules.turn(rules.visible(position)).duties
    except QuestionError:
        return frozenset()
    must = (duty for duty in duties if duty.standing == "must" and duty.rule == rule)
    return frozenset(id_ for duty in must for id_ in duty.units)
