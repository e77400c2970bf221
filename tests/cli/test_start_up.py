"""A plain command starts without what it does not need."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.home.places import own_folder as home_own_folder
from assistant.report.sheet import any_kept
from builder.game.owned import VARIABLE, own_folder
from builder.game.problems import ProblemsError
from builder.vassal.extensions import _settings
from builder.vassal.find_module import player_folders

EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"

LOOK = """
import contextlib, io, os, sys
from assistant.cli import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
assert "SOURCE_DATE_EPOCH" not in os.environ  # from which a library would take its clock
sys.stderr.write(" ".join(sys.modules))
"""

DRAWING = {"PIL", "reportlab", "builder.drawing.canvas", "builder.drawing.map"}
NEVER = {"shapely", "numpy", "requests", "starlette", "uvicorn", "watchfiles", "reportlab"}


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (["--help"], {"pydantic", "lxml", "builder.vassal.savedgame", *DRAWING}),
        (["zones", "POSITION"], {"lxml", "builder.vassal.savedgame", *DRAWING}),
        (["zones", str(EVENING)], {"PIL"}),
        pytest.param(["check", "saltmarsh"], {"highspy"}, marks=pytest.mark.wide),
        pytest.param(["show", str(EVENING)], {"highspy"}, marks=pytest.mark.wide),
        pytest.param(
            ["rules", "dagc"],
            {"lxml", "builder.vassal.savedgame", *DRAWING},
            marks=pytest.mark.wide,
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_what_is_imported(words: list[str], unwanted: set[str], tmp_path: Path) -> None:
    position = tmp_path / "position.toml"
    position.write_text('game = "dagc"\nscenario = "historical"\n', encoding="utf-8")
    asked = [str(position) if word == "POSITION" else word for word in words]
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *asked], capture_output=True, text=True, check=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": "no number"},
    )  # fmt: skip
    loaded = set(done.stderr.split())
    assert "assistant.cli.app" in loaded, done.stderr[-300:]
    assert not loaded & (unwanted | NEVER)


def test_who_has_no_home_is_served_without_an_own_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a user id of a container that the system has no entry of."""
    pwd = pytest.importorskip("pwd")

    def unknown(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", VARIABLE):
        monkeypatch.delenv(name, raising=False)
    assert CliRunner().invoke(app, ["check", "aldra"]).exit_code == 0
    assert player_folders() in ([], [Path("output")])
    assert any_kept() is False
    assert _settings() is None
    with pytest.raises(ProblemsError, match="HOME: The system tells no home"):
        own_folder("aldra")
    with pytest.raises(ProblemsError, match="KESSEL_HOME"):
        home_own_folder()


def test_a_library_runs_nothing_from_the_home_of_the_user(tmp_path: Path) -> None:
    for name in (".reportlab_mods", ".reportlab_settings"):
        (tmp_path / name).write_text(f"print({name!r})", encoding="utf-8")
    look = f"{LOOK}\nimport reportlab.rl_config"
    done = subprocess.run(
        [sys.executable, "-c", look, "--version"], capture_output=True, text=True, check=True,
        env={**os.environ, "HOME": str(tmp_path), "USERPROFILE": str(tmp_path)},
    )  # fmt: skip
    assert not done.stdout
