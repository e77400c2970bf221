"""Answers for people: one readable text for each question."""

from __future__ import annotations

from typing import Any

from assistant.position import Position


def print_answer(question: str, position: Position, answer: Any) -> None:
    """Print one answer to the terminal."""
    from rich.console import Console

    Console().print(answer)
