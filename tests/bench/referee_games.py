"""The referee against games played at random and planted breaches:
`python -m tests.bench.referee_games [GAMES] [BREACHES] [GAME ...]` (200 and 100 of each if absent).

A game that is lawful by Kessel's own answers must have no finding; of each kind of breach 95 % must
be found, with the right rule. Then a long log against the clock.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from assistant.binding import open_record
from assistant.games import rules_for
from assistant.referee.history import history_of
from assistant.referee.judging import judge
from builder.module.shape import game_shape
from tests.referee.conftest import SCENARIOS, game_of, text_of
from tests.referee.planting import KINDS, end_phase, is_found
from tests.referee.playing import Player, Table, random_game

PHASES = 6
TOLD = 50
"""Games after which the count so far is told."""
SHARE = 0.95
LONG = 5_000
"""Steps of the long log."""
SECONDS = 60.0


def lawful(name: str, games: int, path: Path) -> int:
    """How many findings the referee has in games that are lawful."""
    game = game_of(name)
    bound = game, game_shape(game)
    wrong = steps = 0
    counts: Counter[str] = Counter()
    begun = time.process_time()
    for seed in range(games):
        try:
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
        if (seed + 1) % TOLD == 0 or seed + 1 == games:
            took = time.process_time() - begun
            told = ", ".join(f"{what} {n}" for what, n in sorted(counts.items()))
            print(
                f"{name}: {seed + 1} games, {steps:,} steps, {wrong} false accusations or crashes, "
                f"{took:.0f} s of work ({told})",
                flush=True,
            )
    return wrong


def breaches(name: str, times: int, path: Path) -> list[str]:
    """The kinds of breach of which too few were found."""
    game = game_of(name)
    bound = game, game_shape(game)
    rules = rules_for(game)
    low = []
    for kind, plant in KINDS.items():
        done = found = 0
        for seed in range(2 * times):
            table = Table(game, path, text_of(name))
            chance = random.Random(seed)
            Player(table, chance, 3, 1).play(seed % 3)
            planted = plant(table, chance)
            end_phase(table)
            table.close()
            if planted is None:
                continue
            done += 1
            told = judge(rules, history_of([open_record(path, lambda _: bound)])).findings
            found += is_found(planted, told)
            if done == times:
                break
        if done:
            print(f"{name}, {kind}: {found} of {done} found", flush=True)
        if done and found < SHARE * done:
            low.append(f"{name}, {kind}")
    return low


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
    games = int(words[0]) if words else 200
    times = int(words[1]) if words[1:] else 100
    names = words[2:] or list(SCENARIOS)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.vlog"
        wrong = sum(lawful(name, games, path) for name in names)
        low = [kind for name in names for kind in breaches(name, times, path)] if times else []
        slow = [name for name in names[:1] if long_log(name, path) > SECONDS]
    print(f"false accusations: {wrong}; too few found: {', '.join(low) or 'none'}")
    return 1 if wrong or low or slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
