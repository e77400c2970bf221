"""What a side may know (rule 16.1): of an enemy stack only the unit on top."""

from __future__ import annotations

from assistant.kernel.rulebook import rule
from assistant.position import Position


@rule("16.1")
def known_to_viewer(position: Position) -> Position:
    """The position without the units beneath the top of each enemy stack, if the optional rule is
    in force and one side's eyes are used."""
    if not position.viewer or not position.value("optional-intelligence"):
        return position
    top = {unit.hex: unit.id for unit in position.units}
    return position.with_units(
        unit for unit in position.units if unit.side == position.viewer or top[unit.hex] == unit.id
    )
