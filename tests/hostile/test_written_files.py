"""Position files and tables of a stranger: mistakes are told, in little time and memory."""

import os
from pathlib import Path

import pytest

from assistant.position_file import read_position
from builder import limits
from builder.game.csv_file import read_csv
from builder.game.problems import Collector, ProblemsError
from tests.hostile.conftest import bounded

UNIT = (
    '[[unit]]\nid = "{id}"\nside = "german"\ntype = "infantry"\nstrength = [4, 2]\nhex = "4416"\n'
)

REFUSED = {
    "a key of 50,000 parts": ("a." * 50_000 + "b = 1", "parts"),
    "a key of parts with space": ("a . " * 200_000 + "b = 1", "parts"),
    "a header of 50,000 parts": (f"[{'a.' * 50_000}b]", "parts"),
    "a turn of 5,000 figures": (f"turn = {'9' * 5000}", "too large"),
    "a turn of 50,000 sixteens": (f"turn = 0x{'f' * 50_000}", "too large"),
    "a turn beyond 64 bits": (f"turn = {'9' * 20}", "too large"),
    "two megabytes": ("# " + "x" * (2 << 20), "larger"),
    "lists in lists": ("a = " + "[" * 100_000 + "]" * 100_000, "nested"),
    "80,000 unknown keys": ("\n".join(f"a{at} = 1" for at in range(80_000)), "Unknown key"),
    "40,000 unknown hexes": (
        "[terrain]\n" + "\n".join(f'"x{at}" = ["forest"]' for at in range(40_000)), "no hex",
    ),
    "8,000 units": ("\n".join(UNIT.format(id=at) for at in range(8_000)), "more than 5,000 units"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_position_that_asks_too_much_is_refused(case: str, tmp_path: Path) -> None:
    text, what = REFUSED[case]
    path = tmp_path / "x.toml"
    path.write_text(f'game = "dagc"\n{text}\n')
    with bounded(), pytest.raises(ProblemsError, match=what) as caught:
        read_position(path)
    assert len(caught.value.problems) <= limits.PROBLEMS


def test_a_sentence_may_have_many_points(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f'game = "dagc"\nnote = "{"and so on ... " * 50}"  # {"." * 100}\n')
    assert read_position(path).game.id == "dagc"


def test_a_table_of_a_million_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(",".join(f"c{at}" for at in range(1_000_000)) + "\n1\n")
    found = Collector()
    with bounded():
        read_csv(path, found, known=("hex",))
    assert len(found.problems) == 1
    assert "columns" in str(found.problems[0])


def test_a_device_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "hexes.csv"
    path.symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.csv")
    for file in (path, tmp_path / "pipe.csv"):
        found = Collector()
        with bounded():
            read_csv(file, found)
        assert "no plain file" in str(found.problems[0])
