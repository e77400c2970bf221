"""Which errors are the user's to mend, and the sentences that say how."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from errno import ENOSPC

from assistant.questions.protocol import QuestionError
from assistant.words.findings import complaining_of
from assistant.words.voice import Voice
from builder.errors import FaultError
from builder.files import remedy_of
from builder.game.problems import ProblemsError
from builder.machine.budget import TooMuchError
from builder.saying import AsWritten, Saying, sentence
from builder.vassal.errors import VassalFileError

WINDOWS = os.name == "nt"
"""Where no file can be replaced while a program has it open, and the system says only that access
is denied."""


def explain(error: Exception, say: Callable[[str], str] = str) -> list[str] | None:
    """One sentence a mistake, said in the reader's language; None for an error that is a fault of
    Kessel itself."""
    if isinstance(error, ProblemsError):
        return [str(problem) for problem in told(error, say).problems]
    if isinstance(error, QuestionError):
        return [say(str(error))]
    if isinstance(error, VassalFileError):
        told_ = " ".join(map(say, filter(None, (sentence(error.what), error.remedy))))
        return [told_ if error.file is None else f"{error.file}: {told_}"]
    if isinstance(error, TooMuchError):
        return [f"{error.file}: {say(error.what)}" if error.file else say(error.what)]
    if isinstance(error, FaultError):  # a picture whose header did not tell its damage
        return [f"{say(error.text)} {say(error.remedy)}"]
    if WINDOWS and isinstance(error, PermissionError) and error.filename:
        text = "It is write-protected, or open in another program: close it there, as in VASSAL."
        return [f"{error.filename}: {say(text)}"]
    if isinstance(error, OSError) and error.filename:
        told_ = f"{error.filename}: {say(error.strerror or 'It cannot be used')}."
        return [" ".join(filter(None, (told_, say(remedy_of(error)))))]
    if isinstance(error, FileNotFoundError) and "temporary" in (error.strerror or ""):
        text = "No folder for passing files can be written: make room, or let TMPDIR name another."
        return [say(text)]
    if isinstance(error, OSError) and error.errno == ENOSPC:
        return [say("What was to be told cannot be written: no space is left.")]
    if isinstance(error, MemoryError):
        return [say("The file asks for more memory than there is: nothing was done.")]
    return None


def told(error: ProblemsError, say: Callable[[str], str]) -> ProblemsError:
    """The same problems, said in the reader's language."""
    if error.places and isinstance(say, Voice):
        say = complaining_of(say.language, error.places)
    problems = error.problems
    return ProblemsError(
        replace(one, text=say(one.text), remedy=say(one.remedy)) for one in problems
    )


def own_fault(error: Exception, say: Callable[[str], str] = str) -> str:
    """One sentence for what is a mistake in Kessel and not in what the user gave it."""
    where, kind = "", type(error).__name__
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if name.startswith(("assistant.", "builder.")):
            where = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    told = (
        "Kessel itself failed ({where}): this is a mistake of ours. Please report it with the file "
        "you gave; KESSEL_TRACE=1 shows the details."
    )
    return say(Saying(told, where=AsWritten(f"{where} {kind}".strip())))
