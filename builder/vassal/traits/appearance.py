"""Traits that decide what a piece looks like: layers, labels, rotation, trails, areas, outlines."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from builder.java_numbers import java_int, java_real
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour
from builder.vassal.sequence import join, split
from builder.vassal.traits.core import number
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.fields import colour, flag, key, real, strings, text, whole


class Layer(Trait, vassal_id="emb2;"):
    """Images of which one shows at a time (counters/Embellishment): the steps of a counter.

    `level` is the level from 1, negative while the layer is switched off. Of a level's name `+x` is
    put behind the piece's name, `x+` before it, anything else in its place. The keys at the end
    work, `*_command` are the texts of the menu; the `old_` fields are of VASSAL before 3.2.
    """

    activate_command: str = text("Activate")
    old_activate_modifiers: int = whole(128)
    old_activate_key: str = text("A")
    up_command: str = text()
    old_up_modifiers: int = whole(128)
    old_up_key: str = text()
    down_command: str = text()
    old_down_modifiers: int = whole(128)
    old_down_key: str = text()
    reset_command: str = text()
    reset_key: KeyStroke | None = key()
    reset_level: str = text("1")
    underneath_when_selected: bool = flag(False)
    x_offset: int = whole(0)
    y_offset: int = whole(0)
    images: tuple[str, ...] = strings()
    level_names: tuple[str, ...] = strings()
    loop: bool = flag(True)
    name: str = text()
    random_key: KeyStroke | None = key()
    random_command: str = text()
    follow_property: bool = flag(False)
    property_name: str = text()
    first_level_value: int = whole(1)
    version: int = whole(1, missing=0)
    always_active: bool = flag(True)
    activate_key: KeyStroke | None = key("65,130", missing=None)
    increase_key: KeyStroke | None = key()
    decrease_key: KeyStroke | None = key()
    description: str = text()
    scale: float = real(1.0)
    only_property_name: str = text()
    only_property_state: str = text("true")
    level: int = whole(1, state=True, missing=-1)

    @property
    def levels(self) -> int:
        """How many levels there are; at least one, as an empty list cannot be written."""
        return max(1, len(self.images))

    @property
    def shown(self) -> int:
        """The current level from 1, within the levels that exist; 0 when the layer is off."""
        return max(0, min(self.level, self.levels))

    @property
    def is_never_off(self) -> bool:
        """Whether no key switches the layer on and off; before version 1 its old key tells."""
        return self.always_active if self.version else not self.old_activate_key

    @property
    def is_active(self) -> bool:
        """Whether the layer shows: the state alone tells, also of one that is always active."""
        return self.level > 0

    @property
    def current(self) -> int:
        """Index of the current level from 0, whether it shows or not."""
        level = abs(self.level) or 1
        return min(level, self.levels) - 1

    @property
    def image(self) -> str:
        """The image of the current level; empty for a level without one."""
        return self.images[self.current] if self.current < len(self.images) else ""

    @property
    def level_name(self) -> str:
        """The name of the current level as it is declared."""
        return self.level_names[self.current] if self.current < len(self.level_names) else ""


class OldLayer(Layer, vassal_id="emb;"):
    """A layer as VASSAL before 3.0 wrote it (counters/Embellishment.originalSetType): the key that
    switches it, with those of its reset within, the menu's texts, and each level as `image,name`.

    It is read as the layer that VASSAL makes of it, and written as it stood until it is changed.
    """

    @classmethod
    def decode_type(cls, text: str) -> dict[str, Any]:
        """Fields of the type, in today's order."""
        parts = split(text, ";")
        parts += [""] * (8 - len(parts))
        head, command, up, up_text, down, down_text, x, y, *levels = parts
        switch, reset_text, reset, reset_level = [*split(head, ";"), "", "", "0"][:4]
        pairs = [[*split(level, ","), ""][:2] for level in levels]
        switch, up, down = switch.upper(), up.upper(), down.upper()
        today = [command.removeprefix("_"), "128", switch, up_text, "128", up]
        today += [down_text, "128", down, reset_text, reset, reset_level or "0"]
        today += ["true" if command.startswith("_") else "false", x, y]
        today += [join([pair[at] for pair in pairs] or [""], ",") for at in (0, 1)]
        today += ["true", "", "", "", "false", "", "1", "1", "false" if switch else "true"]
        today += [f"{ord(key[0])},130" if key else "" for key in (switch, up, down)]
        return super().decode_type(join(today, ";"))

    @cached_property
    def type_text(self) -> str:
        """The type as it stood; one that was changed is written as today."""
        as_read = self.read_from[0] if self.read_from is not None else ""
        if as_read and self._holds(self.decode_type(as_read[len(self.ID) :])):
            return as_read
        return Layer.ID + self.encode_type()


class Label(Trait, vassal_id="label;", state_delimiter=None):
    """A text on a piece (counters/Labeler)."""

    change_key: KeyStroke | None = key()
    change_command: str = text("Change label")
    font_size: int = whole(10)
    background: Colour | None = colour()
    foreground: Colour | None = colour("0,0,0")
    vertical_position: str = text("t")
    vertical_offset: int = whole(0)
    horizontal_position: str = text("c")
    horizontal_offset: int = whole(0)
    vertical_justification: str = text("b")
    horizontal_justification: str = text("c")
    name_format: str = text("$pieceName$ ($label$)")
    font_family: str = text("Dialog")
    font_style: int = whole(0)
    rotation: int = whole(0)
    property_name: str = text("TextLabel")
    description: str = text()
    always_use_format: bool = flag(False)
    label: str = text(state=True)


class Rotation(Trait, vassal_id="rotate;", state_delimiter=None):
    """Turning a piece (counters/FreeRotator).

    With more than one facing the state is the index of the facing, clockwise; with one, the angle
    in degrees, clockwise negative.
    """

    facings: int = whole(6)
    set_angle_key: KeyStroke | None = key()
    set_angle_command: str = text()
    clockwise_key: KeyStroke | None = key("93,130")
    anticlockwise_key: KeyStroke | None = key("91,130")
    clockwise_command: str = text("Rotate CW")
    anticlockwise_command: str = text("Rotate CCW")
    random_key: KeyStroke | None = key()
    random_command: str = text()
    name: str = text()
    description: str = text()
    direct_key: KeyStroke | None = key()
    direct_command: str = text()
    direct_expression: str = text()
    direct_by_facing: bool = flag(True)
    turned: str = text("0", state=True)

    @classmethod
    def decode_type(cls, text: str) -> dict[str, Any]:
        """Fields of the type; the keys of free and of stepwise turning exclude each other."""
        parts = split(text, ";")
        absent = ["", ""] if parts[0] != "1" else ["", "", "", ""]
        at = 1 if parts[0] != "1" else 3
        full = [*parts[:at], *absent, *parts[at:]] if len(parts) > at else parts
        return super().decode_type(join(full, ";"))

    def encode_type(self) -> str:
        """The type, without the keys that the number of facings rules out."""
        parts = split(super().encode_type(), ";")
        skipped = range(1, 3) if self.facings != 1 else range(3, 7)
        return join([part for at, part in enumerate(parts) if at not in skipped], ";")

    @property
    def facing(self) -> int:
        """Facing from 1 in steps clockwise; 1 for a piece that turns freely."""
        return self._index + 1 if self.facings != 1 else 1

    @property
    def degrees(self) -> float:
        """Degrees clockwise from upright."""
        if self.facings == 1:
            return -self._angle
        return self._index * 360.0 / max(self.facings, 1)

    @property
    def _index(self) -> int:
        try:
            return min(java_int(self.turned), self.facings - 1)
        except ValueError:
            return 0

    @property
    def _angle(self) -> float:
        try:
            return java_real(self.turned)
        except ValueError:
            return 0.0


class Trail(Trait, vassal_id="footprint;"):
    """The movement trail (counters/Footprint). `start_map` is VASSAL's internal id (`Map0`)."""

    trail_key: KeyStroke | None = key()
    command: str = text("Movement Trail")
    initially_visible: bool = flag(False)
    globally_visible: bool = flag(False)
    circle_radius: int = whole(10)
    fill_colour: Colour | None = colour("255,255,255")
    line_colour: Colour | None = colour("0,0,0")
    selected_transparency: int = whole(100)
    unselected_transparency: int = whole(50)
    edge_point_buffer: int = whole(20)
    edge_display_buffer: int = whole(30)
    line_width: float = real(1.0)
    on_key: KeyStroke | None = key()
    off_key: KeyStroke | None = key()
    clear_key: KeyStroke | None = key()
    description: str = text()
    visible: bool = flag(False, state=True)
    start_map: str = text(state=True)
    points: tuple[tuple[int, int], ...] = ()
    initialised: bool = flag(False, state=True)

    @classmethod
    def decode_state(cls, text: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Visibility, map, and as many points as the state announces."""
        parts = [*split(text, ";"), "", "", ""]
        visible = parts[0] == "true" if parts[0] else fields["initially_visible"]
        count = int(parts[2]) if parts[2].isdecimal() and len(parts[2]) < 7 else 0
        points = [part.partition(",") for part in parts[3 : 3 + count]]
        return {
            "visible": visible,
            "start_map": parts[1],
            "points": tuple((number(x), number(y)) for x, _, y in points if x),
            "initialised": parts[3 + count : 4 + count] == ["true"],
        }

    def encode_state(self) -> str:
        """The state, its points announced by their number."""
        points = [f"{x},{y}" for x, y in self.points]
        ends = ("true" if self.visible else "false", "true" if self.initialised else "false")
        return join([ends[0], self.start_map, str(len(points)), *points, ends[1]], ";")


class NonRectangular(Trait, vassal_id="nonRect2;"):
    """A shape other than the bounding box (counters/NonRectangular)."""

    scale: float = real(1.0)
    shape: str = text()


class OldNonRectangular(Trait, vassal_id="nonRect;", type_delimiter=None):
    """The same as older modules have it: the shape alone."""

    shape: str = text()


class AreaOfEffect(Trait, vassal_id="AreaOfEffect;", state_delimiter=None):
    """A coloured area around a piece (counters/AreaOfEffect); `transparency` in percent."""

    fill: Colour | None = colour("128,128,128")
    transparency: int = whole(30)
    radius: str = text("1")
    always_active: bool = flag(True)
    command: str = text("Show area")
    toggle_key: KeyStroke | None = key()
    shader: str = text()
    fixed_radius: bool = flag(True)
    radius_marker: str = text()
    description: str = text()
    name: str = text()
    on_command: str = text()
    on_key: KeyStroke | None = key()
    off_command: str = text()
    off_key: KeyStroke | None = key()
    globally_visible: bool = flag(True)
    active: bool = flag(False, state=True)


class Outline(Trait, vassal_id="border;"):
    """A coloured outline while a property holds (counters/BorderOutline)."""

    property_name: str = text()
    description: str = text()
    thickness: int = whole(2)
    fill: Colour | None = colour("255,0,0")
    second_property: str = text()
    compare: str = text("AND")
