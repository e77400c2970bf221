"""Sequences are taken apart and put together as VASSAL's SequenceEncoder does it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal import sequence
from builder.vassal.sequence import join, join_nested, split, split_nested

# What a text can hold and still be read back: VASSAL's own encoding loses a backslash at the end.
TELLING = st.text(alphabet="ab;\t\\'é/")
READABLE = TELLING.filter(lambda text: not text.endswith("\\"))


def read_by_character(text: str, delimiter: str) -> list[str]:
    """The engine's own loop, character by character: slow, and plainly right."""
    tokens, token = [], ""
    for at, character in enumerate(text):
        if character != delimiter:
            token += character
        elif at and text[at - 1] == "\\":
            token = token[:-1] + delimiter
        else:
            tokens.append(token)
            token = ""
    tokens.append(token)
    quoted = [len(t) > 1 and t[0] == "'" and t[-1] == "'" for t in tokens]
    return [t[1:-1] if q else t for t, q in zip(tokens, quoted, strict=True)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", [""]),
        ("a;", ["a", ""]),
        ("a;b\\;c;", ["a", "b;c", ""]),
        ("'\\x';y", ["\\x", "y"]),
        ("'';y", ["", "y"]),
        ("'", ["'"]),
        ("\\;;", [";", ""]),
        ("\\\\;x", ["\\;x"]),
        ("a" * 500 + "\\;b;" + "c" * 500, ["a" * 500 + ";b", "c" * 500]),
        ("\\" * 500 + ";b", ["\\" * 499 + ";b"]),
        ("a" * 500 + ";b\\", ["a" * 500, "b\\"]),
    ],
)
def test_split(text, tokens):
    assert split(text, ";") == tokens


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (["\\x", "'q'"], "'\\x';''q''"),
        (["a;b", ""], "a\\;b;"),
        (["'"], "'''"),
        (["a\\", "b"], "a\\;b"),  # VASSAL's loss, kept
    ],
)
def test_join(tokens, text):
    assert join(tokens, ";") == text


@given(TELLING)
def test_split_is_the_engines(text):
    assert split(text, ";") == read_by_character(text, ";")


@given(st.lists(READABLE, min_size=1))
def test_what_is_joined_is_split_again(tokens):
    assert split(join(tokens, ";"), ";") == tokens


@given(st.lists(READABLE, min_size=1, max_size=8))
def test_nests_are_flattened_and_built_again(elements):
    elements[-1] = elements[-1].replace("\t", "").replace("'", "")  # the innermost is no sequence
    text = join_nested(elements)
    if join(["x", text], "\t").endswith("\\"):
        return
    assert split_nested(text) == elements


@given(TELLING)
def test_the_fast_way_through_a_nest_is_the_slow_way(text):
    assert split_nested(text) == sequence._split_slowly(text, "\t")


def test_a_hostile_nest_ends():
    deep = "\\" * 3000 + "\t"
    assert len(split_nested("'" + deep * 300)) <= 501
