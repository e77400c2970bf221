"""Supply, zones, stacking and moves in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.questions.answers import (
    Moves,
    Reached,
    Stacking,
    Supply,
    UnitSupply,
    Zones,
    is_supplied,
    judged_otherwise,
    unheard,
)
from assistant.questions.reasons import Reason
from assistant.report.facts import NOTHING, further
from assistant.report.words import (
    COLUMNS_OF_HEXES,
    MANY_HEXES,
    by_reason,
    closed_hexes,
    number,
    reasons,
    runs,
    spot,
    state_word,
    table,
    unit_name,
    untold,
    way,
)
from assistant.words.voice import Voice
from builder.saying import AsWritten, Saying

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

WHEN_JUDGED = "When judged"
"""The heading over what a unit's state becomes once supply is judged."""
UNHEARD = "out of communication"
MOST_CUTS = 6
FEW_HEXES = 24
"""As many hexes in reach are listed one by one, each with its way."""
BAND = 5
"""Of more than MANY_HEXES in reach those of so many costs are told together."""


def strangers(say: Voice, position: Position) -> Iterator[RenderableType]:
    """What the answers do not know of, a line each: pieces left out, a log that was cut off."""
    from rich.text import Text

    for sentence in position.unknown:
        yield Text(say(sentence), style="bold red")


def supply(say: Voice, position: Position, answer: Supply) -> Iterator[RenderableType]:
    """Every unit with its state and line, those without on top, with what cuts them off; and what
    their states become once supply is judged, where that is another."""
    from rich.text import Text

    alike = _one_reason(answer)
    for side in position.game.sides.values():
        units = [unit for unit in answer.units if unit.side == side.id]
        units.sort(key=_as_urgent)
        if not units:
            continue
        if alike:
            yield Text(f"{say(side.name)}: {sums(say, units)}")
            continue
        judged = [WHEN_JUDGED] if any(map(judged_otherwise, units)) else []
        rows = table(
            say, "Unit", "Hex", "State", *judged, "Source", "Line",
            title=f"{say(side.name)}: {sums(say, units)}",
        )  # fmt: skip
        for unit in units:
            rows.add_row(
                unit_name(say, position, unit.id),
                spot(say, position, unit.hex),
                state_of(say, unit),
                *([once_judged(say, unit)] if judged else []),
                spot(say, position, unit.source or ""),
                _line(say, position, unit) if unit.path else why(say, unit),
            )
        yield rows
    if alike:
        yield Text(say(alike))
    yield from further(say, position, answer.extra, but=("overview",))


def _one_reason(answer: Supply) -> str:
    """What is told of all units alike where none has a line, as in a game without such rules; empty
    where they differ."""
    told = {tuple(why.text for why in unit.because) for unit in answer.units}
    plain = not any(unit.path or unit.source or judged_otherwise(unit) for unit in answer.units)
    (reasons,) = told if plain and len(told) == 1 else ((),)
    return reasons[0] if len(reasons) == 1 and all(map(is_supplied, answer.units)) else ""


def _as_urgent(unit: UnitSupply) -> tuple[bool, bool, bool]:
    """Units without supply first, then those without communication or whose state will change."""
    return is_supplied(unit), unheard(unit) is None, not judged_otherwise(unit)


def state_of(say: Voice, unit: UnitSupply) -> Text:
    """The state of a unit's supply in its colour, and whether it is out of communication."""
    told = state_word(say, unit.state, is_supplied(unit))
    return told.append(f", {say(UNHEARD)}", style="bold red") if unheard(unit) else told


def once_judged(say: Voice, unit: UnitSupply) -> Text | str:
    """What becomes of a unit's state once supply is judged; a dash where it stays as it is."""
    return state_word(say, str(unit.next)) if judged_otherwise(unit) else NOTHING


def _line(say: Voice, position: Position, unit: UnitSupply) -> str:
    """The way of a unit's supply, and what breaks its line of communication."""
    line = f"{len(unit.path) - 1}: {way(unit.path, shown=partial(spot, say, position))}"
    why_not = unheard(unit)
    return f"{line}\n{why_not.rule} {say(why_not.text)}" if why_not else line


def sums(say: Voice, units: list[UnitSupply]) -> str:
    """How many units are in each state, and how many of all are out of communication."""
    states: dict[str, int] = {}
    for unit in units:
        states[unit.state] = states.get(unit.state, 0) + 1
    told = ", ".join(f"{count} {say.state(state, count)}" for state, count in states.items())
    alone = sum(unheard(unit) is not None for unit in units)
    return f"{told}; {alone} {say(UNHEARD)}" if alone else told


def why(say: Voice, unit: UnitSupply) -> Text:
    """The reasons of a unit's state, then what cuts it off, the hexes of each rule together."""
    from rich.text import Text

    cuts = by_reason(unit.extra.get("cut_by", ()))
    told = (reason for reason in unit.because if (reason.rule, str(reason.text)) not in cuts)
    lines = [f"{reason.rule} {say(reason.text)}" for reason in told]
    for (rule, text), names in cuts.items():
        shown = " ".join(names[:MOST_CUTS])
        more = (
            " " + say(Saying("and {n} more", n=len(names) - MOST_CUTS))
            if len(names) > MOST_CUTS
            else ""
        )
        lines.append(f"{rule} {say(text)} ({shown}{more})")
    return Text("\n".join(lines))


def zones(say: Voice, position: Position, answer: Zones) -> Iterator[RenderableType]:
    """The hexes in each side's zones, a dozen a line."""
    from rich.text import Text

    for side, names in answer.zones.items():
        yield Text(
            f"{say(position.game.sides[side].name)}: "
            + say(Saying("{n} {n|hex|hexes}", n=len(names))),
            style="bold",
        )
        told = [spot(say, position, name) for name in names]
        between = ", " if any(" " in name for name in told) else " "
        for first in range(0, len(told), COLUMNS_OF_HEXES):
            yield Text("  " + between.join(told[first : first + COLUMNS_OF_HEXES]))
    yield from further(say, position, answer.extra)


def stacking(say: Voice, position: Position, answer: Stacking) -> Iterator[RenderableType]:
    """What breaks a stacking rule, or that nothing does."""
    from rich.text import Text

    if not answer.violations:
        yield Text(say("No stack breaks a rule."), style="green")
    for violation in answer.violations:
        yield Text.assemble(
            (f"{violation.hex} ", "bold red"), (f"{violation.rule} ", "cyan"), say(violation.text)
        )
    yield from further(say, position, answer.extra)


def moves(say: Voice, position: Position, answer: Moves) -> Iterator[RenderableType]:
    """The points, the hexes in reach by what they cost, and what closes the others."""
    from rich.text import Text

    ids = [answer.unit] if answer.unit in position.by_id else answer.unit.split(",")
    names = ", ".join(unit_name(say, position, id_) for id_ in ids)
    where = spot(say, position, position.by_id[ids[0]].hex)
    early = _is_early(position, answer)
    none = early and not answer.allowance
    text = "in {hex}" if none else "in {hex}: {n:g} movement {n|point|points}"
    yield Text.assemble(
        (names, "bold"), " " + say(Saying(text, hex=AsWritten(where), n=answer.allowance))
    )
    yield from reasons(say, answer.because)
    if answer.reach:
        yield from reach(say, position, answer)
        yield from reasons(say, by_rules(answer.reach))
    elif not early:  # of which one sentence is said, behind all else
        yield Text(say("It can reach no hex."), style="bold red")
    if closed := untold(answer.refused, answer.because):
        yield closed_hexes(say, position, closed, len(answer.reach) > MANY_HEXES)
    yield from further(say, position, answer.extra, but=("too_far", "rolled"))


def _is_early(position: Position, answer: Moves) -> bool:
    """Whether a unit moves nowhere because another phase is that of its moves."""
    timing = answer.timing
    elsewhere = timing is not None and not timing.assumed and timing.phase != position.phase
    return elsewhere and not answer.reach


def reach(say: Voice, position: Position, answer: Moves) -> Iterator[RenderableType]:
    """The hexes in reach, first those next to an enemy: each with its way where they are few, else
    those of one cost together, and of a large reach those of a band of costs."""
    side = position.by_id[answer.unit.split(",")[0]].side
    front = front_of(position, side)
    found = sorted(answer.reach, key=lambda one: (one.hex not in front, one.cost, one.hex))
    near = [one for one in found if one.hex in front]
    if len(found) <= FEW_HEXES:
        rows = table(say, ">Cost", "Hex", *(["Next to"] if near else []), "Way")
        for one in found:
            beside = [" ".join(front.get(one.hex, ()))] if near else []
            line = way(one.path, limit=10, shown=partial(spot, say, position))
            rows.add_row(number(say, one.cost), spot(say, position, one.hex), *beside, line)
        yield rows
        for heading, some in by_duty(near):
            if heading != NEXT_TO:
                yield f"{say(heading)}: {' '.join(spot(say, position, one.hex) for one in some)}"
        return
    for heading, some in by_duty(near):
        yield by_cost(say, position, some, heading, len(found) > MANY_HEXES, 1)
    if far := found[len(near) :]:
        many = len(found) > MANY_HEXES
        yield by_cost(
            say, position, far, "Other hexes" if near else "Hex", many, BAND if many else 1
        )
    if len(found) > MANY_HEXES:
        from rich.text import Text

        yield Text(say("C3904–07 is C3904 to C3907; --json has the way to each hex."), style="dim")
        yield Text("")


NEXT_TO = "Next to an enemy"


def by_duty(near: Sequence[Reached]) -> Iterator[tuple[str, list[Reached]]]:
    """Hexes next to an enemy by what entering them brings with it, under a heading each."""
    bound = [one for one in near if one.extra.get("must_attack")]
    halted = [one for one in near if one.extra.get("stops") and one not in bound]
    rest = [one for one in near if one not in bound and one not in halted]
    yield from (
        (heading, some)
        for heading, some in (
            ("Next to an enemy: it stops and must attack at once", bound),
            ("Next to an enemy: it stops", halted),
            (NEXT_TO, rest),
        )
        if some
    )


def by_rules(found: Sequence[Reached]) -> Iterator[Reason]:
    """The hexes that are reached by a rule of their own, as infiltration, and no common march; of a
    stack those that some of its units reach so."""
    for (rule, what), names in _hexes_by_rule(found).items():
        yield Reason(rule, "By {what}: {hexes}.", what=what, hexes=names)


def ruled_hexes(found: Sequence[Reached]) -> list[str]:
    """The same hexes without their rules, in order: a map marks them."""
    return sorted({name for names in _hexes_by_rule(found).values() for name in names})


def _hexes_by_rule(found: Sequence[Reached]) -> dict[tuple[str, str], list[str]]:
    hexes: dict[tuple[str, str], list[str]] = {}
    for one in found:
        means = [one.extra, *one.extra.get("of_units", {}).values()]
        for how in dict.fromkeys((by["rule"], by["by"]) for by in means if by.get("rule")):
            hexes.setdefault(how, []).append(one.hex)
    return hexes


def front_of(position: Position, side: str) -> dict[str, list[str]]:
    """The hexes next to units of another side that has a turn of its own, with those units' hexes:
    where one may fight from."""
    playing = {phase.side for phase in position.game.definition.phase} - {"", side}
    grid = position.board.grid
    enemies = {unit.hex for unit in position.units if unit.side in playing and unit.hex in grid}
    front: dict[str, list[str]] = {}
    for enemy in sorted(enemies):
        for name in position.board.neighbours(enemy):
            front.setdefault(name, []).append(enemy)
    return front


def by_cost(
    say: Voice, position: Position, found: Sequence[Reached], title: str, short: bool, band: int
) -> Table:
    """A row for each cost or band of so many costs, with its hexes."""
    together: dict[int | float, list[Reached]] = {}
    for one in found:
        together.setdefault(ceil(one.cost / band) if band > 1 else one.cost, []).append(one)
    rows = table(say, ">Cost", title)
    for row in together.values():
        costs = [number(say, cost) for cost in sorted({row[0].cost, row[-1].cost})]
        names = sorted(one.hex for one in row)
        named = [spot(say, position, name) for name in (runs(names) if short else names)]
        between = ", " if any(" " in one for one in named) else " "
        rows.add_row("–".join(costs), between.join(named))
    return rows
