"""Supply (rule 11): the state in force, and what a supply chit drawn now would leave."""

from __future__ import annotations

from assistant.games.mlb.headquarters import relocation_hexes
from assistant.games.mlb.situation import Situation
from assistant.games.mlb.stand_ins import invented_sources
from assistant.games.mlb.units import State, is_hq, state_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Supply, UnitSupply
from assistant.questions.reasons import Reason

SHOWN_STOPS = 6

CHIT = Reason(
    "11.1.4", "Supply is judged only when the supply chit is drawn; markers hold till then."
)


@rule("11.1.1", "11.1.2")
def can_trace(situation: Situation, unit: Unit) -> bool:
    """A unit is in supply if a line of communication runs from its hex to a source of its side."""
    return unit.hex in situation.lines[unit.side].onward


@rule("11.1.3")
def after_check(state: State, traced: bool) -> State:
    """One level worse for a failed check, full recovery for a line; isolation is the end of it."""
    if traced:
        return "supplied"
    return "oos" if state == "supplied" else "isolated"


@rule("11.1.4", "14.1(3)")
def next_state(unit: Unit, traced: bool) -> str:
    """What a supply chit would leave now; a headquarters without a line is relocated."""
    if is_hq(unit) and not traced:
        return "relocated"
    return after_check(state_of(unit), traced)


def supply(situation: Situation) -> Supply:
    """Both displays for every unit of both sides, judged at once on the position as it stands."""
    units = tuple(_unit(situation, unit) for unit in situation.units)
    sources = (unit.source for unit in units if unit.source)
    return Supply(units, {"stand_ins": invented_sources(situation, sources)})


def _unit(situation: Situation, unit: Unit) -> UnitSupply:
    lines = situation.lines[unit.side]
    path = lines.path(unit.hex)
    return UnitSupply(
        id=unit.id,
        side=unit.side,
        hex=unit.hex,
        state=state_of(unit),
        source=path[-1] if path else None,
        path=path,
        because=(_line_found(path),) if path else _no_line(situation, unit),
        extra=_after_draw(situation, unit, bool(path)),
    )


def _after_draw(situation: Situation, unit: Unit, traced: bool) -> dict[str, object]:
    """The state that a supply chit would leave, and where it would send a headquarters."""
    state = next_state(unit, traced)
    if state != "relocated":
        return {"next": state}
    return {"next": state, "relocation": relocation_hexes(situation, unit)}


def _line_found(path: tuple[str, ...]) -> Reason:
    return Reason(
        "3.3",
        "A line of {n} {n|hex|hexes} runs to the source {hex}.",
        n=len(path) - 1,
        hex=path[-1],
    )


def _no_line(situation: Situation, unit: Unit) -> tuple[Reason, ...]:
    lines = situation.lines[unit.side]
    if not lines.sources:
        return (
            Reason("2.1.2", "The map has no supply source of the {side} side.", side=unit.side),
        )
    stops = sorted(lines.stops(unit.hex).values(), key=lambda reason: reason.rule)
    more = len(stops) - SHOWN_STOPS
    rest = (Reason("3.3", "{n} further hexes end its lines.", n=more),) if more > 0 else ()
    return (*stops[:SHOWN_STOPS], *rest, CHIT)
