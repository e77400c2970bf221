"""Allies of the Pact that waver: unrest, what triggers a revolt, how one spreads, fallen
governments (21.9, 35, 36)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from assistant.games.uis import ground, units
from assistant.games.uis.lines import communication
from assistant.games.uis.situation import HOME, NATO, WP, Situation
from assistant.games.uis.supply import is_supplied
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.data import Data, Row
from assistant.questions.reasons import Reason


@dataclass(frozen=True)
class Trigger(Row):
    """What triggers a revolt in a country: so many steps lost by its divisions, NATO in supply in
    one of some places, too few Soviet divisions in it. `first` is the number of the losses in its
    rule, before which stands the mobilization of those that may declare one."""

    rule: str
    first: int
    steps: int
    places: tuple[str, ...]
    soviets: int


@dataclass(frozen=True)
class Politics(Row):
    """The tables of politics.toml: who may mobilize, which divisions unrest keeps at home and which
    Poles it does not, what triggers revolts."""

    mobilize: tuple[str, ...]
    reliable_poles: frozenset[str]
    unreliable: dict[str, frozenset[str]]
    triggers: dict[str, Trigger]


TABLES = Data(Path(__file__).with_name("politics.toml"), Politics)


@rule("36", "36.1", "36.2", "36.3", "36.4", "36.7.9", "36.0.1", "36.0.5", "36.0.6")
@kept
def triggered(situation: Situation) -> dict[str, tuple[Reason, ...]]:
    """What on the table triggers a revolt, by country, where none has begun yet: the players know
    whether it did so before, and whether mobilization was declared this turn."""
    found = {}
    over = {
        *situation.told("overthrown"),
        *situation.told("revolts-suppressed"),
        *revolts(situation),
    }
    for land, trigger in TABLES.read.triggers.items():
        if land in over or not ground.countries(situation):
            continue
        reasons = tuple(
            why
            for why in (
                _called_up(situation, land, trigger),
                _losses(situation, land, trigger),
                _occupied(situation, land, trigger),
                _garrison(situation, land, trigger),
            )
            if why
        )
        if reasons:
            found[land] = reasons
    return found


@rule("21.9.4", "36.1.1", "36.2.1", "36.4.1")
def _called_up(situation: Situation, land: str, trigger: Trigger) -> Reason | None:
    """Who declares a mobilization sees at once whether a revolt follows."""
    if situation.mobilized.get(land) != situation.turn:
        return None
    return Reason(f"{trigger.rule}.1", "its mobilization is declared this turn.")


@rule("36.1.2", "36.2.2", "36.3.1", "36.4.2")
def _losses(situation: Situation, land: str, trigger: Trigger) -> Reason | None:
    """Divisions that are gone count all their steps."""
    own = [
        unit
        for unit in situation.position.units
        if HOME.get(units.nation(unit)) == land and units.is_division(unit)
    ]
    lost = sum(units.STEPS if u.hex == "eliminated" else units.steps_lost(u) for u in own)
    if lost < trigger.steps:
        return None
    return Reason(
        f"{trigger.rule}.{trigger.first}", "its divisions have lost {n} {n|step|steps}.", n=lost
    )


@rule("36.1.3", "36.2.3", "36.3.2", "36.4.3")
def _occupied(situation: Situation, land: str, trigger: Trigger) -> Reason | None:
    """NATO, in supply and with a line of communication, stands in a town that is named."""
    names, lines = situation.board.names, communication(situation, NATO)
    for unit in situation.of_side(NATO):
        place = names.get(unit.hex, "")
        urban = land == "poland" and ground.is_built_up(situation, unit.hex)
        wanted = place in trigger.places or (urban and ground.country(situation, unit.hex) == land)
        if wanted and unit.hex in lines and is_supplied(situation, unit):
            text = "NATO stands in {hex}, in supply and with a line of communication."
            return Reason(f"{trigger.rule}.{trigger.first + 1}", text, hex=place or unit.hex)
    return None


@rule("36.1.4", "36.2.4", "36.4.4")
def _garrison(situation: Situation, land: str, trigger: Trigger) -> Reason | None:
    """NATO may demand proof twice a game; in Poland, to the letter, of divisions of any nation."""
    to_the_letter = land == "poland" and situation.option("garrison-of-poland") == "any"
    divisions = divisions_in(situation, land, of_any_nation=to_the_letter)
    if divisions >= trigger.soviets:
        return None
    text = "only {n} of {m} Soviet divisions {n|is|are} there; NATO may challenge, twice a game."
    if to_the_letter:
        text = "only {n} of {m} divisions {n|is|are} there; NATO may challenge, twice a game."
    return Reason(f"{trigger.rule}.{trigger.first + 2}", text, n=divisions, m=trigger.soviets)


@rule("36.1", "36.2", "36.4")
def divisions_in(situation: Situation, land: str, *, of_any_nation: bool) -> int:
    """The Pact's divisions in a country, Soviet or of any nation, three smaller units for one."""
    there = [
        unit
        for unit in situation.of_side(WP)
        if (of_any_nation or units.nation(unit) == "su")
        and ground.country(situation, unit.hex) == land
    ]
    parts = sum(units.is_combat(u) and not units.is_division(u) for u in there)
    return sum(map(units.is_division, there)) + parts // units.STEPS


def open_points(situation: Situation) -> list[str]:
    """The open point of the garrison of Poland, where it matters."""
    wanted = TABLES.read.triggers["poland"].soviets
    if "poland" not in ground.countries(situation).values():
        return []
    counts = (divisions_in(situation, "poland", of_any_nation=its) for its in (True, False))
    return ["garrison-of-poland"] if len({count >= wanted for count in counts}) > 1 else []


@rule("35", "35.1", "35.2", "35.3", "35.4", "35.1.2", "35.2.2", "35.3.2", "35.4.2")
def confined(situation: Situation, unit: Unit) -> str:
    """The country in unrest that a unit does not leave, or empty."""
    home = HOME.get(units.nation(unit), "")
    if home not in situation.told("disturbed"):
        return ""
    if home == "poland":
        return "" if unit.type in TABLES.read.reliable_poles else home
    words = {*unit.shown.split(), *unit.counter.split("-")}
    printed = {word.upper() for word in words}
    return home if printed & TABLES.read.unreliable[home] else ""


ENDED = Reason("35.1.3", "NATO attacks the Poles at home: the unrest in Poland ends at once.")


@rule("35.1.3")
def ends_unrest(situation: Situation, side: str, targets: Iterable[str]) -> Iterator[Reason]:
    """Unrest in Poland ends when NATO attacks a Polish unit, an airfield or another installation
    inside Poland."""
    if side != NATO or "poland" not in situation.told("disturbed"):
        return
    for name in targets:
        poles = any(units.nation(unit) == "po" for unit in situation.at(name))
        bridged = (
            ground.is_river(situation, name, near) and ground.is_bridged(situation, name, near)
            for near in situation.around[name]
        )
        built = bool(situation.board.of(name) & {"airfield", "port"}) or any(bridged)
        if ground.country(situation, name) == "poland" and (poles or built):
            yield ENDED
            return


@rule("36.5.1", "36.5.9", "36.6.1", "36.7.9", "36.0.6")
def revolts(situation: Situation) -> dict[str, int]:
    """The value of the revolt markers in each country that has any, the column of the roll; without
    any a revolt is over."""
    found: dict[str, int] = {}
    for name, value in sorted(situation.table("revolt").items()):
        if value and (land := ground.country(situation, name)):
            found[land] = found.get(land, 0) + int(value)
    return found


@rule("21.9", "21.9.1", "21.9.5", "21.9.6")
def may_mobilize(situation: Situation) -> tuple[str, ...]:
    """The allies whose mobilization may still be declared: once each, and not during a revolt."""
    shut = {*situation.mobilized, *revolts(situation), *situation.told("overthrown")}
    return tuple(land for land in TABLES.read.mobilize if land not in shut)


@rule("36.8.1", "36.8.2")
def of_fallen_governments(situation: Situation) -> tuple[Unit, ...]:
    """Units of countries whose government has fallen: they leave the game."""
    fallen = set(situation.told("overthrown"))
    return tuple(u for u in situation.units if HOME.get(units.nation(u)) in fallen)
