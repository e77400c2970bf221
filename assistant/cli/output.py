"""Prints an answer: for people by default, or as one JSON document."""

from __future__ import annotations

import json as json_text
import os
import sys
from typing import Any

from assistant.home.words_of import PROGRESS
from assistant.position import Position
from assistant.questions.answers import as_json
from assistant.report.terminal import plain_json
from assistant.words.data import spoken
from assistant.words.voice import Voice


def show(say: Voice, question: str, position: Position, answer: Any, json: bool) -> None:
    """Print the answer to a question about a position."""
    if json:
        unknown = {"unknown": list(position.unknown)} if position.unknown else {}
        print_json(spoken({**as_json(answer), **unknown}, say))
        return
    from assistant.report.answers import print_answer

    print_answer(say, question, position, answer)


def print_json(data: Any) -> None:
    print(plain_json(json_text.dumps(data, ensure_ascii=False, indent=2)))


def at_home() -> bool:
    """Whether the home page runs this command, and shows itself how far it is."""
    return bool(os.environ.get(PROGRESS))


def tell_progress(done: int, of: int) -> None:
    """Tell the home page, if it runs this command, how much is done."""
    if at_home() and of and (done == of or done % max(1, of // 50) == 0):
        print(f"{PROGRESS} {done} {of}", file=sys.stderr, flush=True)
