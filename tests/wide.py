"""Marks the breadth of a test: further games, papers and seeds of a law that a few rows guard already.
`make bench` asks them; each run leaves them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def some(rows: Iterable[Any], *kept: Any) -> list[Any]:
    """Rows of a parametrised test, wide but for those that are, or begin with, one of `kept`."""
    return some_of(rows, lambda *row: row[0] in kept or row in kept)


def all_but(rows: Iterable[Any], *widened: Any) -> list[Any]:
    """Rows of a parametrised test, of which those are wide that are, or begin with, one of `widened`."""
    return some_of(rows, lambda *row: not (row[0] in widened or row in widened))


def some_of(rows: Iterable[Any], kept: Callable[..., bool]) -> list[Any]:
    """Rows of a parametrised test, wide but for those that pass."""
    asked = [_row(row) for row in rows]
    narrow = [kept(*row.values) for row in asked]
    assert any(narrow), "each run asks at least one row"
    assert not all(narrow), "no row is wide"
    return [
        row if is_narrow else _widened(row) for row, is_narrow in zip(asked, narrow, strict=True)
    ]


def first(rows: Iterable[Any], count: int) -> list[Any]:
    """Rows of a parametrised test, wide but for the first ones."""
    return [_row(row) if n < count else _widened(_row(row)) for n, row in enumerate(rows)]


def one_each(rows: Iterable[Any]) -> list[Any]:
    """Rows of a parametrised test, wide but for the first one of each first value."""
    seen: list[Any] = []

    def new(value: Any, *_: Any) -> bool:
        seen.append(value)
        return value not in seen[:-1]

    return some_of(rows, new)


def paired(left: Iterable[Any], right: Iterable[Any], *whole: Any) -> list[Any]:
    """Every value of each with every one of the other, wide but for as few as meet each once, and for
    those of `whole`."""
    left, right = list(left), list(right)
    met = {(n % len(left), n % len(right)) for n in range(max(len(left), len(right)))}
    return [
        pytest.param(
            a, b, marks=() if (n, m) in met or a in whole or b in whole else pytest.mark.wide
        )
        for n, a in enumerate(left)
        for m, b in enumerate(right)
    ]


def _row(row: Any) -> Any:
    if hasattr(row, "marks"):
        return row
    return pytest.param(*row) if type(row) is tuple else pytest.param(row)


def _widened(row: Any) -> Any:
    return pytest.param(*row.values, marks=[*row.marks, pytest.mark.wide], id=row.id)
