"""The one error of everything that reads VASSAL's files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from builder.errors import KesselError
from builder.saying import AsWritten, Saying

ANEW = "Fetch it again, or save it anew in VASSAL."
"""What helps with a file that is damaged or was cut off."""

RIGHT = "Is it the right file?"
"""What to ask of a file that holds more than any game does."""


class VassalFileError(KesselError):
    """A file of VASSAL's that cannot be read: which file, and what is wrong with it.

    `what` is a clause such as "it was cut off"; the message is `file: what`. `remedy` is a sentence
    for who asked for the file, empty where `what` says what to do.
    """

    def __init__(self, file: Path | str | None, what: str, remedy: str = "") -> None:
        self.file = None if file is None else Path(file)
        self.what = what
        self.remedy = remedy
        named = what if file is None else Saying("{file}: {what}", file=AsWritten(file), what=what)
        super().__init__(named)

    def at(self, file: Path | str) -> VassalFileError:
        """The same error, naming the file it happened in."""
        return VassalFileError(file, self.what, self.remedy)


@contextmanager
def naming(file: Path | str) -> Iterator[None]:
    """What cannot be read within tells the file, where it does not name one itself."""
    try:
        yield
    except VassalFileError as error:
        raise (error if error.file is not None else error.at(file)) from None
