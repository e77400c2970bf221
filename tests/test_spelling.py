"""Letters are spelled in one way soon, however many marks a stranger heaps on one."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.spelling import MARKS, Form, spelled

FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
SOURCES = Path(__file__).parents[1]


@given(st.text(max_size=80), st.sampled_from(FORMS))
def test_names_of_people_are_spelled_as_unicode_does(text: str, form: Form) -> None:
    assert spelled(form, text) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("form", FORMS)
def test_a_heap_of_marks_is_cut(form: Form) -> None:
    heap = "\u0301" * 150_000 + "\u0327" * 150_000  # in order only after 300 seconds
    told = spelled(form, f"a{heap}b.png")
    assert len(told) <= MARKS + len("ab.png")
    assert told.endswith("b.png")


def test_nobody_spells_by_himself() -> None:
    for folder in ("assistant", "builder"):
        for path in (SOURCES / folder).rglob("*.py"):
            if path.name != "spelling.py":
                assert "unicodedata.normalize" not in path.read_text(encoding="utf-8"), path


ORDINAL = re.compile(r"\b([0-9]+)(st|nd|rd|th)\b")


def test_ordinals_on_counters_end_as_they_are_read() -> None:
    """1st, 2nd, 3rd, 32nd, and 11th, 12th, 13th."""
    wrong = {
        told[0]
        for path in (SOURCES / "source-art").glob("*/*.csv")
        for told in ORDINAL.finditer(path.read_text(encoding="utf-8"))
        if told[2] != ordinal_ending(int(told[1]))
    }
    assert not wrong


def ordinal_ending(number: int) -> str:
    teens = number % 100 in (11, 12, 13)
    return "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
