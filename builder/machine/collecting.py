"""Python's collector of cycles, kept still while much is made that all stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the collector, because it would walk all that is made again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # and back: all is old now, or the first value made after would start the walk
        gc.unfreeze()
        if was_on:
            gc.enable()
