"""What matters beyond the questions: duties, weather, arrivals, points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.classic.arrivals import entries, turn_of
from assistant.classic.duties import duties
from assistant.classic.score import keeps_score, points_of, scores, verdict
from assistant.classic.situation import Situation, cite


@dataclass(frozen=True)
class Arrival:
    """A reinforcement of this turn and the hexes that are open to it."""

    id: str
    side: str
    hexes: tuple[str, ...]
    rule: str


@dataclass(frozen=True)
class Score:
    """A line of the account of points."""

    side: str
    what: str
    number: float
    points: float
    rule: str


@dataclass(frozen=True)
class Points:
    """What a side has in all."""

    side: str
    points: float


@dataclass(frozen=True)
class Overview:
    """Fields become lines of the report; those that the game has no rules for are empty."""

    weather: str
    duties: tuple[dict[str, object], ...]
    arrivals: tuple[Arrival, ...]
    scores: tuple[Score, ...]
    points: tuple[Points, ...]
    verdict: str


def overview(situation: Situation) -> Overview:
    """All of it at once."""
    found = scores(situation)
    points, keeps = points_of(situation, found), keeps_score(situation)
    return Overview(
        weather=situation.weather[0] if situation.rules.said("weather") else "",
        duties=tuple(one.told() for one in duties(situation))
        if situation.rules.combat.mandatory
        else (),
        arrivals=tuple(arrivals(situation)),
        scores=tuple(Score(s.side, s.what, s.number, s.points, s.rule) for s in found),
        points=tuple(Points(*one) for one in points.items()) if keeps else (),
        verdict=verdict(situation, points) if keeps else "",
    )


def arrivals(situation: Situation) -> Iterable[Arrival]:
    """The units beside the map whose turn it is."""
    rule = cite(situation.rules.arrivals, "arrivals")
    for unit in situation.position.units:
        if turn_of(situation, unit) == situation.position.turn:
            yield Arrival(unit.id, unit.side, tuple(sorted(entries(situation, unit)[0])), rule)
