"""What no single bound has thought of is stopped by the budget, in time and in memory."""

import ctypes
import gc
import hashlib
import importlib
import pickle
import re
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from builder import limits
from builder.machine import budget, stopping
from builder.machine.budget import LOOKS, Budget, TooMuchError, memory, own_program
from builder.vassal.traits import Label, Marker, Trait
from tests.hostile.conftest import MEMORY, Attack, piece
from tests.hostile.test_saves import EXPRESSIONS
from tests.wide import some

pytest.importorskip("resource")

SOON = 0.1
"""Seconds of work that are too many here."""


@pytest.fixture
def ours() -> Iterator[None]:
    """In a program of Kessel's own."""
    with own_program(lambda error: pytest.fail(f"the program would end: {error}")):
        yield


def turns() -> None:
    while True:
        pass


def takes_every_error() -> None:
    while True:
        with suppress(Exception):  # as careless code does
            turns()


def lays_a_pattern() -> None:
    re.match(r"(a+)+$", "a" * 40 + "b")


def squares() -> None:
    number = 7
    while True:
        number *= number


def grows() -> None:
    held = []
    while True:
        held.append("x" * 1_000_000)


def leaps() -> None:
    "x" * (20 << 30)


def nests() -> None:
    nests()


@pytest.mark.parametrize("work", [turns, takes_every_error, lays_a_pattern, squares])
def test_too_much_work_is_stopped(work: Callable[[], None], ours: None) -> None:
    before = time.process_time()
    with (
        pytest.raises(TooMuchError, match=r"^x\.vsav: .*work.*: use a file"),
        Budget(SOON, "x.vsav"),
    ):
        work()
    assert time.process_time() - before < 20 * SOON


@pytest.mark.parametrize("work", [grows, leaps])
def test_too_much_memory_is_stopped(
    work: Callable[[], None], ours: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, _ = memory()
    monkeypatch.setattr(limits, "HELD", limits.Limit(now + (200 << 20), "bytes", ""))
    with pytest.raises(TooMuchError, match="MB of memory"), Budget(30):
        work()


def test_what_another_program_held_before_is_its_own_affair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most = 100 << 20
    monkeypatch.setattr(limits, "HELD", limits.Limit(most, "bytes", ""))
    held = b"x" * (2 * most)
    assert memory()[0] > len(held)
    with Budget(30):
        end = time.process_time() + 5 * LOOKS
        taken = b"x" * (80 << 20)
        while time.process_time() < end:
            assert taken[-1]
    with pytest.raises(TooMuchError, match="MB of memory"), Budget(30):
        grows()


def test_what_nests_without_end_is_too_much() -> None:
    with pytest.raises(TooMuchError, match="nests"), Budget(30):
        nests()


def test_in_any_program_the_work_of_a_thread_is_stopped() -> None:
    """As in a notebook or a server: there are no signals, and only that thread hears of it."""
    told: list[object] = []

    def spends(seconds: float, work: Callable[[], object]) -> None:
        try:
            with Budget(seconds):
                told.append(work())
        except TooMuchError as error:
            told.append(error)

    def sums() -> str:
        return f"the sum is {sum(range(3_000_000))}"

    threads = [
        threading.Thread(target=spends, args=given)
        for given in ((SOON, turns), (30, sums), (SOON, takes_every_error))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one for one in told if isinstance(one, str)] == ["the sum is 4499998500000"]
    assert len(told) == 3


@pytest.mark.parametrize(("file", "told"), [("inner", "inner"), ("", "outer")])
def test_of_an_outer_budget_the_file_is_told_that_took_most(file: str, told: str) -> None:
    with pytest.raises(TooMuchError, match=f"^{told}:"), Budget(SOON, "outer"), Budget(30, file):
        turns()


def test_what_came_before_the_inner_one_is_of_the_outer() -> None:
    def works(outer: Budget) -> None:
        while outer.used < 2 * SOON:
            pass
        with Budget(30, "inner"):
            turns()

    with pytest.raises(TooMuchError, match=r"^outer:"), Budget(3 * SOON, "outer") as outer:
        works(outer)


def test_the_inner_one_ends_alone() -> None:
    with Budget(30, "outer"):
        with pytest.raises(TooMuchError, match="inner"), Budget(SOON, "inner"):
            turns()
        sum(range(100_000))


def test_who_ends_at_the_last_moment_is_left_alone() -> None:
    """What was sent and came too late must stop nothing that follows."""
    ended = 0
    for _ in range(40):
        try:
            with Budget(0.001):
                until = time.thread_time() + 0.0015
                while time.thread_time() < until:
                    pass
            ended += 1
        except TooMuchError:
            pass
        sum(range(10_000))
    assert ended


CALLED_BACK = """
import sys
from builder.machine.budget import Budget
with Budget(30) as ended:
    ended.told = 0.0  # it was told to stop, and had ended before it heard
seen = []
sys.setprofile(lambda *what: seen.append(what[1]))
(lambda: None)()
sys.setprofile(None)
print(seen[0])
"""


def test_after_a_stop_that_came_too_late_a_profiler_may_look_on() -> None:
    """In Python 3.11 it would stand still for ever."""
    words = [sys.executable, "-c", CALLED_BACK]
    found = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
    assert found.stdout == "call\n"


TAKES = """
from threading import Lock
lock, rounds = Lock(), range(1)
def take():
    for _ in rounds:
        lock.acquire()
        lock.release()
"""


@pytest.mark.parametrize("program", ["kessel", "any"])
def test_no_stop_leaves_a_lock_of_others_code_taken(
    program: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a tracer, of logging, or of what is imported: nobody would ever get it again."""
    monkeypatch.setattr(stopping, "PATIENT", 5)  # it is in others' code nearly all the time
    monkeypatch.setattr(budget, "GRACE", 10)
    if program == "kessel":
        request.getfixturevalue("ours")
    elsewhere = {"__name__": "elsewhere"}
    exec(TAKES, elsewhere)
    take, lock = elsewhere["take"], elsewhere["lock"]
    assert callable(take)

    def takes() -> None:
        while True:
            take()

    for _ in range(3):
        with pytest.raises(TooMuchError), Budget(0.01):
            takes()
        assert not lock.locked()


HALVES = """
import time
began = time.thread_time()
while time.thread_time() < began + 0.2:
    pass
whole = True
"""


def test_what_is_imported_is_imported_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of some libraries a half cannot be imported again before the program ends."""
    (tmp_path / "halves.py").write_text(HALVES)
    monkeypatch.syspath_prepend(tmp_path)

    def imports() -> None:
        importlib.import_module("halves")
        turns()

    with pytest.raises(TooMuchError), Budget(0.05):
        imports()
    assert sys.modules.pop("halves").whole


@pytest.mark.parametrize("threads", [1, 2])
def test_where_no_thread_has_a_clock_budgets_within_others_share_nothing(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows and macOS: the work of the program is shared among its threads, not among what
    one thread has opened."""
    monkeypatch.delattr(time, "pthread_getcpuclockid")
    guard = budget.Guard()
    one = Budget(9)
    for number in range(3):
        guard._open.append(Budget(9, thread=number % threads))
    guard._open.append(one)
    monkeypatch.setattr(time, "process_time", lambda: 6.0)
    guard._look()
    assert one.used == 6.0 / threads


@pytest.mark.parametrize(("working", "promised"), [(300, 200), (100, 200)])
def test_on_windows_memory_that_lies_on_the_disk_counts_too(
    working: int, promised: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def process() -> int:
        return 7

    def told(of: int, where: Any, size: int) -> int:
        assert (of, size) == (7, where._obj.cb)
        where._obj.size1, where._obj.size6 = working, promised
        return 1

    library = SimpleNamespace(GetCurrentProcess=process, K32GetProcessMemoryInfo=told)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=library), raising=False)
    monkeypatch.setattr(budget, "_teller", budget._teller.__wrapped__)
    monkeypatch.setattr(sys, "platform", "win32")
    assert memory() == (max(working, promised), 0)


def test_no_budget_no_thread() -> None:
    with Budget(30):
        assert any(thread.name == "budget" for thread in threading.enumerate())
        assert budget.watchers() == 1  # which hinders no fork
    until = time.monotonic() + 30
    while any(thread.name == "budget" for thread in threading.enumerate()):
        assert time.monotonic() < until
        time.sleep(budget.LOOKS)


def test_the_error_comes_from_other_processes() -> None:
    error = TooMuchError("x.vsav", budget.Saying(budget.TIME, n=9))
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.file) == (str(error), "x.vsav")


DEAF = """
import hashlib, sys
from assistant.cli.spending import end
from builder.machine import budget
budget.GRACE = 0.2
sys.argv = ["kessel", "--language", "es"]
with budget.own_program(end), budget.Budget(0.1, "x.vsav", whole=True):
    hashlib.pbkdf2_hmac("sha256", b"", b"", 10**9)
"""


def test_what_does_not_hear_is_ended_with_the_program() -> None:
    assert hashlib.pbkdf2_hmac("sha256", b"", b"", 1)  # it works outside of Python, and long
    found = subprocess.run(
        [sys.executable, "-c", DEAF], capture_output=True, text=True, check=False
    )
    assert found.returncode == 2
    assert found.stderr == (
        "x.vsav: Pide más de 0 segundos de trabajo y se ha detenido: usa un archivo que pida menos.\n"
    )


DOUBLING: list[Trait] = [
    *[Label(label="q", name_format="$pieceName$$pieceName$") for _ in range(34)],
    Marker(names=("A",), values=("b",)),
]
PAST_EVERY_BOUND = {
    "expressions": piece("x1", EXPRESSIONS["each asks twice"]),
    "longer expressions": piece("x1", EXPRESSIONS["longer and longer"]),
    "labels": piece("x1", DOUBLING),
    "players": "\x1b".join(f"PLAYER\tp{at}\tname{at}\tGerman" for at in range(60_000)),
    "pieces in one place": "\x1b".join(
        f"+/z{at}/immob;n;V\tpiece;;;;x{at}/\tMain Map;900;900;1;0" for at in range(60_000)
    ),
}


BOUNDLESS = """
import os
import sys
child = os.fork()  # measured from here, because a program begins with the memory of its beginner
if child:
    _, status, used = os.wait4(child, 0)
    with open("used", "w") as stream:
        print(used.ru_maxrss << 10, used.ru_utime + used.ru_stime, file=stream)
    sys.exit(os.waitstatus_to_exitcode(status))
from builder import limits
for name, most in list(limits.table()):
    if most.unit not in ("bytes", "seconds"):
        setattr(limits, name, limits.Limit(most * 10**6, most.unit, most.what))
limits.WORK = limits.Limit(1, "seconds", "")
from assistant.cli import main
main()
"""


@pytest.mark.parametrize("case", some(PAST_EVERY_BOUND, "expressions", "pieces in one place"))
def test_where_every_bound_fails_the_budget_holds(case: str, attack: Attack) -> None:
    path = attack(PAST_EVERY_BOUND[case])
    words = [sys.executable, "-c", BOUNDLESS, "show", path.name]
    said = path.with_name("said")
    with said.open("w") as stream:
        done = subprocess.run(words, cwd=path.parent, stdout=stream, stderr=stream, check=False)
    assert done.returncode == 2
    assert re.fullmatch(f"{path.name}: It asks for more than .*: use .*\n", said.read_text())
    memory_, work = path.with_name("used").read_text().split()
    assert int(memory_) < MEMORY
    assert float(work) < 5


class Litter:
    """A thing that holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_what_nobody_holds_is_given_back_before_anybody_is_blamed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server that showed a large game's tables one after another refused all at the tenth."""
    guard = budget._guard()
    monkeypatch.setattr(guard, "_tidied", 0)
    monkeypatch.setattr(guard, "serves", True)
    litter = weakref.ref(Litter())
    before = gc.isenabled()
    gc.disable()
    try:
        with Budget(limits.LONG):
            last = time.monotonic() + 10
            while litter() is not None and time.monotonic() < last:
                guard._tidied = 1 - budget.LITTER  # as if it had grown so much
                time.sleep(LOOKS)
    finally:
        if before:
            gc.enable()
    assert litter() is None
