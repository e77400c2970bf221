"""Mutates saves and logs and reads them: `python -m tests.bench.vassal_fuzz [CASES] [FILE ...]`.

Every case must end in a state or in a VassalFileError, within bounded time.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from io import BytesIO
from pathlib import Path

from builder.vassal.answers import Answers
from builder.vassal.container import SAVED_GAME, open_archive
from builder.vassal.diff import changes
from builder.vassal.errors import VassalFileError
from builder.vassal.locations import Locator
from builder.vassal.obfuscation import disguise, reveal
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game, read_saved_game
from builder.vassal.turns import turn_number

DATA = Path(__file__).parents[1] / "data" / "vassal"
SLOWEST = 5.0  # seconds for one case

_TELLING = [
    "\x1b",
    "\\\x1b",
    "\t",
    "\\",
    "'",
    "/",
    ";",
    ",",
    "null",
    "+/",
    "M/",
    "D/",
    "-/",
    "LOG\t",
]


def mutate_text(text: str, chance: random.Random) -> str:
    """A text with a few faults: cut, doubled, swapped, with delimiters where none belong."""
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(text) + 1)
        until = min(len(text), at + chance.choice((1, 1, 2, 10, 200)))
        match chance.randrange(6):
            case 0:
                text = text[:at] + text[until:]
            case 1:
                text = text[:at] + chance.choice(_TELLING) + text[at:]
            case 2:
                text = text[:at] + text[at:until] * chance.randint(2, 30) + text[until:]
            case 3:
                text = (
                    text[:at] + chr(chance.choice((0, 9, 27, 92, 39, 47, 0x1F600))) + text[until:]
                )
            case 4:
                other = chance.randrange(len(text) + 1)
                text = text[:at] + text[other : other + until - at] + text[until:]
            case _:
                digits = [spot for spot in range(at, until) if text[spot : spot + 1].isdigit()]
                for spot in digits[:1]:
                    number = chance.choice(("-1", "99999999999999999999", "0", "x"))
                    text = text[:spot] + number + text[spot + 1 :]
    return text


def mutate_bytes(data: bytes, chance: random.Random) -> bytes:
    """Bytes with a few faults, or cut off."""
    changed = bytearray(data)
    if chance.random() < 0.3:
        del changed[chance.randrange(len(changed) + 1) :]
    for _ in range(chance.randint(1, 8)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def read_all(text: str) -> None:
    """Read and play a text as a save, ask every piece for its name and place, look what changed."""
    replay = Replay(parse_saved_game(text))
    last, middle = replay.state(), replay.state(len(replay) // 2)
    for state in (replay.first, last):
        answers = Answers(state, Locator(None, state))
        for piece in state.pieces.values():
            assert len(piece.traits) == len(piece.type.parts)
            answers.open_name(piece)
            answers.property(piece, "Step_Level")
            answers.locator.hex(*state.place(piece.id))
    changes(middle, last)
    for tracker in last.turns.values():
        turn_number(tracker)


def case(seed: int, texts: list[str], archives: list[bytes]) -> Callable[[], None]:
    """One case: a faulty text, a faulty disguise, or a faulty archive."""
    return _case(random.Random(seed), texts, archives)


def _case(chance: random.Random, texts: list[str], archives: list[bytes]) -> Callable[[], None]:
    kind = chance.random()
    if kind < 0.8:
        text = mutate_text(chance.choice(texts), chance)
        return lambda: read_all(text)
    if kind < 0.9:
        data = mutate_bytes(
            disguise(chance.choice(texts), chance.choice(("classic", "bytes"))), chance
        )
        return lambda: read_all(reveal(data))
    packed = mutate_bytes(chance.choice(archives), chance)
    return lambda: read_all(read_saved_game(BytesIO(packed), "fuzzed.vsav").text)


def _texts_of(files: Iterable[Path]) -> tuple[list[str], list[bytes]]:
    texts, archives = [], []
    for path in files:
        with open_archive(path) as archive:
            texts.append(reveal(archive[SAVED_GAME]))
        archives.append(path.read_bytes())
    return texts, archives


def run(cases: Iterable[int], files: Iterable[Path]) -> tuple[int, int, float]:
    """Run the cases; gives how many were read, how many refused, and the slowest in seconds.

    Anything worse than a VassalFileError is raised, with the seed of the case.
    """
    texts, archives = _texts_of(files)
    read = refused = 0
    slowest = 0.0
    for seed in cases:
        start = time.process_time()
        try:
            case(seed, texts, archives)()
            read += 1
        except VassalFileError:
            refused += 1
        except Exception as error:
            raise AssertionError(f"case {seed} ends in {type(error).__name__}") from error
        took = time.process_time() - start
        assert took < SLOWEST, f"case {seed} takes {took:.1f} s"
        slowest = max(slowest, took)
    return read, refused, slowest


def changed_file(chance: random.Random) -> Callable[[], None]:
    """Reads a save or log of the tests with faults in it: the smaller, the likelier."""
    texts, archives = _samples()
    return _case(chance, texts, archives)


@cache
def _samples() -> tuple[list[str], list[bytes]]:
    paths = sorted(sample_files(), key=lambda path: path.stat().st_size)
    return _texts_of([*paths[: len(paths) // 2], *paths])


def sample_files() -> list[Path]:
    """The saves and logs of the tests."""
    return sorted([*DATA.glob("*.vsav"), *DATA.glob("*.vlog")])


def main() -> None:
    """Run as many cases as the command line says, 100,000 if it says nothing."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    files = [Path(name) for name in sys.argv[2:]] or sample_files()
    start = time.process_time()
    read, refused, slowest = run(range(count), files)
    print(
        f"{count} mutated saves and logs: {read} read, {refused} refused with VassalFileError, "
        f"nothing worse; slowest {slowest * 1000:.0f} ms; {time.process_time() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
