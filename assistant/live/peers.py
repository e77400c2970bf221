"""Follows a game that is played without a server, through the player's own client: a machine fed
with lines and a clock.

Each client sends to each, so that Kessel is connected with all: the player's client, which is
called first, names the others. It names them only to who says who he is, so that Kessel does so
anew while nobody else is there: who comes later calls the players' clients, not Kessel.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from assistant.live.effects import (
    PASSED_OVER,
    UNASKED,
    Call,
    Dial,
    Drop,
    Effect,
    Ended,
    Played,
    SendTo,
    Status,
    Synced,
    in_vain,
)
from assistant.live.follower import AGAIN_WAIT, FIRST_WORD, MUTE, SOON, WAITS
from assistant.live.machine import STATE_WAIT, Caller, SecondLook, pause
from assistant.live.who import Company, Who, is_kessels, new_id
from builder import limits
from builder.saying import AsWritten, Saying
from builder.vassal.secret import Passwords, PlayerId, with_password
from builder.vassal.wire import commands, peers
from builder.vassal.wire.errors import WireError
from builder.vassal.wire.node import MAIN_ROOM

FIRST = 0
"""The link to the player's own client."""

MOST_PEERS = int(limits.PEERS)
MOST_TOLD_OF = int(limits.SEATS) // 2
"""Players of whom only others tell: so many, that those who are met have room beside them."""
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
_ALONE = (
    "Nobody else is connected with the player's client. Kessel looks for others now and then, "
    "because it does not hear who comes after it."
)
_UNHEARD = (
    "Kessel cannot connect with {name}, so that it does not hear what {name} plays: it asks for "
    "the game now and then instead. All is seen at once in a game with a server, as that of "
    "kessel live --serve."
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
    _own: str = ""
    """An address at which nobody listens, unlike that of any other Kessel."""
    _links: dict[int, peers.Hello | None] = field(default_factory=dict)
    _at: str = ""
    """The address that the player's client knows as Kessel's."""
    _move_at: float | None = None
    """When it is told another one."""
    _called: dict[str, int] = field(default_factory=dict)
    _named: dict[str, str] = field(default_factory=dict)
    """Peers that the player's client has named since it was asked for them, by address."""
    _told_of: dict[PlayerId, str] = field(default_factory=dict, repr=False)
    """The names of all whom it named, also of those whom nobody can call, by their ids."""
    _unheard: dict[str, str] = field(default_factory=dict)
    """Those with whom no connection could be made."""
    _look: SecondLook = field(default_factory=SecondLook)
    """When the player's client is asked once more who else is there."""
    _told_alone: bool = False
    _asking: list[int] = field(default_factory=list)
    """Who is still to be asked for the game; the first is waited for."""
    _asked: int = FIRST
    """Who was asked last."""
    _second: SecondLook = field(default_factory=SecondLook)
    """Of the player's client, if another's game is followed, or somebody came meanwhile."""
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
    _failed_before: int = 0
    """As many as there were when the last game came, which perhaps cannot be read."""
    _met: bool = False
    """Whether the player's client has ever told its name."""
    _first_word: float | None = None
    """When it is told, or given up, that it has not told it since it took the call."""
    _mute_at: float = 0.0
    _ask_at: float | None = None
    _not_again_before: float = 0.0
    _early: list[str] = field(default_factory=list)

    def opened(self, number: int, now: float) -> list[Effect]:
        """A connection is there: the player's client (0), or another. It says first who it is."""
        if number == FIRST:
            self._me = self.identity()
            port = 49_152 + secrets.randbelow(16_000)
            self._own = self._at = f"127.0.0.1:{port}"
            self._first_word, self._mute_at = now + FIRST_WORD, now + MUTE
        self._links[number] = None
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
                self._rename(number, hello)
            case peers.Said(message):
                self._hear(number, message, now)
            case peers.OtherPeer():
                self._name(number, found)
            case peers.Refused() if number == FIRST and self._links.get(FIRST) is None:
                self._refused()
            case peers.Refused() if number == FIRST and not self._has_game:
                self._refused()
            case peers.Gone() | peers.Refused():
                self._effects.append(Drop(number))
        return self._done()

    def closed(self, number: int, now: float) -> list[Effect]:
        """A connection broke, or could not be made."""
        met = self._links.pop(number, None) is not None
        address = self._address(number)
        if number == FIRST:
            self._lose(now)
        elif address:
            del self._called[address]
            if not met:
                self._cannot_hear(address)
            self._watch(now)
        return self._done()

    def _lose(self, now: float) -> None:
        """The player's client is gone: without it nobody else is followed."""
        for other in list(self._links):
            self._effects.append(Drop(other))
        for known in (self._links, self._called, self._named, self._unheard):
            known.clear()
        self._waiting, self._ask_at, self._early, self._asking = False, None, [], []
        self._look.end()
        self._second.end()
        self._move_at = None
        unheard = self._first_word is not None and not self._met
        self._first_word = None
        self._become("lost")
        if not self._met and self._failures >= len(WAITS):
            self._effects.append(Ended(_MUTE))
            return
        if unheard and not self._failures:
            self._tell(_HUNG_UP.format(n=len(WAITS)))
        self._effects.append(Dial(WAITS[min(self._failures, len(WAITS) - 1)]))
        self._failures += 1

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        if self._first_word is not None and now >= self._first_word:
            self._still_mute(now)
        if self._ask_at is not None and now >= self._ask_at:
            self._ask_at = None
            self._ask(now)
        if self._move_at is not None and now >= self._move_at:
            self._move()
        if now >= self._look.due:
            self._look_around(now)
        if now >= self._second.due:
            self._look_again(now)
        return self._done()

    def missed(self, now: float, earliest: float = 0.0) -> list[Effect]:
        """A command did not fit the table: ask for the game anew, or later if that was just now,
        and not before `earliest`; and who else plays."""
        self._become("behind")
        at = max(now, self._not_again_before, earliest)
        self._ask_at = at if self._ask_at is None else min(at, self._ask_at)
        self._not_again_before = max(self._not_again_before, self._ask_at + AGAIN_WAIT)
        self._asking, self._unread = [], 0
        if self._links.get(FIRST) is not None and self._look.at is None:
            self._look.at = now
        return self._done()

    def unreadable(self, now: float) -> list[Effect]:
        """The game that came cannot be read: ask another peer, and all of them less and less
        often, because each writes a save for it while its player waits."""
        self._become("behind")
        self._failures = self._failed_before
        self._has_game, self._early, self._rounds = False, [], self._unread
        self._spoilt[self._asked] = None
        self._second.end()
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
        planned = self._ask_at, self._first_word, self._move_at
        moments = (at for at in planned if at is not None)
        return min(self._look.due, self._second.due, *moments)

    @property
    def company(self) -> Company:
        """None is known of: no Kessel listens, so that none is connected with another."""
        return Company()

    @property
    def ids(self) -> Iterator[PlayerId]:
        """The ids of the players, and the password of the game."""
        yield self.password
        for id_, _ in self._players():
            yield from with_password(id_)

    def _players(self) -> Iterator[tuple[PlayerId, str]]:
        """Id and name of those whom it met or heard of."""
        met = (hello for hello in self._links.values() if hello is not None)
        yield from ((hello.id, hello.name) for hello in met)
        yield from self._told_of.items()

    def _become(self, status: Status) -> None:
        """While somebody plays who is not heard, nobody knows whether the table is as it was."""
        super()._become("behind" if status == "live" and self._unheard else status)

    def _info(self) -> dict[str, str]:
        return self.who.info(self._me, ip="127.0.0.1", room=self.room)

    def _say_hello(self, number: int, address: str) -> None:
        self._effects.append(SendTo(number, peers.hello(address, self.password, self._info())))

    def _move(self) -> None:
        """Tell the player's client its own address as Kessel's.

        It names Kessel to whoever connects with it later; but who is connected with that address
        does not call it again. He could not reach Kessel, and his client would show him a message
        for each of several tries. Of two at one address, answers to the one would come to the
        other.
        """
        self._move_at = None
        first = self._links.get(FIRST)
        if first is not None and first.address:
            self._at = first.address
            self._say_hello(FIRST, self._at)

    def _meet(self, number: int, hello: peers.Hello, now: float) -> None:
        """The other end says who it is, and hears who Kessel is."""
        if number not in self._links or self._links[number] is not None:
            return
        self._links[number] = hello
        self._say_hello(number, self._own)
        if number == FIRST:
            self._met, self._first_word = True, None
            self._follow_to(hello)
            self._become("behind")
            self._move_at = now + SOON / 2
            self._ask_at, self._asking = now + SOON, []
            return
        self._unheard.pop(self._address(number), None)
        if self._has_game and not self._waiting:
            self._second.at = now + SOON  # whatever he has played before
        self._watch(now)

    def _rename(self, number: int, hello: peers.Hello) -> None:
        known = self._links.get(number)
        if known is None:
            return
        self._links[number] = replace(hello, address=known.address)
        if number == FIRST:
            self._follow_to(hello)

    def _follow_to(self, hello: peers.Hello) -> None:
        """The player may have changed his room."""
        if hello.room and hello.room != self.room:
            self.room = hello.room
            for other, known in self._links.items():
                if known is not None:
                    self._effects.append(SendTo(other, peers.renamed(self._info())))

    def _name(self, number: int, other: peers.OtherPeer) -> None:
        """A peer names another one."""
        first = self._links.get(FIRST)
        if first is None or number != FIRST:
            return
        if is_kessels(other.name):
            if other.name == self.who.shown or other.address == first.address:
                self._move_at = None
            return
        if len(self._told_of) < MOST_TOLD_OF:
            self._told_of[other.id] = other.name
        if other.hosts and other.address not in self._named:
            self._call(other)

    def _address(self, number: int) -> str:
        """Where a peer was called, empty for one that was not."""
        return next((at for at, called in self._called.items() if called == number), "")

    def _watch(self, now: float) -> None:
        """Look for others now and then while none is there, or one cannot be heard."""
        others = any(hello is not None for number, hello in self._links.items() if number != FIRST)
        if others and not self._unheard:
            self._look.end()
        elif self._look.at is None and self._has_game:
            self._look.want(now)
        if others or self._unheard or self._told_alone or not self._has_game:
            return
        self._told_alone = True
        self._tell(_ALONE)

    def _look_around(self, now: float) -> None:
        """Ask the player's client who else is there, by saying anew who Kessel is; and whoever
        cannot be heard may have played."""
        self._look.at = None
        if self._links.get(FIRST) is None:
            return
        missed = bool(self._unheard)
        self._unheard = {at: name for at, name in self._unheard.items() if at in self._named}
        self._named.clear()
        self._effects += [Drop(number) for number, hello in self._links.items() if hello is None]
        self._say_hello(FIRST, self._at)
        if missed and self._has_game and not self._waiting:
            self._second.at = now
        self._watch(now)

    def _look_again(self, now: float) -> None:
        """Ask the player's client for the game beside the one that is followed."""
        if self._second.until is not None:
            self._second.want(now)
        elif self._links.get(FIRST) is not None and not self._waiting:
            self._second.begin(now)
            self._request(FIRST)
        else:
            self._second.end()

    def _cannot_hear(self, address: str) -> None:
        """A peer could not be called, or says nothing."""
        name = self._named.get(address, "")
        if address in self._unheard or len(self._unheard) >= MOST_PEERS:
            return
        self._unheard[address] = name
        if self._has_game:
            self._become("behind")
        self._tell(Saying(_UNHEARD, name=AsWritten(*self._told_as([name]))))

    def _still_mute(self, now: float) -> None:
        """The player's client took the call and has not told its name: say so, and later give it
        up, or connect again if it was met before."""
        if now < self._mute_at:
            self._first_word = self._mute_at
            self._tell(_MUTE_YET.format(n=int(MUTE)))
            return
        self._first_word = None
        self._effects.append(Drop(FIRST) if self._met else Ended(_MUTE))

    def _call(self, other: peers.OtherPeer) -> None:
        """Call another peer, once; not more of them than sit at a table."""
        there = {hello.address for hello in self._links.values() if hello is not None}
        if other.address in (*there, self._own) or len(self._named) >= MOST_PEERS:
            return
        self._named[other.address] = other.name
        if other.address in self._called:
            return
        number = 1 + max(self._called.values(), default=FIRST)
        self._called[other.address] = number
        self._effects.append(Call(number, other.hosts, other.port))

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
            self._second.end()
            self._request(self._asked)
            self._ask_at = now + STATE_WAIT

    def _request(self, number: int) -> None:
        self._awaited += 1
        self._effects.append(SendTo(number, peers.ask_peer_for_state(self._me)))

    def _hear(self, number: int, message: str, now: float) -> None:
        asked_in_vain = not self._waiting and self._rounds > 0
        if commands.is_state(message):
            late, self._awaited = self._awaited > 0, max(0, self._awaited - 1)
            if self._waiting or (asked_in_vain and self._in_room(number)):  # a slow client's
                self._take(number, message, now)
            elif self._second.until is not None and number == FIRST:
                self._second.end()
                self._effects.append(Synced(message))
                self._become("live")
            elif self._second.at is not None and number == FIRST and late:
                self._second.sooner(now + SOON)
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
            if not commands.is_chat(message):
                self._second.is_played(now)
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

    def _take(self, number: int, message: str, now: float) -> None:
        self._waiting, self._ask_at = False, None
        self._failed_before, self._failures = self._failures, 0
        self._has_game, self._rounds, self._said = True, 0, ""
        self._effects.append(Synced(message))
        self._effects += [Played(text, early=True) for text in self._early]
        self._early = []
        self._become("live")
        first = self._links.get(FIRST)
        if number != FIRST and FIRST not in self._spoilt and first is not None:
            self._tell(Saying(PASSED_OVER, name=AsWritten(*self._told_as([first.name]))))
            self._second.want(now)
        self._watch(now)
        hellos = [hello for hello in self._links.values() if hello is not None]
        if other := self.who.other_version(hello.version for hello in hellos):
            self._tell(other)
        if not self._greeted:
            self._greeted = True
            self._say([self.who.greeting])

    def _names(self, numbers: Iterable[int]) -> list[str]:
        """The names of peers as they can be told: one may be called by another's password."""
        there = (self._links.get(number) for number in numbers)
        return self._told_as([hello.name for hello in there if hello is not None])

    def _told_as(self, names: Iterable[str]) -> list[str]:
        known = Passwords().and_of(self.password)
        for player, name in self._players():
            for id_ in with_password(player):
                known = known.and_of(id_, name)
        return [known.told(name) for name in names]

    def _say(self, lines: Sequence[str]) -> None:
        for number, hello in self._links.items():
            if hello is not None:
                self._effects.append(
                    SendTo(number, peers.say(commands.spoken(lines, self.who.unlogged)))
                )
