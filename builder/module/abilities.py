"""What counters can do: the traits that all units or all markers of a module share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.drawing.map.words import readable
from builder.drawing.translation import sides
from builder.game.carriers import marker_layer
from builder.game.definition import Side
from builder.game.mark_words import mark_words, small_words
from builder.game.model import Game
from builder.module import keys
from builder.module.battles import battle_traits
from builder.module.counters import IS_NOW, MARKER, MOVED_IMAGE, badge_image, side_prototype
from builder.module.fates import fate_keys, fate_traits
from builder.module.offered import Offers, Withheld
from builder.module.phrases import say
from builder.module.set_up_check import beside_report, elsewhere_report
from builder.module.settings import ModuleSettings
from builder.module.shown import REACH, Seat, mark_seats, marks_by_need, shown_layers
from builder.module.table import Table
from builder.module.values import value_traits
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits.actions import Clone, Delete, ReportAction, SubMenu, Trigger
from builder.vassal.traits.appearance import Layer, Trail
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.movement import MarkMoved
from builder.vassal.traits.values import CalculatedProperty, Marker, Prototype

UNIT = "Unit"
SIDE = "Side"
"""Whose a unit is, by the name that saves keep; its name in another language is `Side-es`."""
_HAS_MOVED = "SaidMoved"


def prototypes(
    game: Game, settings: ModuleSettings, table: Table, language: str = "en"
) -> dict[str, tuple[Trait, ...]]:
    """The traits that pieces share, by the prototype's name, outermost first."""
    shared: dict[str, tuple[Trait, ...]] = {}
    offers = Offers(game, settings.offered)
    together = [{*game.definition.units.markers} - {*withheld} for withheld in offers.withheld]
    seats = mark_seats(marks_by_need(game), together, len(settings.shown))
    for withheld in offers.withheld:
        name = f"{UNIT}{offers.number(withheld)}"
        shared[name] = tuple(_unit(game, settings, table, language, withheld, seats))
    shared[MARKER] = tuple(_marker(table, language))
    for side in game.definition.side:
        for withheld in offers.of_side(side.id):
            number = offers.number(withheld)
            unit = Prototype(name=f"{UNIT}{number}")
            whose = {SIDE: side.name, **_in_other_languages(game, side)}
            shared[side_prototype(side, number)] = (Marker.of(**whose), unit)
    return shared


def side_read(game: Game, language: str) -> str:
    """The property by which a module of the language tells whose a unit is."""
    words = sides(game, language)
    own = any(words[side.id] != side.name for side in game.definition.side)
    return f"{SIDE}-{language}" if own else SIDE


def _in_other_languages(game: Game, side: Side) -> dict[str, str]:
    """What a side is called there. Units take all of it along, because they may be met in a module
    of another language, and a save tells what they were when they were set up."""
    read = {language: side_read(game, language) for language in sorted(game.texts)}
    return {name: sides(game, language)[side.id] for language, name in read.items() if name != SIDE}


def _unit(
    game: Game,
    settings: ModuleSettings,
    table: Table,
    language: str,
    withheld: Withheld,
    seats: Mapping[str, Seat],
) -> Iterator[Trait]:
    marks = [*_marks(game, table.counter, withheld, seats)]
    if marks:
        yield ReportAction(
            report_keys=tuple(mark.activate_key for mark in marks if mark.activate_key),
            report=IS_NOW,
        )
        yield SubMenu(menu="Marks", commands=tuple(mark.activate_command for mark in marks))
    yield from marks
    yield from value_traits(game, settings, language, withheld)
    yield from shown_layers(game, settings, table.counter, language, withheld)
    yield from battle_traits(game, language, fate_keys(settings.fate, table))
    yield from fate_traits(settings.fate, table)
    yield beside_report()
    yield elsewhere_report()
    yield from _handling(table, language)
    yield from _deleting()


def _marker(table: Table, language: str) -> Iterator[Trait]:
    yield ReportAction(
        report_keys=(keys.CLONE,), report="$location$: $newPieceName$ copied ($PlayerName$) *"
    )
    yield Clone(command="Copy", clone_key=keys.CLONE)
    yield from _handling(table, language)
    yield from _deleting()


def _deleting() -> Iterator[Trait]:
    """The chat is told first: of a piece that is gone VASSAL no longer knows where it stood."""
    told, gone = KeyStroke.named("TellDeleted"), keys.DELETED
    yield Trigger(
        name="Delete",
        command="Delete",
        trigger_key=keys.DELETE,
        action_keys=(told, gone),
    )
    yield ReportAction(
        report_keys=(told,), report="$location$: $oldPieceName$ deleted ($PlayerName$) *"
    )
    yield Delete(command="", delete_key=gone)


def _handling(table: Table, language: str) -> Iterator[Trait]:
    """Moved mark and movement trail."""
    third = round(table.counter * 0.36)
    yield ReportAction(
        report_keys=(keys.MOVED,), report=f"$location$: $newPieceName$: ${_HAS_MOVED}$ *"
    )
    yield CalculatedProperty(name=_HAS_MOVED, expression=_moved(language))
    yield MarkMoved(
        image=MOVED_IMAGE, x_offset=third, y_offset=third, command="Moved", toggle_key=keys.MOVED,
        unmark_key=keys.UNMARK_MOVED, unmark_command="",  mark_command="",
    )  # fmt: skip
    yield ReportAction(
        report_keys=(keys.TRAIL,), report="$location$: $newPieceName$: movement trail *"
    )
    yield Trail(
        command="Movement trail",
        trail_key=keys.TRAIL,
        clear_key=keys.CLEAR_TRAIL,
        circle_radius=round(table.counter * 0.14),
        line_width=2.0,
    )


def _moved(language: str) -> str:
    """The expression of what the chat says when the mark is set or taken off."""
    yes, no = say(language, "marked as moved"), say(language, "not marked as moved")
    return f'{{Moved==true||Moved=="true"?"{yes}":"{no}"}}'


def _marks(
    game: Game, counter: int, withheld: Withheld, seats: Mapping[str, Seat]
) -> Iterator[Layer]:
    """A layer for each mark that units bear, its badge on the edge of the counter."""
    reach = counter * REACH
    for number, (name, text) in enumerate(game.definition.units.markers.items()):
        if name in withheld:
            continue
        words = mark_words(text)
        across, down = seats[name]
        yield Layer(
            name=marker_layer(name),
            activate_command=words[:1].upper() + words[1:],
            activate_key=keys.mark_key(number),
            images=(badge_image(name),),
            level_names=(f"+ [{short_mark(name, words)}]",),
            always_active=False,
            x_offset=round(across * reach),
            y_offset=round(down * reach),
            level=-1,
        )


def short_mark(name: str, words: str) -> str:
    """A mark behind a counter's name: its words while they are few, else its id as words."""
    return small_words(words if len(words.split()) <= 3 else readable(name))
