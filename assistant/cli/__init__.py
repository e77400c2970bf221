"""The `kessel` command: thin, it parses words, asks the floors below, prints."""

from __future__ import annotations

import gc
import os
import signal
import sys
import warnings
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


@dataclass
class CtrlC:
    """Ctrl-C as Python heeds it, and whether it came: a library that is being loaded in that moment
    may make an error of its own of it."""

    came: bool = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        signal.default_int_handler(number, frame)


def main() -> None:
    """Entry point. Exit status 0 good, 1 a finding, 2 an error told in one sentence each.

    With KESSEL_TRACE set, a fault of Kessel's own shows where in the code it happened.
    """
    pressed = CtrlC()
    _heed_ctrl_c(_end_at_once)
    end_as_on_ctrl_c(_end_at_once)
    sys.unraisablehook = _heard_late
    _collect_seldom()
    _keep_silent()
    _settle_libraries()
    from assistant.cli.read_beside import reader_of
    from assistant.cli.spending import budget_of, end
    from assistant.cli.surroundings import forget_nonsense
    from assistant.report.terminal import close_the_gates
    from builder.machine.budget import own_program

    forget_nonsense()
    close_the_gates()
    try:
        with own_program(end), budget_of(sys.argv), reader_of(sys.argv) as reader:
            from assistant.cli.app import app
            from assistant.cli.language import asked_in, tell_unknown
            from assistant.cli.telling import run

            _heed_ctrl_c(pressed)
            end_as_on_ctrl_c()
            tell_unknown(sys.argv)
            try:
                run(app, asked_in(sys.argv), reader)
            finally:
                _tell_the_rest()
    except BrokenPipeError:  # whoever read has enough, as `head` has
        sys.exit(1)
    except KeyboardInterrupt:  # typer tells of those that come while a command runs
        sys.exit(130)
    except Exception as error:
        sys.exit(_tell(error, pressed))
    finally:
        # All is told and written: where Python itself tidies up it would tell of Ctrl-C in lines of
        # code, and end as if nobody had pressed it.
        _heed_ctrl_c(_end_at_once)
        end_as_on_ctrl_c(_end_at_once)
        gc.freeze()  # the program ends: Python's last look for cycles has nothing to find


def _settle_libraries() -> None:
    """What libraries look for in the user's surroundings as they are loaded, and Kessel does not
    want."""
    # pydantic would look through all installed packages for plugins, which Kessel has none of.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # A program of Python's that Kessel begins would run a stranger's file in the folder that the
    # user is in, if it is called as one of Python's libraries.
    os.environ["PYTHONSAFEPATH"] = "1"
    # numpy would start threads for what Kessel never computes, and what has threads is not forked.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # reportlab would take its clock from it, and Kessel's sheets bear no date.
    os.environ.pop("SOURCE_DATE_EPOCH", None)
    for name in ("reportlab_mods", "reportlab_settings"):
        # It would run files of these names from the user's home, and end where there is no home.
        sys.modules.setdefault(name, ModuleType(name))


def _tell(error: Exception, pressed: CtrlC) -> int:
    """Tell an error, a sentence each line; returns the exit status."""
    if _is_of_ctrl_c(error) or (pressed.came and isinstance(error, ImportError)):
        return 130
    from assistant.cli.errors import explain, own_fault
    from assistant.cli.language import speaker
    from assistant.report.terminal import plain_line
    from builder import limits

    say = speaker(sys.argv)
    lines = explain(error, say)
    if lines is None and os.environ.get("KESSEL_TRACE"):
        raise error
    for line in lines or [own_fault(error, say)]:
        print(plain_line(line)[: limits.LINE], file=sys.stderr)
    return 2


def _is_of_ctrl_c(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: Python wraps it where it comes while a class is made."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def _tell_the_rest() -> None:
    """Write what waits in standard output; OSError if it cannot be written, as on a full disk."""
    try:
        sys.stdout.flush()
    except OSError:
        # Python would try once more as it ends, and tell of it in lines of its own.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _end_at_once(*_: object) -> None:
    """Ctrl-C while the program loads, when nothing is written yet: Python would tell of it in lines
    of code, wherever it stood."""
    os._exit(130)


def _heard_late(lost: sys.UnraisableHookArgs) -> None:
    """Ctrl-C that came where Python lets nothing be raised, as while it forgets the lock of a
    module that is loaded, is heard a moment later: Python tells of it in lines of code, and goes
    on."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    from _thread import interrupt_main
    from threading import Timer

    again = Timer(0.01, interrupt_main)  # not here, where it would be lost once more
    again.daemon = True
    again.start()


def _heed_ctrl_c(handler: Callable[[int, FrameType | None], object]) -> None:
    """What Ctrl-C does from here on, unless the program was begun so that it does nothing."""
    now = signal.getsignal(signal.SIGINT)
    if now in (signal.default_int_handler, _end_at_once) or isinstance(now, CtrlC):
        signal.signal(signal.SIGINT, handler)


def end_as_on_ctrl_c(
    handler: Callable[[int, FrameType | None], object] = signal.default_int_handler,
) -> None:
    """Whoever ends the program from outside, or closes its terminal, ends it as Ctrl-C does: what
    was begun beside the user's files is taken away. `nohup` keeps its word."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has but the first
        if number is not None and signal.getsignal(number) in _REPLACED:
            signal.signal(number, handler)


_REPLACED = (signal.SIG_DFL, signal.default_int_handler, _end_at_once)
"""What ends the program so far, if nobody has asked that it be let be."""


def _keep_silent() -> None:
    """What libraries say to who writes programs, such as Pillow of a damaged picture, is no news to
    who uses this one; nor is it from the processes that it begins, which are given these words."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
        sys.warnoptions.append("ignore")


def _collect_seldom() -> None:
    """A command makes many small values that live to its end, and few cycles: looking for those
    after every 700 of them costs a tenth of its time."""
    gc.set_threshold(100_000, 20, 20)
