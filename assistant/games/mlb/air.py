"""Air markers (rule 15): the Axis player's hidden hand, and what each marker does to a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from assistant.kernel.rulebook import rule
from assistant.position import Position
from assistant.questions.answers import Offer
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Saying


@dataclass(frozen=True)
class AirMarker:
    """Columns that a marker shifts to the right, and what it takes from the die."""

    name: str
    columns: int
    die: int
    rule: str

    @property
    def effect(self) -> str:
        if self.columns:
            return Saying("{n:+d} {n|column|columns}", n=self.columns)
        return Saying("{n:+d} on the die, at least 1", n=-self.die)


NO_MARKER = AirMarker("no aircraft", 0, 0, "15.2(1)")
MARKERS: Mapping[str, AirMarker] = MappingProxyType(
    {
        "stuka": AirMarker("Stuka", 2, 0, "10.3.3(2), 15.2(2)"),
        "ace": AirMarker("ace", 0, 2, "10.4.1(2), 15.2(2)"),
    }
)


@rule("15.2(1)", "15.2(3)")
def declared_marker(name: str | None) -> AirMarker:
    """The Axis player may declare one marker, never two, in any battle, whoever attacks."""
    if name is None:
        return NO_MARKER
    if name not in MARKERS:
        raise QuestionError(
            "air={name} is no air marker: write one, air=stuka or air=ace.", name=name
        )
    return MARKERS[name]


@rule("15.1(4)")
def without_hidden_hand(position: Position) -> Position:
    """The Soviet player does not see the air markers in the Axis hand."""
    if position.viewer != "soviet" or "air" not in position.state:
        return position
    seen = {name: value for name, value in position.state.items() if name != "air"}
    return replace(position, state=seen)


@rule("15.2(1)")
def offers(position: Position, declared: AirMarker) -> tuple[Offer, ...]:
    """Markers in the hand, as far as the viewer knows it, that could still be declared."""
    if declared is not NO_MARKER:
        return ()
    hand = sorted(set(position.value("air") or ()))
    return tuple(Offer(f"air={m}", MARKERS[m].effect, MARKERS[m].rule) for m in hand)
