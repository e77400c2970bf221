"""Luck: what the chances of the battles promised, what came, and how honest the dice look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, erfc, exp, factorial, lcm, pi, prod, sqrt
from random import Random

from assistant.planning.outlook import fate_of
from assistant.position import Position
from assistant.questions.answers import Odds
from assistant.questions.protocol import QuestionError, Rules
from assistant.referee.battles import LoggedBattle
from builder.game.model import Game

EXACT = 60_000
"""Distributions of the dice that are counted one by one for an exact test."""
DRAWN = 20_000
"""Distributions drawn at random, always the same ones, where they are too many to count and the
rolls too few for chi-square."""
FEW = 5
"""Expected rolls of a face from which chi-square is good enough."""
MATTERED = 3
LEAST = 0.005
"""Steps from which a roll was better or worse than its chances."""


@dataclass(frozen=True)
class Roll:
    """One roll. `expected` and `came` are steps: those that the defender loses less those that the
    attacker loses, on average over the chances and for the result rolled."""

    number: int
    turn: int
    side: str
    target: str
    column: str
    die: int
    result: str
    expected: float
    came: float

    @property
    def swing(self) -> float:
        """Steps by which the roll was better for the attacker than the chances."""
        return self.came - self.expected


@dataclass(frozen=True)
class Dice:
    """How often each face came. `p` is the chance that honest dice are at least as uneven;
    `method` how it was found: exact, drawn or chi-square."""

    side: str
    faces: Mapping[str, int]
    rolls: int
    mean: float
    expected_mean: float
    p: float
    method: str
    text: str


@dataclass(frozen=True)
class SideLuck:
    """A side's own attacks: steps promised, steps that came."""

    side: str
    rolls: int
    expected: float
    came: float


@dataclass(frozen=True)
class Luck:
    """All rolls of a game that Kessel could reckon with."""

    rolls: tuple[Roll, ...]
    sides: tuple[SideLuck, ...]
    dice: tuple[Dice, ...]
    mattered: tuple[Roll, ...]


def luck_of(rules: Rules, battles: Sequence[LoggedBattle]) -> Luck:
    """The luck of a game's battles."""
    found: list[Roll] = []
    for battle in battles:
        found += _roll(rules, battle)
        battle.position.forget()
    rolls = tuple(found)
    sides = tuple(
        SideLuck(
            side,
            len(mine := [roll for roll in rolls if roll.side == side]),
            round(sum(roll.expected for roll in mine), 3),
            round(sum(roll.came for roll in mine), 3),
        )
        for side in dict.fromkeys(roll.side for roll in rolls)
    )
    swung = [roll for roll in rolls if abs(roll.swing) > LEAST]
    mattered = sorted(swung, key=lambda roll: (-abs(roll.swing), roll.number))[:MATTERED]
    return Luck(rolls, sides, tuple(_dice(battles)), tuple(mattered))


def _roll(rules: Rules, battle: LoggedBattle) -> Iterator[Roll]:
    odds = battle.odds
    if odds is None or battle.die is None or not battle.result:
        return
    seen = battle.seen(rules, battle.position)
    worth: dict[str, float] = {}
    for result in odds.chances:
        try:
            worth[result] = _worth(rules, seen, odds, result)
        except QuestionError:
            return
    yield Roll(
        number=battle.moment.number,
        turn=battle.position.turn,
        side=battle.side,
        target=",".join(battle.targets),
        column=odds.column or "",
        die=battle.die,
        result=battle.result,
        expected=round(sum(odds.chances[one] * worth[one] for one in worth), 3),
        came=worth.get(battle.result, 0.0),
    )


def _worth(rules: Rules, position: Position, odds: Odds, result: str) -> float:
    """The steps that the defender loses less those that the attacker loses. Where a result is a
    number for each side, paid in steps or in hexes, it is the numbers that count, because only one
    of the two might choose to pay in steps (Kursk 9.4)."""
    table = odds.extra.get("numbers")
    numbers = table.get(result) if isinstance(table, Mapping) else None
    if isinstance(numbers, Mapping):
        return float(numbers.get("defender", 0)) - float(numbers.get("attacker", 0))
    fate = fate_of(rules, position, odds, result)
    return fate.defender - fate.attacker


def _dice(battles: Sequence[LoggedBattle]) -> Iterator[Dice]:
    """The dice of all, if both sides rolled, then those of each side; only rolls of the commonest
    kind of die."""
    rolled = [
        (battle.side, str(battle.die), tuple(battle.odds.results))
        for battle in battles
        if battle.odds is not None and battle.die is not None and battle.result
    ]
    number = _number_of_dice(battles[0].position.game) if battles else 1
    if not rolled:
        return
    faces = Counter(known for _, _, known in rolled).most_common(1)[0][0]
    if not all(face.lstrip("-").isdigit() for face in faces):
        return
    mine = [(side, die) for side, die, known in rolled if known == faces and die in known]
    sides = dict.fromkeys(side for side, _ in mine)
    for side in ("", *sides) if len(sides) > 1 else sides:
        dice = Counter(die for other, die in mine if side in ("", other))
        yield tested(side, {face: dice[face] for face in sorted(faces, key=int)}, number)


def _number_of_dice(game: Game) -> int:
    """How many dice a battle takes, whose sum is looked up."""
    return int(game.rules.combat.die.partition("d")[0]) if game.rules is not None else 1


def tested(side: str, faces: Mapping[str, int], dice: int) -> Dice:
    """The dice of a side or button: how often each face came, or each sum of so many dice."""
    counts = list(faces.values())
    rolls = sum(counts)
    values = [int(face) for face in faces]
    weights = ways_to(values, dice)
    p, method = fairness(counts, weights)
    mean = sum(int(face) * count for face, count in faces.items()) / max(rolls, 1)
    expected = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
    return Dice(
        side, faces, rolls, round(mean, 3), round(expected, 3), round(p, 4), method, in_words(p)
    )


def in_words(p: float) -> str:
    """What a chance of unevenness means."""
    if p >= 0.1:
        return "Honest dice are often as uneven as this."
    if p >= 0.01:
        return "Honest dice are as uneven as this in one game of ten to a hundred."
    if p >= 0.001:
        return "Honest dice are as uneven as this in fewer than one game of a hundred."
    return "Honest dice are as uneven as this in fewer than one game of a thousand."


def fairness(counts: Sequence[int], weights: Sequence[int] = ()) -> tuple[float, str]:
    """The chance that honest dice are at least as uneven as these counts of faces, by Pearson's
    statistic, and how it was found. 1 where nothing was rolled. `weights` are the ways to each
    face, as those to the sum of two dice; all the same if there are none."""
    rolls, faces = sum(counts), len(counts)
    if rolls == 0 or faces < 2:
        return 1.0, "exact"
    weights = weights or (1,) * faces
    if comb(rolls + faces - 1, faces - 1) <= EXACT:
        return _exact(counts, weights), "exact"
    if rolls * min(weights) / sum(weights) < FEW:
        return _drawn(counts, weights), "drawn"
    uneven = _uneven(counts, _shares(weights)) * sum(weights) / lcm(*weights)
    return survival(uneven / rolls - rolls, faces - 1), "chi-square"


def _shares(weights: Sequence[int]) -> tuple[int, ...]:
    """What the square of a count is taken times, so that faces of unlike weights compare."""
    common = lcm(*weights)
    return tuple(common // weight for weight in weights)


def _uneven(counts: Sequence[int], shares: Sequence[int]) -> int:
    """A number that grows with Pearson's statistic, without a rounding that parts equal ones."""
    return sum(count * count * share for count, share in zip(counts, shares, strict=True))


def _exact(counts: Sequence[int], weights: Sequence[int]) -> float:
    rolls, shares = sum(counts), _shares(weights)
    uneven = _uneven(counts, shares)
    ways = sum(
        factorial(rolls)
        // prod(map(factorial, found))
        * prod(weight**count for weight, count in zip(weights, found, strict=True))
        for found in _distributions(rolls, len(counts))
        if _uneven(found, shares) >= uneven
    )
    return min(1.0, float(ways / sum(weights) ** rolls))


def _distributions(rolls: int, faces: int) -> Iterator[tuple[int, ...]]:
    """All ways in which so many rolls can fall on so many faces."""
    if faces == 1:
        yield (rolls,)
        return
    for first in range(rolls + 1):
        for rest in _distributions(rolls - first, faces - 1):
            yield (first, *rest)


def _drawn(counts: Sequence[int], weights: Sequence[int]) -> float:
    rolls, faces, shares = sum(counts), len(counts), _shares(weights)
    uneven = _uneven(counts, shares)
    chance = Random(rolls * 1000 + faces)
    found = 0
    for _ in range(DRAWN):
        fell = Counter(chance.choices(range(faces), weights, k=rolls))
        found += _uneven([fell[face] for face in range(faces)], shares) >= uneven
    return found / DRAWN


def ways_to(faces: Sequence[int], dice: int) -> tuple[int, ...]:
    """In how many ways some dice of the same kind fall to each total, the totals being all that
    they can show."""
    sides = (faces[-1] if faces else 0) // max(dice, 1)
    if dice < 2 or list(faces) != list(range(dice, dice * sides + 1)):
        return (1,) * len(faces)
    ways = Counter({0: 1})
    for _ in range(dice):
        ways = Counter(
            {
                total: sum(ways[total - face] for face in range(1, sides + 1))
                for total in range(1, dice * sides + 1)
            }
        )
    return tuple(ways[face] for face in faces)


def survival(x: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is x or more.

    The closed sums of Abramowitz and Stegun 26.4.4 and 26.4.5.
    """
    if x <= 0:
        return 1.0
    if freedom % 2 == 0:
        term = total = exp(-x / 2)
        for i in range(1, freedom // 2):
            term *= x / (2 * i)
            total += term
        return min(1.0, total)
    total, term = erfc(sqrt(x / 2)), sqrt(2 * x / pi) * exp(-x / 2)
    for i in range(1, (freedom - 1) // 2 + 1):
        total += term
        term *= x / (2 * i + 1)
    return min(1.0, total)
