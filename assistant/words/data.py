"""Answers as JSON data with their sentences in the reader's language; ids and codes stay."""

from __future__ import annotations

from typing import Any

from assistant.words.voice import ENGLISH, Voice

SENTENCES = frozenset({"text", "what", "effect", "note", "why"})
"""Keys whose texts are for people even if they are one word."""

NAMES = "called"
"""The key of names by id, each of which is said even if it is one word."""

THEIRS = frozenset({"said", "file", "files", "module", "players", "names", "words"})
"""Keys of what is not ours to translate, or comes in all languages."""

HEXES = frozenset(
    {"path", "zones", "control", "centres", "boxes", "terrain", "hexes", "ways", "start"}
)
"""Keys of the long lists in which nothing is said."""

OTHERS = THEIRS | HEXES


def spoken(data: Any, voice: Voice) -> Any:
    """The same data for programs, its sentences said by the voice: in English with the ids of
    places and all else as the answers have it."""
    return data if voice.language == ENGLISH else in_words(data, voice)


def in_words(data: Any, voice: Voice) -> Any:
    """The same data for readers: in English too the sentences call places by their names."""
    return _spoken(data, voice, "")


def _spoken(data: Any, voice: Voice, key: str) -> Any:
    if isinstance(data, str):
        return voice(data) if key in SENTENCES or key == NAMES or " " in data else data
    if isinstance(data, dict):
        return {
            name: inner
            if name in OTHERS
            else _spoken(inner, voice, NAMES if key == NAMES else str(name))
            for name, inner in data.items()
        }
    if isinstance(data, list):
        return [_spoken(inner, voice, key) for inner in data]
    return data
