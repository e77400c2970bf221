"""Who Kessel is at the table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from builder.saying import AsWritten, Saying
from builder.vassal.secret import PlayerId
from builder.vassal.wire import node

ENGINE = "3.7.26"
"""The version of VASSAL whose ways on the wire are known."""


OTHER_VERSION = (
    "The players have version {theirs} of the module and Kessel has {own}: what differs may be "
    "answered wrongly until both have the same."
)

GUEST = "Kessel"
"""How every Kessel begins its name in the list of members."""

GREETING = "Kessel (a player's assistant) follows this game"
GREETING_FOR = "Kessel ({name}'s assistant) follows this game"


def is_kessels(name: str) -> bool:
    """Whether a name in the list of members is a Kessel's."""
    return name == GUEST or name.startswith(f"{GUEST} (for ")


@dataclass(frozen=True)
class Who:
    """For whom Kessel sits there, empty if it does not say; the module's version; and the language
    in which it greets."""

    name: str = ""
    version: str = ""
    say: Callable[[str], str] = str
    unlogged: bool = False
    """Whether what Kessel says is no step of the players' logs: so it is in modules of Kessel's."""
    speaks: str = ""
    """The language in which it tells in the room's chat; empty if it says nothing there."""

    @property
    def shown(self) -> str:
        """The name in the list of members."""
        return f"{GUEST} (for {self.name})" if self.name else GUEST

    @property
    def greeting(self) -> str:
        """The one courteous line."""
        if self.name:
            return self.say(Saying(GREETING_FOR, name=AsWritten(self.name)))
        return self.say(GREETING)

    def other_version(self, versions: Iterable[str]) -> str:
        """That players have another version of the module than Kessel; empty if they have not, or
        do not say."""
        others = sorted({version for version in versions if version} - {self.version})
        if not others or not self.version:
            return ""
        return OTHER_VERSION.format(theirs=", ".join(others), own=self.version)

    def info(self, id_: PlayerId, **more: str) -> dict[str, str]:
        """What VASSAL's clients say of themselves."""
        return {
            "name": self.shown,
            "looking": "false",
            "away": "false",
            "profile": "",
            "client": ENGINE,
            "moduleVersion": self.version,
            **({node.SPEAKS: self.speaks} if self.speaks else {}),
            **more,
            "id": id_.reveal(),
        }


@dataclass(frozen=True)
class Company:
    """The other Kessels that tell in the room's chat, by their languages: those that came `before`
    this one, and those that came `after` it."""

    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()


def new_id() -> PlayerId:
    """An id of Kessel's own, unlike any other."""
    return PlayerId(f"kessel.{secrets.token_hex(8)}")
