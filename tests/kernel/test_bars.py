"""Rules made of questions: what forbids, and lines of a ledger."""

from __future__ import annotations

import pytest

from assistant.kernel.bars import every, first, forbids
from assistant.kernel.ledger import gives, lines_of, net
from assistant.kernel.rulebook import rules_of
from assistant.position import Unit
from assistant.questions import battle_options
from assistant.questions.protocol import QuestionError
from builder.saying import shortened

TIRED = Unit("A", "red", "infantry", "0101", markers=frozenset({"attacked"}))
FRESH = Unit("B", "red", "infantry", "0101")


@forbids("11.5", "{unit} in {hex} has attacked.", "spent", "11.6", hex="unit.hex")
def attacks_once(unit: Unit, target: str) -> bool:
    """A unit attacks once."""
    return "attacked" in unit.markers


@forbids("9.7", "Water.", "hexside")
def water(unit: Unit, target: str) -> bool:
    """Nobody crosses water."""
    return target == "sea"


@gives("shock", 2, "12.7")
def shock(units: int) -> int:
    """Two columns for each."""
    return units


def test_a_question_becomes_a_rule_with_its_sentence() -> None:
    why = attacks_once(TIRED, "0102")
    assert why is not None
    assert (why.rule, why.text, why.code) == ("11.5", "A in 0101 has attacked.", "spent")
    assert attacks_once(FRESH, "0102") is None
    assert first((attacks_once, water), FRESH, "sea") == water(FRESH, "sea")
    assert len(every((attacks_once, water), TIRED, "sea")) == 2


def test_it_bears_its_numbers_and_its_docstring() -> None:
    import sys

    known = {(told.rule, told.function, told.summary) for told in rules_of(sys.modules[__name__])}
    assert ("11.6", "attacks_once", "A unit attacks once.") in known
    assert ("12.7", "shock", "Two columns for each.") in known


def test_lines_of_a_ledger_count_how_often() -> None:
    assert net(lines_of((shock,), 3)) == 6
    assert lines_of((shock,), 0) == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"airr": "1"}, "There is no option 'airr'. Did you mean 'air'?"),
        ({"air": "2"}, "air=2: write a number from 0 to 1."),
        ({"air": "9" * 5000}, f"air={shortened('9' * 5000)}: write a number from 0 to 1."),
        ({"push": "x"}, "push=x: write push=1 or push=0."),
        ({"shift": "x"}, "shift=x: write a whole number, as shift=1."),
        ({"hex": "9"}, "hex=9: write one of 0101."),
    ],
)
def test_wrong_options_say_what_to_write(given: dict[str, str], said: str) -> None:
    known = {
        "air": battle_options.up_to(1),
        "push": battle_options.flag,
        "shift": battle_options.signed,
        "hex": battle_options.one_of(["0101"]),
        "who": battle_options.words,
    }
    with pytest.raises(QuestionError) as error:
        battle_options.read(given, known)
    assert str(error.value) == said
    assert battle_options.read({"shift": "-2", "who": "A, B"}, known) == {
        "shift": -2,
        "who": ("A", "B"),
    }
