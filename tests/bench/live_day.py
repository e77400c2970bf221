"""A made-up day at the live table: `python -m tests.bench.live_day [STEPS] [RECONNECTS]`.

24 hours of the clock with keepalives, reconnects and steps, a server that is no more than a few
lines, and a table of one unit. No step may be lost, and memory may grow with the log alone.
"""

from __future__ import annotations

import gc
import random
import sys
import time
import tracemalloc
from collections.abc import Iterable
from dataclasses import dataclass, field

from assistant.binding import Bound
from assistant.live.effects import Dial, Effect, HangUp, Send, Status
from assistant.live.follower import Follower
from assistant.live.play import LiveGame
from assistant.live.table import LiveStep, LiveTable
from assistant.live.who import Who
from builder.game.problems import Problem, ProblemsError
from builder.vassal.savedgame import SavedGame
from builder.vassal.secret import PlayerId
from builder.vassal.wire.node import BYE, KEEP_ALIVE, members_line, rooms_line
from builder.vassal.wire.properties import write_properties
from tests.live.tables import MODULE, game, move

DAY = 24 * 3600.0
ROOM = "Brest"
MOST_A_STEP = 4_000
"""Bytes that a step of 60 characters may cost: its texts, and its share of the states kept."""


@dataclass
class Counted:
    """A listener that keeps nothing but figures."""

    steps: int = 0
    caught_up: int = 0
    number: int = 0
    states: dict[str, int] = field(default_factory=dict)

    def told(self, text: str) -> None:
        pass

    def status(self, status: Status) -> None:
        self.states[status] = self.states.get(status, 0) + 1

    def stepped(self, step: LiveStep) -> None:
        self.steps += step.number > 0
        self.caught_up += step.caught_up
        assert step.number in (0, self.number + 1), "a number was left out"
        self.number = step.number

    def rooms(self, rooms: dict[str, tuple[int, bool]]) -> None:
        pass


def no_game(saved: SavedGame) -> Bound:
    raise ProblemsError([Problem("table", 0, "It has no rules.")])


@dataclass
class Day:
    """A server with one player, a follower, and the clock between them."""

    chance: random.Random
    now: float = 0.0
    x: int = 0
    open: bool = False
    dial_at: float = 0.0
    keepalives: int = 0
    heard: Counted = field(default_factory=Counted)
    sent_at: float = 0.0
    ids: int = 0

    def __post_init__(self) -> None:
        self.follower = Follower(MODULE, ROOM, Who(), self._identity)
        table = LiveTable(ROOM, no_game)
        self.game = LiveGame(self.follower, table, self.heard)

    def _identity(self) -> PlayerId:
        self.ids += 1
        return PlayerId(f"kessel.{self.ids}")

    @property
    def replay_x(self) -> int:
        replay = self.game.table.replay
        assert replay is not None
        return replay.now().place("unit").x

    def do(self, effects: Iterable[Effect]) -> None:
        for effect in self.game.carry_out(effects, self.now):
            match effect:
                case Send(line) if self.open:
                    self.answer(line)
                case HangUp():
                    self.cut()
                case Dial(seconds):
                    self.dial_at = self.now + seconds

    def answer(self, line: str) -> None:
        """What VASSAL's server and the player's client do."""
        me = PlayerId(f"kessel.{self.ids}")
        if line == KEEP_ALIVE:
            self.keepalives += 1
        elif line.startswith("REG"):
            self.lists((PlayerId("ana"), ROOM), (me, "Main Room"))
        elif line.startswith("JOIN"):
            self.lists((PlayerId("ana"), ROOM), (me, ROOM))
        elif "SYNC" in line:
            self.hear(game(self.x))
        elif line == BYE:
            self.open = False

    def lists(self, *members: tuple[PlayerId, str]) -> None:
        told = [(id_, room, "name=somebody") for id_, room in members]
        self.hear(members_line(MODULE, told))
        self.hear(rooms_line({ROOM: write_properties({"owner": "ana"})}))

    def hear(self, line: str) -> None:
        self.sent_at = self.now
        self.do(self.follower.line(line, self.now))

    def cut(self) -> None:
        if self.open:
            self.open = False
            self.do(self.follower.closed(self.now))

    def play(self) -> None:
        """Ana moves; who is not connected misses it."""
        was, self.x = self.x, self.chance.randrange(10_000)
        if self.open:
            self.hear(move(self.x, was))

    def until(self, moment: float) -> None:
        """Let time pass, with whatever falls due."""
        while True:
            due = self.follower.due if self.open else self.dial_at
            due = min(due, self.sent_at + 120.0) if self.open else due
            if due > moment:
                break
            self.now = max(self.now, due)
            if not self.open:
                self.open = True
                self.do(self.follower.opened(self.now))
            elif self.now >= self.sent_at + 120.0:
                self.hear("")
            if self.open and self.now >= self.follower.due:
                self.do(self.follower.tick(self.now))
        self.now = moment


def live_through(steps: int, reconnects: int) -> Day:
    """A day with so many steps and broken connections; AssertionError for a table that differs."""
    day = Day(random.Random(44))
    events = [(day.chance.uniform(5, DAY), "play") for _ in range(steps)]
    events += [(day.chance.uniform(5, DAY), "cut") for _ in range(reconnects)]
    for moment, what in sorted(events):
        day.until(moment)
        if what == "cut":
            day.cut()
        else:
            day.play()
            if day.open:
                assert day.replay_x == day.x
    day.until(DAY + 60)
    assert day.replay_x == day.x
    return day


def main(words: list[str]) -> int:
    steps, reconnects = int(words[0]) if words else 50_000, int(words[1]) if words[1:] else 1_000
    tracemalloc.start()
    begun = time.perf_counter()
    day = live_through(steps, reconnects)
    took = time.perf_counter() - begun
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    each = held / max(1, day.heard.steps)
    print(
        f"24 hours in {took:.1f} s: {day.heard.steps:,} steps heard, {day.heard.caught_up} of them "
        f"what a gap had left out, {day.ids - 1} reconnects, {day.keepalives} keepalives sent; "
        f"{held / 2**20:.1f} MB held, {each:,.0f} bytes a step"
    )
    return 0 if each < MOST_A_STEP and day.ids > reconnects * 0.9 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
