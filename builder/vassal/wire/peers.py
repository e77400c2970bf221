"""The lines between clients that play without a server, each connected with each.

Source: `org/litesoft/p2pchat`, `chat/peer2peer`. A line is a word, a space, and the rest; commands
are neither packed nor escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder import limits
from builder.vassal.secret import PlayerId
from builder.vassal.wire.errors import WireError
from builder.vassal.wire.properties import read_properties, write_properties

_LONGEST_WORD = limits.VALUE
_MOST_HOSTS = 8
"""Addresses of one machine that are tried; VASSAL's clients tell all that theirs has."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Who is at the other end, and in which room; `id` is as good as a password. `address` is where
    it says that it listens, as it says it; empty where it says who it is anew."""

    id: PlayerId
    name: str
    room: str
    version: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Renamed:
    """The other end says anew who it is: after a change of name or room."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Said:
    """A command that the other end sent."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class OtherPeer:
    """Another peer of the game, and where it listens: at one of its `hosts`; none where that cannot
    be read."""

    hosts: tuple[str, ...]
    port: int
    name: str = ""
    id: PlayerId = field(default_factory=lambda: PlayerId(""))

    @property
    def address(self) -> str:
        """The place as it was told."""
        return f"{','.join(self.hosts)}:{self.port}"


@dataclass(frozen=True, slots=True)
class Refused:
    """The other end ends it: a wrong password."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The other end takes its leave."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """A line that does not matter here."""


FromPeer = Hello | Renamed | Said | OtherPeer | Refused | Gone | Nothing


def read_from_peer(line: str) -> FromPeer:
    """What a line of a peer's says. Raises WireError."""
    word, _, rest = line.partition(" ")
    match word:
        case "HELO":
            return _hello(_after_address(rest), rest.partition("/")[0].strip())
        case "NAME":
            return Renamed(_hello(rest))
        case "CHAT":
            return Said(rest)
        case "PEER":
            return _other(rest)
        case "DONE":
            return Refused()
        case "BYE":
            return Gone()
    return Nothing()


def _after_address(text: str) -> str:
    """What stands behind `address:port/password`; a password may have spaces, names of properties
    have none before their `=`."""
    head, equals, tail = text.partition("=")
    if not equals:
        raise WireError("a peer does not say who it is")
    return head.rpartition(" ")[2] + equals + tail


def _hello(text: str, address: str = "") -> Hello:
    told = read_properties(text)
    if not told.get("id"):
        raise WireError("a peer does not say who it is")
    name, room, version = (
        told.get(key, "")[:_LONGEST_WORD] for key in ("name", "room", "moduleVersion")
    )
    return Hello(PlayerId(told["id"]), name, room, version, address[:_LONGEST_WORD])


def _other(text: str) -> FromPeer:
    try:
        told = read_properties(_after_address(text))
    except WireError:
        told = {}
    name, id_ = told.get("name", "")[:_LONGEST_WORD], PlayerId(told.get("id", ""))
    hosts, colon, port = text.partition("/")[0].strip().rpartition(":")
    if colon and port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65536:
        return OtherPeer(tuple(hosts.split(",")[:_MOST_HOSTS]), int(port), name, id_)
    return OtherPeer((), 0, name, id_) if told.get("id") else Nothing()


def hello(address: str, password: PlayerId, info: Mapping[str, str]) -> str:
    """The first line to a peer: where we are, the password of the game, and who we are."""
    return f"HELO {address}/{password.reveal()} {write_properties(info)}"


def renamed(info: Mapping[str, str]) -> str:
    """The line that says anew who we are."""
    return f"NAME {write_properties(info)}"


def say(message: str) -> str:
    """A command to a peer."""
    return f"CHAT {message}"


def ask_peer_for_state(id_: PlayerId) -> str:
    """The line that asks a peer for the game."""
    return say("SYNC" + id_.reveal())


BYE = "BYE"
