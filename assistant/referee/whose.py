"""Whose phase it is where phases are of no side, and a state variable tells whose chit is out."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games import play_of
from assistant.position import Position
from assistant.questions.play import Subject
from assistant.referee.chapters import rule_of
from assistant.referee.phases import Segment
from assistant.referee.verdicts import Finding, unknown, unlawful

NOT_ACTIVE = "{side} is noted as the active side, and a unit of {side2} does something."
PERHAPS_NOT = (
    "{side} is noted as the active side, and a unit of {side2} does something: that was not noted "
    "since the last chit, so who is active now is not known."
)


def not_active(segment: Segment, position: Position, side: str, subject: Subject) -> Finding | None:
    """What is to be said of a side that moves or fights in the activation of another; None if it
    may. Unlawful only if the active side was noted in this activation: who forgets to note it plays
    lawfully."""
    game, phase = position.game, segment.first.phase
    play = play_of(game.id)
    its = game.definition.phase_of(phase)
    if not play.active or (its is not None and its.side) or phase.endswith(play.activated_in):
        return None
    active = str(position.value(play.active) or "")
    if active not in game.sides or side not in game.sides:
        return None
    if side in (active, segment.last.value(play.active)):
        return None  # as it may be noted behind what it is noted for
    names = {"side": game.sides[active].name, "side2": game.sides[side].name}
    if any(play.active in one.course.state for one in _activation(segment)):
        return unlawful(rule_of(game, subject), NOT_ACTIVE, **names)
    return unknown(PERHAPS_NOT, **names)


def _activation(segment: Segment) -> Iterator[Segment]:
    """The phase and those before it, back to that in which it was drawn who is active."""
    ends = play_of(segment.first.game.id).activated_in
    yield segment
    for one in segment.earlier:
        yield one
        if one.first.phase.endswith(ends):
            return
