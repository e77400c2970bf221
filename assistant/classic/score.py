"""Points as [victory] declares them: by source, what each hex is worth, and the level they earn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assistant.classic.situation import Situation, cite
from assistant.classic.strengths import plain
from assistant.classic.units import printed, steps_left
from assistant.position import Unit
from assistant.questions.answers import Score, ScoreLine
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.game.rulebook.places import place_of
from builder.game.rulebook.tables import DEAD, box_names
from builder.game.rules_file.chapters import Hexes

UNDECLARED = "{game} declares no points: write [victory] in its rules.toml."
LEAD_OF = "{level}: for a lead of {n:g} {n|point|points} for {side}."
LEAD = "{level}: for a lead of {n:g} {n|point|points}."
NO_LEVEL = "The points as they stand earn no level of victory that is declared."
NONE_LOST = "The position names no unit in {boxes:or}: none counts as lost or as gone."
CONTROLLED = ":controlled"


@dataclass(frozen=True)
class Source:
    """Points of a side from one line of [victory]: how often it counts, in which hexes, for which
    units."""

    side: str
    what: str
    number: float
    points: float
    rule: str
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


def keeps_score(situation: Situation) -> bool:
    """Whether the game declares points at all."""
    victory = situation.rules.victory
    return bool(victory.hexes or victory.losses or victory.exits)


def score(situation: Situation) -> Score:
    """The points of each side now, and the level that they would earn. QuestionError in a game
    that declares none."""
    if not keeps_score(situation):
        raise QuestionError(UNDECLARED, game=situation.position.game.definition.title)
    found = scores(situation)
    points = points_of(situation, found)
    return Score(
        tuple(_line(source) for source in found),
        points,
        level=verdict(situation, points) or None,
        because=tuple(_because(situation, points)),
        extra={"worth": worth(situation)},
    )


def _line(source: Source) -> ScoreLine:
    what = Saying("{what}: {n:g}", what=source.what, n=source.number)
    return ScoreLine(source.side, what, source.points, source.rule, source.hexes, source.units)


def _because(situation: Situation, points: Mapping[str, float]) -> Iterator[Reason]:
    """What leads are worth, and what the position does not say."""
    victory = situation.rules.victory
    rule = cite(victory, "victory")
    for level in victory.level:
        side = situation.position.game.sides[level.side].name if level.side else ""
        text = LEAD_OF if side else LEAD
        yield Reason(rule, text, level=level.name, n=level.lead, side=side)
    if victory.level and not verdict(situation, points):
        yield Reason(rule, NO_LEVEL)
    boxes = gone_boxes(situation)
    if boxes and not any(unit.hex in boxes for unit in situation.position.units):
        definition = situation.position.game.definition
        names = [definition.box_name(box) for box in sorted(boxes)]
        yield Reason(rule, NONE_LOST, "missing", boxes=names)


def gone_boxes(situation: Situation) -> set[str]:
    """The boxes in which units lie that count as lost or as gone."""
    victory = situation.rules.victory
    lost = {name for loss in victory.losses for name in _boxes(situation, loss.box)}
    return lost | {out.box for out in victory.exits}


def points_of(situation: Situation, found: Sequence[Source]) -> dict[str, float]:
    """The sum of each side."""
    return {
        side: plain(Fraction(sum(s.points for s in found if s.side == side)).limit_denominator(12))
        for side in situation.sides
    }


def scores(situation: Situation) -> tuple[Source, ...]:
    """The points as the position stands, by source."""
    found = (*_held(situation), *_losses(situation), *_exits(situation))
    return tuple(source for source in found if source.number)


def _held(situation: Situation) -> Iterator[Source]:
    victory = situation.rules.victory
    for held in victory.hexes:
        for side in _sides(situation, held):
            hexes = tuple(
                name
                for name in sorted(situation.places(held.at, side))
                if situation.owner(name) == side
            )
            what, rule = (
                held.name or Saying("{places}", places=[shown(situation, at) for at in held.at]),
                held.rule or cite(victory, "victory"),
            )
            yield Source(side, what, len(hexes), len(hexes) * held.points, rule, hexes)


EDGE = {
    "north": "the north edge",
    "south": "the south edge",
    "east": "the east edge",
    "west": "the west edge",
}


def shown(situation: Situation, place: str) -> str:
    """A place of [victory] by its name: who holds it is what is counted anyway."""
    kind, name, _ = place_of(place)
    definition = situation.position.game.definition
    if kind == "edge":
        return Saying(EDGE[name])
    if kind == "set":
        return name.replace("-", " ")
    if kind == "type":
        return definition.units.types[name].name or name
    if kind == "state":
        return definition.state[name].name or name.replace("-", " ")
    if name in definition.terrain:
        return definition.terrain[name].name or name
    return name


def _sides(situation: Situation, held: Hexes) -> tuple[str, ...]:
    """The sides to which a place gives points."""
    return (held.side,) if held.side else situation.sides


_LOST = {"unit": "units lost", "step": "steps lost", "strength": "strength lost"}


def _losses(situation: Situation) -> Iterator[Source]:
    victory = situation.rules.victory
    for loss in victory.losses:
        boxes = _boxes(situation, loss.box)
        for side in [loss.of] if loss.of else situation.sides:
            units = [u for u in situation.position.units if u.hex in boxes and u.side == side]
            units = [u for u in units if not loss.types or u.type in loss.types]
            number = sum((_worth(situation, unit, loss.per) for unit in units), Fraction(0))
            winner = next((other for other in situation.sides if other != side), side)
            points, ids = plain(number) * loss.points, tuple(unit.id for unit in units)
            rule = loss.rule or cite(victory, "victory")
            yield Source(winner, _LOST[loss.per], plain(number), points, rule, units=ids)


def _exits(situation: Situation) -> Iterator[Source]:
    victory = situation.rules.victory
    for out in victory.exits:
        units = [u for u in situation.position.units if u.hex == out.box and u.side == out.side]
        ids, rule = tuple(unit.id for unit in units), out.rule or cite(victory, "victory")
        points = len(units) * out.points
        yield Source(out.side, "units that left the map", len(units), points, rule, units=ids)


def _boxes(situation: Situation, box: str) -> set[str]:
    """The boxes of the eliminated: the one that is named, else those that are drawn for them."""
    return {box} if box else {*box_names(situation.position.game)} & {*DEAD}


def _worth(situation: Situation, unit: Unit, per: str) -> Fraction:
    """What a lost unit counts; of one that lies in a box with a lost face up all its steps."""
    if per == "strength":
        return printed(unit, situation.attack_field)
    return Fraction(steps_left(unit) if per == "step" else 1)


def worth(situation: Situation) -> dict[str, float]:
    """Hex -> the points that it would bring to the side that does not hold it."""
    gains: dict[tuple[str, str], float] = {}
    for held in situation.rules.victory.hexes:
        ground = tuple(text.removesuffix(CONTROLLED) for text in held.at)
        for side in _sides(situation, held):
            for name in situation.places(ground, side):
                if situation.owner(name) != side:
                    gains[name, side] = gains.get((name, side), 0) + held.points
    found: dict[str, float] = {}
    for (name, _), points in sorted(gains.items()):
        found[name] = max(points, found.get(name, points))
    return found


def verdict(situation: Situation, points: Mapping[str, float]) -> str:
    """The level of victory that the points earn; empty if none is declared for them."""
    best = ""
    sides = situation.sides
    for level in sorted(situation.rules.victory.level, key=lambda level: level.lead):
        for side in [level.side] if level.side else sides:
            others = max((points[other] for other in sides if other != side), default=0)
            if points[side] - others >= level.lead:
                best = level.name
    return best
