"""Prints an answer: for people by default, or as one JSON document."""

from __future__ import annotations

import json as json_text
from typing import Any

from assistant.position import Position
from assistant.rules.answers import as_json


def show(question: str, position: Position, answer: Any, json: bool) -> None:
    """Print the answer to a question about a position."""
    if json:
        print_json(as_json(answer))
        return
    from assistant.report.answers import print_answer

    print_answer(question, position, answer)


def print_json(data: Any) -> None:
    print(json_text.dumps(data, ensure_ascii=False, indent=2))
