"""VASSAL's own picture maker for pieces."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component
from builder.vassal.kinds import Colour


class GamePieceImageDefinitions(
    Component,
    tag="VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions",
    holds="GamePieceLayoutsContainer ColorManager FontManager",
):
    """Pictures of pieces put together by VASSAL itself."""


class GamePieceLayoutsContainer(
    Component,
    tag="VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer",
    holds="GamePieceLayout",
):
    """The layouts of such pictures."""


class GamePieceLayout(
    Component, tag="VASSAL.build.module.gamepieceimage.GamePieceLayout", holds="GamePieceImage"
):
    """One layout, with its pictures as children."""

    name: str = a.text()
    width: int = a.whole(54)
    height: int = a.whole(54)
    border: str = a.choice("Plain", "Fancy", "3D", "None", default="3D")
    layout: str = a.text()


class GamePieceImage(Component, tag="VASSAL.build.module.gamepieceimage.GamePieceImage"):
    """One picture made by a layout."""

    name: str = a.text()
    bg_color: str = a.text("WHITE")
    border_color: str = a.text("BLACK")
    props: str = a.text()
    version: str = a.text("0")


class ColorManager(
    Component, tag="VASSAL.build.module.gamepieceimage.ColorManager", holds="ColorSwatch"
):
    """The named colours of layouts."""


class ColorSwatch(Component, tag="VASSAL.build.module.gamepieceimage.ColorSwatch"):
    """One named colour."""

    name: str = a.text()
    color: Colour | None = a.colour()


class FontManager(
    Component, tag="VASSAL.build.module.gamepieceimage.FontManager", holds="FontStyle"
):
    """The named fonts of layouts."""


class FontStyle(Component, tag="VASSAL.build.module.gamepieceimage.FontStyle"):
    """One named font."""

    name: str = a.text("Default")
    style: str = a.text("Dialog,0,12,false")


class Item(Component):
    """What every item of a layout has."""

    name: str = a.text()
    location: str = a.choice(
        "Center",
        "Top",
        "Bottom",
        "Right",
        "Left",
        "Top Right",
        "Top Left",
        "Bottom Right",
        "Bottom Left",
    )
    advanced: bool = a.flag(False)
    xoffset: int = a.whole(0)
    yoffset: int = a.whole(0)
    rotation: int = a.whole(0)
    antialias: bool = a.flag(True)


class ImageItem(Item, tag="VASSAL.build.module.gamepieceimage.ImageItem"):
    """An image in a layout."""

    image: str = a.image()
    source: str = a.choice(
        "Specified in individual images", "Fixed for this layout", default="Fixed for this layout"
    )


class ImageItemInstance(Component, tag="VASSAL.build.module.gamepieceimage.ImageItemInstance"):
    """What an image item shows in one picture."""

    image: str = a.image()


class ShapeItem(Item, tag="VASSAL.build.module.gamepieceimage.ShapeItem"):
    """A shape in a layout."""

    width: int = a.whole(40)
    height: int = a.whole(30)
    shape: str = a.choice("Rectangle", "Rounded Rectangle", "Oval")
    bevel: int = a.whole(5)


class ShapeItemInstance(Component, tag="VASSAL.build.module.gamepieceimage.ShapeItemInstance"):
    """What a shape item shows in one picture."""

    fg_color: str = a.text("CLEAR")
    border_color: str = a.text("BLACK")


class SymbolItem(Item, tag="VASSAL.build.module.gamepieceimage.SymbolItem"):
    """A military symbol in a layout."""

    set_: str = a.text()
    width: int = a.whole(40)
    height: int = a.whole(30)
    linewidth: float = a.real(1.0)


class SymbolItemInstance(Component, tag="VASSAL.build.module.gamepieceimage.SymbolItemInstance"):
    """What a symbol item shows in one picture."""

    size: str | None = a.optional()
    symbol1: str | None = a.optional()
    symbol2: str | None = a.optional()
    fg_color: str = a.text("BLACK")
    bg_color: str = a.text("CLEAR")
    size_color: str = a.text("BLACK")


class TextItem(Item, tag="VASSAL.build.module.gamepieceimage.TextItem"):
    """A line of text in a layout."""

    font: str = a.text("Default")
    source: str = a.choice("Specified in individual images", "Fixed for this layout")
    text: str = a.text()


class TextItemInstance(Component, tag="VASSAL.build.module.gamepieceimage.TextItemInstance"):
    """What a text item shows in one picture."""

    value: str = a.text("Xx")
    fg_color: str = a.text("BLACK")
    bg_color: str = a.text("CLEAR")
    outline_color: str = a.text("RED")


class TextBoxItem(TextItem, tag="VASSAL.build.module.gamepieceimage.TextBoxItem"):
    """A box of text in a layout."""

    width: int = a.whole(40)
    height: int = a.whole(30)
    use_html: bool = a.flag(False, xml="use_html")


class TextBoxItemInstance(
    TextItemInstance, tag="VASSAL.build.module.gamepieceimage.TextBoxItemInstance"
):
    """What a text box shows in one picture."""
