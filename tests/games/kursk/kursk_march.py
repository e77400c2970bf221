"""Moves of one unit on the blank board, and what the answer says of them."""

from __future__ import annotations

from kursk_board import grey, hq, position

from assistant.games.kursk import RULES
from assistant.questions.answers import Moves

MOVE = "german-movement"
FAST = {"type_": "panzer"}


def moves(u, *others, phase=MOVE, **what) -> Moves:
    return RULES.moves(position(u, *others, phase=phase, **what), u.id)


def costs(answer: Moves) -> dict[str, float]:
    return {way.hex: way.cost for way in answer.reach}


def by(answer: Moves) -> dict[str, str]:
    return {way.hex: way.extra["by"] for way in answer.reach}


def refused(answer: Moves) -> dict[str, str]:
    return {found.hex: found.rule for found in answer.refused}


def overruns(answer: Moves) -> set[tuple[str, str, float]]:
    return {(o.hex, o.from_, o.cost) for o in answer.extra["overruns"]}


A = grey("A", "2416", movement=5)
STATIC = hq("gh", "2013", mode="static")
