"""How players set the values of a unit that change in play: a submenu for each, a line in the chat
for every change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.drawing.map.words import named, own, readable
from builder.game.definition import FieldDefinition
from builder.game.model import Game
from builder.module.counters import plain
from builder.module.settings import ModuleSettings
from builder.module.shown import choices_of
from builder.vassal.buildfile.keystroke import KeyStroke
from builder.vassal.sequence import join
from builder.vassal.traits.actions import ReportAction, SubMenu
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import CalculatedProperty, DynamicProperty, PropertyCommand

VALUES_MENU = "Values"
_NONE = "—"
"""In a menu and in the chat: the value is not told."""
_FLAT = 6
"""As many choices stand in the menu without submenus."""
_YES_NO = {"true": "yes", "false": "no"}


@dataclass(frozen=True)
class _Value:
    """A field as players meet it: what it is called, its choices in their words."""

    name: str
    title: str
    choices: dict[str, str]
    """The words of each value, which itself is what the piece keeps; empty if it is typed."""
    field: FieldDefinition
    begins: str

    def entry(self, words: str) -> str:
        """A choice in the menu. Commands of one name would fall into each other's submenus."""
        return f"{self.title}: {words}"

    def commands(self) -> tuple[PropertyCommand, ...]:
        """What sets the property; no dialog opens where the values are few."""
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


def value_traits(game: Game, settings: ModuleSettings, language: str) -> Iterator[Trait]:
    """The properties of the units' values, the menu that sets them and the lines in the chat."""
    values = [_value(game, settings, language, name) for name in changing_fields(game, settings)]
    if not values:
        return
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


def _value(game: Game, settings: ModuleSettings, language: str, name: str) -> _Value:
    field = game.definition.units.fields[name]
    title = plain(named(game, language, f"field.{name}", field.name or readable(name)))
    choices = {}
    for value in choices_of(field):
        usual = own(language, _YES_NO[value]) if field.type == "bool" else value
        words = field.words.get(value) or usual.replace("-", " ")
        choices[value] = plain(named(game, language, f"field.{name}.{value}", words))
    begins = field.default if name in settings.shown and field.default is not None else ""
    if choices and begins == "":
        choices[""] = _NONE
    return _Value(name, title, choices, field, str(begins))


def _said(value: _Value) -> str:
    return f"Said-{value.name}"


def _words(value: _Value) -> str:
    """The expression of the value in words."""
    kept = f'GetProperty("{value.name}")'
    told = f'{kept}+""'
    for one, words in value.choices.items():
        if words != one:
            told = f'{kept}+""=="{one}"?"{words.replace(chr(34), chr(39))}":({told})'
    return f"{{{told}}}"


def changing_fields(game: Game, settings: ModuleSettings) -> list[str]:
    """The unit fields that change in play."""
    fields = game.definition.units.fields
    if settings.changing is not None:
        return [name for name in settings.changing if name in fields]
    fixed = {name for counter in game.counters.values() for name in counter.fields}
    return [
        name
        for name, field in fields.items()
        if name not in fixed and field.type in ("int", "bool", "choice", "hex", "side")
    ]
