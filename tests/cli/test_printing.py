"""What `kessel sheets` says at its end."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app


@pytest.mark.parametrize(("layout", "told"), [("duplex", True), ("fold", False), ("fronts", False)])
def test_a_calibration_leaf_is_told_of_where_one_is_printed(layout: str, told: bool) -> None:
    """Folded leaves have none, and no backs that could be moved."""
    args = ["sheets", "aldra", "--layout", layout, "--no-map", "--dry-run", "--language", "en"]
    said = " ".join(CliRunner().invoke(app, args).output.split())
    assert "Print at 100 %, scaling off" in said
    assert ("--back-offset" in said) is told
