"""The values of VASSAL's expressions and what its operators make of them, as BeanShell reckons.

Sources: `bsh/Primitive`, `bsh/BSHBinaryExpression` (with what VASSAL adds for texts),
`bsh/BSHUnaryExpression`, `bsh/Types`.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from builder import limits
from builder.java_numbers import WHOLE
from builder.vassal.patterns import matches


class Fails(Exception):  # noqa: N818 - control flow, never leaves this package
    """VASSAL itself has no value for the expression: it tells an error and takes the empty text."""


class Beyond(Exception):  # noqa: N818 - control flow, never leaves this package
    """The expression is not understood here."""


class _Mismatch(Exception):  # noqa: N818 - control flow, never leaves this file
    """The two sides of an operator are of no kind in common."""


@dataclass(frozen=True, slots=True)
class Primitive:
    """A number, a sign or a truth. A `boxed` one is an object of Java's, as `If` gives: beside an
    empty text it is a text itself, and no two of them are compared by ==."""

    kind: str
    value: int | float
    boxed: bool = False


Value = str | Primitive | None
"""None is Java's null."""

_RANKS = ("int", "long", "float", "double")
_BITS = {"byte": 8, "short": 16, "int": 32, "long": 64}
_PATTERNS = ("=~", "!~")
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
}
_BY_BIT: dict[str, Callable[[int, int], int]] = {
    "&": lambda one, other: one & other,
    "|": lambda one, other: one | other,
    "^": lambda one, other: one ^ other,
}
_FRACTION = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_OCTAL = re.compile(r"[-+]?0[0-9]+")
_LONGEST = 400  # digits: more than the largest number has


def truth(value: bool) -> Primitive:
    """A truth."""
    return Primitive("boolean", value)


def whole(value: int, kind: str = "int") -> Primitive:
    """A whole number, cut to what its kind can hold."""
    half = 1 << (_BITS[kind] - 1)
    return Primitive(kind, (value + half) % (2 * half) - half)


def fraction(value: float, kind: str = "double") -> Primitive:
    """A number with a fraction, rounded as its kind is."""
    if kind == "float":
        try:
            value = struct.unpack("f", struct.pack("f", value))[0]
        except OverflowError:
            value = math.copysign(math.inf, value)
    return Primitive(kind, value)


def number(value: float, kind: str) -> Primitive:
    """A number of a kind."""
    return whole(int(value), kind) if kind in _BITS else fraction(float(value), kind)


def boxed(value: Value) -> Value:
    """A value as an object of Java's."""
    return replace(value, boxed=True) if isinstance(value, Primitive) else value


def bounded(text: str) -> str:
    """A text that is no longer than any game's."""
    if len(text) > limits.VALUE:
        raise Beyond
    return text


def shown(value: Value) -> str:
    """A value as text, the way Java writes it."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    match value.kind:
        case "boolean":
            return "true" if value.value else "false"
        case "char":
            return chr(int(value.value))
        case "float" | "double":
            return _fraction_shown(float(value.value), value.kind)
    return str(value.value)


def _fraction_shown(value: float, kind: str) -> str:
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    digits = repr(value)
    if kind == "float":
        tries = (f"{value:.{places}g}" for places in range(1, 10))
        digits = next((t for t in tries if fraction(float(t), "float").value == value), digits)
    told = Decimal(digits)
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        plain = f"{told:f}"
        return plain if "." in plain else f"{plain}.0"
    exponent = told.adjusted()
    mantissa = f"{told.scaleb(-exponent).normalize():f}"
    return f"{mantissa if '.' in mantissa else f'{mantissa}.0'}E{exponent}"


def of_property(text: str | None, keeps_zeros: bool = False) -> Value:
    """A property's text as a name in an expression has it: truths and numbers as such, but long
    whole ones, and those with leading zeros where the module says so
    (script/ExpressionInterpreter.evaluate)."""
    if not text:
        return ""
    if text in ("true", "false"):
        return truth(text == "true")
    if text.strip("+-.0123456789"):
        return text
    if keeps_zeros and len(text) > 1 and text[0] == "0" and text.isdigit():
        return text
    if (found := as_whole(text)) is not None:
        return found
    octal = _OCTAL.fullmatch(text) and ("8" in text or "9" in text)
    if (WHOLE.fullmatch(text) and not octal) or not _FRACTION.fullmatch(text):
        return text
    return fraction(float(text[:_LONGEST]), "float")


def wrapped(text: str | None) -> Value:
    """A property's text as a function has it: whole numbers and truths as such
    (script/ExpressionInterpreter.wrap)."""
    if text in ("true", "false"):
        return truth(text == "true")
    return as_whole(text or "") or text or ""


def as_whole(text: str, kind: str = "int", base: int = 10) -> Primitive | None:
    """The whole number that a text is, as Java reads it; None if it is no such."""
    if base == 10 and not WHOLE.fullmatch(text):
        return None
    bare = text.lstrip("+-").lstrip("0") or "0"
    try:
        value = int(bare[:_LONGEST], base) * (-1 if text.startswith("-") else 1)
    except ValueError:
        return None
    found = whole(value, kind)
    return found if found.value == value else None


def is_true(value: Value) -> bool:
    """What a condition says."""
    if isinstance(value, Primitive) and value.kind == "boolean":
        return bool(value.value)
    raise Fails


def decides(operator: str, left: Value) -> bool:
    """Whether the left side of `&&` or `||` alone says what both say together."""
    open_ = operator == "&&"
    return isinstance(left, Primitive) and left.kind == "boolean" and left.value != open_


def signed(operator: str, value: Value) -> Primitive:
    """What a sign before a value makes of it."""
    if not isinstance(value, Primitive):
        raise Fails
    if operator == "!":
        return replace(value, value=not is_true(value))
    if value.kind == "boolean":
        raise Fails
    kind = "int" if value.kind == "char" else value.kind
    if operator == "~":
        if kind not in _BITS:
            raise Fails
        return replace(whole(~int(value.value), kind), boxed=value.boxed)
    given = value.value if operator == "+" else -value.value
    return replace(number(given, kind), boxed=value.boxed)


def combined(operator: str, left: Value, right: Value) -> Value:
    """What an operator makes of two values. In VASSAL an empty text, such as the value of a
    property that nobody has, counts as 0 beside a whole number; else what stands beside a text is
    one."""
    if isinstance(left, Primitive) and isinstance(right, Primitive):
        if left.boxed and right.boxed and operator == "==":
            raise Fails
        try:
            return _of_primitives(operator, left, right)
        except _Mismatch:
            return _of_texts(operator, shown(left), shown(right))
    try:
        if _is_plain_whole(left) and right == "":
            return _of_primitives(operator, left, whole(0))
        if _is_plain_whole(right) and left == "":
            return _of_primitives(operator, whole(0), right)
    except _Mismatch:
        raise Fails from None
    if left is None or right is None:
        raise Fails
    return _of_texts(operator, shown(left), shown(right))


def _is_plain_whole(value: Value) -> bool:
    return isinstance(value, Primitive) and value.kind == "int" and not value.boxed


def _of_texts(operator: str, left: str, right: str) -> Value:
    if operator == "+":
        return bounded(left + right)
    if operator in _PATTERNS:
        return truth(_is_like(left, right) == (operator == "=~"))
    if operator in _COMPARED:
        if operator not in ("==", "!="):
            only_basic(left + right)
        return truth(_COMPARED[operator](left, right))
    raise Fails


def only_basic(text: str) -> None:
    """Refuses a text with signs that are two of Java's."""
    if not text.isascii() and max(text) > "\uffff":
        raise Beyond


def _is_like(text: str, pattern: str) -> bool:
    found = matches(pattern, text)
    if found is None:
        raise Beyond
    return found


def _of_primitives(operator: str, left: Value, right: Value) -> Value:
    assert isinstance(left, Primitive)
    assert isinstance(right, Primitive)
    if left.kind == right.kind == "boolean":
        return _of_truths(operator, bool(left.value), bool(right.value))
    if "boolean" in (left.kind, right.kind):
        raise _Mismatch
    kind = wider(left, right)
    one, other = number(left.value, kind), number(right.value, kind)
    if operator in _PATTERNS:
        return truth(_is_like(shown(one), shown(other)) == (operator == "=~"))
    if operator in _COMPARED:
        return truth(_COMPARED[operator](one.value, other.value))
    reckoned = (
        _of_wholes(operator, int(one.value), int(other.value), kind)
        if kind in _BITS
        else _of_fractions(operator, float(one.value), float(other.value))
    )
    return replace(number(reckoned, kind), boxed=left.boxed or right.boxed)


def wider(*values: Primitive) -> str:
    """The kind in which numbers are reckoned together."""
    return max(("int" if one.kind not in _RANKS else one.kind for one in values), key=_RANKS.index)


def _of_truths(operator: str, left: bool, right: bool) -> Primitive:
    match operator:
        case "==":
            return truth(left == right)
        case "!=":
            return truth(left != right)
        case "&&":
            return truth(left and right)
        case "||":
            return truth(left or right)
        case "=~" | "!~":
            return truth((left == right) == (operator == "=~"))
    raise Fails


def _of_wholes(operator: str, left: int, right: int, kind: str) -> int:
    bits = _BITS[kind]
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" | "%":
            if right == 0:
                raise Fails
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return quotient if operator == "/" else left - right * quotient
        case "<<":
            return left << right % bits
        case ">>":
            return left >> right % bits
        case ">>>":
            return left % (1 << bits) >> right % bits
    if operator in _BY_BIT:
        return _BY_BIT[operator](left, right)
    raise Fails


def _of_fractions(operator: str, left: float, right: float) -> float:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            if right:
                return left / right
            sign = math.copysign(1, left) * math.copysign(1, right)
            return math.nan if not left or math.isnan(left) else math.copysign(math.inf, sign)
        case "%":
            return math.nan if not right or math.isinf(left) else math.fmod(left, right)
    raise Fails


def cast(kind: str, value: Value) -> Value:
    """A value as another kind, `(int) 2.5`."""
    if kind == "String":
        if isinstance(value, Primitive):
            raise Fails
        return value
    if not isinstance(value, Primitive):
        raise Fails
    if "boolean" in (kind, value.kind):
        if kind == value.kind:
            return replace(value, boxed=False)
        raise Fails
    if kind in ("float", "double"):
        return fraction(float(value.value), kind)
    return _cut(value.value, kind)


def _cut(value: float, kind: str) -> Primitive:
    """A number without its fraction; what is too large for an int or a long is the largest."""
    if isinstance(value, float):
        if math.isnan(value):
            value = 0
        bits = 64 if kind == "long" else 32
        half = 1 << (bits - 1)
        value = max(-half, min(value, half - 1))
    if kind == "char":
        return Primitive("char", int(value) % (1 << 16))
    return whole(int(value), kind)
