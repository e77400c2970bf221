"""The user's own folders, of which there are none where the system knows no home for him."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

HOMELESS = "The system tells no home folder."
"""Why nothing can be kept for a user."""


def home() -> Path | None:
    """The user's home; None for a user id without HOME that the system has no entry of, as in a
    container or a job that is run at set times."""
    try:
        return Path.home()
    except RuntimeError:
        return None


def user_data() -> Path | None:
    """Where this user's data are kept; None without a home."""
    from platformdirs import user_data_path

    return _of_kessel(user_data_path)


def user_cache() -> Path | None:
    """Where games are kept as they were read; None without a home."""
    from platformdirs import user_cache_path

    return _of_kessel(user_cache_path)


def _of_kessel(asked: Callable[..., Path]) -> Path | None:
    try:
        found = asked("kessel", appauthor=False)
    except RuntimeError:
        return None
    return None if found.parts[0] == "~" else found  # as platformdirs' older versions left it


def below_home(*names: str, unless: str = "") -> Path | None:
    """A folder in the home, unless a variable of the environment names another; None without
    both."""
    if unless and (named := os.environ.get(unless)):
        return Path(named)
    base = home()
    return None if base is None else base.joinpath(*names)
