"""How players set the values of a unit that change in play: a submenu for each, a line in the chat
for every change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.game.carriers import written
from builder.game.decimals import decimal_mark
from builder.game.definition import FieldDefinition
from builder.game.model import Game
from builder.module.counting import NOT_TOLD, counts, is_counted, number_told
from builder.module.offered import Withheld
from builder.module.settings import ModuleSettings, changing_fields
from builder.module.shown import choices_of, value_title, value_words
from builder.vassal.keystroke import KeyStroke
from builder.vassal.sequence import join
from builder.vassal.traits.actions import ReportAction, RestrictCommands, SubMenu
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import CalculatedProperty, DynamicProperty, PropertyCommand

VALUES_MENU = "Values"
_FLAT = 6
"""As many choices stand in the menu without submenus."""


@dataclass(frozen=True)
class _Value:
    """A field as players meet it: what it is called, its choices in their words."""

    name: str
    title: str
    choices: dict[str, str]
    """The words of each value, which itself is what the piece keeps; empty if it is typed."""
    field: FieldDefinition
    begins: str
    decimal: str
    """What stands before the decimals of a number."""

    def entry(self, words: str) -> str:
        """A choice in the menu. Commands of one name would fall into each other's submenus."""
        return f"{self.title}: {words}"

    def commands(self) -> tuple[PropertyCommand, ...]:
        """What sets the property; a dialog opens only for what nobody can choose or count."""
        if is_counted(self.field) and not self.choices:
            return tuple(
                PropertyCommand(
                    self.entry(count.words),
                    KeyStroke.named(f"Set-{self.name}-{count.key}"),
                    join(("P", count.value), ","),
                )
                for count in counts(self.field, self.name)
            )
        if not self.choices:
            change = join(("R", self.title), ",")
            return (
                PropertyCommand(f"{self.title}...", KeyStroke.named(f"Set-{self.name}"), change),
            )
        return tuple(
            PropertyCommand(
                self.entry(words),
                KeyStroke.named(f"Set-{self.name}-{value}"),
                join(("P", value), ","),
            )
            for value, words in self.choices.items()
        )

    def held(self) -> Iterator[tuple[str, KeyStroke]]:
        """The values that a command sets outright, each with its key."""
        values = self.choices or (("0", "") if is_counted(self.field) else ())
        for value in values:
            yield value, KeyStroke.named(f"Set-{self.name}-{value}")


def value_traits(
    game: Game, settings: ModuleSettings, language: str, withheld: Withheld = ()
) -> Iterator[Trait]:
    """The properties of the units' values, the menu that sets them and the lines in the chat; none
    of the values `withheld`."""
    names = [name for name in changing_fields(game, settings) if name not in withheld]
    values = [_value(game, settings, language, name) for name in names]
    if not values:
        return
    for value in values:
        # Outermost, because a key that it stops is told by no report either. Grey in the menu, the
        # value in force can be read there.
        for held, key in value.held():
            yield RestrictCommands(
                action="Hide" if held == "" else "Disable",
                condition=f"{{{_is(value.name, held)}}}",
                watch_keys=(key,),
            )
    entries: list[str] = []
    many = sum(len(value.commands()) for value in values) > _FLAT
    for value in values:
        commands = value.commands()
        yield ReportAction(
            report_keys=tuple(command.key for command in commands if command.key),
            report=f"$location$: $newPieceName$: {value.title}: ${_said(value)}$ *",
        )
        menus = tuple(command.menu for command in commands)
        if many and len(menus) > 1:
            yield SubMenu(menu=value.title, commands=menus)
            entries.append(value.title)
        else:
            entries += menus
    yield SubMenu(menu=VALUES_MENU, commands=tuple(entries))
    for value in values:
        yield CalculatedProperty(name=_said(value), expression=_words(value))
        yield DynamicProperty(
            name=value.name,
            commands=value.commands(),
            description=value.field.note.partition("\n")[0],
            value=value.begins,
        )


def value_titles(game: Game, settings: ModuleSettings, language: str) -> list[str]:
    """What the values that change in play are called in the menu of a unit."""
    return [
        _value(game, settings, language, name).title for name in changing_fields(game, settings)
    ]


def _value(game: Game, settings: ModuleSettings, language: str, name: str) -> _Value:
    field = game.definition.units.fields[name]
    title = value_title(game, language, name)
    choices = {value: value_words(game, language, name, value) for value in choices_of(field)}
    begins = written(field.default) if name in settings.shown else ""
    if choices and begins == "":
        choices[""] = NOT_TOLD
    return _Value(name, title, choices, field, begins, decimal_mark(language, game))


def _said(value: _Value) -> str:
    return f"Said-{value.name}"


def _words(value: _Value) -> str:
    """The expression of the value in words."""
    told = number_told(value.field, value.name, value.decimal)
    for one, words in (value.choices or {"": NOT_TOLD}).items():
        if words != one:
            told = f'{_is(value.name, one)}?"{words.replace(chr(34), chr(39))}":({told})'
    return f"{{{told}}}"


def _is(name: str, wanted: str) -> str:
    """The condition that a property has a value; with a point behind both because VASSAL takes
    0 and "" for the same."""
    return f'GetProperty("{name}")+"."=="{wanted}."'
