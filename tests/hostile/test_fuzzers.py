"""The fuzzers run, their corpus goes well, and what is wrong would be found by them."""

from random import Random

import pytest

from builder.game import values
from tests.bench import grammar_fuzz
from tests.bench.grammar_fuzz import READERS, corpus, run
from tests.bench.guided_fuzz import Guided, Reached, Reader


@pytest.mark.parametrize(("reader", "seed"), corpus())
def test_what_once_went_wrong_goes_well(reader: str, seed: int) -> None:
    run(reader, [seed])


@pytest.mark.parametrize("reader", READERS)
def test_a_few_cases_of_each_reader(reader: str) -> None:
    few = 1 if reader == "asked" else 5  # each of these asks all questions about a position
    read, refused, _ = run(reader, range(100, 100 + few))
    assert read + refused == few


def test_a_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "_TOLD", 0.5)  # no number of letters: only a huge figure meets it
    with pytest.raises(AssertionError, match="save 307 ends in TypeError"):
        run("save", [307])


def test_what_is_slow_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar_fuzz, "SLOWEST", 0.0)
    with pytest.raises(AssertionError, match="takes"):
        run("expression", [1])


def test_what_leads_further_is_changed_further() -> None:
    def read(text: str) -> None:
        if "null" not in text:
            return
        if "LOG" not in text:
            return
        if "M/" not in text:
            return
        raise TypeError("at the end of the way")

    found = []
    for follows in (__file__, "nowhere"):
        guided = Guided(Reader(read, lambda: ["12345"]), reached=Reached(follows))
        guided.run(1_000, Random(1))
        found.append(list(guided.faults))
    assert found == [["TypeError: at the end of the way"], []]
