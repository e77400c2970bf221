"""Saved games are read in all disguises and written in the classic one."""

import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.errors import VassalFileError
from builder.vassal.obfuscation import disguise, reveal

TEXT = "begin_save\x1bŁódź, Königsberg, ½, Минск, 東京"


@pytest.mark.parametrize("form", ["classic", "bytes", "plain"])
@pytest.mark.parametrize("key", [1, 0x5A, 255])
def test_every_form_is_read_back(form, key):
    assert reveal(disguise(TEXT, form, key)) == TEXT


@given(st.text(), st.integers(0, 255))
def test_any_text_survives_the_classic_form(text, key):
    assert reveal(disguise(text, "classic", key)) == text


def test_the_classic_form_is_the_default_and_is_vassals():
    assert disguise("é", key=0xFF) == b"!VCSKff3c56"


def test_upper_case_digits_are_read():
    assert reveal(b"!VCSKFF3C56") == "é"


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"!VCSKff3c5", "cut off"),
        (b"!VCSKffzz", "damaged"),
        (b"!VCSK", "before its key"),
        (b"VOBS", "before its key"),
        (b"!VCSK00c3", "no text"),
        (b"\xff\xfe", "no text"),
    ],
)
def test_what_is_damaged_is_named(data, what):
    with pytest.raises(VassalFileError, match=what):
        reveal(data)


def test_a_game_packed_with_xz_is_read_and_a_damaged_one_is_refused():
    packed = lzma.compress(TEXT.encode())
    assert reveal(packed) == TEXT
    for broken in (packed[:-8], packed[:20] + b"xx" + packed[22:]):
        with pytest.raises(VassalFileError, match="saved game"):
            reveal(broken)
