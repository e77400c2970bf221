"""The lines between VASSAL's server and its clients, read and written on either side.

A line is a sequence of words with TAB between. Source: `chat/node/Protocol` and its `MsgSender`s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from builder import limits
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import TAB, join, split
from builder.vassal.wire.errors import WireError
from builder.vassal.wire.packed import packed, unpacked
from builder.vassal.wire.properties import read_properties, write_properties

MAIN_ROOM = "Main Room"
EVERYWHERE = "*"
"""In the place of a room: wherever the member is."""

BYE = "!BYE"
KEEP_ALIVE = ""
SPEAKS = "speaks"
"""The property that VASSAL's clients have not: in which language a Kessel tells in the chat."""

LOCKED_OUT = "null"
"""What the real client sends for a password when it has none."""

_LONGEST_WORD = limits.VALUE
"""Characters kept of names and versions, which people choose: more than are ever told, so that a
password in them is known first."""


@dataclass(frozen=True, slots=True)
class Member:
    """Someone connected. Of what the server tells, addresses and passwords apart, only this."""

    id: PlayerId
    room: str
    name: str
    version: str
    """The version of the module, empty if it is not told."""
    speaks: str = ""
    """The language in which a Kessel tells in the room's chat, empty for all others."""


@dataclass(frozen=True, slots=True)
class RoomInfo:
    """What a room's owner has set: who owns it, and whether only the invited may enter."""

    owner: PlayerId | None = None
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Members:
    """Everyone of the module, those of a room in order of arrival."""

    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Rooms:
    """What is set of rooms, by name. An empty room may be named still."""

    rooms: Mapping[str, RoomInfo]


@dataclass(frozen=True, slots=True)
class Message:
    """A command that another member sent, unpacked."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class RegisterAgain:
    """The server asks who is there."""


@dataclass(frozen=True, slots=True)
class KeepAlive:
    """An empty line: the other side has nothing to say and is there."""


FromServer = Members | Rooms | Message | RegisterAgain | KeepAlive


def read_from_server(line: str) -> FromServer:
    """What a line of the server's says. Raises WireError."""
    if not line:
        return KeepAlive()
    word, _, rest = line.partition(TAB)
    if word == "LIST":
        return Members(tuple(_members(rest)))
    if word == "ROOM_INFO":
        return Rooms(_rooms(rest))
    if word == "REG_REQUEST":
        return RegisterAgain()
    return Message(unpacked(line))


def _members(text: str) -> Iterable[Member]:
    entries = split(text, TAB) if text else []
    if len(entries) > limits.MEMBERS:
        raise WireError(f"the list of members has more than {limits.MEMBERS:,}")
    for entry in entries:
        path, *info = split(entry, "=")
        where = split(path, "/")
        if len(where) == 3:
            yield member_of(where[2], where[1], info[0] if info else "")


def member_of(id_: str, room: str, info: str) -> Member:
    """A member by what it says of itself. Raises WireError."""
    told = read_properties(info)
    words = (told.get(key, "")[:_LONGEST_WORD] for key in ("name", "moduleVersion", SPEAKS))
    return Member(PlayerId(id_), room, *words)


def _rooms(text: str) -> dict[str, RoomInfo]:
    named = read_properties(text)
    rooms = {}
    for room, told in named.items():
        info = read_properties(told)
        owner = PlayerId(info["owner"]) if info.get("owner") else None
        rooms[room] = RoomInfo(owner, info.get("locked") == "true")
    return rooms


def register(id_: PlayerId, module: str, info: Mapping[str, str]) -> str:
    """The first line of a client."""
    path = join([module, MAIN_ROOM], "/")
    return join(["REG", id_.reveal(), path, write_properties(info)], TAB)


def enter(module: str, room: str, password: PlayerId | None = None) -> str:
    """The line that moves a client to a room; `password` is the owner's id, for a locked room."""
    more = [] if password is None else [password.reveal()]
    return join(["JOIN", join([module, room], "/"), *more], TAB)


def to_member(module: str, member: PlayerId, message: str) -> str:
    """A message to one member, wherever he is."""
    return _forward(join([module, EVERYWHERE, member.reveal()], "/"), message)


def to_others(module: str, room: str, me: PlayerId, message: str) -> str:
    """A message to everybody else in a room."""
    return _forward(join([module, room, "~" + me.reveal()], "/"), message)


def _forward(path: str, message: str) -> str:
    return join(["FWD", path, packed(message)], TAB)


def members_line(module: str, members: Iterable[tuple[PlayerId, str, str]]) -> str:
    """The list of members as the server sends it; each by id, room and what it says of itself."""
    entries = [
        join([join([module, room, id_.reveal()], "/"), info], "=") for id_, room, info in members
    ]
    return "LIST" + TAB + join(entries, TAB)


def written_info(info: Mapping[str, str]) -> str:
    """What a member says of itself, as it stands in the list."""
    return write_properties(info)


def owned_by(owner: PlayerId) -> str:
    """What is known of an open room that somebody owns, as owners write it."""
    return write_properties({"owner": owner.reveal()})


def rooms_line(rooms: Mapping[str, str]) -> str:
    """What is set of rooms as the server sends it; by room the properties as their owner wrote
    them."""
    return "ROOM_INFO" + TAB + write_properties(rooms)


@dataclass(frozen=True, slots=True)
class Register:
    """A client says who it is and of which module."""

    id: PlayerId
    module: str
    info: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Enter:
    """A client wants to enter a room, perhaps with a password."""

    room: str
    password: PlayerId | None


@dataclass(frozen=True, slots=True)
class Forward:
    """A message from a client to a member (`to`), to all but one (`but`), or to all of a room."""

    room: str
    to: PlayerId | None
    but: PlayerId | None
    message: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Stats:
    """What a client says of itself has changed."""

    info: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SetRooms:
    """A client sets what is known of rooms: by room, the properties as it wrote them."""

    rooms: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Kick:
    """The owner of a room throws a member out."""

    member: PlayerId


@dataclass(frozen=True, slots=True)
class Leave:
    """A client takes its leave."""


FromClient = Register | Enter | Forward | Stats | SetRooms | Kick | Leave | KeepAlive


def read_from_client(line: str) -> FromClient:
    """What a line of a client's says. Raises WireError for what is no line of VASSAL's."""
    if not line:
        return KeepAlive()
    if line.startswith(BYE):
        return Leave()
    word, *rest = split(line, TAB)
    match word, rest:
        case "REG", [id_, path, *info]:
            return Register(PlayerId(id_), split(path, "/")[0], info[0] if info else "")
        case "JOIN", [path, *password]:
            given = password[0] if password and password[0] != LOCKED_OUT else ""
            return Enter(_room(path), PlayerId(given) if given else None)
        case "FWD", [path, message, *_]:
            return _read_forward(path, message)
        case "STATS", [info, *_]:
            return Stats(info)
        case "ROOM_INFO", [info, *_]:
            return SetRooms(read_properties(info))
        case "KICK", [id_, *_]:
            return Kick(PlayerId(id_))
    raise WireError("a client sent a line that is none of VASSAL's")


def _room(path: str) -> str:
    parts = split(path, "/")
    if len(parts) < 2:
        raise WireError("a client names no room")
    return parts[1]


def _read_forward(path: str, message: str) -> Forward:
    parts = split(path, "/")
    if len(parts) < 2:
        raise WireError("a client names no room")
    whom = parts[2] if len(parts) > 2 else ""
    if whom.startswith("~"):
        return Forward(parts[1], None, PlayerId(whom[1:]), message)
    return Forward(parts[1], PlayerId(whom) if whom else None, None, message)
