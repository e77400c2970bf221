"""What the machines of live play want done or told. They themselves open no socket and have no
clock, so that recorded games and made-up hours test them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from builder.saying import AsWritten, Saying

Status = Literal["live", "behind", "lost"]
"""`live`: the table is as the players have it; `behind`: it is being caught up with; `lost`: there
is no connection, or no game at the other end of it."""


UNASKED = (
    "Somebody sent a whole game for which Kessel had not asked: it is not taken, and what is shown "
    "is the game as it was followed. If the players have opened another one, end Kessel and start "
    "it anew."
)

NO_GAME = (
    "Nobody answers the request for the game: somebody in the room must have it loaded. Kessel "
    "asks again in {n} seconds."
)
UNREAD = (
    "No game that can be read has come: ask {names:and} to load it anew in VASSAL, or a smaller "
    "one. Kessel asks again in {n} seconds."
)
PASSED_OVER = (
    "{name} does not send the game: what is shown is another player's table. Kessel asks {name} "
    "again now and then."
)
CANNOT_BE_READ = "The game that was sent cannot be read: {why}."


def in_vain(names: Iterable[str], seconds: float) -> Saying:
    """What is said when all were asked and no game is there: `names` are those who have sent one
    that cannot be read."""
    named = [AsWritten(name) if name else "the room's owner" for name in names]
    return Saying(UNREAD if named else NO_GAME, names=named, n=int(seconds))


@dataclass(frozen=True, slots=True)
class Send:
    """Send a line. It may hold ids, which are passwords."""

    line: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class HangUp:
    """Close the connection."""


@dataclass(frozen=True, slots=True)
class Dial:
    """Connect again in so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Became:
    """How the table that Kessel shows stands to that of the players."""

    status: Status


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence for the person at the terminal."""

    text: str


@dataclass(frozen=True, slots=True)
class Listed:
    """The rooms of the module: by name how many are in it, and whether it is locked."""

    rooms: Mapping[str, tuple[int, bool]]


@dataclass(frozen=True, slots=True)
class Synced:
    """The whole game came, as a save holds it."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Played:
    """A step of the game came. `early`: it may be in the game that came before it already."""

    text: str = field(repr=False)
    early: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """It is over, with a sentence that says why; `failed` if it could not be done at all."""

    text: str
    failed: bool = True


@dataclass(frozen=True, slots=True)
class SendTo:
    """Send a line to one of several at the other end. It may hold ids."""

    client: int
    line: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the connection of one of several."""

    client: int


@dataclass(frozen=True, slots=True)
class Call:
    """Connect to another peer, at whichever of its addresses answers; the connection gets this
    number."""

    client: int
    hosts: tuple[str, ...]
    port: int


Effect = (
    Send | SendTo | Drop | Call | HangUp | Dial | Became | Told | Listed | Synced | Played | Ended
)
