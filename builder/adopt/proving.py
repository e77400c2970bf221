"""Reads what was taken over as every other command will, before it is told that it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from builder.game.check import in_the_way
from builder.game.kept import Kept
from builder.game.loader import read_game
from builder.game.model import Game
from builder.game.owned import Owned
from builder.game.problems import Collector, Problem, ProblemsError
from builder.machine.budget import TooMuchError


def faults(folder: Path) -> tuple[Problem, ...]:
    """Why commands would refuse the game in a folder, each place told from the folder; none if
    they take it. Its owner's copy on this machine is left aside, and so are the pictures of faces,
    which were looked at when they were written."""
    problems = Collector()
    try:
        game = read_game(folder, problems, Owned())
        found = problems.problems or [*in_the_way(game), *_refusals(game)]
    except ProblemsError as error:
        found = [*error.problems]
    except TooMuchError as error:
        found = [Problem("", 0, error.what)]
    return tuple(_told_from(folder, problem) for problem in sorted(set(found)))


def _refusals(game: Game) -> Iterator[Problem]:
    """What the module's kept part, the map, and the settings are refused for."""
    from builder.drawing.map import under
    from builder.drawing.map.layout import layout_map
    from builder.module.read_settings import module_settings

    readers: list[Callable[[Game], object]] = [_kept, layout_map, under.sound, module_settings]
    for read in readers:
        try:
            read(game)
        except ProblemsError as error:
            yield from error.problems


def _kept(game: Game) -> object:
    kept = Kept(game.folder)
    return kept.root, kept.known, kept.faces, kept.pictures


def _told_from(folder: Path, problem: Problem) -> Problem:
    path = Path(problem.file)
    inside = path.is_relative_to(folder) and path != folder
    return replace(problem, file=path.relative_to(folder).as_posix() if inside else "")
