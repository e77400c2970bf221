"""Threads whose work is not waited for yet."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

_BEHIND = 10
"""By so much a thread stands behind the others: it has a tenth of the time that one of them has."""


def give_way() -> None:
    """To be called first in such a thread: where the system lets it, the threads and processes of
    the program that somebody waits for go before it."""
    if sys.platform == "linux":  # elsewhere a whole process has one rank
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _BEHIND)
