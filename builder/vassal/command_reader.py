"""Reads the commands of VASSAL: the class of a leaf is found by how it begins."""

from __future__ import annotations

from collections.abc import Callable

from builder import limits
from builder.java_numbers import java_int
from builder.vassal.commands import (
    ADD,
    GLOBAL_PROPERTY,
    PLAYER,
    PLAYER_LEAVES,
    SETUP_STACK,
    AddPiece,
    BoardPlace,
    Boards,
    ChangePiece,
    Chat,
    Command,
    Extension,
    GlobalProperty,
    MovePiece,
    Notes,
    Other,
    Player,
    PlayerLeaves,
    PropertyChange,
    RemovePiece,
    SetupStack,
    Sound,
    StartupKey,
    Turn,
    Undo,
    Unmask,
)
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import TAB, split


def _named(text: str) -> str | None:
    return None if text == "null" else text


def _add(text: str) -> Command:
    id_, type_, state, *_ = split(text, "/")
    return AddPiece(_named(id_), type_, state)


def _change(text: str) -> Command:
    id_, new, *old = split(text, "/")
    return ChangePiece(id_, new, old[0] if old else None)


def _move(text: str) -> Command:
    id_, map_, x, y, under, old_map, old_x, old_y, old_under, *player = split(text, "/")
    return MovePiece(
        id_,
        _named(map_),
        java_int(x),
        java_int(y),
        _named(under),
        _named(old_map),
        java_int(old_x),
        java_int(old_y),
        _named(old_under),
        PlayerId(player[0]) if player else None,
    )


def _boards(text: str) -> Command:
    picker, *parts = split(text, TAB)
    if len(parts) % 3:
        raise ValueError("boards come by threes")
    if len(parts) > 3 * limits.BOARDS:
        raise ValueError("no map has so many boards")
    places = []
    for name, column, row in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        bare, *turned = split(name, "/")
        places.append(BoardPlace(bare, turned[:1] == ["rev"], java_int(column), java_int(row)))
    return Boards(picker.removesuffix("BoardPicker"), tuple(places))


def _turn(text: str) -> Command:
    tracker, state = text.split(TAB, 1)
    return Turn(tracker, state)


def _global(text: str) -> Command:
    _, name, value, container, *_ = [*split(text, ";"), "Module"]
    return GlobalProperty(name, value, container)


def _property_change(text: str) -> Command:
    name, old, new, container, *_ = [*split(text, TAB), "Module"]
    return PropertyChange(name, old, new, container)


def _player(text: str) -> Command:
    id_, name, side, *_ = split(text, TAB)
    return Player(PlayerId(id_), name, side)


def _extension(text: str) -> Command:
    name, version, *_ = [*split(text, TAB), ""]
    return Extension(name, version)


def _startup(text: str) -> Command:
    id_, applied, *_ = [*split(text, TAB), ""]
    return StartupKey(id_, applied)


_READERS: tuple[tuple[str, Callable[[str], Command]], ...] = (
    (ADD, _add),
    ("D/", _change),
    ("M/", _move),
    ("CHAT", Chat),
    ("-/", RemovePiece),
    ("MutableProperty" + TAB, _property_change),
    (GLOBAL_PROPERTY, _global),
    ("TURN", _turn),
    ("UNDO" + TAB, lambda text: Undo(text == "true")),
    (PLAYER, _player),
    (PLAYER_LEAVES, lambda text: PlayerLeaves(PlayerId(text))),
    (SETUP_STACK, lambda text: SetupStack()),
    ("NOTES" + TAB, lambda text: Notes(False, text)),
    ("PNOTES" + TAB, lambda text: Notes(True, text)),
    ("UNMASK" + TAB, Unmask),
    ("SGKC" + TAB, _startup),
    ("AUDIO" + TAB, Sound),
    ("EXT" + TAB, _extension),
)


def is_broken_off(leaf: str) -> bool:
    """Whether a leaf is the beginning of a command that VASSAL writes longer."""
    if any(prefix.startswith(leaf) and prefix != leaf for prefix, _ in _READERS):
        return True
    known = any(leaf.startswith(prefix) for prefix, _ in _READERS)
    return known and isinstance(read_command(leaf), Other)


def read_command(leaf: str) -> Command:
    """The command of a leaf; one that is damaged is as good as unknown, as it is to VASSAL."""
    for prefix, reader in _READERS:
        if leaf.startswith(prefix):
            try:
                return reader(leaf[len(prefix) :])
            except ValueError:
                return Other(leaf)
    if "BoardPicker" + TAB in leaf:
        try:
            return _boards(leaf)
        except ValueError:
            return Other(leaf)
    return Other(leaf)
