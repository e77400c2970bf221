"""Kessel as VASSAL's private server: a machine fed with lines of its clients and a clock.

It does what VASSAL's own does, and sits in every room as its last member, so that games played
through it are followed without a save. A client's message is passed on before Kessel looks at it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.live.effects import Drop, Effect, Played, SendTo, Synced
from assistant.live.machine import Machine, SecondLook
from assistant.live.who import Company, Who, new_id
from builder import limits
from builder.saying import AsWritten, Saying, shortened
from builder.vassal.secret import Passwords, PlayerId, with_password
from builder.vassal.wire import commands, node
from builder.vassal.wire.errors import PackedError, WireError
from builder.vassal.wire.packed import unpacked
from builder.vassal.wire.properties import read_properties

KEEP_ALIVE = 120.0
"""Seconds without a line after which an empty one is sent, as VASSAL's server does."""

LATER = 0.4
"""Seconds between a client's entering a room and the list that shows it there: the real client
notes only after it has asked to enter that it waits for the game, and a list which comes at once
finds it unprepared."""

ASK_LATER = 1.0
"""Seconds after which a player who has entered is asked for the game."""

ASK_AGAIN = (5.0, 15.0, 60.0)
"""Seconds between the requests for a game that nobody sends: a client without one is silent."""

MOST_CLIENTS = int(limits.CLIENTS)
MOST_LINES = int(limits.CLIENT_LINES)
"""Lines of a client in a second; who sends more is no player."""

SAID_AGAIN = 60.0
"""Seconds in which it is not said again why somebody was disconnected."""

_SPOILT = (
    "The game that {name} sent cannot be read: {why}. Ask {name} to load it anew in VASSAL, or a "
    "smaller one."
)
_NO_CLIENT = "Something that is no VASSAL connected, as a browser does, and was not let in."
_FLOOD = "A client sent more than any player does: it was disconnected."

_LONGEST = 300
"""Characters of ids, names of rooms and of modules."""

_LONGEST_NAME = 60
"""Characters that are told of a client's name."""

_LONGEST_INFO = int(limits.CLIENT_INFO)
"""Characters of what a client says of itself or of a room."""


@dataclass
class _Client:
    """A client that is connected; `id` is None until it has said who it is."""

    number: int
    arrived: int = 0
    id: PlayerId | None = None
    room: str = node.MAIN_ROOM
    info: str = field(default="", repr=False)
    address: str = ""
    written: float = 0.0
    second: int = 0
    lines: int = 0

    @property
    def name(self) -> str:
        return self._said("name")

    @property
    def version(self) -> str:
        """The version of the client's module."""
        return self._said("moduleVersion")

    @property
    def speaks(self) -> str:
        """The language in which another Kessel tells in the chat, empty for players."""
        return self._said(node.SPEAKS)

    def _said(self, key: str) -> str:
        try:
            return read_properties(self.info).get(key, "")[: limits.VALUE]
        except WireError:
            return ""


@dataclass
class Server(Machine):
    """`module` empty: that of the first client. One game is followed: that of the room in which
    somebody first has one, until that room is empty."""

    who: Who
    module: str = ""
    room: str = ""
    """The room whose game is followed."""
    me: PlayerId = field(default_factory=new_id)
    _clients: dict[int, _Client] = field(default_factory=dict)
    _rooms: dict[str, str] = field(default_factory=dict, repr=False)
    """What owners have set of rooms, as they wrote it."""
    _arrivals: int = 0
    _list_at: float | None = None
    _ask_at: float | None = None
    _asked: int = 0
    _unread: int = 0
    """How often the game that came could not be read."""
    _greeted: set[str] = field(default_factory=set)
    _waiting: bool = False
    _second: SecondLook = field(default_factory=SecondLook)
    """Of the first player of the room, if another one's game is followed."""
    _early: list[str] = field(default_factory=list)
    _said: dict[str, float] = field(default_factory=dict)
    """When it was told last what a client did that others do again and again."""

    # What happens to it

    def came(self, number: int, address: str, now: float) -> list[Effect]:
        """A client has connected. Where all places are taken, one who has not said who he is makes
        room: strangers who say nothing would else keep the players out."""
        self._clients[number] = _Client(number, address=address, written=now)
        if len(self._clients) > MOST_CLIENTS:
            silent = (client for client in self._clients.values() if client.id is None)
            last = min(silent, key=lambda client: (client.number == number, client.number))
            self._effects.append(Drop(last.number))
            self._leave(last, now)
        return self._done()

    def line(self, number: int, text: str, now: float) -> list[Effect]:
        """A client sent a line. One that is none of VASSAL's is passed over; but who does not begin
        by saying who he is, as VASSAL does, is no client: a page of a stranger's, open in the
        player's browser, may send whatever it likes behind the first lines of HTTP."""
        client = self._clients.get(number)
        if client is None:
            return self._done()
        if self._floods(client, now):
            self._effects.append(Drop(number))
            return self.gone(number, now, _FLOOD)
        try:
            said = node.read_from_client(text)
        except WireError:
            said = None
        if client.id is None and not isinstance(said, node.Register | node.Leave | node.KeepAlive):
            self._effects.append(Drop(number))
            return self.gone(number, now, _NO_CLIENT)
        if said is not None:
            self._heed(client, said, now)
        return self._done()

    def knows(self, number: int) -> bool:
        """Whether a client has said who it is."""
        return number in self._clients and self._clients[number].id is not None

    def gone(self, number: int, now: float, why: str = "") -> list[Effect]:
        """A client's connection is closed; `why`, if Kessel closed it. Who comes again and again is
        not told each time."""
        client = self._clients.get(number)
        if client is not None:
            self._leave(client, now)
        if why:
            self._tell_seldom(why, now)
        return self._done()

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        if self._list_at is not None and now >= self._list_at:
            self._list_at = None
            self._send_lists(now)
        if self._ask_at is not None and now >= self._ask_at:
            self._ask_at = None
            self._ask(now)
        if now >= self._second.due:
            self._look_again(now)
        for client in self._clients.values():
            if now >= client.written + KEEP_ALIVE:
                self._send(client, node.KEEP_ALIVE, now)
        return self._done()

    def missed(self, now: float, earliest: float = 0.0) -> list[Effect]:
        """A command did not fit the table: ask for the game anew, but not too often, and not before
        `earliest`."""
        self._become("behind")
        self._unread = 0
        self._ask_soon(now, max(ASK_AGAIN[1], earliest - now))
        return self._done()

    def unreadable(self, now: float) -> list[Effect]:
        """The game that came cannot be read: whoever is asked writes a save for it."""
        self._ask_soon(now, ASK_AGAIN[min(1 + self._unread, len(ASK_AGAIN) - 1)])
        self._unread += 1
        return self._done()

    def say(self, lines: Sequence[str], now: float) -> list[Effect]:
        """Say a line to the room."""
        self._say(lines, now)
        return self._done()

    @property
    def due(self) -> float:
        """When `tick` is to be called next, if nothing else happens."""
        moments = [client.written + KEEP_ALIVE for client in self._clients.values()]
        moments += [moment for moment in (self._list_at, self._ask_at) if moment is not None]
        return min([self._second.due, *moments])

    @property
    def company(self) -> Company:
        """The other Kessels that tell in the room's chat: this one is the last of each room."""
        there = [client.speaks for client in [*self._clients.values()] if client.room == self.room]
        return Company(before=frozenset(filter(None, there)))

    @property
    def ids(self) -> Iterator[PlayerId]:
        """The ids of the players: of members and, less the moment of their coming, of players."""
        for client in self._clients.values():
            if client.id is not None:
                yield from with_password(client.id)

    # What it makes of it

    def _floods(self, client: _Client, now: float) -> bool:
        if int(now) != client.second:
            client.second, client.lines = int(now), 0
        client.lines += 1
        return client.lines > MOST_LINES

    def _heed(self, client: _Client, said: node.FromClient, now: float) -> None:
        match said:
            case node.Register():
                self._register(client, said, now)
            case node.Leave():
                self._effects.append(Drop(client.number))
                self._leave(client, now)
            case _ if client.id is None:
                return
            case node.Enter(room, password):
                self._enter(client, room, password, now)
            case node.Forward():
                self._forward(client, said, now)
            case node.Stats(info) if len(info) <= _LONGEST_INFO:
                client.info = info
                self._lists_soon(now)
            case node.SetRooms(rooms):
                self._set_rooms(client, rooms, now)
            case node.Kick(member):
                self._kick(client, member, now)

    def _register(self, client: _Client, said: node.Register, now: float) -> None:
        if len(said.id.reveal()) > _LONGEST or len(said.info) > _LONGEST_INFO:
            self._effects.append(Drop(client.number))
            self._leave(client, now)
            return
        self.module = self.module or said.module[:_LONGEST]
        if said.module != self.module:
            self._tell("Somebody came with another module and was not let in.")
            self._effects.append(Drop(client.number))
            self._leave(client, now)
            return
        client.id, client.info = said.id, said.info
        self._arrivals += 1
        client.arrived = self._arrivals
        client.room = node.MAIN_ROOM
        self._send_lists(now)

    def _enter(self, client: _Client, room: str, password: PlayerId | None, now: float) -> None:
        there = self._in(room)
        owner = self._owner(room)
        if not room or len(room) > _LONGEST or room == client.room:
            return
        if there and self._locked(room) and (password is None or password != owner):
            return
        left = client.room
        if not there and room != node.MAIN_ROOM and client.id is not None:
            # Newcomers ask the owner for the game, and know the owner from this alone.
            self._rooms[room] = node.owned_by(client.id)
        client.room = room
        self._arrivals += 1
        client.arrived = self._arrivals
        self._left(left, now)
        self._list_at = now + LATER  # later than what was due before: it must not come too soon
        if room != node.MAIN_ROOM and self.room in ("", room):
            self._asked = 0
            if self.status != "live":
                self._ask_soon(now, ASK_LATER)

    def _leave(self, client: _Client, now: float) -> None:
        self._clients.pop(client.number, None)
        if client.id is not None:
            self._left(client.room, now)
            self._lists_soon(now)

    def _left(self, room: str, now: float) -> None:
        """Somebody left a room: an empty one is over, one without its owner gets another."""
        there = self._in(room)
        if not there:
            self._rooms.pop(room, None)
            if room == self.room:
                self.room = ""
                self._second.end()
                self._forget_early()
                self._become("lost")
                self._tell("The room that was followed is empty now.")
                self._ask_soon(now, ASK_LATER)
            return
        owner = self._owner(room)
        if owner is not None and all(client.id != owner for client in there):
            first = there[0].id
            assert first is not None
            self._rooms[room] = node.owned_by(first)

    def _owner(self, room: str) -> PlayerId | None:
        try:
            owner = read_properties(self._rooms.get(room, "")).get("owner", "")
        except WireError:
            return None
        return PlayerId(owner) if owner else None

    def _locked(self, room: str) -> bool:
        try:
            return read_properties(self._rooms.get(room, "")).get("locked") == "true"
        except WireError:
            return False

    def _set_rooms(self, client: _Client, rooms: Mapping[str, str], now: float) -> None:
        """Only the owner sets what is known of a room."""
        for room, told in rooms.items():
            there = self._in(room)
            own = client in there and self._owner(room) == client.id
            if own and len(told) <= _LONGEST_INFO:
                self._rooms[room] = told
        self._lists_soon(now)

    def _kick(self, client: _Client, member: PlayerId, now: float) -> None:
        if self._owner(client.room) != client.id or client.room == node.MAIN_ROOM:
            return
        for other in self._in(client.room):
            if other.id == member and other is not client:
                other.room = node.MAIN_ROOM
                self._lists_soon(now)

    def _forward(self, client: _Client, it: node.Forward, now: float) -> None:
        """Pass a message on, as it came; and look at it, if it is of the game that is followed."""
        if it.to is not None and it.to == self.me:
            self._hear(client, it.message, now, alone=True)
            return
        if it.to is None and it.room != client.room:
            return  # who is not in a room plays nothing there: Kessel would not see it, either
        for other in self._addressed(it):
            self._send(other, it.message, now)
        if it.to is None and it.room != node.MAIN_ROOM:
            self._hear(client, it.message, now)

    def _addressed(self, it: node.Forward) -> list[_Client]:
        everyone = list(self._clients.values())
        if it.room != node.EVERYWHERE:
            everyone = [client for client in everyone if client.room == it.room]
        if it.to is not None:
            return [client for client in everyone if client.id == it.to]
        return [client for client in everyone if client.id not in (None, it.but)]

    def _hear(self, client: _Client, message: str, now: float, alone: bool = False) -> None:
        """A command for the room, or for Kessel alone."""
        try:
            text = unpacked(message)
        except PackedError as error:
            if self._waiting and alone:
                self._tell_seldom(Saying(_SPOILT, why=error.what, name=self._named(client)), now)
            return
        if commands.is_state(text):
            self._take(client, text, now)
        elif commands.is_personal(text) or client.room != self.room:
            if not self.room and not commands.is_personal(text):
                self._ask_soon(now, ASK_LATER)  # something is played where nothing was known
        else:
            if not commands.is_chat(text):
                self._second.is_played(now)
            self._effects.append(Played(text))
            if self._waiting and len(self._early) < limits.EARLY:
                self._early.append(text)
            if commands.takes_seat(text):
                # Loading a game is not sent to the room, but taking a seat in it is.
                self._asked = 0
                self._ask_soon(now, ASK_LATER)

    def _take(self, client: _Client, text: str, now: float) -> None:
        """The game came."""
        if self.room and client.room != self.room:
            return
        first = self._in(client.room)[0]
        if self._second.until is not None and client is first:
            self._second.end()
            self._effects.append(Synced(text))
            self._become("live")
            return
        if not self._waiting:
            return
        self._second.end()
        if client is not first:
            self._second.want(now)
        self._waiting, self._ask_at, self._asked = False, None, 0
        self.room = client.room
        self._effects.append(Synced(text))
        self._effects += [Played(one, early=True) for one in self._early]
        self._forget_early()
        self._become("live")
        if self.room not in self._greeted and len(self._greeted) < 1000:
            self._greeted.add(self.room)
            if other := self.who.other_version(one.version for one in self._in(self.room)):
                self._tell(other)
            self._say([self.who.greeting], now)

    def _ask_soon(self, now: float, seconds: float) -> None:
        at = now + seconds
        self._ask_at = at if self._ask_at is None else min(self._ask_at, at)

    def _ask(self, now: float) -> None:
        """Ask a player for the game: of the room that is followed, else of any; one after the other
        until somebody has one."""
        rooms = [client for client in self._by_arrival() if client.room != node.MAIN_ROOM]
        there = [client for client in rooms if not self.room or client.room == self.room]
        if not there or (self.status == "live" and self._asked >= 2 * len(there)):
            self._waiting = False
            self._forget_early()
            return
        client = there[self._asked % len(there)]
        wait = ASK_AGAIN[min(self._asked // len(there), len(ASK_AGAIN) - 1)]
        self._asked += 1
        self._waiting = True
        request = commands.ask_for_state(self.who.info(self.me))
        self._send(client, request, now)
        self._ask_soon(now, wait)

    def _look_again(self, now: float) -> None:
        """Ask the first player of the room, beside the game that is followed."""
        there = self._in(self.room)
        if self._second.until is not None:
            self._second.want(now)
        elif there and not self._waiting:
            self._second.begin(now)
            self._send(there[0], commands.ask_for_state(self.who.info(self.me)), now)
        else:
            self._second.end()

    # What it sends

    def _by_arrival(self) -> list[_Client]:
        known = [client for client in self._clients.values() if client.id is not None]
        return sorted(known, key=lambda client: client.arrived)

    def _in(self, room: str) -> list[_Client]:
        return [client for client in self._by_arrival() if client.room == room]

    def _lists_soon(self, now: float) -> None:
        if self._list_at is None:
            self._list_at = now + LATER

    def _send_lists(self, now: float) -> None:
        """Everybody learns who is where. Kessel is the last in each room; addresses are told to
        nobody."""
        members: list[tuple[PlayerId, str, str]] = []
        rooms: dict[str, None] = {}
        for client in self._by_arrival():
            assert client.id is not None
            members.append((client.id, client.room, client.info))
            rooms.setdefault(client.room)
        about = node.written_info(self.who.info(self.me))
        members += [(self.me, room, about) for room in rooms if room != node.MAIN_ROOM]
        there = {room: told for room, told in self._rooms.items() if room in rooms}
        lines = node.members_line(self.module, members), node.rooms_line(there)
        for client in self._by_arrival():
            for line in lines:
                self._send(client, line, now)

    def _say(self, lines: Sequence[str], now: float) -> None:
        for client in self._in(self.room):
            self._send(client, commands.spoken(lines, self.who.unlogged), now)

    def _send(self, client: _Client, line: str, now: float) -> None:
        client.written = now
        self._effects.append(SendTo(client.number, line))

    def _tell_seldom(self, text: str, now: float) -> None:
        """Say something that clients bring about, which somebody may do again and again."""
        what = text.template if isinstance(text, Saying) else text
        if now >= self._said.get(what, -SAID_AGAIN) + SAID_AGAIN:
            self._said[what] = now
            self._tell(text)

    def _named(self, client: _Client) -> str:
        """A client's name as it can be told: somebody may be called by another's password."""
        known = Passwords(dict.fromkeys(self.ids, frozenset[str]()))
        return AsWritten(shortened(known.told(client.name), _LONGEST_NAME))

    def _forget_early(self) -> None:
        self._early = []
