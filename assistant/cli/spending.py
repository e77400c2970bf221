"""How much work and memory each command may spend: what it is given may be a stranger's."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from builder import limits
from builder.machine.budget import Budget, TooMuchError

LONG = frozenset((
    "plan", "picture", "derive", "bind", "watch", "live", "serve", "desk", "studio", "trace", "fit",
))  # fmt: skip
"""Those that draw or look for the best; and those that live on, until they do: from then on each
thing that they do has a budget of its own."""

MAKING = frozenset(("adopt", "build", "sheets", "referee"))
"""Those whose work grows with what is made, and that show how far they are."""


def budget_of(words: Sequence[str]) -> Budget:
    """The budget of a command, by the words of the command line."""
    asked = next((word for word in words[1:] if word in LONG | MAKING), "")
    seconds = limits.MADE if asked in MAKING else limits.LONG if asked in LONG else limits.WORK
    given = [word for word in words[2:] if not word.startswith("-")]
    file = next(filter(os.path.exists, given), next(iter(given), ""))
    return Budget(seconds, file, whole=True)


def end(error: TooMuchError) -> NoReturn:
    """Tell why, and end the program where it stands: what is written is put in its place whole."""
    from assistant.cli.errors import explain
    from assistant.cli.language import speaker
    from assistant.report.terminal import plain_line

    lines = explain(error, speaker(sys.argv)) or [str(error)]
    text = "".join(f"{plain_line(line)[: limits.LINE]}\n" for line in lines)
    os.write(2, text.encode("utf-8", "replace"))
    os._exit(2)
