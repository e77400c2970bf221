"""Zones of control: what they close, and to whom (chapter 8)."""

from __future__ import annotations

from assistant.games.dagc.situation import Situation
from assistant.games.dagc.units import GERMAN, SOVIET, enemy_of
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Zones


@rule("8.1", "8.2", "8.6")
def zones(situation: Situation) -> Zones:
    """Every hex next to a ground unit is in its side's zone, whatever stands or grows there."""
    return Zones({side: tuple(sorted(situation.zones[side])) for side in (GERMAN, SOVIET)})


def in_enemy_zone(situation: Situation, side: str, name: str) -> bool:
    """Whether the hex lies in a zone of the other side, whoever is in it."""
    return name in situation.zones[enemy_of(side)]


@rule("8.4")
def zone_is_open(situation: Situation, side: str, name: str) -> bool:
    """For lines and retreats an enemy zone closes a hex unless a friendly unit stands in it."""
    return not in_enemy_zone(situation, side, name) or situation.side_at(name) == side
