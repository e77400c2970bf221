"""The parts of a map that let a player select, move and command pieces."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour


class StackMetrics(Component, tag="VASSAL.build.module.map.StackMetrics"):
    """How far the pieces of a stack lie apart, in pixels, and the keys that walk through it."""

    disabled: bool = a.flag(False)
    ex_sep_x: int = a.whole(6)
    ex_sep_y: int = a.whole(18)
    unex_sep_x: int = a.whole(2)
    unex_sep_y: int = a.whole(4)
    color: Colour | None = a.optional_colour()
    top: KeyStroke | None = a.key("38,0")
    bottom: KeyStroke | None = a.key("40,0")
    up: KeyStroke | None = a.key("39,0")
    down: KeyStroke | None = a.key("37,0")


class HandMetrics(StackMetrics, tag="VASSAL.build.module.map.HandMetrics"):
    """How far the cards of a hand lie apart, in pixels."""

    ex_sep_x: int = a.whole(12)
    ex_sep_y: int = a.whole(0)
    unex_sep_x: int = a.whole(12)
    unex_sep_y: int = a.whole(0)


class ForwardToKeyBuffer(Component, tag="VASSAL.build.module.map.ForwardToKeyBuffer"):
    """Sends keys typed over the map to the selected pieces."""


class Scroller(Component, tag="VASSAL.build.module.map.Scroller"):
    """Scrolls the map with the arrow keys."""

    use_arrows: str | None = a.optional()


class ForwardToChatter(Component, tag="VASSAL.build.module.map.ForwardToChatter"):
    """Sends keys that nothing else wants to the chat window."""


class MenuDisplayer(Component, tag="VASSAL.build.module.map.MenuDisplayer"):
    """Shows a piece's menu on a right click."""


class MapCenterer(Component, tag="VASSAL.build.module.map.MapCenterer"):
    """Centres the map on what the opponent did."""


class StackExpander(Component, tag="VASSAL.build.module.map.StackExpander"):
    """Spreads a stack on a double click."""


class PieceMover(Component, tag="VASSAL.build.module.map.PieceMover"):
    """Drags pieces."""

    icon: str | None = a.optional()


class KeyBufferer(Component, tag="VASSAL.build.module.map.KeyBufferer"):
    """Selects pieces by click and by frame."""


class SelectionHighlighters(
    Component, tag="VASSAL.build.module.map.SelectionHighlighters", holds="SelectionHighlighter"
):
    """Further ways to show that a piece is selected."""


class SelectionHighlighter(Component, tag="VASSAL.build.module.map.SelectionHighlighter"):
    """A frame or image around selected pieces that match."""

    name: str | None = a.optional()
    match: str = a.expression()
    use_image: bool = a.flag(False)
    color: Colour | None = a.colour("255,0,0")
    thickness: int = a.whole(3)
    image: str = a.image()
    xoffset: int = a.whole(0)
    yoffset: int = a.whole(0)
