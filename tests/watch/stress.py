"""Torn, truncated and rewritten saves in a row through the real reader: what came of them."""

from __future__ import annotations

import gc
import json
import os
import random
import sys
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from assistant.board.session import Session
from assistant.watch import Watch
from tests.watch.saves import spoilt


@dataclass(frozen=True)
class Outcome:
    """What a run of saves left behind: `stale` counts the moments when the page showed something
    else than the last save that could be read; `objects` and `handles` are how many objects and
    open files there are more at the end than after the first quarter."""

    saves: int
    whole: int
    shown: int
    stale: int
    objects: int
    handles: int


def stress(folder: Path, saves: int, seed: int = 1) -> Outcome:
    """Write saves over one another and under changing names, and look after each."""
    chance = random.Random(seed)
    session = Session()
    watch = Watch(folder, lambda text: None, session=session)
    expected = whole = shown = stale = 0
    before = (0, 0)
    for number, written in enumerate(islice(spoilt(chance), saves), 1):
        path = folder / f"game {chance.randint(1, 3)}.{chance.choice(('vsav', 'vlog'))}"
        put(path, written.data, number, chance)
        arrived = shows(watch, session)
        if written.whole or (written.doubtful and arrived):
            expected = written.turn
        whole += written.whole
        shown += arrived
        stale += bool(expected) and session.sources[0].moment().position.turn != expected
        stale += arrived and not (written.whole or written.doubtful)
        if number == saves // 4:
            before = left()
    objects, handles = left()
    return Outcome(saves, whole, shown, stale, objects - before[0], handles - before[1])


def shows(watch: Watch, session: Session) -> bool:
    """Look until there is nothing new; whether a state arrived."""
    was = session.sources[0] if session.sources else None
    while watch.look():
        pass
    return bool(session.sources) and session.sources[0] is not was


def left() -> tuple[int, int]:
    """Objects and open files of this process; no files where the system does not tell."""
    gc.collect()
    there = Path("/proc/self/fd")
    return len(gc.get_objects()), sum(map(_is_kept, there.iterdir())) if there.is_dir() else 0


def _is_kept(handle: Path) -> bool:
    """Whether a handle is more than one that is open for a moment: the thread that looks after
    budgets reads how much memory is held, whenever it likes."""
    try:
        return handle.readlink().name != "statm"
    except OSError:  # closed meanwhile
        return False


def put(path: Path, data: bytes, number: int, chance: random.Random) -> None:
    """Write as programs do: over the old file, or beside it and renamed; each later than before."""
    if chance.random() < 0.5:
        path.write_bytes(data)
        os.utime(path, ns=(number * 10**9, number * 10**9))
        return
    beside = path.with_suffix(".tmp")
    beside.write_bytes(data)
    os.utime(beside, ns=(number * 10**9, number * 10**9))
    os.replace(beside, path)


if __name__ == "__main__":
    print(json.dumps(asdict(stress(Path(sys.argv[1]), int(sys.argv[2])))))
