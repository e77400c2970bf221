"""The chosen set of battles against brute force, on small boards drawn at random."""

from itertools import combinations
from random import Random

import pytest
from highspy import Highs

from assistant.planning.battles import Prospect, leanest
from assistant.planning.choice import MEASURES, Crowd, Debt, choose
from assistant.planning.outlook import Outlook
from assistant.questions.answers import Odds
from tests.wide import first


def battle(target: str, units: tuple[str, ...], look: Outlook) -> Prospect:
    odds = Odds(target, units, ("d",), 1, 1, (), 0, "1-1", True)
    return Prospect(odds, look, dict.fromkeys(units, "0101"))


def drawn(random: Random) -> list[Prospect]:
    """Up to nine battles of five units on four targets."""
    found = []
    for _ in range(random.randint(1, 9)):
        units = tuple(sorted(random.sample("ABCDE", random.randint(1, 3))))
        look = Outlook(
            random.randint(0, 12) / 6, random.randint(0, 6) / 6, random.randint(0, 6) / 6
        )
        found.append(battle(random.choice("wxyz"), units, look))
    return found


def best(battles: list[Prospect], measure: str) -> float:
    """The worth of the best set, every set looked at."""
    worth = 0.0
    for size in range(1, len(battles) + 1):
        for some in combinations(battles, size):
            units = [unit for one in some for unit in one.units]
            targets = [one.odds.target for one in some]
            if len(units) == len(set(units)) and len(targets) == len(set(targets)):
                worth = max(worth, sum(MEASURES[measure](one.outlook) for one in some))
    return worth


@pytest.mark.parametrize("seed", first(range(200), 60))
def test_as_good_as_brute_force(seed: int) -> None:
    random = Random(seed)
    battles, measure = drawn(random), random.choice(sorted(MEASURES))
    choice = choose(battles, MEASURES[measure])
    assert choice.gap == 0
    assert choice.worth == pytest.approx(best(battles, measure), abs=0.002)
    fighting = [unit for one in choice.battles for unit in one.units]
    assert len(fighting) == len(set(fighting))


def test_of_equal_plans_the_one_with_fewer_units() -> None:
    look = Outlook(kills=1)
    battles = [battle("w", ("A", "B"), look), battle("w", ("A",), look)]
    assert choose(battles, MEASURES["kills"]).battles == (battles[1],)


def test_the_solver_says_nothing_where_it_is_made(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """As HiGHS does from 1.16 on, into the midst of what is printed as JSON."""
    begin = Highs.enableCallbacks

    def loud(solver: Highs) -> None:
        if solver.getOptionValue("output_flag")[1]:
            print("Running HiGHS 1.16.0")
        begin(solver)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(Highs, "enableCallbacks", loud)
    assert choose([battle("w", ("A",), Outlook(kills=1))], MEASURES["kills"]).battles
    assert capfd.readouterr().out == ""


def test_a_crowded_hex_parts_battles() -> None:
    battles = [battle("w", ("A",), Outlook(kills=2)), battle("x", ("B",), Outlook(kills=1))]
    crowd = Crowd(frozenset({0, 1}), 1)
    assert choose(battles, MEASURES["kills"], [crowd]).battles == (battles[0],)


@pytest.mark.parametrize(
    ("cost", "undone", "fought"),
    [(0.5, 0, {0, 1}), (None, 0, set()), (3.0, 0, set())],
    ids=["the duty is done too", "nobody does it: not brought about", "dearer than what it is for"],
)
def test_who_brings_a_duty_about_does_it(cost: float | None, undone: int, fought: set[int]) -> None:
    """Battle 0 obliges to attack x, which battle 1 does; to attack y nobody is obliged."""
    battles = [battle("w", ("A",), Outlook(kills=2)), battle("y", ("B",), Outlook(losses=1))]
    if cost is not None:
        battles[1] = battle("x", ("B",), Outlook(losses=cost))
    met = frozenset(n for n, one in enumerate(battles) if one.odds.target == "x")
    choice = choose(battles, MEASURES["balance"], debts=[Debt("x", frozenset({0}), met)])
    assert {battles.index(one) for one in choice.battles} == fought
    assert choice.undone == undone


def test_a_duty_that_nobody_can_do_leaves_the_other_battles() -> None:
    battles = [battle("w", ("A",), Outlook(kills=1))]
    choice = choose(battles, MEASURES["kills"], debts=[Debt("x", frozenset(), frozenset())])
    assert (choice.battles, choice.undone) == (tuple(battles), 1)


def test_what_needs_more_and_promises_no_more_is_left_out() -> None:
    lean, fat = battle("w", ("A",), Outlook(1, 0, 0.5)), battle("w", ("A", "B"), Outlook(1, 0, 0.5))
    better = battle("w", ("A", "C"), Outlook(1, 0, 0.6))
    assert leanest([fat, better, lean]) == [lean, better]
