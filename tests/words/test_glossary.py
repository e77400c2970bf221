"""The two glossaries tell the same ideas, and programs find the words that they name."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def rows(name: str) -> list[list[str]]:
    """The rows of a page's tables, without their heads."""
    lines = (DOCS / name).read_text(encoding="utf-8").splitlines()
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:2] == "| "
    ]
    return [row for row in cells if row[0] not in ("word", "palabra")]


def test_each_idea_stands_in_both() -> None:
    english = [row[0] for row in rows("glossary.md")]
    assert [row[2] for row in rows("glossary.es.md")] == english
    assert len(set(english)) == len(english)


def test_programs_meet_the_words() -> None:
    schema = (DOCS / "answers.schema.json").read_text(encoding="utf-8")
    pages = "".join(
        (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("game-files", "python", "leeme", "json", "referee", "module")
    ) + (DOCS.parent / "README.md").read_text(encoding="utf-8") + (DOCS / "rules-in-python.md").read_text(encoding="utf-8")  # fmt: skip
    named = {word for row in rows("glossary.md") for word in re.findall(r"`([^`]+)`", row[2])}
    missing = {word for word in named if f'"{word}"' not in schema and word.split()[0] not in pages}
    assert missing == set()
