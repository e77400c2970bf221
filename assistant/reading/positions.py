"""One state of VASSAL's table as a position: pieces are known by the counter ids they carry."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from assistant.position import (
    Declared,
    Look,
    LyingCard,
    Position,
    Spot,
    Unit,
    copy_id,
    in_positions,
    shared_hexes,
)
from assistant.reading.cards import lying_cards
from assistant.reading.layout import signs_of_another_layout
from assistant.reading.markers import keep
from assistant.reading.memo import NOTHING_TOLD, Told
from assistant.reading.pieces import TURN_TRACK, TablePieces
from assistant.reading.state import (
    as_declared,
    control_of,
    lists_of_markers,
    not_of_the_game,
    overruled,
    points_counted,
    turn_of,
    typed_state,
)
from builder import limits
from builder.game import carriers
from builder.game.model import Counter
from builder.game.shown_faces import face_now
from builder.game.values import World
from builder.saying import Saying, quoting, veiled
from builder.vassal.pieces import Piece
from builder.vassal.state import Place
from builder.vassal.trait_answers import integer, may_answer

ARRIVAL = "arrival"
"""The field of a unit that tells the turn in whose space it lies, in games that have it."""


def _first_told(unknown: Sequence[str]) -> tuple[str, ...]:
    """The sentences of what is left out, as many as anybody reads."""
    if len(unknown) <= limits.UNKNOWN:
        return tuple(unknown)
    left = len(unknown) - limits.UNKNOWN
    return (
        *unknown[: limits.UNKNOWN],
        Saying("{n} {n|remark|remarks} more {n|is|are} left out.", n=left),
    )


def _order(kept: tuple[str, str, str]) -> int:
    """The place in its list of what a marker keeps, if it has one."""
    number = kept[2]
    return int(number) if number.isdecimal() and len(number) < 3 else 0


def _battles(fought: Sequence[_InBattle]) -> tuple[Declared, ...]:
    """The declared battles of units with their numbers, whether they attack, and whether it was
    rolled for: one that was, and has nobody left on a side, is over."""
    found = []
    for number in sorted({number for number, _, _, _ in fought}):
        inside = [(attacks, id_) for own, attacks, _, id_ in fought if own == number]
        over = all(rolled for own, _, rolled, _ in fought if own == number)
        attackers = tuple(id_ for attacks, id_ in inside if attacks)
        defenders = tuple(id_ for attacks, id_ in inside if not attacks)
        if not over or (attackers and defenders):
            found.append(Declared(number, attackers, defenders))
    return tuple(found)


_InBattle = tuple[int, bool, bool, str]
"""A unit of a declared battle: its number, whether it attacks, whether it was rolled for; its
id."""


@dataclass(frozen=True)
class _Laid:
    """What the pieces on the table say: the units with VASSAL's ids of their pieces; who holds a
    hex by its marker; what markers keep, as name of the state variable, place and part of it; who
    fights in which declared battle, and whether as attacker; names of units off all hexes and
    boxes; remarks; the victory points that markers count, by side."""

    units: tuple[Unit, ...]
    piece_of: Mapping[str, str]
    control: Mapping[str, str]
    kept: Sequence[tuple[str, str, str]]
    fought: Sequence[_InBattle]
    lost: Sequence[str]
    remarks: Sequence[str]
    counted: Mapping[str, int]


@dataclass(frozen=True)
class TableReading(TablePieces):
    """One state of the table, on its way to a position."""

    @cached_property
    def world(self) -> World:
        board = self.game.board
        return World(lambda name: name in board, frozenset(self.game.sides))

    def check(self) -> None:
        """Nothing: our own modules name their pieces."""

    def position(self) -> Position:
        """The situation on the table, as the viewer sees it."""
        game, laid, scenario = self.game, self._laid, self._scenario()
        typed, wrong = typed_state(
            game, self.world, self._globals(), self._side_of, self.state.passwords.told
        )
        state = {**typed, **lists_of_markers(game), **self._lists_in_boxes()}
        marked = {name for name, place, _ in laid.kept if place in game.board}
        numbered = {n for n, f in game.definition.state.items() if f.numbered and n in marked}
        for name in numbered & state.keys():
            del state[name]  # hexes of two orders would make none
        for name, place, part in sorted(laid.kept, key=_order) if numbered else laid.kept:
            keep(game, state, name, place, part)
        held = control_of(game, scenario, laid.control).items()
        turn, phase = self.turn()
        remarks = [
            *self._only_markers(laid.units),
            *self.strange_turn(),
            *self.notes,
            *wrong,
            *laid.remarks,
            *overruled(game, scenario, typed, state, game.kept_by_markers | numbered),
            *self._signs_of_another_layout(),
            *self._shared_hexes(),
        ]
        return Position(
            game=game,
            board=game.board,
            units=laid.units,
            scenario=scenario,
            turn=turn,
            phase=phase,
            state=state,
            control={name: side for name, side in held if side},
            marked=frozenset(laid.control),
            viewer=self.viewer,
            unknown=tuple(veiled(one, self.state.passwords.told) for one in _first_told(remarks)),
            battles=_battles(laid.fought),
            fought=frozenset(id_ for _, _, rolled, id_ in laid.fought if rolled),
            cards=self._cards(),
            counted=laid.counted,
        )

    @cached_property
    def piece_of(self) -> Mapping[str, str]:
        """VASSAL's id of the piece that a unit is, in the order of the position's units."""
        return self._laid.piece_of

    @cached_property
    def _laid(self) -> _Laid:
        """What the pieces on the table say, from the bottom of its stacks up."""
        units: dict[str, Unit] = {}
        control: dict[str, str] = {}
        taken: Counted[str] = Counted()
        kept, fought, lost = [], [], []
        remarks: list[str] = []
        counted: dict[str, int] = {}
        for piece, at in self.lying():
            told = self.told(piece, at)
            if told.unknown:
                remarks += told.unknown
            if told.unit is not None:
                taken[told.unit.id] += 1
                unit = self._numbered(piece, told.unit, taken[told.unit.id])
                units[piece.id] = self._as_it_lies(piece, unit)
                if told.battle is not None:
                    fought.append((*told.battle, unit.id))
            elif told.control is not None:
                control[told.place] = told.control
            elif told.keeps[0]:
                kept.append((told.keeps[0], told.place, told.keeps[1]))
            elif told.lost and not self._is_covered(piece):
                lost.append(told.lost)
            elif told.counts is not None:
                counted |= [told.counts]
        piece_of = {unit.id: piece for piece, unit in units.items()}
        return _Laid((*units.values(),), piece_of, control, kept, fought, lost, remarks, counted)

    def _signs_of_another_layout(self) -> Iterator[str]:
        laid, setup = self._laid, self.game.scenarios.get(self._scenario())
        return signs_of_another_layout(self, laid.units, laid.piece_of, laid.lost, setup)

    def _shared_hexes(self) -> Iterable[str]:
        """Remarks on enemies in one hex, where anything is answered that they could spoil."""
        if self.game.kept is not None and self.game.rules is None:
            return ()
        return shared_hexes(self.game, self._laid.units, self.game.board)

    def _cards(self) -> tuple[LyingCard, ...]:
        """The cards on the map; those of our own modules lie under all counters."""
        if self.game.definition.adopted is None:
            return lying_cards(self, {})
        return lying_cards(self, {id_: n for n, id_ in enumerate(self.piece_of.values(), 1)})

    def _only_markers(self, units: Sequence[Unit]) -> Iterator[str]:
        """What tells why nothing stands on the board of an adopted game though pieces lie on it."""
        if self.game.kept is None or units:
            return
        known = [k.counter for k in map(self.known, self.seen()) if k is not None and not k.card]
        counters = [c for c in map(self.game.counters.get, known) if c is not None]
        if counters and not any(counter.kind == "unit" for counter in counters):
            yield Saying(
                "None of the {n} pieces on the table counts as a unit, so none is shown: for those "
                "that are units write unit under kind in counters.csv.",
                n=len(counters),
            )

    def _part(self, piece: Piece) -> str:
        """The number or the key that a marker adds to a table, or its own in a list."""
        if number := self.own(piece, carriers.STATE_NUMBER_PROPERTY):
            return number
        counter = self.game.counters.get(self.own(piece, carriers.COUNTER_PROPERTY) or "")
        kept = carriers.kept_by(counter.type, self.game.definition.state) if counter else None
        return kept.part if kept else ""

    def _lists_in_boxes(self) -> dict[str, list[str]]:
        """State variables that markers in a box keep, if the viewer sees into that box."""
        declared = self.game.definition.state
        kept = {field.box: name for name, field in declared.items() if field.box}
        if not kept:
            return {}
        lists: dict[str, list[str]] = {
            kept[zone]: []
            for map_ in self.shape.maps
            if self.answers.sees_map(map_.name)
            for zone in map_.zones
            if zone in kept
        }
        for piece in self.seen():
            variable = kept.get(self.place(piece), "")
            if variable in lists and not self.answers.is_masked(piece):
                item = self.own(piece, carriers.STATE_ITEM_PROPERTY) or self._choice(
                    piece, declared[variable].choices
                )
                lists[variable] += [item] if item else []
        return {variable: sorted(items) for variable, items in lists.items()}

    def _choice(self, piece: Piece, choices: Sequence[str]) -> str:
        """The choice that a marker's counter is named for: `chit-south` is `south`."""
        counter = self.own(piece, carriers.COUNTER_PROPERTY) or ""
        return next((choice for choice in choices if counter.endswith(f"-{choice}")), "")

    def told(self, piece: Piece, at: Place | None = None) -> Told:
        """What a piece that is to be seen says of the position; `at` is where it lies."""
        _ = self.answers  # which forgets what does not hold any more
        memo = self.memo
        if at is None:
            at = self.state.place(piece.id)
        known = memo.told.get(piece.id)
        if known is not None and known[0] is piece and known[1] == at:
            return known[2]
        memo.heard.beside = False
        found = self._told(piece)
        memo.numbered.pop(piece.id, None)
        if memo.heard.beside:
            memo.told.pop(piece.id, None)
        else:
            memo.told[piece.id] = piece, at, found
        return found

    def _told(self, piece: Piece) -> Told:
        if not self.counts(piece):
            return NOTHING_TOLD
        place = self.place(piece)
        if self.answers.is_masked(piece):
            return Told(place, (Saying("A hidden piece in {hex}: it is left out.", hex=place),))
        if self.is_strangers(piece):
            return self._unit_told(piece, place)
        if (side := self.own(piece, carriers.CONTROL_PROPERTY)) is not None:
            if side == "" or side in self.game.sides:
                return Told(place, control=side)
            text = "The marker of control in {hex} names no side: left out."
            return Told(place, (Saying(text, hex=place),))
        if name := self.own(piece, carriers.STATE_HEX_PROPERTY):
            return Told(place, keeps=(name, self._part(piece)))
        return self._unit_told(piece, place)

    def _unit_told(self, piece: Piece, place: str) -> Told:
        """The unit that a piece is, or why it is none."""
        counter = self.game.counters.get(self.counter(piece))
        if counter is None:
            if not (name := self.named(piece)):
                return Told(place)  # it shows nothing either, or it would be called so
            text = "The piece '{piece}' in {hex} is no counter of the game: left out."
            if place == carriers.SHEET:
                text = "The piece '{piece}' off the hexes is no counter of the game: left out."
            return Told(place, (Saying(text, piece=name, hex=place),))
        if not in_positions(self.game, counter):
            counts = points_counted(self.game, counter, place)
            return Told(place, control=counter.holder or None, counts=counts)
        in_play = place in self.game.board or place in self.game.beside
        if not in_play:
            if self.answers.locator.zone(*self.state.place(piece.id)) == carriers.SHEET:
                return Told(place, lost=self.named(piece))
            return Told(place)
        fields, wrong = self._fields(piece, counter)
        unit = self._unit(piece, place, counter, fields)
        return Told(place, tuple(wrong), unit=unit, battle=self._battle(piece))

    def _unit(self, piece: Piece, place: str, counter: Counter, fields: Mapping[str, Any]) -> Unit:
        at = self.state.place(piece.id)
        if place == TURN_TRACK and ARRIVAL in self.game.definition.units.fields:
            _, _, turn = self.answers.locator.zone(*at).partition("turn ")
            due = integer(turn)
            fields = fields if due is None else {**fields, ARRIVAL: due}
        adopted = self.game.definition.adopted
        main = adopted is not None and self.window(at) == adopted.map
        loose = main and place in self.game.places
        unit = Unit(
            id=counter.id,
            side=counter.side,
            type=counter.type,
            hex=place,
            step=self.step(piece),
            markers=frozenset((*self.markers(piece), *self.moved(piece))),
            fields=fields,
            counter=counter.id,
            name=self.called(piece, counter),
            stand_in=counter.stand_in,
            spot=Spot(place, at.x, at.y) if loose else None,
        )
        if self.game.kept is not None:
            shows = Look(unit.step, face_now(piece, partial(self.answers.property, piece)))
            unit = replace(unit, look=self.look(piece, shows), shows=shows)
        return unit

    def _battle(self, piece: Piece) -> tuple[int, bool, bool] | None:
        """The number of the battle that a unit of ours is declared in, whether it attacks there,
        and whether it was rolled for."""
        number = "" if self.is_strangers(piece) else self.own(piece, carriers.BATTLE_PROPERTY) or ""
        if not number.isdecimal() or len(number) >= 7 or self.state.passwords.hide_in(number):
            return None
        attacks = self.own(piece, carriers.ROLE_PROPERTY) == carriers.ATTACKS
        rolled = self.own(piece, carriers.FOUGHT_PROPERTY) == "true"
        return int(number), attacks, rolled

    def _numbered(self, piece: Piece, unit: Unit, number: int) -> Unit:
        """A unit by its number among those that are alike, from the bottom of the table up."""
        if number == 1:
            return unit
        id_ = copy_id(unit.id, number)
        known = self.memo.numbered.get(piece.id)
        if known is None or known.id != id_:
            known = self.memo.numbered[piece.id] = replace(unit, id=id_)
        return known

    def unit(self, piece: Piece) -> Unit | None:
        """The unit that a piece is, if the viewer sees it on a map, as the only one of its
        counter."""
        shape = self.shape.map(self.state.place(piece.id).map)
        if shape is None or not shape.boards or self.state.deck_of(piece.id) is not None:
            return None
        found = self.told(piece).unit if self.answers.sees(piece) else None
        return None if found is None else self._as_it_lies(piece, found)

    def _as_it_lies(self, piece: Piece, unit: Unit) -> Unit:
        """A unit beside the hexes, with whether it lies under others: what is told of a piece is
        kept, and holds whatever lies upon it."""
        under = unit.hex not in self.game.grid and self._is_under(piece)
        return unit if unit.under == under else replace(unit, under=under)

    def _is_under(self, piece: Piece) -> bool:
        """Whether a piece lies under others of its stack that the viewer sees."""
        group = self.state.group_of(piece.id)
        if group is None or group.kind == "deck":
            return False
        above = group.members[group.members.index(piece.id) + 1 :]
        return any(not self.answers.is_invisible(self.state.pieces[id_]) for id_ in above)

    def _is_covered(self, piece: Piece) -> bool:
        """Whether a piece is another side's, and lies under others."""
        counter = self.game.counters.get(self.counter(piece))
        own = counter is not None and counter.side == self.viewer
        return bool(self.viewer) and not own and self._is_under(piece)

    def marks(self, piece: Piece) -> str | None:
        """The hex of which a piece tells who holds it, if it is a marker of control."""
        told = self.told(piece)
        return None if told.control is None else told.place

    def turn(self) -> tuple[int, str]:
        """Turn and phase."""
        return turn_of(self.game.definition, self.state.turns.values())

    def strange_turn(self) -> Iterator[Saying]:
        """A remark on a turn that the game does not have."""
        told = not_of_the_game(self.game.definition, [*self.state.turns.values()])
        if told is not None:
            yield told

    def _fields(self, piece: Piece, counter: Counter) -> tuple[dict[str, Any], list[str]]:
        """The counter's fields, changed by what the piece itself carries."""
        fields = dict(counter.fields)
        wrong: list[str] = []
        known = self.game.definition.units.fields
        for name in may_answer(piece, known):
            definition, text = known[name], self.own(piece, name)
            if not text:
                continue
            try:
                value = carriers.parsed(text, definition)
            except ValueError:
                problem: str | None = quoting("'{text}' cannot be read", text=text)
            else:
                told = partial(self.state.passwords.told, own=str(counter.fields.get(name, "")))
                value, problem = as_declared(value, definition, self.world, told)
            if problem:
                wrong.append(
                    Saying(
                        "{counter}: {name}: {problem}; the counter's own value is used.",
                        counter=counter.id,
                        name=name,
                        problem=problem,
                    )
                )
            else:
                fields[name] = told(value) if isinstance(value, str) else value
        return fields, wrong

    def _globals(self) -> Mapping[tuple[str, str], str]:
        """The global properties by their names in a module of ours."""
        return self.state.globals

    def _side_of(self, text: str) -> str:
        """The id of a side that players call by its name, however they write it."""
        told = text.strip().casefold()
        for side in self.game.definition.side:
            if told in (side.id.casefold(), side.name.casefold()):
                return side.id
        return text

    def _scenario(self) -> str:
        name = self.state.globals.get(("Module", carriers.SCENARIO_PROPERTY), "")
        return name if name in self.game.scenarios else ""
