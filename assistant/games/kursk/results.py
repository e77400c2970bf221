"""Combat results (rules 9.4, 9.5): the cell as printed, modes, steps as they are lost."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from assistant.games.kursk.battle import modes_of
from assistant.games.kursk.situation import Situation
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
    situation: Situation, cell: Cell, attackers: list[Unit], defenders: list[Unit]
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
