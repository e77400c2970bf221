"""Dice."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.components.buttons import DoActionButton
from builder.vassal.buildfile.components.gated import Gated
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour


class DiceButton(Gated, tag="VASSAL.build.module.DiceButton"):
    """Dice."""

    name: str = a.text("2d6")
    text: str = a.message("2d6")
    tooltip: str = a.text("2d6")
    icon: str = a.image("/images/die.gif")
    hotkey: KeyStroke | None = a.key()
    report_format: str = a.message("** $name$ = $result$ *** &lt;$PlayerName$&gt;")
    prompt: bool = a.flag(False)
    n_dice: int = a.whole(2)
    lock_dice: bool = a.flag(False)
    n_sides: int = a.whole(6)
    lock_sides: bool = a.flag(False)
    plus: int = a.whole(0)
    lock_plus: bool = a.flag(False)
    add_to_total: int = a.whole(0)
    lock_add: bool = a.flag(False)
    report_total: bool = a.flag(False)
    sort_dice: bool = a.flag(False)
    keep_dice: bool = a.flag(False)
    keep_option: str = a.text(">")
    keep_count: int = a.whole(1)


class InternetDiceButton(DiceButton, tag="VASSAL.build.module.InternetDiceButton"):
    """Dice rolled by a server."""


class DieManager(Component, tag="VASSAL.build.module.DieManager", holds="InternetDiceButton"):
    """The choice between dice servers."""

    description: str = a.text("Die Manager")
    dfltndice: int = a.whole(2)
    dfltnsides: int = a.whole(6)


class RandomTextButton(Gated, tag="VASSAL.build.module.RandomTextButton"):
    """Dice with words for faces."""

    name: str = a.text("2d6")
    text: str = a.message()
    tooltip: str = a.text("2d6")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()
    report_format: str = a.message("** $name$ = $result$ *** &lt;$PlayerName$&gt;")
    prompt: bool = a.flag(False)
    n_dice: int = a.whole(2)
    lock_dice: bool = a.flag(False)
    lock_sides: bool = a.flag(False)
    plus: int = a.whole(0)
    lock_plus: bool = a.flag(False)
    add_to_total: int = a.whole(0)
    lock_add: bool = a.flag(False)
    report_total: bool = a.flag(False)
    sort_dice: bool = a.flag(False)
    keep_dice: bool = a.flag(False)
    keep_option: str = a.text(">")
    keep_count: int = a.whole(1)
    faces: tuple[str, ...] = a.strings()
    numeric: bool = a.flag(False)


class SpecialDiceButton(
    DoActionButton, tag="VASSAL.build.module.SpecialDiceButton", holds="SpecialDie"
):
    """Dice with pictures for faces."""

    name: str = a.text("Symbols")
    text: str = a.message("Symbols")
    tooltip: str = a.text("Symbols")
    icon: str = a.image("/images/die.gif")
    description: str | None = a.optional()
    result_chatter: bool = a.flag(True)
    format_: str = a.message("** $name$ = [$result1$] *** &lt;$PlayerName$&gt;")
    result_window: bool = a.flag(False)
    window_title_result_format: str = a.message("$name$")
    result_button: bool = a.flag(False)
    window_x: int = a.whole(0)
    window_y: int = a.whole(0)
    background_color: Colour | None = a.colour()


class SpecialDie(Component, tag="VASSAL.build.module.SpecialDie", holds="SpecialDieFace"):
    """One such die."""

    name: str | None = a.optional()
    format_: str = a.message("$result$")


class SpecialDieFace(Component, tag="VASSAL.build.module.SpecialDieFace"):
    """One face; `icon` must be there, empty or not, or the engine fails to load."""

    text: str | None = a.optional()
    value: int = a.whole(0)
    icon: str | None = a.optional_image()
