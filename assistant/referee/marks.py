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
from assistant.referee.moments import Moment, Shift
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
    moments: Sequence[Moment]
    battles: Sequence[LoggedBattle]
    fought: Fought
    earlier: Sequence[Segment] = ()
    """The phases before it, nearest first: marks are sometimes set late."""
    _asked: dict[tuple[int, str], tuple[Position, dict[str, UnitSupply]]] = field(
        default_factory=dict
    )

    def verdicts(self, pieces: Collection[str] | None = None) -> Iterator[Verdict]:
        """A verdict on each mark that a unit has at the end of the phase and had not at its
        beginning, or the reverse; of some pieces alone if they are named."""
        known = marks_of(self.moments[0].before.game)
        if not known:
            return
        for piece, steps in self._changes().items():
            if pieces is not None and piece not in pieces:
                continue
            before, after = steps[0][1].before, steps[-1][1].after
            if before is None or after is None or after.hex not in steps[0][0].before.board:
                continue
            for name in sorted((before.markers ^ after.markers) & known.keys()):
                moment = next(
                    m for m, s in reversed(steps) if name in _markers(s.before) ^ _markers(s.after)
                )
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

    def _changes(self) -> dict[str, list[tuple[Moment, Shift]]]:
        """The steps that change marks of a unit, by piece."""
        found: dict[str, list[tuple[Moment, Shift]]] = {}
        for moment in self.moments:
            for shift in moment.shifts:
                both = shift.before is not None and shift.after is not None
                if both and _markers(shift.before) != _markers(shift.after):
                    found.setdefault(shift.piece, []).append((moment, shift))
        return found

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
        return [one.first.phase for one in just_before(self.earlier)]

    def _by_deeds(self, mark: Mark, named: str, piece: str, unit: Unit) -> Finding:
        values = {"unit": unit.shown, "mark": named}
        before = [m for one in just_before(self.earlier) for m in one.moments]
        if mark.cause == "moved":
            went = any(s.piece == piece and s.moved for m in self.moments for s in m.shifts)
            late = any(s.piece == piece and s.moved for m in before for s in m.shifts)
            if late and not went:
                return unknown(LATE_DEED, **values)
            return LAWFUL if went else unlawful(mark.rule, NO_CAUSE, **values)
        if any(m.dice for m in before) and self._fought_before(mark, piece, unit):
            return unknown(LATE_DEED, **values)
        for battle in self.battles:
            for id_, fought in battle.pieces.items():
                its = (id_ in battle.attackers) == (mark.cause == "attacked")
                if its and (piece == fought or (not fought and unit.id == id_)):
                    return LAWFUL
        game, phase = self.moments[0].before.game, self.moments[0].before.phase
        if kind_of(game, phase) in ("movement", "neither"):
            return unlawful(mark.rule, NO_CAUSE, **values)
        rolled = {m.number for m in self.moments if m.dice}
        declared = {b.moment.number for b in self.battles if b.sure == "declared"}
        if rolled and rolled <= declared:
            return unlawful(mark.rule, NO_CAUSE, **values)
        return unknown(NOT_TOLD, **values)

    def _fought_before(self, mark: Mark, piece: str, unit: Unit) -> bool:
        """Whether a unit fought in the phase before, as far as its battles are known."""
        before = just_before(self.earlier)
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
        before_it = (one.first for one in self.earlier if judging_phases(one.first))
        for position in (self.moments[0].before, moment.before, *before_it):
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
            told = self.rules.supply(self.rules.visible(replace(position, phase=phase)))
            # the position is kept beside its answer because its id may be given anew
            self._asked[key] = position, {unit.id: unit for unit in told.units}
        return self._asked[key][1]


def _markers(unit: Unit | None) -> frozenset[str]:
    return unit.markers if unit is not None else frozenset()


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
