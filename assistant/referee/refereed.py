"""The whole answer of the referee about one game: verdicts, battles, luck, the record by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from assistant.binding import Record, record_of
from assistant.games import rules_for
from assistant.questions.answers import as_json
from assistant.questions.reasons import Saying
from assistant.referee.chronicle import TurnRecord, chronicle
from assistant.referee.history import Progress, history_of
from assistant.referee.judging import Judgement, judge
from assistant.referee.luck import Luck, luck_of
from assistant.referee.openly import told_to_viewer
from assistant.referee.verdicts import Verdict
from builder import limits
from builder.game.model import Game
from builder.game.problems import Problem, ProblemsError
from builder.saying import quoting
from builder.vassal.commands import is_turn
from builder.vassal.errors import RIGHT, VassalFileError
from builder.vassal.salvage import read_log

MANY_STEPS = "up to its end there are more than {n:,} steps"
MANY_TURNS = "up to its end the turn marker is set more than {n:,} times"
OTHER_GAME = "It is a log of '{one}', and the first one is of '{other}'."


@dataclass(frozen=True)
class Refereed:
    """What the referee found. `undone` are the numbers of steps that were taken back."""

    game: Game
    logs: tuple[str, ...]
    judgement: Judgement
    luck: Luck

    @cached_property
    def turns(self) -> tuple[TurnRecord, ...]:
        """The game turn by turn, told when it is asked for: what each turn ends with takes long."""
        return chronicle(rules_for(self.game), self.judgement)

    @property
    def findings(self) -> tuple[Verdict, ...]:
        """The breaches."""
        return self.judgement.findings

    @property
    def unjudged(self) -> tuple[Verdict, ...]:
        """What could not be judged."""
        return tuple(v for v in self.judgement.verdicts if v.verdict == "unknown")

    @property
    def undone(self) -> tuple[int, ...]:
        return tuple(m.number for m in self.judgement.history.moments if m.undone)

    @property
    def counts(self) -> dict[str, int]:
        """How many verdicts of each kind."""
        counted = Counter(verdict.verdict for verdict in self.judgement.verdicts)
        return {kind: counted[kind] for kind in ("lawful", "unlawful", "unknown")}


def referee(paths: Sequence[Path], viewer: str = "") -> Refereed:
    """Judge the logs of one game, in order; errors as in `opened`."""
    records = opened(paths)
    return judged(records[0].game, records, viewer)


def opened(paths: Sequence[Path]) -> list[Record]:
    """The logs of one game. ProblemsError or VassalFileError where a log cannot be read at all, or
    is of another game than the first."""
    records = [record_of(path, read_log(path)) for path in paths]
    _check(records)
    game = records[0].game
    for record in records[1:]:
        if record.game.id != game.id:
            text = Saying(OTHER_GAME, one=record.game.id, other=game.id)
            raise ProblemsError([Problem(str(record.path), 0, text, "Name logs of one game.")])
    return records


def _check(records: Sequence[Record]) -> None:
    """VassalFileError for logs that ask for more than those of any game, counted before anything is
    judged, because that takes its time."""
    steps = turns = 0
    for record in records:
        steps += record.steps
        turns += sum(any(map(is_turn, step)) for step in record.replay.game.steps)
        for number, most, what in (
            (steps, limits.GAME_STEPS, MANY_STEPS),
            (turns, limits.TURNED, MANY_TURNS),
        ):
            if number > most:
                raise VassalFileError(record.path, quoting(what, n=most), RIGHT)


def judged(
    game: Game,
    records: Sequence[Record],
    viewer: str = "",
    reading: Progress | None = None,
    judging: Progress | None = None,
) -> Refereed:
    """The same of logs that are open, seen by the side with that id. `reading` and `judging` are
    told how many steps are read, and how many of them are judged."""
    rules = rules_for(game)
    history = history_of([shared(record, records[0]) for record in records], viewer, reading)
    judgement = judge(rules, told_to_viewer(rules, history), judging)
    return Refereed(
        game,
        tuple(record.path.name for record in records),
        judgement,
        luck_of(rules, judgement.battles),
    )


def shared(record: Record, first: Record) -> Record:
    """A record with the game of the first, so that their positions can be compared."""
    return replace(record, game=first.game, shape=first.shape)


def refereed_json(found: Refereed) -> dict[str, Any]:
    """The documented JSON."""
    judgement = found.judgement
    return {
        "game": found.game.id,
        "logs": list(found.logs),
        "steps": len(judgement.history.moments),
        "undone": list(found.undone),
        "unsaid": list(judgement.unsaid),
        "notes": [{"text": note} for note in judgement.history.notes],
        "counts": found.counts,
        "findings": [verdict_json(one) for one in found.findings],
        "unjudged": [verdict_json(one) for one in found.unjudged],
        "verdicts": [verdict_json(one) for one in judgement.verdicts],
        "battles": [battle for turn in found.turns for battle in as_json(turn.battles)],
        "luck": luck_json(found.luck),
        "turns": [turn_json(turn) for turn in found.turns],
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict, without what it does not say."""
    data = {f.name: as_json(getattr(verdict, f.name)) for f in fields(verdict)}
    data["said"] = data.pop("chat")
    data["path"] = [verdict.start, verdict.end] if verdict.start and verdict.end else []
    kept = {"verdict", "subject", "number", "log", "step", "turn"}
    return {key: value for key, value in data.items() if value or key in kept}


def luck_json(luck: Luck) -> dict[str, Any]:
    """Luck, each roll with its swing."""
    data: dict[str, Any] = as_json(luck)
    for name in ("rolls", "mattered"):
        for roll, one in zip(data[name], getattr(luck, name), strict=True):
            roll["swing"] = round(one.swing, 3)
    return data


def turn_json(turn: TurnRecord) -> dict[str, Any]:
    """A turn, without its position."""
    named = {f.name: getattr(turn, f.name) for f in fields(turn) if f.name != "position"}
    return {name: as_json(value) for name, value in named.items() if value is not None}
