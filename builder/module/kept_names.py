"""What is kept with a drawn sheet because counters cover its names: where the labels of places
stand, and what lies below all that may be taken off."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from builder.drawing.below import Below, packed, unpacked
from builder.module.art import Cache

if TYPE_CHECKING:
    from builder.drawing.map.names import Labels


def _below(key: str) -> str:
    return f"{key}-below"


def _labels(key: str) -> str:
    return f"{key}-labels"


def has_below(cache: Cache, key: str) -> bool:
    """Whether it is kept what lies below the names of the sheet of a key."""
    return cache.has(_below(key))


def keep_below(cache: Cache, key: str, below: Below) -> None:
    """Keep what lies below the names of a sheet."""
    cache.put(_below(key), packed(below))


def below_of(cache: Cache, key: str) -> Below:
    """What lies below the names of a sheet, as far as it is known."""
    kept = cache.get(_below(key))
    return {} if kept is None else unpacked(kept)


def keep_labels(cache: Cache, key: str, labels: Labels) -> None:
    """Keep where the labels of places stand."""
    cache.put(_labels(key), json.dumps(labels).encode())


def labels_of(cache: Cache, key: str) -> Labels | None:
    """Where the labels of places stand, if that is kept."""
    if (kept := cache.get(_labels(key))) is None:
        return None
    return {name: (text, tuple(box)) for name, (text, box) in json.loads(kept).items()}
