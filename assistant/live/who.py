"""Who Kessel is at the table."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from builder.vassal.secret import PlayerId

ENGINE = "3.7.26"
"""The version of VASSAL whose ways on the wire are known."""


GUEST = "Kessel"
"""How every Kessel begins its name in the list of members."""


@dataclass(frozen=True)
class Who:
    """For whom Kessel sits there, empty if it does not say; and the module's version."""

    name: str = ""
    version: str = ""

    @property
    def shown(self) -> str:
        """The name in the list of members."""
        return f"{GUEST} (for {self.name})" if self.name else GUEST

    @property
    def greeting(self) -> str:
        """The one courteous line."""
        whose = f"{self.name}'s assistant" if self.name else "a player's assistant"
        return f"Kessel ({whose}) follows this game"

    def info(self, id_: PlayerId, **more: str) -> dict[str, str]:
        """What VASSAL's clients say of themselves."""
        return {
            "name": self.shown,
            "looking": "false",
            "away": "false",
            "profile": "",
            "client": ENGINE,
            "moduleVersion": self.version,
            **more,
            "id": id_.write(),
        }


def new_id() -> PlayerId:
    """An id of Kessel's own, unlike any other."""
    return PlayerId(f"kessel.{secrets.token_hex(8)}")
