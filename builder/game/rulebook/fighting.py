"""What the rulebook page says of battles and of what follows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.game.rulebook.check import supports
from builder.game.rulebook.closed import always_closed
from builder.game.rulebook.leaning import favouring_everywhere
from builder.game.rulebook.tables import combat_table
from builder.game.rulebook.voice import Line, Voice
from builder.game.rulebook.worth import terrain_value
from builder.game.rules_file.chapters import Across, Fate, Result
from builder.game.rules_file.parts import Modifier


@dataclass(frozen=True)
class Fighting(Voice):
    """The chapters on battles: attacks, results, retreats, advances."""

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
        if combat.when:
            names = self.names(combat.when)
            yield self.line(combat, ("combat", "when"), "combat.when", names=names)
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
        keys = ("combat", "terrain")
        terrain, sides = self._values("terrain"), self._values("hexside")
        told = combat.terrain if terrain or sides else "none"
        yield self.line(combat, keys, f"terrain.{told}", words=", ".join((*terrain, *sides)))
        if sides:
            words = ", ".join(self.name(id_) for id_ in self._with_value("hexside"))
            yield self.line(combat, keys, "terrain.sides", words=words)
        table = combat_table(self.game)
        if told == "die" and table and (rolls := favouring_everywhere(self.rules, table)):
            yield self.line(combat, keys, f"terrain.{rolls}")
        if told != "none" and combat.hexes == "several":
            each = "each" if told in ("add", "multiply") else "best"
            yield self.line(combat, ("combat", "hexes"), f"terrain.hexes-{each}")
        if combat.mixed == "sum":
            times = "-times" if told == "multiply" else ""
            yield self.line(combat, ("combat", "mixed"), f"combat.mixed{times}")
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

    def _values(self, kind: str) -> list[str]:
        """What each terrain, or hexside, is worth in combat."""
        return [f"{self.name(id_)} {value:g}" for id_, value in self._with_value(kind).items()]

    def _with_value(self, kind: str) -> dict[str, float]:
        combat, definition = self.rules.combat, self.game.definition
        found = {}
        if combat.terrain != "none":
            table = definition.terrain if kind == "terrain" else definition.hexside
            for id_, feature in table.items():
                value, _ = terrain_value(combat, feature.values)
                if value is not None and not (kind == "hexside" and id_ in combat.across):
                    found[id_] = value
        return found

    def _across(self, across: Across, shortly: bool = False) -> Iterator[str]:
        """What it does and to whom; a default is left out where that is said shortly."""
        each = across.attackers != "same"
        if each:
            yield self.say("combat.attackers", amount=self.amount(across.attackers))
        if each and not across.when and not shortly:
            yield self.say("across.each")
        if across.defence != "same":
            yield self.say("combat.defence", amount=self.amount(across.defence))
        if across.shift:
            yield self.say("combat.columns", n=f"{across.shift:+g}")
        if across.die:
            yield self.say("combat.roll", n=f"{across.die:+g}")
        if across.types:
            yield self.say("across.types", names=self.names(across.types))
        if across.when:
            yield self.say(f"across.{across.when}")
        elif not shortly and (across.defence != "same" or across.shift or across.die):
            yield self.say("across.all")
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
            n = self.reach(support.range)
            names = self.names(support.type)
            keys = ("combat", "support")
            yield self.line(combat, keys, "combat.support", support.rule, names=names, n=n)
            if support.strength:
                name = self.called("field", support.strength)
                yield self.line(combat, keys, "combat.adds", support.rule, name=name)
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
        if fate.or_lose:
            every = fate.or_lose == "all"
            yield self.say("result.or-lose-all" if every else "result.or-lose", n=fate.or_lose)
        if fate.marker:
            yield self.say("result.marker", name=self.name(fate.marker))

    def retreat(self) -> Iterator[Line]:
        """Where losers go, and what becomes of who cannot."""
        retreat = self.rules.retreat
        if not self.rules.said("retreat"):
            return
        yield self.line(retreat, ("retreat", "by"), f"retreat.{retreat.by}")
        words = self.words(always_closed(retreat.not_into))
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
            said = f"retreat.not-by.{retreat.none}"
            yield self.line(retreat, ("retreat", "not-by"), said, names=names)
        if retreat.zone_loss:
            keys = ("retreat", "zone-loss")
            yield self.line(retreat, keys, "retreat.zone-loss", n=retreat.zone_loss)

    def advance(self) -> Iterator[Line]:
        """Who advances, and how far."""
        advance = self.rules.advance
        units = {"one": 1}.get(str(advance.units), advance.units)
        if advance.nowhere:
            yield self.line(advance, ("advance", "hexes"), "advance.none")
            return
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
        for key, ids in (("only", advance.only), ("not-by", advance.not_by)):
            if ids:
                names = self.names(ids)
                yield self.line(advance, ("advance", key), f"advance.{key}", names=names)
        words = self.words(always_closed(advance.not_into))
        yield self.line(advance, ("advance", "not-into"), "advance.not-into", words=words)

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
                words = ", ".join(self._across(across, shortly=True))
                found.setdefault(id_, []).append(self.say(f"attacked.{key}", words=words))
        return {id_: "; ".join(parts) for id_, parts in found.items()}
