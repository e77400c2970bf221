"""The table of attacks names tests that are there."""

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_attack_is_held_by_a_test() -> None:
    rows = (HERE / "README.md").read_text(encoding="utf-8").split("|---|---|\n")[1].splitlines()
    assert len(rows) > 40
    for row in rows:
        named = re.findall(r"`([\w./]+)::(\w+)`", row)
        assert named, row
        for file, name in named:
            code = (HERE / file).read_text(encoding="utf-8")
            assert re.search(rf"^(async )?def {name}\(", code, re.MULTILINE), f"{file}::{name}"
