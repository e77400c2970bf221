"""Follows a folder during play: tells what changed and what now matters, feeds the board page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from assistant.board.session import Session
from assistant.board.source import Source, open_source
from assistant.follow import Arrived, Follower, Trouble
from assistant.matters import since
from assistant.notify import Notice, Notifier
from assistant.rules.questions import QuestionError
from builder.game.problems import Problem, ProblemsError
from builder.vassal.errors import VassalFileError

EVENT_DELAY = 20
"""Milliseconds in which several events of one save are taken together."""

TICK = 250
"""Milliseconds between looks at folders that tell nothing, such as network folders."""

SOON = 0.05
"""Seconds to the next look at a file that is not yet whole."""


@dataclass
class Watch:
    """One folder, watched for one side. `say` prints; the page and the webhook are optional."""

    folder: Path
    say: Callable[[str], None]
    side: str = ""
    game: str = ""
    recursive: bool = False
    session: Session | None = None
    notifier: Notifier | None = None
    _last: Source | None = None
    _follower: Follower[Source] = field(init=False)

    def __post_init__(self) -> None:
        self._follower = Follower(
            self.folder,
            self._read,
            unreadable=(VassalFileError,),
            unusable=(ProblemsError, QuestionError),
            recursive=self.recursive,
        )

    def _read(self, path: Path) -> Source:
        source = open_source(path, self.side)
        moment = source.moment()
        found = moment.position.game.id
        if self.game and found != self.game:
            text = f"It is a save of {found}, and {self.game} is watched."
            raise ProblemsError([Problem(str(path), 0, text)])
        return source

    def look(self) -> bool:
        """Look once, and tell what is new; whether there was anything."""
        news = self._follower.look()
        if isinstance(news, Trouble):
            self.say(news.text)
            if self.session is not None:
                self.session.trouble(news.text)
        if isinstance(news, Arrived):
            self._show(news)
        return news is not None

    def _show(self, arrived: Arrived[Source]) -> None:
        lines = since(self._last, arrived.state)
        self._last = arrived.state
        if self.session is not None:
            self.session.put(arrived.state, lines)
        self.say(f"{arrived.path.name}: " + "\n  ".join(lines))
        if self.notifier is not None:
            stat = arrived.path.stat()
            key = f"{arrived.path.name}-{stat.st_mtime_ns}-{stat.st_size}"
            self.notifier.send(Notice(key, f"{arrived.path.name}\n" + "\n".join(lines)))

    def run(self, wakes: Iterable[object]) -> None:
        """Look at every wake, and again and again while a file is not yet whole."""
        from time import sleep

        for _ in wakes:
            self.look()
            while self._follower.waiting:
                sleep(SOON)
                self.look()


def wakes(folder: Path, recursive: bool) -> Iterator[object]:
    """Wakes at each change in the folder, and at every tick where no events come."""
    from watchfiles import watch

    yield None
    yield from watch(
        folder,
        recursive=recursive,
        step=EVENT_DELAY,
        debounce=EVENT_DELAY * 4,
        rust_timeout=TICK,
        yield_on_timeout=True,
        raise_interrupt=True,
    )
