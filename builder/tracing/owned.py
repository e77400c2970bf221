"""What was traced goes into the owner's copy: only what differs from the game's own map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from builder.game import owning
from builder.game.csv_file import Row, read_csv
from builder.game.loader import read_game
from builder.game.map_tables import MAP_TABLES
from builder.game.model import Game
from builder.game.name_lists import names_in_row
from builder.game.owned import Owned
from builder.game.owning import Cell, Run
from builder.game.problems import Collector, Problem, ProblemsError
from builder.tracing.saved import Line, Side, Traced, faults

_LINES = "map/lines.csv"


def traced_with_own(game: Game, own: Path) -> Traced:
    """What the map is now, with the owner's copy in it."""
    board = game.board
    hexes = {name: tuple(sorted(words)) for name, words in board.terrain.items() if words}
    sides: dict[Side, tuple[str, ...]] = {
        (one, other): tuple(sorted(words))
        for (one, other), words in board.hexsides.items()
        if words and one < other and one in game.grid and other in game.grid
    }
    runs = _runs(own, game) or _runs(game.folder, game)
    lines = [Line(run.kind, run.name, run.hexes) for run in runs]
    return Traced({n: w for n, w in hexes.items() if n in game.grid}, sides, lines)


def save_own(
    game: Game,
    own: Path,
    traced: Traced,
    check: Callable[[], None] | None = None,
    files: Collection[str] = tuple(MAP_TABLES),
) -> list[Path]:
    """Write what differs from the game's own map into the tables that are named; those. What
    is again as in the game is taken back. ProblemsError, and nothing written, if the game cannot
    read what was traced, or if `check` finds something when nobody else writes."""
    if wrong := faults(game, traced):
        raise ProblemsError([Problem(str(own / "map"), 0, text) for text in wrong])
    problems = Collector()
    ours = read_game(game.folder, problems, Owned()).board
    problems.check()
    hexes = []
    for name in game.grid.places:
        words = set(traced.hexes.get(name, ())) - {"clear"}
        same = words == set(ours.of(name)) - {"clear"}
        hexes.append(Cell((name,), "terrain", "" if same else " ".join(sorted(words)) or "clear"))
    told = {tuple(sorted(pair)): set(words) for pair, words in traced.sides.items()}
    directed = {name for name, f in game.definition.hexside.items() if f.directed}
    # What belongs to one hex stays: the owner's row leaves the order of hexes in the game's.
    kept = {
        frozenset((row["hex"], row["other"])): directed & set(row["features"].split())
        for row in _table(game.folder / "map" / "hexsides.csv", ("hex", "other", "features"))
    }
    pairs = {
        tuple(sorted((one, other)))
        for one, near in game.grid.around.items()
        for other in near.values()
    }
    sides = []
    for pair in sorted(pairs):
        one, other = pair
        words = told.get(pair, set()) - directed
        same = words == set(ours.between(one, other))
        words |= kept.get(frozenset(pair), frozenset())
        sides.append(Cell(pair, "features", "" if same else " ".join(sorted(words)) or "(none)"))
    game_runs = _runs(game.folder, game)
    runs = [Run(line.kind, line.name, line.hexes) for line in traced.lines]
    cells = {
        f"map/{name}": told
        for name, told in (("hexes.csv", hexes), ("hexsides.csv", sides))
        if name in files
    }
    lines = (game_runs, runs) if "lines.csv" in files else None
    return owning.set_map(own, cells, lines, check)


def _runs(folder: Path, game: Game) -> Sequence[Run]:
    blanks = game.board.with_blanks
    return [
        Run(row["kind"], row["name"], tuple(names_in_row(row["hexes"], blanks)), row["source"])
        for row in _table(folder / _LINES, ("kind", "hexes"))
    ]


def _table(path: Path, columns: tuple[str, ...]) -> Sequence[Row]:
    if not path.is_file():
        return []
    problems = Collector()
    rows = read_csv(path, problems, columns)
    problems.check()
    return list(rows)
