"""Cards, chits and markers that are drawn: in which phases, and as many as the phase asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.games import play_of
from assistant.position import Position
from assistant.questions.play import Draws
from assistant.questions.protocol import HasTurn, QuestionError, Rules
from assistant.questions.reasons import Saying
from assistant.referee.course import Course
from assistant.referee.moments import Moment
from assistant.referee.phases import Segment, just_before, sets_right
from assistant.referee.verdicts import LAWFUL, Finding, Verdict, placed, unknown, unlawful
from builder.game.model import Game

DRAWN = "{what}: nothing is drawn in the phase {phase}."
MAY_DRAW = (
    "{what}: drawn in the phase {phase}, and whether a card or an event allows it is not known."
)
LATE = "{what}: drawn after the phase {phase}, in which it is due: it may have been forgotten."
TOO_MANY = "{what}: {n} {n|is|are} to be drawn in the phase {phase}, and more were."
MAY_BE_MORE = (
    "{what}: {n} {n|is|are} to be drawn in the phase {phase}, and more were: whether a card or an "
    "event allows it is not known."
)
TOO_FEW = "{what}: {n} {n|is|are} to be drawn in the phase {phase}, and only {m} {m|was|were}."
NONE = "{what}: {n} {n|is|are} to be drawn in the phase {phase}, and none was."
MAY_BE_FEWER = (
    "{what}: {n} {n|is|are} to be drawn in the phase {phase}, and {m} {m|was|were}: whether a card "
    "or an event spares the others is not known."
)
EARLY = (
    "{what}: drawn in the phase {phase}, in which nothing is: the marker may have been put on too "
    "late."
)
ANOTHER = (
    "{what}: more than one is drawn in the phase {phase}: whether what the first one brings was "
    "done before, the log does not tell."
)
LEFT = "{what}: {n} {n|is|are} left in it when the phase {phase} begins."
MADE_UP = "{why} (rule {rule}) But it is drawn from at step {n}: it may have been forgotten."


def judge_draws(
    rules: Rules, course: Course, before: Sequence[Segment], fresh: Moment | None = None
) -> Iterator[Verdict]:
    """The verdicts on what the steps of one phase draw, without what was put back: of a `fresh`
    step, the last, those alone that are on it. `before` are the phases just before, in which a draw
    may have been forgotten."""
    if fresh is not None:
        for deck in dict.fromkeys(fresh.draws):
            if course.draws[deck] > course.returns.get(deck, 0):
                yield _drawn(rules, fresh, deck, course.draws[deck], course, before)
        return
    back, so_far = Counter(course.returns), Counter[str]()
    for moment in (one for one in course.moments if one.draws):
        for deck, drawn in Counter(moment.draws).items():
            back[deck] -= drawn
            so_far[deck] += drawn
            if back[deck] < 0:
                yield _drawn(rules, moment, deck, so_far[deck], course, before)


def _drawn(
    rules: Rules, moment: Moment, deck: str, so_far: int, course: Course, before: Sequence[Segment]
) -> Verdict:
    """Whether a deck may be drawn from, `so_far` having been drawn in the phase."""
    game, phase = moment.before.game, moment.before.phase
    id_, name = _deck(game, deck)
    rule = play_of(game.id).draws.get(id_)
    if rule is None or not phase:
        return placed(LAWFUL, "draw", moment)
    forgotten = (one.first.phase for one in before if _lacking(rules, one, rule, deck) > 0)
    if phase.endswith(rule.phases):
        kept = so_far - course.returns.get(deck, 0)
        tables = course.moments[0].before, moment.before, _ended(course)
        finding = _within(rules, tables, rule, name, kept)
    elif (due := next(forgotten, None)) is not None:
        finding = unknown(LATE, what=name, phase=game.definition.phase_name(due))
    elif rule.early and phase.endswith(rule.early):
        finding = unknown(EARLY, what=name, phase=game.definition.phase_name(phase))
    else:
        values = {"what": name, "phase": game.definition.phase_name(phase)}
        finding = (
            unlawful(rule.rule, DRAWN, **values) if rule.strict else unknown(MAY_DRAW, **values)
        )
    return placed(finding, "draw", moment)


def _ended(course: Course) -> Position:
    """The table as the steps so far leave it, in the phase in which they began."""
    first = course.moments[0].before
    return replace(course.moments[-1].after, turn=first.turn, phase=first.phase)


def _within(rules: Rules, tables: Sequence[Position], rule: Draws, name: str, kept: int) -> Finding:
    """Whether no more were drawn and kept in a phase than it asks for, as the table lay at any of
    some moments of it: what the number hangs on may be set before the draw, or after it."""
    asked = [due for table in tables if (due := _due(rules, table, rule)) is not None]
    if not asked:
        return LAWFUL
    first = tables[0]
    values: dict[str, Any] = {"what": name, "phase": first.game.definition.phase_name(first.phase)}
    if any(due.n is None for due in asked):
        return unknown(ANOTHER, **values) if kept > 1 else LAWFUL
    values["n"] = max(due.n or 0 for due in asked)
    if kept <= values["n"]:
        return LAWFUL
    if rule.strict:
        return unlawful(rule.rule, TOO_MANY, **values)
    return unknown(MAY_BE_MORE, **values)


def judge_undrawn(rules: Rules, segment: Segment) -> Iterator[Verdict]:
    """The verdicts on what a phase that is over should have seen drawn. Nothing is said of a phase
    in which the log begins, nor of a deck that is not there, holds too few, or was drawn from just
    before, under the marker of another phase."""
    closing = segment.closing
    unseen = (segment.opening or not segment.earlier) and not segment.whole
    if closing is None or unseen or sets_right(segment):
        return
    game = segment.first.game
    for id_, rule in play_of(game.id).draws.items():
        deck = _name(game, id_)
        left = closing.decks.get(deck, 0)
        if rule.empty_before and left and closing.after.phase.endswith(rule.empty_before):
            named = game.definition.phase_name(closing.after.phase)
            finding = unlawful(rule.emptied, LEFT, what=deck, n=left, phase=named)
            yield placed(finding, "draw", closing)
        missing = _lacking(rules, segment, rule, deck)
        if missing <= 0 or closing.decks.get(deck, 0) < missing:
            continue
        if any(_lacking(rules, one, rule, deck) < 0 for one in just_before(segment.earlier)):
            continue
        drawn = segment.course.draws.get(deck, 0)
        yield placed(_missing(segment.first, rule, deck, drawn, missing), "draw", closing)


def _lacking(rules: Rules, segment: Segment, rule: Draws, deck: str) -> int:
    """How many a phase asks to be drawn from a deck and did not see drawn, as the table lay when it
    began or as it lies when it ends, whichever is less; below 0 if it saw more drawn than that."""
    tables = (segment.first, _ended(segment.course)) if segment.moments else (segment.first,)
    dues = [_due(rules, table, rule) for table in tables]
    asked = min(0 if due is None else 1 if due.n is None else due.n for due in dues)
    return asked - segment.course.draws.get(deck, 0)


def _missing(first: Position, rule: Draws, deck: str, drawn: int, missing: int) -> Finding:
    phase = first.game.definition.phase_name(first.phase)
    values = {"what": deck, "phase": phase, "n": drawn + missing, "m": drawn}
    if missing <= rule.spared:
        return unknown(MAY_BE_FEWER, **values)
    return unlawful(rule.rule, TOO_FEW if drawn else NONE, **values)


def without_drawn_late(verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    """All verdicts on a game; what was not drawn when it was due, and is drawn behind the marker
    before the next turn is over, may have been forgotten."""
    told = list(verdicts)
    late = [one for one in told if _says(one, LATE, MAY_DRAW)]
    for one in told:
        if _says(one, TOO_FEW, NONE):
            behind = (two for two in late if two.number > one.number and _what(two) == _what(one))
            made_up = next((two for two in behind if two.turn <= one.turn + 1), None)
            if made_up is not None:
                text = Saying(MADE_UP, why=one.text, rule=one.rule, n=made_up.step)
                one = replace(one, verdict="unknown", rule="", text=text)
        yield one


def _says(one: Verdict, *templates: str) -> bool:
    return isinstance(one.text, Saying) and one.text.template in templates


def _what(one: Verdict) -> object:
    return one.text.values.get("what") if isinstance(one.text, Saying) else None


@dataclass(frozen=True)
class Due:
    """So many are due; `n` None for one at least."""

    n: int | None


def _due(rules: Rules, position: Position, rule: Draws) -> Due | None:
    """What a phase asks to be drawn, by the duty of the rule as the phase began; None if it asks
    for nothing, or cannot be asked."""
    if not (rule.due and position.phase.endswith(rule.due) and isinstance(rules, HasTurn)):
        return None
    try:
        duties = rules.turn(rules.visible(position)).duties
    except QuestionError:
        return None
    for duty in duties:
        if duty.standing == "must" and duty.rule == rule.rule:
            n = duty.what.values.get("n") if isinstance(duty.what, Saying) else None
            return Due(None if n is None else int(n))
    return None


def _deck(game: Game, name: str) -> tuple[str, str]:
    """Id and name of a deck, by what the module calls it."""
    for deck in game.definition.module.get("deck", ()):
        if name in (deck.get("id"), deck.get("name")):
            return deck["id"], deck.get("name") or deck["id"]
    return name, name


def _name(game: Game, id_: str) -> str:
    return _deck(game, id_)[1]
