"""Troops carried by air or sea, dropped, or sent to raid: who may go, what they need and may lose
(27.13, 27.14, 29, 31.5, 33, 34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from assistant.games.uis import ground, supply, units
from assistant.games.uis.air import (
    TRANSPORT,
    Squadron,
    State,
    all_of,
    bar_of_weather,
    strike_groups,
)
from assistant.games.uis.bases import NATION, bar_base
from assistant.games.uis.ground_attack import facilities
from assistant.games.uis.lines import under_enemy_air
from assistant.games.uis.missions import (
    AIRDROP,
    DIGITS,
    LANDING,
    LIFT,
    MOST_STRIKE,
    RAID,
    AirMission,
    Bars,
    Mission,
)
from assistant.games.uis.situation import NATO, WP, Situation, enemy_of
from assistant.games.uis.zones import zone
from assistant.kernel.chances import joint, through
from assistant.kernel.flood import flood
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Odds
from assistant.questions.reasons import Reason

CARRIED = frozenset({"airmobile", "airborne", "alpine", "marine", "special-forces", "ada", "ew"})
DROPPED = frozenset({"airborne", "special-forces"})
NO_DROP_ZONES = frozenset({"city", "sea", "lake"})
LANDED_BADLY = 0.5
NEUTRAL_GROUND = Reason("41.2", "Neutral territory is of no use to anybody.", "area")
ROOM_UNTOLD = (
    "What carries them is not compared with the {n} transport {n|point|points} that they need: "
    "write capacity=N."
)
RAIDERS_PER_BRIGADE, BRIGADES = 2, 3
HELICOPTER_WAY = "helicopter"
HELICOPTER_STEPS = 2
"""Steps of helicopters shot down that cost troops one."""


@rule("34", "34.1", "34.2", "34.3", "34.4", "34.5")
def transport_points(unit: Unit, more: int = 0) -> int:
    """Nine points for a division, three fewer for each step lost; three and one for brigades and
    regiments; one for battalions and electronic warfare, two for mobile Flak. `more` are steps
    lost on the way."""
    lost = units.steps_lost(unit) + more
    if units.is_division(unit):
        return 9 - 3 * lost
    if unit.type in ("ew", "special-forces") or units.size(unit) == units.BATTALION:
        return 1
    return 2 if unit.type == "ada" else max(1, 3 - lost)


@rule("31.5.8", "31.5.9", "27.13.2", "27.14.2", "27.13.2.6", "27.14.2.7")
def lost_on_the_way(named: Iterable[Unit], shot_down: int, left: int | None, share: int) -> int:
    """Steps that troops lose with their transports: one for each `share` steps shot down, then as
    many as bring what they need within the capacity left; a step that saves most goes first."""
    steps = {unit.id: units.steps_left(unit) for unit in named}
    by_id = {unit.id: unit for unit in named}
    gone = dict.fromkeys(steps, 0)

    def need(name: str, more: int = 0) -> int:
        if gone[name] + more >= steps[name]:
            return 0
        return transport_points(by_id[name], gone[name] + more)

    def room() -> bool:
        return left is None or sum(map(need, steps)) <= left

    most = sum(steps.values())
    while sum(gone.values()) < most and (sum(gone.values()) < shot_down // share or not room()):
        able = [name for name in steps if gone[name] < steps[name]]
        gone[max(able, key=lambda name: (need(name) - need(name, 1), name))] += 1
    return sum(gone.values())


def step_losses(
    sent: Mission, named: tuple[Unit, ...], shares: Mapping[str, int]
) -> dict[str, Mapping[str, int]]:
    """By way the steps that troops lose, if transports are told to be shot down or too few."""
    told = sent.declared.numbers
    if "transport-losses" not in told and "capacity-left" not in told:
        return {}
    down, left = told.get("transport-losses", 0), told.get("capacity-left")
    return {
        "step_losses": {way: lost_on_the_way(named, down, left, n) for way, n in shares.items()}
    }


@rule("27.13.1", "27.14.1", "28", "27.13.1.2", "27.14.1.4", "36.8.7")
def from_an_airfield(situation: Situation, unit: Unit) -> Bars:
    """Troops begin the phase on a sound airfield of their own that squadrons may fly missions from,
    in General Supply, in Tactical mode, in no enemy zone but beside another combat unit."""
    here = unit.hex
    own = ground.controls(situation, unit.side, here)
    sound = "airfield" in situation.board.of(here) and here not in situation.damaged and own
    # No airfield of a fallen country need be repaired for who is lifted from it.
    if not ground.is_open_to_lift(situation, unit.side, here):
        if not sound:
            text = "{unit} stands on no sound airfield of its own side."
            yield Reason("27.13.1", text, "terrain", unit=unit.shown)
        elif why := bar_base(situation, unit.side, here):
            yield why
    if not supply.is_supplied(situation, unit):
        yield Reason("27.13.1", "{unit} is not in General Supply.", "supply", unit=unit.shown)
    if units.mode(unit) != units.TACTICAL:
        yield Reason("27.13.1", "{unit} is not in Tactical mode.", "unit", unit=unit.shown)
    others = any(units.is_combat(o) and o.id != unit.id for o in situation.at(here))
    # A breach of this phase undoes no zone in which the unit began it.
    told = unit.get("began-in-zoc")
    began = here in zone(situation, enemy_of(unit.side), "") if told is None else told
    if began and not others:
        text = "{unit} stands alone in an enemy zone."
        yield Reason("27.13.1", text, "enemy-zone", unit=unit.shown)


@rule("27.13.1", "27.14.1", "29.7", "5.1.3", "31.3", "31.3.4", "27.13.1.1", "27.14.1.1")
def of_the_phase(situation: Situation, side: str, named: Iterable[Unit]) -> Bars:
    """Troops are carried in their own side's movement phase, and not once they have moved."""
    if not situation.moves_now(side):
        yield Reason("4", "Troops are carried in their own side's movement phase.", "phase")
    for unit in named:
        if unit.get("moved"):
            text = "{unit} has finished its move in this phase."
            yield Reason("5.1.3", text, "spent", unit=unit.shown)


@rule("7", "7.1", "7.7")
def has_no_room(situation: Situation, target: str, named: Iterable[Unit]) -> bool:
    """Whether troops would stand in a hex above the stacking limit."""
    landed = tuple(named)
    there = (unit for unit in situation.at(target) if unit not in landed)
    return not units.fits((*units.in_pool(there, ""), *landed))


@rule("27.13.1.3", "27.13.1.6", "27.13.2.1", "27.14.1.5", "27.14.2.1", "33.1.3")
def bars_to_carriers(sent: Mission, named: Iterable[Unit], number: str, flying: str) -> Bars:
    """Of squadrons that players name: transports for aircraft, six at most, or helicopters; those
    whose base is told begin where the troops do, but helicopters on a transport mission."""
    squadrons = all_of(strike_groups(sent.declared.groups.get("attacker-squadrons", ())))
    by_air = flying != HELICOPTER_WAY
    if any((one.kind != TRANSPORT) if by_air else not one.is_helicopter for one in squadrons):
        text = "Only transport squadrons carry troops: T-4-2."
        yield Reason(number, text if by_air else "Name helicopters: H-8-4@C2010.", "unit")
    if why := bar_of_weather(sent.situation, squadrons):
        yield why
    if by_air and len(squadrons) > MOST_STRIKE:
        yield Reason(number, "A mission has six transport squadrons at most.", "full")
    if not by_air and sent.declared.mission == LIFT:
        return
    homes = {one.base for one in squadrons} - {""}
    for unit in named:
        if homes - {unit.hex}:
            text = "{unit} and those who carry it begin in one hex."
            yield Reason(number, text, "distance", unit=unit.shown)


def after_flak(sent: AirMission, named: tuple[Unit, ...]) -> dict[str, Mapping[str, float]]:
    """What the Flak named does to transports named, once interceptors are settled: steps of these
    shot down and steps that the troops lose with them, each with its chance."""
    sortie = replace(sent.sortie, interceptors=(), companies=())
    if not sortie.flak or not named:
        return {}
    total: Mapping[int, float] = {0: 1.0}
    for group, chances in zip(sortie.groups, sortie.chances, strict=True):
        steps = sum(one.steps for one in group)

        def down(state: State, steps: int = steps) -> Mapping[int, float]:
            return {steps - sum(left for left, _ in state): 1.0}

        total = joint(total, through(chances, down), lambda one, more: one + more)
    every = sum(one.steps for one in sortie.squadrons)
    all_steps = sum(map(units.steps_left, named))

    def lost(gone: int) -> int:
        return all_steps if gone >= every else lost_on_the_way(named, gone, None, 1)

    troops = through(total, lambda gone: {lost(gone): 1.0})
    return {"transports_shot_down": told_chances(total), "troop_steps_lost": told_chances(troops)}


def by_air(sent: Mission, named: tuple[Unit, ...]) -> dict[str, Any]:
    """What Flak does to aircraft that carry troops; where none is named, which is in reach."""
    flown = flown_by(sent)
    return {**after_flak(flown, named), **flown.uncounted_flak}


def joined(*parts: Mapping[str, Any]) -> dict[str, Any]:
    """Further facts of an answer, with all that the parts do not judge."""
    notes = [why for part in parts for why in part.get("not_judged", ())]
    found = {name: its for part in parts for name, its in part.items()}
    return found | ({"not_judged": notes} if notes else {})


def told_chances(chances: Mapping[int, float]) -> dict[str, float]:
    return {str(n): round(its, DIGITS) for n, its in sorted(chances.items())}


@rule("31.5.1", "27.13.1.5", "27.14.1.3")
def of_troops(
    sent: Mission, named: Iterable[Unit], kinds: Iterable[str], bars: Bars, why: Reason
) -> Odds:
    """The answer about troops named: what they need to be carried, what happens where they land:
    beside own combat units nobody has to attack at once, but for those who are dropped."""
    situation, named = sent.situation, tuple(named)
    found = list(bars)
    wanted = frozenset(kinds)
    if not named:
        found.append(Reason(why.rule, "Name the troops with --from.", "missing"))
    for unit in named:
        if unit.type not in wanted:
            text = "{unit} is not of a kind that goes this way."
            found.append(Reason(why.rule, text, "unit", unit=unit.shown))
    found += of_the_phase(situation, sent.side, named)
    if sent.defenders:
        found.append(Reason(why.rule, "Enemy units stand in the hex.", "enemy-units"))
    elif has_no_room(situation, sent.target, named):
        found.append(units.FULL)
    zoned = sent.target in zone(situation, enemy_of(sent.side), sent.side)
    alone = not any(u.side == sent.side and units.is_combat(u) for u in situation.at(sent.target))
    attacks = zoned and (alone or sent.declared.mission == AIRDROP)
    extra: dict[str, Any] = {"must_attack": attacks}
    if sent.declared.mission != LANDING:
        points = sum(map(transport_points, named))
        extra["transport_points"] = points
        capacity = sent.declared.numbers.get("capacity")
        if capacity is None and named:
            extra["not_judged"] = [Reason("34", ROOM_UNTOLD, "missing", n=points)]
        elif capacity is not None and capacity < points:
            text = "{n} transport points are needed, and {m} are there."
            found.append(Reason("34", text, "full", n=points, m=capacity))
    return sent.answer(0, (), {}, tuple(found), why, extra)


@rule(
    "27.13", "27.13.1", "27.13.2", "31.5", "31.5.4", "31.5.5", "31.5.6", "31.5.10", "31.5.7",
    "27.13.1.4", "27.13.1.7", "27.13.2.7", "27.13.2.5",
)  # fmt: skip
def transport(sent: Mission, named: Iterable[Unit]) -> Odds:
    """From airfield to airfield by aircraft, or by helicopter from anywhere to anywhere; a step is
    lost for each step of aircraft shot down, for two of helicopters."""
    named = tuple(named)
    ways = {
        "aircraft": tuple(_bars_to_aircraft(sent, named)),
        HELICOPTER_WAY: tuple(_bars_to_helicopters(sent, named)),
    }
    able = [way for way, bars in ways.items() if not bars]
    text = (
        "To an airfield by aircraft, and no move in this phase; to any other hex by helicopter, for"
        " two points to take in and two to set down."
    )
    squadrons = all_of(strike_groups(sent.declared.groups.get("attacker-squadrons", ())))
    meant = [way for way in ways if not squadrons or able_to_go(way, squadrons)] or list(ways)
    barred = () if able else tuple(dict.fromkeys(why for way in meant[::-1] for why in ways[way]))
    closed = iter((*_nowhere(sent, named), *barred))
    answer = of_troops(sent, named, CARRIED, closed, Reason("27.13, 31.5", text))
    shares = {"aircraft": 1, HELICOPTER_WAY: HELICOPTER_STEPS}
    lost = step_losses(sent, named, {way: shares[way] for way in able or shares})
    extra = {**answer.extra, "by": able if answer.possible else [], **lost}
    if "aircraft" in able:
        extra = joined(extra, {"not_judged": [NATION]}, by_air(sent, named))
    return replace(answer, extra=extra)


def _bars_to_aircraft(sent: Mission, named: tuple[Unit, ...]) -> Bars:
    situation, target = sent.situation, sent.target
    for unit in named:
        yield from from_an_airfield(situation, unit)
    here = "airfield" in situation.board.of(target)
    own = ground.controls(situation, sent.side, target)
    if not ((here and own) or ground.is_open_to_lift(situation, sent.side, target)):
        text = "{hex} holds no airfield of that side."
        yield Reason("27.13.1", text, "terrain", hex=target)
    yield from bars_to_carriers(sent, named, "27.13", "aircraft")


def _bars_to_helicopters(sent: Mission, named: tuple[Unit, ...]) -> Bars:
    yield from bars_to_carriers(sent, named, "31.5", HELICOPTER_WAY)
    for unit in named:
        if unit.type == "ada":
            text = "{unit} is not of a kind that goes this way."
            yield Reason("31.5", text, "unit", unit=unit.shown)
    if sent.target in ground.closed_hexes(sent.situation):
        yield Reason("31.5.4", "Nobody lands at sea or on a lake.", "terrain")


def _nowhere(sent: Mission, named: tuple[Unit, ...]) -> Bars:
    """Targets to which nobody is carried, whatever the way."""
    if any(unit.hex == sent.target for unit in named):
        yield Reason("27.13", "They stand there already.", "distance")
    if sent.target in ground.neutral_ground(sent.situation):
        yield NEUTRAL_GROUND


def able_to_go(way: str, squadrons: Iterable[Squadron]) -> bool:
    """Whether squadrons named mean a way: helicopters their own, any others that of aircraft."""
    return any(one.is_helicopter for one in squadrons) == (way == HELICOPTER_WAY)


def flown_by(sent: Mission) -> AirMission:
    """A mission with its way through the air."""
    return AirMission(sent.situation, sent.side, sent.target, sent.declared)


@rule(
    "27.14", "27.14.1", "27.14.2", "23.1.3", "27.14.1.2", "27.14.1.6", "27.14.1.7", "27.14.1.8",
    "27.14.2.9", "27.14.2.6", "27.14.2.8",
)  # fmt: skip
def airdrop(sent: Mission, named: Iterable[Unit]) -> Odds:
    """Airborne troops and Special Forces, in good weather, on clear, rough or urban ground without
    enemies; in an enemy zone each loses a step on 1 to 10, and one of them attacks at once."""
    situation, named = sent.situation, tuple(named)

    def bars() -> Bars:
        for unit in named:
            yield from from_an_airfield(situation, unit)
        if situation.board.of(sent.target) & NO_DROP_ZONES:
            text = "Troops are dropped on clear, rough and urban ground only."
            yield Reason("27.14.1", text, "terrain")
        if sent.target in ground.neutral_ground(situation):
            yield NEUTRAL_GROUND
        if situation.bad_weather:
            yield Reason("23.1.3", "No airdrops in bad weather.", "phase")
        yield from bars_to_carriers(sent, named, "27.14", "aircraft")

    why = Reason("27.14", "It costs each unit five points.")
    answer = of_troops(sent, named, DROPPED, bars(), why)
    lost = step_losses(sent, named, {"aircraft": 1})
    shot = by_air(sent, named) if answer.possible else {}
    answer = replace(answer, extra=joined(answer.extra, lost, shot))
    if not answer.extra["must_attack"] or not answer.possible:
        return answer
    chances = {"step-lost": LANDED_BADLY, "none": 1 - LANDED_BADLY}
    return sent.answer(0, (), chances, (), why, dict(answer.extra))


@rule("27.13.1")
def may_board(situation: Situation, unit: Unit) -> bool:
    """Whether aircraft may take troops up where they stand."""
    ready = unit.type in CARRIED and not unit.get("moved")
    if not ready or "airfield" not in situation.board.of(unit.hex):
        return False
    return next(iter(from_an_airfield(situation, unit)), None) is None


@rule("29.1", "29.2")
def may_embark(situation: Situation, unit: Unit) -> bool:
    """Whether Marines may go to sea where they stand."""
    if unit.type != "marine" or unit.get("moved") or "port" not in situation.board.of(unit.hex):
        return False
    ready = units.mode(unit) == units.TACTICAL and supply.is_supplied(situation, unit)
    return ready and not under_enemy_air(situation, unit.side, unit.hex)


@rule("29", "29.1", "29.2", "29.3", "29.4", "29.6")
def landing(sent: Mission, named: Iterable[Unit]) -> Odds:
    """Marines from a port in General Supply and Tactical mode, along hexes of sea, to a coast
    without enemies; neither end under enemy air superiority. They move no more."""
    situation, named = sent.situation, tuple(named)

    def bars() -> Bars:
        at_sea = situation.board.hexes_with("sea")
        for unit in named:
            shown = {"unit": unit.shown}
            if "port" not in situation.board.of(unit.hex):
                yield Reason("29.1", "{unit} stands in no port.", "terrain", **shown)
            if not supply.is_supplied(situation, unit) or units.mode(unit) != units.TACTICAL:
                text = "{unit} is not in General Supply and Tactical mode."
                yield Reason("29.1", text, "supply", **shown)
            sea = flood(
                [n for n in situation.around[unit.hex] if n in at_sea],
                situation.around,
                closed=situation.board.grid.places.keys() - at_sea,
            )
            if not any(name in sea for name in situation.around[sent.target]):
                text = "No hexes of sea lead from {hex} to the coast."
                yield Reason("29.4", text, "way", hex=unit.hex)
        if sent.target in ground.closed_hexes(situation):
            yield Reason("29.4", "Marines land on a coast, not at sea or on a lake.", "terrain")
        if sent.target in ground.neutral_ground(situation):
            yield NEUTRAL_GROUND
        ends = (sent.target, *(unit.hex for unit in named))
        if any(under_enemy_air(situation, sent.side, name) for name in ends):
            text = "The enemy has air superiority over the port or the coast."
            yield Reason("29.2", text, "enemy-zone")

    text = "In an enemy zone they attack at once; C, A1 and A2 cost them 1, 2 and 3 steps more."
    return of_troops(sent, named, ("marine",), bars(), Reason("29.7", text))


ON_WAY = Reason("33.2.1, 33.2.8", "The flight there and back: ask for mission=flight.")
ASSAULTS_OF = {"wp-reinforcement": WP, "nato-reinforcement": NATO}


@rule("33.1.1", "31.3.5")
def raiders_wait(situation: Situation, side: str) -> Bars:
    """Assaults of Special Forces are carried out before the movement of their own side."""
    if situation.phase and ASSAULTS_OF.get(situation.phase) != side:
        text = "Special Forces raid after the reinforcements of their own side, before it moves."
        yield Reason("33.1.1", text, "phase")


@rule(
    "33", "33.1", "33.2", "33.2.6", "33.3", "33.3.2", "31.3.5", "33.3.1", "33.1.2", "33.2.4",
)  # fmt: skip
def special_forces(sent: Mission, named: Iterable[Unit]) -> Odds:
    """Special Forces flown in by helicopters that stand with them: one falls for each enemy one in
    the hex; what each survivor of an assault that succeeds may destroy, and the two steps that they
    lose for every brigade that is left."""
    named = tuple(named)
    here = sent.target
    support = [u.id for u in sent.defenders if not units.is_combat(u)]
    left = sum(
        BRIGADES if units.is_division(u) else units.places(u)
        for u in sent.defenders
        if units.is_combat(u)
    )
    wrong = [u for u in named if u.type != units.SPECIAL_FORCES]
    refused = tuple(
        Reason("33.1", "{unit} is no Special Force.", "unit", unit=u.shown) for u in wrong
    ) or (() if named else (Reason("33.1", "Name the troops with --from.", "missing"),))
    refused += (
        *bars_to_carriers(sent, named, "33.1", HELICOPTER_WAY),
        *raiders_wait(sent.situation, sent.side),
    )
    extra = {
        "support": support,
        "facilities": facilities(sent.situation, here),
        "squadrons": [u.id for u in sent.situation.squadrons_at(here, enemy_of(sent.side))],
        "losses": RAIDERS_PER_BRIGADE * int(left),
        "fall": min(len(named), sum(u.type == units.SPECIAL_FORCES for u in sent.defenders)),
        "not_judged": [Reason("33.2", "The tables of entry and assault are not at hand."), ON_WAY],
    } | step_losses(sent, named, {HELICOPTER_WAY: 1})
    text = "Each survivor: two steps of support, a squadron, an airfield, a port or a bridge."
    return sent.answer(0, (), {}, refused, Reason("33.3", text), extra)


TROOPS: Mapping[str, Callable[[Mission, Iterable[Unit]], Odds]] = {
    LIFT: transport,
    AIRDROP: airdrop,
    LANDING: landing,
    RAID: special_forces,
}
