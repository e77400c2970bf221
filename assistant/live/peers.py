"""Follows a game that is played without a server, through the player's own client: a machine fed
with lines and a clock.

Each client sends to each, so that Kessel is connected with all: the player's client, which is
called first, names the others.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from assistant.live.effects import (
    UNASKED,
    Call,
    Dial,
    Drop,
    Effect,
    Ended,
    Played,
    SendTo,
    Synced,
    in_vain,
)
from assistant.live.follower import AGAIN_WAIT, FIRST_WORD, MUTE, SOON, STATE_WAIT, WAITS, pause
from assistant.live.machine import Caller
from assistant.live.who import Company, Who, new_id
from builder import limits
from builder.vassal.secret import Passwords, PlayerId, with_password
from builder.vassal.wire import commands, peers
from builder.vassal.wire.errors import WireError
from builder.vassal.wire.node import MAIN_ROOM

FIRST = 0
"""The link to the player's own client."""

MOST_PEERS = int(limits.PEERS)
_MUTE_YET = (
    "The player's client took the call and says nothing yet; Kessel waits up to {n} seconds "
    "for its name."
)
_HUNG_UP = (
    "The player's client took the call and hung up before it told its name; Kessel tries {n} times "
    "more."
)
_MUTE = (
    "Whoever took the call does not answer as a player's client does. Check address and port: that "
    "client must play peer to peer."
)


@dataclass
class Peers(Caller):
    """Feed it with `opened`, `line`, `closed` and, when `due` says so, `tick`."""

    password: PlayerId
    who: Who
    module: str = ""
    identity: Callable[[], PlayerId] = new_id
    room: str = MAIN_ROOM
    _me: PlayerId = field(default_factory=new_id)
    _port: int = 0
    _links: dict[int, peers.Hello | None] = field(default_factory=dict)
    _called: dict[tuple[str, int], int] = field(default_factory=dict)
    _asking: list[int] = field(default_factory=list)
    """Who is still to be asked for the game; the first is waited for."""
    _asked: int = FIRST
    """Who was asked last."""
    _awaited: int = 0
    """How many whole games were asked for and have not come."""
    _unasked: bool = False
    """Whether one came for which nobody had asked, and that was told."""
    _waiting: bool = False
    _rounds: int = 0
    """How often all were asked in vain since the game came last."""
    _spoilt: dict[int, None] = field(default_factory=dict)
    """Who sent one that cannot be read since all were asked anew."""
    _unread: int = 0
    """How many rounds ended so, one after the other; the game that came last may be another one."""
    _has_game: bool = False
    _greeted: bool = False
    _failures: int = 0
    _met: bool = False
    """Whether the player's client has ever told its name."""
    _first_word: float | None = None
    """When it is told, or given up, that it has not told it since it took the call."""
    _mute_at: float = 0.0
    _ask_at: float | None = None
    _not_again_before: float = 0.0
    _early: list[str] = field(default_factory=list)

    def opened(self, number: int, now: float) -> list[Effect]:
        """A connection is there: the player's client (0), or another."""
        if number == FIRST:
            self._me = self.identity()
            self._port = 49_152 + secrets.randbelow(16_000)  # nobody listens; it tells peers apart
            self._first_word, self._mute_at = now + FIRST_WORD, now + MUTE
        self._links[number] = None
        self._effects.append(SendTo(number, self._hello()))
        return self._done()

    def line(self, number: int, text: str, now: float) -> list[Effect]:
        """A line came."""
        try:
            found = peers.read_from_peer(text)
        except WireError:
            return self._done()
        match found:
            case peers.Hello():
                self._meet(number, found, now)
            case peers.Renamed(hello):
                self._meet(number, hello, now, again=True)
            case peers.Said(message):
                self._hear(number, message, now)
            case peers.OtherPeer(host, port) if number == FIRST:
                self._call(host, port)
            case peers.Refused() if number == FIRST and self._links.get(FIRST) is None:
                self._refused()
            case peers.Refused() if number == FIRST and not self._has_game:
                self._refused()
            case peers.Gone() | peers.Refused():
                self._effects.append(Drop(number))
        return self._done()

    def closed(self, number: int, now: float) -> list[Effect]:
        """A connection broke, or could not be made."""
        self._links.pop(number, None)
        self._called = {at: n for at, n in self._called.items() if n != number}
        if number == FIRST:
            for other in list(self._links):
                self._effects.append(Drop(other))
            self._links.clear()
            self._called.clear()
            self._waiting, self._ask_at, self._early, self._asking = False, None, [], []
            unheard = self._first_word is not None and not self._met
            self._first_word = None
            self._become("lost")
            if not self._met and self._failures >= len(WAITS):
                self._effects.append(Ended(_MUTE))
                return self._done()
            if unheard and not self._failures:
                self._tell(_HUNG_UP.format(n=len(WAITS)))
            self._effects.append(Dial(WAITS[min(self._failures, len(WAITS) - 1)]))
            self._failures += 1
        return self._done()

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        if self._first_word is not None and now >= self._first_word:
            self._still_mute(now)
        if self._ask_at is not None and now >= self._ask_at:
            self._ask_at = None
            self._ask(now)
        return self._done()

    def missed(self, now: float) -> list[Effect]:
        """A command did not fit the table: ask for the game anew, or later if that was just now."""
        self._become("behind")
        self._ask_at = max(now, self._not_again_before)
        self._not_again_before = self._ask_at + AGAIN_WAIT
        self._asking, self._unread = [], 0
        return self._done()

    def unreadable(self, now: float) -> list[Effect]:
        """The game that came cannot be read: ask another peer, and all of them less and less
        often, because each writes a save for it while its player waits."""
        self._become("behind")
        self._has_game, self._early, self._rounds = False, [], self._unread
        self._spoilt[self._asked] = None
        self._waiting = True
        self._ask(now)
        return self._done()

    def say(self, lines: Sequence[str], now: float) -> list[Effect]:
        """Say a line to everybody."""
        self._say(lines)
        return self._done()

    def leave(self) -> list[Effect]:
        """Take leave."""
        for number in self._links:
            self._effects += [SendTo(number, peers.BYE), Drop(number)]
        return self._done()

    @property
    def due(self) -> float:
        """When `tick` is to be called next, if nothing else happens."""
        moments = (at for at in (self._ask_at, self._first_word) if at is not None)
        return min(moments, default=float("inf"))

    @property
    def company(self) -> Company:
        """None is known of: no Kessel listens, so that none is connected with another."""
        return Company()

    @property
    def ids(self) -> Iterator[PlayerId]:
        """The ids of the players, and the password of the game."""
        yield self.password
        for hello in self._links.values():
            if hello is not None:
                yield from with_password(hello.id)

    def _hello(self) -> str:
        return peers.hello("127.0.0.1", self._port, self.password, self._info())

    def _info(self) -> dict[str, str]:
        return self.who.info(self._me, ip="127.0.0.1", room=self.room)

    def _meet(self, number: int, hello: peers.Hello, now: float, again: bool = False) -> None:
        if number not in self._links:
            return
        self._links[number] = hello
        if number != FIRST:
            return
        self._met, self._first_word = True, None
        if hello.room and hello.room != self.room:
            self.room = hello.room
            for other in self._links:
                self._effects.append(SendTo(other, peers.renamed(self._info())))
        if not again:
            self._become("behind")
            self._ask_at, self._asking = now + 1.0, []

    def _still_mute(self, now: float) -> None:
        """The player's client took the call and has not told its name: say so, and later give it
        up, or connect again if it was met before."""
        if now < self._mute_at:
            self._first_word = self._mute_at
            self._tell(_MUTE_YET.format(n=int(MUTE)))
            return
        self._first_word = None
        self._effects.append(Drop(FIRST) if self._met else Ended(_MUTE))

    def _call(self, host: str, port: int) -> None:
        """Call another peer, once; not more of them than sit at a table."""
        if (host, port) in self._called or len(self._called) >= MOST_PEERS or port == self._port:
            return
        number = 1 + max(self._called.values(), default=FIRST)
        self._called[host, port] = number
        self._effects.append(Call(number, host, port))

    def _refused(self) -> None:
        self._effects.append(
            Ended(
                "The player's client refuses: the password is not that of its game. Write the one "
                "of its Server Configuration with --password."
            )
        )

    def _ask(self, now: float) -> None:
        if not self._asking:
            if self._waiting:
                self._waiting = False
                wait = pause(self._rounds)
                self._rounds += 1
                self._unread = self._rounds if self._spoilt else 0
                self._tell(in_vain(self._names(self._spoilt), wait))
                self._ask_at = now + wait
                return
            self._spoilt.clear()
            self._asking = [number for number, hello in self._links.items() if hello is not None]
        if self._asking:
            self._waiting = True
            self._asked = self._asking.pop(0)
            self._awaited += 1
            self._effects.append(SendTo(self._asked, peers.ask_peer_for_state(self._me)))
            self._ask_at = now + STATE_WAIT

    def _hear(self, number: int, message: str, now: float) -> None:
        asked_in_vain = not self._waiting and self._rounds > 0
        if commands.is_state(message):
            late, self._awaited = self._awaited > 0, max(0, self._awaited - 1)
            if self._waiting or (asked_in_vain and self._in_room(number)):  # a slow client's
                self._take(message)
            elif self._has_game and self._in_room(number) and not late and not self._unasked:
                self._unasked = True
                self._tell(UNASKED)
        elif commands.is_personal(message) or not self._in_room(number):
            return
        elif self._waiting or not self._has_game:
            if len(self._early) < limits.EARLY:
                self._early.append(message)
            if asked_in_vain and self._ask_at is not None and self._is_news(message):
                self._ask_at = min(self._ask_at, now + SOON)
        else:
            self._effects.append(Played(message))

    def _is_news(self, message: str) -> bool:
        """Whether a command tells that the game is there now: somebody plays or, after one that
        cannot be read, takes his seat in what he loaded."""
        if self._unread:
            return commands.takes_seat(message)
        return not commands.is_chat(message)

    def _in_room(self, number: int) -> bool:
        hello = self._links.get(number)
        return hello is not None and hello.room in ("", self.room)

    def _take(self, message: str) -> None:
        self._waiting, self._ask_at = False, None
        self._has_game, self._failures, self._rounds, self._said = True, 0, 0, ""
        self._effects.append(Synced(message))
        self._effects += [Played(text, early=True) for text in self._early]
        self._early = []
        self._become("live")
        hellos = [hello for hello in self._links.values() if hello is not None]
        if other := self.who.other_version(hello.version for hello in hellos):
            self._tell(other)
        if not self._greeted:
            self._greeted = True
            self._say([self.who.greeting])

    def _names(self, numbers: Iterable[int]) -> list[str]:
        """The names of peers as they can be told: one may be called by another's password."""
        known = Passwords({id_: frozenset() for id_ in self.ids})
        there = (self._links.get(number) for number in numbers)
        return [known.told(hello.name) for hello in there if hello is not None]

    def _say(self, lines: Sequence[str]) -> None:
        for number, hello in self._links.items():
            if hello is not None:
                self._effects.append(
                    SendTo(number, peers.say(commands.spoken(lines, self.who.unlogged)))
                )
