"""Fuzzing that follows the code: `python -m tests.bench.guided_fuzz [CASES] [READER ...]`.

A text that reaches a line of the code which none before it reached is kept, and changed further: so
faults add up to what no single fault leads to. It is begun with recorded and with made-up texts.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from assistant.position_file import read_position
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.problems import Collector
from builder.game.rulebook.load import load_rules
from builder.vassal.buildfile.xml import from_bytes
from builder.vassal.expressions import evaluate
from builder.vassal.module_shape import root_shape
from builder.vassal.wire.errors import WireError
from builder.vassal.wire.node import read_from_client, read_from_server
from builder.vassal.wire.peers import read_from_peer
from tests.bench import grammar_fuzz as grammar
from tests.bench.live_fuzz import lines
from tests.bench.vassal_fuzz import mutate_text

ROOMS = tuple(str(Path(grammar.GAMES.parent, room)) for room in ("builder", "assistant"))
SEEDS = 40
"""Texts that a reader begins with."""


class Reached:
    """The lines of Kessel's code that were run; what has no other line is looked at no more."""

    def __init__(self, *places: str) -> None:
        self.lines = 0
        self._places = places or ROOMS
        self._left: dict[CodeType, set[int]] = {}

    @contextmanager
    def followed(self) -> Iterator[None]:
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        left = self._left.get(code)
        if left is None:
            ours = code.co_filename.startswith(self._places)
            left = {line for *_, line in code.co_lines() if line} if ours else set()
            self._left[code] = left
        return self._stepped(left) if left else None

    def _stepped(self, left: set[int]) -> Callable[..., Any]:
        def stepped(frame: FrameType, event: str, _: Any) -> Any:
            if frame.f_lineno in left:
                left.discard(frame.f_lineno)
                self.lines += 1
            return stepped

        return stepped


@dataclass(frozen=True)
class Reader:
    """What reads a text, and texts to begin with."""

    read: Callable[[str], object]
    seeds: Callable[[], Sequence[str]]


def _made(make: Callable[[random.Random], str]) -> Callable[[], list[str]]:
    return lambda: [make(random.Random(seed)) for seed in range(SEEDS)]


def _log_text(chance: random.Random) -> str:
    return "\x1b".join(
        ["begin_save", *grammar.commands(chance), "end_save", *grammar.steps(chance)]
    )


def _build_file(text: str) -> None:
    try:
        root = from_bytes(text.encode(errors="surrogatepass"))
    except ValueError:
        return
    for shape in root_shape(root, lambda name: None).maps:
        shape.laid_out().snapped_name(100, 100)


def _written(text: str, name: str) -> Path:
    path = grammar.folder() / name
    path.write_text(text, encoding="utf-8", errors="replace")
    return path


_game = cache(load_game)


def _rules(text: str) -> None:
    problems = Collector()
    load_rules(_written(text, "rules.toml").parent, _game("tarsa").definition, problems)
    problems.check()


def _rules_texts() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(grammar.GAMES.glob("*/rules.toml"))]


def _known(name: str) -> Game:
    return _game(name if name in ("tarsa", "aldra") else "dagc")


def _line(text: str) -> None:
    for read in (read_from_server, read_from_client, read_from_peer):
        try:
            read(text)
        except WireError:
            continue


def _recorded() -> list[str]:
    names = ("node-observer", "node-two-players", "node-locked", "p2p")
    return [line for name in names for ours in (True, False) for line in lines(name, ours)[:SEEDS]]


READERS = {
    "log": Reader(grammar.look, _made(_log_text)),
    "expression": Reader(
        lambda text: evaluate("{" + text + "}", lambda name: text[:9]),
        _made(lambda chance: grammar.expression(chance, 5)),
    ),
    "build file": Reader(_build_file, grammar.build_texts),
    "position": Reader(
        lambda text: read_position(_written(text, "fuzzed.toml"), _known),
        _made(grammar.position_text),
    ),
    "rules": Reader(_rules, _rules_texts),
    "wire": Reader(_line, _recorded),
}


@dataclass
class Guided:
    """What came of the cases of one reader so far."""

    reader: Reader
    kept: list[str] = field(default_factory=list)
    reached: Reached = field(default_factory=Reached)
    faults: dict[str, str] = field(default_factory=dict)
    slowest: float = 0.0

    def run(self, cases: int, chance: random.Random) -> None:
        """Read the texts to begin with, then so many changed ones."""
        for text in self.reader.seeds():
            self._case(text)
        seeds = list(self.reader.seeds())
        for _ in range(cases):
            # The youngest half as often as all others: there the code is that is hardest to reach.
            pool = self.kept[-20:] if chance.random() < 0.5 else [*self.kept, *seeds]
            self._case(mutate_text(chance.choice(pool or seeds), chance))

    def _case(self, text: str) -> None:
        before, start = self.reached.lines, time.process_time()
        try:
            with self.reached.followed():
                self.reader.read(text)
        except grammar.REFUSALS:
            pass
        except Exception as error:
            self.faults.setdefault(f"{type(error).__name__}: {str(error)[:100]}", text)
        took = time.process_time() - start
        if took > grammar.SLOWEST:
            self.faults.setdefault(f"{took:.0f} seconds", text)
        self.slowest = max(self.slowest, took)
        if self.reached.lines > before:
            self.kept.append(text)


def main() -> None:
    """Run as many cases a reader as the command line says; what goes wrong is written to output/."""
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    wrong = 0
    for name in sys.argv[2:] or READERS:
        guided, start = Guided(READERS[name]), time.process_time()
        guided.run(cases, random.Random(name))
        print(
            f"{name}: {cases} cases, {guided.reached.lines} lines reached, {len(guided.kept)} texts kept, "
            f"{len(guided.faults)} faults; slowest {guided.slowest:.1f} s; {time.process_time() - start:.0f} s",
            flush=True,
        )
        for at, (told, text) in enumerate(guided.faults.items()):
            path = grammar.GAMES.parent / "output" / f"fault-{name.replace(' ', '-')}-{at}.txt"
            path.write_text(text, encoding="utf-8", errors="surrogatepass")
            print(f"  {told} ({path})", flush=True)
        wrong += len(guided.faults)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
