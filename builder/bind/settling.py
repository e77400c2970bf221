"""A written binding goes on: what somebody settled of its pieces is taken up and written again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from builder.bind.choices import is_settled
from builder.bind.drafting import Draft, is_one_piece
from builder.bind.pieces import Match
from builder.bind.writing import corrected, folder_of, pieces_text, seal
from builder.game.cells import unguarded
from builder.game.inside import COPY, no_way_out
from builder.game.kept import BIND, FOLDER, NEEDED, PIECES, rows_of
from builder.game.model import Game
from builder.game.owned import BINDING, own_folder
from builder.game.problems import Problem, ProblemsError
from builder.game.together import alone, write_together
from builder.vassal.buildfile.module import Module


def taken_up(found: Draft, folder: Path) -> Draft:
    """The draft with the counters that the written binding gives its pieces. ProblemsError if it is
    damaged, or was corrected by hand."""
    _check_untouched(folder)
    rows = {unguarded(row["slot"]): row for row in rows_of(folder / FOLDER / PIECES, BIND, NEEDED)}
    matches = []
    for one in found.matches:
        row = next((rows[slot.gpid] for slot in one.item.slots if slot.gpid in rows), None)
        matches.append(one if row is None else _as_written(one, row))
    return replace(found, matches=tuple(matches))


def _as_written(one: Match, row: Mapping[str, str]) -> Match:
    sure = is_settled(row)
    if (row["counter"], row["doubt"], sure) == (one.target, one.doubt, one.settled):
        return one
    likeness = float(row["likeness"] or 0)
    now = replace(one, others=_others(one, row["counter"]), likeness=likeness, settled=sure)
    return replace(now, target=row["counter"], doubt=row["doubt"])


def _others(one: Match, target: str) -> tuple[str, ...]:
    """What a piece might be too once it is this: also what it was, to be chosen again."""
    names = dict.fromkeys(name for name in (one.target, *one.others) if name not in ("", target))
    return tuple(names)[:3]


def standing(found: Draft, folder: Path) -> Draft:
    """The draft as the binding is now, once nobody else writes it."""
    with alone(own_folder(found.game.id)):
        return taken_up(found, folder)


def settled(found: Draft, at: int, target: str) -> Draft:
    """The draft with one piece settled; another piece that was that counter is none then. Slots of
    markers and of control may be several pieces."""
    matches = list(found.matches)
    for other in _holders(found, target):
        if other != at:
            one = matches[other]
            matches[other] = Match(one.item, others=(target, *one.others[:2]))
    likeness = 1.0 if target else 0.0
    now = replace(matches[at], others=_others(matches[at], target), likeness=likeness)
    matches[at] = replace(now, target=target, doubt="", settled=True)
    return replace(found, matches=tuple(matches))


Step = Mapping[int, tuple[Match, Match]]
"""What a choice changed: each of its pieces before and after."""


def step_of(before: Draft, after: Draft) -> Step:
    """What differs between two drafts of the same pieces."""
    pairs = zip(before.matches, after.matches, strict=True)
    return {at: (old, new) for at, (old, new) in enumerate(pairs) if old != new}


def undone(found: Draft, step: Step) -> Draft | None:
    """The draft with a choice taken back; None if other choices since are about its pieces or
    counters."""
    matches = list(found.matches)
    for at, (old, new) in step.items():
        if matches[at].target != new.target or set(_holders(found, old.target)) - step.keys():
            return None
        matches[at] = old
    return replace(found, matches=tuple(matches))


def _holders(found: Draft, target: str) -> Sequence[int]:
    """The pieces that are a counter of which there is but one."""
    single = is_one_piece(found.game, target)
    return [at for at, one in enumerate(found.matches) if single and one.target == target]


def resettle(
    found: Draft, folder: Path, change: Callable[[Draft], Draft], check: Callable[[], None]
) -> tuple[Draft, Draft]:
    """Write which piece is which counter, changed from what stands there now, others' choices too;
    what else the binding says stays. The draft before and after; `check` may refuse it."""
    copy = own_folder(found.game.id)
    inside = folder.relative_to(copy).as_posix()
    with alone(copy):
        no_way_out(copy, COPY)  # a link may have come since the game was read
        before = taken_up(found, folder)
        check()
        after = change(before)
        told = (folder / BINDING).read_text("utf-8").rstrip("\n").rpartition("\n")[0]
        pieces = pieces_text(after)
        files: dict[str, bytes | None] = {
            f"{inside}/{FOLDER}/{PIECES}": pieces.encode(),
            f"{inside}/{BINDING}": f"{told}\n{seal(told, pieces)}\n".encode(),
        }
        write_together(copy, files)
    return before, after


def _check_untouched(folder: Path) -> None:
    if corrected(folder):
        text = "The binding was corrected by hand: this page would undo that."
        remedy = "Correct it there again, or bind anew with --force."
        raise ProblemsError([Problem(str(folder / BINDING), 0, text, remedy)])


def is_bound(game: Game, module: Module) -> Path | None:
    """Where the module's binding lies, if it has one."""
    folder = folder_of(game, module.root.name or "", module.root.version or "")
    return folder if (folder / BINDING).is_file() else None


def candidates(found: Draft, at: int) -> Sequence[str]:
    """Counters that a piece most likely is, the likeliest first."""
    one = found.matches[at]
    return tuple(dict.fromkeys(name for name in (one.target, *one.others) if name))
