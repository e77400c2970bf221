"""Expressions of traits: `$name$` texts, and those in braces, which BeanShell works out.

Sources: `script/expression/`, `script/ExpressionInterpreter`, `bsh/Parser`. What VASSAL would work
out and Kessel does not is told as not understood, never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NoReturn

from builder import limits
from builder.hexes.vassal_numbering import BLANKS
from builder.vassal.expression_signs import Sign, as_argument, literal, signs
from builder.vassal.java_methods import CLASSES, OF_TEXTS, of_class, of_field, of_value, parts_of
from builder.vassal.java_values import (
    Beyond,
    Fails,
    Value,
    as_whole,
    boxed,
    cast,
    combined,
    decides,
    is_true,
    of_property,
    shown,
    signed,
    truth,
    whole,
    wrapped,
)
from builder.vassal.patterns import matches
from builder.vassal.sequence import split

Ask = Callable[[str], str | None]


class Around:
    """Whom an expression asks: for properties, and by functions for what lies around its piece."""

    keeps_zeros = False
    """Whether the module keeps whole numbers with leading zeros as texts."""

    def __call__(self, name: str) -> str | None:
        """The value of a property; None if there is none."""
        raise NotImplementedError

    def reckoned(self, name: str) -> str | None:
        """The same, to reckon with; raises Beyond for a player's password, which is masked as a
        whole, and not in parts of it or in one more than it."""
        found = self(name)
        if found and self.hides(found):
            raise Beyond
        return found

    def hides(self, text: str) -> bool:
        """Whether a password is in a text."""
        return False

    def function(self, name: str, arguments: Sequence[str]) -> str | int:
        """What a function of VASSAL's answers; Beyond is raised for one that is not known."""
        raise Beyond

    def not_understood(self) -> None:
        """Takes down that an expression was not understood."""


class _Alone(Around):
    """Who answers for properties alone."""

    def __init__(self, ask: Ask, keeps_zeros: bool) -> None:
        self._ask, self.keeps_zeros = ask, keeps_zeros

    def __call__(self, name: str) -> str | None:
        return self._ask(name)


class Besides(Around):
    """Who answers for some properties itself, and leaves the rest to another; what nobody knows is
    empty. A function asks the other alone."""

    def __init__(self, ask: Ask, **given: str) -> None:
        self._given = given
        self._rest = around(ask)
        self.keeps_zeros = self._rest.keeps_zeros

    def __call__(self, name: str) -> str:
        return self._given[name] if name in self._given else self._rest(name) or ""

    def function(self, name: str, arguments: Sequence[str]) -> str | int:
        if name in _OF_PROPERTIES:
            return self._rest.reckoned(arguments[0]) or ""
        return self._rest.function(name, arguments)

    def hides(self, text: str) -> bool:
        return self._rest.hides(text)

    def not_understood(self) -> None:
        self._rest.not_understood()


def around(ask: Ask, keeps_zeros: bool = False) -> Around:
    """Whoever is asked, as one who may answer functions too."""
    return ask if isinstance(ask, Around) else _Alone(ask, keeps_zeros)


def evaluate(expression: str, ask: Ask) -> str | None:
    """The value of an expression as VASSAL would show it; None for one that VASSAL tells an error
    of, or that is not understood here.

    `ask` gives the value of a property, None if there is none. Blanks around it count in a plain
    text only, and a number is told without its plus (script/expression/Expression).
    """
    try:
        return worked_out(expression, ask)
    except (Beyond, Fails):
        return None


def worked_out(expression: str, ask: Ask) -> str:
    """The same; raises Fails or Beyond where there is no value."""
    asked = around(ask)
    bare = expression.strip(BLANKS)
    if _is_braced(bare):
        inner = bare[1:-1]
        if _is_one_text(inner):
            return inner[1:-1]
        return _braced(inner, asked)
    if asked.keeps_zeros and len(bare) > 1 and bare[0] == "0" and _DIGITS.fullmatch(bare):
        return expression
    if (number := as_whole(bare)) is not None:
        return shown(number)
    if "$" in bare:
        return _filled(bare, asked)
    return expression if bare else ""


def calculated(expression: str, ask: Ask) -> str:
    """The value of a calculated property, an expression without braces too; raises as above
    (BeanShellExpression.createExpression)."""
    bare = expression.strip(BLANKS)
    if _is_braced(bare):
        return _braced(bare[1:-1], around(ask))
    return _one_name(bare, ask) if _NAME.fullmatch(bare) else _braced(expression, around(ask))


def followed(expression: str, ask: Ask) -> str:
    """The value of the property or expression that a layer follows; raises as above
    (Expression.createSimplePropertyExpression)."""
    bare = expression.strip(BLANKS)
    if not _is_braced(bare):
        return _one_name(bare, ask)
    inner = bare[1:-1].strip(BLANKS)
    if _is_one_text(inner):
        return inner[1:-1]
    return _one_name(inner, ask) if _NAME.fullmatch(inner) else _braced(inner, around(ask))


def _one_name(name: str, ask: Ask) -> str:
    return ask(_plain(name)) or "" if name else ""


def _plain(name: str) -> str:
    """The property that a name stands for: `$Side$` is Side."""
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] == "$" else name


def _is_braced(text: str) -> bool:
    return text.startswith("{") and text.endswith("}") and len(text) > 1


def _is_one_text(inner: str) -> bool:
    """Whether an expression is one text in quotes, which VASSAL takes as it stands."""
    return len(inner) > 1 and inner[0] == inner[-1] == '"' and inner.count('"') == 2


def _braced(inner: str, asked: Around) -> str:
    """The value of what stands in braces."""
    if not inner.strip():
        return ""
    if (number := as_whole(inner)) is not None:
        return shown(number)
    if _is_braced(inner.strip(BLANKS)):
        inner = inner.strip(BLANKS)[1:-1]
    try:
        found = _read(inner)
        if isinstance(found, Beyond | Fails):
            raise type(found)
        value = found(_Scope(asked))
    except RecursionError:  # deep brackets in properties that ask for properties
        raise Beyond from None
    if value is None:
        raise Fails
    return shown(value)


_NAME = re.compile(r"[^\W\d]\w*|[\w$]*\$[\w$]*(?<!\d)")
_DIGITS = re.compile(r"[0-9]+")


def accepts(filter_: str, ask: Ask) -> bool:
    """Whether a piece passes a filter: an expression, or a comparison as before VASSAL 3.2, such as
    `Side = red && Step != 2`; what is neither lets everything through (PropertiesPieceFilter)."""
    filled = or_doubt(worked_out, filter_, ask)
    if filter_.startswith("{"):
        return filled == "true"
    if filled in ("true", "false"):
        return filled == "true"
    return any(
        all(_compares(part, ask) for part in choice.split("&&")) for choice in filled.split("||")
    )


def or_doubt(reckon: Callable[[str, Ask], str], expression: str, ask: Ask) -> str:
    """The value of an expression; empty where VASSAL tells an error of it, and where it is not
    understood, which is taken down."""
    try:
        return reckon(expression, ask)
    except Fails:
        return ""
    except Beyond:
        around(ask).not_understood()
        return ""


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
        return is_true(combined(operator, own, value))
    return is_true(combined(operator, whole(first, "long"), whole(second, "long")))


_SIGNS = ("!=", "<=", ">=", ">", "<", "=~", "!~", "=")


def _filled(text: str, asked: Around) -> str:
    """A text with its `$properties$` put in; one that nobody has keeps its name
    (script/expression/FormattedStringExpression)."""
    parts = split(text, "$")
    told, length = list[str](), 0
    for at, part in enumerate(parts):
        found = asked(part) if part and at % 2 and at < len(parts) - 1 else part
        told.append(part if found is None else found)
        length += len(told[-1])
        if length > limits.VALUE:
            break
    return "".join(told)[: limits.VALUE]


class _Scope:
    """What an expression is worked out with."""

    def __init__(self, asked: Around) -> None:
        self.asked = asked

    def named(self, name: str) -> Value:
        """A property as a name in an expression has it."""
        return of_property(self.asked.reckoned(_plain(name)), self.asked.keeps_zeros)

    def text(self, name: str) -> Value:
        """The text of a property before a method of texts."""
        return as_argument(self.asked.reckoned(_plain(name)) or "")


_Node = Callable[[_Scope], Value]
"""A part of an expression, to be worked out: Java works out no more of it than it needs."""

_LEVELS: tuple[frozenset[str], ...] = tuple(
    frozenset(level.split())
    for level in (
        "||",
        "&&",
        "|",
        "^",
        "&",
        "== != =~ !~",
        "< > <= >=",
        "<< >> >>>",
        "+ -",
        "* / %",
    )
)
"""The operators, those that bind loosest first."""
_LEVEL_OF = {operator: at for at, level in enumerate(_LEVELS) for operator in level}

_KINDS = ("int", "long", "float", "double", "boolean", "char", "short", "byte")
_RESERVED = frozenset(
    [
        "abstract",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "continue",
        "default",
        "do",
        "else",
        "enum",
        "extends",
        "final",
        "finally",
        "for",
        "goto",
        "if",
        "implements",
        "import",
        "interface",
        "native",
        "new",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "static",
        "strictfp",
        "switch",
        "synchronized",
        "throw",
        "throws",
        "transient",
        "try",
        "volatile",
        "while",
    ]
)
_OTHER_OPERATORS = frozenset((";", "++", "--", "["))
_LEFT_OUT = frozenset(("this", "super", "void", "instanceof", "global", "bsh"))
_OF_PROPERTIES = ("GetProperty", "GetString", "GetLocalizedProperty")
_FOR_TEXT = frozenset(("GetString",))


@lru_cache(maxsize=1024)
def _read(text: str) -> _Node | Beyond | Fails:
    """An expression, read once for all pieces that have it."""
    try:
        return _Reader(text).all()
    except (Beyond, Fails) as none:
        return none.with_traceback(None)


class _Reader:
    """A recursive-descent reader."""

    def __init__(self, text: str) -> None:
        if len(text) > limits.EXPRESSION:
            raise Beyond
        if text.startswith("~"):  # VASSAL puts a = before it
            raise Fails
        self._signs: list[Sign] = list(signs(text))
        self._at = 0
        self._depth = 0
        self._texts = frozenset(self._before_methods())
        self._bound = set[str]()
        """The names that stand for themselves somewhere: VASSAL looks them up."""

    def _before_methods(self) -> list[str]:
        """The names before a method of texts: everywhere in the expression they are texts."""
        found = []
        for at, (kind, name) in enumerate(self._signs):
            if kind == "name" and (at == 0 or self._signs[at - 1][1] != "."):
                match self._signs[at + 1 : at + 4]:
                    case [(_, "."), ("name", method), (_, "(")] if method in OF_TEXTS:
                        found.append(name)
        return found

    def all(self) -> _Node:
        """All of it; semicolons behind it change nothing."""
        node = self._choice()
        ended = False
        while self._take(";"):
            ended = True
        if self._at != len(self._signs):
            if ended:
                raise Beyond
            self._refuse()
        return node

    def _refuse(self) -> NoReturn:
        """Where no operator is: Java may have one there, else it reads the expression no more
        than we do."""
        kind, sign = self._next()
        known = kind == "op" and not (sign in _OTHER_OPERATORS or sign.endswith("="))
        raise Fails if (known or kind != "op") and sign != "instanceof" else Beyond

    def _next(self, ahead: int = 0) -> Sign:
        at = self._at + ahead
        return self._signs[at] if at < len(self._signs) else ("", "")

    def _take(self, *operators: str) -> str:
        kind, sign = self._next()
        if kind == "op" and sign in operators:
            self._at += 1
            return sign
        return ""

    def _need(self, operator: str) -> None:
        if not self._take(operator):
            self._refuse()

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > limits.EXPRESSION_DEPTH:
            raise Beyond

    def _choice(self) -> _Node:
        self._deeper()
        condition = self._level(0)
        node = condition
        if self._take("?"):
            then = self._choice()
            self._need(":")
            other = self._choice()

            def node(scope: _Scope) -> Value:
                return then(scope) if is_true(condition(scope)) else other(scope)

        self._depth -= 1
        return node

    def _level(self, level: int) -> _Node:
        """What operators of a level, and of those that bind closer, hold together. A level is
        entered only where an operator of it stands, because brackets in brackets are deep."""
        node = self._signed()
        while (found := _LEVEL_OF.get(self._next()[1], -1)) >= level and self._next()[0] == "op":
            further: list[tuple[str, _Node]] = []
            while operator := self._take(*_LEVELS[found]):
                further.append((operator, self._level(found + 1)))
            node = _reckoned(node, further)
        return node

    def _signed(self) -> _Node:
        if operator := self._take("!", "-", "+", "~"):
            self._deeper()
            node = self._signed()
            self._depth -= 1
            return lambda scope: signed(operator, node(scope))
        match [self._next(at) for at in range(3)]:
            case [(_, "("), ("name", kind), (_, ")")] if kind in _KINDS or self._casts(kind):
                self._at += 3
                self._deeper()
                node = self._signed()
                self._depth -= 1
                return lambda scope: _cast(kind, node(scope))
        return self._primary()

    def _casts(self, name: str) -> bool:
        """Whether a name in brackets before a value is a class, as Java reads it."""
        kind, sign = self._next(3)
        begins = kind not in ("op", "") or (kind == "op" and sign in ("~", "!", "("))
        if begins and name not in _CAST:
            raise Beyond
        return begins

    def _primary(self) -> _Node:
        node = self._prefix()
        while self._take("."):
            node = self._called(node)
        if self._next() in (("op", "["), ("op", "++"), ("op", "--")):
            raise Beyond
        return node

    def _called(self, node: _Node) -> _Node:
        """A method of a value."""
        kind, name = self._next()
        self._at += 1
        if kind != "name":
            raise Fails
        if not self._take("("):
            raise Beyond
        arguments = self._arguments()
        if name == "split":
            return self._divided(node, arguments)
        return lambda scope: of_value(node(scope), name, [one(scope) for one in arguments])

    def _divided(self, node: _Node, arguments: list[_Node]) -> _Node:
        """One of the parts of a text, or how many they are."""
        if self._take("."):
            if self._next() != ("name", "length"):
                raise Beyond
            self._at += 1
            return lambda scope: whole(
                len(parts_of(node(scope), [one(scope) for one in arguments]))
            )
        if not self._take("["):
            raise Beyond
        which = self._choice()
        self._need("]")

        def part(scope: _Scope) -> Value:
            parts = parts_of(node(scope), [one(scope) for one in arguments])
            at = as_whole(shown(which(scope)))
            if at is None or not 0 <= at.value < len(parts):
                raise Fails
            return parts[int(at.value)]

        return part

    def _arguments(self) -> list[_Node]:
        if self._take(")"):
            return []
        arguments = [self._choice()]
        while self._take(","):
            arguments.append(self._choice())
        self._need(")")
        return arguments

    def _prefix(self) -> _Node:
        if self._take("("):
            node = self._choice()
            self._need(")")
            return node
        kind, sign = self._next()
        self._at += 1
        if kind == "name":
            return self._named(sign)
        if kind == "op" and sign in ("++", "--") and self._next()[0] == "name":
            raise Beyond
        if kind in ("op", ""):
            raise Fails
        value = literal(kind, sign)
        return lambda _: value

    def _named(self, name: str) -> _Node:
        if name in ("true", "false"):
            given = truth(name == "true")
            return lambda _: given
        if name == "null":
            return lambda _: None
        if name in _RESERVED or name in _KINDS:
            raise Beyond if name in ("new", "if", "return", *_KINDS) else Fails
        if name in _LEFT_OUT:
            raise Beyond
        if self._take("("):
            return _function(name, self._arguments())
        if self._take("."):
            return self._of_name(name)
        self._bound.add(name)
        if name in self._texts:
            return lambda scope: scope.text(name)
        return lambda scope: scope.named(name)

    def _of_name(self, name: str) -> _Node:
        """A method of a property's text, or of a class."""
        kind, method = self._next()
        self._at += 1
        if kind != "name":
            raise Fails
        if not self._take("("):
            if self._next() == ("op", ".") or name not in CLASSES:
                raise Beyond
            value = of_field(name, method)
            return lambda _: value
        arguments = self._arguments()
        if method in OF_TEXTS:
            return lambda scope: of_value(
                scope.text(name), method, [one(scope) for one in arguments]
            )
        if name in CLASSES and name not in self._texts:
            return lambda scope: of_class(name, method, [one(scope) for one in arguments])
        if method == "split":
            return self._divided(lambda scope: self._looked_up(scope, name), arguments)
        return lambda scope: of_value(
            self._looked_up(scope, name), method, [one(scope) for one in arguments]
        )

    def _looked_up(self, scope: _Scope, name: str) -> Value:
        """A property before a method that VASSAL does not know for one of texts: it is there only
        if its name stands elsewhere in the expression too."""
        if name in self._texts:
            return scope.text(name)
        if name in self._bound:
            return scope.named(name)
        raise Fails


_CAST = {"String": "String", "Integer": "int", "Boolean": "boolean"}


def _cast(kind: str, value: Value) -> Value:
    if kind in ("Integer", "Boolean"):
        found = cast(_CAST[kind], value)
        if found != value and kind == "Integer":
            raise Beyond
        return boxed(found)
    return cast(kind, value)


def _reckoned(first: _Node, further: list[tuple[str, _Node]]) -> _Node:
    def node(scope: _Scope) -> Value:
        value = first(scope)
        for operator, other in further:
            if operator in ("&&", "||") and decides(operator, value):
                value = truth(operator == "||")
            else:
                value = combined(operator, value, other(scope))
        return value

    return node


def _function(name: str, arguments: list[_Node]) -> _Node:
    """A function of VASSAL's."""

    def node(scope: _Scope) -> Value:
        given = [one(scope) for one in arguments]
        if name == "If":
            return _if(given)
        if None in given:
            raise Beyond
        told = [shown(one) for one in given]
        if name in _OF_PROPERTIES and len(told) != 1:
            raise Fails
        if name in _OF_PROPERTIES and not isinstance(scope.asked, Besides):
            found: str | int = scope.asked.reckoned(told[0]) or ""
        else:
            found = scope.asked.function(name, told)
        if isinstance(found, int):
            return whole(found)
        return found if name in _FOR_TEXT else wrapped(found)

    return node


def _if(given: list[Value]) -> Value:
    if len(given) != 3:
        raise Fails
    return boxed(given[1] if is_true(given[0]) else given[2])
