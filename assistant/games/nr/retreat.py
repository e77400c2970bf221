"""Results and retreats (rules 10.7, 8.6, 8.7, 12.5, 14.9, 14.11): ways, fates, the answer; and the
advance after combat (10.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from assistant.games.nr.battle import bar_adjacent, of_areas
from assistant.games.nr.situation import Situation
from assistant.games.nr.supply import Network, networks_now
from assistant.games.nr.units import (
    AXIS,
    box_of_eliminated,
    enemy_of,
    is_armour,
    is_fort,
    is_red_shock,
    is_ss_grenadier,
    is_ss_panzer,
    nationality,
    steps_left,
    type_of,
)
from assistant.games.nr.zones import overstacked, room_for, surplus_box
from assistant.kernel import sayings
from assistant.kernel.combat import sides_of
from assistant.kernel.pursuit import barred, closed_beyond, ways
from assistant.kernel.room import of_one_side, result_among
from assistant.kernel.rulebook import rule
from assistant.kernel.withdrawal import Way, all_placed
from assistant.position import Unit
from assistant.questions.answers import (
    AS_NULL,
    Advances,
    Refusal,
    Retreat,
    Retreats,
    Told,
    UnitAdvances,
    UnitRetreats,
    refusals,
)
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying


@rule("10.7.1", "14.1", "14.5", "14.6", "14.7", "15.3.5")
def exchange_bearers(
    units: Sequence[Unit], attacking: bool, brown_too: bool = False
) -> tuple[list[Unit], str]:
    """Who may take the one step that a side loses in an exchange, and the rule that says so: German
    forts first; attacking SS Panzer or Shock armies, by one reading the brown ones too; SS
    Grenadiers; else the owner's choice."""
    forts = [u for u in units if is_fort(u) and u.side == AXIS and nationality(u) == "german"]
    if forts:
        return forts, "14.1"
    panzers = [unit for unit in units if is_ss_panzer(unit)]
    if attacking and panzers:
        return panzers, "14.5"
    shock = [u for u in units if is_red_shock(u) or (brown_too and u.type == "shock")]
    if attacking and shock:
        return shock, "14.7"
    grenadiers = [unit for unit in units if is_ss_grenadier(unit)]
    if grenadiers:
        return grenadiers, "14.6"
    return list(units), "10.7.1"


@dataclass(frozen=True)
class StepLost(Told):
    """What one lost step does to a unit, and the box to which it goes if that eliminates it."""

    id: str
    loses: Literal["flips", "eliminated"]
    to: str | None = field(metadata=AS_NULL)


@dataclass(frozen=True)
class Exchange(Told):
    """One side's part in an exchange: the rule that says who bears it, and one of whom does."""

    rule: str
    one_of: tuple[StepLost, ...]


@rule("10.7.1", "7.2.2", "14.9.2")
def fate_of_step(unit: Unit, turn: int) -> StepLost:
    """What one lost step does to a unit: it flips, or it is eliminated and goes to a box."""
    if steps_left(unit, turn) > 1:
        return StepLost(unit.id, "flips", None)
    box = box_of_eliminated(unit, surrendered="oos" in unit.markers)
    return StepLost(unit.id, "eliminated", box)


def exchange(situation: Situation, units: Sequence[Unit], attacking: bool) -> Exchange:
    """One side's part in an EX: the units that may bear it, each with its fate, and the rule."""
    brown_too = situation.option("shock-bears-exchange") == "any-face"
    bearers, number = exchange_bearers(units, attacking, brown_too)
    return Exchange(number, tuple(fate_of_step(unit, situation.turn) for unit in bearers))


@dataclass(frozen=True)
class Blow:
    """The units of one hex, the result that they suffer, and what bounds their retreat."""

    situation: Situation
    place: str
    side: str
    result: str

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return self.situation.units_at(self.place, self.side)

    @property
    def network(self) -> Network:
        """The side's supply routes as the position stands."""
        return networks_now(self.situation)[self.side]

    @property
    def has_fort(self) -> bool:
        return any(is_fort(unit) for unit in self.units)

    @property
    def has_volkssturm(self) -> bool:
        return any(type_of(unit) == "volkssturm" for unit in self.units)

    def is_bystander(self, unit: Unit) -> bool:
        """White units under a Counterblow share only the retreat (10.1.2)."""
        white, marked = self.situation.is_white, self.situation.marked(self.place, "counterblow")
        return marked and white(unit) and not all(map(white, self.units))


@rule("10.7.5", "8.5.4")
def bar_hex(blow: Blow, unit: Unit, start: str, end: str) -> Reason | None:
    """Closed to retreats: enemy units, prohibited sides, areas that the unit may not enter, and
    enemy zones in which no friendly unit stands."""
    enemy = blow.situation.opposed[blow.side]
    if end in enemy.enemies:
        return sayings.holds_enemy("10.7.5", hex=end)
    if not blow.situation.passable(start, end):
        text = "Between {hex} and {hex2} lies a prohibited lake or sea."
        return Reason("10.7.5", text, "hexside", hex=start, hex2=end)
    if reason := blow.situation.bar_area(unit, end):
        return Reason(f"10.7.5, {reason.rule}", reason.text)
    return sayings.unopened_zone("10.7.5", hex=end) if enemy.closes(end) else None


@rule("10.7.5", "8.6", "8.7")
def paths(blow: Blow, unit: Unit) -> tuple[list[Way], tuple[Refusal, ...]]:
    """Every way of two hexes that ends two hexes away, or of fewer into an area, which ends the
    retreat; and why the other hexes are closed."""
    board, start = blow.situation.board, blow.place
    beside = {start, *board.neighbours(start)} - board.areas
    found: list[Way] = []
    refused: dict[str, Reason] = {}
    for first in board.neighbours(start):
        if reason := bar_hex(blow, unit, start, first):
            refused.setdefault(first, reason)
            continue
        if first in board.areas:
            found.append((first,))
            continue
        before = len(found)
        for second in board.neighbours(first):
            if second == start or second in beside:
                continue
            if reason := bar_hex(blow, unit, first, second):
                refused.setdefault(second, reason)
            else:
                found.append((first, second))
        if len(found) == before:
            text = "From {hex} no hex two away is open."
            refused[first] = Reason("10.7.5", text, "way", hex=first)
    for path in found:
        refused.pop(path[-1], None)
    return found, refusals(refused)


@rule("10.7.5", "14.1")
def bar_stay(blow: Blow, unit: Unit) -> Reason | None:
    """Who cannot retreat at all: immobile units, and the Finnish army out of Finland."""
    if blow.situation.is_parenthesised(unit):
        return Reason("2.3", "{unit} is immobile and cannot retreat.", "unit", unit=unit)
    if nationality(unit) == "finnish" and blow.place == "finland":
        return Reason("14.1", "The Finnish army never leaves Finland.", "area")
    return None


@rule("10.7.5")
def source_distance(blow: Blow, place: str) -> float:
    """Hexes from a place to the nearest friendly source of supply, along a supply route."""
    if blow.situation.option("retreat-toward") == "straight":
        grid = blow.situation.board.grid
        sources = blow.network.cities | blow.network.edges
        if place in grid:
            return min((grid.distance(place, s) for s in sources), default=float("inf"))
    network = blow.network
    return min(t.length_leaving(place) for t in (network.to_city, network.to_edge))


@rule("10.7.5")
def options_of(blow: Blow, unit: Unit, found: Sequence[Way], losses: int) -> list[Retreat]:
    """The legal ways; those that end nearer to a source of supply are preferred, or all of them if
    none does."""
    start = source_distance(blow, blow.place)
    ends = {path[-1]: source_distance(blow, path[-1]) for path in found}
    nearer = {end for end, distance in ends.items() if distance < start}

    def why(end: str) -> Iterator[Reason]:
        if end in nearer:
            yield Reason("10.7.5", "{n:g} {n|hex|hexes} from a source of supply.", n=ends[end])
        elif nearer:
            yield Reason("10.7.5", "No nearer to a source of supply, and other ways are.")
        if not room_for(blow.situation, end, unit):
            text = "Overstacked in {hex}: the owner sends one unit away, {unit} to '{box}'."
            yield Reason("8.4.3", text, hex=end, unit=unit, box=surplus_box(unit))

    options = [
        Retreat(path, losses, path[-1] in nearer or not nearer, tuple(why(path[-1])))
        for path in sorted(found)
    ]
    return sorted(options, key=lambda option: not option.preferred)


@dataclass(frozen=True)
class Fate:
    """What a result makes of one unit."""

    outcome: str
    losses: int
    to: str | None
    because: tuple[Reason, ...] = ()


@rule("10.7.4", "14.11")
def standing_fate(blow: Blow, unit: Unit) -> Fate | None:
    """In a hex with a fort nobody retreats: DR is void, DS an exchange, DD costs steps only. A
    Volkssturm unit voids a DR and is then used up. None where the result takes its usual course."""
    if blow.result == EXCHANGE:
        return exchange_fate(blow, unit)
    if blow.result == "DR" and (blow.has_fort or blow.has_volkssturm):
        if type_of(unit) == "volkssturm":
            text = "It turned the retreat into no effect and is out of the game."
            return Fate("eliminated", 0, "removed", (Reason("14.11", text),))
        number = "10.7.4" if blow.has_fort else "14.11"
        return Fate("stand", 0, None, (Reason(number, "DR has no effect on this hex."),))
    if not blow.has_fort:
        return None
    if blow.result == "DS":
        return Fate("EX", 0, None, (Reason("10.7.4", "DS on a fort hex becomes EX."),))
    losses = 0 if blow.is_bystander(unit) else 1
    reason = Reason("10.7.4", "DD on a fort hex: no retreat, the steps are lost.")
    return after_losses(blow, unit, Fate("stand", losses, None, (reason,)))


@rule("10.7", "10.7.1", "14.1", "14.6")
def exchange_fate(blow: Blow, unit: Unit) -> Fate:
    """In an exchange nobody retreats; the side loses one step: its only bearer's, or of several
    that of whom the owner chooses."""
    fighting = [one for one in blow.units if not blow.is_bystander(one)] or list(blow.units)
    bearers, number = exchange_bearers(fighting, attacking=False)
    if unit not in bearers:
        return Fate("stand", 0, None, (Reason(number, "Another unit bears the exchange."),))
    if len(bearers) > 1:
        text = "One of those that may bear it loses a step: the owner chooses."
        return Fate(EXCHANGE, 0, None, (Reason(number, text),))
    return after_losses(blow, unit, Fate(EXCHANGE, 1, None))


@rule("10.7", "10.7.1")
def after_losses(blow: Blow, unit: Unit, fate: Fate) -> Fate:
    """The fate of a unit after the steps that the result takes from it."""
    if fate.losses < steps_left(unit, blow.situation.turn) or not fate.losses:
        return fate
    box = box_of_eliminated(unit, surrendered="oos" in unit.markers)
    reason = Reason("10.7.1", "The step loss eliminates {unit}: to '{box}'.", unit=unit, box=box)
    return Fate("eliminated", fate.losses, box, (*fate.because, reason, *_cadre(blow, unit)))


@rule("14.9.2")
def _cadre(blow: Blow, unit: Unit) -> Iterator[Reason]:
    """A cadre may take the place of a unit with two faces that a step loss eliminates."""
    waiting = blow.situation.position.at("cadre-available")
    two_faces = len(unit.get("strength") or ()) > 1
    if type_of(unit) != "cadre" and two_faces and any(u.side == unit.side for u in waiting):
        yield Reason("14.9.2", "The owner may put an available cadre in its place.")


@rule("10.7", "10.7.1", "10.7.2", "10.7.5", "10.7.6", "14.9.3")
def fleeing_fate(blow: Blow, unit: Unit, found: Sequence[Way]) -> Fate:
    """The usual course: a unit that cannot retreat two hexes is eliminated; DS sends it to
    Shattered afterwards, DD costs it a step; a bystander only retreats."""
    bystander = blow.is_bystander(unit)
    losses = 1 if blow.result == "DD" and not bystander else 0
    if not found:
        box = box_of_eliminated(unit, surrendered="oos" in unit.markers)
        no_way = Reason("10.7.5", "There is no way two hexes away.", "way")
        gone = Reason("10.7.1", "Eliminated: to '{box}'.", box=box)
        return Fate("eliminated", losses, box, (bar_stay(blow, unit) or no_way, gone))
    if bystander:
        return Fate("retreat", 0, None, (Reason("10.1.2", "White: it only shares the retreat."),))
    if blow.result == "DS":
        box = "turn-track" if type_of(unit) == "cadre" else "shattered"
        reason = Reason("10.7.6", "It retreats first, then goes to '{box}'.", box=box)
        return Fate("retreat", 0, box, (reason,))
    return after_losses(blow, unit, Fate("retreat", losses, None))


@rule("12.5")
def end_of_hitler(unit: Unit, fate: Fate) -> tuple[Reason, ...]:
    """The end of the Berlin Garrison is the end of the game."""
    if type_of(unit) == "garrison" and fate.outcome == "eliminated":
        return (Reason("12.5", "With the Berlin Garrison the Axis loses the game."),)
    return ()


EXCHANGE, COUNTERBLOW, COUNTERATTACK, NOTHING = "EX", "CB", "CA", "-"
RESULTS = ("DR", "DS", "DD", EXCHANGE, COUNTERBLOW, COUNTERATTACK, NOTHING)
BOTH_LOSE = "Each side loses a step; nobody retreats or advances."
CROWDED = (
    "There is no room for all of them in {hexes}: the owner sends those too many to {boxes:or}."
)
MARKER_LAID = (
    "The Active side lays one of its Counterblow markers on one of its hexes in this battle; "
    "the other side fights it out in its next combat phase."
)
OWN_WAY = "Each unit goes its own way, by its owner's choice, in his order."


def judged(blow: Blow, unit: Unit) -> UnitRetreats:
    """One unit's ways and fate, on the position as it stands."""
    found: list[Way] = []
    refused: tuple[Refusal, ...] = ()
    fate = standing_fate(blow, unit)
    if fate is None:
        if not bar_stay(blow, unit):
            found, refused = paths(blow, unit)
        fate = fleeing_fate(blow, unit, found)
    options = options_of(blow, unit, found, fate.losses)
    because = (*fate.because, *end_of_hitler(unit, fate))
    extra = {"losses": fate.losses, "to": fate.to}
    return UnitRetreats(unit.id, tuple(options), refused, fate.outcome, because, extra)


def retreats(
    situation: Situation, place: str, result: str | None, attackers: Sequence[Unit]
) -> Retreats:
    """What a result does to the units of a hex, and every way that each of them may go."""
    code = result_among(result or "DR", RESULTS)
    blow = Blow(situation, place, _defending_side(situation, place, attackers), code)
    if code in (COUNTERBLOW, COUNTERATTACK, NOTHING):
        return without_effect(blow, attackers)
    answers = tuple(judged(blow, unit) for unit in blow.units)
    near = situation.near(place)
    names = ["retreat-toward"] if any(answer.options for answer in answers) else []
    if code == EXCHANGE and any(u.type == "shock" and not is_red_shock(u) for u in attackers):
        names.append("shock-bears-exchange")
    extra: dict[str, Any] = situation.readings([*names, *of_areas(situation, near, blow.side)])
    if code == EXCHANGE or (blow.has_fort and code == "DS"):
        fighting = [unit for unit in blow.units if not blow.is_bystander(unit)]
        extra["exchange"] = exchange(situation, fighting or blow.units, False)
        if attackers:
            extra["attackers_exchange"] = exchange(situation, attackers, True)
    either_way = [Reason("10.7.5", OWN_WAY)] if any(a.options for a in answers) else []
    return Retreats(
        hex=place,
        result=code,
        outcome=_outer(blow, answers),
        units=answers,
        because=(
            *([Reason("10.7", BOTH_LOSE)] if code == EXCHANGE else either_way),
            *crowded(blow, answers),
        ),
        no_advance=bar_advance(blow),
        extra=extra,
    )


@rule("10.7", "10.7.4", "10.8", "14.11")
def bar_advance(blow: Blow) -> Reason | None:
    """Why nobody advances behind a result, even into a hex that it empties: an exchange, into which
    a fort turns DS, and a DR that a Volkssturm turns into no effect."""
    if blow.result == EXCHANGE or (blow.has_fort and blow.result == "DS"):
        return Reason("10.7", "In an exchange nobody advances.", "stays")
    if blow.has_volkssturm and blow.result == "DR":
        text = "The Volkssturm turned the retreat into no effect: nobody advances."
        return Reason("14.11", text, "stays")
    return None


def without_effect(blow: Blow, attackers: Sequence[Unit]) -> Retreats:
    """The results that move nobody and take no step: what they let the players do."""
    stays = {"losses": 0, "to": None}
    units = tuple(UnitRetreats(u.id, (), (), "stand", (), dict(stays)) for u in blow.units)
    if blow.result == NOTHING:
        why_not = Reason("10.7", "The result has no effect.", "stays")
        return Retreats(blow.place, blow.result, "stand", units, (why_not,))
    if blow.result == COUNTERATTACK:
        text = "The defender may counterattack the same units, without shifts for terrain."
        return Retreats(blow.place, blow.result, "stand", units, (Reason("10.7.2", text),))
    hexes = marker_hexes(blow, attackers)
    why: tuple[Reason, ...] = (Reason("10.7.3", MARKER_LAID),)
    if not attackers:
        text = "Name the attackers to learn the hexes that may take the marker: --attackers A,B."
        why = (*why, Reason("10.7.3", text, "missing"))
    extra = {"marker_hexes": hexes} if hexes else {}
    return Retreats(blow.place, blow.result, "stand", units, why, extra=extra)


@rule("10.7", "10.7.3")
def marker_hexes(blow: Blow, attackers: Sequence[Unit]) -> tuple[str, ...]:
    """The hexes of which one takes the Counterblow marker of a CB: those of the Active side's units
    in the battle, which are the attackers, or after a counterattack the units attacked."""
    if not attackers:
        return ()
    active = blow.situation.active or attackers[0].side
    fighting = attackers if attackers[0].side == active else blow.units
    return tuple(sorted({unit.hex for unit in fighting}))


@rule("8.4.3", "10.7.5")
def crowded(blow: Blow, answers: Sequence[UnitRetreats]) -> Iterator[Reason]:
    """Units may end their retreat stacked, but those too many leave the map: said where the
    survivors of a stack do not all find room."""
    ways = {a.id: a.options for a in answers if a.outcome == "retreat" and not a.extra["to"]}
    staying = {unit.id: unit for unit in blow.units if unit.id in ways}
    ends = {id_: {o.path[-1] for o in options if o.preferred} for id_, options in ways.items()}

    def fits(place: str, ids: tuple[str, ...]) -> bool:
        there = blow.situation.units_at(place, blow.side)
        return overstacked(blow.situation, [*there, *map(staying.__getitem__, ids)]) is None

    if len(ends) > 1 and not all_placed(ends, fits):
        places = sorted(set().union(*ends.values()))
        boxes = sorted(set(map(surplus_box, staying.values())))
        yield Reason("8.4.3", CROWDED, "full", hexes=places, boxes=boxes)


def _defending_side(situation: Situation, place: str, attackers: Sequence[Unit]) -> str:
    of_one_side(attackers)
    sides, hostile = sides_of(situation.position.at(place)), sides_of(attackers)
    if not sides:
        raise QuestionError("There is no unit in {hex}: name a hex with units.", hex=place)
    against = [side for side in sides if side not in hostile]
    if not against:
        raise QuestionError(
            "The attackers are of the same side as the units in {hex}: name enemies of theirs.",
            hex=place,
        )
    return against[0]


def _outer(blow: Blow, answers: Sequence[UnitRetreats]) -> str:
    outcomes = {answer.outcome for answer in answers}
    if outcomes == {"eliminated"}:
        return "eliminated"
    if blow.result == EXCHANGE:
        return EXCHANGE
    if blow.has_fort:
        return EXCHANGE if blow.result == "DS" else "stand"
    return "stand" if blow.has_volkssturm and blow.result == "DR" else "retreat"


# Advance after combat


@rule("10.8", "10.7.3", "14.1")
def bar_unit(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Forts, white, Disorganised and immobile units never advance; nor does a unit that could not
    have attacked the hex."""
    if unit.hex == target:
        return Reason("10.8", "{unit} stands in {hex} itself.", unit=unit, hex=target)
    if is_fort(unit):
        return Reason("10.8", "{unit} is fortified and does not advance.", "unit", unit=unit)
    if situation.is_white(unit):
        text = "{unit} has a white strength and does not advance."
        return Reason("10.8", text, "unit", unit=unit)
    if "disorganised" in unit.markers:
        return Reason("10.8", "{unit} is Disorganised and does not advance.", "unit", unit=unit)
    if situation.is_parenthesised(unit):
        text = "{unit} has its strength in parentheses and cannot move."
        return Reason("2.3", text, "unit", unit=unit)
    return bar_adjacent(situation, unit, target) or situation.bar_area(unit, target)


@rule("10.8.1", "10.8.2", "13.1", "13.5", "6.5.4")
def longest(situation: Situation, unit: Unit) -> tuple[int, Reason]:
    """One hex in Mud, Long Winter or out of supply; else two, and in Clear weather three for German
    armour (only SS after Ploesti) and, from turn 11, Soviet tanks."""
    most = int(situation.effect("advance"))
    if most == 1:
        return 1, Reason(
            "13.1", "In {weather}: only into the vacated hex.", weather=situation.weather
        )
    if "oos" in unit.markers:
        return 1, Reason("6.5.4", "Out of supply: only into the vacated hex.")
    if situation.effect("third") == "yes" and has_third_hex(situation, unit):
        return most + 1, Reason("10.8.2", "Armour in Clear weather: a third hex.")
    return most, Reason("10.8.1", "Up to {n} {n|hex|hexes}.", n=most)


@rule("10.8.2", "13.5")
def has_third_hex(situation: Situation, unit: Unit) -> bool:
    """Whether a unit's armour takes it one hex further."""
    if not is_armour(unit):
        return False
    if unit.side != AXIS:
        return situation.soviet_tanks_ripe()
    german = nationality(unit) == "german"
    return german and (is_ss_panzer(unit) or not situation.oil_fallen())


@rule("10.8.1")
def bar_further(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Beyond the vacated hex: no enemy, no prohibited side, no closed area; zones do not matter."""
    if end in situation.held[enemy_of(unit.side)]:
        return sayings.holds_enemy("10.8.1", hex=end)
    if not situation.passable(start, end):
        return sayings.lake_between("10.8.1", hex=start, hex2=end)
    return situation.bar_area(unit, end)


@rule("10.8.1")
def stops(situation: Situation, place: str) -> bool:
    """Whether an advance ends in a hex: mountain, forest and swamp stop it, rivers do not."""
    features = situation.definition.terrain
    return any(features[kind].values.get("stops") for kind in situation.board.of(place))


CARDS = {"general-staff": "General Staff", "rasputitsa": "Rasputitsa"}
"""The cards that change how far advances go."""
OFFERS = [
    "General Staff (Axis): one hex further for all attackers.",
    "Rasputitsa (Soviet): one hex at most; of both, the card played last has the last word.",
]


@rule("5.0", "10.8.1", "10.8.2")
def advance_limit(limit: int, played: Iterable[str]) -> int:
    """Cards apply in the order played: General Staff lets advances go one hex further, Rasputitsa
    holds them to one."""
    for card in played:
        limit = 1 if card == "rasputitsa" else limit + 1 if card == "general-staff" else limit
    return limit


@rule("5.0")
def with_cards(most: int) -> dict[str, int]:
    """The hexes of an advance once these cards are played, in their order."""
    staff, mud = CARDS
    orders = ((staff,), (mud,), (staff, mud), (mud, staff))
    return {
        Saying("{cards:+}", cards=[CARDS[c] for c in o]): advance_limit(most, o) for o in orders
    }


def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """How far each attacker may advance into and beyond a hex that is taken as vacated; without
    names, everybody next to it of the side that could have attacked it."""
    holder = next((side for side, held in situation.held.items() if target in held), "")
    side = enemy_of(holder) if holder else situation.active
    units = named or situation.beside(target, side)
    leaning = {"stand_ins": list(situation.stand_ins)} if situation.stand_ins else {}
    found = tuple(unit_advances(situation, unit, target) for unit in units)
    able = [unit for unit, its in zip(units, found, strict=True) if its.options]
    return Advances(
        hex=target,
        units=found,
        because=(
            Reason("10.8", "Only after DR, DS or DD, and only if the hex was left entirely empty."),
            Reason("10.8", "Enemy zones do not matter and no movement points are spent."),
            *too_many(situation, able, target),
        ),
        extra={"offers": OFFERS, **leaning},
    )


@rule("8.4.1", "10.8")
def too_many(situation: Situation, able: Sequence[Unit], target: str) -> Iterator[Reason]:
    """Whether all that may enter the vacated hex could also stay there."""
    if overstacked(situation, able):
        text = "Not all of {units} may stay in {hex}: stacking holds at the end of the battle."
        yield Reason("8.4.1", text, units=able, hex=target)


@rule("8.4.3", "10.8.1")
def unit_advances(situation: Situation, unit: Unit, target: str) -> UnitAdvances:
    """One unit's ways, and the last hexes of those after which it would be one too many."""
    if reason := bar_unit(situation, unit, target):
        return replace(barred(unit, target, reason), because=(reason,), extra={"longest": 0})
    most, why = longest(situation, unit)
    because, ends_there = [why], stops(situation, target)
    if ends_there:
        text = "{hex} is forest, swamp or mountain: the advance ends there."
        because.append(Reason("10.8.1", text, hex=target))

    def bar(way: Way, name: str) -> Reason | None:
        return bar_further(situation, unit, way[-1], name)

    found = ways(target, most, situation.near, bar, lambda name: stops(situation, name))
    beyond = {} if most == 1 or ends_there else closed_beyond(target, situation.near, bar)
    ends = {way[-1] for way in found} - {target}
    crowded = [end for end in ends if not room_for(situation, end, unit)]
    extra = {"longest": most, "overstacked": sorted(crowded), "with_cards": with_cards(most)}
    closed = tuple(Refusal.by(name, reason) for name, reason in beyond.items())
    return UnitAdvances(unit.id, found, closed, tuple(because), extra)
