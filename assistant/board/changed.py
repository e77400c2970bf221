"""What is different between two positions, as far as their viewer sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any

from assistant.position import MOVED, Position, Unit
from assistant.words.columns import column_word
from builder.saying import Saying

COPY = "#"
"""Behind it in an id stands which of a counter's copies it is."""

SENTENCES = {
    "turn": "{after}.",
    "entered": "{name} enters in {after}.",
    "left": "{name} leaves the map from {before}.",
    "moved": "{name}: {before} -> {after}.",
    "step": "{name} in {hex} is reduced to step {after}.",
    "restored": "{name} in {hex} is restored to step {after}.",
    "marked": "{name} in {hex} is now marked: {after}.",
    "unmarked": "{name} in {hex} is no longer marked: {before}.",
    "control": "Control of {hex}: {before} -> {after}.",
    "state": "{name}: {before} -> {after}.",
    "supply": "{name} in {hex}: {before} -> {after}. {why}",
    "attack": "{hex} can now be attacked, at {after}.",
    "battle": "{why}",
    "violation": "{hex} breaks {after}: {why}",
    "unjudged": "{why}",
    "must": "To do now: {why} ({after})",
    "may": "Possible now: {why} ({after})",
    "forbidden": "Not now: {why} ({after})",
    "due": "{name} can come this turn: {after}.",
    "points": "{name}: points {before} -> {after}.",
    "level": "If the game ended now: {after}.",
    "more": "... and {after} more changes.",
    "units": "Units on the map: {after}.",
}


@dataclass(frozen=True)
class Change:
    """One change. `kind` says which of the words count; the page has its own for each kind.

    `name` is a unit or a state variable, `hex` where it is, `why` a reason in a sentence, `counter`
    the unit's id in the counter mix, for its name in other languages. Of points, `hex` is the side.
    """

    kind: str
    name: str = ""
    hex: str = ""
    before: str = ""
    after: str = ""
    why: str = ""
    counter: str = ""

    def __str__(self) -> str:
        words = {name: getattr(self, name) for name in ("name", "hex", "why")}
        kind = "restored" if self.kind == "step" and self.before > self.after else self.kind
        told = SENTENCES[kind].removesuffix(" {why}" if not self.why else "")
        if self.kind == "attack" and not self.after:  # no die is rolled for it
            told = "{hex} can now be attacked."
        after = column_word(self.after) if self.kind == "attack" else self.after
        return Saying(told, before=self.before or "none", after=after or "none", **words)


def changed(before: Position, after: Position) -> Iterator[Change]:
    """Units, holders of hexes and state variables that differ, as their viewer sees them."""
    alike: dict[str, tuple[list[Unit], list[Unit]]] = {}
    for at, position in enumerate((before, after)):
        for unit in position.by_id.values():
            alike.setdefault(unit.id.partition(COPY)[0], ([], []))[at].append(unit)
    # what belongs to no side comes last: a module may have hundreds of such markers
    for olds, news in sorted(alike.values(), key=_of_no_side):
        yield from _of_copies(olds, news)
    for hex_, old, new in _differing(before.owners, after.owners):
        yield Change("control", hex=hex_, before=old, after=new)
    for name, old, new in _differing(before.state, after.state):
        yield Change("state", name, before=old, after=new)


def _of_no_side(pair: tuple[list[Unit], list[Unit]]) -> bool:
    return not any(unit.side for units in pair for unit in units)


def _of_copies(olds: list[Unit], news: list[Unit]) -> Iterator[Change]:
    """What is different of a counter's copies. Who is which of them nobody can say: their numbers
    follow the order of the table, so that one that is taken away renames all behind it."""
    still = Counter(map(_looks, olds)) & Counter(map(_looks, news))
    gone, come = _without(olds, still), _without(news, still)
    for old, new in zip_longest(gone, come):
        yield from _of_unit(old, new)


def _looks(unit: Unit) -> tuple[str, int, frozenset[str]]:
    return unit.hex, unit.step, unit.markers - {MOVED}


def _without(units: list[Unit], still: Counter[tuple[str, int, frozenset[str]]]) -> list[Unit]:
    left, found = Counter(still), []
    for unit in units:
        if left[_looks(unit)]:
            left[_looks(unit)] -= 1
        else:
            found.append(unit)
    return found


def _of_unit(old: Unit | None, new: Unit | None) -> Iterator[Change]:
    unit = new or old
    if unit is None:
        return
    said = partial(Change, name=unit.shown, hex=unit.hex, counter=unit.counter)
    if old is None or new is None:
        where = {"before": unit.hex} if new is None else {"after": unit.hex}
        yield said("left" if new is None else "entered", **where)
        return
    if old.hex != new.hex:
        yield said("moved", before=old.hex, after=new.hex)
    if old.step != new.step:
        yield said("step", before=str(old.step), after=str(new.step))
    for marker in sorted(new.markers - old.markers - {MOVED}):
        yield said("marked", after=marker)
    for marker in sorted(old.markers - new.markers - {MOVED}):
        yield said("unmarked", before=marker)


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name in {**old, **new}:
        was, is_ = worded(old.get(name)), worded(new.get(name))
        if was != is_:
            yield name, was, is_


def worded(value: Any) -> str:
    """A value of a state variable as the page reads it."""
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
