"""Every bound stands in one table, which the document shows and the code keeps to."""

import re
from pathlib import Path

from builder import limits

ROOT = Path(__file__).parents[2]
CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for room in ("builder", "assistant")
    for path in (ROOT / room).rglob("*.py")
)


def test_the_document_is_that_of_the_table() -> None:
    assert (ROOT / "docs" / "limits.md").read_text(encoding="utf-8") == limits.document()


def test_the_spanish_document_has_its_names_and_numbers() -> None:
    text = (ROOT / "docs" / "es" / "limits.md").read_text(encoding="utf-8").replace("\u00a0", "")
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\d+) \|", text, re.MULTILINE)
    assert rows == [(name, str(int(most))) for name, most in limits.table()]


def test_the_code_keeps_to_every_bound() -> None:
    kept = set(re.findall(r"\blimits\.([A-Z_]+)\b", CODE))
    assert [name for name, _ in limits.table() if name not in kept] == []


def test_no_output_goes_round_the_gate() -> None:
    """A console that is not made by `terminal.console` would print names as they are."""
    made = [
        path.relative_to(ROOT).as_posix()
        for room in ("builder", "assistant")
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"(?<![\w.])Console\(", path.read_text(encoding="utf-8"))
    ]
    assert made == ["assistant/report/terminal.py"]
