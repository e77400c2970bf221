"""The one error of everything that reads VASSAL's files."""

from __future__ import annotations

from pathlib import Path

from builder.errors import KesselError


class VassalFileError(KesselError):
    """A file of VASSAL's that cannot be read: which file, and what is wrong with it.

    `what` is a clause such as "it was cut off"; the message is `file: what`.
    """

    def __init__(self, file: Path | str | None, what: str) -> None:
        self.file = None if file is None else Path(file)
        self.what = what
        super().__init__(f"{file}: {what}" if file is not None else what)

    def at(self, file: Path | str) -> VassalFileError:
        """The same error, naming the file it happened in."""
        return VassalFileError(file, self.what)
