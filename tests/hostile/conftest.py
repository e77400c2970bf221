"""What attackers send, and the time and memory that it may cost."""

import os
import signal
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.module.build import write_setup
from builder.vassal.savedgame import read_saved_game
from builder.vassal.sequence import join, join_nested
from builder.vassal.traits import BasicPiece, Trait

SECONDS = 10
WAITING = 6
"""As many times as long as its seconds of the processor may a work take by the clock."""
MEMORY = 1 << 30

Attack = Callable[..., Path]


@contextmanager
def bounded(seconds: int = SECONDS, memory: int = MEMORY) -> Iterator[None]:
    """Fails when the work in it takes more seconds of the processor, or more memory than the
    process has now; and when it waits: a loaded machine makes nothing fail."""
    resource = pytest.importorskip("resource")

    def late(*_: object) -> None:
        raise AssertionError(f"no answer in {seconds} seconds")

    before = resource.getrlimit(resource.RLIMIT_AS)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + memory, before[1]))
    handlers = {each: signal.signal(each, late) for each in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(WAITING * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for each, handler in handlers.items():
            signal.signal(each, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextmanager
def folders_in_folders(folder: Path, name: str) -> Iterator[None]:
    """So many that a reader that goes into each by calling itself ends in a fault; gone after it,
    because what takes away tests' folders is such a reader."""
    here = os.getcwd()
    try:
        os.chdir(folder)
        for _ in range(1_500):
            os.mkdir(name)
            os.chdir(name)
        os.chdir(here)
        yield
    finally:
        os.chdir(here)
        subprocess.run(["rm", "-rf", str(folder / name)], check=True)


def piece(id_: str, traits: list[Trait], map_: str = "Main Map", x: int = 600, y: int = 600) -> str:
    """The command that puts a piece on the table, its traits outermost first."""
    all_ = [*traits, BasicPiece(name=id_, map=map_, x=x, y=y)]
    type_ = join_nested([trait.ID + trait.encode_type() for trait in all_])
    state = join_nested([trait.encode_state() for trait in all_])
    return "+/" + join([id_, type_, state], "/")


def property_(name: str, value: str) -> str:
    """The command that sets a global property of the module."""
    return f"GlobalProperty\t;{name};{value};Module"


class SetUps(dict[str, str]):
    """By game the text of a set-up save, which is made when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __missing__(self, game: str) -> str:
        loaded, path = load_game(game), self._folder / f"{game}.vsav"
        write_setup(loaded, next(iter(loaded.scenarios)), path)
        self[game] = read_saved_game(path).text
        return self[game]


@pytest.fixture(scope="session")
def set_ups(tmp_path_factory: pytest.TempPathFactory) -> SetUps:
    return SetUps(tmp_path_factory.mktemp("set-ups"))


@pytest.fixture
def attack(tmp_path: Path, set_ups: SetUps) -> Attack:
    """Writes a set-up of a game with further commands in it, or any saved game."""

    def write(*commands: str, game: str = "dagc", entry: bytes | None = None) -> Path:
        before, end, after = set_ups[game].rpartition("\x1bend_save")
        text = "\x1b".join([before, *commands]) + end + after
        path = tmp_path / "attack.vsav"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("savedGame", text.encode() if entry is None else entry)
        return path

    return write
