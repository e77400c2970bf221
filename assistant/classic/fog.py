"""What a player may look at, as [fog] declares it."""

from __future__ import annotations

from assistant.position import Position, Unit


def visible(position: Position) -> Position:
    """The position without the units that its viewer does not see: of the other sides' stacks
    those below the top one, unless a unit of his stands next to them."""
    rules = position.game.rules
    if rules is None or not position.viewer or rules.fog.stacks == "open":
        return position
    own = {unit.hex for unit in position.units if unit.side == position.viewer}
    top = {unit.hex: unit.id for unit in position.units}

    def seen(unit: Unit) -> bool:
        if unit.side == position.viewer or unit.hex not in position.board.grid:
            return True
        near = any(name in own for name in position.board.neighbours(unit.hex))
        return top[unit.hex] == unit.id or (rules.fog.near and near)

    return position.with_units(unit for unit in position.units if seen(unit))
