"""No name steers a terminal, by whatever command or error it is told."""

import io
import json
import os
import struct
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from PIL import Image

from assistant.live.table import LiveStep, LiveTable
from assistant.live.telling import Telling
from assistant.report.show import show_text
from assistant.report.shown import Shown, ShownStep
from assistant.report.terminal import NARROWEST, console, plain, plain_json, plain_line
from assistant.words.voice import general
from builder.game.problems import Problem
from builder.game.skeleton import new_game
from builder.saying import Saying
from tests.hostile.conftest import Attack, piece

NAME = "\\" * 64 + "\x1b]0;owned\x07 \x9b31m \u202eleft \x7f\x08"
LOG = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"
MODULE = Path(__file__).parents[1] / "data" / "vassal" / "play.vmod"
KESSEL = [sys.executable, "-c", "from assistant.cli import main; main()"]


def steering(text: str) -> set[str]:
    """The signs in a text that are neither letters nor lines nor tabs."""
    odd = {sign for sign in text if unicodedata.category(sign) in ("Cc", "Cs")} - {"\n", "\t"}
    return odd | {sign for sign in text if sign in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"}


def spoken(*words: object) -> str:
    return started(*KESSEL, *map(str, words)).decode("utf-8")


def started(*words: str) -> bytes:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(words, capture_output=True, timeout=60, env=environment)
    return done.stdout + done.stderr


EACH = """
import json, os, sys, warnings
from pathlib import Path
from typer.testing import CliRunner
from assistant.cli import main
from assistant.cli.app import app
folder, asked = Path(sys.argv[1]), json.loads(sys.argv[2])
CliRunner().invoke(app, asked[-1])
warnings.simplefilter("ignore", DeprecationWarning)
for number, words in enumerate(asked[:-1]):
    if not os.fork():
        for stream in (1, 2):
            os.dup2(os.open(folder / f"{number}-{stream}", os.O_WRONLY | os.O_CREAT), stream)
        sys.argv[1:] = words
        sys.exit(main())
    os.wait()
"""
"""The command asked several times, in a process each that is forked when all is loaded: the last
words are asked for that alone. Newer Pythons warn of the fork itself, which is the test's own."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_name_steers_no_terminal_and_makes_no_line(attack: Attack, tmp_path: Path) -> None:
    lines = attack(piece("X' is no counter.\nerror: forged", [])).rename(tmp_path / "lines.vsav")
    save = str(attack(piece(NAME.replace("/", ""), [])))
    forged = tmp_path / "x\nFORGED.vmod"
    forged.write_bytes(MODULE.read_bytes())
    asked = [
        ["show", save], ["show", save, "--json"], ["report", save], ["report", save, "--json"],
        ["supply", save], ["odds", save, NAME], ["moves", save, NAME],
        ["report", f"no such {NAME}.vsav"], ["check", f"/no {NAME}.vmod"],
        ["check", str(forged)], ["report", str(lines)],
    ]  # fmt: skip
    (folder := tmp_path / "told").mkdir()
    loading = [*asked, ["report", str(LOG)]]
    assert started(sys.executable, "-c", EACH, str(folder), json.dumps(loading)) == b""
    for number, words in enumerate(asked):
        out, errors = ((folder / f"{number}-{n}").read_bytes().decode() for n in (1, 2))
        assert out + errors, words
        assert steering(out + errors) == set(), words
        assert "\nFORGED" not in out + errors, words
        if "--json" in words:
            json.loads(out + errors)
    told = (folder / f"{len(asked) - 1}-1").read_text(encoding="utf-8")
    assert "error: forged" in told
    assert not [line for line in told.splitlines() if line.startswith("error")]


def test_no_library_speaks_in_the_terminal(tmp_path: Path) -> None:
    """Pillow warns of a damaged TIFF, in lines of Python, from every process that opens it."""
    new_game("hill", tmp_path)
    table = tmp_path / "hill" / "counters.csv"
    rows = table.read_text().replace("setup,source", "setup,source,pictures")
    table.write_text(rows.replace("4,0406,3.1", "4,0406,3.1,face.png", 1))
    stream = io.BytesIO()
    Image.new("RGB", (400, 300)).save(stream, "TIFF")
    data = bytearray(stream.getvalue())
    first = struct.unpack_from("<L", data, 4)[0]
    for at in range(first + 2, first + 2 + 12 * struct.unpack_from("<H", data, first)[0], 12):
        if struct.unpack_from("<H", data, at)[0] == 284:
            struct.pack_into("<HHL", data, at, 305, 2, 0x7FFFFFFF)
    (tmp_path / "hill" / "face.png").write_bytes(data)
    for words in (["check"], ["build", "-o", str(tmp_path / "out")]):
        assert "Warning" not in spoken(words[0], tmp_path / "hill", *words[1:])


def test_what_is_plain_stays() -> None:
    text = "Минск — «Ñandú» ½ 𝛼 🪖\n\tmore"
    assert plain(text) == text
    assert plain_line("a\nb") == "a\N{REPLACEMENT CHARACTER}b"
    told = str(Problem("a\nb.csv", 3, Saying("Wrote {path}", path=Path("a\u2028 b\r\nc"))))
    assert told == "a b.csv:3: Wrote a b c"
    document = json.dumps({"name": NAME}, ensure_ascii=False)
    assert steering(plain_json(document)) == set()
    assert json.loads(plain_json(document)) == {"name": NAME}


@pytest.mark.parametrize("columns", ["0", "1", "", "-5", "\u00b2", "9" * 12, "9" * 5000])
def test_a_terminal_without_width_is_told_something(columns: str) -> None:
    stream = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:  # no longer: the reporter of tests has a width, too
        patch.setenv("COLUMNS", columns)
        made = console(stream)
        made.print("Minsk is in supply.")
    assert made.width == NARROWEST if columns in ("0", "1") else NARROWEST <= made.width < 10_000
    assert stream.getvalue().split() == ["Minsk", "is", "in", "supply."]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
@pytest.mark.parametrize(
    ("words", "where", "told"),
    [
        ("show nobody.vsav", "2>&-", ""),
        ("check saltmarsh --json", ">/dev/full", "cannot be written: no space is left.\n"),
        ("--help", ">/dev/full", "cannot be written: no space is left.\n"),
    ],
)
def test_what_cannot_be_told_ends_as_an_error_does(words: str, where: str, told: str) -> None:
    """On a full disk, and where somebody closed what is told to: neither is a fault of Kessel's."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    environment.pop("PYTHONUNBUFFERED", None)  # with which nothing waits to be written
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {where}', "sh", *KESSEL, *words.split()],
        capture_output=True, timeout=30, env=environment,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().endswith(told)
    assert done.stderr.count(b"\n") == told.count("\n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("= 6th Infantry Corps moves from 3500 to 9999", "> = 6th Infantry Corps moves"),
        (" ! 5th Army 3400 → 3502 [9.2]: no", "> "),
        ("> = quoted already", "> > = quoted"),
        ("Lost: no connection", "> Lost: no connection"),
        ("+ 3501 attacked: DE 50%", "> + 3501"),
        ("-", "> -"),
        ("- Ana takes back", "- Ana"),
        ("* 6th Infantry Corps moves 3500 -> 3501 *", "* 6th"),
        ("<Ana> - = yes", "<Ana> - = yes"),
    ],
)
def test_no_line_of_the_chat_stands_as_kessels_own(line: str, told: str) -> None:
    """A client may say any line, also without a name."""
    steps = (ShownStep(1, (line,)),)
    shown = Shown(Path("x.vlog"), "M", None, "", (), None, 1, 1, (), steps, ())
    assert f"step 1       {told}" in show_text(shown)
    table = LiveTable("live", lambda _: pytest.fail("of no game"))
    (live,) = Telling(table, general("en"), print)._lines(LiveStep(1, None, chat=(line,)))
    assert live.startswith(f"step 1     {told}")
