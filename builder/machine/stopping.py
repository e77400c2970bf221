"""Where work may be stopped by an error that comes from outside: in the code of who asked for it.

Others' code may hold a lock or be half through changing what the whole program shares, and does not
reckon with an error between any two of its steps: a lock that is never given back stops the program
for ever, and a library of which half was imported cannot be imported again. So what is to be
stopped is left alone there, for a moment.
"""

from __future__ import annotations

import sys
from functools import cache
from types import FrameType

OURS = frozenset(("builder", "assistant"))

STOPS = frozenset(("builder.machine.budget", __name__))
"""What stops: a signal calls it in the midst of others' code."""

PATIENT = 0.75
"""Seconds of work for which it is left alone there. What comes out of others' code so seldom is
what is to be stopped itself, such as a pattern; nothing of a stranger's makes an import long."""

WAITING = 10
"""As many times as long by the clock: who waits for others does no work."""


LATE = sys.version_info >= (3, 12)
"""Whether what is sent to a thread is heard where it looks next, and not where it is."""


def may_stop(
    frame: FrameType | None, opener: str, work: float, clock: float, sent: bool = False
) -> bool:
    """Whether a thread may be stopped that is in a frame, for a budget that a module opened, so
    many seconds, of work and by the clock, after it was found to have spent it. What is `sent` to
    it comes from another thread."""
    if frame is None or max(work, clock / WAITING) > PATIENT:
        return True
    if frame.f_globals.get("__name__") in STOPS or _package(frame) not in OURS | {opener}:
        return False
    if _is_amid_others(frame):
        return False
    if sent and LATE:  # heard behind the jump: at the next call, before that takes a lock
        return _jumps(frame)
    return not (_jumps(frame) and frame.f_code.co_exceptiontable)


def opened_by(frame: FrameType) -> str:
    """The package of the code that opens a budget: its own code reckons with the stop."""
    return _package(frame)


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _jumps(frame: FrameType) -> bool:
    """Whether a loop of a function begins anew: from Python 3.12 on an error that comes there from
    outside passes by every `with` and `try` around the loop, if its last word was an `if`."""
    return LATE and frame.f_code.co_code[frame.f_lasti] == _jump()


@cache
def _jump() -> int:
    from opcode import opmap

    return opmap["JUMP_BACKWARD"]


def _is_amid_others(frame: FrameType | None) -> bool:
    """Whether something is imported, or a signal is heard in the midst of what was done."""
    while frame is not None:
        code = frame.f_code
        hears = code.co_name == "heard" and frame.f_globals.get("__name__") in STOPS
        if hears or code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
