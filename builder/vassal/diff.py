"""What changed between two states of a game, piece by piece and in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from builder.saying import Saying
from builder.vassal.answers import Answers, Viewer
from builder.vassal.locations import Locator, ModuleShape
from builder.vassal.pieces import Piece
from builder.vassal.replay import Step, Turnover
from builder.vassal.state import OBSERVER, GameState, Place
from builder.vassal.traits import DynamicProperty, Label, Layer, MarkMoved, Rotation
from builder.vassal.turns import TurnState, turn_number

Kind = Literal[
    "entered",
    "left",
    "moved",
    "layer",
    "property",
    "label",
    "masked",
    "open",
    "drawn",
    "returned",
    "global",
    "turn",
    "player",
    "marked",
    "turned",
]


@dataclass(frozen=True, slots=True)
class Change:
    """One change: of which piece (empty for what concerns the game), from what to what. A piece
    that the viewer does not know has a place for its id."""

    kind: Kind
    piece: str
    name: str
    before: str
    after: str
    text: str


@dataclass(frozen=True)
class _Side:
    state: GameState
    answers: Answers

    @classmethod
    def of(cls, state: GameState, locator: Locator, viewer: Viewer) -> _Side:
        return cls(state, Answers(state, locator, viewer))

    def sees(self, piece: Piece) -> bool:
        return piece.id in self.state.pieces and self.answers.sees(piece)

    def knows(self, id_: str) -> bool:
        """Whether the viewer sees which piece it is."""
        piece = self.state.pieces.get(id_)
        return piece is not None and self.sees(piece) and not self.answers.is_masked(piece)

    def where(self, place: Place) -> str:
        """A place in words: the hex or region if the module is at hand, else pixels."""
        if place.map is None:
            return "nowhere"
        name = self.answers.locator.told(*place)
        name = name or f"{place.map} ({place.x}, {place.y})"
        return self.state.passwords.told(name)

    def at(self, piece: Piece) -> str:
        return self.where(self.state.place(piece.id))


def changes(
    before: GameState,
    after: GameState,
    module: ModuleShape | None = None,
    viewer: Viewer | None = None,
) -> list[Change]:
    """The changes that the viewer could see, in order of the pieces; then those of the game.

    Without a viewer an observer looks, who sees nothing hidden.
    """
    viewer = viewer or Viewer()
    old = _Side.of(before, Locator(module, before), viewer)
    new = _Side.of(after, Locator(module, after), viewer)
    return list(_changes({**before.pieces, **after.pieces}, old, new))


def changes_by_step(
    turnovers: Iterable[Turnover],
    module: ModuleShape | None = None,
    viewer: Viewer | None = None,
) -> Iterator[tuple[Step, list[Change]]]:
    """The same for each step of a log, in time that grows with what the steps touch."""
    viewer = viewer or Viewer()
    locator: Locator | None = None
    for it in turnovers:
        before = locator or Locator(module, it.before)
        locator = Locator(module, it.after) if it.touched.names else before
        old, new = _Side.of(it.before, before, viewer), _Side.of(it.after, locator, viewer)
        told = _over_gap if it.gap else _changes
        yield it.step, list(told(it.touched.pieces, old, new))


def changes_over_gap(
    before: GameState,
    after: GameState,
    pieces: Iterable[str],
    module: ModuleShape | None = None,
    viewer: Viewer | None = None,
) -> list[Change]:
    """What the viewer finds otherwise than he left it, having seen nothing of what came between;
    `pieces` are those that may differ."""
    viewer = viewer or Viewer()
    old = _Side.of(before, Locator(module, before), viewer)
    new = _Side.of(after, Locator(module, after), viewer)
    return list(_over_gap(pieces, old, new))


def _over_gap(pieces: Iterable[str], old: _Side, new: _Side) -> Iterator[Change]:
    """Who knows in only one of the states which piece it is, or sees nothing of it there, was told
    by nobody what became of it: it is gone, or new. Masks are told as many as there are more or
    fewer at a place, because which of them is which he does not see."""
    before, after = old.state, new.state
    gone, come = list[Change](), list[Change]()
    for id_ in sorted(pieces):  # the order of a table may come from what was done unseen
        was, is_ = before.pieces.get(id_), after.pieces.get(id_)
        told = after.passwords.told(id_)
        if was is not None and is_ is not None and old.knows(id_) and new.knows(id_):
            yield from (replace(one, piece=told) for one in _of_both(was, is_, old, new))
            continue
        for piece, side, masks, what in ((was, old, gone, _left), (is_, new, come, _entered)):
            if piece is None or not side.sees(piece):
                continue
            if side.knows(id_):
                yield replace(what(piece, side), piece=told)
            else:
                masks.append(replace(what(piece, side), piece=_veiled(id_, side)))
    still = Counter(map(_mask, gone)) & Counter(map(_mask, come))
    other = [*_without(gone, still), *_without(come, still)]
    yield from sorted(other, key=lambda one: (one.before, one.after, one.kind, one.piece))
    yield from _of_game(before, after, new.answers.sees_properties)


def _mask(change: Change) -> tuple[str, str]:
    """What a viewer sees of a mask that was there, or is."""
    return change.piece, change.name


def _without(changes: Iterable[Change], still: Counter[tuple[str, str]]) -> Iterator[Change]:
    left = Counter(still)
    for change in changes:
        if left[_mask(change)]:
            left[_mask(change)] -= 1
        else:
            yield change


# The same words whether it is new or was hidden, is taken off or hidden: who may not see it must
# not learn from them that it is still there.
_ENTERED = "{piece} appears at {place}"
_LEFT = "{piece} is gone from {place}"
_UNMARKED = "{piece} is no longer marked as moved"


def _changes(pieces: Iterable[str], old: _Side, new: _Side) -> Iterator[Change]:
    """Those of pieces that the viewer knows, in their order, which would tell which of the others
    is which: theirs follow by what is seen of them; then those of the game."""
    before, after = old.state, new.state
    unknown: list[Change] = []
    for id_ in pieces:
        if _is_untouched(id_, before, after):
            continue
        found = _of_piece(before.pieces.get(id_), after.pieces.get(id_), old, new)
        if not (old.knows(id_) or new.knows(id_)):
            unknown += (replace(one, piece=_veiled(id_, new, old)) for one in found)
        elif (told := after.passwords.told(id_)) != id_:
            yield from (replace(one, piece=told) for one in found)
        else:
            yield from found
    yield from sorted(unknown, key=lambda one: (one.before, one.after, one.kind, one.piece))
    yield from _of_game(before, after, new.answers.sees_properties)


def _veiled(id_: str, *sides: _Side) -> str:
    """What stands for the id of a piece that is masked, or lies in a deck, before and after. Who
    has a set-up of the module reads in it which piece every id is."""
    place = next(
        side.state.place(id_)
        for side in sides
        if (piece := side.state.pieces.get(id_)) is not None and side.sees(piece)
    )
    return f"masked:{place.map}/{place.x},{place.y}"


def _is_untouched(id_: str, before: GameState, after: GameState) -> bool:
    """Whether a piece and what it lies in are the very same values in both states."""
    return (
        before.pieces.get(id_) is after.pieces.get(id_)
        and before.group_of(id_) is after.group_of(id_)
        and (id_ in before.order) == (id_ in after.order)
    )


def _of_piece(
    before: Piece | None, after: Piece | None, old: _Side, new: _Side
) -> Iterator[Change]:
    if before is not None and before is after and _lies_still(before, old.state, new.state):
        return
    seen_before = before is not None and old.sees(before)
    seen_after = after is not None and new.sees(after)
    if before is not None and after is not None and seen_before and seen_after:
        yield from _of_both(before, after, old, new)
    elif after is not None and seen_after:
        yield _entered(after, new)
    elif before is not None and seen_before:
        yield _left(before, old)


def _entered(piece: Piece, side: _Side) -> Change:
    name, where = side.answers.open_name(piece), side.at(piece)
    told = Saying(_ENTERED, piece=name, place=where)
    return Change("entered", piece.id, name, "", where, told)


def _left(piece: Piece, side: _Side) -> Change:
    name, where = side.answers.open_name(piece), side.at(piece)
    told = Saying(_LEFT, piece=name, place=where)
    return Change("left", piece.id, name, where, "", told)


def _lies_still(piece: Piece, before: GameState, after: GameState) -> bool:
    """Whether only what lies with a piece has changed: same place on a map, in no deck."""
    return (
        before.seats == after.seats
        and before.place(piece.id) == after.place(piece.id)
        and before.deck_of(piece.id) is None
        and after.deck_of(piece.id) is None
    )


def _of_both(before: Piece, after: Piece, old: _Side, new: _Side) -> Iterator[Change]:
    name = new.answers.open_name(after)
    yield from _of_place(before, after, name, old, new)
    masked = old.answers.is_masked(before), new.answers.is_masked(after)
    if masked == (False, True) and new.state.deck_of(after.id) is None:
        known = old.answers.open_name(before)
        yield Change("masked", after.id, known, "", "", Saying("{piece} is masked", piece=known))
    elif masked == (True, False) and old.state.deck_of(before.id) is None:
        yield Change("open", after.id, name, "", "", Saying("{piece} is uncovered", piece=name))
    if not any(masked):
        yield from _of_traits(before, after, name, new.state.passwords.told)


def _of_place(before: Piece, after: Piece, name: str, old: _Side, new: _Side) -> Iterator[Change]:
    decks = old.state.deck_of(before.id), new.state.deck_of(after.id)
    was, is_ = old.at(before), new.at(after)
    if decks[0] is not None and decks[1] is None:
        text = Saying(
            "{piece} is drawn from {deck} to {place}", piece=name, deck=decks[0].name, place=is_
        )
        yield Change("drawn", after.id, name, was, is_, text)
    elif decks[0] is None and decks[1] is not None:
        text = Saying(
            "{piece} goes from {place} to {deck}", piece=name, place=was, deck=decks[1].name
        )
        yield Change("returned", after.id, name, was, is_, text)
    elif old.state.place(before.id) != new.state.place(after.id):
        text = (
            Saying("{piece} moves from {place} to {place2}", piece=name, place=was, place2=is_)
            if was != is_
            else Saying("{piece} moves within {place}", piece=name, place=is_)
        )
        yield Change("moved", after.id, name, was, is_, text)


def _of_traits(
    before: Piece, after: Piece, name: str, told: Callable[[str], str]
) -> Iterator[Change]:
    if before.type != after.type:
        return
    for at, states in enumerate(zip(before.states, after.states, strict=True)):
        old, new = (after.type.trait(at, state) for state in states)
        if old == new:  # also where the same is written in two ways
            continue
        match old, new:
            case Layer(), Layer():
                # Off is off, whatever level it is to come back to.
                if max(old.level, new.level) > 0:
                    yield _of_layer(after, name, old, new)
            case DynamicProperty(), DynamicProperty():
                was, is_ = told(old.value), told(new.value)
                text = Saying(
                    "{piece}: {word} {before} to {after}",
                    piece=name,
                    word=new.name,
                    before=was or "nothing",
                    after=is_ or "nothing",
                )
                yield Change("property", after.id, name, was, is_, text)
            case Label(), Label():
                was, is_ = told(old.label), told(new.label)
                text = (
                    Saying("{piece}: label {text}", piece=name, text=repr(is_))
                    if is_
                    else Saying("{piece}: label removed", piece=name)
                )
                yield Change("label", after.id, name, was, is_, text)
            case Rotation(), Rotation():
                text = Saying("{piece} is turned to {n:g}°", piece=name, n=new.degrees)
                yield Change("turned", after.id, name, f"{old.degrees:g}", f"{new.degrees:g}", text)
            case MarkMoved(), MarkMoved():
                marked = "{piece} is marked as moved"
                text = Saying(marked if new.moved else _UNMARKED, piece=name)
                yield Change("marked", after.id, name, str(old.moved), str(new.moved), text)


def _of_layer(piece: Piece, name: str, old: Layer, new: Layer) -> Change:
    levels = str(old.level), str(new.level)
    return Change("layer", piece.id, name, *levels, _layer_told(piece.called, name, old, new))


def _layer_told(piece: str, name: str, old: Layer, new: Layer) -> Saying:
    """What became of a layer, in its module's own words: its name, else that of its command."""
    switched = (old.level > 0) != (new.level > 0)
    word = new.name or _command(new)
    faces = new.levels == 2 or (new.levels > 2 and new.name == _FACES)
    if faces and old.level > 0 and new.level > 0:
        if name == piece:  # it is called on this face as it is by itself
            return Saying("{piece} is flipped", piece=piece)
        return Saying("{piece} is flipped to {other}", piece=piece, other=name)
    if switched and (mark := _mark(max(old, new, key=_level))):
        borne = "{piece} is marked '{mark}'"
        told = borne if new.level > 0 else "{piece} is no longer marked '{mark}'"
        return Saying(told, piece=piece, mark=mark)
    if switched and _FLIP.match(_command(new)):
        return Saying("{piece} is flipped", piece=piece)
    if not word:  # a number alone says nothing to players
        return Saying("{piece} shows another picture", piece=piece)
    if switched and new.levels == 1:
        told = "{piece}: {word} is on" if new.level > 0 else "{piece}: {word} is off"
        return Saying(told, piece=piece, word=word)
    text = "{piece}: {word} {before} to {after}"
    return Saying(text, piece=piece, word=word, before=_shown(old), after=_shown(new))


_FACES = "Step"
"""What modules call the layer of a counter's faces, however many it has."""
_FLIP = re.compile(r"flip\b", re.IGNORECASE)


_PLAIN = Layer()


def _command(layer: Layer) -> str:
    """The first of a layer's commands that is not called as VASSAL calls it by itself."""
    pairs = (
        (layer.activate_command, _PLAIN.activate_command),
        (layer.up_command, _PLAIN.up_command),
        (layer.down_command, _PLAIN.down_command),
    )
    return next((own for own, usual in pairs if own and own != usual), "")


def _shown(layer: Layer) -> str:
    """The level that shows, by its name if it has one."""
    if layer.level <= 0:
        return Saying("off")
    at = layer.level - 1
    named = layer.level_names[at] if at < len(layer.level_names) else ""
    return named.strip("+ ") or str(layer.level)


def _level(layer: Layer) -> int:
    return layer.level


def _mark(layer: Layer) -> str:
    """What a layer that shows adds to the piece's name, `out of supply` of `+ [out of supply]`."""
    at = layer.level - 1
    added = layer.level_names[at] if at < len(layer.level_names) else ""
    return added.removeprefix("+").strip(" []()") if added.startswith("+") else ""


_Stands = list[tuple[int, tuple[int, ...]]]


def _stands(tracker: str) -> _Stands | None:
    """Where a turn counter stands, level by level; None if that cannot be read."""
    try:
        return [(level.value, way) for level, way in TurnState.decode(tracker).path()]
    except ValueError:
        return None


def _turn_told(before: int | None, after: int | None, back: bool) -> Saying:
    """What became of a turn counter; None is one that tells no turn. `back`: it was set back."""
    if after is None:
        return Saying("the turn counter is set to what is no turn")
    if before is None:
        return Saying("the turn counter is set to turn {n}", n=after)
    if before == after and back:
        return Saying("turn {n} goes back to an earlier phase", n=after)
    if before == after:
        return Saying("the next phase of turn {n} begins", n=after)
    return Saying("the turn goes from {n} to {m}", n=before, m=after)


def _of_game(
    before: GameState, after: GameState, sees_properties: Callable[[str], bool]
) -> Iterator[Change]:
    told = after.passwords.told
    for tracker, state in after.turns.items():
        was = before.turns.get(tracker, "")
        stood, stands = _stands(was), _stands(state)
        if was != state and (stood != stands or stands is None):
            back = stood is not None and stands is not None and stands < stood
            text = _turn_told(turn_number(was), turn_number(state), back)
            yield Change("turn", "", told(tracker), told(was), told(state), text)
    for (container, name), value in after.globals.items():
        old = before.globals.get((container, name), "")
        if old != value and sees_properties(container):
            name, was, is_ = told(name), told(old), told(value)
            text = Saying(
                "{name} changes from {before} to {after}",
                name=name,
                before=was or "nothing",
                after=is_ or "nothing",
            )
            yield Change("global", "", name, was, is_, text)
    sides = {seat.side for seat in before.seats}
    for seat in after.seats:
        if seat.side not in sides:
            seated = "{player} looks on" if seat.side == OBSERVER else "{player} plays {side}"
            player, side = told(seat.name), told(seat.side)
            text = Saying(seated, player=player, side=side)
            yield Change("player", "", player, "", side, text)
