"""One battle: what the players declare for it (`--with NAME=VALUE`), who fights whom, in which
segment and modes, what keeps a unit out (rules 6.1, 9.1, 9.2, 9.45, 9.66, 11.13, 18.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from assistant.games.kursk import sayings
from assistant.games.kursk.overruns import bar_hexside, bar_of_command, bar_to_overrun
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    attack_of,
    enemy_of,
    is_combat_unit,
    is_gun,
    is_hq,
    is_partisan,
    is_under_command,
    steps_of,
)
from assistant.kernel.chart import Figure
from assistant.kernel.ledger import Modifier, by_chart
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.battle_options import Listed
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason

OPTIONS = Listed(Path(__file__).with_name("options.toml"))

Gun = Literal["artillery", "anti-tank"]
AIMS: Mapping[str, Gun] = {"": "artillery", "artillery": "artillery", "anti-tank": "anti-tank"}


@dataclass(frozen=True)
class CounterFire:
    """Counter-battery fire: German points, or all of a Soviet artillery unit, against enemy guns
    of a kind."""

    against: Gun
    points: int = 0
    unit: str = ""


@dataclass(frozen=True)
class Declared:
    """The declarations of both players; None where a player says nothing."""

    bombardment: Mapping[str, int] = field(default_factory=dict)
    suppress: int | None = None
    anti_tank: int | None = None
    air_attack: int = 0
    air_defence: int = 0
    attacker_mode: str | None = None
    defender_mode: str | None = None
    counter_battery: tuple[CounterFire, ...] = ()


@rule("17.21")
def declared(position: Position, options: Options) -> Declared:
    """The options as declarations, at most two air points of each side in a combat; QuestionError
    says what can be written instead."""
    if "counter-battery" in options and not position.value("optional-counter-battery"):
        text = "Counter-battery fire is an optional rule: set optional-counter-battery = true."
        raise QuestionError(text)
    told = OPTIONS.read(
        options,
        {
            "bombardment": lambda _, word: _bombardment(position, word),
            "counter-fire": lambda _, word: tuple(_counter_fire(position, word)),
        },
    )
    return Declared(**{name.replace("-", "_"): value for name, value in told.items()})


def is_number(text: str) -> bool:
    """Whether a text is written in digits alone."""
    return text.isascii() and text.isdigit()


def _bombardment(position: Position, text: str) -> dict[str, int]:
    """`HQ:N`, several joined by `+`, or by the comma that joins an option given twice."""
    found: dict[str, int] = {}
    for part in filter(None, map(str.strip, text.replace(",", "+").split("+"))):
        name, _, number = part.rpartition(":")
        unit = position.by_id.get(name)
        if not name or not is_number(number):
            said = "bombardment={text}: write HQ:N, as in bombardment=47-pzk:4."
            raise QuestionError(said, text=text)
        if unit is None or not is_hq(unit):
            said = "bombardment={text}: '{name}' is no headquarters here."
            raise QuestionError(said, text=text, name=name)
        found[name] = found.get(name, 0) + int(number)
    return found


@rule("13.62", "13.64")
def _counter_fire(position: Position, text: str) -> Iterator[CounterFire]:
    """`N` German points or the id of a Soviet artillery unit, with `:anti-tank` where anti-tank
    points are meant to be cancelled; several joined by `+`, or by the comma of an option given
    twice."""
    for part in text.replace(",", "+").split("+"):
        who, _, aim = part.strip().partition(":")
        if not who and not aim:
            continue
        if aim not in AIMS:
            said = "counter-battery={text}: after ':' write artillery or anti-tank, not '{word}'."
            raise QuestionError(said, text=text, word=aim)
        unit = position.by_id.get(who)
        if unit is not None and unit.type == "artillery":
            yield CounterFire(AIMS[aim], unit=who)
        elif is_number(who):
            yield CounterFire(AIMS[aim], points=int(who))
        else:
            said = (
                "counter-battery={text}: '{name}' is of no use: "
                "write a number of German points, or a Soviet artillery unit here."
            )
            raise QuestionError(said, text=text, name=who)


# The battle

Segment = Literal["overrun", "first", "second", "none"]
Force = Literal["attacker", "defender"]
Out = tuple[Unit, Reason]
"""A unit that may not take part, and why."""


@rule("4.2", "5.28", "6.12", "9.12")
def segment_of(situation: Situation) -> Segment:
    """Combat while units move is an overrun; without a phase the first segment is meant."""
    kind = situation.moment.kind
    if kind in ("movement", "mechanized"):
        return "overrun"
    if kind == "second":
        return "second"
    return "none" if kind == "other" else "first"


@rule("9.21", "9.77")
def holding(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Of the units in a hex those that a result strikes: not those that retreated into it, held by
    others, in this segment; they share only the end of it."""
    everyone = tuple(units)
    staying = tuple(unit for unit in everyone if "retreated" not in unit.markers)
    return staying if any(not is_gun(unit) for unit in staying) else everyone


@dataclass(frozen=True)
class Battle:
    """A hex under attack. `attackers` are those who may; `guns` bombard beside them."""

    situation: Situation
    target: str
    attackers: tuple[Unit, ...]
    declared: Declared
    guns: tuple[Unit, ...] = ()

    @cached_property
    def segment(self) -> Segment:
        return segment_of(self.situation)

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """All units in the hex but partisans, who defend nothing."""
        return tuple(unit for unit in self.situation.at(self.target) if not is_partisan(unit))

    @property
    def defending_side(self) -> str:
        return self.defenders[0].side if self.defenders else ""

    @property
    def attacking_side(self) -> str:
        return enemy_of(self.defending_side) if self.defenders else ""

    @cached_property
    def holding(self) -> tuple[Unit, ...]:
        """Defenders that count."""
        return holding(self.defenders)

    def guns_of(self, kind: str) -> list[Unit]:
        """The defenders' guns of a kind."""
        return [unit for unit in self.defenders if unit.type == kind]

    @cached_property
    @rule("9.37", "13.19", "13.28")
    def automatic(self) -> bool:
        """Guns alone in a hex are eliminated when attacked."""
        return bool(self.defenders) and all(is_gun(unit) for unit in self.defenders)

    @cached_property
    @rule("9.38", "9.37")
    def steps(self) -> int:
        """The defenders' total steps: one for a headquarters, none for guns."""
        return sum(steps_of(unit) for unit in self.holding)

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """The hexes from which the attack comes."""
        return tuple(sorted({unit.hex for unit in self.attackers}))

    # Modes

    @cached_property
    def attacker_modes(self) -> tuple[str, ...]:
        return modes_of(self.situation, self.attackers)

    @cached_property
    def defender_postures(self) -> tuple[str, ...]:
        return postures_of(self.situation, self.holding)

    @cached_property
    def attacker_mode(self) -> str:
        """The mode in which the attackers fight; of a mixed force the one that the defender names,
        else the one worst for them."""
        return self._fought("attacker", self.declared.attacker_mode, self.attacker_modes)

    @cached_property
    def defender_posture(self) -> str:
        """The mode in which the defenders fight, disrupted included; of a mixed stack the one that
        the attacker names, else the one worst for them."""
        return self._fought("defender", self.declared.defender_mode, self.defender_postures)

    @rule("7.24", "9.45")
    def _fought(self, who: Force, named: str | None, present: tuple[str, ...]) -> str:
        """The opponent's choice among the modes that are there, or what is taken for it."""
        if named and named not in present:
            text = "{name}={mode}: here write {modes:or}."
            raise QuestionError(text, name=f"{who}-mode", mode=named, modes=present)
        return named or likely_choice(self.situation, who, present)


@rule("9.45")
def likely_choice(situation: Situation, who: Force, present: Iterable[str]) -> str:
    """The mode taken for the opponent's choice among those of a force where nobody says which: the
    one whose columns are worst for it, because he names it before the die is rolled; of equal ones
    the one that lets it retreat least."""
    charts, better = situation.charts, 1 if who == "attacker" else -1

    def worth(mode: str) -> tuple[float, float, str]:
        shift, limit = charts.mode_shift(who, mode), charts.retreat_limit(mode)
        return better * shift.number, limit.number, mode

    return min(present, key=worth)


@rule("9.45", "9.47", "10.17")
def mode_for_result(situation: Situation, posture: str, units: Iterable[Unit]) -> str:
    """The mode by which a result counts for a stack that fights in a posture: disrupted units stay
    in their mode."""
    modes = modes_of(situation, units)
    return posture if posture in modes else modes[0]


@rule("9.45", "10.14", "10.15")
def modes_of(situation: Situation, units: Iterable[Unit]) -> tuple[str, ...]:
    """The modes in a force; headquarters and guns bring none, and alone count as mobile."""
    command = situation.command
    found = {command.mode(unit) for unit in units if command.has_mode(unit)}
    return tuple(sorted(found)) or ("mobile",)


@rule("9.45", "9.66", "10.15", "10.17")
def postures_of(situation: Situation, units: Iterable[Unit]) -> tuple[str, ...]:
    """The modes of a defending stack, disrupted units apart; headquarters alone are mobile."""
    command, units = situation.command, tuple(units)
    found = {command.posture(unit) for unit in units if command.has_mode(unit)}
    found = found or {command.posture(unit) for unit in units if is_hq(unit)}
    return tuple(sorted(found)) or ("mobile",)


@rule("9.43", "9.45", "9.66", "9.71", "10.2", "10.17")
def retreat_limit(situation: Situation, who: Force, units: Iterable[Unit]) -> Figure:
    """Hexes that a stack may retreat: by its mode, of several by the one in which it fights."""
    mode = likely_choice(situation, who, postures_of(situation, units))
    return situation.charts.retreat_limit(mode)


@rule("11.18", "11.19")
def mixed_shift(what: str, situation: Situation, mix: str) -> Iterator[Modifier]:
    """The columns for mixed command, if it is mixed."""
    if mix:
        number = "11.18" if mix == "command-mix-one" else "11.19"
        yield by_chart(what, situation.charts.modifier(mix), number)


# Who may attack


@rule("3.4", "6.18")
def fights(unit: Unit) -> bool:
    """Whether a unit has attack points to bring."""
    return is_combat_unit(unit) or (is_hq(unit) and attack_of(unit) > 0)


def bar_to_attack(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """What keeps a unit out of an attack in the phase at hand; None if it may take part."""
    segment = segment_of(situation)
    bar = _bar_of_phase(situation, unit, segment) or _bar_of_place(situation, unit, target)
    if bar is not None:
        return bar
    if segment == "overrun":
        return bar_to_overrun(situation, unit)
    return _bar_of_kind(unit) or _bar_of_state(situation, unit, segment)


@rule("9.12", "6.12")
def _bar_of_phase(situation: Situation, unit: Unit, segment: Segment) -> Reason | None:
    """A unit begins combat only in its own side's combat or movement phases."""
    if segment == "none" or not situation.moment.belongs_to(unit.side):
        return Reason("9.12", "{unit} may not begin combat in this phase.", "phase", unit=unit)
    return None


@rule("9.12", "5.65", "6.15")
def _bar_of_place(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Only adjacent hexes are attacked, none across a lake without a road; overruns cross no major
    river."""
    if target not in situation.near(unit.hex):
        return sayings.not_beside("9.12", unit=unit, hex=unit.hex, hex2=target)
    if segment_of(situation) == "overrun":
        return bar_hexside(situation, unit.hex, target)
    if (unit.hex, target) in situation.ground.closed:
        return sayings.lake(hex=unit.hex, hex2=target)
    return None


@rule("9.11", "3.4")
def _bar_of_kind(unit: Unit) -> Reason | None:
    """Guns, partisans, Soviet headquarters and units without attack points never attack."""
    if not is_under_command(unit):
        return sayings.no_combat_unit(unit=unit)
    if is_hq(unit) and unit.side == "soviet":
        return Reason("9.11", "{unit} is a Soviet headquarters.", "unit", unit=unit)
    if not is_hq(unit) and not fights(unit):
        return Reason("3.4", "{unit} has no attack points.", "unit", unit=unit)
    return None


@rule("9.11", "9.13", "9.17", "6.33", "10.2", "11.13", "18.3")
def _bar_of_state(situation: Situation, unit: Unit, segment: Segment) -> Reason | None:
    """Disruption, independent command, reserve, the mode in this segment, and for Soviet units
    communication."""
    if bar := bar_of_command(situation, unit):
        return bar
    if is_hq(unit):
        if segment == "second" and not situation.option("hq-second-segment"):
            return Reason("9.13", "{unit} attacks in the first segment only.", "phase", unit=unit)
        return None
    mode = situation.command.mode(unit)
    segments = situation.charts.segments(mode)
    if not segments:
        return sayings.in_mode("9.11", unit=unit, mode=mode)
    if segment not in segments:
        text = "{unit} in {mode} mode may not attack in this segment."
        return Reason("9.13", text, "command", unit=unit, mode=mode)
    if unit.side == "soviet" and not situation.in_communication(unit):
        return sayings.out_of_communication("9.17", unit=unit)
    return None


@rule("9.15", "9.22", "9.23", "9.24")
def may_attack(situation: Situation, target: str) -> tuple[Unit, ...]:
    """All units that may join an attack on a hex, from all six sides."""
    defenders = situation.at(target)
    near = situation.beside(target, enemy_of(defenders[0].side)) if defenders else ()
    return tuple(u for u in near if fights(u) and bar_to_attack(situation, u, target) is None)


def sorted_out(
    situation: Situation, units: Iterable[Unit], target: str
) -> tuple[tuple[Unit, ...], list[Out]]:
    """Those who may attack, and the others with the rule against each."""
    bars = [(unit, bar_to_attack(situation, unit, target)) for unit in units]
    able = tuple(unit for unit, bar in bars if bar is None)
    return able, [(unit, bar) for unit, bar in bars if bar is not None]
