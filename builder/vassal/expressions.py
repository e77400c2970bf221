"""Simple expressions of traits: `$name$` texts, and the arithmetic, comparison and choice of
BeanShell that calculated properties mostly are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from builder import limits
from builder.hexes.vassal_numbering import BLANKS, fill_format
from builder.vassal.java_methods import CLASSES, Value, of_class, of_text, part_of
from builder.vassal.patterns import matches

Ask = Callable[[str], str | None]
_Side = TypeVar("_Side", str, float)

_LARGEST = 1e300
_DIGITS = 400  # more than the largest number has

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>\d+(?:\.\d+)?)
      | (?P<text>"(?:[^"\\]|\\.)*")
      | (?P<name>[A-Za-z_$][\w$]*)
      | (?P<op>==|!=|=~|!~|<=|>=|&&|\|\||[-+*/%<>!?:(),.\[\]])
    )""",
    re.VERBOSE,
)


_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,8})")


class _Beyond(Exception):  # noqa: N818 - control flow, never leaves this file
    """The expression is not one of the simple kind."""


def evaluate(expression: str, ask: Ask) -> str | None:
    """The value of an expression as VASSAL would show it; None if it is beyond this reader.

    `ask` gives the value of a property, None if there is none. Blanks around it count in a plain
    text only, and a number is told without its plus (script/expression/Expression).
    """
    bare = expression.strip(BLANKS)
    if bare.startswith("{") and bare.endswith("}"):
        try:
            return shown(_Reader(bare[1:-1], ask).whole())
        except (_Beyond, ZeroDivisionError, OverflowError):
            return None
    if "$" in bare:
        return fill_format(bare, _Asking(ask))
    if _WHOLE.fullmatch(bare):
        return str(int(bare))
    return expression if bare else ""


def accepts(filter_: str, ask: Ask) -> bool:
    """Whether a piece passes a filter: an expression, or a comparison as before VASSAL 3.2, such as
    `Side = red && Step != 2`; what is neither lets everything through (PropertiesPieceFilter)."""
    if filter_.startswith("{"):
        return evaluate(filter_, ask) == "true"
    filled = evaluate(filter_, ask) or ""
    if filled in ("true", "false"):
        return filled == "true"
    return any(
        all(_compares(part, ask) for part in choice.split("&&")) for choice in filled.split("||")
    )


def _compares(text: str, ask: Ask) -> bool:
    operator = next((sign for sign in _SIGNS if sign in text), "")
    if not operator:
        return True
    name, value = (part.strip() for part in text.split(operator, 1))
    found = ask(name)
    own = "null" if found is None else found
    if operator in ("=", "!="):
        return (own == value) == (operator == "=")
    if operator in ("=~", "!~"):
        return (matches(value, own) or False) == (operator == "=~")
    try:
        first, second = int(own), int(value)
    except ValueError:  # not both are numbers: as words
        return _compare(operator, own, value)
    return _compare(operator, first, second)


_SIGNS = ("!=", "<=", ">=", ">", "<", "=~", "!~", "=")


class _Asking(dict[str, str]):
    """A mapping that asks for what it is looked up for."""

    def __init__(self, ask: Ask) -> None:
        super().__init__()
        self._ask = ask

    def get(self, key: str, default: object = None) -> str | None:  # type: ignore[override]
        return self._ask(key)


def shown(value: Value) -> str:
    """A value as text, the way Java writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _typed(text: str | None) -> Value:
    """A property's text as BeanShell sees it: numbers and truths as such."""
    if text is None:
        return ""
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"[-+]?\d{1,9}", text):
        return int(text)
    return float(text) if re.fullmatch(r"[-+]?\d+\.\d+", text) else text


class _Reader:
    """A recursive-descent reader that evaluates as it goes."""

    def __init__(self, text: str, ask: Ask) -> None:
        if len(text) > limits.EXPRESSION:
            raise _Beyond
        self._tokens = list(_tokens(text))
        self._at = 0
        self._ask = ask
        self._depth = 0
        self._idle = 0
        """More than 0 while what is read does not count: the side of a choice that is not taken."""

    def whole(self) -> Value:
        """The value of all of it."""
        value = self._choice()
        if self._at != len(self._tokens):
            raise _Beyond
        return value

    def _take(self, *operators: str) -> str:
        if self._at < len(self._tokens):
            kind, token = self._tokens[self._at]
            if kind == "op" and token in operators:
                self._at += 1
                return token
        return ""

    def _need(self, operator: str) -> None:
        if not self._take(operator):
            raise _Beyond

    def _choice(self) -> Value:
        self._deeper()
        value = self._either()
        if self._take("?"):
            chosen = self._holds(value)
            then = self._counting(chosen, self._choice)
            self._need(":")
            other = self._counting(not chosen, self._choice)
            value = then if chosen else other
        self._depth -= 1
        return value

    def _counting(self, counts: bool, read: Callable[[], Value]) -> Value:
        """A part that is only looked over unless it counts: Java works out no more than it needs,
        so what is wrong there is no fault."""
        self._idle += not counts
        value = read()
        self._idle -= not counts
        return value

    def _holds(self, value: Value) -> bool:
        return not self._idle and _true(value)

    def _either(self) -> Value:
        value = self._both()
        while self._take("||"):
            known = self._holds(value)
            value = self._holds(self._counting(not known, self._both)) or known
        return value

    def _both(self) -> Value:
        value = self._compared()
        while self._take("&&"):
            open_ = self._holds(value)
            value = self._counting(open_, self._compared)
            value = open_ and self._holds(value)
        return value

    def _compared(self) -> Value:
        value = self._sum()
        while operator := self._take("==", "!=", "=~", "!~", "<=", ">=", "<", ">"):
            other = self._sum()
            value = False if self._idle else _compare(operator, value, other)
        return value

    def _sum(self) -> Value:
        value = self._product()
        while operator := self._take("+", "-"):
            other = self._product()
            if self._idle:
                continue
            value, other = _levelled(value, other)
            if operator == "+" and (isinstance(value, str) or isinstance(other, str)):
                value = _bounded(shown(value) + shown(other))
            else:
                signed = _number(other) if operator == "+" else -_number(other)
                value = _countable(_number(value) + signed)
        return value

    def _product(self) -> Value:
        value = self._single()
        while operator := self._take("*", "/", "%"):
            other = self._single()
            if not self._idle:
                value, other = _levelled(value, other)
                value = _product(operator, _number(value), _number(other))
        return value

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > limits.EXPRESSION_DEPTH:
            raise _Beyond

    def _single(self) -> Value:
        if sign := self._take("!", "-"):
            self._deeper()
            value = self._single()
            self._depth -= 1
            if self._idle:
                return False
            return not _true(value) if sign == "!" else -_number(value)
        value = self._plain()
        while self._take("."):
            value = self._asked(value)
        return value

    def _asked(self, value: Value) -> Value:
        """What a method of a text answers."""
        name, arguments = self._method()
        at: Value | None = None
        if name == "split":
            self._need("[")
            at = self._choice()
            self._need("]")
        if self._idle:
            return False
        if not isinstance(value, str):
            raise _Beyond
        return _answered(
            of_text(value, name, arguments) if at is None else part_of(value, arguments, at)
        )

    def _of_class(self, class_: str) -> Value:
        """What a class's own method answers."""
        name, arguments = self._method()
        return False if self._idle else _answered(of_class(class_, name, arguments))

    def _method(self) -> tuple[str, list[Value]]:
        """The name of a method that is called, and with what."""
        kind, name = self._tokens[self._at] if self._at < len(self._tokens) else ("", "")
        self._at += 1
        if kind != "name":
            raise _Beyond
        self._need("(")
        return name, [] if self._take(")") else self._arguments()

    def _arguments(self) -> list[Value]:
        arguments = [self._choice()]
        while self._take(","):
            arguments.append(self._choice())
        self._need(")")
        return arguments

    def _plain(self) -> Value:
        if self._take("("):
            value = self._choice()
            self._need(")")
            return value
        if self._at >= len(self._tokens):
            raise _Beyond
        kind, token = self._tokens[self._at]
        self._at += 1
        if kind == "number":
            return _countable(float(token) if "." in token else int(token[:_DIGITS]))
        if kind == "text":
            return re.sub(r"\\(.)", r"\1", token[1:-1])
        if kind == "name":
            return self._named(token)
        raise _Beyond

    def _named(self, name: str) -> Value:
        if self._take("("):
            return self._call(name)
        if name in ("true", "false"):
            return name == "true"
        if name in CLASSES and self._take("."):
            return self._of_class(name)
        return False if self._idle else _typed(self._ask(name))

    def _call(self, name: str) -> Value:
        arguments = self._arguments()
        if self._idle:
            return False
        if name == "GetProperty" and len(arguments) == 1:
            found = _typed(self._ask(shown(arguments[0])))
            return _Boxed(found) if type(found) is int else found
        if name == "If" and len(arguments) == 3:
            return arguments[1] if _true(arguments[0]) else arguments[2]
        if name in _OF_THE_STACK and len(arguments) == 1:
            total = self._ask(f"{name}({shown(arguments[0])})")
            if total:  # else there is no table to count on, or it is too much work
                return _Boxed(total)
        raise _Beyond


_OF_THE_STACK = ("SumStack", "CountStack")
"""Functions that are asked for as properties are: `SumStack(Strength)`."""


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise _Beyond
        yield match.lastgroup, match[match.lastgroup]
        at = match.end()


def _answered(value: Value | None) -> Value:
    if value is None:
        raise _Beyond
    return _bounded(value) if isinstance(value, str) else value


def _bounded(text: str) -> str:
    if len(text) > limits.VALUE:
        raise _Beyond
    return text


def _true(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    raise _Beyond


def _number(value: Value) -> int | float:
    if isinstance(value, bool | str):
        raise _Beyond
    return value


def _countable(value: int | float) -> int | float:
    """A number that Java could hold; beyond that VASSAL's arithmetic is not ours."""
    if not -_LARGEST < value < _LARGEST:
        raise _Beyond
    return value


def _product(operator: str, left: int | float, right: int | float) -> int | float:
    if operator == "*":
        return _countable(left * right)
    if isinstance(left, int) and isinstance(right, int):
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if operator == "/" else left - right * quotient
    if operator == "/":
        return left / right
    raise _Beyond


class _Boxed(int):
    """A whole number as a function gives it: beside an empty text it is a text itself."""


def _levelled(left: Value, right: Value) -> tuple[Value, Value]:
    """Two sides as BeanShell takes them in VASSAL: an empty text, such as the value of a property
    that nobody has, counts as 0 beside a whole number (bsh.BSHBinaryExpression)."""
    if left == "" and type(right) is int:
        return 0, right
    if right == "" and type(left) is int:
        return left, 0
    return left, right


def _compare(operator: str, left: Value, right: Value) -> bool:
    if operator in ("=~", "!~"):
        found = matches(shown(right), shown(left))
        if found is None:
            raise _Beyond
        return found == (operator == "=~")
    first, second = _levelled(left, right)
    truths = isinstance(first, bool) + isinstance(second, bool)
    if truths == 2 and operator not in ("==", "!="):
        raise _Beyond
    if truths or isinstance(first, str) or isinstance(second, str):  # else both are numbers
        return _ordered(operator, shown(first), shown(second))
    return _ordered(operator, float(first), float(second))


def _ordered(operator: str, first: _Side, second: _Side) -> bool:
    match operator:
        case "==":
            return first == second
        case "!=":
            return first != second
        case "<":
            return first < second
        case ">":
            return first > second
        case "<=":
            return first <= second
    return first >= second
