"""docs/python.md: each of its examples runs, and prints what stands below it."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

import assistant
import builder

ROOT = Path(__file__).parents[2]
PAGE, SPANISH = (
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("python.md", "es/python.md")
)


def test_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    names: dict[str, object] = {}
    for example in re.findall(r"```python\n(.*?)```", PAGE, re.S):
        told = re.findall(r"^# (.*)$", example, re.M)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(example, "python.md", "exec"), names)  # our own page
        assert out.getvalue().splitlines() == told


def test_the_spanish_page_has_the_same_examples_and_methods() -> None:
    for pattern in (r"```python\n(.*?)```", r"^\| (`.*?) \|", r"`(table\.[a-z_]+)"):
        english, spanish = (re.findall(pattern, text, re.S | re.M) for text in (PAGE, SPANISH))
        assert spanish == english != []


@pytest.mark.parametrize("face", [assistant, builder])
def test_every_name_of_the_face_is_there(face) -> None:
    for name in face.__all__:
        assert getattr(face, name) is not None
    assert set(face.__all__) <= set(dir(face))
    with pytest.raises(AttributeError):
        face.nothing  # noqa: B018


def test_what_is_printed_of_a_value_fits_a_line() -> None:
    table = assistant.open_table(ROOT / "docs" / "examples" / "evening.vlog")
    values = [
        table, table.position, table.units[0], table.game, table.game.board, table.whole,
        table.supply(), table.zones(), table.stacking(), table.moves("39th Army"), table.attacks(),
        table.odds("Vitebsk"), table.retreats("Vitebsk"), table.advances("Vitebsk"),
    ]  # fmt: skip
    assert all(len(repr(value)) <= 100 for value in values)
