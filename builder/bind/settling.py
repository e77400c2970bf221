"""A written binding goes on: what somebody settled of its pieces is taken up and written again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from builder.bind.drafting import Draft
from builder.bind.pieces import Match
from builder.bind.writing import corrected, folder_of, pieces_text, seal
from builder.game.cells import unguarded
from builder.game.kept import BIND, FOLDER, NEEDED, PIECES, rows_of
from builder.game.owned import BINDING, own_folder
from builder.game.problems import Problem, ProblemsError
from builder.game.together import alone, write_together


def taken_up(found: Draft, folder: Path) -> Draft:
    """The draft with the counters that the written binding gives its pieces. ProblemsError if it is
    damaged, or was corrected by hand."""
    _check_untouched(folder)
    rows = {unguarded(row["slot"]): row for row in rows_of(folder / FOLDER / PIECES, BIND, NEEDED)}
    matches = []
    for one in found.matches:
        row = next((rows[slot.gpid] for slot in one.item.slots if slot.gpid in rows), None)
        if row is None or (row["counter"] == one.target and row["doubt"] == one.doubt):
            matches.append(one)
        else:
            sure = float(row["likeness"] or 0)
            matches.append(replace(one, target=row["counter"], likeness=sure, doubt=row["doubt"]))
    return replace(found, matches=tuple(matches))


def settled(found: Draft, at: int, target: str) -> Draft:
    """The draft with one piece settled; another piece that was that counter is none then. Slots of
    markers and of control may be several pieces."""
    matches = list(found.matches)
    single = target in found.game.counters and found.game.counters[target].kind == "unit"
    for other, one in enumerate(matches):
        if single and one.target == target and other != at:
            matches[other] = Match(one.item, others=(target, *one.others[:2]))
    matches[at] = replace(matches[at], target=target, likeness=1.0 if target else 0.0, doubt="")
    return replace(found, matches=tuple(matches))


def save(found: Draft, folder: Path) -> None:
    """Write which piece is which counter; what else the binding says stays."""
    copy = own_folder(found.game.id)
    inside = folder.relative_to(copy).as_posix()
    with alone(copy):
        _check_untouched(folder)
        told = (folder / BINDING).read_text("utf-8").rstrip("\n").rpartition("\n")[0]
        pieces = pieces_text(found)
        files: dict[str, bytes | None] = {
            f"{inside}/{FOLDER}/{PIECES}": pieces.encode(),
            f"{inside}/{BINDING}": f"{told}\n{seal(told, pieces)}\n".encode(),
        }
        write_together(copy, files)


def _check_untouched(folder: Path) -> None:
    if corrected(folder):
        text = "The binding was corrected by hand: this page would undo that."
        remedy = "Correct it there again, or bind anew with --force."
        raise ProblemsError([Problem(str(folder / BINDING), 0, text, remedy)])


def is_bound(found: Draft) -> Path | None:
    """Where the module's binding lies, if it has one."""
    root = found.taking.root
    folder = folder_of(found.game, root.name or "", root.version or "")
    return folder if (folder / BINDING).is_file() else None


def candidates(found: Draft, at: int) -> Sequence[str]:
    """Counters that a piece most likely is, the likeliest first."""
    one = found.matches[at]
    return tuple(dict.fromkeys(name for name in (one.target, *one.others) if name))
