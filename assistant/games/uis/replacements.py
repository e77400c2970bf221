"""Who is mended, put together again or broken down: replacements, squadrons, recombination
(14, 22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.games.uis import units
from assistant.games.uis.bases import bar_base
from assistant.games.uis.battle import is_surrounded
from assistant.games.uis.coming import uncoded
from assistant.games.uis.entrances import airfields
from assistant.games.uis.limits import allowance
from assistant.games.uis.situation import AIRCRAFT, NEUTRAL, WP, Situation, enemy_of
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import ARTILLERY, is_base, is_combat, is_division, steps_lost
from assistant.games.uis.zones import in_enemy_zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Arrival, Entry, Refusal
from assistant.questions.data import Data, Row
from assistant.questions.reasons import Reason

PRICE, DIVISION_PRICE = 1, 3
STAYS = Reason("22.1.8", "It spends no movement points in this turn.")
CADRE_AGAIN = Reason("22.1.9", "It has its original cadre again, five at the most.")
OF_ITS_TYPE = Reason("22.2.1", "Points of its type of aircraft pay; what is left over is lost.")
PAYERS = Reason("22.1.3", "Points of its own nation pay; those of the Pact's allies any of them.")
UNSUPPLIED = Reason("22.1.2", "It is not in General Supply.", "supply")
BESIDE = Reason("22.1.2", "Enemy units are adjacent.", "enemy-units")


@rule(
    "22.1", "22.1.2", "22.1.3", "22.1.4", "22.1.5", "22.1.6", "22.1.7", "22.1.8", "22.1.9",
    "22.1.10",
)  # fmt: skip
def replacements(situation: Situation) -> Iterator[Arrival]:
    """One step of each combat or artillery unit that has lost any, for one point or, of a division,
    three; a Base that is all that is left of its division becomes one with two steps lost for
    three."""
    for unit in situation.units:
        lone = is_base(unit) and is_all_that_is_left(situation, unit)
        mended = steps_lost(unit) and (is_combat(unit) or unit.type == ARTILLERY)
        if unit.side == NEUTRAL or not (lone or mended):
            continue
        why = None
        if not is_supplied(situation, unit):
            why = UNSUPPLIED
        elif situation.beside(unit.hex, enemy_of(unit.side)):
            why = BESIDE
        yield Arrival(
            kind="replacement",
            side=unit.side,
            units=(unit.id,),
            state="barred" if why else "possible",
            rule="22.1.6" if lone else "22.1.5" if is_division(unit) else "22.1.4",
            price=DIVISION_PRICE if lone or is_division(unit) else PRICE,
            refused=(Refusal.by(unit.hex, why),) if why else (),
            because=() if why else (PAYERS, STAYS, *([CADRE_AGAIN] if is_combat(unit) else [])),
        )


@rule("22.2", "22.2.2", "22.2.3", "22.2.4")
def of_squadrons(situation: Situation) -> Iterator[Arrival]:
    """Squadrons of the Pact: a step back for one point of their type, one that was shot down for
    two, on sound airfields with a line of communication."""
    for unit in situation.position.units:
        gone = unit.hex == "eliminated"
        hurt = unit.side == WP and unit.type in AIRCRAFT and (gone or steps_lost(unit))
        if not hurt:
            continue
        why = bar_base(situation, WP, unit.hex) if unit.hex in situation.board else None
        one = uncoded(unit)
        fields = airfields(situation, one) if gone else ()
        fit = [name for name in sorted(fields) if bar_base(situation, WP, name) is None]
        yield Arrival(
            kind="replacement",
            side=WP,
            units=(unit.id,),
            state="barred" if why else "possible",
            rule="22.2.4" if gone else "22.2.3",
            price=2 if gone else 1,
            entries=tuple(Entry(name, 0, "airfield") for name in fit),
            refused=(Refusal.by(unit.hex, why),) if why else (),
            because=() if why else (OF_ITS_TYPE,),
        )


@rule("22.1.6")
def is_all_that_is_left(situation: Situation, base: Unit) -> bool:
    """Whether no brigade of the division that the game has stands on the map or is to come."""
    known = counters_of(situation, base) if base.get("division") else set()
    alive = {unit.id for unit in situation.position.units if unit.hex != "eliminated"}
    return bool(known) and not known & alive


@rule("14.2")
def recombinations(situation: Situation) -> Iterator[Arrival]:
    """Divisions whose parts stand together, at four movement points for each part."""
    seen: set[str] = set()
    for unit in situation.units:
        if unit.id in seen or unit.side == NEUTRAL:
            continue
        parts, losses = recombined(situation, unit)
        if losses is not None:
            ids = tuple(sorted(other.id for other in parts))
            seen |= set(ids)
            why = Reason("14.2.8", "The division has lost {n} {n|step|steps}.", n=losses)
            yield Arrival(
                "recombination",
                unit.side,
                ids,
                "possible",
                rule="14.2.1",
                price=RECOMBINATION,
                because=(why,),
            )


# Recombination (14.2)


RECOMBINATION = 4
WHOLE_COMPONENT, WHOLE_BASE = 3, 1
MOST_LOST = 6
REGIMENTS = 3
FEWEST = 2
TO_COME = ("reinforcements", "variable", "turn")
"""Boxes, and places of the turn track, of what has not come into play."""


@rule("14.2.7", "14.2.8")
def recombined_losses(lost: int, components_gone: int = 0, base_gone: bool = False) -> int | None:
    """Steps that a recombined division has lost: a component that is gone counts three, a Base
    one; from seven on the division cannot recombine (None)."""
    total = lost + WHOLE_COMPONENT * components_gone + WHOLE_BASE * base_gone
    return None if total > MOST_LOST else -(-total // WHOLE_COMPONENT)


Recombined = tuple[Sequence[Unit], int | None]
"""The parts that become a division, and the steps that it has lost; None if it cannot be."""
NOTHING: Recombined = ((), None)


@rule("14.2.1", "14.2.2", "14.2.4", "14.2.7", "14.2.8")
def recombined(situation: Situation, unit: Unit) -> Recombined:
    """What a component or a Base may become a division with, outside of enemy zones: all parts of
    its division but for the eliminated, and those that enemy zones surround, which count as
    eliminated; none while one of them has not come into play."""
    if not (units.is_component(unit) or units.is_base(unit)) or in_enemy_zone(
        situation, unit, unit.side
    ):
        return NOTHING
    if units.is_made_for_any(unit):
        return of_any_division(situation, unit)
    division = unit.get("division")
    parts = [
        other
        for other in situation.position.units
        if other.side == unit.side
        and other.get("division") == division
        and (units.is_component(other) or units.is_base(other))
    ]
    if any(other.hex.startswith(TO_COME) for other in parts):
        return NOTHING
    here = [other for other in parts if other.hex == unit.hex]
    away = [o for o in parts if o.hex in situation.board.grid and o.hex != unit.hex]
    if not all(is_surrounded(situation, other, unit.side) for other in away):
        return NOTHING
    named = {other.id for other in parts if not units.is_base(other)} | counters_of(situation, unit)
    gone = len(named - {other.id for other in here})
    return together(situation, here, gone)


@rule("14.2.1", "14.2.8")
def of_any_division(situation: Situation, unit: Unit) -> Recombined:
    """The Warsaw Pact makes any division of a Base and three regiments of a nation in a hex."""
    there = [
        o
        for o in situation.at(unit.hex)
        if units.is_made_for_any(o) and units.nation(o) == units.nation(unit)
    ]
    bases = [other for other in there if units.is_base(other)][:1]
    regiments = [other for other in there if not units.is_base(other)][:REGIMENTS]
    return together(situation, [*regiments, *bases], REGIMENTS - len(regiments))


@rule("14.2.2")
def together(situation: Situation, here: Sequence[Unit], gone: int) -> Recombined:
    """Parts in a hex, so many others being gone; each of them must have the points left."""
    if any(allowance(situation, u).cap - units.spent(u) < RECOMBINATION for u in here):
        return NOTHING
    lost = sum(units.steps_lost(unit) for unit in here)
    without_base = not any(units.is_base(unit) for unit in here)
    enough = len(here) >= FEWEST
    return here, recombined_losses(lost, gone, without_base) if enough else None


@dataclass(frozen=True)
class Regiments(Row):
    """What divisions of the Warsaw Pact break down into, as printed: the Base of Soviets and of
    allies, Soviet regiments by the strengths of the division, those of allies by its type."""

    base: dict[str, str]
    soviet: dict[str, str]
    allied: dict[str, str]


MADE_OF = Data(Path(__file__).with_name("breakdown.toml"), Regiments)


@rule("14.1.1", "14.2")
def broken_into(situation: Situation, division: Unit) -> list[str]:
    """The parts that take the place of a division: counters of NATO by their names, those of the
    Pact by what is printed on them; none that the tables do not know."""
    if division.side != WP:
        ids = sorted(counters_of(situation, division)) if division.get("division") else []
        counters = situation.game.counters
        bases = sorted(
            name
            for name, its in counters.items()
            if its.type == units.BASE
            and its.side == division.side
            and its.fields.get("division") == division.get("division")
        )
        return [counters[name].name for name in (*bases, *ids)] if ids else []
    table = MADE_OF.read
    if units.nation(division) == "su":
        printed = f"{division.get('attack')}-{division.get('defence')}"
        base, its = table.base["su"], table.soviet.get(printed)
    else:
        base, its = table.base["allied"], table.allied.get(division.type)
    return [base, *([its] * REGIMENTS)] if its else []


def counters_of(situation: Situation, unit: Unit) -> set[str]:
    """The brigades of its division that the game has, wherever they are."""
    division = unit.get("division")
    return {
        name
        for name, counter in situation.game.counters.items()
        if counter.side == unit.side
        and counter.type in units.COMBAT - {units.BASE}
        and counter.fields.get("division") == division
    }
