"""A budget of work and memory for whatever strangers' bytes ask for, beside all single bounds.

A bound of its own can only stand where somebody thought of it. A budget is opened at the few doors
through which foreign bytes come in or a question is asked. While one is open a thread looks again
and again how much work was done and how much memory is held, and what asks for more is stopped
with one sentence. Work is counted in seconds of the processor, because a machine with much else to
do makes nobody's file a bad one.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from types import FrameType, TracebackType
from typing import Any

from builder import limits
from builder.errors import KesselError
from builder.machine.stopping import may_stop, opened_by
from builder.saying import AsWritten, Saying

LOOKS = 0.025
"""Seconds between two looks: in that time memory grows by some ten MB."""

SOON = 0.001
"""The same while one that has spent its budget is where it may not be stopped."""

LINGER = 1.0
"""Seconds that the thread waits for the next budget, because a server opens one after another."""

GRACE = 2.0
"""Seconds, of work and by the clock, in which what is stopped must have ended where the program may
be ended instead: what runs outside of Python hears nothing."""

PATIENCE = 6.0
"""As many times as long as its grace may it take by the clock, on a machine with much to do."""

AGAIN = 0.5
"""Seconds of work after which it is told again: a first word may be lost in what Python does by
itself, such as clearing up, and a second one at once would meet the program while it tidies."""

TICK = 0.1
"""Seconds of work after each of which the system sends the main thread a signal."""

GROWN = 64 << 20
"""Bytes that a budget's work must have taken itself before it is blamed for the memory held."""

LITTER = 64 << 20
"""Bytes by which the memory of a server may grow until what nobody holds any more is looked for.
Python looks for it by the number of things, and too seldom for the tables of a large game that are
shown one after another: each holds a hundred MB."""

ABOVE = 48 << 20
"""Bytes above HELD that the system gives at most: with them, and with what of programs and files is
in memory and is not counted, it stays below a gigabyte."""

DEPTH = "It nests deeper than any game does and was stopped: use a file that nests less."
TIME = "It asks for more than {n} seconds of work and was stopped: use a file that asks for less."
SPACE = "It asks for more than {n} MB of memory and was stopped: use a file that asks for less."


class TooMuchError(KesselError):
    """What was asked for takes more work or memory than any game needs; `file` names what asked."""

    def __init__(self, file: str, what: Saying) -> None:
        self.file = file
        self.what = what
        named = Saying("{file}: {what}", file=AsWritten(file), what=what) if file else what
        super().__init__(named)

    def __reduce__(self) -> tuple[type[TooMuchError], tuple[str, Saying]]:
        """As it was made: it comes from processes that work for this one too."""
        return type(self), (self.file, self.what)


class Stopped(BaseException):
    """Raised where the work is done; no handler of errors takes it for one, and its budget makes a
    TooMuchError of it."""


@dataclass(eq=False)
class Budget:
    """So many seconds of work, and the memory that is left, for what is done in its `with`; no
    seconds are memory alone. Raises TooMuchError there. Budgets may be opened within others.

    `whole` counts the work of all threads, for a program that does one thing; `why` says that the
    seconds are spent.
    """

    seconds: float = 0
    file: str = ""
    whole: bool = False
    spent: Saying | None = None
    """Why it is stopped, once it is."""
    thread: int = 0
    used: float = 0.0
    stopped: tuple[float, float] | None = None
    """When it was found to have spent it, by the clock and by its work."""
    told: float | None = None
    """By its work, when it was told last."""
    opener: str = ""
    """The package that opened it."""
    _clock: int | None = None
    _began: float = 0.0
    _held: int = 0
    """Bytes that the program held when it was opened."""
    number: int = field(default_factory=count().__next__)
    why: str = TIME

    def __enter__(self) -> Budget:
        self.thread = threading.get_ident()
        self.opener = opened_by(sys._getframe(1))
        if not self.whole and hasattr(time, "pthread_getcpuclockid"):
            self._clock = time.pthread_getcpuclockid(self.thread)
        self._began = self._now()
        self._held, _ = memory()
        guard = _guard()
        try:
            guard.open(self)
        except BaseException:  # one around it is being stopped, and there will be no exit
            guard.close(self)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        _guard().close(self)
        if isinstance(error, KeyboardInterrupt | SystemExit) or error is None:
            return
        if self.spent is None and isinstance(error, MemoryError):
            self.spent = _space()
        if self.spent is None and isinstance(error, RecursionError):
            self.spent = Saying(DEPTH)
        if self.spent is not None:
            raise self.refusal() from None

    def refusal(self) -> TooMuchError:
        """Why it is stopped, as the error that its opener gets."""
        return TooMuchError(self.file, self.spent or _space())

    def work(self, shared: float) -> float:
        """Seconds done since it was opened; `shared` are those of the last look of the whole
        program, by budget, where the system does not tell them of each thread."""
        if self._clock is None and not self.whole:
            self.used += shared
        else:
            self.used = self._now() - self._began
        return self.used

    def _now(self) -> float:
        if self._clock is None:
            return time.process_time()
        return time.clock_gettime(self._clock)

    def judged(self, others: Sequence[Budget] = ()) -> None:
        """Say so if too much work was done."""
        if self.spent is None and self.seconds and self.used > self.seconds:
            self.blame(Saying(self.why, n=int(self.seconds)), others)

    def may_be_told(self, frame: FrameType | None, sent: bool = False) -> bool:
        """Whether its thread, which is in a frame, may hear now that it is to stop."""
        if self.told is not None and self.used - self.told < AGAIN:
            return False
        assert self.stopped is not None
        clock, used = self.stopped
        return may_stop(frame, self.opener, self.used - used, time.monotonic() - clock, sent)

    def blame(self, why: Saying, others: Sequence[Budget]) -> None:
        """It is to be stopped. If most of its work was done within one of the `others`, the file of
        that one is told: what was asked for first, such as a save, may be innocent of it."""
        self.spent = why
        self.stopped = time.monotonic(), self.used
        within = (one for one in others if one is not self and _within(one, self))
        dear = [one.file for one in within if one.file and one.used > self.used / 2]
        self.file = [self.file, *dear][-1]

    def grown(self, now: int, most: int = GROWN) -> bool:
        """Whether more than `most` bytes were taken since it was opened."""
        return now - self._held > most


def _space() -> Saying:
    return Saying(SPACE, n=limits.HELD >> 20)


@dataclass
class Bounded:
    """The memory that the system gives this program at most, while a budget is open."""

    _before: tuple[int, int] | None = None

    def bound(self) -> None:
        """So that what it holds cannot grow beyond a little above HELD: up to there the thread that
        looks has the first word, because it knows whose work it is. The system counts what it has
        promised, such as stacks of threads, and that may be more than is held."""
        if sys.platform == "win32":
            return
        import resource

        held, promised = memory()
        if not promised:  # nor may it be given less than it has
            return
        self._before = soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = promised + max(ABOVE, limits.HELD + ABOVE - held)
        known = [one for one in (soft, hard) if one != resource.RLIM_INFINITY]
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (min([most, *known]), hard))

    def free(self) -> None:
        """As it was."""
        if sys.platform == "win32" or self._before is None:
            return
        import resource

        before, self._before = self._before, None
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, before)


@dataclass
class Guard:
    """The open budgets of a program, and the thread that looks after them."""

    ends: Callable[[TooMuchError], None] | None = None
    """Ends the program where what is stopped does not hear of it; None if it must live on."""
    own: bool = False
    """Whether the program is Kessel's own: its signals and the memory it may take are ours."""
    serves: bool = False
    """Whether the program lives until it is ended."""
    _open: list[Budget] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _wake: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None
    _program: float = 0.0
    _memory: Bounded = field(default_factory=Bounded)
    _tidied: int = 0
    """Bytes held when what nobody holds was last looked for."""

    @property
    def watches(self) -> bool:
        """Whether the thread runs."""
        return self._thread is not None

    def open(self, one: Budget) -> None:
        """Look after a budget from now on."""
        with self._lock:
            if self.own and not self._open:
                self._memory.bound()
            self._open.append(one)
            if self._by_signal(one):
                _tick(TICK)
            if self._thread is None:
                self._program = time.process_time()
                self._thread = threading.Thread(target=self._run, name="budget", daemon=True)
                self._thread.start()
        self._wake.set()

    def close(self, one: Budget) -> None:
        """No longer; what was sent to its thread and has not come is called back."""
        while True:
            try:
                with self._lock:
                    self._open = [other for other in self._open if not _within(other, one)]
                    mine = any(other.thread == one.thread for other in self._open)
                    if not mine and self._by_signal(one):
                        _tick(0.0)
                    if not self._open:
                        self._memory.free()
                if one.told is not None and not self._by_signal(one):
                    _call_back(one.thread)
            except Stopped:  # it came only now, here
                continue
            return

    def of(self, thread: int) -> list[Budget]:
        """The budgets of a thread, the outer first."""
        return [one for one in tuple(self._open) if one.thread == thread]

    def heard(self, _signal: int, frame: FrameType | None) -> None:
        """In the main thread, by a signal: stop what has spent its budget."""
        mine = self.of(threading.get_ident())
        for one in mine:
            one.work(0.0)
        for one in mine:
            one.judged(mine)
            if one.spent is not None and one.may_be_told(frame):
                one.told = one.used
                raise Stopped

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._open and not self._wake.is_set():
                    self._thread = None
                    return
                self._wake.clear()
            self._tidy()
            with self._lock:
                soon = self._look()
                busy = bool(self._open)
            if busy:
                time.sleep(SOON if soon else LOOKS)
            if not self._open:
                self._wake.wait(LINGER)

    def _tidy(self) -> None:
        """Give back what nobody holds before anybody is blamed for it."""
        if not self.serves:
            return
        held, _ = memory()
        if not self._tidied:
            self._tidied = held
        elif held > self._tidied + LITTER:
            gc.collect()
            self._tidied, _ = memory()

    def _look(self) -> bool:
        """Whether it looks again at once."""
        now = time.process_time()
        # what one thread has opened within another is done by both
        shared = (now - self._program) / max(1, len({one.thread for one in self._open}))
        self._program = now
        for one in self._open:
            one.work(shared)
        for one in self._open:
            one.judged(self._open)
        self._weigh()
        again = [self._stop(one) for one in self._open if one.spent is not None]
        return any(again)

    def _weigh(self) -> None:
        """If too much memory is held, whoever has worked most of those that may have taken it."""
        bytes_, _ = memory()
        if bytes_ > limits.HELD and not any(one.spent for one in self._open):
            # what another program, such as a notebook, held before is its own affair
            most = GROWN if self.own else limits.HELD
            blamed = [one for one in self._open if one.grown(bytes_, most)]
            if blamed:
                max(blamed, key=lambda one: one.used).blame(_space(), self._open)

    def _stop(self, one: Budget) -> bool:
        """Tell one that it is to stop; whether it has yet to be told."""
        assert one.stopped is not None
        clock, used = one.stopped
        if self._late(time.monotonic() - clock, one.used - used):
            assert self.ends is not None
            self.ends(one.refusal())
        if self._by_signal(one):
            signal.pthread_kill(one.thread, signal.SIGVTALRM)
        else:
            _tell(one)
        return one.told is None

    def _late(self, clock: float, work: float) -> bool:
        late = clock > GRACE * PATIENCE or (clock > GRACE and work > GRACE)
        return late and self.ends is not None

    def _by_signal(self, one: Budget) -> bool:
        main = one.thread == threading.main_thread().ident
        return self.own and main and hasattr(signal, "pthread_kill")


def _tell(one: Budget) -> None:
    """Raise the stop in the thread of a budget, if it is where it may hear of it. It hears it there
    only if it does not come to run between the look and the word, so nothing else is done then."""
    raise_, looks = _raiser(), sys._current_frames
    thread, error = one.thread, id(Stopped)
    frame = looks().get(thread)
    if not one.may_be_told(frame, sent=True):
        return
    at = frame and frame.f_lasti
    if looks().get(thread) is frame and (frame is None or frame.f_lasti == at):
        raise_(thread, error)
        one.told = one.used


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an error in a thread, or call one back that has not come."""
    _raiser()(thread, None if error is None else id(error))


@cache
def _raiser() -> Callable[[int, int | None], int]:
    """What raises the error of an id in a thread."""
    import ctypes  # takes long to load, and hardly anything is ever stopped

    kind = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p)
    return kind(("PyThreadState_SetAsyncExc", ctypes.pythonapi))


def _call_back(thread: int) -> None:
    """Call back what was sent to a thread and has not come.

    Until Python 3.13 each sending leaves a sign for the whole program to look for errors at every
    step, which only an error that comes takes away: a program is slower by a quarter with it, and
    where a profiler looks on it stands still. So this thread sends itself another and hears it.
    """
    if sys.version_info >= (3, 13) or thread != threading.get_ident():
        _raise_in(thread, None)
        return
    with suppress(Stopped):
        _raise_in(thread, Stopped)
        while True:
            pass


_GUARDS = [Guard()]
"""The program's one guard; a list because a process that is forked takes another."""


def _guard() -> Guard:
    return _GUARDS[0]


def _anew() -> None:
    _GUARDS[0] = Guard()


if hasattr(os, "register_at_fork"):  # the thread is not in the other process, its lock may be taken
    os.register_at_fork(after_in_child=_anew)


def watchers() -> int:
    """How many threads look after budgets: they hold nothing that a forked process would need."""
    return int(_guard().watches)


def release() -> None:
    """What follows in this thread lives until it is ended: the budgets for what came before are
    over, and from now on what nobody holds any more is given back in time."""
    guard, mine = _guard(), threading.get_ident()
    guard.serves = True
    for one in guard.of(mine):
        guard.close(one)


@contextmanager
def own_program(ends: Callable[[TooMuchError], None]) -> Iterator[None]:
    """In a program of Kessel's own what does not hear that it is stopped may be ended with it:
    `ends` tells why and does it. And there no single request gets more memory than is left, because
    it would be over before anybody has looked."""
    before = claim(ends)
    try:
        yield
    finally:
        guard = _guard()
        guard.ends, guard.own = None, False
        if hasattr(signal, "SIGVTALRM"):
            signal.signal(signal.SIGVTALRM, before)


def claim(ends: Callable[[TooMuchError], None]) -> Any:
    """The same to the end of a process that works for a program of Kessel's; who heard its signal
    before."""
    guard = _guard()
    guard.ends, guard.own = ends, True
    if hasattr(signal, "SIGVTALRM"):
        return signal.signal(signal.SIGVTALRM, guard.heard)
    return None


def _tick(seconds: float) -> None:
    """Have the system send the main thread a signal at each so many seconds of work: it hears them
    in the midst of a pattern too, while which no other thread of Python's runs. 0 for no more."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)


def _within(other: Budget, one: Budget) -> bool:
    """Whether a budget is this one, or was opened in its `with` and never left."""
    return other is one or (other.thread == one.thread and other.number > one.number)


def memory() -> tuple[int, int]:
    """Bytes of memory that the program holds, and those that the system has promised it for its
    own. On systems that do not tell, the most that it ever held, and 0."""
    if sys.platform == "win32":
        return _held_on_windows(), 0
    try:
        with open("/proc/self/statm", "rb", buffering=0) as stream:
            pages = stream.read(200).split()
        return int(pages[1]) * _PAGE, int(pages[5]) * _PAGE
    except OSError:
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return (most if sys.platform == "darwin" else most << 10), 0


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def _held_on_windows() -> int:
    """What it holds, or more where some of it was put away on the disk."""
    told, found = _teller()
    told(found)
    return max(int(found.size1), int(found.size6))


@cache
def _teller() -> tuple[Callable[[Any], object], Any]:
    """What writes the counters of this program, and where: it is asked 40 times a second."""
    import ctypes
    from ctypes import wintypes

    class Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS of the system's library; 1 is the working set, 6 is what of the
        memory and of the disk was promised."""

        _fields_ = [
            ("cb", wintypes.DWORD),
            ("faults", wintypes.DWORD),
            *((f"size{number}", ctypes.c_size_t) for number in range(8)),
        ]

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - other systems' have none
    kernel.GetCurrentProcess.restype = wintypes.HANDLE
    asked = kernel.K32GetProcessMemoryInfo
    asked.argtypes = [wintypes.HANDLE, ctypes.c_void_p, wintypes.DWORD]
    found = Counters(cb=ctypes.sizeof(Counters))
    process = kernel.GetCurrentProcess()
    return lambda told: asked(process, ctypes.byref(told), told.cb), found
