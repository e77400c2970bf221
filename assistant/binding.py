"""VASSAL's saves and logs bound to their games: positions step by step, and what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.adopted import UNTOLD, module_of, possible_games, several
from assistant.position import MOVED, Position
from assistant.reading.last_to_enter import Entries, contradicted, told_of_passing
from assistant.reading.memo import Memo
from assistant.reading.pieces import eyes
from assistant.reading.positions import TableReading
from assistant.reading.turnings import Turnings
from assistant.remembered import Bound as Bound
from assistant.remembered import bound_game as bound_game
from builder import limits
from builder.game import carriers
from builder.game.locate import (
    installed_games,
    is_titled,
    known_game,
)
from builder.game.model import Game
from builder.game.owned import may_be_bound
from builder.game.problems import Problem, ProblemsError
from builder.machine.budget import Budget
from builder.saying import Saying
from builder.vassal.answers import Answers, Viewer
from builder.vassal.buildfile.recipes.cards import SOLITAIRE
from builder.vassal.command_reader import read_command
from builder.vassal.commands import GLOBAL_PROPERTY, GlobalProperty
from builder.vassal.errors import naming
from builder.vassal.locations import Locator, ModuleShape
from builder.vassal.log_end import cut_off
from builder.vassal.modules_texts import texts_of
from builder.vassal.pieces import PieceType
from builder.vassal.replay import Replay
from builder.vassal.savedgame import SavedGame, read_saved_game
from builder.vassal.state import GameState
from builder.vassal.table_rules import table_rules
from builder.vassal.trait_answers import own_property

if TYPE_CHECKING:
    from builder.bind.bound import Bound as Foreign
    from builder.vassal.diff import Change


@dataclass(frozen=True)
class Record:
    """A save or log bound to its game: positions at each step, and what happened between them.

    `notes` say what does not fit: another version of the module, a log that was cut off.
    """

    path: Path
    game: Game
    shape: ModuleShape = field(repr=False)
    replay: Replay = field(repr=False)
    notes: tuple[str, ...] = ()
    bound: Foreign | None = field(default=None, repr=False)

    def reading(self, state: GameState, viewer: str, memo: Memo | None = None) -> TableReading:
        """A state of the record, on its way to a position; `memo` goes from one to the next."""
        memo = Memo() if memo is None else memo
        if self.bound is None:
            return TableReading(self.game, self.shape, state, viewer, self.notes, memo=memo)
        from assistant.reading.bound import BoundReading

        first = self.replay.first
        return BoundReading(
            self.game, self.shape, state, viewer, self.notes, self.bound, first, memo=memo
        )

    def _reading(self, state: GameState, viewer: str, memo: Memo | None = None) -> TableReading:
        """The same of a state that is wanted. ProblemsError if too few of its pieces are bound."""
        reading = self.reading(state, viewer, memo)
        reading.check()
        return reading

    @property
    def steps(self) -> int:
        """Steps of a log; 0 for a save."""
        return len(self.replay)

    def position(
        self, step: int | None = None, viewer: str = "", memo: Memo | None = None
    ) -> Position:
        """The position after a step (the last if None), as a side sees it; without a side, what
        lies open to all. With the `memo` of another position only what is otherwise there is read.
        Raises VassalFileError if there is no such step."""
        self._read_ahead(step, viewer)
        before = self._beginning(self.steps if step is None else step)
        reading = self._reading(self.replay.state(step), viewer, memo)
        with naming(self.path):
            position = reading.position()
        position = self._with_entries(position, step)
        fading = taken_off(self.game, position.phase) if before and self._began(step) else NO_MARKS
        fades = any(unit.markers & fading for unit in position.units)
        if before is None or not (fades or any(unit.has_moved for unit in position.units)):
            return position
        earlier = self._reading(before, viewer)
        if fades:
            stale = stale_marks(position, fading, reading, earlier)
            position = without(position, self._never_off(stale, reading, step))
        marked = MOVED not in fading  # else a mark of an earlier phase says nothing of this one
        return position.with_units(
            replace(unit, began=earlier.unmoved_place(reading.piece_of[unit.id], marked))
            if unit.has_moved
            else unit
            for unit in position.units
        )

    def _read_ahead(self, step: int | None, viewer: str) -> None:
        """Play a log with markers of control once: who stood where is wanted of it at once, and
        the states asked for are kept on the way. Only at the first question: a state kept for
        every step would fill the memory."""
        last = self.steps if step is None else step
        if not 0 < last <= self.steps:
            return
        entries = self._entries(viewer)
        reading = self.reading(self.replay.first, viewer)
        if entries.is_fresh and any(map(reading.is_of_control, self.replay.first.pieces.values())):
            entries.read_to(self._began(last))
            entries.read_to(last)

    def _with_entries(self, position: Position, step: int | None) -> Position:
        """The position with who stood where in the log until then; a save tells nothing of it."""
        if not self.steps:
            return replace(position, passed={})
        entries, number = self._entries(position.viewer), self.steps if step is None else step
        told = told_of_passing(position, lambda: entries.until(number))
        if not position.marked:
            return told
        remarks = contradicted(told, entries.until(number))
        return replace(told, unknown=(*told.unknown, *remarks))

    def _entries(self, viewer: str) -> Entries:
        """Who stood where, as a side saw it; read on as later steps are asked for."""
        known: dict[str, Entries] = self.__dict__.setdefault("_entered", {})
        if viewer not in known:
            entries = Entries(self.replay, lambda state, memo: self.reading(state, viewer, memo))
            known.setdefault(viewer, entries)
        return known[viewer]

    def _beginning(self, step: int) -> GameState | None:
        """The state in which the phase of a step began, None before the first step. The last one
        asked for is kept; it is asked for before the state of the step itself, because a log is
        played forwards."""
        if not 0 < step <= self.steps:
            return None
        number = self._began(step)
        kept: dict[int, GameState] = self.__dict__.setdefault("_beginnings", {})
        if number not in kept:
            kept.clear()
            kept[number] = self.replay.state(number)
        return kept[number]

    def _never_off(
        self, stale: Mapping[str, frozenset[str]], now: TableReading, step: int | None
    ) -> dict[str, frozenset[str]]:
        """Of marks by unit those that no step of the phase took off, to be laid anew later."""
        left = {now.piece_of[unit]: (unit, marks) for unit, marks in stale.items()}
        last = self.steps if step is None else step
        for turnover in self.replay.turnovers(self._began(step) + 1, last, keep=False):
            for id_ in turnover.touched.pieces & left.keys():
                unit, marks = left[id_]
                _, borne = self.reading(turnover.after, now.viewer).stood_with(id_)
                left[id_] = unit, marks & borne - {MOVED}  # it may have gone and come back
        return {unit: marks for unit, marks in left.values() if marks}

    def _began(self, step: int | None) -> int:
        """The step by which the phase of a step began; 0 if it was on when the log began."""
        known: Turnings = self.__dict__.setdefault("_turnings", Turnings(self.replay))
        return known.began(self.steps if step is None else step)

    def pieces(self, viewer: str = "", step: int | None = None) -> dict[str, str]:
        """VASSAL's ids of the pieces that the units of a position are, by unit; none where the
        module is a stranger's."""
        reading = self._reading(self.replay.state(step), viewer)
        reading.position()
        return dict(reading.piece_of)

    @property
    def side_names(self) -> frozenset[str]:
        """Sides as the module calls them."""
        if self.bound is not None:
            return frozenset(self.bound.sides.values())
        return frozenset((SOLITAIRE, *(side.name for side in self.game.sides.values())))

    def texts(self) -> Iterator[str]:
        """Every text of the module, letter for letter."""
        if self.bound is not None:
            return texts_of(self.bound.kept.root)
        from builder.module.texts import module_texts  # what builds modules takes long to load

        return module_texts(self.game)

    def masks(self, viewer: str = "", step: int | None = None) -> bool:
        """Whether the side sees that pieces are masked."""
        answers = self.answers(viewer, step)
        return any(answers.sees(p) and answers.is_masked(p) for p in answers.state.pieces.values())

    def answers(self, viewer: str = "", step: int | None = None) -> Answers:
        """What the pieces of a state answer to a side."""
        state = self.replay.state(step)
        return Answers(state, Locator(self.shape, state), self._eyes(viewer))

    def _eyes(self, viewer: str) -> Viewer:
        if self.bound is not None and viewer:
            return Viewer(self.bound.sides.get(viewer, viewer))
        return eyes(self.game, viewer)

    def said(self, step: int) -> tuple[str, ...]:
        """Chat, reports and dice of a step, as VASSAL has them."""
        return self.replay.step(step).chat

    def changes(self, before: int, after: int, viewer: str = "") -> list[Change]:
        """What changed between two steps, as far as the side saw it."""
        from builder.vassal.diff import changes

        old, new = self.replay.state(before), self.replay.state(after)
        return changes(old, new, self.shape, self._eyes(viewer))


NO_MARKS: frozenset[str] = frozenset()
STALE = (
    "'{marker}' on {units} lay there before this phase began, which takes it off: it does not "
    "count. Take it off, or lay it anew if it is of this phase."
)


def taken_off(game: Game, phase: str) -> frozenset[str]:
    """The marks that come off by themselves when a phase begins, VASSAL's own of a move too."""
    found: set[str] = set()
    for off in game.definition.module.get("takeoff", ()):
        if phase in off.get("phases", ()):
            found |= {*off.get("marks", ()), *([MOVED] if off.get("moved") else [])}
    return frozenset(found)


def stale_marks(
    position: Position, fading: frozenset[str], now: TableReading, earlier: TableReading
) -> dict[str, frozenset[str]]:
    """By unit the marks that should have come off when the phase began and that it bore then, in
    the same hex. A unit that moved since may bear the mark anew."""
    found = {}
    for unit in position.units:
        if worn := unit.markers & fading:
            place, marks = earlier.stood_with(now.piece_of.get(unit.id, ""))
            if place == unit.hex and worn & marks:
                found[unit.id] = worn & marks
    return found


def without(position: Position, stale: Mapping[str, frozenset[str]]) -> Position:
    """A position without stale marks, and a remark for each of them."""
    names: dict[str, list[str]] = {}
    for unit in position.units:
        for mark in stale.get(unit.id, ()):
            names.setdefault(mark, []).append(unit.shown)
    called = {**position.game.definition.units.markers, MOVED: Saying("Moved")}
    remarks = (Saying(STALE, marker=called[mark], units=its) for mark, its in sorted(names.items()))
    units = (
        replace(unit, markers=unit.markers - stale.get(unit.id, NO_MARKS))
        for unit in position.units
    )
    return replace(position.with_units(units), unknown=(*position.unknown, *remarks))


def open_record(path: Path, bound: Callable[[str], Bound] = bound_game) -> Record:
    """A save or log of a game that Kessel has. `bound` may keep games between saves.

    VassalFileError if the file cannot be read; ProblemsError if its game is not known; TooMuchError
    if it takes more than any.
    """
    with Budget(limits.WORK, str(path)):
        return record_of(path, read_saved_game(path), bound)


def record_of(
    path: Path,
    saved: SavedGame,
    bound: Callable[[str], Bound] = bound_game,
    types: dict[str, PieceType] | None = None,
) -> Record:
    """The same of a save that was read, with those types of its pieces that were."""
    if (foreign := foreign_of(saved)) is not None:
        from builder.bind.origin import played_with_another

        id_, theirs = foreign
        game, _ = bound(known_game(id_))
        theirs.check(game)
        replay = Replay(saved, table_rules(theirs.shape))
        return Record(
            path,
            game,
            theirs.shape,
            replay,
            (
                *_cut(saved),
                *_lacking(saved, theirs.extensions),
                *played_with_another(theirs, path),
            ),
            theirs,
        )
    game, shape = bound(game_name(saved))
    replay = Replay(saved, table_rules(shape), types)
    notes = tuple(_notes(saved, game))
    if game.kept is not None:
        from assistant.reading.own_boards import on_its_boards

        game, other = on_its_boards(game, shape, replay.first)
        notes += other
    return Record(path, game, shape, replay, notes)


def read_save(path: Path, step: int | None = None, viewer: str = "") -> Position:
    """The position in a save, or after a step of a log (the last if None)."""
    return open_record(path).position(step, viewer)


def foreign_of(saved: SavedGame) -> tuple[str, Foreign] | None:
    """The game and the binding of the stranger's module that a save belongs to; None for one whose
    module nobody has bound. A binding is believed before the save itself, because a stranger who
    began with a module of ours may have kept the property that names its game."""
    if saved.module is None or not may_be_bound(saved.module.name):
        return None
    from builder.bind.bound import binding_of

    return binding_of(saved.module.name, saved.module.version)


def named_game(saved: SavedGame) -> str | None:
    """The id of a game of Kessel's that a save tells, without laying out its table."""
    told = {
        command.name: command.value
        for leaf in saved.restore
        if leaf.startswith(GLOBAL_PROPERTY)  # most of the others are long
        and carriers.GAME_PROPERTY in leaf
        and isinstance(command := read_command(leaf), GlobalProperty)
        and command.container == "Module"
    }
    return told.get(carriers.GAME_PROPERTY)


def own_table(saved: SavedGame) -> tuple[ModuleShape, tuple[str, ...]] | None:
    """The windows and hexes of the game of ours that a save tells, and what does not fit, a
    sentence each; None for a stranger's save, or while the game's files have mistakes."""
    named = named_game(saved)
    if named not in installed_games() or foreign_of(saved) is not None:
        return None
    try:
        game, shape = bound_game(known_game(named))
    except ProblemsError:
        return None
    return shape, tuple(_versions(saved, game))


def game_name(saved: SavedGame) -> str:
    """The name of the game that a save is of. ProblemsError if it is not known."""
    named = named_game(saved)
    if named in installed_games():  # a save names a game, and never a folder of this machine
        return known_game(named)
    from builder.game.loader import load_game

    state = Replay(saved).first  # a file that is cut off says so, whoever's it is
    titled = False
    module, version = module_of(saved)
    adopted = possible_games(module, state, version)
    if len(adopted) > 1:
        raise ProblemsError([Problem(str(saved.file or "save"), 0, several(adopted), UNTOLD)])
    if adopted:
        return adopted[0]
    for id_ in installed_games():
        if module and is_titled(id_, module):
            if _has_counters(state, load_game(known_game(id_))):
                return known_game(id_)
            titled = True
    text = "The save does not say to which module it belongs."
    if titled:
        text = Saying(
            "The save belongs to a module that is called '{module}' and is not the "
            "one that Kessel builds: none of its pieces is a counter of that game.",
            module=module,
        )
    elif module:
        text = Saying(
            "The save belongs to the module '{module}', not to a Kessel game.",
            module=saved.passwords.told(module),
        )
    remedy = Saying(OTHERS, games=", ".join(installed_games())) if module else UNTOLD
    raise ProblemsError([Problem(str(saved.file or "save"), 0, text, remedy)])


OTHERS = (
    "Kessel answers for: {games}. The pieces of any other module are told by `kessel show`; "
    "`kessel bind` binds it to one of these games, and `kessel adopt` takes it over: it is "
    "known in the folder that holds its source-art."
)


def _has_counters(state: GameState, game: Game) -> bool:
    """Whether a piece of the table says that it is a counter of the game. A title alone says
    nothing: others have made modules of the same games."""
    return any(
        own_property(piece, carriers.COUNTER_PROPERTY) in game.counters
        for piece in state.pieces.values()
    )


def _cut(saved: SavedGame) -> Iterator[str]:
    if cut := cut_off(saved):
        yield cut


def _notes(saved: SavedGame, game: Game) -> Iterator[str]:
    yield from _cut(saved)
    yield from _versions(saved, game)


def _lacking(saved: SavedGame, had: Mapping[str, str]) -> Iterator[str]:
    """A note of each extension of a save that its module did not have when it was read."""
    from builder.vassal.buildfile.module import Extended
    from builder.vassal.extensions import missing

    there = (Extended(*one) for one in had.items())
    return missing(saved.extensions, there, saved.passwords.told)


def _versions(saved: SavedGame, game: Game) -> Iterator[str]:
    version = saved.module.version if saved.module else ""
    adopted = game.definition.adopted
    own = game.definition.version if adopted is None else adopted.version
    if version and version != own:
        yield (
            Saying(
                "The save was made with version {version} of the module, and the game's"
                " files are version {version2}: hexes may be read wrongly if the map "
                "has changed.",
                version=saved.passwords.told(version, own),
                version2=own,
            )
        )
    if adopted is not None:
        yield from _lacking(saved, adopted.extensions)
