"""Simple expressions have the value that VASSAL gives them; others none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.expressions import accepts, evaluate

VALUES = {"Step_Level": "2", "Side": "german", "Moved": "false", "Strength": "4", "Half": "2.5"}
VALUES |= {"Zero": "0", "Long": "007"}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("plain", "plain"),
        ("$Side$-$Strength$", "german-4"),
        (" $Side$ -\n", "german -"),
        (" plain ", " plain "),
        ("  ", ""),
        (" {Strength} ", "4"),
        ('{"a"', '{"a"'),
        ("+5", "5"),
        ("-0", "0"),
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
        ("{Unknown + 1 + 1}", "2"),
        ("{Unknown - 1}", "-1"),
        ("{Unknown >= 1}", "false"),
        ("{Unknown == 0 && 0 == Unknown}", "true"),
        ('{"" + 3 + Strength}', "7"),
        ('{Side + "" + 3}', "german3"),
        ('{GetProperty("Strength") == ""}', "false"),
        ('{GetProperty("Zero") == ""}', "false"),
        ('{Zero == ""}', "true"),
        ("{2 == 2.0}", "true"),
        ('{Side > "finnish" && Strength < "5a"}', "true"),
        ('{Side =~ "g.*n" && Side !~ "ger"}', "true"),
        ('{Strength =~ "[3-5]"}', "true"),
        ("{ Long }", "7"),
        ("{Long + 1}", "8"),
        ("{$Side$}", ""),
        ('{"a\\"b"}', 'a"b'),
        ('{Side=="soviet" && Side*2==3}', "false"),
        ('{Side=="german" || Side*2==3}', "true"),
        ('{Unknown != "" ? Side*2 : Strength}', "4"),
        ('{(Moved || Strength>3) && !Moved ? "a" : "b"}', "a"),
        ('{GetProperty("Side").contains("erm") == true}', "true"),
        ('{Side.toUpperCase().length() + Side.indexOf("m")}', "9"),
        ('{"Turn " + Integer.parseInt("Turn 12".replaceAll("[^0-9]", ""))}', "Turn 12"),
        ("{Math.min(3, Strength) + Math.max(1, 2.5) + Math.abs(-1)}", "6.5"),
        ("{Math.round(2.5) + Math.floor(2.5)}", "5.0"),
        ('{Side.substring(1, 3) + Side.substring(Side.lastIndexOf("n")).replace("n", "$")}', "er$"),
        ('{"8 Guards Army".split(" ")[0] + "a//".split("/")[0]}', "8a"),
    ],
)
def test_values(expression, value):
    assert evaluate(expression, VALUES.get) == value


@pytest.mark.parametrize(
    "expression",
    [
        "{1/0}",
        "{foo(1)}",
        "{1+}",
        "{x=1;}",
        "{Side*2}",
        "{" + "(" * 500 + "}",
        "{Side.substring(7)}",
        '{Integer.parseInt("99999999999")}',
        '{Integer.parseInt("")}',
        '{Math.min("a", 1)}',
        '{"a b".split(" ")[2]}',
        '{Side.split("x*")[0]}',
        '{Side.replaceAll(".*.*", "")}',
        '{Side.replaceAll("r", "$0")}',
        "{'a'}",
        "{1 2}",
        "{Side.x()}",
        "{Side.}",
        '{Side =~ "(a*)*b"}',
        '{Side =~ ".*.*.*.*b"}',
        '{Side =~ "(?!x).*"}',
        "{true < false}",
    ],
)
def test_what_is_beyond_simple_expressions_has_no_value(expression):
    assert evaluate(expression, VALUES.get) is None


@pytest.mark.parametrize(
    ("filter_", "passes"),
    [
        ("", True),
        ("nothing compared", True),
        ("Side = german", True),
        ("Side != german && Strength > 3", False),
        ("Side = soviet || Strength >= 4", True),
        ("Strength < 4", False),
        ("Unknown = null", True),
        ("Side =~ soviet|german", True),
        ("Side !~ soviet|german", False),
        ("Side =~ g.*n", True),
        ("Side =~ ger", False),
        ("Side =~ (a*)*b", False),
        ("Side > finnish", True),
        ("Side < finnish", False),
        ("Strength >= finnish", False),
        ('{Side =~ "ger.*"}', True),
        ('{Side !~ "ger.*"}', False),
        ('{Side=="german"}', True),
        ('{Side=="soviet"}', False),
        ("$Moved$", False),
    ],
)
def test_what_passes_a_filter(filter_, passes):
    assert accepts(filter_, VALUES.get) is passes


@given(st.text(alphabet="{}()+-*/%<>=!&|?:,.\"'\\ $aS1"))
def test_any_text_is_borne(text):
    evaluate("{" + text, VALUES.get)
    evaluate(text, VALUES.get)
