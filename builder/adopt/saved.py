"""The set-ups of a module, and the saves that are given with it, as scenarios of the game."""

from __future__ import annotations

from collections import ChainMap
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from builder import limits
from builder.adopt.cleaning import is_lost
from builder.adopt.setups import Setup, Stand, limited
from builder.adopt.start import start_state
from builder.adopt.taking import Taking
from builder.adopt.unrolling import Ground, Unrolled, Unroller, text_size, unrolled
from builder.adopt.words import apart, line, slug
from builder.files import read_bounded
from builder.game.problems import Problem, ProblemsError
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.module import Module

NOT_READ = (
    "The save cannot be read, so that nobody can take the players' passwords out of it; the set-up "
    "was left out. Save it anew in VASSAL and give it with --save."
)
TOO_MUCH = (
    "The set-ups before it hold as much text as is taken over; it was left out. Give the set-up "
    "that is wanted with --save to a module that has fewer."
)
NO_ZIP = (
    "It is no ZIP file as VASSAL's saves are: VASSAL cannot open it either; the set-up was left "
    "out."
)
NOT_PLACED = "What stands in it cannot be read; it is kept as a save."
ONLY_SAVE = "It is kept as a save; its placements are not written out."
NO_COUNTER = "The piece is none of the module's; it stays in the save alone."
MASKED = "A side hides it; it stays in the save alone, as hidden as it is."
SURPLUS = "More than 200 of one counter stand there."


@dataclass(frozen=True)
class Saved:
    """The save of a set-up: its title, its file under `kept/files`, and how its bytes are had, None
    for one that a folder cannot hold."""

    title: str
    relative: str
    description: str
    read: Callable[[], bytes | None]


def setups_of(taking: Taking, beside: Path, saves: Sequence[Path]) -> Iterator[Setup]:
    """The at-start stacks, the predefined set-ups, and the saves that were given."""
    given = list(_given(saves, taking.module.files))
    unroller = _unroller(taking, beside, frozenset(file.relative for file in given))
    taken: set[str] = set()

    def id_of(text: str) -> str:
        found = apart(slug(text, "setup"), taken)
        taken.add(found)
        return found

    start = start_state(taking.stock, taking.shape)
    if start.pieces:
        found = unroller.stands(start)
        stands = _allotted(taking, found.stands)
        yield Setup(id_of("start"), "New game", "start", stands, unknown=found.unknown)
    files = [*predefined(taking), *given]
    placed = len(files) <= limits.UNROLLED
    beyond: set[str] = set()

    def read_all(once: Sequence[Saved]) -> Iterator[Unrolled | None]:
        return unrolled(unroller, _read(once, beyond), len(once), placed)

    names: Tally[str] = Tally()
    room = int(limits.TAKEN_STANDS)
    for file, save in zip(files, _each_once(files, read_all), strict=True):
        names[file.title] += 1
        shown = file.title if names[file.title] == 1 else f"{file.title} ({names[file.title]})"
        if save is None:
            why = TOO_MUCH if file.relative in beyond else _why_unread(file)
            taking.told.add("set-up", "save", why, shown)
            continue
        if not placed:
            taking.told.add("set-up", "placements", ONLY_SAVE, shown)
        elif not save.read:
            taking.told.add("set-up", "placements", NOT_PLACED, shown)
        stands = _allotted(taking, save.stands)
        if len(stands) > room or _text_of(stands) > limits.SOURCE:
            taking.told.add("set-up", "placements", ONLY_SAVE, shown)
            stands = ()
        room -= len(stands)
        for _ in range(save.unknown):
            taking.told.add("piece", "in a set-up", NO_COUNTER, shown)
        for _ in range(save.masked):
            taking.told.add("piece", "masked in a save", MASKED, shown)
        id_ = id_of(file.title)
        yield Setup(id_, shown, file.relative, stands, file.description, None, save.unknown)


def _each_once(
    files: Sequence[Saved], read: Callable[[Sequence[Saved]], Iterator[Unrolled | None]]
) -> Iterator[Unrolled | None]:
    """What `read` gives of each file; it is asked once for a save that many set-ups offer."""
    left = Tally(file.relative for file in files)
    first = {file.relative: file for file in reversed(files)}
    found = read([file for file in files if first[file.relative] is file])
    known: dict[str, Unrolled | None] = {}
    for file in files:
        if file.relative not in known:
            known[file.relative] = next(found)
        left[file.relative] -= 1
        yield known[file.relative] if left[file.relative] else known.pop(file.relative)


def _unroller(taking: Taking, beside: Path, played: frozenset[str]) -> Unroller:
    """What finds the counters of saves in the places that are taken over."""
    hexes = taking.hexes
    return Unroller(
        Ground(
            beside,
            tuple(taking.known),
            taking.shape,
            taking.main.name if taking.main else "",
            {place.name: place.map for place in taking.places},
            frozenset(hexes.cells) if hexes else frozenset(),
            taking.known_by,
            played,
        )
    )


def _text_of(stands: Iterable[Stand]) -> int:
    """Bytes that the lines of a scenario's file take at most, about."""
    return sum(50 + len(stand.counter) + len(stand.place.encode()) for stand in stands)


def _why_unread(file: Saved) -> str:
    """Why a save cannot be read: it is no archive, or none of a save."""
    is_archive = (file.read() or b"PK")[:2] == b"PK"
    return NOT_READ if is_archive else NO_ZIP


def _read(files: Iterable[Saved], beyond: set[str]) -> Iterator[tuple[str, bytes | None]]:
    """The bytes of each save until there is more text in them than is taken over; which were left
    out after it goes into `beyond`."""
    left = int(limits.SETUPS)
    for file in files:
        data = file.read()
        left -= text_size(data or b"")
        if left < 0:
            beyond.add(file.relative)
        yield file.relative, data if left >= 0 else None


def _allotted(taking: Taking, found: Sequence[Stand]) -> tuple[Stand, ...]:
    """As many of each counter as counters.csv can say; so many copies it says then."""
    by_id = {item.id: item for item in taking.items}
    for counter, count in Tally(stand.counter for stand in found).items():
        item = by_id[counter]
        item.copies = min(limits.TAKEN_COPIES, max(item.copies, count))
    kept, more = limited(found, {item.id: item.copies for item in taking.items})
    for _ in range(more):
        taking.told.add("set-up", "copies", SURPLUS)
    return tuple(kept)


def offered(root: c.GameModule) -> Iterator[str]:
    """The files of the set-ups that a module offers."""
    for part in root.walk():
        if isinstance(part, c.PredefinedSetup) and not part.is_menu and part.use_file and part.file:
            yield part.file


def predefined(taking: Taking) -> Iterator[Saved]:
    """The set-ups that the module itself offers."""
    for part in taking.root.walk():
        if not isinstance(part, c.PredefinedSetup) or part.is_menu:
            continue
        if part.use_file and part.file:
            name = line(part.name or "") or part.file
            read = partial(taking.file, part.file)
            yield Saved(name, part.file, line(part.description or "", 400), read)


def with_lost(module: Module, saves: Sequence[Path]) -> tuple[Module, Sequence[Path]]:
    """The module with those saves of its set-ups that it has lost and that are among the files
    given, known by the file's name; and the other files."""
    given = {path.name.casefold(): path for path in saves}
    found: dict[str, Path] = {}
    for part in module.root.walk():
        if isinstance(part, c.PredefinedSetup) and is_lost(part, module.files):
            name = part.file or ""
            if path := given.get(name.rpartition("/")[2].casefold()):
                found[name] = path
    if not found:
        return module, saves
    own = {name: given_bytes(path) for name, path in found.items()}
    # Nobody writes into a module's files, so that the archive may stand for a mutable mapping.
    files = ChainMap(own, cast("MutableMapping[str, bytes]", module.files))
    used = {*found.values()}
    return module.replace(files=files), [path for path in saves if path not in used]


def _given(saves: Sequence[Path], files: Iterable[str]) -> Iterator[Saved]:
    """The saves that were named, each under a name that no file of the module has."""
    own = (name.casefold() for name in files)
    taken = {Path(name).stem for name in own if name.startswith("saves/")} if saves else set()
    for path in saves:
        name = apart(slug(path.stem, "save"), taken)
        taken.add(name)
        yield Saved(path.stem, f"saves/{name}.vsav", "", partial(given_bytes, path))


def given_bytes(path: Path) -> bytes:
    """The bytes of a save that was given. ProblemsError for what cannot be read or is too large."""
    try:
        data = read_bounded(path, limits.WATCHED)
    except OSError as error:
        text = f"{error.strerror or 'It cannot be read'}."
        raise ProblemsError([Problem(str(path), 0, text)]) from None
    if data is None:
        text = quoting("The file is larger than {number} MB.", number=limits.WATCHED >> 20)
        raise ProblemsError([Problem(str(path), 0, text, "Is it the right file?")])
    return data
