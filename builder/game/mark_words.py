"""What a mark is called behind the name of a unit that bears it."""

from __future__ import annotations


def small_words(words: str) -> str:
    """Words inside of a sentence; a name with other capitals (`Strategic Reserve`) keeps them."""
    return words[:1].lower() + words[1:] if words[1:].islower() else words


def mark_words(text: str) -> str:
    """A mark in a few words: what stands before the first explanation."""
    for end in (":", "(", ";", ",", "."):
        text = text.partition(end)[0]
    return small_words(text.strip())
