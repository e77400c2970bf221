"""One battle before the die: who fights whom where (rules 10.0 to 10.4, 10.7.2, 10.7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from assistant.games.nr.situation import FINLAND, SNOWY, Situation
from assistant.games.nr.units import AXIS, enemy_of, is_armour, is_red_shock, is_ss_panzer, type_of
from assistant.kernel import sayings
from assistant.kernel.combat import sides_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.battle_options import Listed, one_of
from assistant.questions.protocol import Options
from assistant.questions.reasons import Reason

MARKERS = 5
"""Target and Counterblow markers of each player, of both kinds together (10.1)."""
OPTIONS = Listed(Path(__file__).with_name("options.toml"))


@dataclass(frozen=True)
class Choices:
    """What `--with` adds to a battle."""

    support: bool = False
    counterblow: bool = False
    counterattack: bool = False
    shift: int = 0
    attack: int = 0
    defence: int = 0
    terrain: str = ""
    uninvolved: tuple[str, ...] = ()


def choices_of(options: Options, targets: Sequence[str]) -> Choices:
    """The options of a battle as a value; QuestionError says what may be written."""
    return Choices(**OPTIONS.read(options, {"target": one_of(targets)}))


@dataclass(frozen=True)
class Battle:
    """Attackers against the units of one or several hexes."""

    situation: Situation
    targets: tuple[str, ...]
    attackers: tuple[Unit, ...]
    choices: Choices = Choices()

    @cached_property
    def side(self) -> str:
        """The attacking side: without attackers the enemy of who holds the first target."""
        if self.attackers:
            return self.attackers[0].side
        held, first = self.situation.held, self.targets[0]
        holder = next((side for side in held if first in held[side]), "")
        return enemy_of(holder) if holder else self.situation.active or AXIS

    def is_counterblow(self, place: str) -> bool:
        """Whether the battle is a Counterblow as far as this hex is concerned."""
        return self.choices.counterblow or self.situation.marked(place, "counterblow")

    @property
    def forced(self) -> bool:
        """Whether every target is a Counterblow, so that anybody adjacent may take part."""
        return all(self.is_counterblow(place) for place in self.targets)

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """The units that defend with their strength."""
        return tuple(u for u in self.in_targets if not is_bystander(self, u))

    @cached_property
    def bystanders(self) -> tuple[Unit, ...]:
        """Units of the target hexes that share only the retreats."""
        return tuple(u for u in self.in_targets if is_bystander(self, u))

    @cached_property
    def in_targets(self) -> tuple[Unit, ...]:
        enemy = enemy_of(self.side)
        return tuple(u for place in self.targets for u in self.situation.units_at(place, enemy))


@rule("10.1.2", "10.4", "10.7.2")
def is_bystander(battle: Battle, unit: Unit) -> bool:
    """All units of a target hex defend together, except white ones under a Counterblow and, in a
    counterattack, those that took no part in the battle before."""
    if unit.id in battle.choices.uninvolved:
        return True
    if battle.choices.counterattack:
        return _came_of_their_own_will(battle) and bar_voluntary(battle.situation, unit) is not None
    return (
        battle.is_counterblow(unit.hex)
        and battle.situation.is_white(unit)
        and not _all_white(battle, unit.hex)
    )


def _all_white(battle: Battle, place: str) -> bool:
    """Whether only white units stand in a hex attacked: no Counterblow lies there."""
    there = battle.situation.units_at(place, enemy_of(battle.side))
    return all(map(battle.situation.is_white, there))


def _came_of_their_own_will(battle: Battle) -> bool:
    """Whether a counterattack strikes the Active side's units after a voluntary attack."""
    situation = battle.situation
    if battle.choices.counterblow or situation.active == battle.side:
        return False
    if any(situation.marked(unit.hex, "counterblow") for unit in battle.attackers):
        return False
    return any(bar_voluntary(situation, unit) is None for unit in battle.in_targets)


@rule("10.1.1")
def bar_voluntary(situation: Situation, unit: Unit) -> Reason | None:
    """Disorganised and white units do not attack of their own will; those in parentheses that are
    not white may, unless the reading is another."""
    text = ""
    if "disorganised" in unit.markers:
        text = "{unit} is Disorganised and cannot attack voluntarily."
    elif situation.is_white(unit):
        text = "{unit} has a white strength: no voluntary attack."
    elif situation.is_parenthesised(unit) and not situation.option("parenthesised-attack"):
        text = "{unit} has its strength in parentheses: no attack."
    return Reason("10.1.1", text, "unit", unit=unit) if text else None


@rule("10.0", "10.1", "10.3.3")
def bar_adjacent(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """An attacker is adjacent to every target hex, and not across a prohibited side."""
    if target not in situation.near(unit.hex):
        return sayings.not_adjacent("10.3.3", unit=unit, hex=target)
    if not situation.passable(unit.hex, target):
        return sayings.lake_between("10.1", hex=unit.hex, hex2=target)
    return None


@rule("10.1.1", "10.1.2", "10.7.2", "10.7.3", "14.9")
def bar_part(battle: Battle, unit: Unit) -> Reason | None:
    """Why a unit may not attack in this battle; Counterblows are answered, and counterattacks made,
    by Disorganised and white units too."""
    for target in battle.targets:
        if reason := bar_adjacent(battle.situation, unit, target):
            return reason
    if battle.choices.counterattack or battle.forced:
        return None
    return bar_voluntary(battle.situation, unit)


@rule("10.1", "10.1.2")
def bar_counterblow(battle: Battle, place: str) -> Reason | None:
    """A Counterblow is not laid on a hex that holds only white units, nor on one with a Target."""
    if not battle.is_counterblow(place) or battle.choices.counterattack:
        return None
    situation, side = battle.situation, enemy_of(battle.side)
    if _all_white(battle, place):
        text = "{hex} holds only white units: no Counterblow lies there."
        return Reason("10.1.2", text, hex=place)
    if situation.marked(place, "counterblow"):
        return None
    if situation.marked(place, "target"):
        return Reason("10.1.2", "{hex} bears a Target marker and takes no Counterblow.", hex=place)
    if situation.count_marked("counterblow", side) >= MARKERS:
        text = "All {n} Counterblow markers of that side are in use."
        return Reason("10.1", text, "markers", n=MARKERS)
    return None


@rule("10.1", "13.1", "13.5")
def target_limit(situation: Situation, side: str) -> tuple[int, str]:
    """The most hexes that a side may mark as targets, and the rule: five; the Axis three in Long
    Winter and from turn 20, one from turn 26."""
    if side != AXIS:
        return MARKERS, "10.1"
    by_turn = int(situation.game.tables["turns"][str(situation.turn), "targets"])
    by_weather = int(situation.effect("targets"))
    if by_turn < MARKERS:
        return min(by_turn, by_weather), "13.5"
    return by_weather, "13.1" if by_weather < MARKERS else "10.1"


@rule("10.1")
def bar_markers(battle: Battle) -> Reason | None:
    """A voluntary attack needs a Target marker that is still free."""
    if battle.choices.counterattack or battle.forced:
        return None
    situation, side = battle.situation, battle.side
    if all(situation.marked(place, "target") for place in battle.targets):
        return None
    most, number = target_limit(situation, side)
    placed = situation.count_marked("target", enemy_of(side))
    others = situation.count_marked("counterblow", side)
    new = sum(not situation.marked(place, "target") for place in battle.targets)
    if placed + new > most:
        text = "{side} may mark {n} {n|target|targets}; {m} {m|is|are} marked."
        return Reason(number, text, "markers", side=situation.side_name(side), n=most, m=placed)
    if placed + others + new > MARKERS:
        text = "All {n} Target and Counterblow markers are in use."
        return Reason("10.1", text, "markers", n=MARKERS)
    return None


def barred_neighbours(battle: Battle) -> Iterator[Reason]:
    """Why none of those next to the target hexes attacks, where nobody was named."""
    near = {name for place in battle.targets for name in battle.situation.near(place)}
    beside = (
        unit for name in sorted(near) for unit in battle.situation.units_at(name, battle.side)
    )
    yield from (why for unit in beside if (why := bar_part(battle, unit)))


@rule("10.0", "10.1", "10.2", "10.3.2", "10.3.3")
def objections(battle: Battle) -> Iterator[Reason]:
    """Every reason why the rules forbid this battle; none if it may be fought."""
    situation, defending = battle.situation, enemy_of(battle.side)
    if situation.phase and situation.stage != "combat":
        yield sayings.no_battle_now("10.0", phase=situation.phase_name(situation.phase))
    if not battle.attackers:
        yield Reason("10.1", "No unit may attack here.")
        yield from barred_neighbours(battle)
    if len(sides_of(battle.attackers)) > 1:
        yield Reason("10.0", "The attackers are of both sides.", "side")
    for place in battle.targets:
        if not situation.units_at(place, defending):
            yield Reason("10.1", "{hex} holds no enemy of the attackers.", hex=place)
        elif reason := bar_counterblow(battle, place):
            yield reason
    wrong_turn = situation.stage == "combat" and battle.side != situation.active
    if wrong_turn and not battle.choices.counterattack and battle.attackers:
        text = "Only the Active side, {side}, attacks now."
        yield Reason("10.0", text, "phase", side=situation.side_name(situation.active))
    yield from (why for unit in battle.attackers if (why := bar_part(battle, unit)))
    for unit in (*battle.attackers, *battle.defenders):
        if not unit.get("strength") and type_of(unit) != "rezervy":
            text = "{unit} has no strength in the position: write strength = [...]."
            yield Reason("2.3", text, unit=unit)
    if reason := bar_markers(battle):
        yield reason


def of_battle(battle: Battle) -> Iterator[str]:
    """The readings that decide about this battle's column or lawfulness."""
    situation = battle.situation
    if sum(is_red_shock(unit) for unit in battle.attackers) > 1:
        yield "shock-bonus"
    if any(unit.type == "shock" and unit.step > 1 for unit in battle.attackers):
        yield "shock-bears-exchange"
    if len({unit.hex for unit in battle.in_targets if "oos" in unit.markers}) > 1:
        yield "oos-shift"
    if any(is_ss_panzer(unit) and "oos" in unit.markers for unit in battle.attackers):
        yield "ss-panzer-oos"
    if len(battle.targets) > 1 and any(is_armour(unit) for unit in battle.attackers):
        yield "armour-bonus-hex"
    if any(battle.is_counterblow(place) for place in battle.targets) and _hexsides(battle):
        yield "counterblow-drops-hexsides"
    if battle.choices.counterattack and battle.side == AXIS and situation.weather in SNOWY:
        yield "snow-counterattack"
    bracketed = (u for u in battle.attackers if situation.is_parenthesised(u))
    if not all(map(situation.is_white, bracketed)):
        yield "parenthesised-attack"


def _hexsides(battle: Battle) -> bool:
    between = battle.situation.board.between
    crossed = [between(u.hex, place) for u in battle.attackers for place in battle.targets]
    return any(kinds & {"river", "objective"} for kinds in crossed)


def of_areas(situation: Situation, near: Iterable[str], side: str) -> Iterator[str]:
    """The reading about the Balkans, where a Soviet unit stands next to them."""
    if side != AXIS and any(place in situation.board.areas and place != FINLAND for place in near):
        yield "soviets-in-balkans"
