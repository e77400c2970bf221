"""The voice of the rulebook page: phrases filled with the names and numbers of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from builder.game.decimals import decimal_mark
from builder.game.model import Game
from builder.game.place_words import in_other_words, place_words
from builder.game.rulebook.phrases import ENGLISH_WORDS, PHRASES, WORDS
from builder.game.rulebook.places import Place, place_of
from builder.game.rules_file.chapters import RulesFile
from builder.game.rules_file.parts import Amount, Chapter
from builder.saying import signed

_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")
_FORMS = re.compile(r"\{n\|([^{}|]*)\|([^{}|]*)\}")


@dataclass(frozen=True)
class Line:
    """One sentence, the number that it is cited by, and whether the designer declared it."""

    rule: str
    text: str
    declared: bool


@dataclass(frozen=True)
class Voice:
    """How the rules of a game are said in a language: its phrases, numbers, names and places."""

    game: Game
    rules: RulesFile
    language: str
    looked_up: list[str] = field(default_factory=list)
    """Under which keys of text.LANGUAGE.toml names were looked for."""

    def say(self, key: str, **values: object) -> str:
        """A phrase with its places filled; `{n|step|steps}` is the first form for one."""
        one = str(values.get("n", "")).lstrip("+-") == "1"
        told = self._in_place_words(PHRASES[key][self.language == "es"])
        phrase = _FORMS.sub(lambda m: m[1 if one else 2], told)
        said = signed(phrase.format(**values))
        return _DECIMAL.sub(decimal_mark(self.language, self.game), said)

    def figure(self, number: float) -> str:
        """A number that stands in no sentence, its decimals as the language writes them."""
        return _DECIMAL.sub(decimal_mark(self.language, self.game), f"{number:g}")

    @cached_property
    def _in_place_words(self) -> Callable[[str], str]:
        return in_other_words(place_words(self.game, self.language))

    def line(
        self,
        chapter: Chapter | None,
        keys: tuple[str, ...],
        phrase: str,
        rule: str = "",
        **values: object,
    ) -> Line:
        """The sentence of an entry of rules.toml, cited by its own rule, else by its chapter's."""
        declared = self.rules.said(*keys)
        entry = keys[1] if len(keys) > 1 else "default"
        number = rule or (chapter.cited(entry) if chapter else "")
        return Line(number if declared or rule else "", self.say(phrase, **values), declared)

    def word(self, text: str) -> str:
        """A word of rules.toml as readers say it."""
        if text in self.game.definition.terrain or text in self.game.definition.hexside:
            return self.name(text)
        if (edge := text.replace(":", ".")) in PHRASES:
            return self.say(edge)
        if self.language == "es":
            return WORDS.get(text, text)
        return ENGLISH_WORDS.get(text, text)

    def words(self, texts: Iterable[str]) -> str:
        return ", ".join(self.word(text) for text in texts)

    def name(self, id_: str) -> str:
        """What a thing of the game is called."""
        definition = self.game.definition
        for kind, table in (
            ("terrain", definition.terrain), ("hexside", definition.hexside),
            ("line", definition.line), ("type", definition.units.types),
        ):  # fmt: skip
            if id_ in table:
                feature = table[id_]
                return self._told(f"{kind}.{id_}", feature.name or id_)
        for kind, things in (("side", definition.side), ("phase", definition.phase)):
            for thing in things:
                if thing.id == id_:
                    return self._told(f"{kind}.{id_}", thing.name)
        if id_ in self.game.counters:
            counter = self.game.counters[id_]
            return self._told(f"counter.{id_}", counter.full_name or counter.name or id_)
        if id_ in definition.units.markers:
            return self._told(f"marker.{id_}", definition.units.markers[id_])
        return self.called("class", id_) if id_ in self.rules.movement.class_ else id_

    def _told(self, key: str, english: str) -> str:
        self.looked_up.append(key)
        return self.game.texts.get(self.language, {}).get(key, english)

    def called(self, kind: str, word: str) -> str:
        """What the file itself names: a class, a set, a weather, a modifier, a level of victory."""
        english = word.replace("-", " ") if kind == "set" else word
        return self._told(f"{kind}.{word}", english)

    def names(self, ids: Iterable[str]) -> str:
        return ", ".join(self.name(id_) for id_ in ids)

    def places(self, texts: Iterable[str]) -> str:
        """Places as rules.toml writes them: sets, edges, terrain, types of units, hexes."""
        found = []
        for text in texts:
            place = place_of(text)
            held = "place.held" if place.controlled else "place.any"
            found.append(self.say(held, name=self._place(place)))
        return ", ".join(found)

    def _place(self, place: Place) -> str:
        """One of them, whoever holds it; a slip, which is told where it stands, as it is."""
        kind, name = place.kind, place.name
        if kind == "set":
            hexes = ", ".join(sorted(self.game.hexset(name)))
            return f"{self.called('set', name)} ({hexes})"
        if f"{kind}.{name}" in PHRASES:
            return self.say(f"edge.{name}")
        if kind == "type":
            return self.say("place.type", name=self.name(name))
        if kind == "state" and name in self.game.definition.state:
            shown = self.game.definition.state[name].name or name.replace("-", " ")
            return self._told(f"state.{name}", shown)
        if name in self.game.definition.terrain:
            return self.name(name)
        told = self.game.board.names.get(name, name)
        return self._told(f"names.{told}", told)

    def reach(self, far: int | str) -> str:
        """How far something reaches: so many hexes, or as many as a field of the unit says."""
        if isinstance(far, int):
            return self.say("reach.hexes", n=far)
        return self.say("reach.field", name=self.called("field", far))

    def amount(self, amount: Amount) -> str:
        return self.word(amount) if isinstance(amount, str) else f"{amount:+g}"
