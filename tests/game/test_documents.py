"""The pages about files name every key and column that a person may write."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from assistant.position_file import KEYS, UNIT_KEYS
from builder.drawing.charts.config import EffectLook, ResultLook, TableLook
from builder.drawing.map import config
from builder.game import definition as d
from builder.game.load_counters import COLUMNS
from builder.game.load_map import HEX_COLUMNS, HEXSIDE_COLUMNS, LINE_COLUMNS
from builder.module.settings import Dice, ModuleSettings

DOCS = Path(__file__).parents[2] / "docs"

GAME_FILES: tuple[type[BaseModel], ...] = (
    d.Definition, d.Side, d.GridDefinition, d.GridSection, d.Turns, d.Phase, d.Feature, d.Units,
    d.UnitType, d.FieldDefinition, d.HexSet, d.Option, d.Blank,
)  # fmt: skip
MAPS: tuple[type[BaseModel], ...] = (
    config.MapDrawing, config.Look, config.EdgeMark, config.Spot, config.BoxMark, config.TrackMark,
    config.Caption, EffectLook, ResultLook, TableLook,
)  # fmt: skip


@pytest.mark.parametrize(
    ("page", "models"),
    [
        ("game-files.md", GAME_FILES),
        ("es/game-files.md", GAME_FILES),
        ("drawing-maps.md", MAPS),
        ("es/drawing-maps.md", MAPS),
        ("module.md", (ModuleSettings, Dice)),
        ("es/module.md", (ModuleSettings, Dice)),
    ],
)
def test_every_key_is_named(page: str, models: tuple[type[BaseModel], ...]) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    keys = {info.alias or name for m in models for name, info in m.model_fields.items()}
    signs = ("`{}`", "[{}", ".{}", "{} =")
    missing = {key for key in keys if not any(sign.format(key) in text for sign in signs)}
    assert not missing


@pytest.mark.parametrize("page", ["game-files.md", "es/game-files.md"])
@pytest.mark.parametrize("columns", [COLUMNS, HEX_COLUMNS, HEXSIDE_COLUMNS, LINE_COLUMNS])
def test_every_column_is_named(columns: tuple[str, ...], page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert all(f"`{column}`" in text for column in columns)


@pytest.mark.parametrize("page", ["game-files.md", "es/game-files.md"])
def test_every_kind_of_field_is_named(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    kinds = d.FieldType.__args__  # type: ignore[attr-defined]
    assert all(f"`{kind}`" in text for kind in kinds)


@pytest.mark.parametrize("page", ["positions.md", "es/positions.md"])
def test_every_key_of_a_position_file_is_named(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    signs = ("`{}`", "[[{}]]`", "[{}]`")
    keys = (*KEYS, *UNIT_KEYS)
    assert not [key for key in keys if not any(sign.format(key) in text for sign in signs)]
