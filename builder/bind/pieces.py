"""Pieces of a stranger's module to counters of a game, by likeness; what is doubtful is told."""

from __future__ import annotations

import re
from collections import Counter as Counted
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from builder import limits
from builder.adopt.stock import Item, Slot, is_furniture
from builder.bind.likeness import Called, Likenesses, bounded
from builder.bind.vocabulary import values, words
from builder.game.kept import CONTROL, STATE, Kept, front_of, look_of
from builder.game.model import Counter, Game
from builder.saying import Saying
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.traits import BasicPiece, Immobile, Layer

_LEAST = 0.34
_SURE = 0.62
_MARGIN = 0.05
_NAMESAKE, _TAKEN = 2.0, 4.0
"""What is added to a likeness where a piece is called letter for letter as a counter, and where the
counter was taken over from that piece: far more than any likeness, by which those of one name are
told apart."""
_COPY = 0.15
"""As much less a counter may be like a piece that a like one is: copies differ by a number."""
_SIDES = 0.5
_VOTES, _MOST = 3, 0.7


@dataclass(frozen=True)
class Target:
    """What a piece can be: a counter, or a marker of control or of a state's hex."""

    id: str
    side: str
    called: Called


@dataclass(frozen=True)
class Match:
    """A piece and what it is; `likeness` from 0 to 1. `doubt` says why somebody should look,
    `others` what it might be too, `settled` that somebody said what it is."""

    item: Item
    target: str = ""
    likeness: float = 0.0
    doubt: str = ""
    others: tuple[str, ...] = ()
    settled: bool = False


def targets(game: Game) -> list[Target]:
    """All that the pieces of a module of the game can be."""
    found = [Target(c.id, c.side, _called(game, c)) for c in game.counters.values()]
    for side in game.definition.side:
        names = frozenset({"control", *words(side.name), *words(side.id)})
        found.append(Target(CONTROL + side.id, "", Called(names, frozenset({"marker"}))))
    kept = {c.type for c in game.counters.values() if c.kind == "marker"}
    for name, field in game.definition.state.items():
        if field.type == "hex" and "*" not in name and name not in kept:
            found.append(Target(STATE + name, "", Called(frozenset(words(name)), frozenset())))
    return found


def name_of(game: Game, target: str) -> str:
    """What people call what a piece may be; of a marker that is no counter, what it marks."""
    if counter := game.counters.get(target):
        return counter.full_name or counter.name
    if side := game.sides.get(target.removeprefix(CONTROL)):
        return Saying("Marker of control: {side}", side=side.name)
    return Saying("Marker of {name}", name=target.removeprefix(STATE))


def _called(game: Game, counter: Counter) -> Called:
    side = game.sides.get(counter.side)
    kind = game.definition.units.types.get(counter.type)
    beside = {*words(counter.side), *words(side.name if side else "")}
    whole = words(counter.full_name or counter.name)
    names = {*whole, *words(counter.name)}
    names |= set(words(counter.id)) - beside
    around = {*beside, *words(counter.type), *words(counter.formation), *words(counter.size)}
    around |= set(words(kind.name)) if kind and kind.name else set()
    printed = [v for v in counter.fields.values() if isinstance(v, list) and v]
    firsts = tuple(int(v[0]) for v in printed if isinstance(v[0], int))
    singles = tuple(v for v in counter.fields.values() if type(v) is int)
    figures = (*firsts, *singles)
    return Called(frozenset(names), frozenset(around - names), figures, whole)


def called(item: Item, beside: frozenset[str] = frozenset()) -> Called:
    """What a stranger's piece is called: `beside` are words of sides, which tell only of sides."""
    texts = {item.name, *(slot.name for slot in item.slots), *(s.basic.name for s in item.slots)}
    names = {word for text in texts for word in words(text)}
    pictures = [t.image for t in item.traits if isinstance(t, BasicPiece) and t.image]
    pictures += [i for t in item.traits if isinstance(t, Layer) for i in t.images[:1]]
    around = {word for text in pictures for word in words(text)}
    around |= {word for slot in item.slots for text in slot.path for word in words(text)}
    around |= {word for text in item.markers.values() for word in words(text)} | {*words(item.type)}
    told = next((found for text in sorted(texts) if (found := values(text))), ())
    return Called(frozenset(names - beside), frozenset(around | (names & beside)), told)


def sides_of(game: Game, theirs: Mapping[str, str]) -> dict[str, str]:
    """Sides of the game by those of the module: by their names, else by who is left."""
    found: dict[str, str] = {}
    for id_, name in theirs.items():
        told = {*words(name), *words(id_)}
        for side in game.definition.side:
            if told & {*words(side.name), *words(side.id)} and side.id not in found.values():
                found.setdefault(id_, side.id)
    left = [side.id for side in game.definition.side if side.id not in found.values()]
    rest = [id_ for id_ in theirs if id_ not in found]
    if len(left) == len(rest) == 1:
        found[rest[0]] = left[0]
    return found


def sides_by_pieces(
    game: Game, theirs: Iterable[str], matches: Iterable[Match], taken: Collection[str]
) -> dict[str, str]:
    """Sides of the game, `taken` ones left out, by those of the module that are called like none:
    by what side the counters are that their pieces are without doubt."""
    votes: dict[str, Counted[str]] = {id_: Counted() for id_ in theirs}
    for one in matches:
        counter = game.counters.get(one.target)
        if counter is not None and counter.side and not one.doubt and one.item.side in votes:
            votes[one.item.side][counter.side] += 1
    found = {}
    for id_, counted in votes.items():
        best, times = (counted.most_common(1) or [("", 0)])[0]
        if best not in taken and times >= max(_VOTES, _MOST * counted.total()):
            found[id_] = best
    return found if len(set(found.values())) == len(found) else {}


def match(
    game: Game, items: Iterable[Item], sides: Mapping[str, str], kept: Kept | None = None
) -> list[Match]:
    """Each piece with what it most likely is; no target is given twice. `kept` is what the game
    keeps of that very module, if it was adopted from it.

    Cards and furniture of the map are nobody's counters.
    """
    pieces = [item for item in items if not item.is_card and not is_furniture(item.traits)]
    those = targets(game)
    bounded(len(pieces) * len(those), "pairs of pieces and counters", limits.COMPARED)
    beside = frozenset(w for s in game.definition.side for w in (*words(s.name), *words(s.id)))
    theirs = [called(item, beside) for item in pieces]
    table = Likenesses([t.called for t in those], theirs).table()
    table = np.round(table, 9)  # because else the last bit of a sum would decide between equals
    for side in {side for side in sides.values() if side}:
        of_side = [at for at, item in enumerate(pieces) if sides.get(item.side) == side]
        others = [to for to, target in enumerate(those) if target.side not in ("", side)]
        table[np.ix_(of_side, others)] *= _SIDES
    table[table < _LEAST] = 0.0
    for at, to, much in _known_pairs(game, pieces, those, sides, kept):
        table[at, to] += much
    given = _given(table, [len(_starts(item)) for item in pieces])
    return [told for at, item in enumerate(pieces) for told in _each(at, item, those, table, given)]


def _known_pairs(
    game: Game,
    pieces: Sequence[Item],
    those: Sequence[Target],
    sides: Mapping[str, str],
    kept: Kept | None,
) -> Iterator[tuple[int, int, float]]:
    """Pieces with the counters that they are by more than likeness, and how much more."""
    column = {target.id: to for to, target in enumerate(those)}
    named: dict[str, list[int]] = {}
    for counter in game.counters.values():
        named.setdefault(counter.full_name or counter.name, []).append(column[counter.id])
    for at, item in enumerate(pieces):
        side = sides.get(item.side, "")
        for to in named.get(item.name, ()):
            if not side or those[to].side in ("", side):
                yield at, to, _NAMESAKE
        if kept is not None and (taken := _taken_from(kept, item)) in column:
            yield at, column[taken], _TAKEN


def _taken_from(kept: Kept, item: Item) -> str:
    """The counter that was taken over from a piece, be it of an older or a newer version of the
    module; empty for none."""
    look, front = look_of(item.traits), front_of(item.traits)
    found = (kept.row_of(slot.gpid, slot.basic.name, front, look) for slot in item.slots)
    return next((row.counter for row in found if row is not None), "")


def few_enough(root: Component, game: Game) -> None:
    """ValueError in a sentence where a module has more pieces than are compared. They are counted
    by their text, because to read tens of thousands takes seconds; copies count once."""
    types = {_type_text(slot.content) for slot in _counter_slots(root)}
    pieces = sum(_IMMOBILE not in text for text in types)
    bounded(pieces * len(targets(game)), "pairs of pieces and counters", limits.COMPARED)


def _counter_slots(part: Component) -> Iterator[c.PieceSlot]:
    """The slots of all that may be a counter: what lies in decks and card slots may be cards."""
    for child in part.children:
        if isinstance(child, c.PieceSlot):
            if not isinstance(child, c.CardSlot):
                yield child
        elif not isinstance(child, c.DrawPile):
            yield from _counter_slots(child)


def _type_text(content: str) -> str:
    """What a slot's text says a piece is, without the state in which it lies."""
    return _TYPE.sub(r"\1", content, count=1)


_TYPE = re.compile(r"\A\+/(?:[^\\/]|\\.)*/((?:[^\\/]|\\.)*).*", re.DOTALL)
_IMMOBILE = Immobile.ID


def _starts(item: Item) -> list[Slot]:
    """The slots of a piece that stand on a map when a new game begins."""
    return [slot for slot in item.slots if isinstance(slot.around, c.SetupStack)]


def _given(table: np.ndarray, copies: Sequence[int]) -> dict[int, list[int]]:
    """Pieces with the targets that they get, the likeliest pair first. One that is set up in
    several copies gets as many, if they are as like it: the game has a counter for each copy. Of
    counters of its own name it gets those that other pieces of that name leave."""
    at, to = np.nonzero(table)
    order = np.lexsort((to, at, -table[at, to]))
    named = order[table[at[order], to[order]] >= _NAMESAKE]
    given: dict[int, list[int]] = {}
    held: set[int] = set()
    for pairs, most in ((named, [1] * len(copies)), (order, copies)):
        for pair in pairs:
            if len(held) == table.shape[1]:
                break  # because thousands of pieces may be as like it
            one, target = int(at[pair]), int(to[pair])
            has = given.setdefault(one, [])
            first = table[one, has[0]] if has else 0.0
            room = not has or (len(has) < most[one] and table[one, target] > first - _COPY)
            if room and target not in held:
                has.append(target)
                held.add(target)
    return {one: has for one, has in given.items() if has}


def _each(
    at: int, item: Item, those: list[Target], table: np.ndarray, given: Mapping[int, list[int]]
) -> Iterator[Match]:
    """A match for a piece, or one for each of its copies that are counters of their own: the first
    of them takes the slots that are set up nowhere."""
    targets = given.get(at, [])
    if len(targets) < 2:
        yield _told(at, item, those, table, targets)
        return
    starts = _starts(item)
    rest = [slot for slot in item.slots if slot not in starts]
    for n, to in enumerate(targets):
        last = n == len(targets) - 1
        slots = [*(rest if n == 0 else ()), *(starts[n:] if last else starts[n : n + 1])]
        part = replace(item, slots=slots)
        yield _told(at, part, those, table, [to, *(o for o in targets if o != to)])


def _told(
    at: int, item: Item, those: list[Target], table: np.ndarray, targets: Sequence[int]
) -> Match:
    """What a piece is: the first of its targets; the others are its copies'."""
    row = table[at]
    near = np.flatnonzero(row)
    near = near[np.argsort(-row[near], kind="stable")]
    if not targets:
        return Match(item, others=tuple(those[to].id for to in near[:3]))
    to = targets[0]
    score = float(row[to])
    rivals = [o for o in near if o not in targets and row[o] > score - _MARGIN]
    others = tuple(those[o].id for o in rivals[:3])
    doubt = ""
    if rivals:
        doubt = "Others are as like it."
    elif np.count_nonzero(table[:, to] > max(0.0, score - _MARGIN)) > 1:
        doubt = "Another piece is as like that counter."
    elif score < _SURE:
        doubt = "The names are not much alike."
    return Match(item, those[to].id, min(score, 1.0), doubt, others)
