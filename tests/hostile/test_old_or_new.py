"""Whoever dies while he writes leaves the old or the new, never half: at every command, at every
step of its writing, by a kill, a full disk, a read-only one, Ctrl-C, or another one at its side.

Each command runs in a child that is forked when all is loaded. An audit hook of the child sees every
file that is opened to be written, every renaming and every folder that is made.
"""

import _thread
import asyncio
import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree, rmtree
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from assistant import cli
from assistant.cli import end_as_on_ctrl_c
from assistant.cli.app import app
from assistant.home.dropping import put
from builder.bind.drafting import draft
from builder.game import owning
from builder.game.loader import load_game
from builder.game.owned import VARIABLE, own_folder
from builder.game.owning import Cell
from builder.game.problems import Collector
from builder.game.skeleton import new_game
from builder.geography.findings import Findings
from builder.geography.plane import Plane
from builder.geography.recipe import GEOGRAPHY
from builder.geography.tables import write_tables
from builder.hexes.fit import Mark
from builder.parts import name_for
from builder.tracing.fit_file import save_fit
from builder.tracing.owned import save_own, traced_with_own
from builder.tracing.saved import Line, Traced, save, traced_of
from builder.vassal.buildfile.module import read_module
from tests.wide import all_but

pytestmark = [
    pytest.mark.forks,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork"),
]

CASE = 'game = "{game}"\n[[unit]]\ncounter = "red-3-armour"\nhex = "0502"\n'
LOG = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"


Tree = dict[str, bytes]


@dataclass(frozen=True)
class Work:
    """What is asked for; `whole` are the files of which all or none are new."""

    do: Callable[[], object]
    whole: tuple[str, ...] = ()


def asked(*words: str) -> Callable[[], None]:
    def ask() -> None:
        result = CliRunner().invoke(app, list(words))
        if result.exit_code not in (0, 1) or (
            result.exception and not isinstance(result.exception, SystemExit)
        ):
            raise result.exception or AssertionError(result.output)

    return ask


def traced() -> None:
    game = load_game("small")
    found = traced_of(game)
    hexes = {**found.hexes, "0101": ("woods",)}
    save(game, replace(found, hexes=hexes, sides={**found.sides, ("0101", "0102"): ("river",)}))


def traced_own() -> None:
    game = load_game("small")
    found = traced_with_own(game, own_folder("small"))
    hexes, sides = {**found.hexes, "0101": ("woods",)}, {("0101", "0102"): ("river",)}
    lines = [*found.lines, Line("road", "", ("0101", "0102"))]
    save_own(game, own_folder("small"), Traced(hexes, {**found.sides, **sides}, lines))


def derived() -> None:
    game = load_game("small")
    found = Findings()
    found.add_terrain(["0101", "0102"], "woods", GEOGRAPHY)
    problems = Collector()
    write_tables(Path("source-art/small/map"), Plane(game.grid, None), found, problems)  # type: ignore[arg-type]
    problems.check()


def dropped() -> None:
    async def parts() -> AsyncIterator[bytes]:
        for at in range(3):
            yield bytes([at]) * 1000

    asyncio.run(put(parts(), Path("dropped"), "evening.vlog"))


WORKS = {
    "build": Work(asked("build", "small", "-o", "out")),
    "sheets": Work(asked("sheets", "small", "-o", "out", "--no-map")),
    "picture": Work(asked("picture", "case.toml", "-o", "x.png")),
    "position": Work(asked("position", "case.toml", "-o", "x.toml", "--force")),
    "setup": Work(asked("setup", "small", "first-day", "-o", "x.vsav", "--force")),
    "new": Work(asked("new", "fresh"), ("source-art/fresh",)),
    "adopt": Work(asked("adopt", "m.vmod", "taken"), ("source-art/taken",)),
    "take": Work(asked("own", "small", "--take", "pack.zip"), ("own/small",)),
    "pack": Work(asked("own", "small", "--pack", "x.zip", "--force")),
    "bind": Work(asked("bind", "m.vmod", "small"), ("own/small/bindings",)),
    "referee": Work(asked("referee", "x.vlog", "--html", "x.html", "--force")),
    "trace": Work(traced, ("source-art/small/map",)),
    "trace --own": Work(traced_own, ("own/small/map",)),
    "fit": Work(lambda: save_fit(Path("source-art/small"), "art/map.png", [Mark("0101", (1, 2))])),
    "derive": Work(derived, ("source-art/small/map",)),
    "drop": Work(dropped),
    "desk": Work(lambda: owning.set_cells(
        Path("own/small").absolute(), "counters.csv", [Cell(("red-3-armour",), "name", "Mine")])),
}  # fmt: skip


REMADE = ("build", "sheets", "bind")
"""Works whose bytes are those that lie there."""

FULL = OSError(errno.ENOSPC, "No space left on device")
READ_ONLY = OSError(errno.EROFS, "Read-only file system")
CTRL_C = KeyboardInterrupt()


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a small game, and of everything an old one that Kessel made."""
    folder = tmp_path_factory.mktemp("before")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (folder / "own").mkdir()
        patch.setenv(VARIABLE, str(folder / "own"))
        new_game("small", Path("source-art"))
        for work in ("build", "sheets"):
            WORKS[work].do()
        Path("m.vmod").write_bytes(next(Path("out").glob("*.vmod")).read_bytes())
        owning.set_cells(Path("own/small"), "counters.csv", [Cell(("red-3-armour",), "name", "A")])
        asked("own", "small", "--pack", "pack.zip")()
        owning.set_cells(Path("own/small"), "counters.csv", [Cell(("red-3-armour",), "name", "B")])
        owning.set_cells(Path("own/small"), "map/hexes.csv", [Cell(("0101",), "name", "B")])
        found = draft(read_module(Path("m.vmod")), load_game("small"))
        assert found.share > 0.8
        toml = Path("source-art/small/game.toml")
        toml.write_text(toml.read_text().replace("[drawing.map]", "[drawing.map] # mine"))
        Path("case.toml").write_text(CASE.format(game="small"))
        Path("x.toml").write_text("mine")
        Path("x.zip").write_text("mine")
        Path("x.html").write_text("mine")
        Path("x.vsav").write_text("mine")
        Path("x.vlog").write_bytes(LOG.read_bytes())
        asked("picture", "case.toml", "-o", "x.png", "--whole")()
        yield folder


def child(work: Work, folder: Path, deed: Callable[[int, str], object]) -> int:
    """The exit status of a child that does the work, and at each step of its writing the deed."""
    if pid := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        os.chdir(folder)
        os.environ[VARIABLE] = str(folder / "own")
        steps, busy = 0, False
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)

        def hook(event: str, args: tuple[Any, ...]) -> None:
            nonlocal steps, busy
            if not busy and _writes(event, args, str(folder)):
                steps, busy = steps + 1, True
                try:
                    deed(steps, event)
                finally:
                    busy = False

        sys.addaudithook(hook)
        work.do()
    except BaseException:
        os._exit(2)
    os._exit(0)


def _writes(event: str, args: tuple[Any, ...], folder: str) -> bool:
    if event == "open":
        path, _, flags = args
        wanted = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)
    elif event in ("os.rename", "os.link", "os.mkdir", "os.remove", "os.rmdir"):
        path, wanted = args[0], True
    else:
        return False
    if not wanted or not isinstance(path, str | os.PathLike):
        return False
    whole = os.path.abspath(path)
    return whole.startswith(folder) and "/.cache" not in whole and not whole.endswith(".lock")


def tree(folder: Path) -> Tree:
    """What lies in a folder and is seen: names that begin with a point are Kessel's own."""
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not any(part.startswith(".") for part in name.split("/")):
            found[name] = path.read_bytes()
    return found


def seen_from_outside(folder: Path) -> frozenset[tuple[str, int, int]]:
    """The files with their sizes and times, without those that a writer prepares in hiding: while
    it stays the same, a kill at one step leaves what a kill at the other does."""
    found = set()
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.endswith(".part")]
        for name in names:
            if not name.endswith(".part"):
                known = os.stat(os.path.join(root, name))
                found.add((os.path.join(root, name), known.st_size, known.st_mtime_ns))
        found |= {(os.path.join(root, name), 0, 0) for name in folders}
    return frozenset(found)


def nothing(step: int, event: str) -> None:
    pass


def read_again(folders: Sequence[Path]) -> None:
    """Who reads the game next ends what was begun. One child for all of them, because a worker that
    holds much is forked slowly."""

    def read() -> None:
        for folder in folders:
            os.chdir(folder)
            os.environ[VARIABLE] = str(folder / "own")
            load_game("small")

    assert child(Work(read), folders[0], nothing) == 0


def start(folder: Path, before: Path) -> None:
    rmtree(folder, ignore_errors=True)
    copytree(before, folder)


def half(work: Work, now: Tree, old: Tree, new: Tree) -> list[str]:
    """What is neither old nor new."""
    found = [name for name in now if now[name] not in (old.get(name), new.get(name))]
    found += [name for name in old if name in new and name not in now]
    for part in work.whole:
        mine, *known = (
            {n: d for n, d in s.items() if f"{n}/".startswith(f"{part}/")} for s in (now, old, new)
        )
        found += [] if mine in known else [part]
    return found


@pytest.mark.parametrize(
    "name", all_but(WORKS, "referee", "picture", "setup", "trace --own", "take", "derive")
)
def test_a_kill_leaves_the_old_or_the_new(name: str, before: Path, tmp_path: Path) -> None:
    """What lies there at each step is what a kill at that step leaves."""
    work, folder, left = WORKS[name], tmp_path / "f", tmp_path / "left"
    start(folder, before)
    old = tree(folder)
    seen: list[frozenset[tuple[str, int, int]]] = []

    def keep(at: int, _: str) -> None:
        now = seen_from_outside(folder)
        if at % 8 == 1 or seen[-1:] != [now]:
            seen.append(now)
            copytree(folder, left / str(at))

    assert child(work, folder, keep) == 0
    new = tree(folder)
    assert new != old or name in REMADE
    steps = sorted(left.iterdir(), key=lambda path: int(path.name))
    assert steps
    if work.whole:
        read_again(steps)
    for step in steps:
        assert half(work, tree(step), old, new) == [], f"step {step.name} of {len(steps)}"
    if name in ("build", "sheets", "referee"):  # those fail by the same function
        return
    failures = ((len(steps), FULL), (1, READ_ONLY), (len(steps) // 2 + 1, CTRL_C))
    broken = [tmp_path / f"failed-{number}" / "f" for number in range(len(failures))]
    statuses = []
    for folder, (at, error) in zip(broken, failures, strict=True):
        start(folder, before)

        def fail(step: int, event: str, at: int = at, error: BaseException = error) -> None:
            on = step == at if error is CTRL_C else step >= at and "remove" not in event
            if on and "rmdir" not in event:
                raise error

        statuses.append(child(work, folder, fail))
    if work.whole:
        read_again(broken)
    for folder, (at, error), status in zip(broken, failures, statuses, strict=True):
        assert half(work, tree(folder), old, new) == [], f"{error!r} at step {at}"
        assert status == 2 or (tree(folder) == new and error is not READ_ONLY)
        assert list(folder.rglob("*.part")) == []


@pytest.mark.parametrize("name", ["new", "adopt", "picture"])
def test_who_is_ended_leaves_nothing_beside(name: str, before: Path, tmp_path: Path) -> None:
    """SIGTERM and a closed terminal end a program as Ctrl-C does; what a kill left beside a folder
    is taken away by the next who writes there."""
    work, folder = WORKS[name], tmp_path / "f"
    start(folder, before)

    def ended() -> None:
        end_as_on_ctrl_c()
        work.do()

    def end(step: int, _: str) -> None:
        if step == 4:
            os.kill(os.getpid(), signal.SIGTERM if name == "adopt" else signal.SIGHUP)

    assert child(Work(ended), folder, end) in (0, 2)
    assert list(folder.rglob("*.part")) == []
    for whole in work.whole:
        if (folder / whole).is_dir():  # the end came too late for it, and nobody makes it twice
            shutil.rmtree(folder / whole)
        left = name_for(folder / whole)
        (left / "deep").mkdir(parents=True)
        assert child(work, folder, nothing) == 0
        assert not left.exists()


LOADING = """
import os, signal
from assistant import cli
cli._keep_silent = lambda: os.kill(os.getpid(), signal.SIGTERM)
cli.main()
"""


ENDING = """
import os, signal, sys, threading
from assistant.cli import main, spending
spending.budget_of = lambda words: sys.exit(0)  # all is done
threading._shutdown = lambda: os.kill(os.getpid(), signal.SIGINT)
main()
"""


@pytest.mark.parametrize(("words", "ends"), [(LOADING, (130,)), (ENDING, (130, 0))])
def test_who_is_ended_while_it_loads_or_ends_says_nothing(
    words: str, ends: tuple[int, ...]
) -> None:
    """Where Python looks for signals no more, a program that has done all ends as it would have."""
    found = subprocess.run([sys.executable, "-c", words], capture_output=True, check=False)
    assert (found.stdout, found.stderr) == (b"", b"")
    assert found.returncode in ends


def test_ctrl_c_that_python_would_ignore_is_heard_a_moment_later(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    heard = threading.Event()
    monkeypatch.setattr(_thread, "interrupt_main", heard.set)
    lost = SimpleNamespace(exc_type=KeyboardInterrupt)
    cli._heard_late(lost)  # type: ignore[arg-type]
    assert heard.wait(5)
    assert capsys.readouterr().err == ""


def test_ctrl_c_within_the_making_of_a_class_is_ctrl_c() -> None:
    class Interrupted:
        def __set_name__(self, *_: object) -> None:
            raise KeyboardInterrupt

    with pytest.raises((KeyboardInterrupt, RuntimeError)) as caught:  # by Python's version
        type("Made", (), {"field": Interrupted()})
    assert cli._is_of_ctrl_c(caught.value)
    assert not cli._is_of_ctrl_c(ValueError())


def test_ctrl_c_of_which_a_library_makes_an_error_as_it_is_loaded_is_ctrl_c() -> None:
    """As numpy does."""
    pressed = cli.CtrlC()
    with pytest.raises(KeyboardInterrupt):
        pressed(2, None)
    assert cli._tell(ImportError("numpy.core.multiarray failed to import"), pressed) == 130
    assert cli._tell(ImportError("no numpy"), cli.CtrlC()) == 2
    assert cli._tell(ValueError(), pressed) == 2


@pytest.mark.parametrize(
    "name",
    all_but(["picture", "new", "adopt", "take", "bind", "trace", "desk"], "bind", "take", "new"),
)
def test_two_at_once(name: str, before: Path, tmp_path: Path) -> None:
    work, folder = WORKS[name], tmp_path / "f"
    start(folder, before)
    assert child(work, folder, nothing) == 0
    new = tree(folder)
    start(folder, before)
    other = os.fork()
    if not other:
        os._exit(child(work, folder, nothing))
    mine = child(work, folder, nothing)
    theirs = os.waitstatus_to_exitcode(os.waitpid(other, 0)[1])
    assert 0 in (mine, theirs)
    now = tree(folder)
    for found in (now, new):
        for kept in ("before", "before-2"):  # each of two keeps what it replaces
            found.pop(f"own/small.{kept}.zip", None)
    assert now == new
