"""The turn in words: duties, arrivals, points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.questions.answers import Arrival, Arrivals, Duty, Score, Threshold, Turn
from assistant.questions.reasons import Reason, Saying
from assistant.report.facts import further
from assistant.report.words import (
    hanging,
    level_name,
    number,
    side_name,
    spot,
    table,
    unit_names,
)
from assistant.words.voice import Voice
from builder.game.model import Game

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_HEXES = 12
"""Hexes of one entry in a list; of more the first are told, and how many there are."""
MOST_UNITS = 12
"""Units of what may be done, likewise: half an army may move. Who must do something is all told."""
STYLES = {"must": "bold", "may": "green", "done": "dim", "forbidden": "yellow"}


def turn(say: Voice, position: Position, answer: Turn) -> Iterator[RenderableType]:
    """The duties of the phase, what must be done first, and the phases ahead."""
    from rich.text import Text

    called = position.game.definition.phase_name
    phase = say(called(answer.phase)) or say("no phase named")
    known = position.game.definition.turns.has(answer.turn)
    when = f"{say('Turn')} {answer.turn}" if known else say("No turn told")
    yield Text(f"{when}: {phase}", style="bold")
    for standing, style in STYLES.items():
        for duty in _joined(duty for duty in answer.duties if duty.standing == standing):
            yield hanging(Text(f"{say(standing)}:", style=style), _duty(say, position, duty))
    if answer.ahead:
        ahead = ", ".join(say(called(one)) for one in answer.ahead)
        yield Text(f"{say('Ahead')}: {ahead}", style="dim")
    for missing in answer.not_judged or ():
        rule = f"{missing.rule}: " if isinstance(missing, Reason) else ""
        yield Text(rule + say(missing.text if isinstance(missing, Reason) else missing))
    yield from further(say, position, answer.extra, but=("not_judged",))


def _joined(duties: Iterable[Duty]) -> Iterator[Duty]:
    """Duties in their order, those that say the same of one unit each as one of all of them."""
    found: dict[object, Duty] = {}
    for duty in duties:
        single = len(duty.units) == 1 and not duty.hexes
        key = (duty.rule, str(duty.what)) if single else id(duty)
        before = found.get(key)
        found[key] = replace(duty, units=before.units + duty.units) if before else duty
    yield from found.values()


def _duty(say: Voice, position: Position, duty: Duty) -> str:
    about = "; ".join(
        part
        for part in (
            _units(say, position, duty),
            _hexes(say, position, duty.hexes),
        )
        if part
    )
    return f"{say(duty.what)} ({duty.rule})" + (f" {about}" if about else "")


def _units(say: Voice, position: Position, duty: Duty) -> str:
    shown = duty.units if duty.standing == "must" else duty.units[:MOST_UNITS]
    told = ", ".join(_called(say, position, id_) for id_ in shown)
    return told if len(shown) == len(duty.units) else f"{told} ... ({len(duty.units)})"


def _hexes(say: Voice, position: Position, names: Sequence[str]) -> str:
    spots = [spot(say, position, name) for name in names[:MOST_HEXES]]
    told = (" " if spots == list(names[:MOST_HEXES]) else ", ").join(spots)
    return told if len(names) <= MOST_HEXES else f"{told} ... ({len(names)})"


def arrivals(say: Voice, position: Position, answer: Arrivals) -> Iterator[RenderableType]:
    """Who comes as what, whether, when, where and at what price, or why not."""
    from rich.padding import Padding
    from rich.text import Text

    if not answer.arrivals:
        yield Text(say("Nobody comes, returns or grows."))
    else:
        for head, units, lines in _alike(say, position, answer.arrivals):
            yield Text(head, style="bold")
            yield Padding("\n".join([", ".join(units), *lines]), (0, 0, 0, 2))
    yield from _told(say, answer.because)
    yield from further(say, position, answer.extra)


def _alike(
    say: Voice, position: Position, arrivals: Iterable[Arrival]
) -> Iterator[tuple[str, list[str], list[str]]]:
    """The head, the units and the rest of each arrival; single units of which all the rest is the
    same stand together, groups that come together stay apart."""
    found: dict[tuple[str, ...], list[str]] = {}
    for place, one in enumerate(arrivals):
        told = [say(one.state)]
        told += [f"{say('turn')} {one.turn}"] if one.turn is not None else []
        told += [f"{say('price')} {number(say, one.price)}"] if one.price is not None else []
        side = side_name(say, position.game, one.side)
        head = f"{say(one.kind)}, {side}, {', '.join(told)} ({one.rule}):"
        apart = "" if len(one.units) == 1 else str(place)
        key = (apart, head, *_lines(say, position, one))
        found.setdefault(key, []).extend(one.units)
    for (_, head, *lines), ids in found.items():
        yield head, list(_counted(say, position, ids)), lines


def _counted(say: Voice, position: Position, ids: Iterable[str]) -> Iterator[str]:
    """The units by name; of copies of one counter the first, and how many they are."""
    copies: dict[str, list[str]] = {}
    for id_ in ids:
        unit = position.by_id.get(id_)
        copies.setdefault(unit.counter or id_ if unit else id_, []).append(id_)
    for first, *more in copies.values():
        name = _called(say, position, first)
        yield f"{len(more) + 1} × {name}" if more else name


def _called(say: Voice, position: Position, id_: str) -> str:
    """A unit of the position, or a counter that has yet to come."""
    counter = position.game.counters.get(id_)
    if id_ in position.by_id or counter is None:
        return unit_names(say, position, [id_])
    return say(counter.full_name or counter.name)


def _lines(say: Voice, position: Position, one: Arrival) -> Iterator[str]:
    """The hexes where, what is closed, and why."""
    ways: dict[str, list[str]] = {}
    for entry in one.entries:
        cost = f" {number(say, entry.cost)}" if entry.cost else ""
        late = entry.extra.get("delay")
        later = ", " + say(Saying("{n} {n|turn|turns} later", n=late)) if late else ""
        ways.setdefault(f"{say(entry.by)}{cost}{later}", []).append(entry.hex)
    for way, hexes in ways.items():
        yield f"{way}: {_hexes(say, position, hexes)}"
    for refusal in one.refused:
        yield f"{refusal.hex}: {say(refusal.text)} ({refusal.rule})"
    for reason in one.because:
        yield f"{reason.rule}: {say(reason.text)}"


def score(say: Voice, position: Position, answer: Score) -> Iterator[RenderableType]:
    """Points line by line, the sums, the level, and what more would bring."""
    from rich.text import Text

    rows = table(say, "Side", "What", ">Points", "Hexes", "Units", "Rule")
    for line in answer.lines:
        rows.add_row(
            side_name(say, position.game, line.side),
            say(line.what),
            number(say, line.points) + ("?" if line.stand_in else ""),
            _hexes(say, position, line.hexes),
            unit_names(say, position, line.units),
            line.rule,
        )
    if answer.lines:
        yield rows
    game = position.game
    sums = ", ".join(
        f"{side_name(say, game, side)} {number(say, points)}"
        for side, points in answer.points.items()
    )
    yield Text(f"{say('In sum')}: {sums}")
    if answer.net is not None:
        yield Text(f"{say('Net')}: {number(say, answer.net)}")
    if answer.level:
        yield Text(
            f"{say('If the game ended now')}: {level_name(say, game, answer.level)}", style="bold"
        )
    if answer.thresholds:
        steps = table(say, ">Points", "What", "Rule")
        for step in answer.thresholds:
            steps.add_row(number(say, step.points), _threshold(say, game, step), step.rule)
        yield steps
    yield from _told(say, answer.because)
    yield from further(say, position, answer.extra)


def _threshold(say: Voice, game: Game, step: Threshold) -> str:
    """What holds from so many points, and of whom and when if that is told: (Axis, turn 6)."""
    who = [side_name(say, game, step.side)] if step.side else []
    when = [say(Saying("turn {n}", n=step.turn))] if step.turn is not None else []
    told = ", ".join(who + when)
    return level_name(say, game, step.what) + (f" ({told})" if told else "")


def _told(say: Voice, because: Iterable[Reason]) -> Iterator[RenderableType]:
    from rich.text import Text

    for reason in because:
        rule = f"{reason.rule}: " if reason.rule else ""
        yield Text(f"{rule}{say(reason.text)}", style="dim")
