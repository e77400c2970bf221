"""The parts of a map that show, mark and save what is on it."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.components.gated import Gated
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour


class HighlightLastMoved(Component, tag="VASSAL.build.module.map.HighlightLastMoved"):
    """Frames the piece that moved last."""

    enabled: bool = a.flag(True)
    color: Colour | None = a.colour("255,0,0")
    thickness: int = a.whole(2)


class Zoomer(Component, tag="VASSAL.build.module.map.Zoomer"):
    """Zoom buttons; `zoom_start` counts from the largest zoom, from 1."""

    zoom_start: int = a.whole(3)
    zoom_levels: tuple[float, ...] = a.reals(
        0.2, 0.25, 0.333, 0.4, 0.5, 0.555, 0.625, 0.75, 1.0, 1.25, 1.6
    )
    in_tooltip: str = a.text("Zoom in")
    in_button_text: str = a.text()
    in_icon_name: str = a.image("/images/zoomIn.gif")
    zoom_in_key: KeyStroke | None = a.key()
    pick_tooltip: str = a.text("Select Zoom")
    pick_button_text: str = a.text()
    pick_icon_name: str = a.image("/images/zoom.png")
    zoom_pick_key: KeyStroke | None = a.key()
    out_tooltip: str = a.text("Zoom out")
    out_button_text: str = a.text()
    out_icon_name: str = a.image("/images/zoomOut.gif")
    zoom_out_key: KeyStroke | None = a.key()


class GlobalMap(Component, tag="VASSAL.build.module.map.GlobalMap"):
    """The overview window."""

    button_text: str = a.text()
    color: Colour | None = a.colour("0,0,0")
    hotkey: KeyStroke | None = a.key("79,195")
    icon: str | None = a.optional_image()
    scale: float = a.real(0.19444444)
    tooltip: str = a.text("Show/Hide overview window")


class CounterDetailViewer(Component, tag="VASSAL.build.module.map.CounterDetailViewer"):
    """What appears while the mouse rests on a stack."""

    version: str = a.text()
    description: str = a.text()
    delay: int = a.whole(700)
    hotkey: KeyStroke | None = a.key("32,130")
    bg_color: Colour | None = a.colour()
    fg_color: Colour | None = a.colour("0,0,0")
    border_color: Colour | None = a.colour("0,0,0")
    min_display_pieces: int = a.whole(2)
    zoomlevel: float = a.real(1.0)
    center_all: bool = a.flag(False)
    border_thickness: int = a.whole(2)
    border_inner_thickness: int = a.whole(2)
    showgraph: bool = a.flag(True)
    center_pieces_vertically: bool = a.flag(False)
    graphics_zoom: float = a.real(1.0)
    showgraphsingle: bool = a.flag(False)
    border_width: int = a.whole(0)
    vertical_offset: int = a.whole(0)
    showtext: bool = a.flag(False)
    enable_html: bool = a.flag(False, xml="enableHTML")
    center_text: bool = a.flag(False)
    stretch_width_summary: bool = a.flag(False)
    stretch_width_pieces: bool = a.flag(False)
    combine_counter_summary: bool = a.flag(False)
    only_show_first_summary: bool = a.flag(False)
    extra_text_padding: int = a.whole(0)
    vertical_top_text: int = a.whole(5)
    vertical_bottom_text: int = a.whole(10)
    showtextsingle: bool = a.flag(False)
    font_size: int = a.whole(9)
    summary_report_format: str = a.message("$LocationName$")
    counter_report_format: str = a.message()
    empty_hex_report_forma: str = a.message("$LocationName$")
    display: str = a.choice(
        "from top-most layer only",
        "from all layers",
        "from listed layers only",
        "from layers other than those listed",
    )
    layer_list: tuple[str, ...] = a.strings()
    property_filter: str = a.expression()
    show_terrain_beneath: str = a.choice("never", "ifOne", "always")
    show_terrain_snappy: bool = a.flag(True)
    show_terrain_width: int = a.whole(150)
    show_terrain_height: int = a.whole(150)
    show_terrain_zoom: float = a.real(1.0)
    show_terrain_text: str = a.message("$LocationName$")
    show_only_top_of_stack: bool = a.flag(False)
    show_no_stack: bool = a.flag(False)
    show_move_selectde: bool = a.flag(False)
    show_non_movable: bool = a.flag(False)
    unrotate_pieces: bool = a.flag(False)
    show_deck: bool = a.flag(False)
    show_deck_masked: bool = a.flag(False)
    show_deck_depth: int = a.whole(1)
    show_overlap: bool = a.flag(False)
    stop_after_showing: bool = a.flag(False)


class Flare(Component, tag="VASSAL.build.module.map.Flare"):
    """A circle that draws everybody's eye to a spot."""

    flare_name: str = a.text("Map Flare")
    description: str | None = a.optional()
    flare_key: str = a.choice(
        "keyAlt", "keyCtrl", "keyAltShift", "keyCtrlShift", "keyCtrlAlt", "keyCtrlAltShift"
    )
    circle_size: int = a.whole(100)
    circle_color: Colour | None = a.colour("255,0,0")
    circle_scale: bool = a.flag(True)
    flare_pulses: int = a.whole(6)
    flare_pulses_per_sec: int = a.whole(3)
    report_format: str = a.message()


class LosThread(Gated, tag="VASSAL.build.module.map.LOS_Thread"):
    """A line stretched between two points, with its range."""

    thread_name: str = a.text("Thread")
    label: str = a.message("Thread")
    tooltip: str = a.text("Show LOS thread")
    icon_name: str = a.image("/images/thread.gif")
    hotkey: KeyStroke | None = a.key()
    report: str = a.message("$playerId$ Checked LOS from $FromLocation$ to $AllLocationsChecked$")
    persistence: str = a.choice("Ctrl-Click & Drag", "Never", "Always")
    persistent_icon_name: str | None = a.optional_image()
    global_: str = a.choice("When Persisting", "Never", "Always", default="Always")
    snap_start: bool = a.flag(False)
    snap_end: bool = a.flag(False)
    draw_range: bool = a.flag(False)
    scale: int = a.whole(0)
    round_: str = a.choice("Up", "Down", "Nearest whole number", default="Nearest whole number")
    hide_counters: bool = a.flag(False)
    hide_opacity: int = a.whole(0)
    los_thickness: int = a.whole(1)
    thread_color: Colour | None = a.optional_colour()
    range_fg: Colour | None = a.colour("255,255,255")
    range_bg: Colour | None = a.colour("0,0,0")


class ImageSaver(Gated, tag="VASSAL.build.module.map.ImageSaver"):
    """Saves the map as a picture."""

    button_text: str = a.message()
    tooltip: str = a.text("Save map as PNG image")
    icon: str = a.image("/images/camera.gif")
    hotkey: KeyStroke | None = a.key()


class TextSaver(Gated, tag="VASSAL.build.module.map.TextSaver"):
    """Saves what stands on the map as text."""

    button_text: str = a.message("Save text")
    tooltip: str = a.text("Save map contents as plain text file")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()


class HidePiecesButton(Component, tag="VASSAL.build.module.map.HidePiecesButton"):
    """Hides all pieces while it is pressed."""

    button_text: str = a.text()
    hotkey: KeyStroke | None = a.key()
    tooltip: str = a.text("Hide all pieces on this map")
    showing_icon: str | None = a.optional_image()
    hidden_icon: str | None = a.optional_image()


class PieceRecenterer(Gated, tag="VASSAL.build.module.map.PieceRecenterer"):
    """Brings pieces that fell off the map back to its middle."""

    text: str = a.message("Recenter")
    tooltip: str = a.text("Recenter")
    icon: str = a.image("/images/recenter.gif")
    hotkey: KeyStroke | None = a.key()


class MoveCameraButton(Gated, tag="VASSAL.build.module.map.MoveCameraButton"):
    """Centres the view on a place or piece."""

    text: str = a.message("Center On Position")
    tooltip: str = a.text("Centers the view on specified position")
    icon: str = a.image("/images/recenter.gif")
    hotkey: KeyStroke | None = a.key()
    move_camera_mode: str = a.choice("G", "L", "Z", "R", "A", "C", "N", default="L")
    board_name: str = a.message()
    zone_name: str = a.message()
    region_name: str = a.message()
    grid_location: str = a.message()
    x_pos: str = a.message()
    y_pos: str = a.message()
    x_offset: str = a.message("0")
    y_offset: str = a.message("0")
    property_filter: str = a.expression()
    zoom: str = a.message()


class LayeredPieceCollection(
    Component, tag="VASSAL.build.module.map.LayeredPieceCollection", holds="LayerControl"
):
    """Draws pieces in layers by a property's value."""

    description: str | None = a.optional()
    property_: str = a.text("Layer")
    layer_order: tuple[str, ...] = a.strings()


class LayerControl(Gated, tag="VASSAL.build.module.map.LayerControl"):
    """A button that shows, hides or turns layers."""

    text: str = a.message("Reset layers")
    tooltip: str = a.text("Reset layers")
    icon: str | None = a.optional_image()
    hotkey: KeyStroke | None = a.key()
    description: str | None = a.optional()
    command: str = a.choice(
        "Rotate Layer Order Up",
        "Rotate Layer Order Down",
        "Make Layer Active",
        "Make Layer Inactive",
        "Switch Layer between Active and Inactive",
        "Reset All Layers",
        default="Reset All Layers",
    )
    skip: bool = a.flag(True)
    layers: tuple[str, ...] = a.strings()


class MapShader(Component, tag="VASSAL.build.module.map.MapShader"):
    """A shade over the map, with holes that pieces make."""

    name: str = a.text("Shading")
    always_on: bool = a.flag(False)
    starts_on: bool = a.flag(False)
    button_text: str = a.text("Shade")
    tooltip: str = a.text("Shade")
    icon: str | None = a.optional_image()
    add_to_map_toolbar: bool = a.flag(False)
    hotkey: KeyStroke | None = a.key()
    boards: str = a.choice("Yes", "No, exclude Boards in list", "No, only shade Boards in List")
    board_list: tuple[str, ...] = a.strings()
    type_: str = a.choice("Foreground", "Background")
    draw_over: bool = a.flag(False)
    pattern: str = a.choice("25%", "50%", "75%", "100% (Solid)", "Custom Image")
    color: Colour | None = a.colour("0,0,0")
    image: str | None = a.optional_image()
    scale_image: bool = a.flag(False)
    opacity: int = a.whole(100)
    border: bool = a.flag(False)
    border_color: Colour | None = a.colour("0,0,0")
    border_width: int = a.whole(1)
    border_opacity: int = a.whole(100)
