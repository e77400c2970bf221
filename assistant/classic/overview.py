"""What matters beyond the questions: duties, weather, arrivals, points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from assistant.classic.arrivals import entries, turn_of
from assistant.classic.attackers import duties
from assistant.classic.situation import Situation, cite
from assistant.classic.strengths import plain
from assistant.classic.units import attack_field, printed, steps_left
from assistant.position import Unit
from builder.game.rulebook.check import box_names


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
    found = tuple(score for score in scores(situation) if score.number)
    points = {
        side: plain(Fraction(sum(s.points for s in found if s.side == side)).limit_denominator(12))
        for side in situation.sides
    }
    declared = situation.rules.victory
    keeps_score = bool(declared.hexes or declared.losses or declared.exits)
    return Overview(
        weather=situation.weather[0] if situation.rules.said("weather") else "",
        duties=tuple(duties(situation)) if situation.rules.combat.mandatory else (),
        arrivals=tuple(arrivals(situation)),
        scores=found,
        points=tuple(Points(*one) for one in points.items()) if keeps_score else (),
        verdict=verdict(situation, points) if keeps_score else "",
    )


def arrivals(situation: Situation) -> Iterable[Arrival]:
    """The units beside the map whose turn it is."""
    rule = cite(situation.rules.arrivals, "arrivals")
    for unit in situation.position.units:
        if turn_of(situation, unit) == situation.position.turn:
            yield Arrival(unit.id, unit.side, tuple(sorted(entries(situation, unit)[0])), rule)


def scores(situation: Situation) -> Iterable[Score]:
    """The points as the position stands."""
    victory = situation.rules.victory
    rule = cite(victory, "victory")
    for held in victory.hexes:
        for side in [held.side] if held.side else situation.sides:
            hexes = [
                name for name in situation.places(held.at, side) if situation.owner(name) == side
            ]
            what = held.name or ", ".join(held.at)
            points = len(hexes) * held.points
            yield Score(side, what, len(hexes), points, held.rule or rule)
    for loss in victory.losses:
        for side in [loss.of] if loss.of else situation.sides:
            units = [u for u in _lost(situation, loss.box) if u.side == side]
            units = [u for u in units if not loss.types or u.type in loss.types]
            number = sum((_worth(situation, unit, loss.per) for unit in units), Fraction(0))
            winner = next((other for other in situation.sides if other != side), side)
            points = plain(number) * loss.points
            yield Score(winner, "units lost", plain(number), points, loss.rule or rule)
    for out in victory.exits:
        units = [u for u in situation.position.units if u.hex == out.box and u.side == out.side]
        points = len(units) * out.points
        yield Score(out.side, "units that left the map", len(units), points, out.rule or rule)


def _lost(situation: Situation, box: str) -> list[Unit]:
    """The eliminated: units in the box that is named, else in the one that is drawn for them."""
    usual = ("dead-pile", "eliminated", "dead")
    names = {box} if box else {name for name in box_names(situation.position.game) if name in usual}
    return [unit for unit in situation.position.units if unit.hex in names]


def _worth(situation: Situation, unit: Unit, per: str) -> Fraction:
    if per == "strength":
        return printed(unit, attack_field(situation))
    return Fraction(steps_left(unit) if per == "step" else 1)


def verdict(situation: Situation, points: dict[str, float]) -> str:
    """The level of victory that the points earn; empty if none is declared for them."""
    best = ""
    sides = situation.sides
    for level in sorted(situation.rules.victory.level, key=lambda level: level.lead):
        for side in [level.side] if level.side else sides:
            others = max((points[other] for other in sides if other != side), default=0)
            if points[side] - others >= level.lead:
                best = level.name
    return best
