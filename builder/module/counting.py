"""What a menu offers of a number that has too many values to choose from: nothing, steps up and
down, and that it is not told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.game.definition import FieldDefinition

NOT_TOLD = "—"
"""In a menu and in the chat: the value is not told."""
_HALF = 0.5


@dataclass(frozen=True)
class Count:
    """An entry: what the menu calls it, what the property becomes, itself or by an expression."""

    key: str
    words: str
    value: str


def is_counted(field: FieldDefinition) -> bool:
    """Whether a value is a single number, which players can count up and down."""
    return field.type in ("int", "number")


def counts(field: FieldDefinition, kept: str) -> Iterator[Count]:
    """The entries of a number that the property `kept` keeps."""
    low = field.minimum
    if low is None or low <= 0:
        yield Count("0", "0", "0")
    for step in _steps(field.type == "int", signed=low is None or low < 0):
        size = "½" if abs(step) == _HALF else f"{abs(step):g}"
        sign, way = ("−", "down") if step < 0 else ("+", "up")
        yield Count(f"{way}-{abs(step):g}", f"{sign}{size}", _after(field, kept, step))
    yield Count("", NOT_TOLD, "")


def number_told(field: FieldDefinition, kept: str, mark: str) -> str:
    """The expression of the number that the property `kept` keeps, its decimals behind `mark`."""
    held = f'GetProperty("{kept}")+""'
    if field.type != "number" or mark == ".":
        return held
    # Of a whole number BeanShell makes no text by adding one without letters.
    return f'String.valueOf({held}).replace(".","{mark}")'


def _steps(whole: bool, *, signed: bool) -> tuple[float, ...]:
    """Numbers that fall below nothing are columns and points, which change by little either way."""
    if signed:
        return (1, 2, -1, -2) if whole else (_HALF, 1, -_HALF, -1)
    return (1, 2, 5, -1) if whole else (_HALF, 1, 2, 5, -_HALF, -1)


def _after(field: FieldDefinition, kept: str, step: float) -> str:
    """The expression of the number after a step, within its bounds; one that is not told counts
    as 0."""
    held = f'GetProperty("{kept}")'
    # A zero before the digits makes a number of nothing, but none of "-2".
    digits = f'"0"+{held}'
    if field.minimum is None or field.minimum < 0:
        digits = f'({held}+".").equals(".")?"0":{held}+""'
    after = f"(Double.parseDouble({digits}){step:+g})"
    told = f'({after}%1==0?""+(int){after}:""+{after})'
    if field.maximum is not None:
        told = f'{after}>{field.maximum:g}?"{field.maximum:g}":{told}'
    if field.minimum is not None:
        told = f'{after}<{field.minimum:g}?"{field.minimum:g}":({told})'
    return f"{{{told}}}"
