"""Memory that is given back and taken again, as by a program that handles pictures in strips."""

from __future__ import annotations

import sys
from contextlib import suppress

_TRIM, _PAD, _MAP, _ARENAS = -1, -2, -3, -8  # of mallopt(3)
_MUCH = 256 << 20


def keep_freed() -> None:
    """Keep what is given back for the next who takes it: where the C library is GNU's.

    Else each strip's memory goes to the system and comes back from it page by page, each cleared,
    which is a tenth of the work of a large picture. What is asked of the system is asked for in
    large pieces.
    """
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):  # another C library keeps it as it likes
        allocator = ctypes.CDLL(None).mallopt
        for what, value in ((_ARENAS, 1), (_MAP, _MUCH // 8), (_TRIM, _MUCH), (_PAD, _MUCH // 4)):
            allocator(what, value)


def give_back() -> None:
    """Give the system what was kept: after what took far more than the rest of the work will.

    It would count as memory that the work holds, and the sheet of a stranger's large map leaves
    half a gigabyte behind.
    """
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
