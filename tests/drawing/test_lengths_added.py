"""Lengths are added by `math.fsum`: since Python 3.12 `sum` rounds floats otherwise than before,
and a map would differ by a pixel from one Python to the other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

DRAWING = Path(str(files("builder.drawing")))

WHOLE = ("len", "int(", "<=", " in ", "(soft)", "cell")
"""What tells that whole numbers or truths are added: a comparison is in front of its `for`."""


def sums(path: Path) -> Iterator[str]:
    """Each call of the plain `sum` in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum":
            yield ast.unparse(node)


def test_no_length_is_added_by_sum() -> None:
    found = [
        f"{path.name}: {call}"
        for path in sorted(DRAWING.rglob("*.py"))
        for call in sums(path)
        if not any(word in call.partition(" for ")[0] for word in WHOLE)
    ]
    assert found == []
