"""What a mission is, asked about instead of a combat: whose it is, when it is flown, who meets it
on its way (25, 27.9, 27.15, 27.16, 37)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from assistant.games.uis import escorts
from assistant.games.uis.air import (
    MISSILES,
    Sortie,
    all_of,
    bar_of_weather,
    mega_hex,
    over,
    rating,
)
from assistant.games.uis.air_support import as_told, met_by
from assistant.games.uis.battle import ALL, ROLES, Declared
from assistant.games.uis.escorts import EscortFight, bars_to_escorts, escort_fight
from assistant.games.uis.ground import controls
from assistant.games.uis.politics import ends_unrest
from assistant.games.uis.situation import NATO, NEUTRAL, WP, Situation, enemy_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import KeptOut, LedgerLine, Odds
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

Bars = Iterator[Reason]
"""Every reason why a mission may not be flown as it was named."""
GROUND_ATTACK, SUPPLY = "ground-attack", "supply-interdiction"
RECONNAISSANCE, SEAD, WEASEL = "reconnaissance", "sead", "wild-weasel"
FOR_THE_AIR, NUCLEAR = "air-superiority", "nuclear"
LIFT, AIRDROP, LANDING, RAID = "transport", "airdrop", "landing", "special-forces"
BASE_CHANGE, FLIGHT = "base-change", "flight"
ATTACKS = frozenset({GROUND_ATTACK, NUCLEAR, SEAD, RAID})
"""Missions that attack what is in the hex."""
UNDER_THE_WEATHER = frozenset(
    {RECONNAISSANCE, SEAD, WEASEL, FOR_THE_AIR, GROUND_ATTACK, SUPPLY, FLIGHT, AIRDROP}
)
"""Missions that bad weather hinders."""
MOST_STRIKE = 6
MOST_BY_RULE = {SEAD: "27.10.2", WEASEL: "27.11.2"}
"""The rule of the six squadrons, of a mission for which it is not 27.9.2."""
FIXED_SITE = "sam"
NO_FLAK_COUNTED = Reason(
    "17.1",
    "Flak is in reach and none of it is counted: name it, or all of it by defender-flak=all.",
    "missing",
)
SILENT = "{unit} is out of reach or of ammunition."
DIGITS = 6


@dataclass(frozen=True)
class Mission:
    """Squadrons or nuclear points of one side sent to a hex."""

    situation: Situation
    side: str
    target: str
    declared: Declared

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """The enemy ground units in the hex."""
        enemy = enemy_of(self.side)
        return tuple(unit for unit in self.situation.at(self.target) if unit.side == enemy)

    def answer(
        self,
        attack: int,
        steps: tuple[LedgerLine, ...],
        chances: dict[str, float],
        refused: tuple[Reason, ...],
        because: Reason,
        extra: dict[str, Any],
    ) -> Odds:
        """Its answer, or why it may not be sent."""
        told = {"mission": self.declared.mission, "targets": [self.target]}
        attacks = self.declared.mission in ATTACKS
        ended = ends_unrest(self.situation, self.side, [self.target] if attacks else [])
        return Odds(
            target=self.target,
            attackers=(),
            defenders=tuple(unit.id for unit in self.defenders),
            attack=attack,
            defence=0,
            steps=steps,
            shift=0,
            column=None,
            possible=not refused,
            chances=chances,
            stand_in=True,
            because=refused or (because, *ended),
            extra=told | extra,
        )


@rule("27.9.1", "27.15")
def side_of_mission(
    situation: Situation, target: str, named: tuple[Unit, ...], declared: Declared
) -> str:
    """The side of the units named; of squadrons that fly from base to base that of their base;
    else the enemy of whoever stands in the hex, else the side in phase. Supply interdiction is
    always NATO's."""
    if declared.mission in (SUPPLY, WEASEL):
        return NATO
    if named:
        return named[0].side
    if declared.mission in (BASE_CHANGE, FLIGHT):
        squadrons = all_of(declared.groups.get("attacker-squadrons", ()))
        bases = [one.base for one in squadrons if one.base in situation.board]
        owners = [side for side in (WP, NATO) if bases and controls(situation, side, bases[0])]
        side = owners[0] if owners else situation.phasing
    else:
        there = situation.side_at(target)
        side = enemy_of(there) if there not in ("", NEUTRAL) else situation.phasing
    if not side:
        raise QuestionError("Whose mission is it? Name a unit of that side with --from.")
    return side


MOVEMENTS = ("wp-movement", "nato-movement")
FLIES_IN = {SUPPLY: ("wp-movement",)}
RULES_OF_PHASE = {
    RECONNAISSANCE: "37.1", SEAD: "27.10.1", WEASEL: "27.11.1", BASE_CHANGE: "27.12.1",
    SUPPLY: "27.15.1",
}  # fmt: skip


@rule(
    "27.0.2", "27.9.1.1", "27.10.1.1", "27.11.1.2", "27.12.1.1", "27.15.1.1", "37.1.2", "37.1.3"
)  # fmt: skip
def out_of_phase(situation: Situation, kind: str) -> Iterator[Reason]:
    """Missions are flown in the movement phases of both sides, supply interdiction at the start of
    the Pact's alone."""
    if situation.phase and situation.phase not in FLIES_IN.get(kind, MOVEMENTS):
        number = RULES_OF_PHASE.get(kind, "27.9.1")
        text = "It is flown in the movement phases of either side."
        if kind == SUPPLY:
            text = "It is flown at the start of the Warsaw Pact's movement phase."
        yield Reason(number, text, "phase")


@dataclass(frozen=True)
class AirMission(Mission):
    """A mission of squadrons of one side at one hex."""

    ratings: tuple[str, ...] = ()
    """The Flak that may fire at it, all if none is named."""

    @cached_property
    @rule("27.11.2.6", "37.1.1.2")
    def sortie(self) -> Sortie:
        """The mission with the Flak named that can fire, and its interceptors. Wild Weasels are met
        by the Flak inside their Mega-hex alone: missiles of any rating, integrated A+, A and B."""
        ids = self.declared.names.get("defender-flak", ())
        flak = tuple(one for one in self.able_flak if ids == (ALL,) or one.id in ids)
        met = met_by(self.declared, "defender")
        if self.bar_to_interceptors:
            met = ((), met[1])
        sortie = replace(self.alone, flak=flak, interceptors=met[0], air_combat=met[1])
        if self.bars_to_escorts:
            return sortie
        return escorts.against(self.situation, self.declared, ROLES[0], self.side, sortie)

    @cached_property
    def alone(self) -> Sortie:
        """The squadrons without anybody who meets them; Wild Weasels over their whole Mega-hex."""
        groups = self.declared.groups.get("attacker-squadrons", ())
        is_hunt = self.declared.mission == WEASEL
        hexes = mega_hex(self.situation, self.target) if is_hunt else (self.target,)
        return Sortie(self.situation, self.side, groups, hexes)

    @cached_property
    @rule("27.11.2.6", "37.1.1.2")
    def able_flak(self) -> tuple[Unit, ...]:
        """The enemy Flak that can fire at the mission."""
        is_hunt, hexes = self.declared.mission == WEASEL, self.alone.hexes

        def fires(unit: Unit) -> bool:
            far = not self.ratings or rating(unit) in self.ratings
            inside = not is_hunt or unit.hex in hexes
            return inside and (far or (is_hunt and unit.type in MISSILES))

        return tuple(
            unit
            for unit in self.situation.of_side(enemy_of(self.side))
            if rating(unit) and fires(unit) and self.alone.is_met_by(unit)
        )

    @property
    @rule("27.9.2.6", "27.10.2.6", "27.13.2.5", "27.14.2.6", "37.1.1.2")
    def uncounted_flak(self) -> dict[str, Any]:
        """The Flak in reach of a mission for which none is named, and that none was counted."""
        if "defender-flak" in self.declared.names or not self.able_flak:
            return {}
        able = {unit.id for unit in self.able_flak}
        reach = over(self.situation, enemy_of(self.side), self.alone.hexes)
        found = [one for one in reach if one.id in able]
        return {"flak_in_reach": {"defender": found}, "not_judged": [NO_FLAK_COUNTED]}

    @property
    def rule_of_most(self) -> str:
        """The number of the rule by which six squadrons at most fly, escort or intercept it."""
        return MOST_BY_RULE.get(self.declared.mission, "27.9.2")

    @cached_property
    @rule("27.9.2.3", "27.10.2.3", "27.11.2.3", "27.16", "27.0.3")
    def bar_to_interceptors(self) -> Reason | None:
        """Six squadrons with an air combat value at most, against squadrons that are named."""
        named = all_of(self.declared.groups.get("defender-interceptors", ()))
        if any(not squadron.kind.isdecimal() for squadron in named):
            return Reason("27.1", "Only squadrons with an air combat value intercept.", "unit")
        if why := bar_of_weather(self.situation, named):
            return why
        enemy = enemy_of(self.side)
        if why := escorts.bar_to_area(self.situation, enemy, [self.target], named):
            return why
        if len(named) > MOST_STRIKE:
            return Reason(
                self.rule_of_most, "Six squadrons at most intercept such a mission.", "full"
            )
        return None

    @property
    def silent(self) -> list[str]:
        """Flak named that cannot fire: not the target's, out of reach or of ammunition."""
        firing, known = {unit.id for unit in self.sortie.flak}, self.situation.position.by_id
        named = self.declared.names.get("defender-flak", ())
        return [known[name].shown for name in named if name not in firing and name != ALL]

    @rule("37", "37.2", "37.3", "37.4", "37.5", "37.1.4", "27.15.1.4")
    def unsighted(self) -> Iterator[Reason]:
        """With reconnaissance in force missions strike a hex next to own units or one sighted; else
        only facilities, fixed missile sites, and Flak that has fired."""
        situation = self.situation
        if not situation.in_force("reconnaissance") and not situation.told("sighted"):
            return
        sites = [unit.type == FIXED_SITE for unit in self.defenders]
        is_open = any(sites) if self.declared.mission == SEAD else all(sites)
        seen = self.target in situation.told("sighted") or situation.beside(self.target, self.side)
        if not (is_open or seen or self.declared.words.get("against") in self.needs_no_sight):
            text = "{hex} is neither sighted nor next to own units: fly reconnaissance first."
            yield Reason("37", text, "distance", hex=self.target)

    @property
    def needs_no_sight(self) -> tuple[str, ...]:
        """What may be told of a mission that strikes without a sighting."""
        return ("flak-that-fired",) if self.declared.mission == SEAD else ("facilities",)

    @cached_property
    def bars_to_escorts(self) -> tuple[Reason, ...]:
        """What keeps the escorts named from flying."""
        most = MOST_STRIKE, self.rule_of_most
        return tuple(bars_to_escorts(self.situation, self.declared, ROLES[0], *most))

    @property
    def escorted(self) -> tuple[EscortFight | None, list[KeptOut]]:
        """The fight of its escorts, if any are named and may fly; else what bars them."""
        role = ROLES[0]
        if f"{role}-escorts" not in self.declared.groups:
            return None, []
        bars = [KeptOut.of_option(f"{role}-escorts", why) for why in self.bars_to_escorts]
        if bars or self.bar_to_interceptors:
            return None, bars
        table = self.situation.game.tables["air-combat"]
        return escort_fight(table, self.declared, role, self.side), []

    def in_the_air(self) -> dict[str, Any]:
        """The flight with its losses, and the Flak named that cannot fire."""
        fight, barred = self.escorted
        silent = (Reason("17.1", SILENT, unit=shown) for shown in self.silent)
        barred += [KeptOut.of_option("defender-flak", why) for why in silent]
        if why := self.bar_to_interceptors:
            barred.append(KeptOut.of_option("defender-interceptors", why))
        uncounted = self.uncounted_flak
        return uncounted | {
            "air": {"attacker": as_told(self.sortie)},
            **({"escorts": {"attacker": fight}} if fight else {}),
            **({"pursuit": away} if (away := escorts.pursuit(self.declared, ROLES[0])) else {}),
            "not_judged": [*escorts.notes(self.sortie), *uncounted.get("not_judged", ())],
            "refused": barred,
        }
