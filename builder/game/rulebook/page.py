"""The declared rules of a game as a rulebook page: plain sentences, what is declared and what is
a default."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape

from builder.game.definition import Feature
from builder.game.model import Game
from builder.game.rulebook.closed import always_closed, closed_kinds
from builder.game.rulebook.fighting import Fighting
from builder.game.rulebook.phrases import PHRASES
from builder.game.rulebook.voice import Line
from builder.game.rules_file.chapters import Effects, Entry, Lines, Road, State
from builder.game.rules_file.parts import Price

_OWN = re.compile(r"(?:class|set|weather|word)\..*[^\W\d_]{3}")
"""The key of a name that a file of rules gives itself."""


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
class _Page(Fighting):
    """The sentences of a game's rules in a language, chapter by chapter; an entry that is left at
    its default is told as one."""

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
        prices = (zones.entering, zones.leaving, zones.zone_to_zone)
        if sum(isinstance(price, Price) for price in prices) > 1:
            yield self.line(zones, ("zones",), "zones.sum")
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
        kind = "points" if stacking.points else stacking.count
        limits = dict(limit) if isinstance(limit, dict) else {"default": limit}
        usual = limits.pop("default", None)
        if usual is not None:
            yield self.line(stacking, keys, f"stacking.{kind}", n=f"{usual:g}")
        for name, n in limits.items():
            whose = "of" if name in self.game.sides else "in"
            said = f"stacking.{whose}.{kind}"
            yield self.line(stacking, keys, said, name=self.name(name), n=f"{n:g}")
        if usual is None:
            yield self.line(stacking, keys, "stacking.rest")
        sides = limits.keys() & self.game.sides.keys()
        if sides and len(sides) < len(limits):
            yield self.line(stacking, keys, "stacking.ground-first")
        if len(limits) - len(sides) > 1:
            yield self.line(stacking, keys, "stacking.least")
        if stacking.points:
            name = self.called("field", stacking.points)
            yield self.line(stacking, ("stacking", "points"), "stacking.counts", name=name)
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
        if movement.when:
            names = self.names(dict.fromkeys((*movement.when, *movement.only)))
            yield self.line(movement, ("movement", "when"), "movement.when", names=names)
        for phase, move in movement.only.items():
            who = self.names((*move.classes, *move.types))
            values = {"name": self.name(phase), "names": who}
            said = "movement.only" if who else "movement.only-all"
            if move.allowance != "same":
                said += "-with"
                values["words"] = self.say("amount.movement", amount=self.amount(move.allowance))
            yield self.line(movement, ("movement", "only"), said, move.rule, **values)

    def _costs(self) -> Iterator[Line]:
        """What each terrain and hexside costs, and which are closed."""
        movement = self.rules.movement
        instead = [id_ for id_, how in movement.named(str).items() if how not in ("adds", "stop")]
        for kind in ("terrain", "hexside"):
            for id_, feature in getattr(self.game.definition, kind).items():
                if "move" in feature.values and id_ not in instead:
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
                said = "supply.along-any" if length is None else "supply.along"
                yield self.line(supply, keys, said, names=self.names(lines.along), n=length)
            elif length is None:
                yield self.line(supply, keys, "supply.any")
            else:
                yield self.line(supply, keys, f"supply.{lines.by}", n=length)
            if lines.by == "points":
                yield self.line(supply, keys, "supply.from-source")
            if lines.class_:
                name = self.name(lines.class_)
                yield self.line(supply, keys, "supply.class", name=name)
            if lines.through:
                n = self.reach(lines.through.length)
                names = self.names(lines.through.type)
                yield self.line(supply, keys, "supply.through", names=names, n=n)
        for one in self.game.definition.side:
            if one.id not in supply.named(Lines):
                yield self.line(supply, ("supply",), "supply.always", side=self.name(one.id))
        words = self.words(supply.closed)
        yield self.line(supply, ("supply", "closed"), "supply.closed", words=words)
        lost = "supply.lost-in-zone" if "enemy-zone" in supply.closed else "supply.lost"
        yield self.line(supply, ("supply", "closed"), lost)
        if supply.when:
            names = self.names(supply.when)
            yield self.line(supply, ("supply", "when"), "supply.when", names=names)
        if len(supply.states) > 2:
            words = self.words(supply.states[1:])
            yield self.line(supply, ("supply", "states"), "supply.states", words=words)
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
        if state.eliminated_after is not None:
            dies = "supply.dies" if state.eliminated_after else "supply.dies-at-once"
            yield self.say(dies, n=state.eliminated_after)

    def arrivals(self) -> Iterator[Line]:
        """Where reinforcements and replacements come."""
        arrivals = self.rules.arrivals
        for side, entry in arrivals.named(Entry).items():
            values = {"side": self.name(side), "names": self.places(entry.at)}
            keys = ("arrivals", side)
            yield self.line(arrivals, keys, "arrivals.at", **values)
            words = self.words(always_closed(entry.not_into))
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
            values["side"] = self.name(out.side)
            yield self.line(victory, ("victory", "exits"), "victory.exits", out.rule, **values)
        for level in victory.level:
            values = {"n": f"{level.lead:g}", "name": self.called("word", level.name)}
            said = "victory.level-of" if level.side else "victory.level"
            values["side"] = self.name(level.side)
            yield self.line(victory, ("victory", "level"), said, **values)
        sides = [level.side for level in victory.level]
        if any(sides.count(side) > 1 or (side and "" in sides) for side in sides):
            yield self.line(victory, ("victory", "level"), "victory.greatest")

    def fog(self) -> Iterator[Line]:
        """Whether stacks hide what lies beneath."""
        if self.rules.said("fog"):
            fog = self.rules.fog
            said = "top-near" if fog.stacks == "top" and not fog.near else fog.stacks
            yield self.line(fog, ("fog", "stacks"), f"fog.{said}")
