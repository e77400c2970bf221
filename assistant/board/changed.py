"""What is different between two positions, as far as their viewer sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from assistant.position import MOVED, Position, Unit
from assistant.report.words import column_word
from builder.saying import Saying

SENTENCES = {
    "turn": "{after}.",
    "entered": "{name} enters in {after}.",
    "left": "{name} leaves the map from {before}.",
    "moved": "{name}: {before} -> {after}.",
    "step": "{name} in {hex} is reduced to step {after}.",
    "restored": "{name} in {hex} is restored to step {after}.",
    "marked": "{name} in {hex} is now marked {after}.",
    "unmarked": "{name} in {hex} is no longer marked {before}.",
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
    "due": "{name} can come now: {after}.",
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
        after = column_word(self.after) if self.kind == "attack" else self.after
        return Saying(told, before=self.before or "none", after=after or "none", **words)


def changed(before: Position, after: Position) -> Iterator[Change]:
    """Units, holders of hexes and state variables that differ, as their viewer sees them."""
    for id_ in {**before.by_id, **after.by_id}:
        yield from _of_unit(before.by_id.get(id_), after.by_id.get(id_))
    for hex_, old, new in _differing(before.owners, after.owners):
        yield Change("control", hex=hex_, before=old, after=new)
    for name, old, new in _differing(before.state, after.state):
        yield Change("state", name, before=old, after=new)


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
        was, is_ = old.get(name), new.get(name)
        if was != is_:
            yield name, worded(was), worded(is_)


def worded(value: Any) -> str:
    """A value of a state variable as the page reads it."""
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
