"""The table that Kessel keeps of a live game: whole games and steps come in, what they changed
comes out, as far as the viewer sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.binding import Bound, Record, foreign_of, named_game
from assistant.board.source import Source
from assistant.games import rules_for
from assistant.live.who import ENGINE
from assistant.reading.pieces import eyes
from assistant.report.shown import (
    ShownPiece,
    lies_as_before,
    plain,
    shown_change,
    shown_pieces,
)
from assistant.table import known_side
from builder import limits
from builder.game import carriers
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.machine.budget import Budget
from builder.saying import AsWritten, Saying
from builder.vassal.answers import Answers, Viewer
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.commands import Undo
from builder.vassal.diff import Change, changes_by_step, changes_over_gap
from builder.vassal.growing import GrowingReplay
from builder.vassal.locations import Locator, ModuleShape
from builder.vassal.pieces import PieceType
from builder.vassal.replay import Replay, Turnover
from builder.vassal.savedgame import SavedGame, parse_saved_game
from builder.vassal.secret import PlayerId
from builder.vassal.state import GameState
from builder.vassal.table_rules import table_rules
from builder.vassal.trait_answers import own_property
from builder.vassal.turns import turn_number
from builder.vassal.wire.commands import hides_clocks, is_unlogged

if TYPE_CHECKING:
    from assistant.referee.fresh import Umpire
    from assistant.referee.moments import Moment
    from assistant.referee.verdicts import Verdict


OTHER = "They play {title}, and not {asked}: {title} is followed."
UNKNOWN = "They play no game that Kessel knows: it is followed without its rules."
CHANGED = "The players have opened another game: end Kessel and start it anew to follow that one."


class TooLongError(Exception):
    """More was played than can be kept; one sentence."""


@dataclass(frozen=True)
class LiveStep:
    """A step of a live game: what was said, what changed, and the pieces as they are now.

    `number` counts as in the log; 0 is the game as it was met. `gone` are pieces that the viewer
    saw before and sees no more. `undone`: it took something back; `caught_up`: it is what was
    missed, all at once. `breaches` are steps against the rules that were not told before, `judged`
    the steps of the phase by which they were found;
    `declares`: it puts units into battles on the map, or takes them out. `astray`: it moves
    something from where it does not lie, so that the mover's table is another one.
    """

    number: int
    turn: int | None
    chat: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    pieces: tuple[ShownPiece, ...] = ()
    gone: tuple[str, ...] = ()
    undone: bool = False
    caught_up: bool = False
    breaches: tuple[Verdict, ...] = ()
    judged: tuple[Moment, ...] = field(default=(), repr=False)
    declares: bool = False
    astray: bool = False


@dataclass
class LiveTable:
    """`name` is how page and messages call the game; `side` whose eyes are used, empty for an
    observer's. `bound` finds the game of Kessel's that a saved game is of; `shape` is that of a
    module without one, and `lacking` tells what of it is not known that a table was made with.
    `file_texts` are those of the module's file, if one was given."""

    name: str
    bound: Callable[[SavedGame], Bound]
    side: str = ""
    shape: ModuleShape | None = None
    lacking: Callable[[SavedGame], Iterable[str]] = lambda saved: ()
    file_texts: Callable[[], Iterable[str]] | None = None
    asked: tuple[str, str] = ("", "")
    """Id and title of the game that was asked for; empty for whatever is played."""
    notes: tuple[str, ...] = ()
    """What it tells of the table."""
    module: Callable[[], tuple[str, str]] = lambda: ("", "")
    """Name and version of the module that is played, empty where not known: the wire tells none."""
    whole: bool = True
    """Whether the game as it is met is told piece by piece; that takes a while for a large one."""
    replay: GrowingReplay | None = None
    record: Record | None = None
    source: Source | None = None
    viewer: Viewer = field(default_factory=Viewer)
    umpire: Umpire | None = None
    _text: int = 0
    _named: str | None = None
    """The game that the table named when it was met."""
    _ids: frozenset[PlayerId] = field(default=frozenset(), repr=False)
    _heard: int = 0
    """How many of its notes were taken."""
    _unjudged: bool = False
    """Whether judging is still to begin."""
    _failed: Exception | None = None
    """What ended the judging, until it is told."""

    def synced(self, text: str) -> LiveStep | None:
        """The whole game came; None if the viewer sees it lie as it lay.

        VassalFileError if it cannot be read, ProblemsError if its game cannot, TooMuchError if that
        takes more than any game.
        """
        with Budget(limits.WORK):
            saved = parse_saved_game(text)
            if self.replay is None:
                self._named = named_game(saved)
                self._begin(saved)
                return self._met()
            if named_game(saved) != self._named and CHANGED not in self.notes:
                self.notes += (CHANGED,)
            rules = table_rules(self.shape) if self.shape else None
            turnover = self.replay.meet(Replay(saved, rules).first, self._finds_other)
            return None if turnover is None else self._step(turnover)

    def played(self, text: str, early: bool = False) -> LiveStep | None:
        """A step came; None if it is none, as what another Kessel says, or, being `early`, is in
        the game already.

        VassalFileError if the table cannot carry it out, TooLongError for one too many.
        """
        if self.replay is None or is_unlogged(text):
            return None
        self._text += len(text)
        if self._text > limits.LIVE_TEXT:
            raise TooLongError("More was played than Kessel can keep: start it anew.")
        with Budget(limits.WORK):
            turnover = self.replay.add_late(text) if early else self.replay.add(text)
            return None if turnover is None else self._step(turnover)

    def know(self, ids: Iterable[PlayerId]) -> None:
        """Ids of who is there: what stands in the game like them is a password."""
        self._ids = frozenset(ids)
        if self.replay is not None:
            self.replay.know(self._ids)

    def new_notes(self) -> tuple[str, ...]:
        """What it tells of the table and has not told before."""
        heard, self._heard = self._heard, len(self.notes)
        return self.notes[heard:]

    def settle(self) -> None:
        """Begin to judge with what lies on the table now. Nobody waits for it to be live, because
        a whole position of a large game takes long to read."""
        if not self._unjudged or self.record is None or self.source is None:
            return
        from assistant.referee.fresh import Umpire

        self._unjudged = False
        try:
            with Budget(limits.WORK):
                self.umpire = Umpire(self.source.rules, self.record, self.side)
                self.umpire.begin(self.record.steps)
        except Exception as error:  # a judgement fails, not the evening
            self.umpire, self._failed = None, error

    @property
    def is_blind(self) -> bool:
        """Whether the module is known by its name alone, so that nobody knows whose its windows
        are."""
        return self.shape is None

    @property
    def takes_unlogged(self) -> bool:
        """Whether lines can be said that are no step of the players' logs: the module is one that
        Kessel built, with the hidden clocks for that."""
        record = self.record
        return (
            record is not None
            and record.bound is None
            and record.game.kept is None
            and hides_clocks(record.replay.game.restore)
        )

    def misses(self, text: str) -> bool:
        """Whether a message changes what is not on the table, so that something was missed."""
        return self.replay is not None and self.replay.unknown(text)

    def type_of(self, id_: str) -> PieceType | None:
        """The type of a piece on the table."""
        piece = self.replay.now().pieces.get(id_) if self.replay is not None else None
        return None if piece is None else piece.type

    @property
    def side_names(self) -> frozenset[str]:
        """Sides as the module calls them; none where its game is not known."""
        return frozenset() if self.record is None else self.record.side_names

    def texts(self) -> Iterable[str]:
        """Every text of the module, letter for letter; none where nobody knows it."""
        if self.file_texts is not None:
            return self.file_texts()
        return () if self.record is None else self.record.texts()

    def _begin(self, saved: SavedGame) -> None:
        name, version = self.module()
        if saved.module is None and name:
            saved = replace(saved, module=Metadata(name, version, ENGINE))
        game, theirs = None, foreign_of(saved)
        try:
            if theirs is None:
                game, self.shape = self.bound(saved)
            else:
                ours = load_game(theirs[0])
                theirs[1].check(ours)
                game, self.shape = ours, theirs[1].shape
        except ProblemsError:
            if self.shape is None and self.side:
                raise
        rules = table_rules(self.shape) if self.shape else None
        self.replay = GrowingReplay(saved, rules)
        self.replay.know(self._ids)
        if game is None:
            self.viewer = Viewer(self.side or None, wary=self.is_blind)
            self.notes = (*([UNKNOWN] if self.asked[0] else []), *self.lacking(saved))
            return
        assert self.shape is not None
        if self.asked[0] not in ("", game.definition.id):
            title, asked = AsWritten(game.definition.title), AsWritten(self.asked[1])
            self.notes = (Saying(OTHER, title=title, asked=asked),)
        if self.side:
            self.side = known_side(game, self.side)
        bound = None if theirs is None else theirs[1]
        self.viewer = eyes(game, self.side)
        if bound is not None and self.side:
            self.viewer = Viewer(bound.sides.get(self.side, self.side))
        path = Path(self.name.replace("/", " ").replace("\\", " ") or "live")
        self.record = Record(path, game, self.shape, self.replay, bound=bound)
        self.source = Source(path, self.side, rules_for(game), self.record, None)
        self._unjudged = True

    def _met(self) -> LiveStep:
        assert self.replay is not None
        state = self.replay.now()
        if not self.whole:
            return LiveStep(0, _turn(state))
        pieces = shown_pieces(self._answers(state), state.pieces)
        return LiveStep(0, _turn(state), pieces=tuple(pieces.values()))

    def _step(self, turnover: Turnover) -> LiveStep:
        ((step, changes),) = changes_by_step([turnover], self.shape, self.viewer)
        touched = turnover.touched.pieces
        seen = self._answers(turnover.before), self._answers(turnover.after)
        pieces, gone = shown_change(*seen, sorted(touched) if turnover.gap else touched)
        breaches = self._breaches(turnover)
        return LiveStep(
            number=step.number,
            turn=_turn(turnover.after),
            chat=tuple(map(plain, step.chat)),
            changes=tuple(changes),
            pieces=tuple(pieces),
            gone=tuple(gone),
            undone=any(isinstance(command, Undo) for command in step.commands),
            caught_up=turnover.gap,
            breaches=breaches,
            judged=self.umpire.judged if breaches and self.umpire else (),
            declares=any(
                _fights(turnover.before, id_) != _fights(turnover.after, id_) for id_ in touched
            ),
            astray=not turnover.gap and turnover.astray,
        )

    def _finds_other(self, old: GameState, new: GameState, pieces: Iterable[str]) -> bool:
        """Whether a game that is met again is another one to the viewer than the one he knew; what
        he does not see must not tell him by a step that it is."""
        seen = self._answers(old), self._answers(new)
        return (
            sorted((seat.name, seat.side) for seat in old.seats)
            != sorted((seat.name, seat.side) for seat in new.seats)
            or any(
                old.boards.get(map_) != boards and seen[1].sees_map(map_)
                for map_, boards in new.boards.items()
            )
            or bool(changes_over_gap(old, new, pieces, self.shape, self.viewer))
            or not lies_as_before(*seen, pieces)
        )

    def _breaches(self, turnover: Turnover) -> tuple[Verdict, ...]:
        """What the step breaks. Of what was missed nobody knows the order: judging begins anew. Of
        what is done on another table nobody here sees where it began, nor what is moved after it:
        judging rests until the game has come anew."""
        if self.umpire is None:
            return self._no_longer(turnover)
        try:
            if turnover.gap:
                self.umpire.begin(turnover.step.number)
                return ()
            if turnover.astray:
                self.umpire, self._unjudged = None, True
                return ()
            return tuple(self.umpire.step(turnover))
        except Exception as error:  # a judgement fails, not the evening
            self.umpire, self._failed = None, error
            return self._no_longer(turnover)

    def _no_longer(self, turnover: Turnover) -> tuple[Verdict, ...]:
        """That judging failed, said once: silence would pass for lawful steps."""
        from assistant.referee.fresh import no_longer

        error, self._failed = self._failed, None
        return () if error is None else (no_longer(error, turnover.step.number),)

    def _answers(self, state: GameState) -> Answers:
        return Answers(state, Locator(self.shape, state), self.viewer)


def _fights(state: GameState, id_: str) -> tuple[str | None, ...]:
    """Battle and role of a piece, as they are declared on the map."""
    piece = state.pieces.get(id_)
    if piece is None:
        return ()
    names = (carriers.BATTLE_PROPERTY, carriers.ROLE_PROPERTY)
    return tuple(own_property(piece, name) or None for name in names)


def _turn(state: GameState) -> int | None:
    return next((turn_number(raw) for raw in state.turns.values()), None)
