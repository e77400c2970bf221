"""What the chat says of a declared battle's dice, however long a line it is."""

import pytest

from assistant.questions.declared import rolled_in
from tests.hostile.conftest import bounded

ROLLED = {
    "Battle 3: A, B against C: 4": (3, (4,)),
    "*** Combate 12: 2.ª Panzer: 3, 5 ***": (12, (3, 5)),
    "1: 2: x: -1": (1, (-1,)),
    "a\n7: b: 2": (7, (2,)),
    "3:\nx: 4": None,
    "Battle 3: 4": None,
    "no battle: 4": None,
    "3: A attacks": None,
}


@pytest.mark.parametrize("line", ROLLED)
def test_the_dice_of_a_battle_are_read(line: str) -> None:
    assert rolled_in(line) == ROLLED[line]


@pytest.mark.parametrize("part", ["1: ", ": 1", ":1!", "1, ", ": ", " "])
@pytest.mark.parametrize("end", ["x", ": 1"])
def test_a_line_of_a_hundred_thousand_signs_is_read_at_once(part: str, end: str) -> None:
    with bounded(2):
        rolled_in(part * 40_000 + end)
