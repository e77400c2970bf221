"""Logs as they should not be: cut off, edited, without set-up, of another module, joined wrongly."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from assistant.referee.refereed import Refereed, judged, opened, refereed_json
from assistant.report.refereed import refereed
from assistant.words.voice import voice
from builder.vassal.savedgame import read_saved_game
from builder.vassal.sequence import ESC
from builder.vassal.write import save_entries, write_save

Parts = list[str]
LOGGED = "LOG\t"
RUBBISH = (
    "LOG\t", "LOG\tD/", "LOG\tM/1/Main Map/x/y/null/Main Map/1/1/null", "LOG\t-/", "LOG\t+/1/2/3",
    "LOG\tCHAT", "LOG\tUNDO\ttrue", "LOG\tTURN", "LOG\tTURNTurnTracker0\t99;99", "LOG\t\x00\xff",
    "LOG\tMutableProperty\t1d6_result\tx\ty\t", "LOG\t" + "9" * 400, "LOG\tPLAYER\ta\tb\tc",
    "LOG\tMutableProperty\t1d6_result\t0\t99999999999999999999\t", "end_save", "begin_save",
)  # fmt: skip


def parts_of(path: Path) -> Parts:
    """The commands of a log's text, one by one."""
    return read_saved_game(path).text.split(ESC)


def cut(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    text = ESC.join(parts)
    return text[: chance.randrange(len(text) // 2, len(text))].split(ESC)


def cut_anywhere(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    text = ESC.join(parts)
    return text[: chance.randrange(1, len(text))].split(ESC)


def doubled(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    at = chance.choice(steps(parts))
    return [*parts[:at], *parts[at : at + chance.randint(1, 9)], *parts[at:]]


def gap(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    at = chance.choice(steps(parts))
    return [*parts[:at], *parts[at + chance.randint(1, 20) :]]


def swapped(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    known = steps(parts)
    one, other = chance.choice(known), chance.choice(known)
    found = [*parts]
    found[one], found[other] = found[other], found[one]
    return found


def shuffled(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    known = steps(parts)
    mixed = [parts[at] for at in known]
    chance.shuffle(mixed)
    return [*(part for at, part in enumerate(parts) if at not in {*known}), *mixed]


def without_set_up(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    return ["begin_save", *parts[parts.index("end_save") :]]


def half_a_set_up(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    end = parts.index("end_save")
    kept = [part for part in parts[1:end] if chance.random() < 0.5]
    return [parts[0], *kept, *parts[end:]]


def digits(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    """Some digits of some steps become others."""
    found = [*parts]
    for at in chance.sample(steps(parts), min(4, len(steps(parts)))):
        letters = list(found[at])
        for place in chance.sample(range(len(letters)), min(6, len(letters))):
            if letters[place].isdigit():
                letters[place] = chance.choice("0123456789")
        found[at] = "".join(letters)
    return found


def noise(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    """Some letters become any others."""
    letters = list(ESC.join(parts))
    for place in chance.sample(range(len(letters)), chance.randint(1, 30)):
        letters[place] = chance.choice("\x00\x1b\t/;,|\\'-+aZ9\u00e9\U0001f600 ")
    return "".join(letters).split(ESC)


def rubbish(chance: random.Random, parts: Parts, _: Parts) -> Parts:
    at = chance.choice(steps(parts))
    return [*parts[:at], *chance.sample(RUBBISH, 3), *parts[at:]]


def of_another(chance: random.Random, parts: Parts, other: Parts) -> Parts:
    """The set-up of one game and the steps of another."""
    return [*parts[: parts.index("end_save") + 1], *(other[at] for at in steps(other))]


def mixed(chance: random.Random, parts: Parts, other: Parts) -> Parts:
    """Steps of another game among those of this one."""
    at = chance.choice(steps(parts))
    return [*parts[:at], *(other[step] for step in steps(other)[:9]), *parts[at:]]


def steps(parts: Parts) -> list[int]:
    """Where the commands of the steps stand."""
    return [at for at, part in enumerate(parts) if part.startswith(LOGGED)] or [len(parts) - 1]


SPOILT: Sequence[Callable[[random.Random, Parts, Parts], Parts]] = (
    cut, cut_anywhere, doubled, gap, swapped, shuffled, without_set_up, half_a_set_up, digits, noise,
    rubbish, of_another, mixed,
)  # fmt: skip


def spoil(path: Path, other: Path, goal: Path, seed: int) -> str:
    """Write a spoilt log; the name of what was done to it."""
    chance = random.Random(seed)
    how = SPOILT[seed % len(SPOILT)]
    module = read_saved_game(path).module
    assert module is not None
    text = ESC.join(how(chance, parts_of(path), parts_of(other)))
    write_save(goal, save_entries(text, module), overwrite=True)
    if chance.random() < 0.1:
        goal.write_bytes(goal.read_bytes()[: chance.randrange(goal.stat().st_size)])
    return how.__name__


def told(paths: Sequence[Path]) -> Refereed:
    """Everything that is told of logs, in both languages; what raises is not judged at all."""
    records = opened(paths)
    found = judged(records[0].game, records)
    json.dumps(refereed_json(found))
    for language in ("en", "es"):
        assert [*refereed(voice(found.game, language), found, by_turn=True)]
    return found
