"""Where squadrons are based and how far they fly from there: combat radius, sound airfields,
changes of base, helicopters there and back (24.4.5, 27.3, 27.12, 28, 31.1, 31.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assistant.games.uis import ground
from assistant.games.uis.air import AREA, Squadron, all_of, bar_of_weather, mega_of
from assistant.games.uis.air_support import OUT_OF_ACTION, turns_since
from assistant.games.uis.battle import ROLES, Declared
from assistant.games.uis.lines import communication, under_enemy_air
from assistant.games.uis.missions import DIGITS, Mission, out_of_phase
from assistant.games.uis.situation import NATO, SQUADRONS, WP, Situation, enemy_of
from assistant.kernel.flood import flood
from assistant.kernel.rulebook import rule
from assistant.kernel.tables import cell_of, number_of, table_of
from assistant.questions.answers import KeptOut, Odds
from assistant.questions.data import Data
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason
from builder.hexes.mega import between

OFF_MAP = "off-map"
PRINTED = {WP: "Pact", NATO: "NATO"}
"""The columns of the chart of combat radii."""
ROWS = Data(Path(__file__).with_name("radii.toml"), dict[str, str])
"""Its rows by mission."""
UNLIMITED = "unlimited"
WEAKER, LEAST = 2, 1
NEAR_HOP, CLOSE_HOP = 1, 3
"""Points of a hex in normal flight and close to the ground."""
BOARDING = 2
MOST_ON_A_FIELD = 20
NATION = Reason("27.0.6", "Whether the airfield is of the squadron's nation.")
CHART = Reason("31.2", "The table of helicopter interception is not at hand.")
ROLLS_FIRST = Reason(
    "23.3.1",
    "In bad weather each of these squadrons rolls first: on 1 to 10 it stays for this phase.",
)
HELIPAD = Reason("28.4", "No airfield: a helipad there stands on the printed map alone.")


@rule("27.3", "28.2", "28.2.2", "27.3.2", "27.3.3", "27.2.5")
def flight_path(situation: Situation, side: str, base: str, target: str) -> float:
    """Mega-hexes from a base to a hex; from off the map those from the own edge, and one more."""
    of = mega_of(situation)
    if base != OFF_MAP:
        return between(of[base], of[target])
    edge = ground.edges(situation)["east" if side == WP else "west"]
    return 1 + min((between(of[name], of[target]) for name in edge), default=float("inf"))


@rule("27.3", "27.3.1", "27.3.7")
def combat_radius(situation: Situation, side: str, mission: str, far: bool) -> int | None:
    """Mega-hexes of a mission's combat radius, doubled for types of long range; None: no limit."""
    chart = table_of(situation.game, "combat-radius")
    place = ROWS.read.get(mission, ROWS.read["others"]), PRINTED[side]
    if cell_of(chart, *place) == UNLIMITED:
        return None
    return int(number_of(chart, *place)) * (2 if far else 1)


@rule("28", "25.4", "25.4.3", "28.2", "28.6", "36.8.4", "38.1", "28.2.1", "28.3.8", "38.1.1")
def bar_base(situation: Situation, side: str, base: str) -> Reason | None:
    """Why squadrons fly no mission from a base: no airfield of their own side, damaged,
    contaminated, without a line of communication, in a fallen country without own troops."""
    if base == OFF_MAP:
        return None
    if "airfield" not in situation.board.of(base) or not ground.controls(situation, side, base):
        return Reason("28", "{hex} holds no airfield of that side.", "terrain", hex=base)
    if base in situation.damaged:
        return Reason("28", "The airfield in {hex} is damaged.", "terrain", hex=base)
    if situation.table("nuclear").get(base):
        return Reason("25.4.3", "The airfield in {hex} is contaminated.", "terrain", hex=base)
    fallen = ground.country(situation, base) in situation.told("overthrown")
    if fallen and side == WP and situation.side_at(base) != WP:
        text = "The country of {hex} has fallen: troops of the Pact must stand there."
        return Reason("36.8.4", text, "friends", hex=base)
    if base not in communication(situation, side):
        return Reason("28", "{hex} has no line of communication.", "supply", hex=base)
    return None


@dataclass(frozen=True)
class Outbound:
    """A squadron on its way from its base: mega-hexes, and whether beyond its radius; in `extra`
    the radius, which may be none, how far from the target it may land (27.3.8), and the chance
    that it aborts."""

    squadron: str
    base: str
    length: float
    extended: bool
    extra: Mapping[str, Any]


@dataclass(frozen=True)
class Sent:
    """Squadrons whose bases are told: what they are worth at the target, what is to be said of
    each, and who cannot fly."""

    declared: Declared
    told: tuple[Outbound, ...] = ()
    refused: tuple[KeptOut, ...] = ()

    def added_to(self, answer: Odds) -> Odds:
        """An answer with what the bases make of the squadrons named."""
        if not self.told and not self.refused:
            return answer
        refused = [*answer.extra.get("refused", ()), *self.refused]
        extra = {**answer.extra, "bases": list(self.told), "refused": refused}
        return replace(answer, extra=extra, stand_in=True)


@rule("27.3", "27.3.4", "27.3.6", "27.3.8", "27.16.2")
def sent_from(situation: Situation, sides: Mapping[str, str], target: str, named: Declared) -> Sent:
    """The squadrons named as they reach the target: within the radius as printed, to twice the
    radius with two points fewer, one at the least, and beyond it not at all."""
    bases = {one.base for groups in named.groups.values() for one in all_of(groups)} - {"", AREA}
    if not bases:
        return Sent(named)
    for base in sorted(bases - {OFF_MAP}):
        if base not in situation.board.grid:
            raise QuestionError(
                "'{hex}' is no hex of this map: write a printed hex number.", hex=base
            )
    if not sides.keys() >= {*ROLES} or not all(sides[role] in PRINTED for role in ROLES):
        raise QuestionError("Whose mission is it? Name a unit of that side with --from.")
    told: list[Outbound] = []
    refused: list[KeptOut] = []
    groups = {}
    for option, its in named.groups.items():
        side = sides[next(role for role in ROLES if option.startswith(role))]
        mission = "interception" if option.endswith(("interceptors", "escorts")) else named.mission
        flying = []
        for group in its:
            sent = [at_target(situation, side, mission, target, squadron) for squadron in group]
            if left := tuple(one for one, what in sent if not isinstance(what, Reason)):
                flying.append(left)
            for squadron, what in sent:
                if isinstance(what, Reason):
                    refused.append(KeptOut.of_option(option, what, squadron.shown))
                elif what:
                    struck = abort(situation, side, squadron.base, named)
                    told.append(replace(what, extra={**what.extra, **struck}))
        groups[option] = tuple(flying)
    kept = {option: its for option, its in groups.items() if its}
    return Sent(replace(named, groups=kept), tuple(told), tuple(refused))


def at_target(
    situation: Situation, side: str, mission: str, target: str, squadron: Squadron
) -> tuple[Squadron, Outbound | Reason | None]:
    """A squadron with its values at the target, and its flight or why it cannot fly."""
    base = squadron.base
    if base in ("", AREA) or squadron.is_helicopter or mission == "base-change":
        return squadron, None
    if why := bar_base(situation, side, base):
        return squadron, why
    length = flight_path(situation, side, base, target)
    radius = combat_radius(situation, side, mission, squadron.far)
    if radius is not None and length > 2 * radius:
        text = "{hex} is {n} {n|mega-hex|mega-hexes} away, more than twice the radius of {m}."
        number = int(length) if length < float("inf") else "-"
        return squadron, Reason("27.3.6", text, "distance", hex=target, n=number, m=radius)
    extended = radius is not None and length > radius
    told: dict[str, Any] = {"radius": radius}
    if radius is not None:
        told["back_within"] = 2 * radius if extended else radius
    flight = Outbound(squadron.shown, base, length, extended, told)
    return (weaker(squadron) if extended else squadron), flight


@rule("27.3", "27.3.5")
def weaker(squadron: Squadron) -> Squadron:
    """Two points fewer of combat and ground attack, but one at the least."""
    attack = min(squadron.attack, max(LEAST, squadron.attack - WEAKER))
    if not squadron.kind.isdecimal():
        return replace(squadron, attack=attack)
    return replace(squadron, attack=attack, kind=str(max(LEAST, int(squadron.kind) - WEAKER)))


@rule("24.4.5", "24.4.6")
def abort(situation: Situation, side: str, base: str, named: Declared) -> dict[str, float]:
    """How likely a squadron of NATO stays on the ground of a base that chemical missiles struck; it
    may change base without that roll."""
    if side != NATO or base not in named.names.get("chemical-missiles", ()):
        return {}
    turns = min(turns_since(situation) or 0, len(OUT_OF_ACTION) - 1)
    return {"aborts": round(OUT_OF_ACTION[turns], DIGITS)}


def based(sent: Mission) -> Iterator[Reason | Squadron]:
    """The squadrons of a mission that needs to know their bases."""
    squadrons = all_of(sent.declared.groups.get("attacker-squadrons", ()))
    if not squadrons:
        text = "Name the squadrons and their base: `--with attacker-squadrons=B-6-4@C2010`."
        yield Reason("27.12", text, "missing")
    for one in squadrons:
        text = "{unit}: say its base behind @, a hex or off-map."
        is_told = one.base not in ("", AREA)
        yield one if is_told else Reason("27.12", text, "missing", unit=one.shown)


@rule("27.12", "24.4.6", "25.4", "28.2", "27.12.1.4", "27.12.1.5")
def base_change(sent: Mission) -> Odds:
    """Squadrons to another airfield of theirs, neither end under enemy air superiority; damage and
    contamination of the old base do not hold them."""
    situation, side, found = sent.situation, sent.side, list(based(sent))
    refused = [one for one in found if isinstance(one, Reason)]
    homes = {one.base for one in found if isinstance(one, Squadron)} - {OFF_MAP}
    if sent.target in homes:
        text = "{hex} is the base that they leave: name another."
        refused.append(Reason("27.12", text, "distance", hex=sent.target))
    for name in sorted(homes):
        if "airfield" not in situation.board.of(name) or not ground.controls(situation, side, name):
            text = "{hex} holds no airfield of that side."
            refused.append(Reason("27.12", text, "terrain", hex=name))
    for name in sorted({sent.target, *homes}):
        if under_enemy_air(situation, side, name):
            text = "The enemy has air superiority over {hex}."
            refused.append(Reason("27.12", text, "enemy-zone", hex=name))
    here = sent.target
    if "airfield" not in situation.board.of(here) or not ground.controls(situation, side, here):
        text = "{hex} holds no airfield of that side."
        refused.append(Reason("27.12", text, "terrain", hex=here))
    refused += out_of_phase(situation, sent.declared.mission)
    if down := bar_of_weather(situation, (one for one in found if isinstance(one, Squadron))):
        refused.append(down)
    why = Reason("27.12", "They lie there as used, and fly no other mission this turn.")
    room = room_on(situation, sent.target)
    extra: dict[str, Any] = {"room": room, "not_judged": [NATION]}
    more = sum(1 for one in found if isinstance(one, Squadron)) - room
    if more > 0:
        text = "{n} {n|squadron|squadrons} above the {m} of the field could only change base again."
        why = Reason("28.5", text, n=more, m=MOST_ON_A_FIELD)
    return sent.answer(0, (), {}, tuple(refused), why, extra)


@rule("28.5")
def room_on(situation: Situation, name: str) -> int:
    """How many of the twenty squadrons and helicopters of a field it has room for besides those
    that the position shows there."""
    there = sum(u.hex == name and u.type in SQUADRONS for u in situation.position.units)
    return max(0, MOST_ON_A_FIELD - there)


@rule(
    "31.1", "31.2", "31.5.5", "28.2.3", "31.1.1", "31.1.2", "31.1.3", "31.3.2", "31.5.2", "33.2.1",
    "33.2.8",
)  # fmt: skip
def helicopter_flight(sent: Mission) -> Odds:
    """Helicopters from their base to a hex and on to where they land: a point for each hex, three
    close to the ground, two to take troops in and two to set them down; whether a way there and
    back keeps out of enemy air superiority."""
    situation, side, target = sent.situation, sent.side, sent.target
    refused, homes = _whence(sent)
    if refused:
        return sent.answer(0, (), {}, refused, NATION, {})
    (home,) = homes
    told = sent.declared.names.get("landing")
    loads = BOARDING * 2 if sent.declared.says("loaded") else 0
    left = (sent.declared.numbers.get("movement") or 0) - loads
    landing = told[0] if told else landing_place(situation, side, target, home, left)
    ways = {name: legs(situation, side, target, (home, landing), name) for name in ("any", "free")}
    length, free = ways["any"], ways["free"]
    refused = tuple(grounded(situation, side, home, landing, target))
    close = 0
    if length <= left:
        close = min(int(length), int(left - length) // (CLOSE_HOP - NEAR_HOP))
    else:
        refused += (_too_far(landing, length, left),)
    on_fields = all("airfield" in situation.board.of(name) for name in (home, landing))
    extra = {
        "hexes": int(length) if length < float("inf") else None,
        "landing": landing,
        "close_to_the_ground": close,
        "without_interception": int(free) if free <= left else None,
        "not_judged": [
            CHART,
            *([] if on_fields else [HELIPAD]),
            *([ROLLS_FIRST] if situation.bad_weather else []),
        ],
    }
    text = "So many of its hexes may be flown close to the ground: {n}."
    return sent.answer(0, (), {}, refused, Reason("31.1", text, n=close), extra)


def _whence(sent: Mission) -> tuple[tuple[Reason, ...], set[str]]:
    """What keeps those named from flying as helicopters of one base, and the bases; without the
    first there is just one."""
    found = list(based(sent))
    refused = [one for one in found if isinstance(one, Reason)]
    flying = [one for one in found if isinstance(one, Squadron)]
    homes = {one.base for one in flying}
    if sent.declared.numbers.get("movement") is None:
        text = "Say their movement as printed: movement=30."
        refused.append(Reason("31.1", text, "missing"))
    if any(not one.is_helicopter for one in flying):
        refused.append(Reason("31.1", "Name helicopters: H-8-4@C2010.", "unit"))
    if OFF_MAP in homes:
        refused.append(Reason("28.2", "No helicopters are based off the map.", "unit"))
    if len(homes) > 1:
        text = "Helicopters of one base fly together: ask for each base alone."
        refused.append(Reason("31.5", text, "distance"))
    return tuple(refused), homes


def _too_far(landing: str, length: float, left: float) -> Reason:
    text = (
        "There and on to {hex} {n|is|are} {n} {n|hex|hexes}: {m} {m|point does|points do} not "
        "reach."
    )
    number = int(length) if length < float("inf") else "-"
    return Reason("31.1", text, "distance", hex=landing, n=number, m=left)


@rule("31.1")
def landing_place(situation: Situation, side: str, target: str, home: str, left: float) -> str:
    """Where helicopters come down that are told no place: at their base if they can get back there,
    else on the nearest airfield of their side."""
    if legs(situation, side, target, (home, home), "any") <= left:
        return home
    away = flood([target], situation.around, closed=ground.neutral_ground(situation)).distance
    own = (n for n in situation.board.hexes_with("airfield") if ground.controls(situation, side, n))
    return min((n for n in own if n in away), key=lambda n: (away[n], n), default=home)


@rule(
    "28", "31.1", "41.2", "28.3.5", "31.1.4", "31.3.3", "28.0.3", "28.0.4", "38.1.2", "36.8.7",
)  # fmt: skip
def grounded(
    situation: Situation, side: str, home: str, landing: str, target: str
) -> Iterator[Reason]:
    """What keeps helicopters from a mission: an unfit base, from which they may only go over to
    another; no field of their own side to land on. Helipads stand on the printed map alone."""
    fields = situation.board.hexes_with("airfield")
    goes_over = landing == target != home
    held = goes_over and ground.controls(situation, side, home)
    if home in fields and not held and (why := bar_base(situation, side, home)):
        yield why
    own = ground.controls(situation, side, landing) or ground.is_open_to_lift(
        situation, side, landing
    )
    if landing in fields - {home} and not own:
        yield Reason("28", "{hex} holds no airfield of that side.", "terrain", hex=landing)
    if {home, landing, target} & ground.neutral_ground(situation):
        yield Reason("41.2", "Neutral territory is of no use to anybody.", "area")


def legs(situation: Situation, side: str, target: str, ends: tuple[str, ...], way: str) -> float:
    """Hexes from the target to both ends, over any ground but a neutral's; `free` of enemy air
    superiority."""
    closed = ground.neutral_ground(situation)
    if way == "free":
        closed |= frozenset(situation.table("air-superiority").get(enemy_of(side), ()))
    if closed & {target, *ends}:
        return float("inf")
    away = flood([target], situation.around, closed=closed).distance
    return sum(away.get(end, float("inf")) for end in ends)
