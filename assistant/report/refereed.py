"""What the referee found, in words: breaches, what cannot be judged, luck, the record by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from assistant.kernel.turn import TURN
from assistant.referee.chronicle import Fought, TurnRecord
from assistant.referee.luck import Dice, Luck, Roll
from assistant.referee.refereed import Refereed
from assistant.referee.strangers import StrangersLog
from assistant.referee.verdicts import Verdict
from assistant.report.words import (
    gain,
    level_name,
    number,
    place,
    side_name,
    table,
)
from assistant.words.columns import column_word
from assistant.words.voice import Voice
from builder.game.model import Game
from builder.saying import Saying, in_one_line
from builder.vassal.markup import without_colour

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_UNJUDGED = 20
MOST_HEXES = 6
"""Hexes of one end of a verdict that are told."""
MOST_FACES = 12
"""Faces of a die of which each is told, whether it came or not."""
NEVER = "of {m} faces {n} never came"
UNSAID = (
    "Of {n} {n|step|steps} nothing is said: {some}. They move markers, cards or units beside the "
    "map, change marks that are the players' own, roll dice that no battle explains, or were set "
    "right later."
)
TAKEN = "Control of {hex}: {side}."
NO_COLUMN = "no column is known"
ROLLED = "column {column}, die {n}: {result}"
ROLLED_FOR_NOTHING = "{n} rolled, no column is known"
NOBODYS = "{hex} is nobody's any more."
NO_RULES = (
    "Kessel has no rules for the module {module}: moves, battles and losses are not judged, "
    "only its dice. If it is another module of one of Kessel's games, kessel bind makes it known."
)


NO_SET_UP = (
    "The log lacks the set-up of {module} with which it began, so that nobody knows what lay on "
    "the table: only its dice are judged. Ask for the log as VASSAL wrote it."
)


def turn_called(say: Voice, game: Game, turn: int) -> str:
    """A turn by its number, or that none is told."""
    known = game.definition.turns.has(turn)
    return say(Saying("Turn {n}", n=turn)) if known else say("No turn told")


def where(say: Voice, game: Game, verdict: Verdict) -> str:
    """Turn, phase and step of a verdict."""
    phase = say(game.definition.phase_name(verdict.phase))
    told = turn_called(say, game, verdict.turn)
    told += f", {phase}" if phase else ""
    return f"{told}, {say(Saying('step {n}', n=verdict.step))} ({in_one_line(verdict.log)})"


def what(say: Voice, game: Game, verdict: Verdict) -> str:
    """Who went where, and the rule."""
    ends = dict.fromkeys(filter(None, (verdict.start, verdict.end)))
    way = " → ".join(_end(say, game, verdict, end) for end in ends)
    who = say(verdict.name) if verdict.name else say(verdict.subject)
    rule = f" [{verdict.rule}]" if verdict.rule else ""
    whose = f"{who} {way}" if way else who
    return f"{whose}{rule}: {say(verdict.text)}"


def _end(say: Voice, game: Game, verdict: Verdict, end: str) -> str:
    """Where something begins or ends: a phase, a space of the turn track, or hexes."""
    if verdict.subject == "sequence":
        return say(game.definition.phase_name(end))
    number = end.removeprefix(TURN)
    if number != end and number.isdecimal():
        return say(Saying("turn {n}", n=int(number)))
    return _few(say, end.split(","))


def _few(say: Voice, hexes: Sequence[str]) -> str:
    """The first hexes of a place that is several, and how many more there are."""
    more = len(hexes) - MOST_HEXES
    if more <= 1:
        return ",".join(hexes)
    return say(Saying("{names} and {n} more", names=",".join(hexes[:MOST_HEXES]), n=more))


def breaches(say: Voice, found: Refereed) -> Iterator[RenderableType]:
    """The findings, what could not be judged, and the count."""
    from rich.text import Text

    steps = len(found.judgement.history.moments)
    title = say(found.game.definition.title)
    logs = ", ".join(map(in_one_line, found.logs))
    yield Text(f"{title}: {logs}, {_length(say, steps)}", style="bold")
    for note in found.judgement.history.notes:
        yield Text(say(note), style="yellow")
    for verdict in found.findings:
        yield Text(f"! {where(say, found.game, verdict)}", style="red")
        yield Text(f"  {what(say, found.game, verdict)}")
        if verdict.instead:
            yield Text(f"  {say('Lawful would be')}: {', '.join(verdict.instead)}", style="dim")
        for line in verdict.chat[:4]:
            yield Text(f"  | {without_colour(line)}", style="dim")
    unjudged = found.unjudged
    if unjudged:
        yield Text("\n" + say("Cannot be judged"), style="bold")
        for verdict in unjudged[:MOST_UNJUDGED]:
            yield Text(f"? {where(say, found.game, verdict)}: {what(say, found.game, verdict)}")
        if len(unjudged) > MOST_UNJUDGED:
            yield Text(f"  … {len(unjudged) - MOST_UNJUDGED}")
    if told := unsaid(say, found):
        yield Text("\n" + told, style="dim")
    counts = found.counts
    yield Text(
        f"\n{say('lawful')} {counts['lawful']}, {say('unlawful')} {counts['unlawful']}, "
        f"{say('cannot be judged')} {counts['unknown']}; {say('steps taken back')} "
        f"{len(found.undone)}"
    )


def unsaid(say: Voice, found: Refereed) -> str:
    """That of some steps nothing is said, and which; empty if there are none."""
    numbers = found.judgement.unsaid
    if not numbers:
        return ""
    some = ", ".join(map(str, numbers[:MOST_UNJUDGED])) + (", …" * (len(numbers) > MOST_UNJUDGED))
    return say(Saying(UNSAID, n=len(numbers), some=some))


def _length(say: Voice, steps: int) -> str:
    """How long a log is."""
    return say(Saying("log of {n} {n|step|steps}", n=steps))


def luck(say: Voice, game: Game, found: Luck) -> Iterator[RenderableType]:
    """What the chances promised and what came."""
    from rich.text import Text

    if not found.rolls:
        return
    yield Text("\n" + say("Luck"), style="bold")
    rows = table(say, "Side", ">Rolls", ">Steps promised", ">Steps that came", ">Luck")
    for side in found.sides:
        difference = side.came - side.expected
        name = say(game.sides[side.side].name) if side.side in game.sides else side.side
        rows.add_row(
            name,
            str(side.rolls),
            gain(say, side.expected),
            gain(say, side.came),
            gain(say, difference),
        )
    yield rows
    for dice in found.dice:
        name = say(game.sides[dice.side].name) if dice.side in game.sides else say("All")
        yield Text(thrown(say, name, dice))
    if found.mattered:
        yield Text("\n" + say("The rolls that mattered most"), style="bold")
    for roll in found.mattered:
        yield Text(_roll(say, game, roll))


def thrown(say: Voice, name: str, dice: Dice) -> str:
    """How often each face came, and whether honest dice do so."""
    faces = faces_told(say, dice)
    return (
        f"{name}: {faces}; {say('mean')} {say.figure(f'{dice.mean:.2f}')} "
        f"({say.figure(f'{dice.expected_mean:.2f}')}). "
        f"{say(dice.text)} p = {say.figure(f'{dice.p:.3g}')} ({say(dice.method)})"
    )


def faces_told(say: Voice, dice: Dice) -> str:
    """How often each face came; of a die with many faces only those that came."""
    many = len(dice.faces) > MOST_FACES
    shown = {face: count for face, count in dice.faces.items() if count or not many}
    told = ", ".join(f"{face}: {count}" for face, count in shown.items())
    missing = len(dice.faces) - len(shown)
    return f"{told} ({say(Saying(NEVER, n=missing, m=len(dice.faces)))})" if missing else told


def strangers(say: Voice, found: Sequence[StrangersLog]) -> Iterator[RenderableType]:
    """Logs of modules that Kessel has no rules for: what cannot be judged, and the dice."""
    from rich.text import Text

    for log in found:
        yield Text(f"{log.module}: {log.log}, {_length(say, log.steps)}", style="bold")
        why = NO_SET_UP if log.ours else NO_RULES
        yield Text(say(Saying(why, module=log.module)), style="yellow")
        for dice in log.dice:
            yield Text(thrown(say, dice.side, dice))


def _roll(say: Voice, game: Game, roll: Roll) -> str:
    name = say(game.sides[roll.side].name) if roll.side in game.sides else roll.side
    step = say(Saying("step {n}", n=roll.number))
    values = {"column": column_word(roll.column), "n": roll.die, "result": roll.result}
    rolled = say(Saying(ROLLED, **values))
    return (
        f"{turn_called(say, game, roll.turn)}, {step}: {name} → {roll.target}, {rolled}"
        f" ({gain(say, roll.swing)})"
    )


def record(say: Voice, found: Refereed) -> Iterator[RenderableType]:
    """The game turn by turn."""
    from rich.text import Text

    for turn in found.turns:
        yield Text("\n" + turn_called(say, found.game, turn.turn), style="bold")
        for line in turn_lines(say, found.game, turn):
            yield Text(line)


def turn_lines(say: Voice, game: Game, turn: TurnRecord) -> list[str]:
    """Moves, battles, losses, hexes and points of a turn, a line each; that there were none."""
    return [*_turn_lines(say, game, turn)] or [say("Nothing was moved and nobody fought.")]


def _turn_lines(say: Voice, game: Game, turn: TurnRecord) -> Iterator[str]:
    for move in turn.moves:
        mark = {"unlawful": " !", "unknown": " ?"}.get(move.verdict, "")
        yield f"{say(move.name)}: {_spot(say, move.start)} → {_town(say, turn, move.end)}{mark}"
    for battle in turn.battles:
        yield fought(say, turn, battle)
    if turn.losses:
        lost = (f"{side_name(say, game, side)} {n}" for side, n in turn.losses.items())
        yield f"{say('Steps lost')}: {', '.join(lost)}"
    if turn.gone:
        yield f"{say('Off the map')}: {', '.join(map(say, turn.gone))}"
    for change in turn.control:
        values = {"hex": _town(say, turn, change.hex)}
        if change.after in game.sides:
            yield say(Saying(TAKEN, side=game.sides[change.after].name, **values))
        else:
            yield say(Saying(NOBODYS, **values))
    if turn.points:
        told = (f"{side_name(say, game, side)} {number(say, n)}" for side, n in turn.points.items())
        yield f"{say('Points at the end of the turn')}: {', '.join(told)}"
        if turn.level:
            yield f"{say('If the game ended now')}: {level_name(say, game, turn.level)}"


def _spot(say: Voice, name: str) -> str:
    """Where a unit set out: a hex, or the turn for which it waited."""
    return say(name.capitalize()) if name.startswith("turn ") else name


def _town(say: Voice, turn: TurnRecord, name: str) -> str:
    """A hex, with its name if the map gives it one."""
    return place(say, turn.position, name) if turn.position is not None else name


def fought(say: Voice, turn: TurnRecord, battle: Fought) -> str:
    """A battle in one line."""
    forces = " → ".join(
        ", ".join(map(say, names)) for names in (battle.attackers, battle.defenders)
    )
    sure = "" if battle.sure == "declared" else f" ({say('concluded, not declared')})"
    where = ", ".join(_town(say, turn, name) for name in battle.target.split(","))
    return f"{where}: {forces}: {_dice(say, battle)}{sure}"


def _dice(say: Voice, battle: Fought) -> str:
    """The column of a battle, its die and the result."""
    if battle.column:
        column = column_word(battle.column)
        if battle.die is None:
            return say(Saying("column {column}", column=column))
        return say(Saying(ROLLED, column=column, n=battle.die, result=battle.result or "?"))
    if battle.die is None:
        return say(NO_COLUMN)
    return say(Saying(ROLLED_FOR_NOTHING, n=battle.die))


def refereed(say: Voice, found: Refereed, *, by_turn: bool) -> Iterator[RenderableType]:
    """All of it."""
    yield from breaches(say, found)
    yield from luck(say, found.game, found.luck)
    if by_turn:
        yield from record(say, found)
