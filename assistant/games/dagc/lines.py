"""How supply lines run: sources, and the hexes and hexsides that are closed to lines (7.2-7.14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.games.dagc.calendar import pripyat_is_closed
from assistant.games.dagc.situation import Situation, controller
from assistant.games.dagc.units import GERMAN, SOVIET, enemy_of
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.kernel.search import Barred, Search, Step, search
from assistant.questions.answers import Refusal
from assistant.questions.reasons import Reason

BORDERS_ALLOWED = 2
BORDER = 10_000
"""What a border hexside adds to the length of a line: more than any line is long, so that the line
found has the fewest borders, and of those lines the fewest hexes."""

ENEMY_HEX = Reason("7.2", "Enemy units stand there.", "enemy-units")
ENEMY_ZONE = Reason(
    "7.2", "An enemy zone of control that no friendly unit negates (8.4).", "enemy-zone"
)
WATER = Reason("7.2", "The hexside is all lake or all sea.", "hexside")
GERMAN_STRAIT = Reason("7.2", "Only Soviet lines cross the strait.", "hexside")
SOVIET_STRAIT = Reason(
    "7.2", "Lines cross the strait only if both its hexes are Soviet.", "hexside"
)
TRENCH = Reason("7.14", "No German line enters a Soviet entrenchment.", "terrain")
PRIPYAT = Reason(
    "7.11", "Only cav-mech groups trace lines through the western Pripyat swamp.", "terrain"
)
LOST_SOURCE = {
    GERMAN: Reason("7.7", "This source is not German controlled.", "supply"),
    SOVIET: Reason("7.10", "This source is not Soviet controlled.", "supply"),
}
TOO_MANY_BORDERS = Reason(
    "7.8", "The way to this source crosses more than two border hexsides.", "supply"
)


@rule("7.2", "8.4", "8.5")
def closed_by_enemy(situation: Situation, side: str) -> dict[str, Reason]:
    """Lines enter neither enemy hexes nor enemy zones, unless a friendly unit negates the zone."""
    enemy = enemy_of(side)
    closed = dict.fromkeys(situation.zones[enemy] - situation.held[side], ENEMY_ZONE)
    return closed | dict.fromkeys(situation.held[enemy], ENEMY_HEX)


@rule("7.14")
def closed_by_trenches(situation: Situation) -> dict[str, Reason]:
    """No German line contains a Soviet entrenchment hex."""
    return dict.fromkeys(situation.board.hexes_with("soviet-entrenchment"), TRENCH)


@rule("7.11")
def closed_by_pripyat(situation: Situation) -> dict[str, Reason]:
    """Soviet lines other than those of cav-mech groups keep out of the western Pripyat swamp."""
    return dict.fromkeys(situation.board.hexes_with("west-pripyat"), PRIPYAT)


@rule("7.2")
def barrier(situation: Situation, side: str, start: str, end: str) -> Reason | None:
    """Water stops lines; the strait lets Soviet lines pass while both its hexes are Soviet."""
    features = situation.board.between(start, end)
    if "strait" in features:
        if side == GERMAN:
            return GERMAN_STRAIT
        ours = all(controller(situation, name) == SOVIET for name in (start, end))
        return None if ours else SOVIET_STRAIT
    return WATER if features & {"lake", "sea"} else None


@rule("7.8")
def is_border(situation: Situation, side: str, start: str, end: str) -> bool:
    """A German line counts the border hexsides that it crosses, a Soviet one does not."""
    if side != GERMAN:
        return False
    if situation.option("borders") == "map-edge":
        return situation.board.grid.is_edge(start) and situation.board.grid.is_edge(end)
    return "border" in situation.board.between(start, end)


@rule("7.7", "7.13")
@kept
def german_sources(situation: Situation) -> frozenset[str]:
    """The German map-edge hexes that are still German controlled."""
    return frozenset(
        name for name in situation.hexset("german-sources") if controller(situation, name) == GERMAN
    )


@rule("7.10", "7.13")
@kept
def soviet_sources(situation: Situation) -> frozenset[str]:
    """The Soviet map-edge hexes that are still Soviet controlled."""
    listed = situation.hexset("soviet-sources")
    if not situation.option("sources-need-control"):
        return listed - situation.held[GERMAN]
    return frozenset(name for name in listed if controller(situation, name) == SOVIET)


def own_sources(situation: Situation, side: str) -> frozenset[str]:
    return german_sources(situation) if side == GERMAN else soviet_sources(situation)


@rule("7.7", "7.10")
def working_sources(situation: Situation, side: str) -> frozenset[str]:
    """Controlled sources that no enemy zone suppresses: one with a garrison works in a zone too."""
    return own_sources(situation, side) - closed_by_enemy(situation, side).keys()


@kept
def suppressed_sides(situation: Situation) -> frozenset[str]:
    """The sides that have a source which does not work."""
    return frozenset(
        side
        for side in (GERMAN, SOVIET)
        if working_sources(situation, side) != own_sources(situation, side)
    )


@dataclass(frozen=True)
class Lines:
    """The lines of one kind of unit: `closed` hexes, each with the rule, and all that is in reach
    of a working source."""

    situation: Situation
    side: str
    closed: Mapping[str, Reason]

    @cached_property
    def counts_every_edge(self) -> bool:
        """Whether unmarked hexsides may be borders too, by the other reading of 7.8."""
        return bool(self.situation.option("borders") == "map-edge")

    def steps(self, name: str) -> Iterator[Step[str] | Barred[str]]:
        """From a hex to each neighbour, at the cost of a hex and of the border crossed."""
        situation, closed = self.situation, self.closed
        features = situation.board.hexsides
        for near in situation.board.around[name]:
            marked = features.get((name, near))
            if marked and (why := barrier(situation, self.side, name, near)):
                yield Barred(near, why)
            elif near in closed:
                yield Barred(near, closed[near])
            elif (marked or self.counts_every_edge) and is_border(situation, self.side, name, near):
                yield Step(near, 1 + BORDER)
            else:
                yield Step(near)

    @cached_property
    def network(self) -> Search[str]:
        """Everything in reach of the working sources."""
        starts = own_sources(self.situation, self.side) - self.closed.keys()
        found, _ = search(starts, self.steps, budget=(BORDERS_ALLOWED + 1) * BORDER - 1)
        return found

    def line(self, name: str) -> tuple[str, ...]:
        """A shortest line from a hex to a source, both included; empty if there is none."""
        if name in self.network.cost:
            return tuple(reversed(self.network.path(name)))
        return ()

    def line_leaving(self, name: str) -> tuple[str, ...]:
        """A shortest line from a hex that is itself closed, but may be left."""
        steps = [step.to for step in self.steps(name) if isinstance(step, Step)]
        lines = sorted((line for near in steps if (line := self.line(near))), key=_by_length)
        return (name, *lines[0]) if lines else ()

    def cut(self, names: Iterable[str]) -> dict[str, tuple[Refusal, ...]]:
        """For hexes without a line: everything around their pocket that closes it, by rule."""
        found: dict[str, tuple[Refusal, ...]] = {}
        for name in sorted(set(names)):
            if name in self.closed:
                found[name] = (Refusal.by(name, self.closed[name]),)
            elif name not in found:
                pocket, _ = search([name], self.steps)
                found |= dict.fromkeys(pocket.cost, self._closing(pocket))
        return found

    def _closing(self, pocket: Search[str]) -> tuple[Refusal, ...]:
        closing = dict(pocket.barred)
        own = own_sources(self.situation, self.side)
        for name in self.situation.hexset(f"{self.side}-sources"):
            if name in pocket.cost:
                closing[name] = TOO_MANY_BORDERS if name in own else LOST_SOURCE[self.side]
        return tuple(Refusal.by(name, why) for name, why in sorted(closing.items()))


def _by_length(line: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return len(line), line


def refusal(name: str, why: Reason) -> Refusal:
    """A closed hex as answers show it."""
    return Refusal.by(name, why)


@rule("7.2", "7.14")
@kept
def german_lines(situation: Situation) -> Lines:
    """German lines keep out of enemy hexes, enemy zones and Soviet entrenchments."""
    closed = closed_by_enemy(situation, GERMAN) | closed_by_trenches(situation)
    return Lines(situation, GERMAN, closed)


@rule("7.2", "12.4")
@kept
def cav_mech_lines(situation: Situation) -> Lines:
    """Cav-mech groups trace through the western Pripyat swamp as well."""
    return Lines(situation, SOVIET, closed_by_enemy(situation, SOVIET))


@rule("7.2", "7.11", "10.8")
@kept
def lines_round_pripyat(situation: Situation) -> Lines:
    """Other Soviet lines go round the western Pripyat swamp; those for replacements always do."""
    closed = closed_by_enemy(situation, SOVIET) | closed_by_pripyat(situation)
    return Lines(situation, SOVIET, closed)


@rule("7.11", "3.6")
def soviet_lines(situation: Situation) -> Lines:
    """The lines of Soviet units that are no cav-mech groups."""
    if pripyat_is_closed(situation.position):
        return lines_round_pripyat(situation)
    return cav_mech_lines(situation)
