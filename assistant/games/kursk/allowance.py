"""Who may move in a phase, and with how many points (rules 5.2, 5.4, 6.33, 10.2, 11.52)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import class_of, is_disrupted, is_hq, is_partisan, printed
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason, Saying

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Allowance:
    """Movement points in a phase; `bar` is why a unit may not move at all."""

    points: int
    bar: Reason | None = None
    because: tuple[Reason, ...] = ()


@rule("5.2", "5.21", "5.42", "5.43", "6.33", "15.24", "18.3")
def bar_to_move(situation: Situation, unit: Unit) -> Reason | None:
    """What keeps a unit from moving in this phase: the phase, disruption, reserve, its class."""
    moment = situation.moment
    if is_partisan(unit):
        return Reason("15.24", "Partisans never move.")
    if not moment.belongs_to(unit.side) or moment.kind in ("first", "second"):
        return Reason(
            "5.21", "{unit} moves only in its own movement phases.", "phase", unit=unit.shown
        )
    if is_disrupted(unit):
        return Reason("5.43", "{unit} is disrupted.", unit=unit.shown)
    if situation.command.is_reserve(unit):
        return Reason(
            "18.3", "{unit} is a reserve that is not activated.", "command", unit=unit.shown
        )
    if moment.kind == "mechanized":
        return _bar_to_second_move(situation, unit)
    return None


@rule("5.0", "5.42", "10.14")
def _bar_to_second_move(situation: Situation, unit: Unit) -> Reason | None:
    """In mechanised movement go headquarters, and armoured units whose mode allows it."""
    if is_hq(unit):
        return None
    if class_of(situation.position, unit) != "armoured":
        text = Saying(
            "{unit} is neither a headquarters nor armoured or mechanised.", unit=unit.shown
        )
        return Reason("5.0", text)
    mode = situation.command.mode(unit)
    if not situation.charts.mode_allows(mode, "mechanized"):
        return Reason("5.42", "{unit} is in {mode} mode.", unit=unit.shown, mode=mode)
    return None


@rule("5.27", "5.41", "11.51", "11.52")
def allowance(situation: Situation, unit: Unit) -> Allowance:
    """The printed allowance, halved once for supply and communication together, once more for the
    mode, and rounded down."""
    bar = bar_to_move(situation, unit)
    if bar is not None:
        return Allowance(0, bar, (bar,))
    factor = Fraction(1)
    because = []
    for factor_, reason in _factors(situation, unit):
        factor *= factor_
        because.append(reason)
    return Allowance(int(printed(unit, "movement") * factor), None, tuple(because))


def _factors(situation: Situation, unit: Unit) -> Iterator[tuple[Fraction, Reason]]:
    if not situation.supplied(unit) or not situation.in_communication(unit):
        missing = [
            what
            for what, has in (
                ("supply", situation.supplied(unit)),
                ("communication", situation.in_communication(unit)),
            )
            if not has
        ]
        what = " and ".join(missing)
        yield HALF, Reason("11.52", "Halved: out of {what}.", what=what)
    if situation.command.has_mode(unit):
        mode = situation.command.mode(unit)
        factor = situation.charts.movement_factor(mode)
        if factor != 1:
            yield factor, Reason("5.41", "Times {factor}: {mode} mode.", factor=factor, mode=mode)
