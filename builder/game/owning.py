"""Writes the owner's copy: cells, effects and places one by one; packs it to carry it elsewhere."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from builder import limits
from builder.files import DEVICES, read_bounded, remedy_of, write_whole
from builder.game.cells import guarded
from builder.game.csv_file import CsvFile, read_csv
from builder.game.csv_text import CsvText
from builder.game.inside import COPY, no_way_out
from builder.game.kept import TREE
from builder.game.owned import in_order, key_of, keys_of
from builder.game.owner_toml import Effect, Placed, with_effects, with_units
from builder.game.problems import Collector, Problem, ProblemsError, no_such_file
from builder.game.together import alone, write_together
from builder.saying import quoting, shortened
from builder.vassal.buildfile.archive import open_entry


class Cell(NamedTuple):
    """One own cell: the key of its row, its column, and what stands in it; empty takes it back."""

    key: tuple[str, ...]
    column: str
    text: str


def set_cells(folder: Path, name: str, cells: Iterable[Cell]) -> Path:
    """Write cells into the owner's file of that name; what else stands there stays.

    ProblemsError if that file is damaged: it is left as it is. OSError if it cannot be written.
    """
    path = folder / name
    with _alone(folder):
        write_whole(path, _with_cells(path, keys_of(name), cells))
    return path


def _with_cells(path: Path, keys: Sequence[str], cells: Iterable[Cell]) -> bytes:
    """A file of the owner's with these cells in it; his comments and all other rows stay."""
    mine = _read(path, keys) if path.exists() else CsvFile(path, tuple(keys), ())
    header = list(mine.columns)
    lines = {key_of(row, keys): row.line for row in mine}
    before = {key_of(row, keys): row.cells for row in mine}
    rows = {key: dict(row) for key, row in before.items()}
    for cell in cells:
        if cell.column not in header:
            header.append(cell.column)
        row = rows.setdefault(in_order(cell.key, keys), dict(zip(keys, cell.key, strict=True)))
        row[cell.column] = cell.text
    kept = {k: row for k, row in rows.items() if any(v for c, v in row.items() if c not in keys)}
    if not path.exists():
        return _table(header, kept.values())
    text = CsvText.of(path.read_bytes())
    grown = len(header) > len(mine.columns)  # a row shorter than the header would be a mistake
    anew = {
        line: [guarded(kept[key].get(column, "")) for column in header] if key in kept else None
        for key, line in lines.items()
        if grown or kept.get(key) != before[key]
    }
    more = [[guarded(r.get(c, "")) for c in header] for key, r in kept.items() if key not in lines]
    return text.rewritten(anew | ({text.head: header} if grown else {}), more).data()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """While it lasts nobody else writes the copy, and no link leads a writer out of it."""
    no_way_out(folder, COPY)
    with alone(folder):
        yield


def _read(path: Path, keys: Sequence[str]) -> CsvFile:
    problems = Collector()
    file = read_csv(path, problems, keys)
    problems.check()
    return file


def _table(header: Sequence[str], rows: Iterable[Mapping[str, str]]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, header, restval="", lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows({key: guarded(cell) for key, cell in row.items()} for row in rows)
    return text.getvalue().encode()


def set_effects(folder: Path, effects: Mapping[Effect, Any]) -> Path:
    """Write effects of terrain, hexsides and lines; None takes one back."""
    path = folder / "game.toml"
    with _alone(folder):
        write_whole(path, with_effects(path, effects))
    return path


def set_units(folder: Path, scenario: str, placed: Placed) -> Path:
    """Write where a scenario sets counters up; a counter without units is as the game has it."""
    path = folder / "scenarios" / f"{scenario}.toml"
    with _alone(folder):
        write_whole(path, with_units(path, placed))
    return path


def put_back(folder: Path, name: str, before: bytes | None, wrote: bytes) -> bool:
    """Put one of the owner's files back as it was `before` it was written, None if there was none;
    False, and nothing done, if somebody wrote it since."""
    path = folder / name
    with _alone(folder):
        if (path.read_bytes() if path.is_file() else b"") != wrote:
            return False
        if before is None:
            path.unlink(missing_ok=True)
        else:
            write_whole(path, before)
    return True


class Run(NamedTuple):
    """A road, railway or other line from hex to hex, as a row of map/lines.csv has it."""

    kind: str
    name: str
    hexes: tuple[str, ...]
    source: str = "own"


LineStep = tuple[str, str, str]
"""A step of a line: its kind and two hexes that touch, the lesser name first."""


def steps_of(runs: Iterable[Run]) -> dict[LineStep, None]:
    """All single steps of lines."""
    found: dict[LineStep, None] = {}
    for run in runs:
        for pair in pairwise(run.hexes):
            one, other = sorted(pair)
            found[run.kind, one, other] = None
    return found


def set_lines(
    folder: Path, game: Sequence[Run], runs: Callable[[], list[Run]], steps: Mapping[LineStep, bool]
) -> Path:
    """Write which steps of lines there are; the others stay. `runs` reads those that hold now, of
    the owner or, while he has none, of the `game`. If all is as in the game the file goes."""
    path = folder / "map" / "lines.csv"
    with _alone(folder):
        now = runs()
        gone = {step for step, there in steps.items() if not there}
        kept = [part for run in now for part in _without(run, gone)]
        known = steps_of(kept)
        for kind, one, other in (s for s, there in steps.items() if there and s not in known):
            _lengthen(kept, kind, one, other)
        if (data := _lines(game, kept)) is None:
            path.unlink(missing_ok=True)
        else:
            write_whole(path, data)
    return path


def _lines(game: Sequence[Run], runs: Sequence[Run]) -> bytes | None:
    """The owner's file of lines; None if they are all as in the game."""
    if steps_of(runs).keys() == steps_of(game).keys():
        return None
    header = ("kind", "name", "hexes", "source")
    rows = [
        dict(zip(header, (r.kind, r.name, " ".join(r.hexes), r.source), strict=True)) for r in runs
    ]
    return _table(header, rows)


def set_map(
    folder: Path,
    cells: Mapping[str, Sequence[Cell]],
    lines: tuple[Sequence[Run], Sequence[Run]] | None,
    check: Callable[[], None] | None = None,
) -> list[Path]:
    """Write cells of several files of the map, and all its lines, the game's and those that are to
    be, or none, together: a map that was half written would be neither what it was nor what was
    traced. `check` comes before."""
    with _alone(folder):
        if check is not None:
            check()
        files: dict[str, bytes | None] = {
            name: _with_cells(folder / name, keys_of(name), told) for name, told in cells.items()
        }
        if lines is not None:
            files["map/lines.csv"] = _lines(*lines)
        write_together(folder, files)
    return [folder / name for name in files]


def _without(run: Run, gone: set[LineStep]) -> Iterator[Run]:
    """The parts of a run that are left without some of its steps."""
    part = list(run.hexes[:1])
    for before, after in pairwise(run.hexes):
        one, other = sorted((before, after))
        if (run.kind, one, other) in gone:
            if len(part) > 1:
                yield run._replace(hexes=tuple(part))
            part = [after]
        else:
            part.append(after)
    if len(part) > 1:
        yield run._replace(hexes=tuple(part))


def _lengthen(runs: list[Run], kind: str, one: str, other: str) -> None:
    """A step more: at the end of a run of its kind that the owner painted, or a run of its own."""
    for at, run in enumerate(runs):
        if run.kind != kind or run.source != "own":
            continue
        for here, there in ((one, other), (other, one)):
            if run.hexes[-1] == here:
                runs[at] = run._replace(hexes=(*run.hexes, there))
                return
            if run.hexes[0] == here:
                runs[at] = run._replace(hexes=(there, *run.hexes))
                return
    runs.append(Run(kind, "", (one, other)))


def pack(folder: Path, game: str) -> bytes:
    """The owner's copy as one file to carry; the same copy gives the same bytes. ProblemsError if
    there is none, and for links in it that lead out: whoever gets the file would get what they lead
    to."""
    files = _tables(folder)
    if not files:
        text = quoting("There is no owner's copy of {game} on this machine.", game=game)
        raise ProblemsError([Problem(str(folder), 0, text, "`kessel desk` begins one.")])
    if odd := [path for path in files if not _fits(path.relative_to(folder).as_posix())]:
        raise ProblemsError([Problem(str(path), 0, _ODD, _PLAINER) for path in odd])
    if len(files) > limits.COPY_FILES:
        text = quoting("The owner's copy has {n} files.", n=len(files))
        raise ProblemsError([Problem(str(folder), 0, text, _FEWER)])
    if sum(path.stat().st_size for path in files) > limits.COPY:
        raise ProblemsError([Problem(str(folder), 0, _LARGE, _LESS)])
    no_way_out(folder, COPY)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            info = zipfile.ZipInfo(f"{game}/{path.relative_to(folder).as_posix()}")
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    return packed.getvalue()


_LARGE = quoting("The owner's copy has more than {mb} MB.", mb=limits.COPY >> 20)
_LESS = "Take some away."
_ODD = "No packed copy can hold a file of this name, which other systems do not know."
_PLAINER = "Call it by letters, figures and hyphens, and not too many."
_FEWER = quoting("{most} are the most: take some away.", most=limits.COPY_FILES)


def take(
    file: Path, folder: Path, game: str, look: Callable[[Path], None] | None = None
) -> list[str]:
    """Put a packed copy in the place of this machine's; what stood here before is kept beside it as
    GAME.before.zip, GAME.before-2.zip and so on. The names of the files.

    `look` reads the game with the copy in a folder. ProblemsError, and nothing is taken, if it is
    no packed copy of the game, or if `look` finds it wrong.
    """
    try:
        data = read_bounded(file, limits.SOURCE)
    except FileNotFoundError:
        raise ProblemsError([no_such_file(file)]) from None
    except OSError as error:
        text = quoting("Cannot read the file: {why}.", why=error.strerror or "unreadable")
        raise ProblemsError([Problem(str(file), 0, text, remedy_of(error))]) from None
    found = _unpacked(file, data or b"", game)
    if look is not None:
        _looked_at(file, found, look)
    with _alone(folder):
        old = _tables(folder)
        if old:
            _keep(folder.parent, f"{game}.before", pack(folder, game))
        names = {path.relative_to(folder).as_posix() for path in old}
        write_together(folder, {**dict.fromkeys(names - found.keys()), **found})
    return sorted(found)


def _keep(folder: Path, stem: str, data: bytes) -> None:
    """Write what stood here under a name that is free: whoever takes two copies one after another
    may want the first again. What is kept already is not kept twice."""
    for number in count(1):
        path = folder / (f"{stem}.zip" if number == 1 else f"{stem}-{number}.zip")
        if not path.exists():
            write_whole(path, data)
            return
        if path.read_bytes() == data:
            return


def _looked_at(file: Path, found: Mapping[str, bytes], look: Callable[[Path], None]) -> None:
    """What is wrong with a copy's own files, before it takes the place of another."""
    with TemporaryDirectory() as place:
        try:
            for name, data in found.items():
                path = Path(place, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, place) from None
        try:
            look(Path(place))
        except ProblemsError as error:
            wrong = [
                replace(one, file=f"{file}/{Path(one.file).relative_to(place).as_posix()}")
                for one in error.problems
                if Path(one.file).is_relative_to(place)
            ]
            if wrong:
                raise ProblemsError(wrong) from None


def _unpacked(file: Path, data: bytes, game: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    known: set[str] = set()
    left = int(limits.COPY)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                head, _, name = info.filename.partition("/")
                if "\\" in head:  # a folder, to whoever packed it
                    name = info.filename
                elif head != game or info.is_dir():
                    continue
                if not name.lower().endswith(_READ):
                    continue
                name = _as_read(name)
                if not _fits(name) or name.casefold() in known:
                    text = _TWICE if _fits(name) else _ODD
                    raise ProblemsError([Problem(f"{file}/{shortened(name)}", 0, text, _ANEW)])
                known.add(name.casefold())
                if len(found) == limits.COPY_FILES:
                    text = quoting("The packed copy has more than {n} files.", n=len(found))
                    raise ProblemsError([Problem(str(file), 0, text, _FEWER)])
                with open_entry(archive, info) as stream:
                    content = stream.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise ProblemsError([Problem(str(file), 0, _LARGE, _LESS)])
                found[name] = content
    except ProblemsError:
        raise
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError):
        found = {}
    if not found:
        text = quoting("The file is no packed owner's copy of {game}.", game=game)
        remedy = quoting("`kessel own {game} --pack FILE` makes one.", game=game)
        raise ProblemsError([Problem(str(file), 0, text, remedy)])
    return found


_READ = (".csv", ".toml", ".xml")
_LONGEST = 200
"""Bytes of a name in a copy: systems allow 255, and while it is written it has a longer one."""

_TWICE = "Two files of the packed copy have this name, as systems that mind no capitals see it."
_ANEW = "Have the copy packed anew, by `kessel own GAME --pack FILE`."


def _tables(folder: Path) -> list[Path]:
    """The files of a copy that are read; what is hidden is Kessel's own."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.name.endswith(_READ)
        and path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]


def _as_read(name: str) -> str:
    """A file's name in the letters in which it is looked for: on Windows, where the copy may have
    been packed by hand, it is the same in others."""
    folders, slash, last = name.lower().rpartition("/")
    return f"{folders}{slash}{TREE if last == TREE.lower() else last}"


def _fits(name: str) -> bool:
    """Whether a file of this name, with its folders, can be part of a copy on every system."""
    *folders, last = name.split("/")
    return (
        len(folders) < 5 and all(map(_is_plain, (*folders, last))) and "." not in "".join(folders)
    )


def _is_plain(name: str) -> bool:
    return (
        bool(name)
        and name.isprintable()
        and not name.startswith(".")
        and not _STRANGE.search(name)
        and not DEVICES.match(name)
        and len(name.encode(errors="replace")) <= _LONGEST
    )


_STRANGE = re.compile(r'[<>:"|?*\\]')
"""Signs that Windows has in no name of a file."""
