"""PDFium knows no threads: who calls it holds this lock meanwhile."""

from __future__ import annotations

import os
import threading

ONE_AT_A_TIME = threading.Lock()
"""Of the whole process: a page may be shown while a map is painted."""

if hasattr(os, "register_at_fork"):  # a build's other process must not begin amid a call
    os.register_at_fork(
        before=ONE_AT_A_TIME.acquire,
        after_in_parent=ONE_AT_A_TIME.release,
        after_in_child=ONE_AT_A_TIME.release,
    )
