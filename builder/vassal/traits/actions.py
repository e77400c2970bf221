"""Traits that give a piece commands: triggers, global keys, sending, placing, reporting."""

from __future__ import annotations

import re
from typing import Any

from builder.vassal.keystroke import KeyStroke
from builder.vassal.sequence import split
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.fields import flag, key, keys, real, strings, text, whole
from builder.vassal.traits.values import COUNTER_TARGET

_WHOLE = re.compile(r"-?\d{1,9}")


class Delete(Trait, vassal_id="delete;"):
    """Take the piece from the table (counters/Delete)."""

    command: str = text("Delete")
    delete_key: KeyStroke | None = key("68,130")
    description: str = text()


class Clone(Trait, vassal_id="clone;"):
    """Make a copy of the piece (counters/Clone)."""

    command: str = text("Clone")
    clone_key: KeyStroke | None = key("67,130")
    description: str = text()


class Deselect(Trait, vassal_id="deselect;"):
    """Take the piece out of the selection (counters/Deselect)."""

    command: str = text("Deselect")
    deselect_key: KeyStroke | None = key("75,0")
    description: str = text()
    unstack: bool = flag(False)
    how: str = text("D")


class SendTo(Trait, vassal_id="sendto;"):
    """Send the piece to a place (counters/SendToLocation).

    `destination` is L a point, G a grid location, Z a zone, R a region, A a counter, C the next of
    several counters, N the nearest counter. The state is where it came from.
    """

    command: str = text()
    send_key: KeyStroke | None = key()
    map: str = text()
    board: str = text()
    x: str = text("0")
    y: str = text("0")
    back_command: str = text()
    back_key: KeyStroke | None = key()
    x_index: str = text("0")
    y_index: str = text("0")
    x_offset: str = text("1")
    y_offset: str = text("1")
    description: str = text()
    destination: str = text("L")
    zone: str = text()
    region: str = text()
    filter: str = text()
    grid_location: str = text()
    back_map: str = text(state=True)
    back_x: str = text(state=True)
    back_y: str = text(state=True)


class ReturnToDeck(Trait, vassal_id="return;"):
    """Send the piece back to a deck (counters/ReturnToDeck)."""

    command: str = text("Return to Deck")
    return_key: KeyStroke | None = key("82,130")
    deck: str = text()
    prompt: str = text("Select destination")
    description: str = text()
    version: str = text("2", missing="")
    choose_deck: bool = flag(True)
    deck_expression: str = text()


class Trigger(Trait, vassal_id="macro;"):
    """Run key commands when others are given (counters/TriggerAction)."""

    name: str = text()
    command: str = text("Trigger")
    trigger_key: KeyStroke | None = key("84,130")
    condition: str = text()
    watch_keys: tuple[KeyStroke, ...] = keys()
    action_keys: tuple[KeyStroke, ...] = keys()
    loop: bool = flag(False)
    before_loop_key: KeyStroke | None = key()
    after_loop_key: KeyStroke | None = key()
    loop_type: str = text("counted")
    while_expression: str = text()
    until_expression: str = text()
    loop_count: str = text()
    index: bool = flag(False)
    index_property: str = text()
    index_start: str = text("1")
    index_step: str = text("1")


class GlobalKeyCommand(Trait, vassal_id="globalkey;"):
    """Send a key command to other pieces (counters/CounterGlobalKeyCommand)."""

    command: str = text()
    trigger_key: KeyStroke | None = key("71,130")
    sent_key: KeyStroke | None = key("75,130")
    filter: str = text()
    restrict_range: bool = flag(False)
    range: int = whole(1)
    report_single: bool = flag(True)
    fixed_range: bool = flag(True)
    range_property: str = text()
    description: str = text()
    from_deck: str = text("-1")
    target: str = text(COUNTER_TARGET)
    suppress_sounds: bool = flag(False)
    parameters: str = text()


class GlobalHotKey(Trait, vassal_id="globalhotkey;"):
    """Press a key of the module's toolbar (counters/GlobalHotKey)."""

    command: str = text()
    trigger_key: KeyStroke | None = key("72,130")
    sent_key: KeyStroke | None = key()
    description: str = text()


class RestrictCommands(Trait, vassal_id="hideCmd;"):
    """Hide or disable commands while a property holds (counters/RestrictCommands)."""

    name: str = text()
    action: str = text("Hide")
    condition: str = text()
    watch_keys: tuple[KeyStroke, ...] = keys()


class SubMenu(Trait, vassal_id="submenu;"):
    """Gather commands in a menu of their own (counters/SubMenu)."""

    menu: str = text("Sub-Menu")
    commands: tuple[str, ...] = strings()
    description: str = text()


class MenuSeparator(Trait, vassal_id="menuSeparator;"):
    """A line in the menu (counters/MenuSeparator)."""

    description: str = text()
    name: str = text()


class ReportAction(Trait, vassal_id="report;", state_delimiter=None):
    """Write a line to the chat when a command is given (counters/ReportState)."""

    report_keys: tuple[KeyStroke, ...] = keys()
    report: str = text("$location$: $newPieceName$ *")
    cycle_down_keys: tuple[KeyStroke, ...] = keys()
    cycle_reports: tuple[str, ...] = strings()
    description: str = text()
    no_suppress: bool = flag(False)
    cycle: str = text("-1", state=True)


class PlaySound(Trait, vassal_id="playSound;"):
    """Play a clip (counters/PlaySound)."""

    clip: str = text()
    command: str = text("Play Sound")
    play_key: KeyStroke | None = key("80,130")
    send_to_others: bool = flag(False)
    description: str = text()
    no_suppress: bool = flag(False)


class PlaceMarker(Trait, vassal_id="placemark;"):
    """Put another piece beside this one (counters/PlaceMarker).

    `marker` is a whole piece definition (`+/null/...`), the path of a slot, or `null`.
    """

    command: str = text("Place Marker")
    place_key: KeyStroke | None = key("77,130")
    marker: str = text("null")
    marker_text: str = text("null")
    x_offset: int = whole(0)
    y_offset: int = whole(0)
    match_rotation: bool = flag(False)
    after_key: KeyStroke | None = key()
    description: str = text()
    gpid: str = text()
    placement: int = whole(0)
    above: bool = flag(False)
    copy_properties: bool = flag(False)
    parameters: str = text()
    version: str = text("1", missing="")


class Replace(Trait, vassal_id="replace;"):
    """Put another piece in the place of this one (counters/Replace); as `PlaceMarker`."""

    command: str = text("Replace")
    place_key: KeyStroke | None = key("82,130")
    marker: str = text("null")
    marker_text: str = text("null")
    x_offset: int = whole(0)
    y_offset: int = whole(0)
    match_rotation: bool = flag(False)
    after_key: KeyStroke | None = key()
    description: str = text()
    gpid: str = text()
    placement: int = whole(0)
    above: bool = flag(False)
    copy_properties: bool = flag(False)
    parameters: str = text()
    version: str = text("1", missing="")


class MultiLocationCommand(Trait, vassal_id="locCommand;"):
    """A command for each of several places (counters/MultiLocationCommand)."""

    description: str = text()
    location_type: str = text()
    filter: str = text()
    menu: str = text("Do Something At $LocationOfCommand$")
    command_key: KeyStroke | None = key()
    this_map_only: bool = flag(True)


class Pivot(Trait, vassal_id="pivot;"):
    """Turn the piece about a point of it (counters/Pivot)."""

    command: str = text()
    pivot_key: KeyStroke | None = key()
    pivot_x: int = whole(0)
    pivot_y: int = whole(0)
    fixed_angle: bool = flag(True)
    angle: float = real(90.0)
    description: str = text()
    second_command: str = text()
    second_key: KeyStroke | None = key()
    second_angle: float = real(270.0)


class ActionButton(Trait, vassal_id="button;"):
    """A part of the piece that gives a command when clicked (counters/ActionButton)."""

    click_key: KeyStroke | None = key()
    x: int = whole(0)
    y: int = whole(0)
    width: int = whole(0)
    height: int = whole(0)
    description: str = text()
    popup_menu: bool = flag(False)
    whole_shape: bool = flag(True)
    version: str = text("1", missing="")
    corners: tuple[int, ...] = ()

    @classmethod
    def decode_type(cls, text: str) -> dict[str, Any]:
        """The fields, and the corners behind their number."""
        fields = super().decode_type(text)
        numbers = split(text, ";")[10:]
        good = all(_WHOLE.fullmatch(number) for number in numbers)
        fields["corners"] = tuple(map(int, numbers)) if good else ()
        return fields

    def encode_type(self) -> str:
        """The fields, then the corners behind their number."""
        numbers = [str(number) for number in self.corners]
        return ";".join([super().encode_type(), str(len(numbers) // 2), *numbers])
