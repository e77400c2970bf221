"""What of the environment is taken from it, because libraries would believe it."""

from __future__ import annotations

import os

SIZES = ("COLUMNS", "LINES", "JUPYTER_COLUMNS", "JUPYTER_LINES", "TERMINAL_WIDTH")
"""Of the terminal: what writes the help fails at what is no number, and takes a gigabyte for lines
of a hundred million columns."""

FOLDERS = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
"""A relative one is to be ignored, as the XDG specification says: else each folder in which a
command is run gets a cache of its own."""


def forget_nonsense() -> None:
    """Take from the environment sizes that are none, and folders that lie nowhere in particular."""
    for name in SIZES:
        text = os.environ.get(name, "0")
        if not (text.isascii() and text.isdigit() and len(text) <= 4):
            del os.environ[name]
    for name in FOLDERS:
        if not os.path.isabs(os.environ.get(name, os.sep)):
            del os.environ[name]
