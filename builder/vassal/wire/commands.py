"""The commands that only live play has: asking for the state, invitations, private words.

Source: `chat/SynchEncoder`, `chat/InviteEncoder`, `chat/PrivateChatEncoder`, `chat/SoundEncoder`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builder import limits
from builder.vassal.commands import BEGIN_SAVE
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import ESC, TAB, split
from builder.vassal.wire.properties import write_properties

_SYNC = "SYNC"
_INVITE = "INVITE" + TAB
_COLOURS = tuple("|!?~`")
"""Signs with which a line of chat names its colour (`tools/QuickColors`)."""
_UNLOGGED = "CLOCKCONTROL" + TAB + "false" + TAB + "false"
"""A command that changes nothing in a module whose control of clocks is hidden, as Kessel's is.
VASSAL neither logs nor undoes it, nor what comes with it: `BasicLogger` asks the first command of a
message. A module without such a control leaves it out (`GameModule.decode`)."""
_PERSONAL = (_SYNC, _INVITE, "PRIV_CHAT", "PLAY" + TAB)


@dataclass(frozen=True, slots=True)
class Invitation:
    """The owner of a room asks somebody in; `owner` opens the room."""

    name: str
    owner: PlayerId
    room: str


def ask_for_state(info: Mapping[str, str]) -> str:
    """The message that asks a member of a room for the game; the answer goes to the `id` in it."""
    return _SYNC + write_properties(info)


def is_state(message: str) -> bool:
    """Whether a message is a whole game, the answer to the question for it."""
    return message.startswith(BEGIN_SAVE)


def is_personal(message: str) -> bool:
    """Whether a message concerns the two who speak and not the game."""
    return message.startswith(_PERSONAL)


def is_chat(message: str) -> bool:
    """Whether a message is lines of chat and nothing besides."""
    parts = message.removeprefix(_UNLOGGED + ESC).split(ESC)
    return all(part.startswith("CHAT") for part in parts)


def hides_clocks(restored: Iterable[str]) -> bool:
    """Whether the module of a game has the hidden clocks by which a line is no step of a log: a
    game says how they stand."""
    return _UNLOGGED.rpartition(TAB)[0] in {one.rpartition(TAB)[0] for one in restored}


def is_unlogged(message: str) -> bool:
    """Whether a message is lines that a Kessel says, no step of the players' logs."""
    return message.startswith(_UNLOGGED + ESC) and is_chat(message)


def invitation(message: str) -> Invitation | None:
    """The invitation that a message is, if it is one."""
    if not message.startswith(_INVITE):
        return None
    parts = split(message[len(_INVITE) :], TAB)
    if len(parts) < 3:
        return None
    return Invitation(parts[0][: limits.VALUE], PlayerId(parts[1]), parts[2])


def takes_seat(message: str) -> bool:
    """Whether somebody takes a seat with a message: on joining, and on loading a game."""
    return message.startswith("PLAYER" + TAB)


def spoken(lines: Iterable[str], unlogged: bool = False) -> str:
    """The command that writes lines to everybody's chat; what would be markup stands as text.

    All are one command, because each command of chat that a player has received is an undo of its
    own, to be made before that of the move which he would take back; `unlogged` it is none.
    """
    return ESC.join([*[_UNLOGGED] * unlogged, *map(_spoken, lines)])


def _spoken(line: str) -> str:
    plain = "".join(sign for sign in line if sign.isprintable()).strip()
    text = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if text.startswith(_COLOURS):  # because there the client takes it for a colour and eats it
        text = f"&#{ord(text[0])};{text[1:]}"
    return f"CHAT- {text}"
