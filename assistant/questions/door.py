"""The one door to a game's rules: every question is checked here, for command, page, watch and
library alike, and the same question has the same answer for all of them.

The contract:

- A `Door` holds the rules of a game and a position as its viewer may see it. Its methods are the
  questions; each returns the value of assistant.questions.answers that bears its name.
- Units are written by id or by name ("5th Guards Tank Army", "5 Gds Tank"), hexes by number or by
  name ("3401", "Vitebsk"), in English or in the language that `tell` speaks. What several could be
  is told with the candidates, what nothing is with what is likest to it. That a hidden unit is
  there is never told: it is as unknown as one that is not in the game.
- Whatever is wrong with a question raises QuestionError, one sentence; never KeyError or the like.
- A door is made only for a turn and a phase that the game has; QuestionError else.
- A question that has no answer in the phase at hand, and would have one in another, says so in
  `timing` of its answer. Asked with `anyway`, it is answered as in that phase, and `timing` tells
  which it was.
- VASSAL's Moved mark is believed: where a unit that bears it may still go is said as far as the
  log or the position tells what it has spent.
- Advances are asked of the hex once its defenders are gone, whether or not they were taken off.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar, cast

from assistant.position import Position, Unit
from assistant.questions import whole as everything
from assistant.questions.answers import (
    Advances,
    Arrivals,
    Attacks,
    Moves,
    Odds,
    Retreats,
    Score,
    Stacking,
    Supply,
    Timing,
    Turn,
    Zones,
)
from assistant.questions.declared import declared_first, declared_on
from assistant.questions.held import other_counts, with_what_it_leans_on
from assistant.questions.moved import after_its_move
from assistant.questions.names import Tell, hex_called, parted, unit_called
from assistant.questions.play import HasPlay
from assistant.questions.protocol import (
    NO_OPTIONS,
    ONE_BY_ONE,
    HasArrivals,
    HasDeclared,
    HasScore,
    HasStacks,
    HasTurn,
    Options,
    QuestionError,
    Rules,
)
from assistant.questions.reasons import Reason
from assistant.questions.some_attacks import some_attacks
from assistant.questions.together import (
    advances_by_ways,
    advances_together,
    emptied,
    retreats_together,
    routes_of,
)
from assistant.questions.unruled import Unruled
from assistant.questions.whole import Whole
from builder import limits
from builder.saying import AsWritten, Saying

Name = str | int | Unit
"""As it is written, or a hex by its number, or a unit itself."""
Names = Name | Iterable[Name]
"""One name or several; a text may hold several with commas between."""
Given = Mapping[str, str | int]
"""Options of a battle as a program gives them."""

Timed = TypeVar("Timed", Moves, Odds, Attacks)

NOT_EMPTY = "{result} does not empty {hex}: nobody advances."
EMPTY_ALREADY = "Nobody stands in {hexes:and} any more: ask without the result (`--result`)."
IN_IT_ALREADY = (
    "{units} {n|is|are} in {hexes:and} already: name units that attacked from beside it."
)
ONE_HEX = "One hex is asked of: name {hexes:or} alone."
TWO_SIDES = "The attackers are of two sides: name units of one."
NO_PHASE = (
    "No phase is named, and without one nothing is asked for: a position file says {line}, a "
    "module its turn counter."
)

MOST_KEPT = 1000
"""Battles of a position whose phase is kept."""


@dataclass(frozen=True)
class Door:
    """The questions that can be asked of a position that its viewer may see.

    `tell` says names in the reader's language, so that they are taken too. With `named`, units that
    a wrong name may mean are told by the names that it says, else by their ids.
    """

    rules: Rules
    position: Position
    tell: Tell = str
    named: Tell | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        """QuestionError if the game has no such turn or phase: files are read so that neither can
        be, a program may write what it will."""
        position, told = self.position, self.position.game.definition
        turns, phases = told.turns, [phase.id for phase in told.phase]
        if position.turn != turns.untold and not turns.has(position.turn):
            text = "{game} has no turn {turn}: write a number from {n} to {m}."
            numbers = {"turn": position.turn, "n": turns.first, "m": turns.last}
            raise QuestionError(text, game=told.title, **numbers)
        if position.phase and position.phase not in phases:
            text = "{game} has no phase {phase}: write one of {phases}, or none."
            here = {"phase": position.phase, "phases": phases}
            raise QuestionError(text, game=told.title, **here)

    def __repr__(self) -> str:
        return f"Door({self.position!r})"

    def supply(self) -> Supply:
        """Who is in supply, from where and by which way."""
        return self.rules.supply(self.position)

    def zones(self) -> Zones:
        """The hexes in each side's zones of control."""
        return self.rules.zones(self.position)

    def stacking(self) -> Stacking:
        """The stacks that break a rule."""
        return self.rules.stacking(self.position)

    def moves(self, units: Names, *, anyway: bool = False) -> Moves:
        """Where a unit may go, or several of one hex together; a hex stands for all of its units
        that can move. `reach` leaves out the starting hex. One that bears the Moved mark has what
        it has left, or nothing where that is not known; `anyway` as if it had not moved.
        """
        place = self._named_place(units)
        asked = self._standing_in(place) if place else self.stack(units)
        if len(asked) > 1:
            return self._moves_together(asked, bool(place), anyway)
        found = self._timed(
            lambda position: self.rules.moves(position, asked[0].id),
            lambda found: bool(found.reach),
            [asked[0].side],
            anyway,
        )
        return after_its_move(self.rules, self.position, asked[0], found, anyway)

    def _moves_together(self, stack: Sequence[Unit], leaving: bool, anyway: bool) -> Moves:
        rules = self.rules
        if not isinstance(rules, HasStacks):
            raise self._untold("moves of a stack")

        def ask(position: Position) -> Moves:
            answers = {
                unit.id: after_its_move(
                    rules, position, unit, rules.moves(position, unit.id), anyway
                )
                for unit in stack
            }
            return rules.moves_together(position, answers, leaving)

        found = self._timed(ask, lambda found: bool(found.reach), [stack[0].side], anyway)
        if not anyway or found.reach or not self.position.phase:
            return found
        # They reach nothing in any phase: why not is what is asked, and not that it is too early.
        return replace(ask(self.position.in_phase("")), timing=self._timing("", True))

    def attacks(
        self, attackers: Names = (), options: Given = NO_OPTIONS, *, anyway: bool = False
    ) -> Attacks:
        """Every possible attack, declared battles first, then the best; with attackers, those in
        which all of them take part; with options, reckoned with these."""
        found = self._attacks(attackers, options, anyway=anyway)
        if attackers or not self.position.battles:
            return found
        return declared_first(self.rules, self.position, found, _with(options))

    def _attacks(self, attackers: Names, options: Given, *, anyway: bool) -> Attacks:
        ids, given = self.attackers(attackers), _with(options)
        found = some_attacks(self.rules, self.position, ids, given)
        if found.attacks or not self.position.phase:
            return found
        later, phase = everything.attacks_ahead(self.rules, self.position)
        if not later.attacks:
            return replace(found, timing=self._nowhere())
        timing = self._timing(phase, anyway)
        if not anyway:
            return replace(found, timing=timing)
        in_phase = self.position.in_phase(phase)
        told = some_attacks(self.rules, in_phase, ids, given, later)
        return replace(told, timing=timing)

    def odds(
        self,
        hexes: Names,
        attackers: Names = (),
        options: Given = NO_OPTIONS,
        *,
        anyway: bool = False,
    ) -> Odds:
        """One attack in full, with its ledger and chances; without attackers, the battle that is
        declared on these hexes, else by all who may and attack in no other declared battle."""
        targets, ids, given = self.hexes(hexes), self.attackers(attackers), _with(options)
        battle = None if ids else declared_on(self.position, targets)
        if battle is not None:
            found = self.odds(hexes, battle.attackers, options, anyway=anyway)
            return replace(found, extra={**found.extra, "battle": battle.number})
        return self._timed(
            lambda position: self._one_attack(position, targets, ids, given),
            lambda found: found.possible,
            self._attacking(targets, ids),
            anyway,
            everything.battles_first,
            _bars_of_other_kinds,
        )

    def retreats(
        self,
        hex_: Names,
        result: str | None = None,
        attackers: Names = (),
        options: Given = NO_OPTIONS,
        *,
        anyway: bool = False,
    ) -> Retreats:
        """What a result of combat means for the units of a hex, or of several that one combat is
        about: who may retreat where, at what loss. `result` is written as printed. The answer is
        about all hexes of the combat, whether or not the others are named. `options` are those of
        the battle, of which some games have some count after its die."""
        targets, ids = self.hexes(hex_), self.attackers(attackers)
        ids = ids or self._declared_against(targets)
        position = self._fought(targets, ids, options, anyway)
        asked, struck = [*targets], frozenset[str]()
        found: list[Retreats] = []
        for name in asked:
            found.append(self.rules.retreats(position, name, _printed(result), ids))
            if len(found) == 1 and (hexes := found[0].extra.get("targets")):
                struck = frozenset(hexes)
                ids = ids or found[0].attackers or ()  # the others by the same attackers
                asked += [other for other in hexes if other not in asked]
        if len(targets) > 1 and not struck.issuperset(targets):
            raise QuestionError(ONE_HEX, hexes=targets)
        return found[0] if len(found) == 1 else retreats_together(found)

    def advances(
        self,
        hex_: Names,
        attackers: Names = (),
        options: Given = NO_OPTIONS,
        *,
        result: str = "",
        anyway: bool = False,
    ) -> Advances:
        """Who may advance into a hex and beyond, or into any of several that were attacked
        together, once their defenders are gone. With a result of the combat, behind those that
        retreat by it; nobody if it does not empty the hex."""
        targets, ids = self.hexes(hex_), self.attackers(attackers)
        ids = ids or self._declared_against(targets)
        if not result:
            return self._advances(self._fought(targets, ids, options, anyway), targets, ids)
        if not any(map(self.position.standing_at, targets)):
            raise QuestionError(EMPTY_ALREADY, hexes=targets)
        fates = self.retreats(hex_, result, ids, options, anyway=anyway)
        targets = tuple(emptied(fates, self.position))
        if fates.no_advance or not targets:
            here = Reason(self._rule_of_advances, NOT_EMPTY, result=fates.result, hex=fates.hex)
            why = fates.no_advance or here
            return Advances(fates.hex, (), because=(why,))
        position = self._fought(targets, ids, options, anyway)
        if "route" not in position.game.definition.state:
            return self._advances(position, targets, ids)
        found = [
            self._advances(position.with_state(route=[*route]), targets, ids)
            for route in routes_of(fates)
        ]
        return found[0] if len(found) == 1 else advances_by_ways(found)

    @property
    def _rule_of_advances(self) -> str:
        """The number of the rule, as the game tells it; the subject itself where it tells none."""
        if isinstance(self.rules, HasPlay) and (told := self.rules.play.chapters.get("advance")):
            return told
        declared = self.position.game.rules
        chapters = (declared.advance, declared.combat) if declared else ()
        return next(filter(None, (one.cited("default") for one in chapters)), "advance")

    def _advances(self, position: Position, targets: Sequence[str], ids: Sequence[str]) -> Advances:
        ids = ids or tuple(
            dict.fromkeys(i for name in targets for i in self._likely_attackers(position, name))
        )
        sides = {position.by_id[id_].side for id_ in ids}
        if len(sides) > 1:
            raise QuestionError(TWO_SIDES)
        if there := [position.by_id[id_] for id_ in ids if position.by_id[id_].hex in targets]:
            raise QuestionError(IN_IT_ALREADY, units=there, n=len(there), hexes=targets)
        defenders = (unit for name in targets for unit in position.standing_at(name))
        gone = tuple(unit.id for unit in defenders if unit.side not in sides)
        if gone:
            position = position.with_units(u for u in position.units if u.id not in gone)
        found = [self.rules.advances(position, name, ids) for name in targets]
        answer = found[0] if len(found) == 1 else advances_together(found)
        return replace(answer, vacated=gone) if gone else answer

    def turn(self) -> Turn:
        """What the phase at hand asks of its side, allows and forbids."""
        if not isinstance(self.rules, HasTurn):
            raise self._untold("turn")
        found, phases = self.rules.turn(self.position), self.position.game.definition.phase
        if found.phase or found.duties or not phases:
            return found
        # A whole line because an id alone would be told in words.
        missing = Saying(NO_PHASE, line=f'phase = "{phases[0].id}"')
        asked = (*(found.not_judged or ()), missing)
        return replace(found, extra={**found.extra, "not_judged": asked})

    def arrivals(self) -> Arrivals:
        """Who comes, returns or grows this turn and later: where, at what price, or why not."""
        if isinstance(self.rules, HasArrivals):
            return self.rules.arrivals(self.position)
        raise self._untold("arrivals")

    def score(self) -> Score:
        """Victory points as the position stands, by source, and who would win now."""
        if isinstance(self.rules, HasScore):
            return with_what_it_leans_on(self.rules.score(self.position), self.position)
        raise self._untold("score")

    def other_counts(self) -> tuple[Reason, ...]:
        """The players' markers of victory points that stand on another number than the score."""
        if not self.position.counted or not isinstance(self.rules, HasScore):
            return ()
        return (*other_counts(self.rules.score(self.position), self.position),)

    def _untold(self, question: str) -> QuestionError:
        if isinstance(self.rules, Unruled):
            return QuestionError(self.rules.missing)
        return QuestionError(
            "The rules of {game} do not answer `{question}`: see `kessel rules {id}`.",
            game=self.position.game.definition.title,
            question=question,
            id=AsWritten(self.position.game.id),
        )

    @cached_property
    def whole(self) -> Whole:
        """All answers that need no further word: supply, zones, stacks, attacks, retreats."""
        return everything.whole(self.rules, self.position)

    def unit(self, name: Name) -> Unit:
        """A unit in sight, by its id or name."""
        text = written(name)
        return self.position.by_id[unit_called(self.position, text, self.tell, self.named)]

    def stack(self, names: Names) -> tuple[Unit, ...]:
        """Units of one side in one hex, by their names."""
        units = tuple(self.position.by_id[id_] for id_ in self.ids(names))
        if not units:
            raise QuestionError("Name the unit.")
        if len({(unit.hex, unit.side) for unit in units}) > 1:
            text = "{units} do not stand in one hex: ask for each alone."
            raise QuestionError(text, units=list(units))
        return units

    def _named_place(self, names: Names) -> str:
        """The hex in which a name means all units: its number, or its name if no unit bears it."""
        name = written(names).strip() if isinstance(names, str | int) else ""
        if not name or name in self.position.by_id:
            return ""
        if name in self.position.board:
            return name
        try:
            self.ids(name)
        except QuestionError:
            try:
                place = self.hex(name)
            except QuestionError:
                return ""
            return place if self.position.at(place) else ""
        return ""

    def _standing_in(self, place: str) -> tuple[Unit, ...]:
        """The units of a hex: those of the side in phase if it holds units of both."""
        there = self.position.standing_at(place) or self.position.at(place)
        if not there:
            raise QuestionError("No unit stands in {hex}: name a hex with units.", hex=place)
        phasing = self.position.game.definition.phasing(self.position.phase)
        own = tuple(unit for unit in there if unit.side == phasing)
        return own or tuple(unit for unit in there if unit.side == there[0].side)

    def ids(self, names: Names) -> tuple[str, ...]:
        """Ids of units in sight, each once."""
        listed = self._listed_units(names)
        return tuple(dict.fromkeys(self.unit(name).id for name in listed))

    def attackers(self, names: Names) -> tuple[str, ...]:
        """Ids of units in sight that fight together, each once; the number of a hex means all that
        stand there."""
        ids: list[str] = []
        for name in self._listed_units(names):
            is_place = name in self.position.board and name not in self.position.by_id
            there = self._standing_in(name) if is_place else (self.unit(name),)
            ids += [unit.id for unit in there]
        return tuple(dict.fromkeys(ids))

    def _listed_units(self, names: Names) -> list[str]:
        units = self.position.units
        return _listed(
            names,
            self.position.by_id,
            lambda: (text for unit in units for text in (unit.shown, self.tell(unit.shown))),
        )

    def hex(self, name: Names) -> str:
        """One hex or area of the map."""
        found = self.hexes(name)
        if len(found) > 1:
            raise QuestionError(ONE_HEX, hexes=found)
        return found[0]

    def hexes(self, names: Names) -> tuple[str, ...]:
        """Hexes and areas of the map, each once; at least one."""
        called = self.position.board.names
        listed = _listed(
            names,
            self.position.board,
            lambda: (text for name in called.values() for text in (name, self.tell(name))),
        )
        if not listed:
            raise QuestionError("Name the hex.")
        return tuple(dict.fromkeys(hex_called(self.position, name, self.tell) for name in listed))

    def _one_attack(
        self, position: Position, targets: Sequence[str], ids: Sequence[str], options: Options
    ) -> Odds:
        found = self.rules.odds(position, targets, ids, options)
        free = [id_ for id_ in found.attackers if id_ not in position.declared]
        if not ids and free and len(free) < len(found.attackers):
            found = self.rules.odds(position, targets, free, options)
        if len(targets) > 1 and not {*targets} <= {*found.target.split(",")}:
            raise QuestionError(ONE_BY_ONE, hexes=targets)
        return found

    def _attacking(self, targets: Sequence[str], ids: Sequence[str]) -> list[str]:
        """The sides whose attack it may be."""
        if ids:
            return [self.position.by_id[ids[0]].side]
        defending = {unit.side for hex_ in targets for unit in self.position.standing_at(hex_)}
        return [side for side in self.position.game.sides if side not in defending]

    def _declared_against(self, targets: Sequence[str]) -> tuple[str, ...]:
        """The attackers of the battle that is declared on these hexes, if one is."""
        battle = declared_on(self.position, targets, others=True)
        return battle.attackers if battle is not None else ()

    def _fought(
        self, targets: Sequence[str], ids: Sequence[str], options: Given, anyway: bool
    ) -> Position:
        """The position after a battle that was fought with its options."""
        position = self._in_combat(targets, ids) if anyway else self.position
        rules, given = self.rules, _with(options)
        return rules.with_declared(position, given) if isinstance(rules, HasDeclared) else position

    def _in_combat(self, targets: Sequence[str], ids: Sequence[str]) -> Position:
        """The position in the phase in which these targets can be attacked: this one if it can be
        now, or if it never can. Kept, because each result of a battle asks for it anew."""
        kept: dict[object, str] = self.position.__dict__.setdefault("_combats", {})
        key = tuple(targets), tuple(ids)
        if key not in kept:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[key] = self._phase_of_combat(targets, ids)
        return self.position.in_phase(kept[key])

    def _phase_of_combat(self, targets: Sequence[str], ids: Sequence[str]) -> str:
        try:
            found = self.odds(targets, ids, anyway=True)
        except QuestionError:
            return self._own_phase(ids)
        return found.timing.phase if found.timing else self._own_phase(ids)

    def _own_phase(self, ids: Sequence[str]) -> str:
        """The phase at hand if it is one of the side of some units, else none: in a phase of the
        enemy they would be told that they defend."""
        here = self.position.phase
        side = self.position.game.definition.phasing(here)
        return "" if side and any(self.position.by_id[id_].side != side for id_ in ids) else here

    def _likely_attackers(self, position: Position, target: str) -> tuple[str, ...]:
        """Who could have attacked a hex in which the defenders still stand."""
        if not position.standing_at(target):
            return ()
        try:
            return tuple(unit.id for unit in self.rules.advances(position, target, ()).units)
        except QuestionError:
            return ()

    def _timed(
        self,
        ask: Callable[[Position], Timed],
        is_answer: Callable[[Timed], bool],
        sides: Sequence[str],
        anyway: bool,
        order: Callable[[Iterable[str]], list[str]] = list,
        is_refusal: Callable[[Timed], bool] = lambda found: False,
    ) -> Timed:
        """The answer in the phase at hand; if it has none, what is to be said of other phases. A
        refusal for what is no matter of phases is an answer, and another phase's a hint."""
        found = ask(self.position)
        if is_answer(found) or not self.position.phase:
            return found
        for phase in (*order(self._other_phases(sides)), ""):
            try:
                other = ask(self.position.in_phase(phase))
            except QuestionError:
                continue
            if is_answer(other):
                if anyway:
                    return replace(other, timing=self._timing(phase, True))
                refusal = is_refusal(found)
                if refusal and not phase:
                    return found
                return replace(found, timing=self._timing(phase, False, refusal))
        return found

    def _other_phases(self, sides: Sequence[str]) -> Iterator[str]:
        """Phases of the sides after the one at hand."""
        phases = list(self.position.game.definition.phase)
        number = next((i for i, p in enumerate(phases) if p.id == self.position.phase), -1)
        yield from (phase.id for phase in phases[number + 1 :] if phase.side in (*sides, ""))

    def _nowhere(self) -> Timing:
        """That the answer is none in the phase at hand, nor in any other."""
        here = self.position.game.definition.phase_name(self.position.phase)
        text = Saying("No attack is possible in the phase {phase}, nor in a later one.", phase=here)
        return Timing(self.position.phase, False, text)

    def _timing(self, phase: str, assumed: bool, refusal: bool = False) -> Timing:
        called = self.position.game.definition.phase_name
        if refusal:
            hint = "Asked anyway, another answer is given in the phase {phase}."
            return Timing(phase, assumed, Saying(hint, phase=called(phase)))
        nowhere = Saying("No answer in the phase {phase}.", phase=called(self.position.phase))
        if phase:
            there = called(phase)
            other = (
                Saying("This is the answer in the phase {phase}.", phase=there)
                if assumed
                else Saying("Asked anyway, it is given in the phase {phase}.", phase=there)
            )
            text = Saying("{nowhere} {other}", nowhere=nowhere, other=other)
        else:
            bare = (
                "This is the answer as if no phase were named."
                if assumed
                else "Asked anyway, it is given as if no phase were named."
            )
            text = Saying("{nowhere} {other}", nowhere=nowhere, other=bare)
        return Timing(phase, assumed, text)


def _bars_of_other_kinds(found: Odds) -> bool:
    """Whether an attack is refused for reasons of which none is the phase."""
    return bool(found.because) and all(why.code not in (None, "phase") for why in found.because)


def _listed(names: Names, known: Container[str], called: Callable[[], Iterable[str]]) -> list[str]:
    """Names as a list: a text is one name if it is known as a whole, else it has commas between;
    what is `called` so with a comma in its name is one thing."""
    several = isinstance(names, Iterable) and not isinstance(names, str | bytes)
    given: Iterable[Any] = cast("Iterable[Any]", names) if several else [names]
    return [
        word.strip()
        for text in map(written, given)
        for word in ([text] if text in known or "," not in text else parted(text, called()))
        if word.strip()
    ]


def written(word: object) -> str:
    """A name or a value as text, whatever a program gives for it."""
    if isinstance(word, Unit):
        return word.id
    if isinstance(word, str | int) and not isinstance(word, bool):
        return str(word)
    text = "{word} is neither text nor a number nor a unit: write the name as text."
    raise QuestionError(text, word=in_short(word))


def in_short(thing: object) -> AsWritten:
    """What a program gave in the place of something else, as Python writes it."""
    return AsWritten(repr(thing)[: limits.NAME])


def _with(options: Given) -> Options:
    """Options whose values may have been given as numbers."""
    if not isinstance(options, Mapping):
        text = "{word} are no options: write them as {example}."
        raise QuestionError(text, word=in_short(options), example=AsWritten('{"air": "1"}'))
    return {written(name): written(value) for name, value in options.items()}


def _printed(result: str | None) -> str | None:
    """A result of combat with a plain minus, however a keyboard or a page wrote it."""
    if result is None:
        return None
    return written(result).strip().replace("\u2212", "-").replace("\u2013", "-")
