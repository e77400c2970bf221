"""Marks that units bear, judged: out of supply against their lines, others against what befell the
unit in the phase, all of them against the phases in which they are given and taken off."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assistant.classic.situation import cite
from assistant.games import play_of
from assistant.position import Position, Unit
from assistant.questions.answers import UnitSupply
from assistant.questions.play import Mark
from assistant.questions.protocol import QuestionError, Rules
from assistant.referee.battles import LoggedBattle
from assistant.referee.chapters import kind_of
from assistant.referee.late import Fought
from assistant.referee.moments import Moment
from assistant.referee.phases import Segment, just_before
from assistant.referee.verdicts import LAWFUL, Finding, Verdict, placed, unknown, unlawful
from builder.game.model import Game

PUT = "{unit} gets the mark '{mark}', and its supply is: {state}."
OFF = "{unit} loses the mark '{mark}', and its supply is: {state}."
NO_CAUSE = "{unit} gets the mark '{mark}', and nothing in this phase brings it."
NOT_NOW = "The mark '{mark}' is not given in the phase {phase}."
NOT_OFF_NOW = "The mark '{mark}' is not taken off in the phase {phase}."
NOT_TOLD = "The log does not tell which battle gives {unit} the mark '{mark}'."
LATE = "The mark '{mark}' belongs to the phase {phase}, just before: it may have been forgotten."
LATE_DEED = "{unit} gets the mark '{mark}' for the phase before: it may have been forgotten."
NOT_ASKED = "The mark '{mark}' of {unit} cannot be judged: {why}"


MOST_ASKED = 16
"""Positions whose supply is kept while the marks of a phase are judged."""


def marks_of(game: Game) -> Mapping[str, Mark]:
    """The marks of a game that are judged; of declared rules those that name a state of supply."""
    if game.rules is None:
        return play_of(game.id).marks
    supply = game.rules.supply
    if supply is None:
        return {}
    found = Mark(cite(supply, "supply"), "supply")
    marks = game.definition.units.markers
    return {name: found for name in supply.states[1:] if name in marks}


@dataclass
class Marks:
    """The marks of one phase. What a position's supply is, is asked once."""

    rules: Rules
    segment: Segment
    """The phase; those before it count too, because marks are sometimes set late."""
    battles: Sequence[LoggedBattle]
    fought: Fought
    _asked: dict[tuple[int, str], tuple[Position, dict[str, UnitSupply]]] = field(
        default_factory=dict
    )

    def verdicts(self, pieces: Collection[str] | None = None) -> Iterator[Verdict]:
        """A verdict on each mark that a unit has at the end of the phase and had not at its
        beginning, or the reverse; of some pieces alone if they are named."""
        course = self.segment.course
        known = marks_of(self.segment.first.game)
        if not known:
            return
        for piece in [*course.marked] if pieces is None else course.marked_ones(pieces):
            steps = course.marked[piece]
            before, after = steps[0].shift.before, steps[-1].shift.after
            if before is None or after is None or after.hex not in steps[0].moment.before.board:
                continue
            for name in sorted((before.markers ^ after.markers) & known.keys()):
                moment = course.mark[piece, name]
                finding = self._judged(known[name], name, piece, before, after, moment)
                yield placed(
                    finding,
                    "mark",
                    moment,
                    side=after.side,
                    unit=after.id,
                    name=after.shown,
                    start=after.hex,
                    steps=(moment.number,),
                )

    def _judged(
        self, mark: Mark, name: str, piece: str, before: Unit, after: Unit, moment: Moment
    ) -> Finding:
        game = moment.before.game
        named = game.definition.units.markers.get(name, name)
        put = name in after.markers
        phase = game.definition.phase_of(moment.before.phase)
        if phase is not None:
            ends = mark.given if put else mark.taken
            if ends and not phase.id.endswith(ends):
                due = next((one for one in self._before if one.endswith(ends)), "")
                if due:
                    return unknown(LATE, mark=named, phase=game.definition.phase_name(due))
                text = NOT_NOW if put else NOT_OFF_NOW
                rule = mark.rule if put else mark.off or mark.rule
                return unlawful(rule, text, mark=named, phase=phase.called)
        if mark.cause == "supply":
            return self._by_supply(mark, name, before, after, moment)
        if not put or mark.cause == "phase":
            return LAWFUL
        return self._by_deeds(mark, named, piece, after)

    @property
    def _before(self) -> list[str]:
        """The phases just before."""
        return [one.first.phase for one in just_before(self.segment.earlier)]

    def _by_deeds(self, mark: Mark, named: str, piece: str, unit: Unit) -> Finding:
        values = {"unit": unit.shown, "mark": named}
        before = [one.course for one in just_before(self.segment.earlier)]
        if mark.cause == "moved":
            went = piece in self.segment.course.moved
            late = any(piece in course.moved for course in before)
            if late and not went:
                return unknown(LATE_DEED, **values)
            return LAWFUL if went else unlawful(mark.rule, NO_CAUSE, **values)
        if any(course.dice for course in before) and self._fought_before(mark, piece, unit):
            return unknown(LATE_DEED, **values)
        for battle in self.battles:
            for id_, fought in battle.pieces.items():
                its = (id_ in battle.attackers) == (mark.cause == "attacked")
                if its and (piece == fought or (not fought and unit.id == id_)):
                    return LAWFUL
        game, phase = self.segment.first.game, self.segment.first.phase
        if kind_of(game, phase) in ("movement", "neither"):
            return unlawful(mark.rule, NO_CAUSE, **values)
        rolled = {moment.number for moment in self.segment.course.dice}
        declared = {b.moment.number for b in self.battles if b.sure == "declared"}
        if rolled and rolled <= declared:
            return unlawful(mark.rule, NO_CAUSE, **values)
        return unknown(NOT_TOLD, **values)

    def _fought_before(self, mark: Mark, piece: str, unit: Unit) -> bool:
        """Whether a unit fought in the phase before, as far as its battles are known."""
        before = just_before(self.segment.earlier)
        fought = [battle for one in before for battle in self.fought.of(one)]
        return any(
            (id_ in battle.attackers) == (mark.cause == "attacked")
            and (piece == own or (not own and unit.id == id_))
            for battle in fought
            for id_, own in battle.pieces.items()
        )

    def _by_supply(
        self, mark: Mark, name: str, before: Unit, after: Unit, moment: Moment
    ) -> Finding:
        """Players may mark when they like: it is a breach only if the marks of the unit fit neither
        what lay on the table when the phase began nor what lies there now."""
        game = moment.before.game
        named = game.definition.units.markers.get(name, name)
        values = {"unit": after.shown, "mark": named}
        off = play_of(game.id).marks_off_in
        if off and moment.before.phase.endswith(off) and name in before.markers:
            return LAWFUL  # because all marks come off in that phase
        state = ""
        before_it = (one.first for one in self.segment.earlier if judging_phases(one.first))
        for position in (self.segment.first, moment.before, *before_it):
            here = position.by_id.get(after.id)
            if here is None or here.counter != after.counter:
                continue
            units = [replace(u, markers=before.markers) if u is here else u for u in position.units]
            as_it_was = position if here.markers == before.markers else position.with_units(units)
            for phase in judging_phases(position):
                try:
                    answer = self._supply(as_it_was, phase).get(after.id)
                except QuestionError as error:
                    return unknown(NOT_ASKED, why=str(error), **values)
                if answer is None:
                    continue
                if _fits(game, answer, before, after):
                    return LAWFUL
                state = state or str(answer.next or answer.state)
        if not state:
            return unknown(NOT_ASKED, why="", **values)
        text = PUT if name in after.markers else OFF
        return unlawful(mark.rule, text, state=state, **values)

    def _supply(self, position: Position, phase: str) -> dict[str, UnitSupply]:
        key = (id(position), phase)
        if key not in self._asked:
            while len(self._asked) >= MOST_ASKED:
                del self._asked[next(iter(self._asked))]
            told = self.rules.supply(self.rules.visible(replace(position, phase=phase)))
            # the position is kept beside its answer because its id may be given anew
            self._asked[key] = position, {unit.id: unit for unit in told.units}
        return self._asked[key][1]


def judging_phases(position: Position) -> list[str]:
    """The phases as of which supply may be judged: the one at hand, and those that are for it."""
    game, phase = position.game, position.phase
    phases = [one.id for one in game.definition.phase]
    if game.rules is not None:
        when = list(game.rules.supply.when) if game.rules.supply else []
        return [phase] if phase in when or not when else when
    ends = play_of(game.id).supply_in
    if phase.endswith(ends):
        return [phase]
    return [one for one in phases if one.endswith(ends)]


def _fits(game: Game, answer: UnitSupply, before: Unit, after: Unit) -> bool:
    """Whether the marks of a unit are those that its supply gives it."""
    if play_of(game.id).owner_marks:
        return "oos" not in after.markers - before.markers or answer.state != "supplied"
    own = {name for name, mark in marks_of(game).items() if mark.cause == "supply"}
    return after.markers & own == supply_marks(game, answer)


def supply_marks(game: Game, answer: UnitSupply) -> frozenset[str]:
    """The marks that a unit bears by its supply; none where the mark is the owner's choice."""
    state = "" if play_of(game.id).owner_marks else str(answer.next or answer.state)
    own = {name for name, mark in marks_of(game).items() if mark.cause == "supply"}
    return frozenset({state} & own)
