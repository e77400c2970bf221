"""Processes that work for another: how they begin, and that none outlives it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from builder.machine.children import Beside, starting
from tests.drawn_beside import begun as pool_of

SCRIPT = """
import os, sys, threading, time
print("begun", flush=True)
from builder.machine.children import pool_of, starting
threading.Thread(target=threading.Event().wait, daemon=True).start()
pool = pool_of(1)
with starting():
    print(pool.submit(os.getpid).result(), flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="the system does not tell")
def test_a_script_is_not_run_again_and_a_kill_ends_its_process(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    theirs = tmp_path / "theirs"  # a stranger's file there is no library of the process
    theirs.mkdir()
    (theirs / "multiprocessing.py").write_text("raise SystemExit")
    pipe = subprocess.PIPE
    command = [sys.executable, str(script)]
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, env=env, cwd=theirs
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "begun\n"
        worker = int(program.stdout.readline())
        assert Path(f"/proc/{worker}").exists()
        program.kill()
    until = time.monotonic() + 20
    while _lives(worker):
        assert time.monotonic() < until
        time.sleep(0.01)


def _lives(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_nothing_is_forked_while_threads_run() -> None:
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    pool = pool_of(1)
    ended.set()
    thread.join()
    assert pool is not None
    assert "Spawn" in type(pool._mp_context).__name__
    pool.shutdown()


def test_the_program_is_itself_again_after_a_start() -> None:
    own = sys.modules["__main__"]

    def fail() -> None:
        with starting():
            assert sys.modules["__main__"] is not own
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert sys.modules["__main__"] is own


Hear = Callable[[type], object]


def _counted(_: Hear, last: int) -> Iterator[int]:
    yield from range(last)
    raise ValueError("no more can be made")


def _spelled(_: Hear) -> Iterator[int | str]:
    yield from (1, "one", 2, "two")


def _told_back(hear: Hear, kind: type) -> Iterator[object]:
    while (heard := hear(kind)) is not None:
        yield heard


def _own_ids(_: Hear) -> Iterator[int]:
    yield os.getpid()
    threading.Event().wait()


def _begun(make: Callable[..., Iterator[object]], *of_what: object) -> Beside:
    beside = Beside.of(make, *of_what)
    assert beside is not None
    return beside


def test_what_is_made_beside_comes_in_order_until_it_fails(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.machine.children.cores", lambda: 2)
    beside = _begun(_counted, 3)
    assert [beside.next(int) for _ in range(5)] == [0, 1, 2, None, None]
    beside.end()
    assert capfd.readouterr() == ("", "")


def test_things_of_each_class_are_taken_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.machine.children.cores", lambda: 2)
    beside = _begun(_spelled)
    assert [beside.next(str) for _ in range(3)] == ["one", "two", None]
    assert [beside.next(int) for _ in range(3)] == [1, 2, None]
    assert beside.next(float) is None
    beside.end()


def test_little_is_taken_when_it_is_asked_for_and_no_thread_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("builder.machine.children.cores", lambda: 2)
    before = threading.active_count()
    beside = Beside.of_little(_spelled)
    assert beside is not None
    assert threading.active_count() <= before
    while not beside.is_ready:
        time.sleep(0.001)
    assert [beside.next(str) for _ in range(3)] == ["one", "two", None]
    assert [beside.next(int) for _ in range(3)] == [1, 2, None]
    assert beside.is_ready, "nothing more is made"
    beside.end()


def test_what_is_told_is_heard_however_much_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the line holds, while the other sends as much back."""
    monkeypatch.setattr("builder.machine.children.cores", lambda: 2)
    beside = _begun(_told_back, bytes)
    told = [bytes([number]) * 3_000_000 for number in range(3)]
    for much in told:
        beside.tell(much)
    assert [beside.next(bytes) for _ in told] == told
    beside.end()
    beside.tell(b"nobody hears it")


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="the system does not tell")
def test_what_is_made_beside_ends_when_it_is_killed_or_no_longer_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("builder.machine.children.cores", lambda: 2)
    killed, unwanted = _begun(_own_ids), _begun(_own_ids)
    first, second = killed.next(int), unwanted.next(int)
    assert first is not None
    assert second is not None
    os.kill(first, signal.SIGINT)  # which the program hears, and tells
    os.kill(first, signal.SIGKILL)
    assert killed.next(int) is None
    killed.end()
    unwanted.end()
    assert not _lives(first)
    assert not _lives(second)


def _begins_another(_: Hear) -> Iterator[bool]:
    yield Beside.of(_counted, 3) is None


def test_what_works_for_another_has_nobody_work_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.machine.children.cores", lambda: 2)
    beside = _begun(_begins_another)
    assert beside.next(bool) is True
    beside.end()


def test_one_core_does_all_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.machine.children.cores", lambda: 1)
    assert Beside.of(_counted, 3) is None
