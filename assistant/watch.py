"""Follows a folder during play: tells what changed and what now matters, feeds the board page."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from assistant.binding import Record
from assistant.board.changed import Change
from assistant.board.session import Session
from assistant.board.shelf import Shelf
from assistant.board.source import Source, open_source
from assistant.follow import Arrived, Follower, Rank, Seen, Trouble, look_at
from assistant.matters import since
from assistant.notify import Notice, Notifier
from assistant.questions.declared import asked, newly, result_of, rolled_in
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from assistant.referee.fresh import MOST_READ, Umpire, unjudged
from assistant.referee.openly import untold_breaches
from assistant.report.terminal import plain_line
from assistant.report.words import called, promise, result_word
from assistant.words.voice import ENGLISH, Voice, general, voice
from builder import limits
from builder.files import read_bounded
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.machine.budget import Budget, TooMuchError
from builder.saying import AsWritten, Saying, in_one_line
from builder.vassal.commands import Undo
from builder.vassal.errors import VassalFileError
from builder.vassal.markup import line_as_shown

EVENT_DELAY = 20
"""Milliseconds in which several events of one save are taken together."""

TICK = 250
"""Milliseconds between looks at folders that tell nothing, such as network folders."""

MARKS = {"violation": "!", "unjudged": "!", "supply": "!", "battle": "+", "attack": "+"}
"""What leads a line, so that the eye finds trouble first and chances next."""

MOST_BATTLES = 6
"""Declared battles that are told of one save."""

SOON = 0.05
"""Seconds to the next look at a file that is not yet whole."""


class OtherGameError(Exception):
    """The save is of a game that is not watched."""


class UnansweredError(Exception):
    """The file can be read, and yet its state leads nowhere; one sentence."""


@dataclass(frozen=True)
class Read:
    """A file read whole, and a digest of its bytes."""

    source: Source
    digest: str


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
    language: str = ENGLISH
    _shelf: Shelf = field(default_factory=Shelf)
    _umpire: Umpire | None = None
    _unjudged: Path | None = None
    _last: Read | None = None
    _refused: tuple[Seen | None, str, VassalFileError] | None = None
    """The file that could not be read last, with its digest: the same bytes are not read again."""
    _trouble: Trouble | None = None
    _follower: Follower[Read] = field(init=False)

    def __post_init__(self) -> None:
        self._follower = Follower(
            self.folder,
            self._read,
            unreadable=(VassalFileError,),
            unusable=(ProblemsError, QuestionError, TooMuchError, UnansweredError),
            foreign=(OtherGameError,),
            recursive=self.recursive,
        )

    def _read(self, path: Path) -> Read:
        seen, digest = look_at(path), _digest_of(path)
        if self._last is not None and self._last.digest == digest:
            return Read(replace(self._last.source, path=path), digest)
        if self._refused is not None and self._refused[:2] == (seen, digest):
            raise self._refused[2].at(path)
        try:
            with Budget(limits.WORK, path.name):
                source = open_source(path, self.side, self._shelf)
                if self.game and source.moment().position.game.id != self.game:
                    raise OtherGameError(path.name)
                source.moment()
        except VassalFileError as error:
            if error.file == path and look_at(path) == seen:  # not a module, nor one being written
                # anew, because an error keeps all that was read where it was raised
                self._refused = seen, digest, error.at(path)
            raise
        except (ProblemsError, QuestionError, TooMuchError, OtherGameError, OSError):
            raise
        except Exception as error:  # the watch outlives whatever a strange save brings to light
            text = "{file}: No answer can be given ({why}: {text})."
            why, told = type(error).__name__, AsWritten(error)
            raise UnansweredError(
                Saying(text, file=AsWritten(path.name), why=why, text=told)
            ) from error
        return Read(source, digest)

    def look(self) -> bool:
        """Look once, and tell what is new; whether there was anything."""
        news = self._follower.look()
        if isinstance(news, Trouble):
            self._tell(_naming_its_file(news))
        if isinstance(news, Arrived):
            try:
                with Budget(limits.WORK, news.path.name):
                    self._show(news.path, news.state, news.rank)
            except TooMuchError as error:
                self._tell(Trouble(news.path, str(error), news.rank))
        return news is not None

    def _tell(self, trouble: Trouble) -> None:
        self._trouble = trouble
        self.say(general(self.language)(trouble.text))
        if self.session is not None:
            self.session.trouble(trouble.text)

    def _show(self, path: Path, read: Read, rank: Rank) -> None:
        if self._trouble is not None and self._trouble.rank < rank:
            self._trouble = None
        note = self._trouble.text if self._trouble else ""
        last, self._last = self._last, read
        if last is not None and last.digest == read.digest:
            if self.session is not None:
                self.session.put(read.source, self.session.news, note)
            return
        news = since(last.source if last else None, read.source)
        say = voice(read.source.game, self.language)
        earlier = last.source if last else None
        fought = [*declared(say, earlier, read.source), *rolled(say, earlier, read.source)]
        news[1:1] = [*self._breaches(read.source, fought), *fought]
        if self.session is not None:
            self.session.put(read.source, news, note)
        record = read.source.record
        notes = record.notes if record else ()
        told = [_with_named_mark(say, read.source.game, change) for change in news]
        text = report(path.name, told, notes, say)
        self.say(text)
        if self.notifier is not None and rank.batch > 0:
            self.notifier.send(notice(read, text, rank, self.language))

    def _breaches(self, source: Source, fought: Sequence[Change]) -> list[Change]:
        """Fresh steps of a log that break a rule, each told once, and those of battles not again
        that are told in what is `fought`."""
        record = source.record
        if record is None or not record.steps:
            return []
        try:
            if self._umpire is None or self._umpire.record.path != record.path:
                self._umpire = Umpire(source.rules, record, source.viewer)
                self._umpire.begin(max(0, record.steps - MOST_READ))
            found = self._umpire.caught_up(record)
        except Exception as error:  # a judgement fails, not the watch
            self._umpire = None
            told, self._unjudged = self._unjudged == record.path, record.path
            return [] if told else [Change("unjudged", why=str(unjudged(error)))]
        return [
            Change("violation", hex=one.end or one.start, after=one.rule, why=one.text)
            for one in untold_breaches(
                voice(source.game, self.language), found, [change.why for change in fought]
            )
        ]

    def run(self, wakes: Iterable[object]) -> None:
        """Look at every wake, and again and again while a file is not yet whole."""
        for _ in wakes:
            while self.look() or self._follower.waiting:
                time.sleep(SOON if self._follower.waiting else 0)


def _naming_its_file(trouble: Trouble) -> Trouble:
    """With the name of its file: who watches a folder asked for none of them."""
    name = in_one_line(trouble.path.name)
    if name in trouble.text:
        return trouble
    text = Saying("{file}: {text}", file=AsWritten(name), text=trouble.text)
    return replace(trouble, text=text)


def _digest_of(path: Path) -> str:
    """What tells the bytes of a file from others; UnansweredError for one that is too large."""
    data = read_bounded(path, limits.WATCHED)
    if data is None:
        text = "{file}: The file is larger than {n} MB. Is it the right file?"
        name = AsWritten(path.name)
        raise UnansweredError(Saying(text, file=name, n=limits.WATCHED >> 20))
    return hashlib.sha256(data).hexdigest()


def declared(say: Voice, earlier: Source | None, now: Source) -> Iterator[Change]:
    """The battles that players have declared on the map since an earlier state, with their odds."""
    moment = now.moment()
    earlier_ones = earlier.moment().position.battles if earlier is not None else ()
    known = {one.number: one for one in earlier_ones}
    fresh = {one.number for one in moment.position.battles if newly(one, known.get(one.number))}
    found = moment.whole.attacks
    told = [one for one in found.attacks if one.extra.get("battle") in fresh][:MOST_BATTLES]
    for odds in told:
        named = say(Saying("Battle {n}", n=odds.extra["battle"]))
        if not odds.possible:
            why = " ".join(f"{reason.rule} {say(reason.text)}" for reason in odds.because)
            line = f"{named}, {odds.target}: {say('no attack is possible.')} {why}"
            yield Change("battle", hex=odds.target, why=line.strip())
            continue
        who = " > ".join(
            ", ".join(called(say, moment.position, id_) for id_ in ids)
            for ids in (odds.attackers, odds.defenders)
        )
        promised = promise(say, moment.position.game, odds)
        line = f"{named}, {odds.target}: {promised} \u00b7 {who}"
        yield Change("battle", hex=odds.target, why=line)
    for refused in found.extra.get("declared", ()):
        if refused["battle"] in fresh:
            named = say(Saying("Battle {n}", n=refused["battle"]))
            yield Change("battle", why=f"{named}: {say(refused['text'])}")


def rolled(say: Voice, earlier: Source | None, now: Source) -> Iterator[Change]:
    """The results of declared battles for which the die was rolled in the steps by which a log has
    grown since an earlier look."""
    record = now.record
    before = earlier.record if earlier is not None else None
    if record is None or before is None or before.path != record.path:
        return
    told = 0
    for number in range(before.steps + 1, record.steps + 1):
        step = record.replay.step(number)
        if any(isinstance(command, Undo) for command in step.commands):
            continue  # an undo says again what it takes back
        for battle, dice in filter(None, map(rolled_in, map(line_as_shown, step.chat))):
            if told == MOST_BATTLES:
                return
            told += 1
            yield Change("battle", why=_result(say, now, record, number, battle, dice))


def _result(
    say: Voice, now: Source, record: Record, step: int, number: int, dice: Sequence[int]
) -> str:
    """What the die of a declared battle means; the die alone where that cannot be told."""
    name = say(Saying("Battle {n}", n=number))
    line = f"{name}: {say('die')} {', '.join(map(str, dice))}"
    position = now.rules.visible(record.position(step, now.viewer))
    fought = next((one for one in position.battles if one.number == number), None)
    if fought is None:
        return line
    try:
        odds = Door(now.rules, position).odds(*asked(position, fought), anyway=True)
    except QuestionError:
        return line
    result = result_of(odds, dice)
    return f"{line}, {result_word(say, result)}" if result else line


def _with_named_mark(say: Voice, game: Game, change: Change) -> Change:
    """A change of a mark with its name, without what it does and its rule, in place of its id."""
    if change.kind not in ("marked", "unmarked"):
        return change
    before, after = (
        re.split("[:(]", say(game.definition.units.markers.get(id_, id_)))[0].strip()
        for id_ in (change.before, change.after)
    )
    return replace(change, before=before, after=after)


def report(name: str, news: list[Change], notes: Iterable[str], say: Voice) -> str:
    """What is new of a file, line by line: the moment, notes, what matters, and the rest. Nobody's
    name makes a line of its own."""
    moment, *others = news
    told = (f"{MARKS.get(change.kind, ' ')} {say(str(change))}" for change in others)
    lines = [f"{name}: {say(str(moment))}", *(f"! {say(note)}" for note in notes), *told]
    return "\n".join(map(plain_line, lines))


def notice(read: Read, text: str, rank: Rank, language: str) -> Notice:
    """What the webhook gets: the report, and the picture, which is drawn when it is sent. What was
    in the folder at first is no news to it: it got that before, or was not yet asked to."""
    from assistant.report.picture import picture_bytes

    position = read.source.moment().position
    key = f"{read.digest[:32]}-{rank.seen.modified}"
    return Notice(key, text, (picture_bytes, (position, None, False, language)))


def wakes(folder: Path, recursive: bool) -> Iterator[object]:
    """Wakes at each change in the folder, and at every tick where no events come."""
    from watchfiles import watch

    yield None
    while True:
        try:
            yield from watch(
                folder,
                recursive=recursive,
                step=EVENT_DELAY,
                debounce=EVENT_DELAY * 4,
                rust_timeout=TICK,
                yield_on_timeout=True,
                raise_interrupt=True,
            )
        # No events to be had: the folder is away, the system's watches are, or (watchfiles' own
        # WatchfilesRustInternalError) its files.
        except (OSError, RuntimeError):
            time.sleep(TICK / 1000)
            yield None
