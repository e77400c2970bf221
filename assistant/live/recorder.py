"""The log nobody began: a live game kept as a `.vlog` while it is played."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from assistant.live.table import LiveTable
from assistant.live.who import ENGINE
from builder.files import EVERYTHING, Looked
from builder.saying import Saying
from builder.vassal.blanked import IS_WORD, Blanks
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.growing_log import GrowingLog
from builder.vassal.modules_texts import ModulesTexts
from builder.vassal.pieces import PieceType
from builder.vassal.secret import PlayerId


@dataclass
class LogRecorder:
    """Writes to `path`; after a gap, to a next part beside it, under a name that is free. That does
    not hang on what was missed: the log must have what lies masked and hidden as it is now, and
    from a part more a side could tell that something unseen had changed.

    `looked` tells what may be replaced when it begins, `module` name and version of the module,
    `ids` those of the players that are known from elsewhere than the game. A disk that takes no
    more ends the log, not the evening: `warn` hears.
    """

    path: Path
    table: LiveTable
    module: Callable[[], tuple[str, str]]
    ids: Callable[[], Iterable[PlayerId]]
    warn: Callable[[str], None]
    looked: Looked = EVERYTHING
    _log: GrowingLog | None = None
    _parts: int = 0
    _blanks: Blanks = field(init=False)
    _warned: bool = False

    def __post_init__(self) -> None:
        table = self.table
        self._blanks = Blanks(
            self._type_of,
            frees=True,
            sides=lambda: table.side_names,
            names=lambda: table.shape.called if table.shape else "",
            texts=ModulesTexts(lambda: table.texts()),
        )

    def met(self, text: str) -> None:
        """The game, whole: a log or its next part begins; a part without a step begins anew."""
        self._blanks.know(self.ids())
        if self._log is not None and not self._log.steps:
            try:
                self._log.begin_anew(text)
            except OSError as error:
                self._end(error)
            return
        self.close()
        self._parts += 1
        path, looked = self.path, self.looked
        if self._parts > 1:
            path = self._next_part()
            looked = Looked(free=frozenset([path]))
            self.warn(Saying("The game was asked for anew: the log goes on in {file}.", file=path))
        name, version = ("".join(filter(str.isprintable, word)) for word in self.module())
        try:
            module = Metadata(name, version, ENGINE)
            self._log = GrowingLog(path, text, module, self._blanks, looked)
        except OSError as error:
            self._end(error)
        self._warn_of_words()

    def _warn_of_words(self) -> None:
        """Say once that a password stays, being a word of the module's."""
        if self._blanks.stays and not self._warned:
            self._warned = True
            self.warn(IS_WORD)

    def _next_part(self) -> Path:
        """A name of an evening before may lie there."""
        numbers = count(self._parts)
        names = (f"{self.path.stem}-{number}{self.path.suffix}" for number in numbers)
        return next(path for path in map(self.path.with_name, names) if not os.path.lexists(path))

    def played(self, text: str) -> None:
        """A step."""
        if self._log is None:
            return
        if self._log.full:
            self.warn("The log is as long as logs may be: nothing more is written to it.")
            self.close()
            return
        self._blanks.know(self.ids())
        try:
            self._log.add(text)
        except OSError as error:
            self._end(error)
        self._warn_of_words()

    def close(self) -> None:
        """The log is done."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def _end(self, error: OSError) -> None:
        self.warn(Saying("The log cannot be written ({why}): it ends here.", why=error.strerror))
        self.close()

    def _type_of(self, id_: str) -> PieceType | None:
        return self.table.type_of(id_)
