"""How players set a state variable: by choosing among words or counting; a dialog opens only for
what must be typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.drawing.map.words import named, own, readable
from builder.drawing.translation import sides
from builder.game.carriers import state_property
from builder.game.decimals import decimal_mark
from builder.game.definition import FieldDefinition
from builder.game.model import Game
from builder.module.counting import NOT_TOLD, counts, is_counted, number_told
from builder.module.phrases import say
from builder.module.shown import choices_of
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes import play


@dataclass(frozen=True)
class StateChoice:
    """A state variable as players meet it. `words` says each value that it may have, which itself
    is what the module keeps; empty if the value is typed."""

    name: str
    title: str
    words: dict[str, str]
    field: FieldDefinition | None
    language: str
    instead: dict[str, str]
    """What they read for the words that stand in place of a number."""
    decimal: str
    """What stands before the decimals of a number."""

    @property
    def buttons(self) -> list[c.ChangePropertyButton]:
        """What sets it: one that turns it over, one a choice or a step, or one with a dialog."""
        kind = self.field.type if self.field else ""
        if kind == "bool":
            return [self._turning()]
        if self.parts:
            return [button for _, buttons in self.parts for button in buttons]
        if self.field and self._is_picked and self.field.each:
            told = self.field.each == "turn"
            one = self._dated if told else self._counted
            return [one(value, words) for value, words in self.words.items()]
        if kind == "choices" or self._is_picked:
            return [self._member(value, words) for value, words in self.words.items()]
        if kind in ("choice", "side") or self._few:
            return [
                play.set_button(self.entry(words), value, f"{self.title}: <b>{words}</b>")
                for value, words in self.words.items()
            ]
        if self.field and is_counted(self.field):
            return [
                play.set_button(self.entry(count.words), count.value, self._now)
                for count in counts(self.field, state_property(self.name))
            ]
        choices = choices_of(self.field) if self.field else []
        how = say(self.language, _WRITTEN.get(kind, ""))
        if self.field and self.field.each:
            how = say(self.language, "words and a number, with commas between")
        return [play.change_button(self.title, choices=choices, said=self._now, how=how)]

    @property
    def parts(self) -> list[tuple[str, list[c.ChangePropertyButton]]]:
        """Of a list whose choices have numbers of their own, up or down: each choice with what sets
        its number; else nothing."""
        if not self._has_parts:
            return []
        return [(words, self._numbering(value, words)) for value, words in self.words.items()]

    @property
    def _has_parts(self) -> bool:
        return bool(self.field and self.field.each == "number" and self.words)

    def entry(self, words: str) -> str:
        """A choice in the menu. VASSAL finds the entries of a menu by their texts, so that those of
        two variables must differ."""
        return f"{self.title}: {words}"

    @property
    def _is_picked(self) -> bool:
        """Whether it is a list of texts or hexes that players pick from choices."""
        return bool(self.field and self.field.type in ("texts", "hexes") and self.field.choices)

    @property
    def _few(self) -> bool:
        """Whether it is a number with few enough values to choose from."""
        return bool(self.field and is_counted(self.field) and choices_of(self.field))

    @property
    def _now(self) -> str:
        """The expression that says its value after a change."""
        told = f'{self._is("")}?"{NOT_TOLD}":({self.value})'
        return f'{{"{_quoted(self.title)}: <b>"+({told})+"</b>"}}'

    @property
    def value(self) -> str:
        """The expression of its value in words; "" where it has none."""
        held = self._held
        if self.field and is_counted(self.field):
            held = number_told(self.field, state_property(self.name), self.decimal)
        if self._has_parts:
            told = self._parted
            for one, words in self.words.items():
                told += f'.replace(", {one} ",", {_quoted(words)}: ")'
            for one, words in self.instead.items():
                told += f'.replace(": {one},",": {_quoted(words)},")'
            return f'({told}.replace(": -",": −")+";").replace(", ;","").substring(2)'
        if self.field and self._is_picked and self.field.each:
            told = f'(" "+{held}+" ")'
            for one, words in self.words.items():
                told += f'.replace(" {one} "," {_quoted(words)} ")'
            return f'{told}.trim().replaceAll("(?<=[0-9]) +",", ")'
        if self.field and (self.field.type == "choices" or self._is_picked):
            told = f'(" "+{held}+" ")'
            for one, words in self.words.items():
                told += f'.replace(" {one} "," {_quoted(words)}, ")'
            return f'{told}.trim().replaceAll(",$","")'
        for one, words in self.words.items():
            if words != one:
                held = f'{self._is(one)}?"{_quoted(words)}":({held})'
        return held

    @property
    def set(self) -> str:
        """The condition that it has a value."""
        return is_told(self.name)

    @property
    def _held(self) -> str:
        return f'GetProperty("{state_property(self.name)}")'

    def _is(self, value: str) -> str:
        return f'{self._held}+"."=="{value}."'

    def _turning(self) -> c.ChangePropertyButton:
        """The value is told from the one before, which the report reads after the change."""
        yes, no = (_quoted(self.words[value]) for value in ("true", "false"))
        after = f'{{{self._is("true")}?"false":"true"}}'
        said = f'{{"{_quoted(self.title)}: <b>"+({self._is("true")}?"{yes}":"{no}")+"</b>"}}'
        return play.set_button(self.title, after, said)

    def _member(self, value: str, words: str) -> c.ChangePropertyButton:
        """One of those that a list may hold: put in, or taken out again."""
        held = f'(" "+{self._held}+" ")'
        has = f'{held}.contains(" {value} ")'
        out, put = f'{held}.replace(" {value} "," ").trim()', f'({held}+"{value}").trim()'
        said = f'{{"{_quoted(self.title)}: "+({self.value})}}'
        return play.set_button(self.entry(words), f"{{{has}?{out}:{put}}}", said)

    def _dated(self, value: str, words: str) -> c.ChangePropertyButton:
        """One of those that hold from a turn on: put in with this turn, or taken out again."""
        held = f'(" "+{self._held}+" ")'
        has = f'{held}.contains(" {value} ")'
        out = f'{held}.replaceAll(" {value} [0-9]+ "," ").trim()'
        put = f'({held}+"{value} "+GetProperty("Turn")).trim()'
        return play.set_button(self.entry(words), f"{{{has}?{out}:{put}}}", self._now)

    def _counted(self, value: str, words: str) -> c.ChangePropertyButton:
        """One of those that are counted: once more. An undo takes the last one back."""
        held = f'(" "+{self._held}+" ")'
        has = f'{held}.contains(" {value} ")'
        number = f'Integer.parseInt({held}.replaceAll(".* {value} ","").replaceAll(" .*",""))'
        more = f'{held}.replaceAll(" {value} [0-9]+ "," {value} "+({number}+1)+" ").trim()'
        put = f'({held}+"{value} 1").trim()'
        return play.set_button(f"{self.entry(words)} +1", f"{{{has}?{more}:{put}}}", self._now)

    def _numbering(self, value: str, words: str) -> list[c.ChangePropertyButton]:
        """What sets the number of one choice: a step up or down, a word in its place, nothing."""
        held = self._parted
        has = f'{held}.contains(", {value} ")'
        # What follows the last comma has none behind it, whatever was there before.
        others = f'{held}.replaceAll(", {value} [^,]*, ",", ").substring(2)'
        number = f'{held}.replaceAll(".*, {value} ","").replaceAll(",.*","")'
        for word in self.instead:
            number += f'.replace("{word}","0")'
        number = f"({has}?Integer.parseInt({number}):0)"

        def put(text: str) -> str:
            return f'{{({others}+{text}+";").replace(", ;","").replace(";","")}}'

        found = [
            play.set_button(
                f"{words}: {sign}1",
                put(f'({number}{step:+d}==0?"":"{value} "+({number}{step:+d}))'),
                self._now,
            )
            for sign, step in (("+", 1), ("−", -1))
        ]
        found += [
            play.set_button(f"{words}: {told}", put(f'"{value} {word}"'), self._now)
            for word, told in self.instead.items()
        ]
        return [*found, play.set_button(f"{words}: {NOT_TOLD}", put('""'), self._now)]

    @property
    def _parted(self) -> str:
        """The expression of a list of numbered texts with a comma before and behind each, for `NO`
        is the end of `wp NO`. Older modules left blanks alone between them."""
        ends = "|".join(("-?[0-9]{1,4}", *self.instead))
        parted = f'({self._held}+"").trim().replaceAll("(?<= ({ends}))[ ,;]+",", ")'
        return f'(", "+{parted}+", ").replace(", , ",", ")'


_WRITTEN = {
    "hexes": "hexes, with blanks between",
    "numbers-by-hex": "hex=number, with blanks between",
    "hexes-by-name": "name=hex+hex, with blanks between",
    "texts": "words, with blanks between",
}
"""How a value is written that a dialog asks for."""


def is_told(name: str) -> str:
    """The condition that a state variable has a value. The points, because VASSAL takes 0 and ""
    for the same."""
    return f'GetProperty("{state_property(name)}")+"."!="."'


def _quoted(text: str) -> str:
    """A text within an expression."""
    return text.replace("\\", "/").replace('"', "'")


def state_choice(game: Game, language: str, name: str) -> StateChoice:
    """A state variable of a game, in a language."""
    field = game.definition.state.get(name)
    usual = (field.name if field else "") or readable(name)
    title = named(game, language, f"state.{name}", usual)
    words = dict(_words(game, language, name, field))
    instead = {
        word: named(game, language, f"state.{name}.{word}", word)
        for word in (field.instead if field else ())
    }
    return StateChoice(name, title, words, field, language, instead, decimal_mark(language, game))


def _words(
    game: Game, language: str, name: str, field: FieldDefinition | None
) -> Iterator[tuple[str, str]]:
    if field is None:
        return
    if field.type == "side":
        yield from ((game.sides[id_].name, words) for id_, words in sides(game, language).items())
    elif field.type == "bool":
        yield from (("true", own(language, "yes")), ("false", own(language, "no")))
    elif field.type in ("choice", "choices", "texts", "hexes"):
        for value in field.choices:
            place = game.board.names.get(value, "") if field.type == "hexes" else ""
            place = named(game, language, f"names.{place}", place)
            usual = field.words.get(value) or place or value.replace("-", " ")
            usual = named(game, language, f"choice.{value}", usual)
            yield value, named(game, language, f"state.{name}.{value}", usual)
    elif is_counted(field):
        few = choices_of(field)
        yield from ((value, value) for value in few)
        if few and field.default is None:
            yield "", NOT_TOLD
