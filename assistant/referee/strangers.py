"""A log of a module that Kessel has no rules for, as far as it can be judged: its dice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assistant.binding import named_game
from assistant.questions.reasons import Saying
from assistant.referee.luck import Dice, tested
from builder.game.locate import installed_games, is_titled
from builder.game.problems import Problem, ProblemsError
from builder.vassal.commands import Chat, PropertyChange
from builder.vassal.salvage import read_log
from builder.vassal.savedgame import SavedGame, commands_of

_BUTTON = re.compile(
    r"(?P<name>[ -~]{0,30}?(?P<dice>\d{1,2})d(?P<faces>\d{1,3})[ -~]{0,30})_result\Z", re.IGNORECASE
)
_BY = re.compile(
    r"(?:\((?P<after>[^()<>\x00-\x1f]{1,60})\)|<(?P<inside>[^()<>\x00-\x1f]{1,60})>)[ *]*\Z"
)
_MARKUP = re.compile(r"</?[bi]>", re.IGNORECASE)
_ADDED = "+/"
BARE = "The log of {module} has lost the set-up with which it began, so that nothing can be judged."
REMEDY = "Ask for the log as VASSAL wrote it."
MOST_DICE, MOST_FACES = 20, 100
MOST_PLAYERS = 12
"""Players and dice buttons of a log that are told."""


@dataclass(frozen=True)
class StrangersLog:
    """A log without rules: the module's name, its steps, and the dice of each button (`side` names
    the button, and the player where one is known)."""

    log: str
    module: str
    steps: int
    dice: tuple[Dice, ...]
    ours: bool = False
    """Whether the module is called as one of Kessel's: then the log lacks its set-up."""


def strangers_log(path: Path) -> StrangersLog | None:
    """A log of a module that is none of Kessel's; None if it is of one, or has no dice."""
    saved = read_log(path)
    if saved.module is None or named_game(saved) is not None:
        return None
    rolls = list(_rolls(saved))
    if not rolls:
        return None
    name = saved.module.name
    ours = any(is_titled(id_, name) for id_ in installed_games())
    told = saved.passwords.told(name, name if ours else "")
    return StrangersLog(path.name, told, len(saved.steps), tuple(_tests(rolls)), ours)


def strangers_logs(paths: list[Path], error: ProblemsError) -> list[StrangersLog]:
    """The same of several logs, none of which Kessel has rules for; else the error that says so."""
    found = [told for path in paths if (told := strangers_log(path)) is not None]
    if len(found) != len(paths):
        raise next((bare for path in paths if (bare := without_set_up(path)) is not None), error)
    return found


def without_set_up(path: Path) -> ProblemsError | None:
    """The error of a log of one of Kessel's games in whose set-up no piece lies; None of others."""
    saved = read_log(path)
    name = saved.module.name if saved.module is not None else ""
    if not any(is_titled(id_, name) for id_ in installed_games()):
        return None
    if any(leaf.startswith(_ADDED) for leaf in saved.restore):
        return None
    return ProblemsError([Problem(str(path), 0, Saying(BARE, module=name), REMEDY)])


@dataclass(frozen=True)
class _Roll:
    button: str
    number: int
    faces: int
    shown: tuple[int, ...]
    player: str


def _rolls(saved: SavedGame) -> Iterator[_Roll]:
    """Every roll that a step tells by its button's property, undone ones too: they were rolled."""
    for step in saved.steps:
        commands = commands_of(step)
        lines = [command.line for command in commands if isinstance(command, Chat)]
        told = (_BY.search(_MARKUP.sub("", line)) for line in lines)
        players = [match["after"] or match["inside"] for match in told if match]
        for command in commands:
            match = _BUTTON.match(command.name) if isinstance(command, PropertyChange) else None
            if match is None or not isinstance(command, PropertyChange):
                continue
            number, faces = int(match["dice"]), int(match["faces"])
            if not (0 < number <= MOST_DICE and 1 < faces <= MOST_FACES):
                continue
            shown = tuple(int(word) for word in re.findall(r"\d{1,4}", command.new)[:MOST_DICE])
            if shown:
                yield _Roll(match["name"], number, faces, shown, players[0] if players else "")


def _tests(rolls: list[_Roll]) -> Iterator[Dice]:
    """A test for each button, and for each player at it where several are named. Single dice are
    counted face by face, sums as sums."""
    for key in dict.fromkeys((r.button, r.number, r.faces, len(r.shown) > 1) for r in rolls):
        button, number, faces, apart = key
        mine = [r for r in rolls if (r.button, r.number, r.faces, len(r.shown) > 1) == key]
        dice = 1 if apart else number
        known = range(dice, dice * faces + 1)
        players = sorted({roll.player for roll in mine} - {""})
        for player in ["", *players[:MOST_PLAYERS]] if len(players) > 1 else [""]:
            fell = Counter(
                value
                for roll in mine
                if player in ("", roll.player)
                for value in roll.shown
                if value in known
            )
            if fell:
                side = f"{button}, {player}" if player else button
                yield tested(side, {str(face): fell[face] for face in known}, dice)
