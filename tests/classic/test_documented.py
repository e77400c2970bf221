"""Every key of rules.toml stands in docs/rules.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from builder.game.rulebook import chapters, parts

MANUAL = Path(__file__).parents[2] / "docs" / "rules.md"


def keys() -> Iterator[tuple[str, str]]:
    for module in (chapters, parts):
        for model in vars(module).values():
            if isinstance(model, type) and issubclass(model, BaseModel):
                for info in model.model_fields.values():
                    yield model.__name__, str(info.alias)


def test_every_key_is_documented() -> None:
    words = set(re.findall(r"[a-z][a-z-]*", MANUAL.read_text(encoding="utf-8")))
    assert [f"{where}.{key}" for where, key in keys() if key not in words] == []
