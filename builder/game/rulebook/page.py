"""The declared rules of a game as a rulebook page: plain sentences, what is declared and what is
a default."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape

from builder.game.decimals import decimal_mark
from builder.game.definition import Feature
from builder.game.model import Game
from builder.game.place_words import in_other_words, place_words
from builder.game.rulebook.chapters import (
    Across,
    Effects,
    Entry,
    Fate,
    Lines,
    Result,
    Road,
    RulesFile,
    State,
)
from builder.game.rulebook.check import supports
from builder.game.rulebook.closed import closed_kinds
from builder.game.rulebook.parts import Amount, Chapter, Modifier, Price
from builder.game.rulebook.phrases import ENGLISH_WORDS, PHRASES, WORDS
from builder.saying import signed

_OWN = re.compile(r"(?:class|set|weather|word)\..*[^\W\d_]{3}")
"""The key of a name that a file of rules gives itself."""
_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")
_FORMS = re.compile(r"\{n\|([^{}|]*)\|([^{}|]*)\}")


@dataclass(frozen=True)
class Line:
    """One sentence, the number that it is cited by, and whether the designer declared it."""

    rule: str
    text: str
    declared: bool


@dataclass(frozen=True)
class Section:
    """A chapter of the page."""

    title: str
    lines: tuple[Line, ...]


def rules_page(game: Game, language: str = "en") -> tuple[Section, ...]:
    """The page in a language; nothing for a game without rules.toml."""
    if game.rules is None:
        return ()
    return tuple(_sections(_Page(game, game.rules, language)))


def names_of_rules(game: Game) -> tuple[str, ...]:
    """The keys of text.LANGUAGE.toml for what declared rules name themselves: classes, sets,
    weather, modifiers, offers, what is worth points, levels of victory."""
    if game.rules is None:
        return ()
    page = _Page(game, game.rules, "")
    for _ in _sections(page):
        pass  # each line looks its names up
    places = set(game.board.names.values())
    worth = [f"word.{held.name}" for held in game.rules.victory.hexes if held.name not in places]
    return tuple(key for key in dict.fromkeys([*page.looked_up, *worth]) if _OWN.match(key))


def _sections(page: _Page) -> Iterator[Section]:
    chapters = (
        ("rules", page.note()),
        ("stacking", page.stacking()),
        ("movement", page.movement()),
        ("zones", page.zones()),
        ("supply", page.supply()),
        ("combat", page.combat()),
        ("results", page.results()),
        ("retreat", page.retreat()),
        ("advance", page.advance()),
        ("arrivals", page.arrivals()),
        ("weather", page.weather()),
        ("victory", page.victory()),
        ("fog", page.fog()),
    )
    for name, lines in chapters:
        begin = str if name == "results" else _begun  # which begin with what the table prints
        if told := tuple(replace(line, text=begin(line.text)) for line in lines):
            yield Section(page.say(name), told)


def _begun(sentence: str) -> str:
    """It begins large, although the name of weather or of a modifier, with which it may, is not."""
    return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True)
class GroundWords:
    """What declared rules say of ground beside the costs that stand with it: of each kind its
    movement where rules.toml has it, and what attacks across, from and into it suffer."""

    clear: str
    moves: Mapping[str, str]
    attacks: Mapping[str, str]


def ground_words(game: Game, language: str = "en") -> GroundWords | None:
    """For the chart of terrain; None for a game without rules.toml."""
    if game.rules is None:
        return None
    page = _Page(game, game.rules, language)
    return GroundWords(page.figure(game.rules.movement.clear), page.moves(), page.attacks())


def result_words(game: Game, language: str = "en") -> dict[str, str]:
    """What the results of combat that rules.toml declares do, for the chart of results."""
    return {} if game.rules is None else _Page(game, game.rules, language).meanings()


def default_words(language: str) -> str:
    """What stands behind a sentence that nobody declared."""
    return PHRASES["default"][language == "es"]


def page_as_html(game: Game, language: str = "en") -> str:
    """The page as the body of plain HTML, for VASSAL's own window."""
    found = []
    for section in rules_page(game, language):
        found.append(f"<h2>{escape(section.title)}</h2>\n<table cellpadding='3'>\n")
        for line in section.lines:
            text = escape(line.text)
            if not line.declared:
                text = f"<i>{text} ({escape(default_words(language))})</i>"
            found.append(
                f"<tr><td valign='top'><b>{escape(line.rule)}</b></td><td>{text}</td></tr>\n"
            )
        found.append("</table>\n")
    return "".join(found)


@dataclass(frozen=True)
class _Page:
    """The sentences of a game's rules in a language, chapter by chapter; an entry that is left at
    its default is told as one."""

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

    # Words and names

    def word(self, text: str) -> str:
        """A word of rules.toml as readers say it."""
        if text in self.game.definition.terrain or text in self.game.definition.hexside:
            return self.name(text)
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
            kind, _, rest = text.partition(":")
            if kind == "set":
                hexes = ", ".join(sorted(self.game.hexset(rest)))
                found.append(f"{self.called('set', rest)} ({hexes})")
            elif f"{kind}.{rest}" in PHRASES:  # else it is a slip, which is told where it stands
                found.append(self.say(f"edge.{rest}"))
            elif kind == "type":
                found.append(self.name(rest))
            elif kind in self.game.definition.terrain:
                held = "place.held" if rest == "controlled" else "place.any"
                found.append(self.say(held, name=self.name(kind)))
            else:
                place = self.game.board.names.get(text, text)
                found.append(self._told(f"names.{place}", place))
        return ", ".join(found)

    def amount(self, amount: Amount) -> str:
        return self.word(amount) if isinstance(amount, str) else f"{amount:+g}"

    # Chapters

    def note(self) -> Iterator[Line]:
        """What the designer says of the rules as a whole."""
        if self.rules.note:
            yield Line("", self.rules.note, True)

    def zones(self) -> Iterator[Line]:
        """Who has a zone of control, where, and what it does to movement."""
        zones = self.rules.zones
        if zones is None:
            yield Line("", self.say("zones.none"), False)
            return
        if "all" in zones.by:
            yield self.line(zones, ("zones", "by"), "zones.by-all")
        elif zones.by:
            yield self.line(zones, ("zones", "by"), "zones.by", names=self.names(zones.by))
        else:
            yield self.line(zones, ("zones", "by"), "zones.by-strong")
        for key, ids in (
            ("not-by", zones.not_by),
            ("not-across", zones.not_across),
            ("not-into", zones.not_into),
        ):
            if ids:
                yield self.line(zones, ("zones", key), f"zones.{key}", names=self.names(ids))
        for key, word in (
            ("entering", zones.entering),
            ("leaving", zones.leaving),
            ("zone-to-zone", zones.zone_to_zone),
        ):
            if isinstance(word, Price):
                cost = f"{word.cost:g}"
                yield self.line(zones, ("zones", key), f"{key}.cost", rule=word.rule, n=cost)
            else:
                yield self.line(zones, ("zones", key), f"{key}.{word}")
        if zones.friend_negates:
            words = self.words(zones.friend_negates)
            yield self.line(zones, ("zones", "friend-negates"), "friend-negates", words=words)

    def stacking(self) -> Iterator[Line]:
        """How many may stand together, and when that is judged."""
        stacking = self.rules.stacking
        limit, keys = stacking.limit, ("stacking", "limit")
        if limit is None:
            yield Line("", self.say("stacking.none"), False)
            return
        kind = "stacking.points" if stacking.points else f"stacking.{stacking.count}"
        limits = limit if isinstance(limit, dict) else {"default": limit}
        if "default" in limits:
            yield self.line(stacking, keys, kind, n=f"{limits['default']:g}")
        for name, n in limits.items():
            if name != "default":
                yield self.line(stacking, keys, "stacking.other", name=self.name(name), n=f"{n:g}")
        if stacking.free:
            names = self.names(stacking.free)
            yield self.line(stacking, ("stacking", "free"), "stacking.free", names=names)
        yield self.line(stacking, ("stacking", "when"), f"stacking.{stacking.when}")

    def movement(self) -> Iterator[Line]:
        """Allowances, classes, costs, and what phases let move."""
        movement = self.rules.movement
        yield self.line(movement, ("movement", "allowance"), "movement.allowance")
        one = "movement.one" if movement.at_least_one_hex else "movement.not-one"
        yield self.line(movement, ("movement", "at-least-one-hex"), one)
        for name, types in movement.class_.items():
            names = self.names(types)
            keys = ("movement", "class")
            yield self.line(movement, keys, "movement.class", name=self.name(name), names=names)
        yield self.line(movement, ("movement", "clear"), "movement.clear", n=f"{movement.clear:g}")
        yield from self._costs()
        yield from self._roads()
        for id_ in self.game.definition.hexside:
            how = movement.named(str).get(id_, "adds")
            if how != "adds":
                said = f"movement.crossing.{how}"
                yield self.line(movement, ("movement", id_), said, name=self.name(id_))
        if movement.mixed == "sum":
            yield self.line(movement, ("movement", "mixed"), "movement.mixed")
        if self.rules.said("movement", "halves"):
            words = self.say(f"halves.{movement.halves}")
            yield self.line(movement, ("movement", "halves"), "movement.halves", words=words)
        for phase, move in movement.only.items():
            yield self.line(
                movement, ("movement", "only"), "movement.only", move.rule, name=self.name(phase),
                amount=self.amount(move.allowance), names=self.names((*move.classes, *move.types)),
            )  # fmt: skip

    def _costs(self) -> Iterator[Line]:
        """What each terrain and hexside costs, and which are closed."""
        movement = self.rules.movement
        for kind in ("terrain", "hexside"):
            for id_, feature in getattr(self.game.definition, kind).items():
                if "move" in feature.values:
                    said = f"movement.{kind}" + (".directed" if feature.directed else "")
                    text = self.say(said, name=self.name(id_), cost=self._cost(feature))
                    yield Line(feature.provenance("move"), text, True)
        if closed := closed_kinds(self.game.definition, movement):
            names = self.names(sorted(closed))
            yield Line(movement.cited("default"), self.say("movement.to-none", names=names), True)

    def _roads(self) -> Iterator[Line]:
        """What each line does to movement: its cost, for whom, over which hexsides."""
        movement = self.rules.movement
        for name, road in movement.named(Road).items():
            values = {"name": self.name(name), "n": f"{road.replaces:g}"}
            yield self.line(movement, ("movement", name), "movement.road", road.rule, **values)
            if road.classes:
                names = self.names(road.classes)
                yield self.line(
                    movement, ("movement", name), "movement.road-for", road.rule, names=names
                )
            if not road.bridges:
                yield self.line(movement, ("movement", name), "movement.no-bridge", road.rule)
            if road.opens:
                names = self.names(road.opens)
                yield self.line(
                    movement, ("movement", name), "movement.opens", road.rule, names=names
                )

    def _cost(self, feature: Feature) -> str:
        move = feature.values["move"]
        if isinstance(move, dict):
            costs = {name: self._number(cost) for name, cost in move.items()}
            rest = costs.pop("default", None)
            said = [f"{self.name(name)} {cost}" for name, cost in costs.items()]
            return ", ".join([*said, *([self.say("movement.rest", cost=rest)] if rest else [])])
        return self._number(move)

    def _number(self, cost: object) -> str:
        if isinstance(cost, int | float):
            return self.figure(cost)
        return self.say("movement.all" if cost == "all" else "movement.closed")

    def moves(self) -> dict[str, str]:
        """What rules.toml says of the movement over a terrain, a hexside or along a line."""
        definition, movement = self.game.definition, self.rules.movement
        found = dict.fromkeys(closed_kinds(definition, movement), self.say("movement.closed"))
        for id_, road in movement.named(Road).items():
            found[id_] = self.figure(road.replaces)
        for id_, how in movement.named(str).items():
            if how != "adds":
                found[id_] = self.say(f"crossing.{how}")
        return found

    def meanings(self) -> dict[str, str]:
        """What each declared result means, its own name first."""
        words = {name: self._effect(result) for name, result in self.rules.results.items()}
        named = {
            name: self._told(f"result.{name}", one.name)
            for name, one in self.rules.results.items()
            if one.name
        }
        return {**words, **named}

    def attacks(self) -> dict[str, str]:
        """What a terrain or hexside does to attacks beside its value in combat."""
        combat = self.rules.combat
        found: dict[str, list[str]] = {}
        for key, entries in (
            ("across", combat.across),
            ("from", combat.from_),
            ("into", combat.into),
        ):
            for id_, across in entries.items():
                words = ", ".join(self._across(across))
                found.setdefault(id_, []).append(self.say(f"attacked.{key}", words=words))
        return {id_: "; ".join(parts) for id_, parts in found.items()}

    def supply(self) -> Iterator[Line]:
        """Sources, lines and what is lost without them."""
        supply = self.rules.supply
        if supply is None:
            yield Line("", self.say("supply.none"), False)
            return
        for side, lines in supply.named(Lines).items():
            keys = ("supply", side)
            names = self.places(lines.sources)
            yield self.line(supply, keys, "supply.sources", side=self.name(side), names=names)
            length = lines.length if lines.off is None else lines.off
            if lines.along:
                n = "-" if length is None else length
                yield self.line(supply, keys, "supply.along", names=self.names(lines.along), n=n)
            elif length is None:
                yield self.line(supply, keys, "supply.any")
            else:
                yield self.line(supply, keys, f"supply.{lines.by}", n=length)
            if lines.through:
                far = lines.through.length
                n = self.word("in range") if isinstance(far, str) else f"{far} {self.word('hexes')}"
                names = self.names(lines.through.type)
                yield self.line(supply, keys, "supply.through", names=names, n=n)
        words = self.words(supply.closed)
        yield self.line(supply, ("supply", "closed"), "supply.closed", words=words)
        if supply.when:
            names = self.names(supply.when)
            yield self.line(supply, ("supply", "when"), "supply.when", names=names)
        for name, state in supply.named(State).items():
            keys = ("supply", name)
            words = ", ".join(self._state(state))
            yield self.line(supply, keys, "supply.state", name=self.word(name), words=words)

    def _state(self, state: State) -> Iterator[str]:
        for key, amount in (
            ("amount.movement", state.movement),
            ("amount.attack", state.attack),
            ("combat.defence", state.defence),
        ):
            if amount != "same":
                yield self.say(key, amount=self.amount(amount))
        if state.eliminated_after:
            yield self.say("supply.dies", n=state.eliminated_after)

    def combat(self) -> Iterator[Line]:
        """How an attack is resolved: column, die, ground, modifiers, support, offers."""
        yield from self._resolution()
        yield from self._ground_in_combat()
        yield from self._modifiers()
        yield from self._support()
        yield from self._offers()
        combat = self.rules.combat
        if combat.no_attack:
            names = self.names(combat.no_attack)
            yield self.line(combat, ("combat", "no-attack"), "combat.no-attack", names=names)

    def _resolution(self) -> Iterator[Line]:
        """Who attacks whom, and how strengths lead to a column."""
        combat = self.rules.combat
        rounding = self.say(f"round.{combat.round}")
        yield self.line(combat, ("combat", "by"), f"combat.{combat.by}", round=rounding)
        yield self.line(combat, ("combat", "die"), "combat.die", words=combat.die)
        must = "combat.mandatory" if combat.mandatory else "combat.free"
        yield self.line(combat, ("combat", "mandatory"), must)
        if combat.defended_by != "all":
            said = f"combat.defended-by.{combat.defended_by}"
            yield self.line(combat, ("combat", "defended-by"), said)
        if combat.hexes == "several":
            yield self.line(combat, ("combat", "hexes"), "combat.hexes")
        if self.rules.said("combat", "halves"):
            words = self.say(f"halves.{combat.halves}")
            yield self.line(combat, ("combat", "halves"), "combat.halves", words=words)
        words = self.say(f"less.{combat.less_than_table}")
        yield self.line(combat, ("combat", "less-than-table"), "combat.less", words=words)
        yield self.line(
            combat, ("combat", "more"), "combat.more", words=self.say(f"more.{combat.more}")
        )

    def _ground_in_combat(self) -> Iterator[Line]:
        """What terrain and hexsides do to a battle."""
        combat = self.rules.combat
        words = ", ".join(self._values())
        yield self.line(combat, ("combat", "terrain"), f"terrain.{combat.terrain}", words=words)
        if combat.mixed == "sum":
            yield self.line(combat, ("combat", "mixed"), "combat.mixed")
        for key, entries in (
            ("across", combat.across),
            ("from", combat.from_),
            ("into", combat.into),
        ):
            for name, across in entries.items():
                words = ", ".join(self._across(across))
                values = {"name": self.name(name), "words": words}
                yield self.line(combat, ("combat", key), f"combat.{key}", across.rule, **values)

    def _modifiers(self) -> Iterator[Line]:
        """Declared shifts of the column and changes of the die."""
        combat = self.rules.combat
        for key, modifiers in (("shift", combat.shift), ("roll", combat.roll)):
            for name, one in modifiers.items():
                said = "combat.columns" if key == "shift" else "combat.roll"
                words = ", ".join((self.say(said, n=f"{one.by:+g}"), *self._condition(one)))
                values = {"name": self.called("word", one.name or name), "words": words}
                yield self.line(combat, ("combat", key), "combat.modifier", one.rule, **values)
        if combat.most_shift is not None:
            keys = ("combat", "most-shift")
            yield self.line(combat, keys, "combat.most-shift", n=combat.most_shift)

    def _offers(self) -> Iterator[Line]:
        """What players may add to a battle."""
        combat = self.rules.combat
        for name, offer in combat.offers.items():
            words = ", ".join(
                self.say(said, **{place: f"{value:+g}"})
                for said, place, value in (
                    ("combat.columns", "n", offer.shift), ("combat.roll", "n", offer.die),
                    ("amount.attack", "amount", offer.attack),
                    ("combat.defence", "amount", offer.defence),
                )
                if value
            )  # fmt: skip
            called = self.called("word", offer.name or name)
            values = {"name": called, "n": str(offer.most), "words": words}
            said = "combat.offer-of" if offer.side else "combat.offer"
            values |= {"side": self.name(offer.side)} if offer.side else {}
            yield self.line(combat, ("combat", "offers"), said, offer.rule, **values)

    def _values(self) -> Iterator[str]:
        """What each terrain is worth in combat."""
        for table in (self.game.definition.terrain, self.game.definition.hexside):
            for id_, feature in table.items():
                value = feature.values.get(self.rules.combat.value)
                if isinstance(value, int | float) and id_ not in self.rules.combat.across:
                    yield f"{self.name(id_)} {value:g}"

    def _across(self, across: Across) -> Iterator[str]:
        if across.attackers != "same":
            yield self.say("combat.attackers", amount=self.amount(across.attackers))
        if across.defence != "same":
            yield self.say("combat.defence", amount=self.amount(across.defence))
        if across.shift:
            yield self.say("combat.columns", n=f"{across.shift:+g}")
        if across.die:
            yield self.say("combat.roll", n=f"{across.die:+g}")
        if across.types:
            yield self.say("condition.only", names=self.names(across.types))
        if across.when:
            yield self.say(f"across.{across.when}")
        if across.bridged_by:
            yield self.say("across.bridged-by", names=self.names(across.bridged_by))

    def _condition(self, one: Modifier) -> Iterator[str]:
        """When a modifier counts, part by part."""
        whose = "" if one.of == "attackers" else "-defenders"
        for key, ids in (("if", one.if_), ("any", one.any), ("only", one.only)):
            if ids:
                yield self.say(f"condition.{key}{whose}", names=self.names(ids))
        if one.side:
            yield self.say(f"condition.side{whose}", name=self.name(one.side))
        if one.in_:
            yield self.say("condition.in", names=self.names(one.in_))
        if one.not_in:
            yield self.say("condition.not-in", names=self.names(one.not_in))
        if one.phase:
            yield self.say("condition.phase", names=self.names(one.phase))
        weather = self.rules.weather.state
        for name, value in one.state.items():
            known = isinstance(value, str) and name == weather
            said = self.called("weather", str(value)) if known else value
            yield f"{self.called('state', name)} = {said}"

    def _support(self) -> Iterator[Line]:
        """Who fires from a distance, how far and at what risk."""
        combat = self.rules.combat
        for support in supports(combat.support):
            far = support.range
            n = self.word("in range") if isinstance(far, str) else f"{far} {self.word('hexes')}"
            names = self.names(support.type)
            keys = ("combat", "support")
            yield self.line(combat, keys, "combat.support", support.rule, names=names, n=n)
            if support.alone:
                yield self.line(combat, keys, "combat.alone", support.rule)
            if support.defends:
                yield self.line(combat, keys, "combat.defends", support.rule)
            said = "combat.immune" if support.immune else "combat.not-immune"
            yield self.line(combat, keys, said, support.rule)

    def results(self) -> Iterator[Line]:
        """What each result of the table orders."""
        for name, result in self.rules.results.items():
            rule = result.rule or self.rules.combat.cited("results")
            yield Line(rule, f"{name}: {self._effect(result)}.", True)

    def _effect(self, result: Result) -> str:
        words = [
            self.say(f"result.{side}", words=", ".join(self._fate(fate)))
            for side, fate in (("attacker", result.attacker), ("defender", result.defender))
            if fate != Fate()
        ]
        words += [] if result.advance else [self.say("result.no-advance")]
        return "; ".join(words) or "-"

    def _fate(self, fate: Fate) -> Iterator[str]:
        if isinstance(fate.lose, str):
            yield self.say(f"result.{fate.lose}")
        elif fate.lose:
            yield self.say("result.lose", n=fate.lose)
        if fate.retreat:
            yield self.say("result.retreat", n=fate.retreat)
        if fate.or_lose is not None:
            yield self.say("result.or-lose", n=fate.or_lose)
        if fate.marker:
            yield self.say("result.marker", name=self.name(fate.marker))

    def retreat(self) -> Iterator[Line]:
        """Where losers go, and what becomes of who cannot."""
        retreat = self.rules.retreat
        if not self.rules.said("retreat"):
            return
        yield self.line(retreat, ("retreat", "by"), f"retreat.{retreat.by}")
        words = self.words(retreat.not_into)
        yield self.line(retreat, ("retreat", "not-into"), "retreat.not-into", words=words)
        if retreat.prefer:
            words = self.words(retreat.prefer)
            yield self.line(retreat, ("retreat", "prefer"), "retreat.prefer", words=words)
        if retreat.away:
            yield self.line(retreat, ("retreat", "away"), "retreat.away")
        full = f"retreat.full.{retreat.overstacking}"
        yield self.line(retreat, ("retreat", "overstacking"), full)
        yield self.line(retreat, ("retreat", "none"), f"retreat.none.{retreat.none}")
        if retreat.not_by:
            names = self.names(retreat.not_by)
            stuck = "eliminated" if retreat.none == "eliminated" else "stand"
            said = f"retreat.not-by.{stuck}"
            yield self.line(retreat, ("retreat", "not-by"), said, names=names)
        if retreat.zone_loss:
            keys = ("retreat", "zone-loss")
            yield self.line(retreat, keys, "retreat.zone-loss", n=retreat.zone_loss)

    def advance(self) -> Iterator[Line]:
        """Who advances, and how far."""
        advance = self.rules.advance
        units = {"one": 1}.get(str(advance.units), advance.units)
        keys = ("advance", "units")
        if isinstance(units, int) and units:
            yield self.line(advance, keys, "advance.some", n=units)
        else:
            yield self.line(advance, keys, "advance.all" if units == "all" else "advance.none")
        hexes = advance.hexes if isinstance(advance.hexes, dict) else {"default": advance.hexes}
        for name, n in hexes.items():
            said = "advance.hexes" if name == "default" else "advance.class"
            yield self.line(advance, ("advance", "hexes"), said, name=self.name(name), n=n)
        stop = "advance.free" if advance.regardless_of_zones else "advance.stop"
        yield self.line(advance, ("advance", "regardless-of-zones"), stop)
        for key, ids in (
            ("only", advance.only),
            ("not-by", advance.not_by),
            ("not-into", advance.not_into),
        ):
            if ids:
                names = self.names(ids)
                yield self.line(advance, ("advance", key), f"advance.{key}", names=names)

    def arrivals(self) -> Iterator[Line]:
        """Where reinforcements and replacements come."""
        arrivals = self.rules.arrivals
        for side, entry in arrivals.named(Entry).items():
            values = {"side": self.name(side), "names": self.places(entry.at)}
            keys = ("arrivals", side)
            yield self.line(arrivals, keys, "arrivals.at", **values)
            if entry.not_into:
                words = self.words(entry.not_into)
                yield self.line(arrivals, keys, "arrivals.not-into", words=words)
            if entry.replacements:
                yield self.line(arrivals, keys, "arrivals.replacements", n=entry.replacements)
        for group in arrivals.group.values():
            yield self.line(
                arrivals, ("arrivals", "group"), "arrivals.group", group.rule, n=group.turn,
                places=self.places(group.at), names=self.names(group.units),
            )  # fmt: skip

    def weather(self) -> Iterator[Line]:
        """The weather by turn, and its effects."""
        weather = self.rules.weather
        for turn, name in weather.turns.items():
            values = {"n": turn, "name": self.called("weather", name)}
            yield self.line(weather, ("weather", "turns"), "weather.turn", **values)
        for name, effects in weather.named(Effects).items():
            words = ", ".join(self._effects(effects))
            values = {"name": self.called("weather", name), "words": words}
            yield self.line(weather, ("weather", name), "weather.effect", effects.rule, **values)

    def _effects(self, effects: Effects) -> Iterator[str]:
        for key, amount in (
            ("amount.movement", effects.movement),
            ("amount.attack", effects.attack),
            ("amount.supply", effects.supply),
        ):
            if amount != "same":
                yield self.say(key, amount=self.amount(amount))
        if effects.shift:
            yield self.say("combat.columns", n=f"{effects.shift:+g}")
        if effects.die:
            yield self.say("combat.roll", n=f"{effects.die:+g}")
        if effects.no_attack:
            yield self.say("weather.no-attack")

    def victory(self) -> Iterator[Line]:
        """What gives points, and what they decide."""
        victory = self.rules.victory
        for held in victory.hexes:
            values = {"n": f"{held.points:g}", "names": self.places(held.at)}
            values |= {"side": self.name(held.side)} if held.side else {}
            said = "victory.hexes-of" if held.side else "victory.hexes"
            yield self.line(victory, ("victory", "hexes"), said, held.rule, **values)
        for loss in victory.losses:
            whose = self.name(loss.of) if loss.of else ""
            values = {"n": f"{loss.points:g}", "per": self.word(loss.per), "side": whose}
            said = "victory.losses-of" if loss.of else "victory.losses"
            yield self.line(victory, ("victory", "losses"), said, loss.rule, **values)
            if loss.types:
                values = {"names": self.names(loss.types)}
                said = "victory.losses-types"
                yield self.line(victory, ("victory", "losses"), said, loss.rule, **values)
        for out in victory.exits:
            values = {"n": f"{out.points:g}", "name": self.called("box", out.box)}
            yield self.line(victory, ("victory", "exits"), "victory.exits", out.rule, **values)
        for level in victory.level:
            values = {"n": f"{level.lead:g}", "name": self.called("word", level.name)}
            yield self.line(victory, ("victory", "level"), "victory.level", **values)

    def fog(self) -> Iterator[Line]:
        """Whether stacks hide what lies beneath."""
        if self.rules.said("fog"):
            yield self.line(self.rules.fog, ("fog", "stacks"), f"fog.{self.rules.fog.stacks}")
