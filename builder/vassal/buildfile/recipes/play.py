"""What the toolbar plays with: sides, turns, dice, shared values, scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke
from builder.vassal.sequence import join


def roster(sides: Iterable[str]) -> c.PlayerRoster:
    """The sides; who takes one keeps it by VASSAL's own password."""
    return c.PlayerRoster(
        button_text="Retire", button_tool_tip="Leave your side, or take another"
    ).holding(c.Entry(content=side) for side in sides)


def global_options() -> c.GlobalOptions:
    """VASSAL's own options as most players want them, and the keys of a log's step and undo."""
    return c.GlobalOptions(
        auto_report="Always",
        chatter_html_support="Always",
        inventory_for_all="Never",  # what lies in the others' windows has no name there
        non_owner_unmaskable="Use Preferences Setting",
        # What a button of one window presses may be a button of another, which need not be open.
        hot_keys_on_closed_windows="Always",
        send_to_location_move_trails="Always",
        store_leading_zero_integers_as_strings=True,
        prompt_string="Opponents can unmask my pieces",
    ).holding(
        c.Option(name="stepIcon", content="/images/StepForward16.gif"),
        c.Option(name="stepHotKey", content="39,130"),
        c.Option(name="undoIcon", content="/images/Undo16.gif"),
        c.Option(name="undoHotKey", content="90,130"),
        c.Option(name="serverControlsIcon", content="/images/connect.gif"),
        c.Option(name="serverControlsHotKey", content="65,195"),
    )


TURN = "Turn"
"""The name of the turn tracker."""
NEXT = KeyStroke.named("TurnGoesOn")
BACK = KeyStroke.named("TurnGoesBack")


def turn_tracker(
    *,
    first: int,
    last: int,
    phases: Sequence[str],
    turn_names: Sequence[str] = (),
    turn_property: str = "Turn",
    phase_property: str = "Phase",
    silent: str = "",
    parts: Iterable[Component] = (),
) -> c.TurnTracker:
    """Turns that count from `first` to `last`, each with its phases in order.

    Players read the turn's number; `turn_names` is a list of names instead, one a turn. `parts` are
    keys that the turn itself sends; where the condition `silent` holds, the chat is not told.

    The keys NEXT and BACK turn it, pressed by buttons of the module's own: VASSAL's two logs each
    thing that a new phase sets off by itself, so that an undo took back one of them alone. These
    are therefore made as small as they can be.
    """
    level: c.CounterTurnLevel | c.ListTurnLevel
    if turn_names:
        level = c.ListTurnLevel(
            name="Turn", property_=turn_property, list_=tuple(turn_names), turn_format="$value$"
        )
    else:
        level = c.CounterTurnLevel(
            name="Turn",
            property_=turn_property,
            start=first,
            incr=1,
            loop=True,
            loop_limit=last,
            turn_format="Turn $value$",
        )
    if phases:
        level = level.holding(
            c.ListTurnLevel(
                name="Phase", property_=phase_property, list_=tuple(phases), turn_format="$value$"
            )
        )
    return c.TurnTracker(
        name=TURN,
        button_text="Turn",
        hotkey=KeyStroke.of("Ctrl+T"),
        nexthotkey=NEXT,
        prevhotkey=BACK,
        turn_format="$level1$: $level2$" if phases else "$level1$",
        report_format=_turn_told(silent),
        tooltip="Next: Ctrl+N, back: Ctrl+Shift+N",
        length_style="Maximum",
        plus_button_size=1,
    ).holding(level, parts)


def _turn_told(silent: str) -> str:
    if not silent:
        return "! <b>$newTurn$</b> ($PlayerId$)"
    return f'{{({silent})?"":"! <b>"+newTurn+"</b> ("+PlayerId+")"}}'


def dice(*, count: int, sides: int, key: str, name: str = "", total: bool = False) -> c.DiceButton:
    """A dice button; the chat shows who rolled what."""
    name = name or f"{count}d{sides}"
    return c.DiceButton(
        name=name,
        text=name,
        tooltip=f"Roll {name}",
        hotkey=KeyStroke.of(key) if key else None,
        n_dice=count,
        n_sides=sides,
        report_total=total,
        report_format="** $name$: <b>$result$</b> ($PlayerName$)",
    )


def shared_value(
    name: str,
    value: str,
    *,
    description: str = "",
    numeric: tuple[int, int] | None = None,
    buttons: Iterable[c.ChangePropertyButton] = (),
) -> c.GlobalProperty:
    """A value that all players share; `numeric` are its lowest and highest."""
    low, high = numeric or ("null", "null")
    return c.GlobalProperty(
        name=name,
        initial_value=value,
        description=description,
        is_numeric=numeric is not None,
        min_=str(low),
        max_=str(high),
    ).holding(buttons)


def change_button(
    text: str, *, choices: Sequence[str] = (), said: str = "", how: str = ""
) -> c.ChangePropertyButton:
    """A button that asks for the value, or offers the choices, and says what `said` tells; if
    nothing, the value before and after. `how` says how a value is written."""
    prompt = f"{text} ({how})" if how else text
    changer = join(("E", prompt, join(choices, ",")), ",") if choices else join(("R", prompt), ",")
    return c.ChangePropertyButton(
        text=text,
        tooltip=f"{text}: change",
        prop_changer=changer,
        report_format=_signed(said or f"{text}: $oldValue$ &rarr; <b>$newValue$</b>"),
    )


def set_button(text: str, value: str, said: str) -> c.ChangePropertyButton:
    """A button that gives the value, a plain one or an expression, and says what `said` tells."""
    return c.ChangePropertyButton(
        text=text,
        tooltip=f"{text}: change",
        prop_changer=join(("P", value), ","),
        report_format=_signed(said),
    )


def silent_button(key: KeyStroke, value: str) -> c.ChangePropertyButton:
    """A key that gives the value and says nothing."""
    changer = join(("P", value), ",")
    return c.ChangePropertyButton(text="", tooltip="", hotkey=key, prop_changer=changer)


def _signed(said: str) -> str:
    """A report, a plain one or an expression, with the name of who causes it behind it."""
    if said[:1] == "{":
        return f'{said[:-1]}+" ("+GetProperty("PlayerName")+")"}}'
    return f"{said} ($PlayerId$)"


def hidden_clocks() -> c.ChessClockControl:
    """The control of clocks without a clock or a button: with a command of its own, which VASSAL
    does not log, a line of chat can come that is no step to be undone (`wire.commands.spoken`)."""
    return c.ChessClockControl(name="", icon="", button_text="", button_tooltip="")


def has_hidden_clocks(parts: Iterable[Component]) -> bool:
    """Whether such a control is among a module's components."""
    controls = (part for part in parts if isinstance(part, c.ChessClockControl))
    return any(not (part.button_text or part.icon or part.children) for part in controls)


def menu(text: str, items: Iterable[str], *, tooltip: str = "") -> c.ToolbarMenu:
    """Buttons, by their texts, in one menu of the toolbar."""
    return c.ToolbarMenu(
        description=text, text=text, tooltip=tooltip or text, menu_items=tuple(items)
    )


def setup(name: str, file: str, *, description: str = "") -> c.PredefinedSetup:
    """A scenario in the start menu: a save inside the module."""
    return c.PredefinedSetup(name=name, file=file, use_file=True, description=description or None)
