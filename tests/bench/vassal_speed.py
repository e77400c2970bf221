"""Times reading and replaying: `python -m tests.bench.vassal_speed [SAVE] [--peer PYTHON]`.

With `--peer`, the Python of an environment that has pywargame (it needs 3.12 or newer), the peer
reads the same save in the same run: it takes off the disguise and splits every piece into traits.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.commands import BEGIN_SAVE, END_SAVE, AddPiece, Chat, MovePiece
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game, read_saved_game
from builder.vassal.sequence import ESC, join
from builder.vassal.traits import (
    BasicPiece,
    Delete,
    Layer,
    Marker,
    MarkMoved,
    Mask,
    ReportAction,
    Stack,
    Trail,
)
from builder.vassal.write import NewPiece, save_entries, write_save

PIECES = 10_000
STEPS = 5_000

_PEER = """
import contextlib, io, json, sys, time
from pywargame.vassal.save import SaveIO
from pywargame.vassal.withtraits import WithTraits
start = time.process_time()
key, lines = SaveIO.readSave(sys.argv[1])
decoded = time.process_time() - start
pieces = failed = 0
for line in lines:
    line = line.lstrip(chr(92))
    if line.startswith("+/"):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                WithTraits.decodeAdd2(line, False)
            pieces += 1
        except Exception:
            failed += 1
whole = time.process_time() - start
print(json.dumps({"decode": decoded, "whole": whole, "pieces": pieces, "failed": failed}))
"""


def big_game(pieces: int = PIECES, steps: int = 0) -> str:
    """The text of a game with many pieces in stacks of four, and a log of moves."""
    leaves, stacks = [], []
    traits = (
        Mask(),
        Layer(images=("a.png", "b.png"), level_names=("", "+ (reduced)"), name="Step"),
        Marker.of(Side="german", Strength="4-5", Note="a,b;c/d"),
        MarkMoved(),
        Trail(),
        ReportAction(),
        Delete(),
    )
    for at in range(pieces):
        spot = at // 4
        x, y = 100 + 60 * (spot % 100), 100 + 60 * (spot // 100)
        basic = BasicPiece(image="a.png", name=f"{at}. Königsberg", gpid=str(at))
        leaves.append(NewPiece((*traits, basic)).placed(f"p{at}", "Main Map", x, y).text())
        if at % 4 == 3:
            members = tuple(f"p{member}" for member in range(at - 3, at + 1))
            stack = Stack(map="Main Map", x=x, y=y, pieces=members)
            stacks.append(AddPiece(f"s{spot}", stack.type_text, stack.state_text).text())
    logged = []
    for step in range(steps):
        x = 100 + 60 * (step % 97)
        move = MovePiece(f"p{step * 7 % pieces}", "Main Map", x, 100, None, "Main Map", 0, 0, None)
        new = AddPiece(f"n{step}", "stack", f"Main Map;{x};100;p{step * 7 % pieces};@@0")
        told = Chat(f"* a unit moves to {x} *")
        logged.append(join([f"LOG\t{command.text()}" for command in (move, new, told)], ESC))
    return join([BEGIN_SAVE, *leaves, *stacks, END_SAVE, *logged], ESC)


def best(work: Callable[[], object], times: int = 3) -> float:
    """The shortest of several runs, in seconds of the processor: others may be busy too."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def decode(path: Path) -> int:
    """Read a save and split every piece into its traits, as the peer is asked to."""
    replay = Replay(read_saved_game(path))
    return sum(len(piece.type.parts) for piece in replay.first.pieces.values())


def compare(path: Path, peer: str | None) -> None:
    """Our time on a save, and the peer's."""
    read = best(lambda: read_saved_game(path).tree)
    ours = best(lambda: decode(path))
    print(
        f"{path.name}: take off the disguise and split commands {read:.3f} s, in all {ours:.3f} s"
    )
    if peer is None:
        return
    done = subprocess.run([peer, "-c", _PEER, str(path)], capture_output=True, text=True)
    if done.returncode:
        print("pywargame failed:", done.stderr.strip().splitlines()[-1])
        return
    found = json.loads(done.stdout)
    print(
        f"  pywargame ({peer}): the disguise {found['decode']:.2f} s, in all {found['whole']:.2f} s "
        f"({found['pieces']} pieces, {found['failed']} it could not read); "
        f"we are {found['decode'] / read:.0f} and {found['whole'] / ours:.0f} times as fast"
    )


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("save", nargs="*", type=Path)
    parser.add_argument("--peer", help="a Python that has pywargame")
    asked = parser.parse_args()
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        big = Path(folder) / "big.vsav"
        write_save(big, save_entries(big_game(), Metadata("Bench", "1", "3.7.26")))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"{PIECES} pieces: read and put up in {best(lambda: decode(big), 1):.2f} s")
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  memory {memory:.0f} MB at most, {before / 1024:.0f} MB of it before")
        log = parse_saved_game(big_game(500, STEPS))
        print(f"{STEPS} steps: replayed in {best(lambda: Replay(log).state(), 1):.2f} s")
        replay = Replay(log)
        replay.state()
        anywhere = best(lambda: [replay.state(at) for at in (17, 2500, 4999, 1)])
        print(f"  four steps anywhere in it in {anywhere * 1000:.0f} ms")
        for save in asked.save or [big]:
            compare(save, asked.peer)


if __name__ == "__main__":
    main()
