"""What becomes of units that leave the map: the box they go to, the way back, the count in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.game.carriers import MAIN_MAP, SENT_PROPERTY
from builder.module import keys
from builder.module.fate_settings import FateSettings
from builder.module.table import BOARD_NAME, Table, next_seat
from builder.vassal.keystroke import KeyStroke
from builder.vassal.sequence import join
from builder.vassal.traits.actions import ReportAction, RestrictCommands, SendTo, Trigger
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import CalculatedProperty, DynamicProperty, PropertyCommand

FROM_TO = "$OldLocationName$ &rarr; $location$"
"""The hex that was left and the box that was reached, as the chat writes a move."""
IS_BACK = f"$newPieceName$ is back: {FROM_TO} ($PlayerName$) *"


def fate_key(fates: tuple[FateSettings, ...], number: int) -> KeyStroke:
    """The key of a fate: its own; else Ctrl+E for the first, and none but the menu's for others."""
    if fates[number].key:
        return KeyStroke.of(fates[number].key)
    return keys.ELIMINATE if number == 0 else KeyStroke.named(f"To-{fates[number].box}")


def fate_keys(fates: tuple[FateSettings, ...], table: Table) -> Iterator[KeyStroke]:
    """The keys by which units leave the map."""
    for number, fate in enumerate(fates):
        if table.has(fate.box):
            yield fate_key(fates, number)


def fate_traits(fates: tuple[FateSettings, ...], table: Table) -> Iterator[Trait]:
    """Commands that send a unit to a box, offered where it is not there already, and one that
    brings it back to the point from which it was sent."""
    there = [fate for fate in fates if table.has(fate.box)]
    if not there:
        return
    back = [_back_key(fate) for fate in there]
    in_a_box = "||".join(f'CurrentZone=="{fate.box}"' for fate in there)
    # A unit that was set up in a box came from no point to go back to. VASSAL's own memory of the
    # point to which a command goes back does not tell: an undo leaves it.
    yield RestrictCommands(
        name="Back",
        condition=f"{{!({in_a_box})||(!({_sent(there)})&&!({_dragged(there)}))}}",
        watch_keys=(keys.BACK,),
    )
    yield Trigger(
        name="Back",
        command="Back to where it was",
        trigger_key=keys.BACK,
        # VASSAL marks what it sends as moved, and draws its trail; a unit brought back has done
        # neither.
        action_keys=(*back, _BACK_BY_HAND, keys.UNMARK_MOVED, keys.CLEAR_TRAIL),
    )
    yield from _by_hand(there)
    for number, fate in enumerate(there):
        yield from _fate(fate, fate_key(fates, fates.index(fate)), table, number)
    sent = zip(fate_keys(fates, table), (fate.box for fate in there), strict=True)
    yield DynamicProperty(
        name=SENT_PROPERTY,
        commands=tuple(
            PropertyCommand("", key, join(("P", box), ","))
            for key, box in (*sent, *((key, "") for key in back))
        ),
    )


_BACK_BY_HAND = KeyStroke.named("BackByHand")


def _dragged(fates: Sequence[FateSettings]) -> str:
    """An expression that is true of a unit which somebody dragged here from the map; one that was
    moved within the box keeps no other point than the one in the box."""
    of_old = "&&".join(f'OldZone!="{fate.box}"' for fate in fates)
    return f'OldMap=="{MAIN_MAP}"&&{of_old}'


def _sent(fates: Sequence[FateSettings]) -> str:
    """An expression that is true of a unit which a command sent to the box in which it lies."""
    return "||".join(f'CurrentZone=="{fate.box}"&&{SENT_PROPERTY}=="{fate.box}"' for fate in fates)


def _by_hand(fates: Sequence[FateSettings]) -> Iterator[Trait]:
    """The way back of a unit that was dragged into a box: to where VASSAL knows that it lay."""
    in_a_box = "||".join(f'CurrentZone=="{fate.box}"' for fate in fates)
    yield RestrictCommands(
        name="Back by hand",
        condition=f"{{!({in_a_box})||({_sent(fates)})||!({_dragged(fates)})}}",
        watch_keys=(_BACK_BY_HAND,),
    )
    yield ReportAction(report_keys=(_BACK_BY_HAND,), report=IS_BACK)
    yield SendTo(
        command="",
        send_key=_BACK_BY_HAND,
        map=MAIN_MAP,
        board=BOARD_NAME,
        destination="L",
        x="{OldX}",
        y="{OldY}",
    )


def _back_key(fate: FateSettings) -> KeyStroke:
    return KeyStroke.named(f"BackFrom-{fate.box}")


def _fate(fate: FateSettings, key: KeyStroke, table: Table, number: int) -> Iterator[Trait]:
    map_, board = table.map_of(fate.box)
    count = f"Gone{number + 1}"
    x, y = next_seat(table, fate.box, count)
    inside = f'CurrentZone=="{fate.box}"'
    yield RestrictCommands(name=f"{count} to", condition=f"{{{inside}}}", watch_keys=(key,))
    sent = f'{SENT_PROPERTY}=="{fate.box}"'
    yield RestrictCommands(
        name=f"{count} back",
        condition=f"{{!({inside})||!({sent})}}",
        watch_keys=(_back_key(fate),),
    )
    yield ReportAction(report_keys=(_back_key(fate),), report=IS_BACK)
    yield ReportAction(
        report_keys=(key,),
        report=f"$oldPieceName$ {fate.report}: {FROM_TO}, ${count}$ there ($PlayerName$) *",
    )
    yield CalculatedProperty(
        name=count,
        expression=f'{{CountZone("{fate.box}","{map_}","Side")}}',
        description=f"How many units lie in {fate.box}",
    )
    yield SendTo(
        command=fate.command,
        send_key=key,
        map=map_,
        board=board,
        back_key=_back_key(fate),
        destination="L",
        x=x,
        y=y,
    )
