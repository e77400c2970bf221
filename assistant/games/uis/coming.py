"""Who is not in play yet: reinforcements by their codes, the turn on which they are due (21.1-21.3,
21.20, 21.25)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from assistant.games.uis.lines import under_enemy_air
from assistant.games.uis.situation import HELICOPTER, SQUADRONS, WP, Situation
from assistant.games.uis.units import SPECIAL_FORCES, is_combat, nation
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit, unit_of
from assistant.questions.reasons import Reason

DISTRICTS = ("Ng", "Cg", "Sg", "Ba", "Le", "Be", "Mo", "Ki", "Ca", "Od")
CODE = re.compile(
    rf"(P\d|CA|CS|NO|GA|GB)[\s-]?(\d+)|(AM|CM|EM|PM|DM)\+(\d+)|(Gt|{'|'.join(DISTRICTS)})(\d\d?)"
)
"""Reinforcement codes (21.3): of the North Atlantic, of mobilization, and of a fixed turn."""
SITE = re.compile(r"P\d")
ATLANTIC, MOBILIZED = ("P", "CA", "CS", "NO", "GA", "GB"), ("AM", "CM", "EM", "PM")
WANTED = {"CM": "czechoslovakia", "EM": "east-germany", "PM": "poland", "AM": "austria"}
FLOWN = frozenset({"airborne", "airmobile", SPECIAL_FORCES})
REINFORCED = "nato-reinforcement"
SEALIFT = 5
"""Turns later by sea for who finds the site of his equipment lost."""
FIRST_LINE = re.compile(r"\b5\d\s?HSB")
NOT_AT_ONCE = Reason("21.20.3", "It does not move in the turn of its arrival.")


@dataclass(frozen=True)
class Coming:
    """A unit that is not in play: where its code sends it, and the turn on which it is due."""

    id: str
    side: str
    type: str
    nation: str
    name: str
    group: str
    number: int
    turn: int | None
    """None while nobody has declared the mobilization, or for ever."""
    is_lifted: bool = False
    """Whether its site is lost, so that it comes by sea."""
    size: str = ""
    held: int = 0
    """Turns later because the enemy rules the air over its site."""
    stays_away: bool = False
    """Whether the North Atlantic has taken it for good."""

    @property
    def is_mobilized(self) -> bool:
        return self.group in MOBILIZED

    @property
    def is_flown(self) -> bool:
        return self.type in FLOWN or self.is_squadron

    @property
    def is_squadron(self) -> bool:
        return self.type in SQUADRONS

    @property
    def is_shipped_squadron(self) -> bool:
        """Helicopters that come to a port by sea."""
        return self.type == HELICOPTER and self.group == "CS"

    @property
    def is_placed(self) -> bool:
        """Sent to a site with equipment of its own."""
        return self.group.startswith("P") and not self.is_mobilized and not self.is_lifted

    @property
    def placed_by(self) -> str:
        """What besides its code decides the hexes in which it is placed."""
        if self.nation == "wg":
            return "near" if FIRST_LINE.search(self.name) else ""
        return {"au": self.type, "dk": self.id}.get(self.nation, "")

    @property
    def crossed_by_sea(self) -> bool:
        return self.group in ("CS", "NO") or self.nation == "uk" or self.is_lifted

    @property
    def is_shipped_by_players(self) -> bool:
        """Whether the battle of the North Atlantic may shift it."""
        shifted = self.group.startswith(ATLANTIC) and not self.is_mobilized
        return shifted and self.group not in DISTRICTS


@rule("21.1", "21.3", "21.1.1", "21.1.2", "21.3.3")
def coming(situation: Situation) -> Iterator[Coming]:
    """Ground units off the map with a reinforcement code; of a scenario those too that the position
    does not show, because they wait on the turn track. Who was due earlier may be on the map unseen
    or gone, and is not told."""
    position = situation.position
    for unit in position.units:
        if unit.hex not in situation.board and unit.hex != "eliminated":
            yield from _coded(situation, unit)
    for name, counter in position.game.counters.items() if position.scenario else ():
        flies = counter.type in SQUADRONS
        waits = counter.setup.startswith("turn ") or (flies and counter.setup == "variable")
        if waits and name not in position.by_id and (flies or counter.kind == "unit"):
            for one in _coded(situation, unit_of(counter, counter.setup)):
                if one.turn is None or one.turn >= situation.turn:
                    yield one


def _coded(situation: Situation, unit: Unit) -> Iterator[Coming]:
    match = CODE.fullmatch(str(unit.get("code") or ""))
    if match:
        group, number = (part for part in match.groups() if part)
        side, flies = unit.side, unit.type in SQUADRONS
        turn = due_turn(situation, side, group, int(number))
        lifted = not flies and is_site_lost(situation, group)
        turn = turn + SEALIFT if lifted and turn is not None else turn
        by_site = turn is not None and turn >= situation.turn and not lifted and not flies
        yield replace(
            uncoded(unit, turn),
            group=group,
            number=int(number),
            is_lifted=lifted,
            size=str(unit.get("size") or ""),
            held=int(by_site and is_site_barred(situation, side, group)),
            stays_away=shift_of(situation, side, group) is None,
        )


def uncoded(unit: Unit, turn: int | None = None) -> Coming:
    """A unit that comes without a code."""
    return Coming(unit.id, unit.side, unit.type, nation(unit), unit.shown, "", 0, turn)


@rule(
    "21.3.2", "21.9.3", "21.10.1", "21.13", "21.25", "21.25.7", "21.26", "21.4.3", "21.6.2",
    "21.7.2", "21.26.1",
)  # fmt: skip
def due_turn(situation: Situation, side: str, group: str, number: int) -> int | None:
    """The turn of a code: after mobilization or violation, once declared; the Danes mobilize on
    turn 1; what the North Atlantic shifted is added."""
    if group in MOBILIZED:
        began = situation.mobilized.get(WANTED[group])
        return None if began is None else began + number
    shift = shift_of(situation, side, group)
    return None if shift is None else number + int(group == "DM") + shift


@rule("21.23.2", "21.23.3", "21.25.7", "21.21.2", "21.22.3", "21.24.2")
def shift_of(situation: Situation, side: str, group: str) -> int | None:
    """Turns by which a code comes later, None for never: what is told of one side's units goes
    before what is told of the code, which both sides bear in Norway."""
    told = shifts(situation)
    return told.get(f"{side} {group}", told.get(group, 0))


@rule("21.25")
@kept
def shifts(situation: Situation) -> dict[str, int | None]:
    """Turns by which a code comes later, or None for never, as players keep them
    (arrival-shifts)."""
    pairs = (word.rsplit(" ", 1) for word in situation.told("arrival-shifts"))
    return {group: None if turns == "never" else int(turns) for group, turns in pairs}


@rule("21.20.3")
def came_to_its_site_now(situation: Situation, unit: Unit) -> bool:
    """Whether a unit stands on the site of its equipment in the turn of its arrival."""
    match = CODE.fullmatch(str(unit.get("code") or ""))
    group, number = [part for part in match.groups() if part] if match else ("", "0")
    if unit.hex not in pomcus(situation, group):
        return False
    return due_turn(situation, unit.side, group, int(number)) == situation.turn


@rule("21.20.5")
def is_site_barred(situation: Situation, side: str, group: str) -> bool:
    """Whether the enemy rules the air over a site in the reinforcement phase, as it stands before
    it; afterwards players tell the turn lost as they tell other shifts (arrival-shifts)."""
    phases = [phase.id for phase in situation.game.definition.phase]
    passed = phases[phases.index(REINFORCED) + 1 :]
    sites = pomcus(situation, group) if situation.phase not in passed else ()
    return any(under_enemy_air(situation, side, name) for name in sites)


@rule("21.20.4")
def is_site_lost(situation: Situation, group: str) -> bool:
    """Whether the enemy's combat units stand on a site, or players tell that it is lost."""
    lost = situation.told("pomcus-lost")
    return any(
        name in lost or any(one.side == WP and is_combat(one) for one in situation.at(name))
        for name in pomcus(situation, group)
    )


@rule("21.20", "21.20.1")
def pomcus(situation: Situation, group: str) -> tuple[str, ...]:
    """The site of a number, none on a blank board and for another code."""
    if situation.board.blank or not SITE.fullmatch(group):
        return ()
    number = int(group[1:])
    return tuple(situation.definition.sets["pomcus-sites"].hexes[number - 1 : number])
