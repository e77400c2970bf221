"""What the methods of Java's texts and numbers answer that modules call in their expressions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from builder import limits
from builder.java_numbers import java_real
from builder.vassal.java_values import (
    Beyond,
    Fails,
    Primitive,
    Value,
    as_whole,
    bounded,
    boxed,
    fraction,
    number,
    only_basic,
    shown,
    truth,
    whole,
    wider,
)
from builder.vassal.patterns import divided, matches, replaced

CLASSES = ("Math", "Integer", "Long", "Float", "Double", "Boolean", "String", "Character")
"""Those whose own methods are known, as in `Math.min(3, Steps)`."""

OF_TEXTS = frozenset(
    (
        "compareTo",
        "compareToIgnoreCase",
        "contains",
        "endsWith",
        "equals",
        "equalsIgnoreCase",
        "format",
        "hashCode",
        "indexOf",
        "isBlank",
        "isEmpty",
        "lastIndexOf",
        "length",
        "matches",
        "regionMatches",
        "repeat",
        "replace",
        "replaceAll",
        "replaceFirst",
        "startsWith",
        "strip",
        "stripLeading",
        "stripTrailing",
        "substring",
        "toLowerCase",
        "toUpperCase",
        "toString",
        "trim",
    )
)
"""The methods before which the name of a property stands for its text, as in `Side.trim()`
(bsh/BeanShellExpressionValidator)."""

_SURROGATES = 0xD800
_UP_TO_BLANK = "".join(map(chr, range(33)))


def of_field(class_: str, name: str) -> Value:
    """A value that a class holds."""
    match class_, name:
        case "Math", "PI":
            return fraction(math.pi)
        case "Math", "E":
            return fraction(math.e)
        case "Integer", "MAX_VALUE":
            return whole(2**31 - 1)
        case "Integer", "MIN_VALUE":
            return whole(-(2**31))
    raise Beyond


def of_value(value: Value, name: str, arguments: Sequence[Value]) -> Value:
    """The answer of a value's method; for one that is not known here Beyond is raised, for one
    that Java refuses Fails."""
    if isinstance(value, str):
        return of_text(value, name, arguments)
    if value is None:
        raise Fails
    if name == "toString" and not arguments:
        return shown(value)
    if name in OF_TEXTS - {"equals", "hashCode", "compareTo"}:
        raise Fails
    raise Beyond


def of_text(text: str, name: str, arguments: Sequence[Value]) -> Value:
    """The same of a text."""
    for one in (text, *arguments):
        only_basic(shown(one))
    if None in arguments:
        raise Beyond
    given = [one if isinstance(one, str) else _index(one) for one in arguments]
    sign = [isinstance(one, Primitive) and one.kind == "char" for one in arguments]
    if (found := _compared_with(text, name, given, arguments)) is not None:
        return found
    match name, given:
        case "hashCode", []:
            return whole(_hash(text))
        case "charAt", [int(at)]:
            if not 0 <= at < len(text):
                raise Fails
            return Primitive("char", ord(text[at]))
        case "concat", [str(other)]:
            return bounded(text + other)
        case "repeat", [int(times)]:
            if times < 0:
                raise Fails
            return bounded(text * min(times, limits.VALUE + 1))
        case "toString" | "intern", []:
            return text
        case "length", []:
            return whole(len(text))
        case "isEmpty", []:
            return truth(not text)
        case "isBlank", []:
            return truth(not text.strip())
        case "trim", []:
            return text.strip(_UP_TO_BLANK)
        case "strip", []:
            return text.strip()
        case "stripLeading", []:
            return text.lstrip()
        case "stripTrailing", []:
            return text.rstrip()
        case "toLowerCase", []:
            return text.lower()
        case "toUpperCase", []:
            return bounded(text.upper())
    return _searched(text, name, given, sign)


def _compared_with(
    text: str, name: str, given: list[str | int | None], arguments: Sequence[Value]
) -> Primitive | None:
    """What a text says of another one; None for a method that does not ask so."""
    match name, given:
        case "contains", [str(part)]:
            return truth(part in text)
        case "startsWith", [str(part)]:
            return truth(text.startswith(part))
        case "startsWith", [str(part), int(start)]:
            return truth(0 <= start <= len(text) and text.startswith(part, start))
        case "endsWith", [str(part)]:
            return truth(text.endswith(part))
        case "equals", [_]:
            return truth(text == arguments[0])
        case "equalsIgnoreCase", [str(other)]:
            return truth(_folded(text) == _folded(other))
        case "compareTo", [str(other)]:
            return whole(_compared(text, other))
        case "compareToIgnoreCase", [str(other)]:
            return whole(_compared(_folded(text), _folded(other)))
        case "matches", [str(pattern)]:
            return truth(bool(_known(matches(pattern, text))))
    return None


def _searched(text: str, name: str, given: list[str | int | None], sign: list[bool]) -> Value:
    match name, given:
        case "indexOf" | "lastIndexOf", [str() | int(), *_]:
            return _position(text, name, given)
        case "replace", [str(part), str(other)]:
            return bounded(text.replace(part, other))
        case "replace", [int(part), int(other)] if all(sign):
            return text.replace(chr(part), chr(other))
        case "replaceAll" | "replaceFirst", [str(pattern), str(other)]:
            return str(_known(replaced(pattern, other, text, 0 if name == "replaceAll" else 1)))
        case "substring", [int(start)]:
            if not 0 <= start <= len(text):
                raise Fails
            return text[start:]
        case "substring", [int(start), int(end)]:
            if not 0 <= start <= end <= len(text):
                raise Fails
            return text[start:end]
    if name in OF_TEXTS - {"format", "regionMatches"}:
        raise Fails
    raise Beyond


def _position(text: str, name: str, given: list[str | int | None]) -> Value:
    part = given[0]
    if isinstance(part, int):
        if not 0 <= part < _SURROGATES:
            raise Beyond
        part = chr(part)
    match name, given[1:]:
        case "indexOf", []:
            return whole(text.find(str(part)))
        case "indexOf", [int(start)]:
            return whole(text.find(str(part), max(0, min(start, len(text)))))
        case "lastIndexOf", []:
            return whole(text.rfind(str(part)))
        case "lastIndexOf", [int(end)]:
            return whole(text.rfind(str(part), 0, end + len(str(part))) if end >= 0 else -1)
    raise Fails


def _index(value: Value) -> int | None:
    """What Java takes for an int where it wants one."""
    fits = isinstance(value, Primitive) and value.kind in ("int", "short", "byte", "char")
    return int(value.value) if fits and isinstance(value, Primitive) else None


def _folded(text: str) -> str:
    """A text in which small and capital letters are the same."""
    if not text.isascii():
        raise Beyond
    return text.lower()


def _compared(one: str, other: str) -> int:
    for first, second in zip(one, other, strict=False):
        if first != second:
            return ord(first) - ord(second)
    return len(one) - len(other)


def _hash(text: str) -> int:
    total = 0
    for sign in text:
        total = (31 * total + ord(sign)) % (1 << 32)
    return total


def _known(value: object) -> object:
    if value is None:
        raise Beyond
    return value


def parts_of(text: Value, arguments: Sequence[Value]) -> list[str]:
    """The parts of a text that is divided, `text.split(" ")`."""
    match text, list(arguments):
        case str(whole_text), [str(pattern)]:
            found = divided(pattern, whole_text)
            if found is None:
                raise Beyond
            return found
        case str(), [str(), Primitive()]:
            raise Beyond
    raise Fails


def of_class(class_: str, name: str, arguments: Sequence[Value]) -> Value:
    """The answer of a class's own method."""
    match class_:
        case "Math":
            return _of_math(name, arguments)
        case "Integer" | "Long":
            return _of_wholes("int" if class_ == "Integer" else "long", name, arguments)
        case "Float" | "Double":
            return _of_fractions(class_.lower(), name, arguments)
        case "Boolean":
            match name, arguments:
                case "parseBoolean" | "valueOf", [str(text)]:
                    found = truth(text.lower() == "true")
                    return found if name == "parseBoolean" else boxed(found)
        case "String":
            match name, arguments:
                case "valueOf", [str() | Primitive() as value]:
                    return shown(value)
    raise Beyond


def _of_wholes(kind: str, name: str, arguments: Sequence[Value]) -> Value:
    parse = "parseInt" if kind == "int" else "parseLong"
    match name, arguments:
        case _, [str(text)] if name in (parse, "valueOf"):
            found = as_whole(text, kind)
            if found is None:
                raise Fails
            return found if name == parse else boxed(found)
        case "valueOf", [Primitive() as value] if value.kind in ("int", kind):
            return boxed(number(value.value, kind))
        case _, [Primitive()] if name == parse:
            raise Fails
        case "max" | "min", [Primitive(), Primitive()] if kind == "int":
            return _of_math(name, arguments)
    raise Beyond


def _of_fractions(kind: str, name: str, arguments: Sequence[Value]) -> Value:
    parse = "parseFloat" if kind == "float" else "parseDouble"
    match arguments:
        case [str(text)] if name in (parse, "valueOf"):
            if len(text) > 400:
                raise Beyond
            try:
                found = fraction(java_real(text), kind)
            except ValueError:
                raise Fails from None
            return found if name == parse else boxed(found)
    raise Beyond


_ROUNDED: dict[str, Callable[[float], int]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "rint": round,
}


def _of_math(name: str, arguments: Sequence[Value]) -> Value:
    numbers = [one for one in arguments if isinstance(one, Primitive) and one.kind != "boolean"]
    if len(numbers) != len(arguments):
        if name in ("max", "min", "abs", "round", "sqrt", "pow", *_ROUNDED):
            raise Fails
        raise Beyond
    match name, numbers:
        case "max" | "min", [one, other]:
            return _chosen(name, one, other)
        case "abs", [one]:
            return number(abs(one.value), wider(one))
        case "round", [one]:
            return _rounded(one)
        case "floor" | "ceil" | "rint", [one]:
            return fraction(_without_fraction(name, float(one.value)))
        case "sqrt", [one]:
            value = float(one.value)
            return fraction(math.sqrt(value) if value >= 0 else math.nan)
        case "pow", [one, other]:
            return fraction(_power(float(one.value), float(other.value)))
        case "signum", [one]:
            value = float(one.value)
            kind = "double" if one.kind == "double" else "float"
            return fraction(math.copysign(1, value) if value < 0 or value > 0 else value, kind)
        case "floorMod" | "floorDiv", [one, other] if wider(one, other) in ("int", "long"):
            if not other.value:
                raise Fails
            quotient, rest = divmod(int(one.value), int(other.value))
            return whole(quotient if name == "floorDiv" else rest, wider(one, other))
    raise Beyond


def _chosen(name: str, one: Primitive, other: Primitive) -> Primitive:
    kind = wider(one, other)
    values = number(one.value, kind).value, number(other.value, kind).value
    if any(map(math.isnan, values)):
        return fraction(math.nan, kind)
    most = min if name == "min" else max
    return number(most(values, key=lambda value: (value, math.copysign(1, value))), kind)


def _rounded(one: Primitive) -> Primitive:
    kind = "long" if one.kind == "double" else "int"
    value = float(one.value) if one.kind == "double" else fraction(float(one.value), "float").value
    if math.isnan(value):
        return whole(0, kind)
    half = 1 << (63 if kind == "long" else 31)
    nearest = value if math.isinf(value) else math.floor(value) + (value - math.floor(value) >= 0.5)
    return whole(int(max(-half, min(nearest, half - 1))), kind)


def _without_fraction(name: str, value: float) -> float:
    if not math.isfinite(value):
        return value
    return math.copysign(_ROUNDED[name](value), value) if value else value


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        odd = exponent % 2 == 1
        return -math.inf if base < 0 and odd else math.inf
    except ValueError:
        if base:
            return math.nan
        return math.copysign(math.inf, base) if exponent % 2 == 1 else math.inf
