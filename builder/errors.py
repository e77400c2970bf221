"""The one kind of error that a program which uses Kessel has to catch."""

from __future__ import annotations


class KesselError(ValueError):
    """Something of the user's cannot be used, and the message says what to write instead: a file, a
    game's sources, a question. What Kessel itself gets wrong is never one of these."""
