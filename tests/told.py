"""A watch over every test: whatever the builder finds wrong in one is told whole, or by a template
and its values, and has its Spanish. Nothing is found by its wording, so nothing else could be
said."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache, wraps
from typing import Any

from assistant.words.findings import complaining
from assistant.words.voice import Voice
from builder.errors import FaultError
from builder.game.problems import Problem
from builder.lint.findings import Finding
from builder.saying import AsWritten, Saying
from builder.vassal.errors import VassalFileError

TOLD: tuple[tuple[type, tuple[str, ...]], ...] = (
    (Problem, ("text", "remedy")),
    (FaultError, ("text", "remedy")),
    (Finding, ("text", "hint")),
    (VassalFileError, ("what",)),
)
untold: list[str] = []
"""What has been said since the last test and has no Spanish."""

speaker = cache(lambda: complaining("es"))


def watch() -> None:
    """Look at all that is made of these classes from now on."""
    for kind, names in TOLD:
        _watch(kind, names)


def _watch(kind: Any, names: tuple[str, ...]) -> None:
    made = kind.__init__

    @wraps(made)
    def watched(self: Any, *args: Any, **given: Any) -> None:
        made(self, *args, **given)
        by = _who()
        if by.startswith(("builder.", "assistant.")):
            untold.extend(
                f"{by}: {one}" for n in names for one in parts(speaker(), getattr(self, n))
            )

    kind.__init__ = watched


def _who() -> str:
    """The module that says something; what is said again in Spanish is copied by dataclasses."""
    frame = sys._getframe(2)
    inner = ("builder.game.problems", "builder.errors", "builder.vassal.errors")
    while frame.f_back and frame.f_globals.get("__name__") in inner:
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", ""))


def parts(say: Voice, text: Any) -> Iterator[str]:
    """What of a text has no Spanish, names and what somebody typed apart."""
    if isinstance(text, Saying):
        if say._made(text) is None:
            yield text.template
        for value in text.values.values():
            for one in value if isinstance(value, list | tuple) else (value,):
                if isinstance(one, Saying):
                    yield from parts(say, one)
    elif isinstance(text, str) and text and not isinstance(text, AsWritten):
        yield from () if text in say.catalogue.words or say._clause(text) else (text,)
