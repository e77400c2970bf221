"""Who is mended or put together again: replacements, squadrons, recombination (14.2, 22)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.uis.bases import bar_base
from assistant.games.uis.breakdown import RECOMBINATION, counters_of, recombined
from assistant.games.uis.coming import Coming
from assistant.games.uis.entrances import airfields
from assistant.games.uis.situation import AIRCRAFT, NEUTRAL, WP, Situation, enemy_of
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import ARTILLERY, is_base, is_combat, is_division, nation, steps_lost
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Arrival, Entry, Refusal
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
        one = Coming(unit.id, WP, unit.type, nation(unit), unit.shown, "", 0, None)
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
