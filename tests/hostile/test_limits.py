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


def test_what_pages_and_wires_take_stands_in_the_table() -> None:
    """A number of their own for what a stranger sends would be in no document."""
    own = [
        f"{path.relative_to(ROOT).as_posix()}: {found[0]}"
        for room in ("assistant/pages", "assistant/live", "builder/vassal/wire")
        for path in (ROOT / room).rglob("*.py")
        for found in re.finditer(
            r"^_?MOST_(BYTES|CLIENTS|PEERS) = \d.*", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    assert own == []


def test_no_output_goes_round_the_gate() -> None:
    """A console that is not made by `terminal.console` would print names as they are."""
    made = [
        path.relative_to(ROOT).as_posix()
        for room in ("builder", "assistant")
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"(?<![\w.])Console\(", path.read_text(encoding="utf-8"))
    ]
    assert made == ["assistant/report/terminal.py"]
