"""Units that come or go where no battle and no move says why: removals, exits, entraining,
exchanges and pieces placed on the map, against what the rules of the phase let come and go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.games import play_of
from assistant.position import Position, Unit
from assistant.questions.answers import UNKNOWN, Arrival
from assistant.questions.protocol import HasArrivals, QuestionError, Rules
from assistant.referee.chapters import kind_of, rule_of
from assistant.referee.verdicts import LAWFUL, Finding, unknown, unlawful
from builder.game.rules_file.chapters import State

NO_END = "{unit} leaves {hex}, and nothing in the log explains it."
NO_RULE = "{unit} leaves the map from {hex}, and in the phase {phase} no rule takes it away."
NOT_OUT = "{unit} is removed from {hex}, and it was not out of supply."
NOT_THEIRS = "{unit} leaves the map from {hex} by {place}, where only the other side does."
NO_TRAIN = "{unit} does not embark in {hex}: {why}"
APPEARED = "{unit} comes from nowhere: the log has no box or turn in which it waited."
REPLACED = "{unit} took the place of {other} in {hex}: by which rule is not judged."


def judge_leaving(rules: Rules, position: Position, unit: Unit, goal: str, dice: bool) -> Finding:
    """Whether a unit may leave the map; `goal` is the box to which it went, empty if it is gone.
    `dice` tells that somebody rolled in the phase, so that a battle may have taken it."""
    game, phase = position.game, position.phase
    values = {"unit": unit.shown, "hex": unit.hex}
    named = game.definition.phase_name(phase)
    if game.rules is not None:
        exits = [one for one in game.rules.victory.exits if one.box == goal]
        if any(one.side == unit.side for one in exits):
            return LAWFUL
        if exits:
            return unlawful(
                exits[0].rule or rule_of(game, "movement"), NOT_THEIRS, place=goal, **values
            )
    play = play_of(game.id)
    if (by := play.embarks) and goal == by.box and phase.endswith(by.phases):
        return _embarks(rules, position, unit, by.rule)
    if (by := play.removes) and phase.endswith(by.phases):
        return _removed(rules, position, unit, by.rule)
    kind = kind_of(game, phase)
    if kind in ("movement", "combat") and not dice:
        if game.rules is not None and not _withers(position, unit):
            return unlawful(rule_of(game, "movement"), NO_RULE, phase=named, **values)
        if play.nobody_leaves and kind == "movement":
            return unlawful(play.nobody_leaves, NO_RULE, phase=named, **values)
    return unknown(NO_END, **values)


def _withers(position: Position, unit: Unit) -> bool:
    """Whether a unit may be one of those that are removed because they are long out of supply."""
    rules = position.game.rules
    supply = rules.supply if rules is not None else None
    if supply is None:
        return False
    deadly = {
        name: state.eliminated_after
        for name, state in supply.named(State).items()
        if state.eliminated_after is not None
    }
    return any(name in unit.markers or turns == 0 for name, turns in deadly.items())


def _embarks(rules: Rules, position: Position, unit: Unit, rule: str) -> Finding:
    """Who goes into a box of those that travel, as the answer to the question of moves says."""
    try:
        told = rules.moves(rules.visible(position), unit.id).extra.get("embark")
    except QuestionError as error:
        return unknown(NO_TRAIN, unit=unit.shown, hex=unit.hex, why=str(error))
    if not isinstance(told, Mapping):
        return unknown(NO_END, unit=unit.shown, hex=unit.hex)
    if told.get("possible"):
        return LAWFUL
    why = str(told.get("text", ""))
    return unlawful(told.get("rule") or rule, NO_TRAIN, unit=unit.shown, hex=unit.hex, why=why)


def _removed(rules: Rules, position: Position, unit: Unit, rule: str) -> Finding:
    """A unit that is removed for want of supply: only who was marked and still has none."""
    try:
        told = {one.id: one for one in rules.supply(rules.visible(position)).units}
    except QuestionError:
        return unknown(NO_END, unit=unit.shown, hex=unit.hex)
    answer = told.get(unit.id)
    if answer is not None and answer.state == "oos":
        return LAWFUL
    return unlawful(rule, NOT_OUT, unit=unit.shown, hex=unit.hex)


@dataclass
class Comers:
    """What comes or may come, asked once for all that a step puts on the map."""

    rules: Rules
    _asked: tuple[Position, Sequence[Arrival]] | None = None

    def of(self, position: Position) -> Sequence[Arrival]:
        """The arrivals of a position; none if the game tells nothing of them."""
        if not isinstance(self.rules, HasArrivals):
            return ()
        if self._asked is None or self._asked[0] is not position:
            try:
                found = self.rules.arrivals(self.rules.visible(position)).arrivals
            except QuestionError:
                found = ()
            self._asked = position, found
        return self._asked[1]


def judge_appearing(
    comers: Comers, position: Position, unit: Unit, other: Unit | None, was_ever: bool
) -> Finding:
    """A unit that comes from nowhere, or takes the place of `other` within one step: lawful if the
    rules name it among what comes or could come now, barred with their reason, unknown where they
    have no list."""
    told = _granted(comers, position, unit)
    if told is not None and (told.verdict != "unlawful" or other is not None):
        return told
    if other is not None:
        return unknown(REPLACED, unit=unit.shown, other=other.shown, hex=unit.hex)
    if was_ever:
        return unknown(APPEARED, unit=unit.shown)
    return unlawful(rule_of(position.game, "arrivals"), APPEARED, unit=unit.shown)


def _granted(comers: Comers, position: Position, unit: Unit) -> Finding | None:
    """What the answer to the question of arrivals says of a unit that is placed: unknown where no
    list tells; None if it does not name it, or leaves it open."""
    arrivals = comers.of(position)
    mine = [one for one in arrivals if {unit.id, unit.counter} & {*one.units}]
    for one in mine:
        places = {entry.hex for entry in one.entries}
        if one.state in ("due", "possible") and (not places or unit.hex in places):
            return LAWFUL
    if any(one.state == UNKNOWN for one in mine):
        return unknown(APPEARED, unit=unit.shown)
    for one in mine:
        refused = next((no for no in one.refused if no.hex == unit.hex), None)
        if refused is not None:
            return unlawful(refused.rule, refused.text)
        if one.state == "barred" and one.because:
            return unlawful(one.because[-1].rule, one.because[-1].text)
    return None
