"""Combat results (rules 9.4 to 9.6): the cell as printed, what it asks of whom, how it is
paid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from assistant.games.kursk.battle import (
    holding,
    is_number,
    likely_choice,
    mode_for_result,
    modes_of,
    postures_of,
    retreat_limit,
)
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import class_of, is_gun, is_hq, steps_of
from assistant.kernel.losses import shares as losses_shared
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Told
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason
from builder import limits

_CELL = re.compile(r"(-|\d+)\s*([/Mm])\s*(-|\d+)")


class Numbers(NamedTuple):
    """What each side must satisfy."""

    attacker: int
    defender: int


@dataclass(frozen=True)
class Cell:
    """A cell of the results table: the attacker's number, whether modes matter, the defender's."""

    attacker: int
    modes_matter: bool
    defender: int

    @rule("9.41", "9.43", "9.47")
    def after_modes(self, attacker: str, defender: str) -> Numbers:
        """One more for both when assault meets static, one less when both are mobile."""
        change = 0
        if self.modes_matter and (attacker, defender) == ("assault", "static"):
            change = 1
        elif self.modes_matter and attacker == defender == "mobile":
            change = -1
        return Numbers(max(0, self.attacker + change), max(0, self.defender + change))


@rule("9.41")
def read_cell(text: str) -> Cell:
    """A cell such as `1/2`, `-/1` or `1M-`; QuestionError for anything else."""
    cell = _parsed(text)
    if cell is None:
        said = "'{text}' is no result: write a number, or a cell such as 1/2, -/3 or 1M-."
        raise QuestionError(said, text=text)
    return cell


@lru_cache(256)
def _parsed(text: str) -> Cell | None:
    """A table has few cells, and they are read again and again."""
    match = _CELL.fullmatch(text.strip())
    if match is None:
        return None
    attacker, defender = (0 if part == "-" else int(part) for part in match.group(1, 3))
    return Cell(attacker, match[2] in "Mm", defender)


# Losing steps


class Face(NamedTuple):
    """Attack, steps and movement as a unit stands, and the marker that it bears."""

    attack: int
    steps: int
    movement: int
    marker: str = ""


@rule("9.46", "9.51", "9.52", "9.53")
def after_losses(faces: tuple[Face, ...], lost: int, untried: bool = False) -> Face | None:
    """The unit after so many lost steps: by the next face, or, where faces leave steps out, by a
    marker of two or four attack points; None once no step is left. An untried division is turned
    over for its first step, whatever its back shows."""
    if untried and lost:
        faces, lost = faces[1:], lost - 1
    left = faces[0].steps - lost if faces else 0
    if left <= 0:
        return None
    above = min((face for face in faces if face.steps >= left), key=lambda face: face.steps)
    missing = above.steps - left
    marker = {1: "minus-2-1", 2: "minus-4-2"}.get(missing, "")
    return Face(max(0, above.attack - 2 * missing), left, above.movement, marker)


def faces_of(unit: Unit) -> tuple[Face, ...]:
    """The faces of a counter, full strength first; none if the position knows only one."""
    attack, steps, movement = (
        unit.get(f"{name}-faces") or () for name in ("attack", "steps", "movement")
    )
    known = steps and len(attack) == len(movement) == len(steps)
    return tuple(map(Face, attack, steps, movement)) if known else ()


@dataclass(frozen=True)
class StepsLost(Told):
    """A unit after so many more lost steps: its values, and the marker that it then bears, empty
    for none; `eliminated` in their place once no step is left."""

    lost: int
    attack: int | None = None
    steps: int | None = None
    movement: int | None = None
    marker: str | None = None
    eliminated: bool | None = None


@rule("9.46", "9.51")
def after_steps(units: Iterable[Unit], number: int) -> dict[str, list[StepsLost]]:
    """What each unit becomes step by step, for those whose faces are known."""
    told: dict[str, list[StepsLost]] = {}
    for unit in units:
        faces = faces_of(unit)
        if not faces or is_gun(unit) or is_hq(unit) or steps_of(unit) > faces[0].steps:
            continue  # nor where the steps written are more than any face has
        gone, untried = faces[0].steps - steps_of(unit), "untried" in unit.markers
        for lost in range(1, min(number, steps_of(unit)) + 1):
            face = after_losses(faces, gone + lost, untried)
            left = StepsLost(lost, *face) if face else StepsLost(lost, eliminated=True)
            told.setdefault(unit.id, []).append(left)
    return told


# Sharing losses

MOST_SHARES = 200
"""More ways to share losses than this are not listed; hundreds of units in one hex, where they may
not be, have fewer listed still."""


def payers(units: Sequence[Unit]) -> tuple[list[Unit], list[Unit]]:
    """Units that lose steps first, and headquarters, which lose theirs last."""
    counted = [u for u in units if not is_gun(u) and "retreated" not in u.markers]
    return [u for u in counted if not is_hq(u)], [u for u in counted if is_hq(u)]


def steps_in(units: Sequence[Unit]) -> int:
    return sum(map(steps_of, units))


@rule("9.62", "9.63", "9.46")
def survives(unit: Unit, units: Sequence[Unit], losses: int) -> bool:
    """Whether a unit can be left with a step when its stack loses so many."""
    first, last = payers(units)
    return losses < steps_in(first) + (len(last) if is_hq(unit) else 0)


@rule("9.44", "9.61", "9.62", "13.15")
def shares(
    situation: Situation, units: Sequence[Unit], losses: int, infantry_first: bool = False
) -> tuple[list[dict[str, int]], bool]:
    """Every way to take so many steps from a stack: unit -> steps lost. Headquarters come last;
    against artillery infantry comes before the rest. And whether there are more than are listed."""
    first, last = payers(units)
    foot = [u for u in first if infantry_first and class_of(situation.position, u) == "infantry"]
    groups = (foot, [unit for unit in first if unit not in foot], last)
    most = min(MOST_SHARES, max(1, limits.SHARES // max(1, len(units))))
    found = losses_shared(groups, steps_of, losses, most + 1)
    return found[:most], len(found) > most


@dataclass(frozen=True)
class Payment(Told):
    """A lawful split of a result into hexes of retreat and steps lost, with the ways to share the
    steps, unit -> steps. Told only where it holds: that there are more ways than are listed, and
    the hexes at the end of so long a retreat that have no room for all."""

    hexes: int
    steps: int
    shares: list[dict[str, int]]
    more_shares: bool | None = None
    full: list[str] | None = None


@rule("9.42", "9.43", "9.44")
def ways_to_pay(
    situation: Situation,
    units: Sequence[Unit],
    number: int,
    lengths: Iterable[int],
    infantry_first: bool = False,
) -> list[Payment]:
    """Each lawful split of a result, with every way to share the steps."""
    total, found = steps_in(units), []
    for length in lengths:
        shared, more = shares(situation, units, min(number - length, total), infantry_first)
        found.append(Payment(length, number - length, shared, more or None))
    return found


@rule("9.44")
def unlisted(ways: Iterable[Payment]) -> Iterator[Reason]:
    """Says that steps can be shared in more ways than are listed."""
    for listed in sorted({len(way.shares) for way in ways if way.more_shares}):
        text = "There are more ways to share the steps: only the first {n} are listed."
        yield Reason("9.44", text, n=listed)


# The number of a result

ONE_HEX = 1
Struck = tuple[int, dict[str, Any]]
"""The number that the units of a hex suffer, and what the answer says about it."""


def plain_number(result: str) -> int | None:
    """A result that is a number and no cell: a dash is none, that is 0."""
    text = result.strip()
    return 0 if text == "-" else int(text) if is_number(text) else None


@rule("9.45", "9.47")
def possible_numbers(
    situation: Situation, cell: Cell, attackers: Iterable[Unit], defenders: Iterable[Unit]
) -> list[tuple[str, str, Numbers]]:
    """The numbers for each pair of modes that the opponents may name of mixed forces."""
    return [
        (one, other, cell.after_modes(one, other))
        for one in modes_of(situation, attackers)
        for other in modes_of(situation, defenders)
    ]


@rule("9.45", "9.47")
def likely_numbers(
    situation: Situation, cell: Cell, attackers: Iterable[Unit], defenders: Sequence[Unit]
) -> Numbers:
    """The numbers in the modes that odds take where nobody says what the opponents name."""
    mode = likely_choice(situation, "attacker", modes_of(situation, attackers))
    posture = likely_choice(situation, "defender", postures_of(situation, defenders))
    return cell.after_modes(mode, mode_for_result(situation, posture, defenders))


def number_of(
    situation: Situation, units: Sequence[Unit], result: str | None, named: Sequence[Unit]
) -> Struck:
    """The number of a result on the units of a hex; without one the farthest that they may go."""
    if result is None:
        limits = map(situation.charts.retreat_limit, postures_of(situation, units))
        return max(ONE_HEX, *(round(limit.number) for limit in limits)), {}
    if (plain := plain_number(result)) is not None:
        return plain, {}
    cell = read_cell(result)
    if cell.modes_matter and not named:
        text = "{what}: the modes matter, so name the attackers (--attackers ID,ID)."
        raise QuestionError(text, what=result.strip())
    stack = holding(units)
    found = possible_numbers(situation, cell, named, stack)
    number = likely_numbers(situation, cell, named, stack)
    extra: dict[str, Any] = {"number": number._asdict()}
    if len({numbers for *_, numbers in found}) > 1:
        extra["numbers"] = [
            {"attacker-mode": one, "defender-mode": other, **numbers._asdict()}
            for one, other, numbers in found
        ]
    extra["attacker_ways"] = _attackers_pay(situation, named, units, number)
    return number.defender, extra


@rule("6.23", "9.42", "9.47")
def overrunners_number(
    situation: Situation, units: Sequence[Unit], result: str | None, overrun: Iterable[str]
) -> Struck:
    """The same for units whose overrun failed: of a cell theirs is the attacker's number."""
    if not (result or "").strip() or plain_number(result or "") is not None:
        return number_of(situation, units, result, ())
    enemies = [unit for name in overrun for unit in situation.at(name)]
    number = likely_numbers(situation, read_cell(result or ""), units, holding(enemies))
    return number.attacker, {"number": number._asdict()}


@rule("9.42", "13.15")
def _attackers_pay(
    situation: Situation, named: Sequence[Unit], defenders: Sequence[Unit], number: Numbers
) -> list[Payment]:
    """How the attackers may satisfy their number: all as steps, or hexes as far as their mode
    allows; infantry first against artillery."""
    if not named:
        return []
    limit = int(retreat_limit(situation, "attacker", named).number)
    guns = any(unit.type == "artillery" for unit in defenders)
    infantry = any(class_of(situation.position, unit) == "infantry" for unit in named)
    lengths = range(min(limit, number.attacker) + 1)
    return ways_to_pay(situation, named, number.attacker, lengths, guns and infantry)
