"""What a result asks of the units in a hex: a number as given, or a cell under the modes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from assistant.games.kursk.battle import postures_of
from assistant.games.kursk.losses import ways_to_pay
from assistant.games.kursk.results import Numbers, possible_numbers, read_cell
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import class_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import QuestionError

ONE_HEX = 1


def number_of(
    situation: Situation, units: Sequence[Unit], result: str | None, attackers: Sequence[str]
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
    named = [situation.position.by_id[name] for name in dict.fromkeys(attackers)]
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
    situation: Situation, named: list[Unit], defenders: Sequence[Unit], number: Numbers
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
