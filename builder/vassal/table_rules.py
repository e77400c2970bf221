"""What a module decides about its maps that bears on how pieces come to lie there.

Sources: `map/LayeredPieceCollection`, `map/DefaultPieceCollection`, `map/StackMetrics`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from builder.vassal.pieces import Piece
from builder.vassal.secret import PlayerId
from builder.vassal.trait_answers import own_property

if TYPE_CHECKING:
    from builder.vassal.locations import ModuleShape


@dataclass(frozen=True)
class TableRules:
    """What a module decides about its maps.

    `maps` are those that exist, by name and by VASSAL's id, under which a save has them that is
    older than the name (None: any that a command names). `unstacked` are maps on
    which pieces do not stack. `layers` gives the property whose value is a piece's visual layer,
    and the values from the bottom up: pieces of different layers do not merge. On the maps of
    `unraised` a piece that moves is not drawn above the others. `viewer` is who replays (None:
    whoever made the move): to VASSAL a stack ends below the pieces that the viewer cannot see.
    """

    maps: Mapping[str, str] | None = None
    unstacked: frozenset[str] = frozenset()
    layers: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    unraised: frozenset[str] = frozenset()
    viewer: PlayerId | None = None

    def layer(self, map_: str, piece: Piece) -> int:
        """The visual layer of a piece (LayeredPieceCollection, DefaultPieceCollection)."""
        layered = self.layers.get(map_)
        if layered is None:
            return 1 if piece.type.stacks else 0
        name, values = layered
        value = own_property(piece, name)
        return values.index(value) if value in values else len(values)

    def stack_layer(self, map_: str, top: Piece | None) -> int:
        """The visual layer of a stack by the piece on its top."""
        layered = self.layers.get(map_)
        if layered is None:
            return 1
        return len(layered[1]) if top is None else self.layer(map_, top)

    def deck_layer(self, map_: str) -> int:
        """The visual layer of decks."""
        layered = self.layers.get(map_)
        return 0 if layered is None else len(layered[1])


def table_rules(shape: ModuleShape) -> TableRules:
    """What the maps of a module mean for moves: which exist, stack, and keep layers apart."""
    maps: dict[str, str] = {}
    for map_ in shape.maps:
        maps.setdefault(map_.name, map_.name)
        maps.setdefault(map_.id, map_.name)
    layered = (map_ for map_ in shape.maps if map_.layer_property)
    return TableRules(
        maps=maps,
        unstacked=frozenset(map_.name for map_ in shape.maps if not map_.stacking),
        layers={map_.name: (map_.layer_property, map_.layers) for map_ in layered},
        unraised=frozenset(map_.name for map_ in shape.maps if not map_.raises),
    )
