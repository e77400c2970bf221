"""The attacks of some units, or with options, out of all that are possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.binding import read_save
from assistant.games import rules_for
from assistant.questions.protocol import QuestionError
from assistant.questions.some_attacks import some_attacks

EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"
RULES = rules_for("dagc")


@pytest.fixture(scope="module")
def position():
    return RULES.visible(read_save(EVENING))


def test_without_a_wish_all_attacks_in_the_order_of_the_game(position):
    assert some_attacks(RULES, position, [], {}) == RULES.attacks(position)


def test_only_those_in_which_all_the_named_units_take_part(position):
    ids = ["soviet-31", "soviet-33"]
    found = some_attacks(RULES, position, ids, {}).attacks
    assert [attack.target for attack in found] == ["3700", "3900", "3801"]
    assert all({*ids} <= {*attack.attackers} for attack in found)
    assert some_attacks(RULES, position, ["soviet-31", "soviet-28"], {}).attacks == ()


def test_options_count_in_every_attack(position):
    found = some_attacks(RULES, position, ["soviet-31"], {"air": "1"}).attacks
    assert found == tuple(
        RULES.odds(position, [attack.target], attack.attackers, {"air": "1"})
        for attack in some_attacks(RULES, position, ["soviet-31"], {}).attacks
    )
    assert all(attack.shift > 0 for attack in found)


def test_what_an_option_makes_impossible_comes_last(position):
    possible = [
        attack.possible for attack in some_attacks(RULES, position, [], {"armor": "1"}).attacks
    ]
    assert possible == sorted(possible, reverse=True)
    assert False in possible


def test_an_option_that_no_attack_takes_is_refused(position):
    with pytest.raises(QuestionError, match="no option 'bombs'"):
        some_attacks(RULES, position, [], {"bombs": "1"})
