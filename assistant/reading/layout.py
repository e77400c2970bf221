"""Signs that a save was made with another layout of the map than the one that the game has now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from assistant.position import Unit
from assistant.reading.pieces import TablePieces
from builder.game.model import Scenario
from builder.saying import Saying
from builder.vassal.state import Place

_BESIDE, _FEW_BESIDE, _LOOKED_AT = 3, 3, 40
"""Pixels from the middle of a hex that count as beside it, how many stacks at least have to stand
so, and at how many it is looked."""

_MOST_LOST = 6
"""Units off the map that one remark names."""


def signs_of_another_layout(
    table: TablePieces,
    units: Sequence[Unit],
    piece_of: Mapping[str, str],
    lost: Sequence[str],
    setup: Scenario | None,
) -> Iterator[str]:
    """Remarks on units beside the middle of their hexes, for VASSAL lets them go nowhere else, on
    units in spaces of other turns than the set-up has them, and on those off hexes and boxes.

    `piece_of` has VASSAL's ids of the units, `lost` the names of those off everything.
    """
    if table.game.kept is not None:
        return
    if lost:
        names = [*lost[:_MOST_LOST], *(["..."] if len(lost) > _MOST_LOST else [])]
        yield Saying(
            "Off the hexes and off every box of the map, so left out: {units}. Put them back in"
            " VASSAL, or make the set-up anew if the map's layout has changed.",
            units=names,
        )
    if late := _on_other_turns(units, setup, table.viewer):
        yield Saying(
            "In the spaces of other turns than the set-up has them: {units}. If nobody put them"
            " there, the save was made with another layout of the map: make the set-up anew.",
            units=late[:_MOST_LOST],
        )
    stands = {table.state.place(piece_of[u.id]) for u in units if u.hex in table.game.grid}
    looked = sorted(stands, key=lambda place: (place.x, place.y))[:_LOOKED_AT]
    off = sum(_is_beside(table, at) for at in looked)
    if off >= _FEW_BESIDE and 2 * off > len(looked):
        yield Saying(
            "The units do not stand in the middle of their hexes: the save was made with"
            " another layout of the map, and hexes may be wrong. Make the set-up anew, or open"
            " the save with the module that it was made with."
        )


def _on_other_turns(units: Sequence[Unit], setup: Scenario | None, viewer: str) -> list[str]:
    """Names of the reinforcements on the turn track if none of them lies on its own turn; without
    those that lie under others of another side than the viewer's."""
    due: dict[str, set[str]] = {}
    for one in setup.placements if setup is not None else ():
        if one.hex.startswith("turn "):
            due.setdefault(one.counter, set()).add(one.hex)
    waiting = [u for u in units if u.hex.startswith("turn ") and u.counter in due]
    if any(u.hex in due[u.counter] for u in waiting):
        return []
    return [u.name or u.id for u in waiting if not u.under or viewer in ("", u.side)]


def _is_beside(table: TablePieces, at: Place) -> bool:
    locator, known = table.answers.locator, table.memo.beside
    if at not in known:
        laid = locator.laid(at.map)
        x, y = laid.snap(at.x, at.y, force=True) if laid is not None else (at.x, at.y)
        known[at] = max(abs(x - at.x), abs(y - at.y)) > _BESIDE
    return known[at]
