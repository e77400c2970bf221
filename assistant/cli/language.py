"""The option --language, and errors told in the reader's language."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from itertools import pairwise
from typing import Annotated

import typer

from assistant.cli.errors import told
from assistant.questions.protocol import QuestionError
from assistant.report.terminal import plain_line
from assistant.words.findings import complaining
from assistant.words.language import readers_language, unknown_language
from assistant.words.voice import ENGLISH, LANGUAGES, Voice
from builder.game.problems import ProblemsError
from builder.saying import Saying, shortened


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


def asked_in(words: Sequence[str]) -> str:
    """The language in which a command of these words is asked for."""
    asked = [value for name, value in pairwise(words) if name == "--language"]
    return asked[0] if asked and asked[0] in LANGUAGES else readers_language()


def tell_unknown(words: Sequence[str]) -> None:
    """Tell on standard error that KESSEL_LANGUAGE names no language that Kessel speaks."""
    if not (unknown := unknown_language()) or "--language" in words:
        return
    text = "KESSEL_LANGUAGE is '{text}': Kessel speaks {some}, and here English."
    told = Saying(text, text=shortened(unknown, 40), some=", ".join(LANGUAGES))
    print(plain_line(str(told)), file=sys.stderr)


def speaker(words: Sequence[str]) -> Voice:
    """Who tells what is wrong with a command of these words."""
    return complaining(asked_in(words))


@contextmanager
def speaking(say: Voice) -> Iterator[None]:
    """Errors of the reader's are told by the voice."""
    try:
        yield
    except QuestionError as error:
        raise QuestionError(say(str(error))) from error
    except ProblemsError as error:
        raise told(error, say) from error
