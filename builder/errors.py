"""The one kind of error that a program which uses Kessel has to catch, and the one that says by
itself what to write instead."""

from __future__ import annotations

from builder.saying import Saying, clause


class KesselError(ValueError):
    """Something of the user's cannot be used, and the message says what to write instead: a file, a
    game's sources, a question. What Kessel itself gets wrong is never one of these."""


class FaultError(ValueError):
    """A word, a picture or the like is of no use: what is wrong with it, and what to write instead,
    a sentence each. As one text it is a clause."""

    def __init__(self, text: str, remedy: str) -> None:
        super().__init__(text, remedy)
        self.text = text
        self.remedy = remedy

    @property
    def clause(self) -> Saying:
        """Both as the end of a sentence."""
        return Saying("{text}: {remedy}", text=clause(self.text), remedy=clause(self.remedy))

    def __str__(self) -> str:
        return self.clause
