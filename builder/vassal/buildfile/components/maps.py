"""Map windows."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour


class MapWindow(
    Component,
    tag="VASSAL.build.module.Map",
    holds="MapSubFolder GlobalMap LosThread ToolbarMenu MultiActionButton DoActionButton "
    "HidePiecesButton Zoomer CounterDetailViewer HighlightLastMoved "
    "LayeredPieceCollection ImageSaver TextSaver DrawPile SetupStack MassKeyCommand "
    "MapShader PieceRecenterer Flare MoveCameraButton BoardPicker StackMetrics HandMetrics "
    "ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer MapCenterer "
    "StackExpander PieceMover KeyBufferer SelectionHighlighters GlobalProperties "
    "Inventory TurnTracker ChessClockControl",
):
    """A map window; its name is the map that pieces say they are on."""

    map_name: str | None = a.optional()
    description: str | None = a.optional()
    mark_moved: str = a.choice("Always", "Never", "Use Preferences Setting")
    mark_unmoved_text: str = a.text()
    mark_unmoved_tooltip: str = a.text("Mark all pieces on this map as not moved")
    mark_unmoved_icon: str = a.image("/images/unmoved.gif")
    mark_unmoved_hotkey: KeyStroke | None = a.key()
    mark_unmoved_report: str = a.text()
    edge_width: int = a.whole(0)
    edge_height: int = a.whole(0)
    backgroundcolor: Colour | None = a.colour("255,255,255")
    allow_multiple: bool = a.flag(False)
    color: Colour | None = a.colour("0,0,0")
    thickness: int = a.whole(3)
    launch: bool = a.flag(False)
    button_name: str = a.text()
    tooltip: str | None = a.optional()
    icon: str = a.image("/images/map.gif")
    hotkey: KeyStroke | None = a.key()
    show_key: KeyStroke | None = a.key()
    hide_key: KeyStroke | None = a.key()
    only_report_changed_location: bool = a.flag(False)
    move_within_format: str = a.message("$pieceName$ moves $previousLocation$ &rarr; $location$ *")
    move_to_format: str = a.message("$pieceName$ moves $previousLocation$ &rarr; $location$ *")
    create_format: str = a.message("$pieceName$ created in $location$ *")
    change_format: str = a.message("$message$")
    move_key: KeyStroke | None = a.key()


class PrivateMap(MapWindow, tag="VASSAL.build.module.PrivateMap"):
    """A map window that belongs to some sides."""

    side: tuple[str, ...] = a.strings()
    visible: bool = a.flag(False)
    use_boards: str | None = a.optional()


class PlayerHand(PrivateMap, tag="VASSAL.build.module.PlayerHand"):
    """A private window for one side's cards."""


class WidgetMap(MapWindow, tag="VASSAL.build.widget.WidgetMap"):
    """The map of a map widget."""


class MapSubFolder(
    Component,
    tag="VASSAL.build.module.folder.MapSubFolder",
    holds="MapSubFolder LosThread ToolbarMenu MultiActionButton DoActionButton "
    "CounterDetailViewer DrawPile SetupStack MassKeyCommand MapShader Flare",
):
    """Keeps parts of a map together in the editor."""

    name: str | None = a.optional()
    desc: str = a.text()
