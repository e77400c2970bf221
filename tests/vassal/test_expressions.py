"""Simple expressions have the value that VASSAL gives them; others none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.expressions import evaluate

VALUES = {"Step_Level": "2", "Side": "german", "Moved": "false", "Strength": "4", "Half": "2.5"}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("plain", "plain"),
        ("$Side$-$Strength$", "german-4"),
        ("{Strength+1}", "5"),
        ("{Strength - 1 - 1}", "2"),
        ("{Strength*Half}", "10.0"),
        ("{7/2}", "3"),
        ("{-7/2}", "-3"),
        ("{-7%3}", "-1"),
        ('{Side+"-"+Strength}', "german-4"),
        ('{Side=="german" && Step_Level>=2}', "true"),
        ('{Side=="soviet" || !Moved}', "true"),
        ("{Step_Level==2 ? Strength/2 : Strength}", "2"),
        ("{If(Moved, 1, 0)}", "0"),
        ('{GetProperty("Str"+"ength")}', "4"),
        ("{(1+2)*3}", "9"),
        ("{Unknown}", ""),
        ("{$Side$}", ""),
        ('{"a\\"b"}', 'a"b'),
    ],
)
def test_values(expression, value):
    assert evaluate(expression, VALUES.get) == value


@pytest.mark.parametrize(
    "expression",
    ["{1/0}", "{foo(1)}", "{1+}", "{x=1;}", "{Side*2}", "{" + "(" * 500, "{'a'}", "{1 2}"],
)
def test_what_is_beyond_simple_expressions_has_no_value(expression):
    assert evaluate(expression, VALUES.get) is None


@given(st.text(alphabet="{}()+-*/%<>=!&|?:,.\"'\\ $aS1"))
def test_any_text_is_borne(text):
    evaluate("{" + text, VALUES.get)
    evaluate(text, VALUES.get)
