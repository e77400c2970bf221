"""Prints an answer: for people by default, or as one JSON document."""

from __future__ import annotations

import json as json_text
from typing import Any

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
