"""The log that grows: a whole file at any moment, without passwords, the same game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

import pytest

from assistant.live.recorder import LogRecorder
from builder.vassal import growing_log
from builder.vassal.blanked import Blanks
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.commands import Player
from builder.vassal.growing_log import GrowingLog
from builder.vassal.replay import Replay
from builder.vassal.savedgame import read_saved_game
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import ESC
from builder.vassal.traits import BasicPiece, Hide, Mask, Restrict, Trait
from builder.vassal.write import NewPiece, SaveBuilder
from tests.live.recorded import DAGC, NR, SECRET, Played, differences, player, tables, wire
from tests.wide import first, some


def recorded(name: str, module: str, room: str, path: Path) -> Iterator[tuple[Played, LogRecorder]]:
    """A recording followed, with its log, after each line."""
    playing = player(module, room)
    follower = playing.follower
    log = LogRecorder(
        path, playing.game.table, lambda: (module, "0.1.0"), lambda: follower.ids,
        playing.heard.words.append,
    )  # fmt: skip
    playing.game.recorders.append(log)
    playing.do(follower.opened(0.0))
    for line in wire(name):
        if not line.ours:
            playing.line(line.text, line.at)
        yield playing, log


def test_after_each_line_the_log_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    for playing, _ in recorded("node-observer", DAGC, "Minsk 44", path):
        steps = len(playing.heard.steps) - 1
        if steps >= 0:
            assert len(read_saved_game(path).steps) == steps
    read = Replay(read_saved_game(path))
    by_lines = dict(tables("node-observer"))
    assert differences(read.state(), by_lines[max(by_lines)]) == []
    fourth = sorted(by_lines)[4]
    assert differences(read.state(4), by_lines[fourth]) == []


@pytest.mark.parametrize(
    ("name", "module", "room"),
    some(
        [("node-observer", DAGC, "Minsk 44"), ("node-two-players", NR, "Kharkov")],
        "node-two-players",
    ),
)
def test_no_password_and_the_same_owners(name: str, module: str, room: str, tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    for playing, _ in recorded(name, module, room, path):
        assert playing.ended is None
    saved = read_saved_game(path)
    assert SECRET not in saved.text
    assert saved.module is not None
    assert saved.module.name == module
    ends = playing.state(), Replay(saved).state()
    assert [len(state.seats) > 0 for state in ends] == [True, False]
    masked = [
        {(piece.id, state.side_of(piece.masked_by, "player:")) for piece in state.pieces.values()}
        for state in ends
    ]
    assert masked[0] == masked[1]


@pytest.mark.parametrize(
    ("trait", "kept"),
    [
        (Mask(access="side:"), []),
        (Hide(access="side:"), []),
        (Restrict(by_player=False), []),
        (Mask(access="player:"), ["Ana", "Bruno"]),
        (Hide(access="player:"), ["Ana", "Bruno"]),
        (Restrict(by_player=True), ["Ana", "Bruno"]),
    ],
)
def test_a_seat_is_kept_only_if_something_can_be_its_players_own(
    trait: Trait, kept: list[str], tmp_path: Path
) -> None:
    """A seat that is kept is taken: its player, whose password the log does not have, is offered
    every other one."""
    piece = NewPiece((trait, BasicPiece(name="a unit")))
    builder = SaveBuilder(Metadata("M", "1", "3.7"))
    builder.add_loose("Map", 1, 2, piece)
    builder.write(tmp_path / "x.vsav")
    begun = read_saved_game(tmp_path / "x.vsav").text
    seats = [Player(PlayerId(f"word-{n}"), n, n).text() for n in ("Ana", "Bruno")]
    text = begun.replace(f"{ESC}end_save", ESC.join(["", *seats, "end_save"]))
    log = GrowingLog(tmp_path / "x.vlog", text, Metadata("M", "1", "3.7"), Blanks(frees=True))
    log.add(Player(PlayerId("word-Ana"), "Ana", "Ana").text())
    log.close()
    end = Replay(read_saved_game(tmp_path / "x.vlog")).state()
    assert [seat.name for seat in end.seats] == kept


def test_private_notes_are_blank(tmp_path: Path) -> None:
    playing = next(iter(recorded("node-observer", DAGC, "Minsk 44", tmp_path / "a.vlog")))[0]
    log = playing.game.recorders[0]
    log.met("begin_save\x1bPNOTE\tsecret-owner\tmy plan\x1bPNOTES\tours\x1bend_save")
    log.played("PNOTE\tsecret-owner\tmy other plan\x1bCHATall can read this")
    log.close()
    text = read_saved_game(tmp_path / "a.vlog").text
    assert "plan" not in text
    assert "ours" not in text
    assert "all can read this" in text


def test_a_password_that_was_said_before_its_player_came_is_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    begun = "begin_save\x1bGlobalProperty\t;Gp;Zanzibar77;Module\x1bend_save"
    log = GrowingLog(path, begun, Metadata("M", "1", "3.7"), Blanks())
    log.add("CHAT<Ana> what is ZANZIBAR77?")
    log.add(Player(PlayerId("Zanzibar77"), "Carl", "Blue").text())
    log.add("CHATgoing on")
    log.close()
    game = read_saved_game(path)
    assert "zanzibar77" not in game.text.lower()
    assert len(game.steps) == 3
    assert "CHAT<Ana> what is player-1?" in game.text


@pytest.mark.parametrize("taken", first(["shared", "gone", "replaced"], 2))
def test_a_log_in_whose_place_another_file_lies_ends_and_is_told(
    taken: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.vlog"
    for playing, log in recorded("node-observer", DAGC, "Minsk 44", path):
        heard = playing.heard
        if log._log is None or log._log.steps != 5:
            continue
        if taken == "shared":  # by another that began alike
            other = copy(log._log)
            other._file, other._deflate = path.open("r+b", buffering=0), log._log._deflate.copy()
            other.add("CHATof another")
            log._log.steps = 6
        else:
            path.unlink(missing_ok=True)
        if taken == "replaced":
            path.write_text("mine")
    assert [step.number for step in heard.steps] == list(range(20))
    assert [words for words in heard.words if "The log cannot be written" in words] == [
        "The log cannot be written (Somebody else wrote the file while this command was at work): "
        "it ends here."
    ]
    match taken:
        case "replaced":
            assert path.read_text() == "mine"
        case "shared":
            assert "of another" in read_saved_game(path).text
        case "gone":
            assert not path.exists()


def test_a_full_disk_ends_the_log_and_not_the_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.vlog"
    for playing, log in recorded("node-observer", DAGC, "Minsk 44", path):
        if len(playing.heard.steps) == 6 and log._log is not None:

            def full(self: GrowingLog, grown: bytes, tail: bytes) -> None:
                raise OSError(28, "No space left on device")

            monkeypatch.setattr(GrowingLog, "_put", full)
    assert len(read_saved_game(path).steps) == 5
    assert [step.number for step in playing.heard.steps] == list(range(20))
    assert any("The log cannot be written" in words for words in playing.heard.words)


class Killed(BaseException):
    """The process is gone: no line of it that stands behind runs any more."""


class Paged:
    """A file as the system has it: what is written comes page by page, and the process may be
    killed behind the first."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.at = file, 0

    def seek(self, at: int) -> int:
        self.at = self.file.seek(at)
        return self.at

    def write(self, data: bytes) -> int:
        room = 4096 - self.at % 4096
        self.file.write(data[:room])
        if len(data) > room:
            raise Killed
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def test_a_kill_between_two_pages_of_a_step_leaves_a_whole_log(tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    log = GrowingLog(path, "begin_save\x1bend_save", Metadata("M", "1", "3.7"), Blanks())
    lines = Random(7)
    for at in range(60):
        if not isinstance(log._file, Paged):  # a log that is written anew is opened anew
            log._file = Paged(log._file)  # type: ignore[assignment]
        log.add(f"CHAT{at} " + lines.randbytes(150).hex())
        assert len(read_saved_game(path).steps) == at + 1
    assert path.stat().st_size > 2 * 4096
    log.close()


def test_a_log_that_somebody_holds_open_goes_on_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.vlog"
    log = GrowingLog(path, "begin_save\x1bend_save", Metadata("M", "1", "3.7"), Blanks())

    def held(path: Path, data: bytes) -> None:
        raise PermissionError(13, "The file is open elsewhere", str(path))

    monkeypatch.setattr(growing_log, "write_whole", held)
    for at in range(30):
        log.add(f"CHAT{at} " + Random(at).randbytes(150).hex())
    log.close()
    assert len(read_saved_game(path).steps) == 30


WRITER = """
import sys
from pathlib import Path
from builder.vassal.blanked import Blanks
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.growing_log import GrowingLog
log = GrowingLog(Path(sys.argv[1]), "begin_save\\x1bend_save", Metadata("M", "1", "3.7"), Blanks())
print("begun", flush=True)
at = 0
while True:
    log.add("CHATline %d" % at + "x" * 700)
    at += 1
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
@pytest.mark.parametrize("after", [0.05, 0.11, 0.17])
def test_a_crash_leaves_whole_steps(after: float, tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    writing = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writing.stdout is not None
    assert writing.stdout.readline() == "begun\n"
    try:
        writing.wait(after)
    except subprocess.TimeoutExpired:
        os.kill(writing.pid, signal.SIGKILL)
    writing.wait()
    steps = read_saved_game(path).steps
    assert [step[0].split("x")[0] for step in steps] == [
        f"CHATline {at}" for at in range(len(steps))
    ]
    assert steps
