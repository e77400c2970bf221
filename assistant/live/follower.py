"""Follows a game at VASSAL's server as a guest with manners: a machine fed with lines and a clock.

It enters a locked room by invitation alone, is never the owner of a room nor alone in one, asks for
the state sparingly, and says one line. It sends nothing else to the players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from assistant.live.effects import (
    CANNOT_BE_READ,
    PASSED_OVER,
    UNASKED,
    Dial,
    Effect,
    Ended,
    HangUp,
    Listed,
    Played,
    Send,
    Synced,
    in_vain,
)
from assistant.live.machine import STATE_WAIT, Caller, SecondLook, pause
from assistant.live.who import Company, Who, is_kessels, new_id
from builder import limits
from builder.game.problems import nearest
from builder.saying import AsWritten, Saying, in_a_row
from builder.vassal.secret import Passwords, PlayerId, with_password
from builder.vassal.wire import commands, node
from builder.vassal.wire.errors import PackedError, WireError

QUIET = 80.0
"""Seconds after which a line is sent, so that no router forgets the connection."""

SILENCE = 300.0
"""Seconds without a byte after which the connection is taken to be dead: servers send an empty
line every two minutes."""

FIRST_WORD = 6.0
"""Seconds until a server that took the call and named no rooms is told of: VASSAL's own names them
at once."""

MUTE = 25.0
"""Seconds after which it is none."""

WAITS = (1.0, 2.0, 5.0, 15.0)
"""Seconds before each try to connect again; the last for all that follow."""

BACK_WAIT = 1.0
"""Seconds in the main room before a room is entered again."""

SOON = 1.0
"""Seconds from the first sign that somebody has loaded the game until it is asked for."""

ENTER_WAIT = 5.0
"""Seconds until a room that does not let in has refused: the server says nothing."""

AGAIN_WAIT = 60.0
"""Seconds between two requests for the game because a command did not fit. Each makes the owner's
client write a save, and a member who sends nonsense must not make it write many."""

_NO_ROOMS = (
    "Nobody is in a room of this module at this server now: check game and server, or wait for "
    "the players."
)
_MUTE_YET = (
    "The server took the call and says nothing yet; Kessel waits up to {n} seconds for its "
    "list of players."
)
_MUTE = (
    "The server took the call and does not answer as a server of VASSAL's does. Check address and "
    "port; VASSAL shows them under Server Configuration."
)
_HUNG_UP = (
    "The server took the call and hung up before it named its players; Kessel tries {n} times more."
)


class Stage(Enum):
    """How far it has come."""

    APART = "not connected"
    HALL = "in the main room"
    ENTERING = "at the door of the room"
    ASKING = "in the room, without the game"
    FOLLOWING = "in the room, with the game"


@dataclass
class Follower(Caller):
    """`room` empty: only the list of rooms is wanted. Feed it with `opened`, `line`, `closed` and,
    at the moment that `due` names, `tick`; carry out what each of them gives."""

    module: str
    room: str
    who: Who
    identity: Callable[[], PlayerId] = new_id
    stage: Stage = Stage.APART
    _me: PlayerId | None = None
    _mine: set[PlayerId] = field(default_factory=set)
    _members: tuple[node.Member, ...] = ()
    _rooms: dict[str, node.RoomInfo] = field(default_factory=dict)
    _key: PlayerId | None = None
    """The owner's id, from an invitation."""
    _kicked: bool = False
    _greeted: bool = False
    _was_there: bool = False
    _asked: list[PlayerId] = field(default_factory=list)
    """Who was asked for the game in this round, one after the other."""
    _spoilt: dict[PlayerId, None] = field(default_factory=dict)
    """Who of them, as it seems, has sent one that cannot be read."""
    _awaited: int = 0
    """How many whole games were asked for and have not come."""
    _unasked: bool = False
    """Whether one came for which nobody had asked, and that was told."""
    _nobody: bool = False
    """Whether all were asked and none has sent the game."""
    _rounds: int = 0
    """How often that was so since it came last."""
    _unread_rounds: int = 0
    """How often, one after the other, because of what could not be read: it came, and is none."""
    _second: SecondLook = field(default_factory=SecondLook)
    """Of the owner, if another member's game is followed."""
    _early: list[str] = field(default_factory=list)
    _early_text: int = 0
    _failures: int = 0
    _failed_before: int = 0
    """As many as there were when the last game came, which perhaps cannot be read."""
    _first_word: float | None = None
    """When a server that has not named its players yet is told of, or given up; None: it has."""
    _mute_at: float = 0.0
    _met: bool = False
    """Whether a server was met at all, in this connection or one before."""
    _sent: float = 0.0
    _heard: float = 0.0
    _deadline: float | None = None
    _not_again_before: float = 0.0

    # What happens to it

    def opened(self, now: float) -> list[Effect]:
        """The connection is there."""
        self._me = self.identity()
        self._mine = {*list(self._mine)[-20:], self._me}
        self._heard = now
        self._first_word, self._mute_at = now + FIRST_WORD, now + MUTE
        self.stage, self._deadline = Stage.HALL, None
        self._members, self._rooms = (), {}
        self._send(node.register(self._me, self.module, self.who.info(self._me)), now)
        return self._done()

    def line(self, text: str, now: float) -> list[Effect]:
        """A line came. One that no server of VASSAL's sends is passed over."""
        self._heard = now
        try:
            found = node.read_from_server(text)
        except PackedError as error:
            return self._hear_spoilt(error, now)
        except WireError:
            return self._done()
        match found:
            case node.Members(members):
                self._first_word, self._met = None, True
                self._members = members
                self._look_around(now)
            case node.Rooms(rooms):
                self._rooms = dict(rooms)
                self._look_at_rooms(now)
            case node.Message(message):
                self._hear(message, now)
            case node.RegisterAgain() if self._me is not None:
                self._send(node.register(self._me, self.module, self.who.info(self._me)), now)
        return self._done()

    def closed(self, now: float) -> list[Effect]:
        """The connection broke, or could not be made."""
        unheard = self._first_word is not None and not self._met
        self.stage, self._deadline, self._first_word = Stage.APART, None, None
        self._forget_early()
        self._become("lost")
        if not self._met and self._failures >= len(WAITS):
            self._effects.append(Ended(_MUTE))
            return self._done()
        if unheard and not self._failures:
            self._tell(_HUNG_UP.format(n=len(WAITS)))
        wait = WAITS[min(self._failures, len(WAITS) - 1)]
        self._failures += 1
        self._effects.append(Dial(wait))
        return self._done()

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        if self.stage is Stage.APART:
            return self._done()
        if now >= self._heard + SILENCE:
            self._tell("The server has fallen silent; Kessel connects again.")
            self._effects.append(HangUp())
            self._heard = now
            return self._done()
        if self._first_word is not None and now >= self._first_word:
            self._still_mute(now)
            return self._done()
        if now >= self._sent + QUIET:
            self._send(node.KEEP_ALIVE, now)
        if self._deadline is not None and now >= self._deadline:
            self._deadline = None
            self._too_late(now)
        if self.stage is Stage.FOLLOWING and now >= self._second.due:
            self._look_again(now)
        return self._done()

    def missed(self, now: float, earliest: float = 0.0) -> list[Effect]:
        """A command did not fit the table: ask for the game anew, or later if that was done just
        now, and not before `earliest`."""
        self._miss(now, earliest)
        return self._done()

    def unreadable(self, now: float) -> list[Effect]:
        """The game that came cannot be read: ask another member."""
        self._failures = self._failed_before
        self._unread(now)
        return self._done()

    def say(self, lines: Sequence[str], now: float) -> list[Effect]:
        """Say lines to the room, if the game is followed there."""
        if self.stage is Stage.FOLLOWING and self._me is not None:
            spoken = commands.spoken(lines, self.who.unlogged)
            self._send(node.to_others(self.module, self.room, self._me, spoken), now)
        return self._done()

    def leave(self) -> list[Effect]:
        """Take leave."""
        if self.stage is not Stage.APART:
            self._effects += [Send(node.BYE), HangUp()]
            self.stage = Stage.APART
        return self._done()

    @property
    def due(self) -> float:
        """When `tick` is to be called next, if nothing else happens."""
        if self.stage is Stage.APART:
            return float("inf")
        soonest = min(self._sent + QUIET, self._heard + SILENCE, self._first_word or float("inf"))
        if self.stage is Stage.FOLLOWING:
            soonest = min(soonest, self._second.due)
        return soonest if self._deadline is None else min(soonest, self._deadline)

    @property
    def people(self) -> tuple[node.Member, ...]:
        """The players in the room, in order of arrival; Kessel is none of them."""
        return tuple(self._people())

    @property
    def company(self) -> Company:
        """The other Kessels that tell in the room's chat."""
        before, after = set[str](), set[str]()
        found = before
        for member in self._members:
            if member.id == self._me:
                found = after
            elif member.room == self.room and member.speaks and member.id not in self._mine:
                found.add(member.speaks)
        return Company(frozenset(before), frozenset(after))

    @property
    def ids(self) -> Iterator[PlayerId]:
        """The ids of the players in the room: of members and, less the moment of their coming, of
        players."""
        for member in self._people():
            yield from with_password(member.id)

    @property
    def versions(self) -> frozenset[str]:
        """The versions of the module that the players have."""
        return frozenset(member.version for member in self._people() if member.version)

    # What it makes of it

    def _people(self) -> Iterator[node.Member]:
        for member in self._members:
            if member.room == self.room and not self._is_guest(member):
                yield member

    def _is_guest(self, member: node.Member) -> bool:
        """Whether it is Kessel, this one or another: no player, and nobody to stay behind for."""
        return is_kessels(member.name) or member.id in self._mine

    def _inside(self) -> bool:
        """Whether the server says that Kessel is in the room."""
        return any(m.id == self._me and m.room == self.room for m in self._members)

    def _look_around(self, now: float) -> None:
        """The list of members is new."""
        inside = self._inside()
        if self.stage is Stage.ENTERING and inside:
            self.stage = Stage.ASKING
            if self._may_stay():
                self._become("behind")
                self._ask_all(now)
        elif self.stage in (Stage.ASKING, Stage.FOLLOWING) and not inside:
            self._thrown_out()
        if self.stage in (Stage.ASKING, Stage.FOLLOWING) and not self._may_stay():
            self._step_back(now)

    def _look_at_rooms(self, now: float) -> None:
        """What is set of the rooms is new; the list of members came just before."""
        if self.stage in (Stage.ASKING, Stage.FOLLOWING):
            if not self._may_stay():
                self._step_back(now)
        elif self.stage is Stage.HALL and self._deadline is None:
            self._consider(now)

    def _may_stay(self) -> bool:
        """Whether others are in the room, and were there before, and one of them owns it."""
        there = [member.id for member in self._members if member.room == self.room]
        info = self._rooms.get(self.room)
        owner = info.owner if info else None
        return bool(self.people) and there[0] not in self._mine and owner not in self._mine

    def _still_mute(self, now: float) -> None:
        """The server took the call and has not named its players: say so, and later give it up."""
        if now < self._mute_at:
            self._first_word = self._mute_at
            self._tell(_MUTE_YET.format(n=int(MUTE)))
            return
        self._first_word = None
        self._effects.append(HangUp() if self._met else Ended(_MUTE))

    def _step_back(self, now: float) -> None:
        """Leave the room to its players: whoever is first in it owns it, and newcomers would ask
        Kessel for a game that is not Kessel's."""
        alone = not self.people
        self.stage, self._deadline = Stage.HALL, now + BACK_WAIT
        self._forget_early()
        if alone:
            self._all_gone()
        else:
            self._become("behind")
        self._send(node.enter(self.module, node.MAIN_ROOM), now)

    def _all_gone(self) -> None:
        self._become("lost")
        self._tell(
            Saying(
                "All players have left the room '{room}'; Kessel waits until one is back.",
                room=self.room,
            )
        )

    def _thrown_out(self) -> None:
        self.stage, self._deadline = Stage.HALL, None
        self._forget_early()
        self._kicked, self._key = True, None
        self._become("lost")
        self._tell(
            Saying(
                "Kessel was sent out of the room '{room}'. It comes back only if "
                "the owner invites '{name}': right-click on that name in the list "
                "of players.",
                room=self.room,
                name=self.who.shown,
            )
        )

    def _consider(self, now: float) -> None:
        """In the main room: may the room be entered?"""
        if not any(member.id == self._me for member in self._members):
            return  # the list is older than we are
        if not self.room:
            self._effects.append(Listed(self._open_rooms()))
            return
        if not self.people:
            self._nobody_there()
            return
        info = self._rooms.get(self.room, node.RoomInfo())
        if info.locked and (self._key is None or self._key != info.owner):
            self._tell(
                Saying(
                    "The room '{room}' is locked. Ask its owner to invite '{name}': "
                    "right-click on that name in the list of players.",
                    room=self.room,
                    name=self.who.shown,
                )
            )
        elif not self._kicked:
            self.stage, self._deadline = Stage.ENTERING, now + ENTER_WAIT
            password = self._key if info.locked else None
            self._send(node.enter(self.module, self.room, password), now)

    def _nobody_there(self) -> None:
        if self._was_there or self._key is not None:
            if self.status == "behind":  # it had stepped back behind them, and then they left
                self._all_gone()
            return
        rooms = list(self._open_rooms())
        remedy = nearest(self.room, rooms) if rooms else _NO_ROOMS
        self._effects.append(
            Ended(
                in_a_row([Saying("There is no room '{room}'.", room=AsWritten(self.room)), remedy])
            )
        )

    def _open_rooms(self) -> dict[str, tuple[int, bool]]:
        """The rooms that players are in: one that only the settings name is empty."""
        found: dict[str, tuple[int, bool]] = {}
        for member in self._members:
            if member.room != node.MAIN_ROOM and not self._is_guest(member):
                locked = self._rooms.get(member.room, node.RoomInfo()).locked
                found[member.room] = (found.get(member.room, (0, False))[0] + 1, locked)
        return self._without_passwords(found)

    def _without_passwords(
        self, rooms: Mapping[str, tuple[int, bool]]
    ) -> dict[str, tuple[int, bool]]:
        """Rooms by names that can be told: an owner may have named one as the password."""
        known = Passwords()
        for member in self._members:
            for id_ in with_password(member.id):
                known = known.and_of(id_, member.name)
        for info in self._rooms.values():
            for id_ in with_password(info.owner) if info.owner is not None else ():
                known = known.and_of(id_)
        found: dict[str, tuple[int, bool]] = {}
        for name, (players, locked) in rooms.items():
            told = known.told(name)
            before = found.get(told, (0, False))
            found[told] = before[0] + players, before[1] or locked
        return found

    def _miss(self, now: float, earliest: float = 0.0) -> None:
        if self.stage is not Stage.FOLLOWING:
            return
        self._unread_rounds = 0
        self._become("behind")
        at = max(self._not_again_before, earliest)
        if now < at:
            self._deadline = min(at, self._deadline or at)
        else:
            self._not_again_before = now + AGAIN_WAIT
            self._ask_all(now)

    def _ask_all(self, now: float) -> None:
        """Begin to ask, whoever was asked before."""
        self._asked.clear()
        self._spoilt.clear()
        self._second.end()
        self._ask(now)

    def _unread(self, now: float) -> None:
        """A game came that cannot be read, of the member who was asked last: ask another."""
        self._become("behind")
        self._rounds = max(self._rounds, self._unread_rounds)
        self._spoilt |= dict.fromkeys(self._asked[-1:])
        self._ask(now)

    def _ask(self, now: float) -> None:
        """Ask the owner for the game, or whoever has not been asked yet."""
        assert self._me is not None
        left = [id_ for id_ in self._owner_first() if id_ not in self._asked]
        self.stage = Stage.ASKING
        self._nobody = not left
        if not left:
            wait = pause(self._rounds)
            self._rounds += 1
            self._unread_rounds = self._rounds if self._spoilt else 0
            self._tell(in_vain(self._names(self._spoilt), wait))
            self._asked.clear()
            self._spoilt.clear()
            self._deadline = now + wait
            return
        self._asked.append(left[0])
        self._request(left[0], now)
        self._deadline = now + STATE_WAIT

    def _owner_first(self) -> list[PlayerId]:
        info = self._rooms.get(self.room)
        people = [member.id for member in self._people()]
        return sorted(people, key=lambda id_: info is None or id_ != info.owner)

    def _request(self, member: PlayerId, now: float) -> None:
        """Ask a member for the game."""
        assert self._me is not None
        self._awaited += 1
        request = commands.ask_for_state(self.who.info(self._me))
        self._send(node.to_member(self.module, member, request), now)

    def _look_again(self, now: float) -> None:
        """Ask the owner who was passed over, or let the time go by that he was given."""
        if self._second.until is not None:
            self._second.want(now)
            return
        self._awaited = 0  # who has not answered by now does not
        self._second.begin(now)
        self._request(self._owner_first()[0], now)

    def _too_late(self, now: float) -> None:
        if self.stage is Stage.ASKING:
            self._ask(now)
        elif self.stage is Stage.FOLLOWING:
            self._miss(now)
        elif self.stage is Stage.ENTERING:
            self.stage, self._deadline = Stage.HALL, now + 3 * ENTER_WAIT
            self._forget_early()
            self._tell(
                Saying(
                    "The server does not let Kessel into the room '{room}'; it tries again.",
                    room=self.room,
                )
            )
        elif self.stage is Stage.HALL:
            self._consider(now)

    def _names(self, ids: Iterable[PlayerId]) -> list[str]:
        """The names of members as they can be told: one may be called by another's password."""
        known = Passwords(
            {id_: frozenset() for member in self._members for id_ in with_password(member.id)}
        )
        names = {member.id: member.name for member in self._members}
        return [known.told(names.get(id_, "")) for id_ in ids]

    def _hear_spoilt(self, error: PackedError, now: float) -> list[Effect]:
        """Something came that cannot be unpacked: the game, where that is waited for. Of other
        things the players' clients read what is too large for Kessel."""
        if self.stage is Stage.ASKING:
            self._tell(Saying(CANNOT_BE_READ, why=error.what))
            if not self._nobody:  # else it is asked for again soon
                self._unread(now)
        elif error.too_large:
            return self.missed(now)
        return self._done()

    def _hear(self, message: str, now: float) -> None:
        """A command of a member's."""
        invited = commands.invitation(message)
        if invited is not None:
            self._invited(invited, now)
        elif commands.is_state(message):
            late, self._awaited = self._awaited > 0, max(0, self._awaited - 1)
            if self.stage is Stage.ASKING:
                self._take(message, now)
            elif self.stage is Stage.FOLLOWING and self._second.until is not None:
                self._second.end()
                self._effects.append(Synced(message))
            elif self.stage is Stage.FOLLOWING and late:
                self._second.sooner(now + SOON)
            elif self.stage is Stage.FOLLOWING and not self._unasked:
                self._unasked = True
                self._tell(UNASKED)
        elif commands.is_personal(message):
            return
        elif self.stage is Stage.FOLLOWING:
            if not commands.is_chat(message):
                self._second.is_played(now)
            self._effects.append(Played(message))
        elif self.stage in (Stage.ENTERING, Stage.ASKING):
            self._keep(message)
            silent = self._nobody and self._deadline is not None
            if silent and self._is_news(message):
                self._nobody, self._deadline = False, now + SOON

    def _is_news(self, message: str) -> bool:
        """Whether a command tells that the game is there now: somebody plays or, after one that
        cannot be read, takes his seat in what he loaded."""
        if self._unread_rounds:
            return commands.takes_seat(message)
        return not commands.is_chat(message)

    def _invited(self, it: commands.Invitation, now: float) -> None:
        """Heed an invitation to the room that is wanted, by the room's own owner."""
        info = self._rooms.get(self.room)
        owner = info.owner if info else None
        if it.room == self.room and it.owner == owner and self.stage is Stage.HALL:
            self._key, self._kicked, self._deadline = it.owner, False, None
            self._consider(now)

    def _take(self, message: str, now: float) -> None:
        """The game came: whatever was played since Kessel entered comes after it."""
        self.stage, self._deadline = Stage.FOLLOWING, None
        self._failed_before, self._failures = self._failures, 0
        self._rounds, self._was_there, self._said = 0, True, ""
        self._not_again_before = max(self._not_again_before, now + AGAIN_WAIT / 4)
        self._effects.append(Synced(message))
        self._effects += [Played(text, early=True) for text in self._early]
        self._forget_early()
        self._become("live")
        if other := self.who.other_version(self.versions):
            self._tell(other)
        if len(self._asked) > 1 and self._asked[0] not in self._spoilt:
            self._tell(Saying(PASSED_OVER, name=AsWritten(self._names(self._asked[:1])[0])))
            self._second.want(now)
        if not self._greeted:
            self._greeted = True
            assert self._me is not None
            greeting = commands.spoken([self.who.greeting], self.who.unlogged)
            self._send(node.to_others(self.module, self.room, self._me, greeting), now)

    def _keep(self, message: str) -> None:
        self._early.append(message)
        self._early_text += len(message)
        if len(self._early) > limits.EARLY or self._early_text > limits.WIRE_TEXT:
            self._forget_early()
            self._tell("More is played than Kessel can keep while it waits for the game.")
            self._effects.append(HangUp())

    def _forget_early(self) -> None:
        self._early, self._early_text = [], 0

    # What it does

    def _send(self, line: str, now: float) -> None:
        self._sent = now
        self._effects.append(Send(line))
