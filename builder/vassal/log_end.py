"""What the end of a log tells of its having been cut off.

VASSAL writes a log in one go, without the number of its steps and without a word that closes it. So
a log cut exactly where a step ends is the same as a shorter log, and only what a cut leaves behind
can tell: a separator with no step after it, or a command that is not whole.
"""

from __future__ import annotations

from builder.vassal.command_reader import is_broken_off, read_command
from builder.vassal.command_tree import Group, leaves
from builder.vassal.commands import END_SAVE, LOG, AddPiece, ChangePiece
from builder.vassal.pieces import is_group
from builder.vassal.savedgame import SavedGame, logged_step
from builder.vassal.sequence import split, split_nested
from builder.vassal.traits.core import number

_NOTHING = "null"  # what VASSAL writes for a command that it cannot encode

_NO_STEP = "The log has no step: nothing was logged, or it was cut off where its steps begin."
_BETWEEN = "The log was cut off between two steps: later steps are missing."
_WITHIN = (
    "The log was cut off in the middle of step {n}: that step may be shown wrongly, and later "
    "steps are missing."
)


def cut_off(game: SavedGame) -> str:
    """A sentence that says how a log was cut off; empty where nothing tells of it."""
    last = game.parts[-1]
    if last == "":
        return _BETWEEN
    if not _is_whole(_last_leaf(last), game):
        return _WITHIN.format(n=len(game.steps) + (not logged_step(last)))
    named_log = game.file is not None and game.file.suffix.lower() == ".vlog"
    return _NO_STEP if named_log and not game.steps else ""


def _last_leaf(node: str | Group) -> str:
    while isinstance(node, Group):
        node = node.parts[-1]
    return node


def _is_whole(leaf: str, game: SavedGame) -> bool:
    """Whether the last command of a save or log is all there, as far as its text tells."""
    if leaf == END_SAVE:
        return True
    if not leaf.startswith(LOG):
        return not (LOG.startswith(leaf) or leaf.startswith("'"))
    logged = leaf.removeprefix(LOG)
    if logged in ("", _NOTHING):
        return True
    if _NOTHING.startswith(logged.rstrip("\\")) or is_broken_off(logged):
        return False
    match read_command(logged):
        case AddPiece(_, type_, state):
            return is_group(type_) or _traits(state) >= _traits(type_)
        case ChangePiece(id_, new, None):
            known = _type_of(id_, game)
            return known is None or is_group(known) or _traits(new) >= _traits(known)
        case ChangePiece(_, new, str(old)):
            return _traits(old) >= _traits(new) and _basic_ends(old) >= _basic_ends(new)
    return True


def _type_of(piece: str, game: SavedGame) -> str | None:
    """The type that a piece was put on the table with, if it was."""
    begin = f"+/{piece}/"
    for leaf in leaves(game.tree):
        command = leaf.removeprefix(LOG)
        if command.startswith(begin):
            found = read_command(command)
            return found.type if isinstance(found, AddPiece) else None
    return None


def _traits(nested: str) -> int:
    """How many traits a type or state has."""
    return len(split_nested(nested))


def _basic_ends(state: str) -> bool:
    """Whether the state of the basic piece has all the properties that it counts."""
    fields = split(split_nested(state)[-1], ";")
    return len(fields) >= 5 and len(fields) >= 5 + 2 * number(fields[4])
