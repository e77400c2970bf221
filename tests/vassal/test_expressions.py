"""Simple expressions have the value that VASSAL gives them; others none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal.expressions import (
    Around,
    accepts,
    calculated,
    evaluate,
    followed,
    worked_out,
)
from builder.vassal.java_values import Beyond, Fails

VALUES = {"Step_Level": "2", "Side": "german", "Moved": "false", "Strength": "4", "Half": "2.5"}
VALUES |= {"Zero": "0", "Long": "007", "Big": "2147483648", "Said": 'a"b', "Path": "a\\tb"}


class Keeping(Around):
    """Whoever answers in a module that keeps leading zeros."""

    keeps_zeros = True

    def __call__(self, name):
        return VALUES.get(name)


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
        ('{GetProperty("Zero") == ""}', "true"),
        ('{If(true, Zero, 1) == ""}', "false"),
        ('{Zero == ""}', "true"),
        ("{2 == 2.0}", "true"),
        ('{Side > "finnish" && Strength < "5a"}', "true"),
        ('{Side =~ "g.*n" && Side !~ "ger"}', "true"),
        ('{Strength =~ "[3-5]"}', "true"),
        ("{ Long }", "7"),
        ("{Long + 1}", "8"),
        ("{$Side$}", "german"),
        ("{$Strength$ + 1}", "5"),
        ("x$Side$\\$y$Nope$z$", "xgerman$yNopez"),
        ("007", "7"),
        ("{{Strength}}", "4"),
        ("{Strength;}", "4"),
        ("{/* its */ Strength}", "4"),
        ("{10000000 * 10000000}", "276447232"),
        ("{2147483648 + 0}", "-2147483648"),
        ("{Math.abs(-2147483648)}", "-2147483648"),
        ("{Big + 1}", "21474836481"),
        ("{5L / 2 + 0x10 + 010}", "26"),
        ("{.5 + 1.}", "1.5"),
        ("{1e3}", "1000.0"),
        ("{100.0 * 100000}", "1.0E7"),
        ("{1.0E-5}", "1.0E-5"),
        ("{1.0f / 3}", "0.33333334"),
        ("{1 / 3.0}", "0.3333333333333333"),
        ("{Half * Half + Half % 2}", "6.75"),
        ("{1.0 / 0}", "Infinity"),
        ("{5.0 % 0}", "NaN"),
        ("{(int) Half + (int) -1.5}", "1"),
        ("{(double) Strength / 8 + (byte) 300}", "44.5"),
        ("{(char) 97 + (String) Side}", "agerman"),
        ("{'a'}", "a"),
        ("{'a' + 1}", "98"),
        ("{Side + 'x'}", "germanx"),
        ("{'\\n' == 10}", "true"),
        ("{+Strength - -1}", "5"),
        ("{Strength & 6 | 1}", "5"),
        ("{6 ^ 3 & 2}", "4"),
        ("{1 + 2 << 1}", "6"),
        ("{-8 >> 1}", "-4"),
        ("{-8 >>> 28}", "15"),
        ("{1 << 33}", "2"),
        ("{(~Strength)}", "-5"),
        ("{Strength @gt 3 @and !Moved}", "true"),
        ("{1 < 2 == true}", "true"),
        ("{true + 1}", "true1"),
        ("{5 =~ 5.0}", "true"),
        ('{Nope =~ 0 && Nope + 1 == 1 && Nope + Nope == ""}', "true"),
        ("{1 == 1.0f && Strength == '\\4'}", "true"),
        ('{"a\\tb" + 1}', "a\tb1"),
        ('{"a\\tb"}', "a\\tb"),
        ('{"\\101" + 1}', "A1"),
        ("{Strength.length()}", "1"),
        ("{Strength + Strength.length()}", "41"),
        ("{Said.length() + Path.length()}", "6"),
        ('{GetString("Long") + 1}', "0071"),
        ('{GetProperty("Long") + 1}', "8"),
        ('{GetProperty("Half") + 1}', "2.51"),
        ("{GetString(Side)}", ""),
        ('{Side.matches("g.*") && Side.equalsIgnoreCase("GERMAN") && !Side.isBlank()}', "true"),
        ('{Side.compareTo("getman") + Side.hashCode()}', "-1249385084"),
        ("{Side.repeat(2).indexOf('g', 1) + Side.indexOf(110)}", "11"),
        ("{Side.replaceFirst(\"(g)(e)\", \"$2$1\") + Side.replace('g', 'x')}", "egrmanxerman"),
        ("{Side.toUpperCase().charAt(0)}", "G"),
        ('{"a,b,,".split(",").length + "," .split(",").length}', "2"),
        ("{Math.sqrt(16) + Math.pow(2, 3)}", "12.0"),
        ("{Math.max(Strength, Half) + Math.min(1, 2L)}", "5.0"),
        ("{Math.floorMod(-7, 3) + Math.floorDiv(-7, 2) + Math.ceil(-0.5)}", "-2.0"),
        ("{Math.round(1e30)}", "9223372036854775807"),
        (
            '{String.valueOf(2.50) + Double.parseDouble("1") + Boolean.parseBoolean("TRUE")}',
            "2.51.0true",
        ),
        ("{Integer.MAX_VALUE + 1}", "-2147483648"),
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
        '{Side.replaceAll("r", "$1")}',
        "{'ab'}",
        "{1 2}",
        "{0--Strength}",
        "{Side == null}",
        "{null}",
        "{-Side}",
        "{Unknown - Unknown}",
        "{~Strength}",
        "{Side.charAt(0)}",
        "{(Strength).length()}",
        "{Side.contains(Strength)}",
        "{Integer.toString(5)}",
        "{Integer.parseInt(Strength)}",
        "{If(true, 1, 2) == If(true, 1, 2)}",
        "{If(1, 1, 2)}",
        "{Moved & true}",
        "{Side ? 1 : 2}",
        "{08 + 1}",
        "{Strength // 2}",
        "{Random(6)}",
        "{Side instanceof String}",
        "{Strength = 1}",
        "{Strength; Side}",
        "{new String()}",
        '{"\\u0041" + 1}',
        "{Side.x()}",
        "{Side.}",
        '{Side =~ "(a*)*b"}',
        '{Side =~ ".*.*.*.*b"}',
        '{Side =~ "(?!x).*"}',
        "{Side.repeat(999999999)}",
        "{true < false}",
    ],
)
def test_what_is_beyond_simple_expressions_has_no_value(expression):
    assert evaluate(expression, VALUES.get) is None


@pytest.mark.parametrize(
    ("work_out", "expression", "value"),
    [
        (worked_out, '{Long + 1 + (Long == "007")}', "0071true"),
        (worked_out, '{GetProperty("Long") + Zero + Strength}', "11"),
        (worked_out, "007", "007"),
        (calculated, "$Strength$ + $Side$", "4german"),
        (calculated, "Long", "007"),
        (calculated, "true", ""),
        (calculated, ' "a" ', "a"),
        (followed, "$Strength$", "4"),
        (followed, "{ Long }", "007"),
        (followed, "{$Strength$ - 1}", "3"),
        (followed, '{"3"}', "3"),
    ],
)
def test_values_of_other_fields_and_of_modules_that_keep_zeros(work_out, expression, value):
    assert work_out(expression, Keeping()) == value


def test_what_java_refuses_is_told_from_what_is_not_understood():
    with pytest.raises(Fails):
        worked_out("{1/0}", VALUES.get)
    with pytest.raises(Beyond):
        worked_out("{Random(6)}", VALUES.get)


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


def test_brackets_in_properties_that_ask_for_each_other_are_borne():
    deep = "{" + "(" * 50 + "Next+1" + ")" * 50 + "}"

    def ask(name):
        return worked_out(deep, ask)

    with pytest.raises(Beyond):
        worked_out(deep, ask)


@given(st.text(alphabet="{}()+-*/%<>=!&|?:,.\"'\\ $aS1"))
def test_any_text_is_borne(text):
    evaluate("{" + text, VALUES.get)
    evaluate(text, VALUES.get)
