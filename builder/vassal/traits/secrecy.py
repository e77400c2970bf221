"""Traits that keep something from other players: masks, invisibility, restricted access."""

from __future__ import annotations

from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import split
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.fields import colour, flag, key, owner, real, strings, text

_SIDES = "sides:"


def sides_of(access: str) -> tuple[str, ...]:
    """The sides that an access names (counters/SpecifiedSideAccess)."""
    return tuple(split(access[len(_SIDES) :], ":")) if access.startswith(_SIDES) else ()


def has_access(
    access: str, owner: PlayerId | None, player: PlayerId | None, side: str | None
) -> bool:
    """Whether a player of a side sees what `owner` has hidden (PlayerAccess, SideAccess)."""
    if owner is None:
        return True
    if access == "side:":
        return side is not None and owner.is_side(side)
    if access.startswith(_SIDES):
        sides = sides_of(access)
        return side in sides and any(owner.is_side(name) for name in sides)
    return owner == player


class Mask(Trait, vassal_id="obs;"):
    """A face that others see instead (counters/Obscurable).

    `display` is I or 2 inset, B background, P peek (with its key behind), G an image (with its file
    name behind). `access` says who may mask: `player:`, `side:` or `sides:A:B`. `masked_by` is the
    player or the side, None while the piece lies open.
    """

    mask_key: KeyStroke | None = key("77,130")
    back_image: str = text()
    command: str = text("Mask")
    display: str = text("I")
    mask_name: str = text("?")
    access: str = text("player:")
    peek_command: str = text("Peek")
    description: str = text()
    peek_on_rollover: bool = flag(True)
    deal_key: KeyStroke | None = key()
    deal_expression: str = text()
    masked_by: PlayerId | None = owner()
    options: str = text(state=True, secret=True)


class Hide(Trait, vassal_id="hide;", state_delimiter=None):
    """Invisibility (counters/Hideable): only `hidden_by` sees the piece at all."""

    hide_key: KeyStroke | None = key("73,130")
    command: str = text("Invisible")
    background: Colour | None = colour()
    access: str = text("player:")
    transparency: float = real(0.30000001192092896)
    description: str = text()
    silent_moves: bool = flag(False)
    hidden_by: PlayerId | None = owner()


class Restrict(Trait, vassal_id="restrict;", state_delimiter=None):
    """Access for some sides only (counters/Restricted)."""

    sides: tuple[str, ...] = strings()
    by_player: bool = flag(False)
    restrict_movement: bool = flag(True)
    description: str = text()
    owned_by: PlayerId | None = owner(empty=True)
