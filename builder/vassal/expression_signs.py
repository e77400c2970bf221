"""The signs of an expression: names, numbers, texts and operators, as BeanShell takes it apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.vassal.java_values import Beyond, Fails, Primitive, Value, fraction, number

_LETTERS = "A-Za-z_$\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u3040-\u318f\u3400-\u3d2d\u4e00-\u9fff"
_ESCAPED = r"\\(?:[ntbrf\\'\"]|[0-3][0-7][0-7]|[0-7][0-7]?)"
_SIGN = re.compile(
    rf"""(?:
        (?P<skipped>[\x00-\x20]+|/\*.*?\*/|//[^\n\r]*[\n\r])
      | (?P<whole>(?:0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)[lL]?(?![0-9a-zA-Z_.$]))
      | (?P<fraction>(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?[fFdD]?
            |[0-9]+(?:[eE][-+]?[0-9]+[fFdD]?|[fFdD]))
      | (?P<long_text>\"\"\"(?:[^"]"?"?)*\"\"\")
      | (?P<text>"(?:[^"\\\n\r]|{_ESCAPED})*")
      | (?P<sign>'(?:[^'\\\n\r]|{_ESCAPED})')
      | (?P<name>[{_LETTERS}][{_LETTERS}0-9]*)
      | (?P<op>@[a-z_]+|>>>=|<<=|>>=|>>>|==|!=|=~|!~|<=|>=|&&|\|\||\+\+|--|<<|>>
            |[-+*/%&|^]=|[-+*/%<>!?:(),.\[\]&|^~;=])
    )""",
    re.VERBOSE | re.DOTALL,
)
_OTHERWISE = {
    "@gt": ">",
    "@lt": "<",
    "@gteq": ">=",
    "@lteq": "<=",
    "@or": "||",
    "@and": "&&",
    "@bitwise_and": "&",
    "@bitwise_or": "|",
    "@left_shift": "<<",
    "@right_shift": ">>",
    "@right_unsigned_shift": ">>>",
}
_LETTERED = {"n": "\n", "t": "\t", "b": "\b", "r": "\r", "f": "\f"}
_ESCAPE = re.compile(r"\\([0-9]{1,3}|.)", re.DOTALL)

Sign = tuple[str, str]
"""A kind of sign, and how it is written."""


def signs(text: str) -> Iterator[Sign]:
    """The signs of an expression, without what lies between them."""
    if "\\u" in text:  # Java puts those signs in before it reads anything
        raise Beyond
    at = 0
    while at < len(text):
        found = _SIGN.match(text, at)
        if found is None or found.lastgroup is None:
            raise Fails
        kind, at = found.lastgroup, found.end()
        if kind != "skipped":
            yield kind, _OTHERWISE.get(found[kind], found[kind])


def literal(kind: str, text: str) -> Value:
    """The value of a number, text or sign that is written out."""
    match kind:
        case "whole":
            return _whole(text)
        case "fraction":
            bare = text.rstrip("fFdD")
            return fraction(float(bare[:400]), "float" if text[-1] in "fF" else "double")
        case "long_text":
            return text[3:-3]
        case "text":
            return unescaped(text[1:-1])
        case "sign":
            return Primitive("char", ord(unescaped(text[1:-1])))
    raise Fails


def _whole(text: str) -> Value:
    kind = "long" if text[-1] in "lL" else "int"
    bare = text.rstrip("lL")
    base = 16 if bare[:2] in ("0x", "0X") else 8 if bare[0] == "0" and len(bare) > 1 else 10
    digits = bare[2:] if base == 16 else bare
    if len(digits) > 400:
        raise Beyond
    return number(int(digits, base), kind)


def unescaped(text: str) -> str:
    """A text with its escaped signs put in."""
    return _ESCAPE.sub(_sign_of, text)


def _sign_of(found: re.Match[str]) -> str:
    sign = found[1]
    if not sign[0].isdigit():
        return _LETTERED.get(sign, sign)
    try:
        return chr(int(sign, 8))
    except ValueError:
        raise Fails from None


def as_argument(text: str) -> str:
    """A property's text as VASSAL hands it to an expression that calls its methods: written into
    the source in quotes, where what looks like an escaped sign becomes one."""
    written = '"' + text.replace('"', '\\"') + '"'
    if "\\" not in text and "\n" not in text and "\r" not in text:
        return text
    match list(signs(written)):
        case [("text", whole)]:
            return unescaped(whole[1:-1])
    raise Fails
