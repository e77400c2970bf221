"""Where work may be stopped by an error that comes from outside: in the code of who asked for it.

Others' code may hold a lock or be half through changing what the whole program shares, and does not
reckon with an error between any two of its steps: a lock that is never given back stops the program
for ever, and a library of which half was imported cannot be imported again. So what is to be
stopped is left alone there, for a moment.
"""

from __future__ import annotations

from types import FrameType

OURS = frozenset(("builder", "assistant"))

STOPS = frozenset(("builder.budget", __name__))
"""What stops: a signal calls it in the midst of others' code."""

PATIENT = 0.75
"""Seconds of work for which it is left alone there. What comes out of others' code so seldom is
what is to be stopped itself, such as a pattern; nothing of a stranger's makes an import long."""

WAITING = 10
"""As many times as long by the clock: who waits for others does no work."""


def may_stop(frame: FrameType | None, opener: str, work: float, clock: float) -> bool:
    """Whether a thread may be stopped that is in a frame, for a budget that a module opened, so
    many seconds, of work and by the clock, after it was found to have spent it."""
    if frame is None or max(work, clock / WAITING) > PATIENT:
        return True
    if frame.f_globals.get("__name__") in STOPS or _package(frame) not in OURS | {opener}:
        return False
    return not _imports(frame)


def opened_by(frame: FrameType) -> str:
    """The package of the code that opens a budget: its own code reckons with the stop."""
    return _package(frame)


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _imports(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
