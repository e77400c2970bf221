"""A table: a save, log or position file opened, to ask all questions of and to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.games import rules_for
from assistant.position import Position, Unit
from assistant.questions.door import Door, in_short, written
from assistant.questions.names import side_called
from assistant.questions.protocol import QuestionError, Rules
from builder.game.problems import Problem, ProblemsError, no_such_file
from builder.saying import Saying

if TYPE_CHECKING:
    from assistant.binding import Record
    from assistant.remembered import Bound
    from assistant.report.shown import Shown
    from builder.game.model import Game


@dataclass(frozen=True, repr=False)
class Table(Door):
    """A moment of a game: what lies on the table, and the questions that can be asked of it.

    Made by `open_table`. A table never changes; `at` gives another step of the same log.
    """

    path: Path | None = None
    record: Record | None = None
    step: int | None = None

    def __repr__(self) -> str:
        file = f"{self.path.name}, " if self.path else ""
        step = f", step {self.step} of {self.steps}" if self.steps else ""
        return f"Table({file}{self.position!r}{step})"

    @property
    def game(self) -> Game:
        """The game that is played: its map, counters, charts."""
        return self.position.game

    @property
    def units(self) -> tuple[Unit, ...]:
        """Every unit in sight, stacks from the bottom up."""
        return self.position.units

    @property
    def steps(self) -> int:
        """Steps of a log; 0 for a save or a position file."""
        return self.record.steps if self.record else 0

    @property
    def said(self) -> tuple[str, ...]:
        """Chat, reports and dice of this step of a log."""
        return self.record.said(self.step) if self.record and self.step else ()

    def at(self, step: int) -> Table:
        """The table after a step of the log; KesselError if there is no such step."""
        _is_step(step)
        if self.record is None:
            if step == 0:
                return self
            text = Saying("There is no step {n}.", n=step)
            remedy = "A position file has no steps: leave the step out."
            raise ProblemsError([Problem(str(self.path or "table"), 0, text, remedy)])
        position = self.record.position(step, self.position.viewer)
        return replace(self, position=self.rules.visible(position), step=step)

    def with_position(self, position: Position) -> Table:
        """The same table with other things on it, as for a plan; it has no file any more."""
        if not isinstance(position, Position):
            text = "{word} is no position: give one made from `table.position`."
            raise QuestionError(text, word=in_short(position))
        return replace(self, position=position, path=None, record=None, step=None)

    def pieces(self) -> Shown:
        """Every piece of the save, counters of no game too, by map and stack, as `kessel show`."""
        from assistant.report.shown import show

        if self.record is None or self.path is None:
            text, remedy = "There are no pieces to be shown.", "Open a save or a log."
            raise ProblemsError([Problem(str(self.path or "table"), 0, text, remedy)])
        return show(self.path, None, self.step, False, self.position.viewer or None)

    def picture(self, path: Path | str, *, whole_map: bool = False, language: str = "en") -> None:
        """Draw the map with pieces, zones, supply lines and retreats to a PNG file."""
        from assistant.report.picture import Layers, write_picture

        with _written_to(path) as file:
            write_picture(self.position, file, Layers(), whole_map, language)

    def text(self) -> str:
        """The position as the text of a position file, which `open_table` reads again."""
        from assistant.position_text import write_position

        return write_position(self.position)

    def write(self, path: Path | str) -> None:
        """Write the position as a position file."""
        from assistant.report.files import write_text

        with _written_to(path) as file:
            write_text(file, self.text())


def open_table(
    path: Path | str,
    step: int | None = None,
    viewer: str | None = None,
    bound: Callable[[str], Bound] | None = None,
) -> Table:
    """Open a save, a log (after its last step, or the one named) or a position file.

    `viewer` is the side whose eyes are used, its id or name; without it what lies open to all.
    `bound` hears which game a save or log is of, and gives it.
    KesselError if the file cannot be read, its game is not known or has no such step or side.
    """
    path = _file(path)
    _is_step(step)
    if not path.exists():
        raise ProblemsError([no_such_file(path)])
    if path.suffix.lower() == ".toml":
        from assistant.position_file import read_position

        read = read_position(path)
        return table_of(read if viewer is None else seen_by(read, viewer), path=path)
    from assistant.binding import bound_game, open_record

    record = open_record(path, bound or bound_game)
    side = "" if viewer is None else known_side(record.game, viewer)
    position = record.position(step, side)
    return table_of(position, path=path, record=record, step=record.steps if step is None else step)


def open_scenario(game: Game | str, scenario: str, viewer: str | None = None) -> Table:
    """The table as a scenario sets it up; KesselError if the game or the scenario is not known."""
    from assistant.played import played_game
    from assistant.scenario import scenario_position
    from builder.game.model import Game

    loaded = game if isinstance(game, Game) else played_game(written(game))
    position = scenario_position(loaded, written(scenario))
    return table_of(position if viewer is None else seen_by(position, viewer))


def _file(path: Path | str) -> Path:
    """A file's name as a path; QuestionError for what is none."""
    if isinstance(path, str | Path):
        return Path(path)
    text = "{word} is no name of a file: write it as text."
    raise QuestionError(text, word=in_short(path))


def _is_step(step: int | None) -> None:
    """QuestionError for a step that is no number."""
    if step is not None and type(step) is not int:
        raise QuestionError("{word} is no step: write a number.", word=in_short(step))


@contextmanager
def _written_to(path: Path | str) -> Iterator[Path]:
    """A file to be written; KesselError if it cannot be."""
    file = _file(path)
    try:
        yield file
    except OSError as error:
        why = error.strerror or "it cannot be written"
        told = Saying("Nothing was saved: {why}.", why=why)
        raise ProblemsError([Problem(str(file), 0, told)]) from None


def table_of(
    position: Position,
    *,
    path: Path | None = None,
    record: Record | None = None,
    step: int | None = None,
) -> Table:
    """The table of a position, without what its viewer may not see."""
    rules = rules_for(position.game)
    tell = other_names(position.game)
    return Table(rules, _seen(rules, position), tell, path, record, step)


def _seen(rules: Rules, position: Position) -> Position:
    """The position without what its viewer may not see. What a game finds wrong with it is put into
    each language here, by the game's own sentences, which who opens files does not know."""
    try:
        return rules.visible(position)
    except QuestionError as error:
        from assistant.words.voice import InEach, voices

        told = {say.language: say(str(error)) for say in voices(position.game)}
        raise QuestionError(InEach(told)) from error


def door_of(position: Position) -> Door:
    """The door to a position that has already been made what its viewer may see."""
    return Door(rules_for(position.game), position, other_names(position.game))


def seen_by(position: Position, side: str) -> Position:
    """A position with the eyes of a side, by its id or name."""
    return replace(position, viewer=known_side(position.game, side))


def known_side(game: Game, side: str) -> str:
    """The id of a side, by its id or name; QuestionError with what can be written instead."""
    sides = [(one.id, one.name) for one in game.sides.values()]
    return side_called(sides, written(side), other_names(game))


def other_names(game: Game) -> Callable[[str], str]:
    """Names of the game in Spanish; the words are read when the first name is asked for."""

    @cache
    def spoken() -> Callable[[str], str]:
        from assistant.words.voice import voice

        return voice(game, "es")

    return lambda name: spoken()(name)
