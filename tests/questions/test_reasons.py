"""Sentences as values: templates, plural forms, formats, and codes."""

from __future__ import annotations

import copy
import pickle
from typing import Any, get_args

import pytest

from assistant.questions.answers import Refusal, as_json, refusals
from assistant.questions.reasons import CODES, Code, Reason, Saying, key_of


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("{n} {n|hex|hexes}", {"n": 1}, "1 hex"),
        ("{n} {n|hex|hexes}", {"n": 2}, "2 hexes"),
        ("{n:+d} {n|column|columns}", {"n": -1}, "-1 column"),
        ("{n:g} points", {"n": 2.0}, "2 points"),
        ("{units} in {hex}", {"units": ["A", "B"], "hex": "4416"}, "A, B in 4416"),
        ("{units:and} go", {"units": ["A", "B"]}, "A and B go"),
        ("{side:/} is a lake", {"side": ("4416", "4415")}, "4416/4415 is a lake"),
        ("{a} is not {a}", {"a": "A"}, "A is not A"),
        (
            "{why} So: {why}",
            {"why": Saying("{hex} is full.", hex="1")},
            "1 is full. So: 1 is full.",
        ),
    ],
)
def test_what_a_template_says(template: str, values: dict[str, Any], text: str) -> None:
    said = Saying(template, **values)
    assert said == text
    assert copy.deepcopy(said).template == pickle.loads(pickle.dumps(said)).template == template


def test_a_place_without_a_value_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        Saying("{hex} is full.", unit="A")


def test_formats_are_no_part_of_the_key() -> None:
    assert key_of("{n:+d} {n|column|columns}, {chance:.0%}") == "{n} {n|column|columns}, {chance}"


def test_reasons_are_values() -> None:
    one, other = (Reason("9.4", "{hex} is full.", "full", hex="4416") for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert as_json(one) == {"rule": "9.4", "text": "4416 is full.", "code": "full"}
    assert as_json(Reason("9.4", "Full.")) == {"rule": "9.4", "text": "Full."}
    closed = refusals({"B": Reason("2", "Sea.", "terrain"), "A": one})
    assert closed == (
        Refusal("A", "9.4", "4416 is full.", "full"),
        Refusal("B", "2", "Sea.", "terrain"),
    )


def test_every_code_is_explained() -> None:
    assert set(CODES) == set(get_args(Code))
