"""Every key of rules.toml stands in docs/rules.md, and in the same page in Spanish."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from builder.game.rules_file import chapters, parts

DOCS = Path(__file__).parents[2] / "docs"


def keys() -> Iterator[tuple[str, str]]:
    for module in (chapters, parts):
        for model in vars(module).values():
            if isinstance(model, type) and issubclass(model, BaseModel):
                for info in model.model_fields.values():
                    yield model.__name__, str(info.alias)


@pytest.mark.parametrize("page", ["rules.md", "es/rules.md"])
def test_every_key_is_documented(page: str) -> None:
    words = set(re.findall(r"[a-z][a-z-]*", (DOCS / page).read_text(encoding="utf-8")))
    assert [f"{where}.{key}" for where, key in keys() if key not in words] == []
