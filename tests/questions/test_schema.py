"""The schema of the answers is that of the docs, and the answers are as it says."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

import assistant as kessel
from assistant.questions.answers import AS_NULL, Told, as_json
from assistant.questions.schema import QUESTIONS, schema, schema_of, schema_text

ROOT = Path(__file__).parents[2]
PAGES = {
    name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("json.md", "es/json.md")
}


@cache
def checker(question: str) -> Any:
    """What raises JsonSchemaException for an answer that is not as the schema says."""
    return fastjsonschema.compile(schema_of(question))


def test_the_docs_have_it() -> None:
    """Written by `python -c "from assistant.questions.schema import *; print(schema_text(), end='')"`."""
    assert (ROOT / "docs" / "answers.schema.json").read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_of_another_shape_is_refused(question: str) -> None:
    for wrong in ({}, [], {"hex": 1}, {"units": "none", "zones": [], "attacks": [{}]}):
        with pytest.raises(fastjsonschema.JsonSchemaException):
            checker(question)(wrong)


@pytest.mark.parametrize("page", PAGES)
def test_every_field_is_explained(page: str) -> None:
    for name, part in schema()["$defs"].items():
        for told in part["properties"]:
            assert f"`{told}`" in PAGES[page], f"{name}.{told}"


@pytest.mark.parametrize("page", PAGES)
def test_the_example_of_the_page(page: str) -> None:
    table = kessel.open_table(ROOT / "docs" / "examples" / "evening.vlog")
    shown = json.loads(PAGES[page].partition("```json\n")[2].partition("```")[0])
    answer = kessel.as_json(table.odds("Vitebsk", ["6 Gds", "39th Army"]))
    assert shown.items() <= answer.items()
    checker("odds")(answer)


@dataclass(frozen=True)
class Way(Told):
    """What one game could tell of a way."""

    from_: str
    to: str | None = field(default=None, metadata=AS_NULL)
    by: str | None = None


def test_what_one_game_tells_is_read_by_field_and_as_in_the_document() -> None:
    way = Way("1411")
    assert as_json({"ways": [way]}) == {"ways": [{"from": "1411", "to": None}]}
    assert {**way} == as_json(way)
    assert way["from"] == way.from_
    assert way.get("by", "rail") == "rail"
    assert len(Way("1411", by="road")) == 3
