"""Victory points as they stand (chapter 4)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.dagc.lines import lines_round_pripyat
from assistant.games.dagc.situation import Situation, controller
from assistant.games.dagc.units import SOVIET
from assistant.kernel.rulebook import rule

TOWN, CITY, COAST, AREA = 1, 4, 10, 1
NEEDED = 31


@dataclass(frozen=True)
class Victory:
    """Soviet points: of `towns` and `cities` held, of the Baltic coast and of the Ukrainian
    Front's area if held in supply. `koenigsberg` tells whether the Soviets have won at once."""

    towns: int
    cities: int
    coast: int
    area: int
    koenigsberg: bool
    needed: int = NEEDED

    @property
    def points(self) -> int:
        return TOWN * self.towns + CITY * self.cities + self.coast + self.area


@rule("4.1", "4.2", "4.3", "4.4")
def victory(situation: Situation) -> Victory:
    """Towns 1 point, cities 4, the coast 10, the Ukrainian Front's area 1; Koenigsberg wins."""
    board = situation.board
    area = board.hexes_with("1uf-area")
    coast = situation.hexset("baltic-coast") & board.hexes_with("coast")
    return Victory(
        towns=len(soviet(situation, board.hexes_with("town"))),
        cities=len(soviet(situation, board.hexes_with("city"))),
        coast=COAST if any(in_supply(situation, n) for n in soviet(situation, coast)) else 0,
        area=AREA if area and all(held_in_supply(situation, name) for name in area) else 0,
        koenigsberg=bool(soviet(situation, situation.hexset("koenigsberg"))),
    )


@rule("3.3", "3.4")
def soviet(situation: Situation, names: frozenset[str]) -> list[str]:
    """Those of some hexes that the Soviets control."""
    return [name for name in sorted(names) if controller(situation, name) == SOVIET]


@rule("4.3", "7.12")
def in_supply(situation: Situation, name: str) -> bool:
    """A hex is in supply if a Soviet line reaches it, as if the Soviets never ran out of supply."""
    return bool(lines_round_pripyat(situation).line(name))


def held_in_supply(situation: Situation, name: str) -> bool:
    return controller(situation, name) == SOVIET and in_supply(situation, name)
