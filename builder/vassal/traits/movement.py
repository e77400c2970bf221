"""Traits about moving and lying: moved marks, not stacking, mats and attachments."""

from __future__ import annotations

from typing import Any

from builder.vassal.keystroke import KeyStroke
from builder.vassal.sequence import join, split
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.fields import flag, key, text, whole
from builder.vassal.traits.values import COUNTER_TARGET


class MarkMoved(Trait, vassal_id="markmoved;", state_delimiter=None):
    """The mark of a piece that has moved (counters/MovementMarkable)."""

    image: str = text("moved.gif")
    x_offset: int = whole(0)
    y_offset: int = whole(0)
    command: str = text("Toggle whether piece marked as moved")
    toggle_key: KeyStroke | None = key("77,130")
    description: str = text()
    ignore_same_location: bool = flag(False)
    mark_command: str = text("Mark piece as moved")
    mark_key: KeyStroke | None = key()
    unmark_command: str = text("Mark piece as unmoved")
    unmark_key: KeyStroke | None = key()
    moved: bool = flag(False, state=True)


class Immobile(Trait, vassal_id="immob;"):
    """Does not stack (counters/Immobilized).

    `select` is one of i, t, c, n (shift, ctrl, alt, never) or nothing, then g to ignore the grid,
    then Z, A or B against band selection. `move` is N, I or V: normal, if selected, never; without
    one `select` tells. `stack` is L or R: stacks, or never does.
    """

    select: str = text()
    move: str = text("N", missing="")
    stack: str = text("R")
    description: str = text()

    @property
    def stacks(self) -> bool:
        """Whether the piece stacks after all."""
        return self.stack.startswith("L")

    @property
    def never_moves(self) -> bool:
        """Whether nobody can drag the piece, in whatever way it says so."""
        return self.move[:1] == "V" or ("n" in self.select and not self.move)

    @property
    def moves_if_selected(self) -> bool:
        """Whether the piece is dragged only once it is selected."""
        if self.move:
            return self.move[0] == "I"
        return any(how in self.select for how in "itc")


def _members(text: str) -> tuple[str, ...]:
    count, *ids = split(text, ";")
    return tuple(ids[: int(count)]) if count.isdecimal() and len(count) < 7 else ()


class Mat(Trait, vassal_id="mat;"):
    """A piece that carries others (counters/Mat); `cargo` are ids of pieces."""

    name: str = text("Mat")
    description: str = text()
    cargo: tuple[str, ...] = ()

    @classmethod
    def decode_state(cls, text: str, fields: dict[str, Any]) -> dict[str, Any]:
        """The pieces on the mat."""
        return {"cargo": _members(text)}

    def encode_state(self) -> str:
        """The pieces, announced by their number."""
        return join([str(len(self.cargo)), *self.cargo], ";")


class MatCargo(Trait, vassal_id="matPiece;"):
    """A piece that a mat carries (counters/MatCargo); `mat` is its id, or `noMat`."""

    description: str = text()
    keep_facing: bool = flag(True)
    detection_x: int = whole(0)
    detection_y: int = whole(0)
    find_key: KeyStroke | None = key()
    detach_key: KeyStroke | None = key()
    mat: str = text("noMat", state=True)


class Attachment(Trait, vassal_id="attach;"):
    """Links to other pieces (counters/Attachment); `attached` are their ids."""

    name: str = text()
    description: str = text()
    attach_command: str = text("Attach to pieces")
    attach_key: KeyStroke | None = key()
    clear_command: str = text("Clear all attachments")
    clear_key: KeyStroke | None = key()
    filter: str = text()
    restrict_range: bool = flag(False)
    range: int = whole(1)
    fixed_range: bool = flag(True)
    range_property: str = text()
    from_deck: str = text("-1")
    target: str = text(COUNTER_TARGET)
    clear_matching_command: str = text("Clear matching attachments")
    clear_matching_key: KeyStroke | None = key()
    clear_matching_filter: str = text()
    on_attach: str = text("nothing")
    on_detach: str = text("nothing")
    before_attach: str = text("clear")
    attach_to_self: bool = flag(False)
    automatic: bool = flag(True)
    attached: tuple[str, ...] = ()

    @classmethod
    def decode_state(cls, text: str, fields: dict[str, Any]) -> dict[str, Any]:
        """The attached pieces."""
        return {"attached": _members(text)}

    def encode_state(self) -> str:
        """The attached pieces, announced by their number."""
        return join([str(len(self.attached)), *self.attached], ";")


class Translate(Trait, vassal_id="translate;"):
    """A move by a fixed distance (counters/Translate); distances are pixels or expressions."""

    command: str = text("Move Forward")
    move_key: KeyStroke | None = key("77,130")
    x_distance: str = text("0")
    y_distance: str = text("60")
    move_stack: bool = flag(False)
    x_index: str = text("0")
    y_index: str = text("0")
    x_offset: str = text("0")
    y_offset: str = text("0")
    description: str = text()
