"""Tells of a live game: lines for a terminal, or one JSON object a step."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.live.battles import BattleNews, Battles, concerns
from assistant.live.effects import Status
from assistant.live.table import LiveStep, LiveTable
from assistant.questions.answers import as_json
from assistant.report.show import change_json, piece_json
from assistant.report.shown import as_said, by_name, unsaid, untold
from assistant.report.terminal import plain_json
from assistant.words.voice import Voice, voice, voices
from builder import limits
from builder.game.carriers import SCENARIO_PROPERTY
from builder.machine.budget import Budget
from builder.saying import Saying

if TYPE_CHECKING:
    from assistant.live.page import Page
    from builder.game.model import Game

Out = Callable[[str], None]

STATUS = {
    "live": "Live: the table is as the players have it.",
    "behind": "Behind: the table is being caught up with.",
    "lost": "Lost: the game is not followed now, and the last that is known is shown.",
}

MOST_MISSED = 25
"""Lines of what was missed in the terminal: the page shows the table, whatever lies on it."""


@dataclass
class Telling:
    """For people. `say` knows the reader's language; `page` is the board page, if there is one."""

    table: LiveTable
    say: Voice
    out: Out
    page: Page | None = None

    def told(self, text: str) -> None:
        """A sentence for the reader."""
        self.out(self.say(text))

    def status(self, status: Status) -> None:
        """The table is live, behind or lost."""
        if self.page is not None:
            self.page.status(status)
        self.out(self.say(STATUS[status]))

    def stepped(self, step: LiveStep) -> None:
        """A step, as `kessel show` has the steps of a log."""
        if step.number:
            self.out("\n".join(self._lines(step)))
        if self.page is not None:
            self.page.moved(step)

    def rooms(self, rooms: dict[str, tuple[int, bool]]) -> None:
        """The rooms there are."""
        if not rooms:
            self.out(self.say("No room of this module is open now."))
        for name, (players, locked) in sorted(rooms.items()):
            count = self.say("1 player" if players == 1 else Saying("{n} players", n=players))
            self.out(f"{name}: {count}" + (f", {self.say('locked')}" if locked else ""))
        if rooms:
            self.out(self.say("Name the room to follow with --room."))

    def _lines(self, step: LiveStep) -> Iterator[str]:
        say = spoken_of(self.table, self.say)
        record = self.table.record
        says = (say,) if record is None else voices(record.game)
        game = None if record is None else record.game
        changes = [by_name(game, one) for one in unsaid(says, step.chat, step.changes)]
        if step.astray:  # what it would do here is not what its player did
            changes.clear()
        if step.caught_up:
            changes.sort(key=lambda change: change.name != SCENARIO_PROPERTY)
        told = [*map(as_said, step.chat), *(f"= {say(change.text)}" for change in changes)]
        if step.caught_up:
            told.insert(0, self.say("what was missed, all at once:"))
            if (more := len(told) - MOST_MISSED) > 1:  # another scenario, perhaps
                told[MOST_MISSED:] = ["= " + self.say(Saying("and {n} more", n=more))]
        if step.astray:
            told.append("! " + self.say("this does not fit the table that is shown"))
        told += [f"! {line}" for line in broken(step, self.table, self.say)]
        heading = self.say(Saying("step {n}", n=step.number))
        for at, line in enumerate(told or ["-"]):
            yield f"{heading if at == 0 else '':<10} {line}"


@dataclass
class JsonTelling:
    """For scripts: steps go to standard output, all else to standard error. `start`: the game as
    it was met is told too, as step 0."""

    table: LiveTable
    say: Voice
    out: Out
    warn: Out
    start: bool = False
    _battles: Battles | None = None

    def told(self, text: str) -> None:
        """A sentence for the reader."""
        self.warn(self.say(text))

    def status(self, status: Status) -> None:
        """The table is live, behind or lost."""
        self.warn(self.say(STATUS[status]))

    def stepped(self, step: LiveStep) -> None:
        """One object a step."""
        if step.number or self.start:
            record = self.table.record
            told = step_json(step, self.say, None if record is None else record.game)
            told |= {"battles": self._fought(step)}
            self.out(plain_json(json.dumps(told, ensure_ascii=False)))

    def _fought(self, step: LiveStep) -> list[dict[str, Any]]:
        """The battles that a step declares or rolls for, with what they promise or came to."""
        source = self.table.source
        if source is None or not concerns(step):
            return []
        if self._battles is None:
            self._battles = Battles(source.rules, source.seen)
        try:
            with Budget(limits.WORK):
                return [battle_json(news) for news in self._battles.heard(step)]
        except Exception as error:  # one answer fails, not the evening
            self.warn(self.say(Saying("No answer can be given ({why}).", why=type(error).__name__)))
            return []

    def rooms(self, rooms: dict[str, tuple[int, bool]]) -> None:
        """The rooms there are."""
        told = [
            {"room": name, "players": players, "locked": locked}
            for name, (players, locked) in sorted(rooms.items())
        ]
        self.out(plain_json(json.dumps({"rooms": told}, ensure_ascii=False)))


def step_json(step: LiveStep, say: Voice, game: Game | None = None) -> dict[str, Any]:
    """A step as `kessel live --json` has it; `game` has the names of what units and module keep."""
    breaches = []
    changes = () if step.astray else step.changes  # what it would do here its player did not
    if step.breaches:
        from assistant.referee.refereed import verdict_json

        breaches = [verdict_json(verdict) for verdict in step.breaches]
    return {
        "step": step.number,
        "turn": step.turn,
        "text": [say(by_name(game, one).text) for one in untold(step.chat, changes)],
        "chat": list(step.chat),
        "changes": [change_json(change) for change in step.changes],
        "pieces": [piece_json(piece) for piece in step.pieces],
        "gone": list(step.gone),
        "undo": step.undone,
        "caught_up": step.caught_up,
        "fits": not step.astray,
        "breaches": breaches,
    }


def battle_json(news: BattleNews) -> dict[str, Any]:
    """A battle as `kessel live --json` has it; odds and retreats as those commands have them."""
    return {
        "battle": news.battle.number,
        "attackers": list(news.battle.attackers),
        "defenders": list(news.battle.defenders),
        "odds": None if news.odds is None else as_json(news.odds),
        "text": news.why,
        "dice": list(news.dice),
        "result": news.result,
        "retreats": [as_json(found) for found in news.retreats],
        "partly": news.partly,
    }


def spoken_of(table: LiveTable, say: Voice) -> Voice:
    """The voice that knows the names of the table's game, if it is one of Kessel's."""
    return say if table.record is None else voice(table.record.game, say.language)


def broken(step: LiveStep, table: LiveTable, say: Voice) -> Iterator[str]:
    """The rules that a step breaks, in words."""
    if table.record is not None and step.breaches:
        from assistant.report.refereed import what

        spoken = spoken_of(table, say)
        for verdict in step.breaches:
            told = what(spoken, table.record.game, verdict) if verdict.rule else None
            yield told or spoken(verdict.text)
