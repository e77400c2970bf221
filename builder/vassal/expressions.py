"""Simple expressions of traits: `$name$` texts, and the arithmetic, comparison and choice of
BeanShell that calculated properties mostly are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from builder import limits
from builder.hexes.vassal_numbering import fill_format

Ask = Callable[[str], str | None]
Value = str | int | float | bool

_LARGEST = 1e300
_DIGITS = 400  # more than the largest number has

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>\d+(?:\.\d+)?)
      | (?P<text>"(?:[^"\\]|\\.)*")
      | (?P<name>[A-Za-z_$][\w$]*)
      | (?P<op>==|!=|<=|>=|&&|\|\||[-+*/%<>!?:(),])
    )""",
    re.VERBOSE,
)


class _Beyond(Exception):  # noqa: N818 - control flow, never leaves this file
    """The expression is not one of the simple kind."""


def evaluate(expression: str, ask: Ask) -> str | None:
    """The value of an expression as VASSAL would show it; None if it is beyond this reader.

    `ask` gives the value of a property, None if there is none.
    """
    if not expression.startswith("{"):
        return fill_format(expression, _Asking(ask)) if "$" in expression else expression
    try:
        body = expression.strip()[1:].removesuffix("}")
        return shown(_Reader(body, ask).whole())
    except (_Beyond, ZeroDivisionError, OverflowError):
        return None


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
            then = self._choice()
            self._need(":")
            other = self._choice()
            value = then if _true(value) else other
        self._depth -= 1
        return value

    def _either(self) -> Value:
        value = self._both()
        while self._take("||"):
            other = self._both()
            value = _true(value) or _true(other)
        return value

    def _both(self) -> Value:
        value = self._compared()
        while self._take("&&"):
            other = self._compared()
            value = _true(value) and _true(other)
        return value

    def _compared(self) -> Value:
        value = self._sum()
        while operator := self._take("==", "!=", "<=", ">=", "<", ">"):
            value = _compare(operator, value, self._sum())
        return value

    def _sum(self) -> Value:
        value = self._product()
        while operator := self._take("+", "-"):
            other = self._product()
            if operator == "+" and (isinstance(value, str) or isinstance(other, str)):
                value = _bounded(shown(value) + shown(other))
            else:
                signed = _number(other) if operator == "+" else -_number(other)
                value = _countable(_number(value) + signed)
        return value

    def _product(self) -> Value:
        value = self._single()
        while operator := self._take("*", "/", "%"):
            value = _product(operator, _number(value), _number(self._single()))
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
            return not _true(value) if sign == "!" else -_number(value)
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
        return _typed(self._ask(name))

    def _call(self, name: str) -> Value:
        arguments = [self._choice()]
        while self._take(","):
            arguments.append(self._choice())
        self._need(")")
        if name == "GetProperty" and len(arguments) == 1:
            return _typed(self._ask(shown(arguments[0])))
        if name == "If" and len(arguments) == 3:
            return arguments[1] if _true(arguments[0]) else arguments[2]
        raise _Beyond


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise _Beyond
        yield match.lastgroup, match[match.lastgroup]
        at = match.end()


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


def _compare(operator: str, left: Value, right: Value) -> bool:
    if operator in ("==", "!="):
        same = left == right if type(left) is type(right) else shown(left) == shown(right)
        return same if operator == "==" else not same
    first, second = _number(left), _number(right)
    return {
        "<": first < second,
        ">": first > second,
        "<=": first <= second,
        ">=": first >= second,
    }[operator]
