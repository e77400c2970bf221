"""The option --language, and errors told in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer

from assistant.rules.questions import QuestionError
from assistant.words.language import readers_language
from assistant.words.voice import ENGLISH, Voice
from builder.game.problems import ProblemsError


class Spoken(StrEnum):
    """The languages that Kessel speaks."""

    EN = "en"
    ES = "es"


Language = Annotated[
    Spoken | None,
    typer.Option(
        "--language", help="The answer's language; else KESSEL_LANGUAGE, else the system's."
    ),
]


def chosen(asked: Spoken | None, json: bool) -> str:
    """The language that was asked for, else the reader's; JSON is English unless asked for."""
    return asked or (ENGLISH if json else readers_language())


@contextmanager
def speaking(say: Voice) -> Iterator[None]:
    """Errors of the reader's are told by the voice."""
    try:
        yield
    except QuestionError as error:
        raise QuestionError(say(str(error))) from error
    except ProblemsError as error:
        told = [replace(one, text=say(one.text), remedy=say(one.remedy)) for one in error.problems]
        raise ProblemsError(told) from error
