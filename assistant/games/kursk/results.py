"""Combat results (rules 9.4 to 9.6): the cell as printed, what it asks of whom, how it is
paid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from assistant.games.kursk.battle import modes_of, postures_of
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import class_of, is_gun, is_hq, steps_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import QuestionError

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
    match = _CELL.fullmatch(text.strip())
    if match is None:
        raise QuestionError(
            "'{text}' is no result: write a number, or a cell such as 1/2, -/3 or 1M-.",
            text=text,
        )
    return Cell(_number(match[1]), match[2] in "Mm", _number(match[3]))


def _number(text: str) -> int:
    return 0 if text == "-" else int(text)


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


class Face(NamedTuple):
    """Attack, steps and movement as a unit stands, and the marker that it bears."""

    attack: int
    steps: int
    movement: int
    marker: str = ""


@rule("9.46", "9.51", "9.53")
def after_losses(faces: tuple[Face, ...], lost: int) -> Face | None:
    """The unit after so many lost steps: by the next face, or, where faces leave steps out, by a
    marker of two or four attack points; None once no step is left."""
    left = faces[0].steps - lost
    if left <= 0:
        return None
    shown = next((face for face in faces if face.steps == left), None)
    if shown is not None:
        return shown
    above = min((face for face in faces if face.steps > left), key=lambda face: face.steps)
    missing = above.steps - left
    marker = {1: "minus-2-1", 2: "minus-4-2"}.get(missing, "")
    return Face(max(0, above.attack - 2 * missing), left, above.movement, marker)


def faces_of(unit: Unit) -> tuple[Face, ...]:
    """The faces of a counter, full strength first; none if the position knows only one."""
    steps = unit.get("steps-faces") or ()
    values = [unit.get(f"{name}-faces") or () for name in ("attack", "movement")]
    if not steps or any(len(found) != len(steps) for found in values):
        return ()
    return tuple(map(Face, values[0], steps, values[1]))


def after_steps(units: Iterable[Unit], number: int) -> dict[str, Any]:
    """What each unit becomes step by step, for those whose faces are known."""
    told = {unit.id: rungs for unit in units if (rungs := ladder(unit, number))}
    return {"after_steps": told} if told else {}


@rule("9.46", "9.51")
def ladder(unit: Unit, most: int) -> list[dict[str, Any]]:
    """What a unit is after one lost step, two and so on, to `most`: its values, face and marker;
    the last is nothing once it is eliminated."""
    faces = faces_of(unit)
    if not faces or is_gun(unit) or is_hq(unit):
        return []
    gone = faces[0].steps - steps_of(unit)
    rungs = []
    for lost in range(1, min(most, steps_of(unit)) + 1):
        face = after_losses(faces, gone + lost)
        rungs.append({"lost": lost, **(face._asdict() if face else {"eliminated": True})})
    return rungs


MOST_SHARES = 200
"""More ways to share losses than this are counted and not listed."""


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
    if is_hq(unit):
        return losses < steps_in(first) + len(last)
    return losses < steps_in(first)


@rule("9.44", "9.61", "9.62", "13.15")
def shares(
    situation: Situation, units: Sequence[Unit], losses: int, infantry_first: bool = False
) -> list[dict[str, int]]:
    """Every way to take so many steps from a stack: unit -> steps lost. Headquarters come last;
    against artillery infantry comes before the rest."""
    first, last = payers(units)
    groups = [first, last]
    if infantry_first:
        foot = [u for u in first if class_of(situation.position, u) == "infantry"]
        groups = [foot, [u for u in first if u not in foot], last]
    found: list[dict[str, int]] = [{}]
    remaining = losses
    for group in groups:
        taken = min(remaining, steps_in(group))
        remaining -= taken
        ways = list(_ways(group, taken))
        found = [{**one, **other} for one in found for other in ways][:MOST_SHARES]
    return found


def _ways(units: Sequence[Unit], losses: int) -> Iterator[dict[str, int]]:
    if not units:
        if losses == 0:
            yield {}
        return
    head, rest = units[0], units[1:]
    for taken in range(min(losses, steps_of(head)), -1, -1):
        if losses - taken <= steps_in(rest):
            for way in _ways(rest, losses - taken):
                yield {head.id: taken, **way}


@rule("9.42", "9.43", "9.44")
def ways_to_pay(
    situation: Situation,
    units: Sequence[Unit],
    number: int,
    lengths: Sequence[int],
    infantry_first: bool = False,
) -> list[dict[str, Any]]:
    """Each lawful split of a result into hexes and steps, with every way to share the steps."""
    found = []
    for length in lengths:
        losses = number - length
        lost = min(losses, steps_in(units))
        ways = shares(situation, units, lost, infantry_first)
        found.append({"hexes": length, "steps": losses, "shares": ways})
    return found


ONE_HEX = 1


def number_of(
    situation: Situation, units: Sequence[Unit], result: str | None, named: Sequence[Unit]
) -> tuple[int, dict[str, Any]]:
    """The number that the units in the hex suffer, and what the answer says about it."""
    if result is None:
        postures = postures_of(situation, units)
        limits = (situation.charts.retreat_limit(posture) for posture in postures)
        return max(ONE_HEX, *(round(limit.number) for limit in limits)), {}
    text = result.strip()
    if text == "-":
        return 0, {}
    if text.isascii() and text.isdigit():
        return int(text), {}
    cell = read_cell(text)
    _check_attackers(units, named)
    if cell.modes_matter and not named:
        raise QuestionError(
            "{what}: the modes matter, so name the attackers (--attackers ID,ID).", what=text
        )
    found = possible_numbers(situation, cell, named, list(units))
    number = found[0][2]
    extra: dict[str, Any] = {"number": number._asdict()}
    if len({numbers for _, _, numbers in found}) > 1:
        number = max((numbers for _, _, numbers in found), key=lambda n: (n.defender, -n.attacker))
        extra = {"number": number._asdict(), "numbers": [_choice(*entry) for entry in found]}
    extra["attacker_ways"] = _attackers_pay(situation, named, units, number)
    return number.defender, extra


@rule("6.23", "9.42", "9.47")
def overrunners_number(
    situation: Situation, units: Sequence[Unit], result: str | None, overrun: Iterable[str]
) -> tuple[int, dict[str, Any]]:
    """The same for units whose overrun failed: of a cell theirs is the attacker's number, and the
    worst one where the enemy names among modes."""
    text = (result or "").strip()
    if not text or text == "-" or (text.isascii() and text.isdigit()):
        return number_of(situation, units, result, ())
    enemies = [unit for name in overrun for unit in situation.at(name)]
    found = possible_numbers(situation, read_cell(text), list(units), enemies)
    number = max((numbers for _, _, numbers in found), key=lambda one: one.attacker)
    return number.attacker, {"number": number._asdict()}


def _choice(attacker: str, defender: str, numbers: Numbers) -> dict[str, Any]:
    return {"attacker-mode": attacker, "defender-mode": defender, **numbers._asdict()}


def _check_attackers(units: Sequence[Unit], named: Iterable[Unit]) -> None:
    own = [unit.id for unit in named if unit.side == units[0].side]
    if own:
        raise QuestionError(
            "{units} and the defenders are of one side: name attackers of the other.", units=own
        )


@rule("9.42", "13.15")
def _attackers_pay(
    situation: Situation, named: Sequence[Unit], defenders: Sequence[Unit], number: Numbers
) -> list[dict[str, Any]]:
    """How the attackers may satisfy their number: all as steps, or hexes as far as their mode
    allows; infantry first against artillery."""
    if not named:
        return []
    limit = min(
        round(situation.charts.retreat_limit(posture).number)
        for posture in postures_of(situation, named)
    )
    guns = any(unit.type == "artillery" for unit in defenders)
    infantry = any(class_of(situation.position, unit) == "infantry" for unit in named)
    lengths = range(min(limit, number.attacker) + 1)
    return ways_to_pay(situation, named, number.attacker, lengths, guns and infantry)
