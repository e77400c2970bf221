"""One state of VASSAL's table as a position: pieces are known by the counter ids they carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from assistant.markers import keep
from assistant.position import (
    MOVED,
    Declared,
    Look,
    LyingCard,
    Position,
    Spot,
    Unit,
    called,
    copy_id,
    in_positions,
    shared_hexes,
)
from assistant.table_memo import NOTHING_TOLD, Memo, Told
from assistant.table_state import control_of, lists_of_markers, overruled, turn_of, typed_state
from builder import limits
from builder.game import carriers
from builder.game.kept import UNTOLD, Known, step_of
from builder.game.model import Counter, Game
from builder.game.shown_faces import face_now, sign_of
from builder.game.values import World, fault
from builder.saying import Saying
from builder.vassal.answers import Answers, Viewer
from builder.vassal.locations import ModuleShape
from builder.vassal.pieces import Piece, PieceGroup
from builder.vassal.state import GameState, Place
from builder.vassal.trait_answers import Ask, integer, label_of, own_answers
from builder.vassal.traits import Immobile, Label, MarkMoved

TURN_TRACK = "turn-track"
"""The box that a game may have for units on the turn track, whichever turn they wait for."""
ARRIVAL = "arrival"
"""The field of a unit that tells the turn in whose space it lies, in games that have it."""

_BESIDE, _FEW_BESIDE, _LOOKED_AT = 3, 3, 40
"""Pixels from the middle of a hex that count as beside it, how many stacks at least have to stand
so, and at how many it is looked."""

_MOST_LOST = 6
"""Units off the map that one remark names."""
_SEVERAL = 3
"""Copies of a counter that nobody can move from which it is a mark of the game, as those of
control are: of a button or a chart there is one."""


def _first_told(unknown: list[str]) -> tuple[str, ...]:
    """The sentences of what is left out, as many as anybody reads."""
    if len(unknown) <= limits.UNKNOWN:
        return tuple(unknown)
    left = len(unknown) - limits.UNKNOWN
    return (*unknown[: limits.UNKNOWN], Saying("{n} remarks more are left out.", n=left))


def _battles(fought: list[tuple[int, bool, str]]) -> tuple[Declared, ...]:
    """The declared battles of units with their numbers, and whether they attack."""
    numbers = sorted({number for number, _, _ in fought})
    return tuple(
        Declared(
            number,
            tuple(id_ for own, attacks, id_ in fought if own == number and attacks),
            tuple(id_ for own, attacks, id_ in fought if own == number and not attacks),
        )
        for number in numbers
    )


def eyes(game: Game, viewer: str) -> Viewer:
    return Viewer(game.sides[viewer].name if viewer else None)


@dataclass(frozen=True)
class TableReading:
    """One state of the table, on its way to a position. Readings of states that follow each other
    share a `memo`."""

    game: Game
    shape: ModuleShape
    state: GameState
    viewer: str
    notes: tuple[str, ...]
    memo: Memo = field(default_factory=Memo, kw_only=True, repr=False, compare=False)

    @cached_property
    def answers(self) -> Answers:
        return self._answers(eyes(self.game, self.viewer))

    def _answers(self, viewer: Viewer) -> Answers:
        locator = self.memo.ready(self.shape, self.state)
        return Answers(self.state, locator, viewer, heard=self.memo.heard)

    @cached_property
    def world(self) -> World:
        board = self.game.board
        return World(lambda name: name in board, frozenset(self.game.sides))

    @cached_property
    def _asked(self) -> dict[str, Ask]:
        return {}

    def _own(self, piece: Piece, name: str) -> str | None:
        """A property that a piece has of itself."""
        if piece.id not in self._asked:
            self._asked[piece.id] = own_answers(piece)
        return self._asked[piece.id](name)

    def check(self) -> None:
        """Nothing: our own modules name their pieces."""

    def position(self) -> Position:
        units: list[Unit] = []
        unknown: list[str] = list(self.notes)
        control: dict[str, str] = {}
        state, wrong = typed_state(self.game, self.world, self._globals(), self._side_of)
        unknown += wrong
        typed = dict(state)
        state |= lists_of_markers(self.game) | self._lists_in_boxes()
        taken: dict[str, int] = {}
        fought: list[tuple[int, bool, str]] = []
        for piece in self._pieces():
            told = self.told(piece)
            unknown += told.unknown
            if told.control is not None:
                control[told.place] = told.control
            elif told.keeps[0]:
                keep(self.game, state, told.keeps[0], told.place, told.keeps[1])
            elif told.lost:
                self._off_all.append(told.lost)
            elif told.unit is not None:
                number = taken[told.unit.id] = taken.get(told.unit.id, 0) + 1
                unit = self._numbered(piece, told.unit, number)
                units.append(unit)
                self.piece_of[unit.id] = piece.id
                if told.battle is not None:
                    fought.append((*told.battle, unit.id))
        unknown += overruled(self.game, self._scenario(), typed, state)
        unknown = [*self._only_markers(units), *unknown]
        unknown += self._beside(units)
        if self.game.kept is None or self.game.rules is not None:  # else nothing is answered
            unknown += shared_hexes(self.game, units, self.game.board)
        turn, phase = self._turn()
        return Position(
            game=self.game,
            board=self.game.board,
            units=tuple(units),
            scenario=self._scenario(),
            turn=turn,
            phase=phase,
            state=state,
            control={
                name: side
                for name, side in control_of(self.game, self._scenario(), control).items()
                if side
            },
            marked=frozenset(control),
            viewer=self.viewer,
            unknown=_first_told(unknown),
            battles=_battles(fought),
            cards=self._cards(units),
        )

    def _only_markers(self, units: Sequence[Unit]) -> Iterator[str]:
        """What tells why nothing stands on the board of an adopted game though pieces lie on it."""
        if self.game.kept is None or units:
            return
        known = [
            k.counter for k in map(self._known, self._pieces()) if k is not None and not k.card
        ]
        counters = [c for c in map(self.game.counters.get, known) if c is not None]
        if counters and not any(counter.kind == "unit" for counter in counters):
            yield Saying(
                "None of the {n} pieces on the table counts as a unit, so none is shown: for those "
                "that are units write unit under kind in counters.csv.",
                n=len(counters),
            )

    def _cards(self, units: Sequence[Unit]) -> tuple[LyingCard, ...]:
        """The cards on the game's map, and its decks of cards, from the bottom up."""
        adopted = self.game.definition.adopted
        main = carriers.MAIN_MAP if adopted is None else adopted.map
        if not self.game.cards or not main:
            return ()
        # Our own modules have their cards under all counters.
        number = {} if adopted is None else {self.piece_of[u.id]: n for n, u in enumerate(units, 1)}
        cards: list[LyingCard] = []
        above = 0
        for map_, things in self.state.laid_out().items():
            if (shape := self.shape.map(map_)) is None or shape.name != main:
                continue
            for thing in things:
                members = (thing.id,) if isinstance(thing, Piece) else thing.members
                above = max(above, *(number.get(member, 0) for member in members), 0)
                cards += (replace(card, above=above) for card in self._cards_of(thing))
        return tuple(cards)

    def _cards_of(self, thing: Piece | PieceGroup) -> Iterator[LyingCard]:
        """The cards of a stack; of a deck the one on top, which lies open or hides the others."""
        if isinstance(thing, Piece):
            members, count, deck = [thing], 1, ""
        elif thing.kind == "deck":
            top = thing.members[-1:]
            members = [self.state.pieces[id_] for id_ in top]
            count, deck = len(thing.members), thing.name
        else:
            members, count, deck = [self.state.pieces[id_] for id_ in thing.members], 1, ""
        for piece in members:
            if not self.answers.is_invisible(piece) and (found := self._card(piece)) is not None:
                yield replace(found, count=count, deck=deck)

    def _card(self, piece: Piece) -> LyingCard | None:
        """What is to be seen of a piece that is a card of the game's, None of any other."""
        known = self._known(piece)
        turned = False
        if known is not None:
            number = known.counter if known.card else ""
            turned = self._step(piece) > 1
        else:
            number = self._own(piece, carriers.CARD_PROPERTY) or ""
        card = self.game.cards_by_number.get(number)
        if card is None:
            return None
        at, hidden = self.state.place(piece.id), turned or self.answers.is_masked(piece)
        name = "" if hidden else self.answers.open_name(piece)
        shown = "" if hidden else number
        return LyingCard(shown, card.back, name, self._hex(piece), at.x, at.y)

    def _beside(self, units: Sequence[Unit]) -> Iterator[str]:
        """What tells that a save was made with another layout of the map: units beside the middle
        of their hexes, for VASSAL lets them go nowhere else, and units off hexes and boxes."""
        if self.game.kept is not None:
            return
        if lost := self._off_all:
            names = [*lost[:_MOST_LOST], *(["..."] if len(lost) > _MOST_LOST else [])]
            yield Saying(
                "Off the hexes and off every box of the map, so left out: {units}. Put them back in"
                " VASSAL, or make the set-up anew if the map's layout has changed.",
                units=names,
            )
        if late := self._on_other_turns(units):
            yield Saying(
                "In the spaces of other turns than the set-up has them: {units}. If nobody put them"
                " there, the save was made with another layout of the map: make the set-up anew.",
                units=late[:_MOST_LOST],
            )
        at = {self.state.place(self.piece_of[u.id]) for u in units if u.hex in self.game.grid}
        looked = sorted(at, key=lambda place: (place.x, place.y))[:_LOOKED_AT]
        off = sum(map(self._is_beside, looked))
        if off >= _FEW_BESIDE and 2 * off > len(looked):
            yield Saying(
                "The units do not stand in the middle of their hexes: the save was made with"
                " another layout of the map, and hexes may be wrong. Make the set-up anew, or open"
                " the save with the module that it was made with."
            )

    def _on_other_turns(self, units: Sequence[Unit]) -> list[str]:
        """Names of the reinforcements on the turn track if none of them lies on its own turn."""
        setup = self.game.scenarios.get(self._scenario())
        due: dict[str, set[str]] = {}
        for one in setup.placements if setup is not None else ():
            if one.hex.startswith("turn "):
                due.setdefault(one.counter, set()).add(one.hex)
        waiting = [u for u in units if u.hex.startswith("turn ") and u.counter in due]
        if any(u.hex in due[u.counter] for u in waiting):
            return []
        return [u.name or u.id for u in waiting]

    def _is_beside(self, at: Place) -> bool:
        locator, known = self.answers.locator, self.memo.beside
        if at not in known:
            laid = locator.laid(at.map)
            x, y = laid.snap(at.x, at.y, force=True) if laid is not None else (at.x, at.y)
            known[at] = max(abs(x - at.x), abs(y - at.y)) > _BESIDE
        return known[at]

    @cached_property
    def _off_all(self) -> list[str]:
        """Names of the units that lie neither in a hex nor in a box, once the position was
        read."""
        return []

    def _part(self, piece: Piece) -> str:
        """The number or the key that a marker adds to a table."""
        counter = self.game.counters.get(self._own(piece, carriers.COUNTER_PROPERTY) or "")
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
        for piece in self._pieces():
            variable = kept.get(self._hex(piece), "")
            if variable in lists and not self.answers.is_masked(piece):
                item = self._own(piece, carriers.STATE_ITEM_PROPERTY) or self._choice(
                    piece, declared[variable].choices
                )
                lists[variable] += [item] if item else []
        return {variable: sorted(items) for variable, items in lists.items()}

    def _choice(self, piece: Piece, choices: Sequence[str]) -> str:
        """The choice that a marker's counter is named for: `chit-south` is `south`."""
        counter = self._own(piece, carriers.COUNTER_PROPERTY) or ""
        return next((choice for choice in choices if counter.endswith(f"-{choice}")), "")

    def _pieces(self) -> Iterator[Piece]:
        """Every piece on a map that the viewer sees, stacks from the bottom up."""
        pieces, answers = self.state.pieces, self.answers
        for map_, things in self.state.laid_out().items():
            shape = self.shape.map(map_)
            if shape is None or not shape.boards or not answers.sees_map(map_):
                continue
            for thing in things:
                if isinstance(thing, Piece):
                    members = [thing]
                elif thing.kind == "deck":
                    continue
                else:
                    members = [pieces[member] for member in thing.members]
                yield from (piece for piece in members if not answers.is_invisible(piece))

    def _counts(self, piece: Piece) -> bool:
        """Whether a piece can be part of a position: neither a card nor furniture of a map."""
        fixed = piece.first(Immobile)
        furniture = fixed is not None and fixed.move == "V"
        known = self._known(piece)
        if known is not None and known.card:
            return False
        if known is not None and furniture and self.game.rules is None:
            counter = self.game.counters.get(known.counter)
            furniture = counter is None or counter.copies < _SEVERAL
        if furniture:
            return False
        return self._is_strangers(piece) or self._own(piece, carriers.CARD_PROPERTY) is None

    def _is_strangers(self, piece: Piece) -> bool:
        """Whether a piece is of an adopted module, whose properties of our names mean other
        things."""
        return self.game.kept is not None and self._known(piece) is not None

    def _known(self, piece: Piece) -> Known | None:
        """The counter or card of a stranger's module that a piece is."""
        kept = self.game.kept
        if kept is None:
            return None
        if piece.id not in self._found:
            self._found[piece.id] = kept.find(piece)
        return self._found[piece.id]

    @cached_property
    def _found(self) -> dict[str, Known | None]:
        return {}

    @cached_property
    def piece_of(self) -> dict[str, str]:
        """VASSAL's id of the piece that a unit is, once the position was read."""
        return {}

    def _counter(self, piece: Piece) -> str:
        """The id of the counter that a piece is, as it says itself or as its module has it."""
        own = self._own(piece, carriers.COUNTER_PROPERTY) or ""
        if own in self.game.counters:
            return own
        known = self._known(piece)
        return own if known is None else known.counter

    def _hex(self, piece: Piece) -> str:
        """The hex, area or box of a piece. Boxes and areas are known by their zones, whose places
        read as players call them; every turn's space is part of the box `turn-track`."""
        at = self.state.place(piece.id)
        known = self.memo.hexes
        if at not in known:
            known[at] = self._hex_at(at)
        return known[at]

    def _hex_at(self, at: Place) -> str:
        zone = self.answers.locator.zone(*at)
        units = self.game.definition.units
        if self.game.kept is not None:
            return self._adopted_place(at)
        if zone in self.game.beside or zone in units.areas:
            return zone
        if zone.startswith("turn ") and TURN_TRACK in units.boxes:
            return TURN_TRACK
        return self.answers.locator.hex(*at) or ""

    def _adopted_place(self, at: Place) -> str:
        """The place of a piece in a stranger's module: its hex on the main map, its place by name,
        else the window in which it lies."""
        name = self.answers.locator.own_hex(*at)
        window = self._window(at)
        adopted = self.game.definition.adopted
        main = adopted is not None and window == adopted.map
        found = self.game.places.get(name)
        if found is not None and found.map == ("" if main else window):
            return name
        if main and name in self.game.grid:
            return name
        return window if window in self.game.places else ""

    def _window(self, at: Place) -> str:
        """The name of the map on which something lies."""
        shape = self.shape.map(at.map)
        return at.map or "" if shape is None else shape.name

    def told(self, piece: Piece) -> Told:
        """What a piece that is to be seen says of the position."""
        self.answers  # noqa: B018  because it forgets what does not hold any more
        memo, at = self.memo, self.state.place(piece.id)
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
        if not self._counts(piece):
            return NOTHING_TOLD
        place = self._hex(piece)
        if self.answers.is_masked(piece):
            return Told(place, (Saying("A hidden piece in {hex}: it is left out.", hex=place),))
        if self._is_strangers(piece):
            return self._unit_told(piece, place)
        if (side := self._own(piece, carriers.CONTROL_PROPERTY)) is not None:
            if side == "" or side in self.game.sides:
                return Told(place, control=side)
            text = "The marker of control in {hex} names no side: left out."
            return Told(place, (Saying(text, hex=place),))
        if name := self._own(piece, carriers.STATE_HEX_PROPERTY):
            return Told(place, keeps=(name, self._part(piece)))
        return self._unit_told(piece, place)

    def _unit_told(self, piece: Piece, place: str) -> Told:
        """The unit that a piece is, or why it is none."""
        counter = self.game.counters.get(self._counter(piece))
        if counter is None:
            text = Saying(
                "The piece '{piece}' in {hex} is no counter of the game: left out.",
                piece=self.answers.open_name(piece),
                hex=place,
            )
            return Told(place, (text,))
        if not in_positions(self.game, counter):
            return Told(place, control=counter.holder or None)
        in_play = place in self.game.board or place in self.game.beside
        if not in_play:
            if self.answers.locator.zone(*self.state.place(piece.id)) == carriers.SHEET:
                return Told(place, lost=self.answers.open_name(piece))
            return Told(place)
        fields, wrong = self._fields(piece, counter)
        if place == TURN_TRACK and ARRIVAL in self.game.definition.units.fields:
            _, _, turn = self.answers.locator.zone(*self.state.place(piece.id)).partition("turn ")
            due = integer(turn)
            fields = fields if due is None else {**fields, ARRIVAL: due}
        at = self.state.place(piece.id)
        adopted = self.game.definition.adopted
        main = adopted is not None and self._window(at) == adopted.map
        loose = main and place in self.game.places
        unit = Unit(
            id=counter.id,
            side=counter.side,
            type=counter.type,
            hex=place,
            step=self._step(piece),
            markers=frozenset((*self._markers(piece), *self._moved(piece))),
            fields=fields,
            counter=counter.id,
            name=self._called(piece, counter),
            stand_in=counter.stand_in,
            spot=Spot(place, at.x, at.y) if loose else None,
        )
        if self.game.kept is not None:
            shows = Look(unit.step, face_now(piece, partial(self.answers.property, piece)))
            unit = replace(unit, look=self._look(piece, shows), shows=shows)
        strange = self._is_strangers(piece)
        number = "" if strange else self._own(piece, carriers.BATTLE_PROPERTY) or ""
        battle = None
        if number.isdecimal() and len(number) < 7:
            battle = int(number), self._own(piece, carriers.ROLE_PROPERTY) == carriers.ATTACKS
        return Told(place, tuple(wrong), unit=unit, battle=battle)

    def _numbered(self, piece: Piece, unit: Unit, number: int) -> Unit:
        """A unit by its number among those that are alike, from the bottom of the table up."""
        if number == 1:
            return unit
        id_ = copy_id(unit.id, number)
        known = self.memo.numbered.get(piece.id)
        if known is None or known.id != id_:
            known = self.memo.numbered[piece.id] = replace(unit, id=id_)
        return known

    def _step(self, piece: Piece) -> int:
        known = self._known(piece)
        if known is not None:
            return step_of(piece, known, partial(self.answers.property, piece))
        level = self.answers.property(piece, f"{carriers.STEP_LAYER}_Level")
        return max(1, abs(integer(level or "") or 1))

    def _called(self, piece: Piece, counter: Counter) -> str:
        """The name of a unit: of an adopted game's piece as VASSAL shows it now, unless the owner
        gave its counter another."""
        own = called(counter)
        if self.game.kept is None or counter.full_name != counter.name:
            return own
        shown = " ".join(self.answers.given_name(piece, piece.called).split())
        told = shown and not UNTOLD.search(shown) and not shown.startswith("(")
        return shown if told else own

    def _look(self, piece: Piece, shows: Look) -> Look | None:
        """What a piece of an adopted game shows, if it is not what its counter shows then."""
        known, kept, (step, face) = self._known(piece), self.game.kept, shows
        counter = None if known is None else self.game.counters.get(known.counter)
        if kept is None or not kept.faces or counter is None:
            return None
        sign, picture = kept.faces.get(counter.id, {}).get(step, ("", ""))
        if step <= len(counter.pictures) and counter.pictures[step - 1] != picture:
            return None  # the owner gave it another
        ask = partial(self.answers.property, piece)
        labels: list[Label] = [] if face else piece.all(Label)
        if any(label_of(label, lambda name: ask(name) or "").strip() for label in labels):
            return None  # VASSAL draws that
        return None if sign_of(face) == sign else shows

    def _moved(self, piece: Piece) -> Iterator[str]:
        """The mark that VASSAL puts on a piece that is moved."""
        mark = piece.first(MarkMoved)
        if mark is not None and mark.moved:
            yield MOVED

    def is_unit(self, piece: Piece) -> bool:
        """Whether a piece is a unit or no part of a position at all: nothing else then changes."""
        if not self._counts(piece):
            return True
        counter = self.game.counters.get(self._counter(piece))
        return counter is not None and in_positions(self.game, counter)

    def unit(self, piece: Piece) -> Unit | None:
        """The unit that a piece is, if the viewer sees it on a map, as the only one of its
        counter."""
        shape = self.shape.map(self.state.place(piece.id).map)
        if shape is None or not shape.boards or self.state.deck_of(piece.id) is not None:
            return None
        return self.told(piece).unit if self.answers.sees(piece) else None

    def stands(self, piece: Piece) -> tuple[str, str] | None:
        """The hex or area of the board in which a piece is seen to stand, and its side; None for
        what holds no ground."""
        shape = self.shape.map(self.state.place(piece.id).map)
        if shape is None or not shape.boards or self.state.deck_of(piece.id) is not None:
            return None
        counter = self.game.counters.get(self._counter(piece))
        if counter is None or not counter.side or not in_positions(self.game, counter):
            return None
        if counter.type in self.game.passing_types or not self._counts(piece):
            return None
        place = self._hex(piece)
        if place not in self.game.board or not self.answers.sees(piece):
            return None
        return None if self.answers.is_masked(piece) else (place, counter.side)

    def marks(self, piece: Piece) -> str | None:
        """The hex of which a piece tells who holds it, if it is a marker of control."""
        told = self.told(piece)
        return None if told.control is None else told.place

    def is_of_control(self, piece: Piece) -> bool:
        """Whether a piece is a marker of control, wherever it lies."""
        return self._own(piece, carriers.CONTROL_PROPERTY) is not None

    def counter(self, piece: Piece) -> str:
        """The id of the counter that a piece is."""
        return self._counter(piece)

    def turn(self) -> tuple[int, str]:
        """Turn and phase."""
        return self._turn()

    def unmoved_place(self, id_: str) -> str:
        """The place of VASSAL's piece of an id; empty if it is not to be seen, or bears the Moved
        mark already."""
        piece = self.state.pieces.get(id_)
        if piece is None or any(self._moved(piece)) or self.answers.is_masked(piece):
            return ""
        return self._hex(piece) if self.answers.sees(piece) else ""

    def stood_with(self, id_: str) -> tuple[str, frozenset[str]]:
        """The place and the marks of VASSAL's piece of an id; nothing if it is not to be seen."""
        piece = self.state.pieces.get(id_)
        if piece is None or self.answers.is_masked(piece) or not self.answers.sees(piece):
            return "", frozenset()
        return self._hex(piece), frozenset(self._markers(piece))

    def _markers(self, piece: Piece) -> Iterator[str]:
        for marker in self.game.definition.units.markers:
            active = self.answers.property(piece, f"{carriers.marker_layer(marker)}_Active")
            if active == "true":
                yield marker

    def _fields(self, piece: Piece, counter: Counter) -> tuple[dict[str, Any], list[str]]:
        """The counter's fields, changed by what the piece itself carries."""
        fields = dict(counter.fields)
        wrong: list[str] = []
        for name, definition in self.game.definition.units.fields.items():
            text = self._own(piece, name)
            if not text:
                continue
            try:
                value = carriers.parsed(text, definition)
            except ValueError:
                problem: str | None = Saying("'{text}' cannot be read", text=text)
            else:
                problem = fault(value, definition, self.world)
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
                fields[name] = value
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

    def _turn(self) -> tuple[int, str]:
        return turn_of(self.game.definition, self.state.turns.values())
