"""The referee against games played at random and planted breaches:
`python -m tests.bench.referee_games [GAMES] [BREACHES] [FIRST] [GAME ...]` (200 of each game, 100 of
each kind of breach over all games, and seeds from 0 if absent).

A game that is lawful by Kessel's own answers must have no finding (those of odd seeds are played by
careless hands); of each kind of breach 95 % must
be found, with the right rule. Then a long log against the clock.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from assistant.binding import open_record
from assistant.games import rules_for
from assistant.referee.history import history_of
from assistant.referee.judging import judge
from builder.module.shape import game_shape
from tests.referee.conftest import SCENARIOS, game_of, text_of
from tests.referee.habits import careless_game
from tests.referee.planting import KINDS, end_phase, is_found
from tests.referee.playing import Player, Table, random_game

PHASES = 6
TOLD = 50
"""Games after which the count so far is told."""
SHARE = 0.95
VAIN = 4
"""Trials in vain after which a game is asked no more for a kind of breach."""
LONG = 5_000
"""Steps of the long log."""
SECONDS = 60.0


def lawful(name: str, games: int, first: int, path: Path) -> int:
    """How many findings the referee has in games that are lawful, their seeds from `first` on."""
    game = game_of(name)
    bound = game, game_shape(game)
    wrong = steps = 0
    counts: Counter[str] = Counter()
    begun = time.process_time()
    for done in range(games):
        seed = first + done
        try:
            if seed % 2:
                careless_game(game, path, seed, PHASES, text_of(name))
            else:
                random_game(game, SCENARIOS[name], path, seed, PHASES, text_of(name))
            found = judge(rules_for(game), history_of([open_record(path, lambda _: bound)]))
        except Exception:
            wrong += 1
            print(f"  {name} {seed}: crash {traceback.format_exc()}", flush=True)
            continue
        wrong += len(found.findings)
        steps += len(found.history.moments)
        counts.update(f"{one.subject} {one.verdict}" for one in found.verdicts)
        for one in found.findings:
            print(f"  {name} {seed}: {one.subject} {one.number} {one.rule} {one.text}", flush=True)
        if (done + 1) % TOLD == 0 or done + 1 == games:
            took = time.process_time() - begun
            told = ", ".join(f"{what} {n}" for what, n in sorted(counts.items()))
            print(
                f"{name}: {done + 1} games, {steps:,} steps, {wrong} false accusations or crashes, "
                f"{took:.0f} s of work ({told})",
                flush=True,
            )
    return wrong


@dataclass
class Tally:
    """A kind of breach: how many were planted, found by their subject, found with their rule."""

    planted: int = 0
    found: int = 0
    right: int = 0
    by_game: Counter[str] = field(default_factory=Counter)

    def told(self) -> str:
        games = ", ".join(f"{name} {n}" for name, n in self.by_game.items())
        return f"{self.planted} planted, {self.found} found, {self.right} with their rule ({games})"


def breaches(names: Sequence[str], times: int, first: int, path: Path) -> list[str]:
    """The kinds of breach of which too few were found. Each is planted so often over all games,
    game by game in turn; a game that gave none in `VAIN` trials is asked no more."""
    low = []
    for kind in KINDS:
        tally = Tally()
        vain = dict.fromkeys(names, 0)
        seed = first
        while tally.planted < times and any(n < VAIN for n in vain.values()):
            seed += 1
            for name in names:
                if tally.planted < times and vain[name] < VAIN:
                    vain[name] = 0 if _breach(name, kind, seed, tally, path) else vain[name] + 1
        print(f"{kind}: {tally.told()}", flush=True)
        if tally.right < SHARE * tally.planted or tally.planted < times:
            low.append(kind)
    return low


def _breach(name: str, kind: str, seed: int, tally: Tally, path: Path) -> bool:
    """Plant a breach and look for it; whether it could be planted."""
    game = game_of(name)
    bound = game, game_shape(game)
    table = Table(game, path, text_of(name))
    chance = random.Random(seed)
    Player(table, chance, 3, 1).play(seed % 3)
    planted = KINDS[kind](table, chance)
    end_phase(table)
    table.close()
    if planted is None:
        return False
    told = judge(rules_for(game), history_of([open_record(path, lambda _: bound)])).findings
    tally.planted += 1
    tally.by_game[name] += 1
    tally.found += any(one.subject in planted.subjects for one in told)
    tally.right += (right := is_found(planted, told))
    if not right:
        print(f"  {name} {kind} {seed}: {planted}, told {told}", flush=True)
    return True


def long_log(name: str, path: Path) -> float:
    """Seconds to judge a long log."""
    game = game_of(name)
    bound = game, game_shape(game)
    table = Table(game, path, text_of(name))
    player = Player(table, random.Random(1), 20, 2)
    while len(table.replay) < LONG:
        player.phase()
        if not player.next_phase():
            table.turn_to(1, game.definition.phase[0].id)
    table.close()
    begun = time.perf_counter()
    found = judge(rules_for(game), history_of([open_record(path, lambda _: bound)]))
    took = time.perf_counter() - begun
    print(f"{name}: a log of {len(found.history.moments):,} steps is judged in {took:.1f} s")
    return took


def main(words: list[str]) -> int:
    numbers = [int(word) for word in words[:3]]
    games, times, first = (*numbers, *(200, 100, 0)[len(numbers) :])
    names = words[3:] or list(SCENARIOS)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.vlog"
        wrong = sum(lawful(name, games, first, path) for name in names) if games else 0
        low = breaches(names, times, first, path) if times else []
        slow = [name for name in names[:1] if games and long_log(name, path) > SECONDS]
    print(f"false accusations: {wrong}; too few found: {', '.join(low) or 'none'}")
    return 1 if wrong or low or slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
