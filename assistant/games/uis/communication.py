"""Lines of communication, which supply both sides in the first turns of war (12.2.1, 40)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from assistant.games.uis.calendar import war_turn
from assistant.games.uis.ground import closed_hexes, is_barrier
from assistant.games.uis.lines import Way, by_ferry, closed_by_enemy, closed_to_communication
from assistant.games.uis.sides import NATO, WP
from assistant.games.uis.situation import Situation
from assistant.games.uis.sources import goals
from assistant.games.uis.supply_chain import Found, plain
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

COMMUNICATION_TURNS = {NATO: 4, WP: 3}


@dataclass(frozen=True)
class Communication:
    """Lines of communication of one side: the next hex towards a goal from each hex that has a
    line. `ferries` tells whether lines still use ferries."""

    situation: Situation
    side: str
    goals: frozenset[str]

    @cached_property
    def ferries(self) -> bool:
        last = int(self.situation.option("lines-by-ferry"))
        return war_turn(self.situation.position) <= last

    @cached_property
    def onward(self) -> dict[str, str]:
        closed = closed_to_communication(self.situation, self.side)
        found = dict.fromkeys(sorted(self.goals - closed), "")
        queue = deque(found)
        while queue:
            name = queue.popleft()
            for near in self._near(name, closed):
                if near not in found:
                    found[near] = name
                    queue.append(near)
        return found

    def _near(self, name: str, closed: frozenset[str]) -> Iterator[str]:
        sides = self.situation.board.hexsides
        for near in self.situation.around[name]:
            features = sides.get((name, near))
            if not features:
                if near not in closed:
                    yield near
            elif by_ferry(features):
                if self.ferries and (near not in closed or self._by_water(near)):
                    yield near
            elif near not in closed and not is_barrier(self.situation, name, near):
                yield near

    def _by_water(self, name: str) -> bool:
        """A water hex on a ferry's route, free of enemies and their zones."""
        if name not in closed_hexes(self.situation):
            return False
        return name not in closed_by_enemy(self.situation, self.side)

    def way(self, name: str) -> Way | None:
        """The shortest line from a hex, if it has one."""
        if name not in self.onward:
            return None
        path = [name]
        while after := self.onward[path[-1]]:
            path.append(after)
        return Way(tuple(path), len(path) - 1)


@kept
def communication(situation: Situation) -> dict[str, Communication]:
    """The lines of communication of both sides."""
    return {side: Communication(situation, side, goals(situation, side)) for side in (WP, NATO)}


@rule("12.2.1", "12.3.1", "40")
def by_communication(situation: Situation, side: str, units: Iterable[Unit]) -> dict[str, Found]:
    """In the first turns of war, four for NATO and three for the Warsaw Pact, a line of
    communication is enough."""
    lines = communication(situation)[side]
    number = "12.2.1" if side == NATO else "12.3.1"
    turns = COMMUNICATION_TURNS[side]
    good = Reason(
        number, "In the first {n} turns of war a line of communication is enough.", n=turns
    )
    bad = Reason("40.1", "No line of communication.")
    return {unit.id: plain(lines.way(unit.hex), good, bad) for unit in units}
