"""Which errors are the user's to mend, and the sentences that say how."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from errno import ENOSPC

from assistant.questions.protocol import QuestionError
from builder.game.problems import ProblemsError, sentences

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
    if type(error).__name__ == "VassalFileError":  # its module is not imported by every command
        file, parted, words = str(error).partition(": ")
        return [f"{file}: {say(sentence(words))}" if parted else say(sentence(file))]
    if type(error).__name__ == "RasterError":  # a picture whose header did not tell its damage
        return [" ".join(say(part) for part in sentences(str(error)) if part)]
    if WINDOWS and isinstance(error, PermissionError) and error.filename:
        text = "It is write-protected, or open in another program: close it there, as in VASSAL."
        return [f"{error.filename}: {say(text)}"]
    if isinstance(error, OSError) and error.filename:
        return [f"{error.filename}: {error.strerror or 'cannot be used'}."]
    if isinstance(error, OSError) and error.errno == ENOSPC:
        return [say("What was to be told cannot be written: no space is left.")]
    if isinstance(error, MemoryError):
        return [say("The file asks for more memory than there is: nothing was done.")]
    return None


def told(error: ProblemsError, say: Callable[[str], str]) -> ProblemsError:
    """The same problems, said in the reader's language."""
    problems = error.problems
    return ProblemsError(
        replace(one, text=say(one.text), remedy=say(one.remedy)) for one in problems
    )


def sentence(words: str) -> str:
    """A clause as a sentence; what begins with a file's name keeps its small letter."""
    first = words.split(" ", 1)[0]
    small = "." in first or first == "moduledata"
    return f"{words if small else words[:1].upper() + words[1:]}".rstrip(".") + "."


def own_fault(error: Exception) -> str:
    """One sentence for what is a mistake in Kessel and not in what the user gave it."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if name.startswith(("assistant.", "builder.")):
            place = f" in {name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return (
        f"Kessel itself failed{place} ({type(error).__name__}): this is a mistake of ours. Please "
        "report it with the file you gave; KESSEL_TRACE=1 shows the details."
    )
