"""The combat differential: factors against factors and terrain (11.8 to 11.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.games.dagc.battle import Battle
from assistant.games.dagc.units import is_locality, strength
from assistant.kernel.rulebook import rule
from assistant.questions.answers import LedgerLine


@dataclass(frozen=True)
class Modifier:
    """One line of an attack's ledger: so much to the `unit` ("defence" or "column") of counting."""

    what: str
    value: int
    unit: str
    rule: str
    stand_in: bool = False

    def line(self) -> LedgerLine:
        return LedgerLine(self.what, f"{self.value:+d} {self.unit}", self.rule, self.stand_in)


@rule("11.8", "12.5")
def attack_strength(battle: Battle) -> int:
    """The sum of the attackers' factors; a fortified locality has none to attack with."""
    return sum(strength(unit) for unit in battle.attackers if not is_locality(unit))


@rule("11.8", "11.17")
def defenders_strength(battle: Battle) -> int:
    """The sum of the defenders' factors, but for units that retreated into the hex this phase."""
    return sum(strength(unit) for unit in battle.defenders if "retreated" not in unit.markers)


@rule("11.9")
def additions(battle: Battle) -> Iterator[Modifier]:
    """What terrain adds to the defence, each thing once however many the defenders."""
    yield from natural_terrain(battle)
    yield from settlement(battle)
    yield from entrenchment(battle)
    yield from river(battle)


@rule("11.9")
def natural_terrain(battle: Battle) -> Iterator[Modifier]:
    """Forest and swamp; of several natural terrains the largest addition."""
    kinds = [kind for kind in sorted(battle.terrain) if is_natural(battle, kind)]
    found = [line for kind in kinds if (line := addition(battle, kind))]
    if battle.situation.option("mixed-terrain") == "largest":
        found = sorted(found, key=lambda line: -line.value)[:1]
    yield from found


@rule("11.9")
def settlement(battle: Battle) -> Iterator[Modifier]:
    """A town or city adds its number on top of the natural terrain."""
    for kind in ("town", "city"):
        if kind in battle.terrain and (line := addition(battle, kind)):
            yield line


@rule("11.10")
def entrenchment(battle: Battle) -> Iterator[Modifier]:
    """Entrenchments serve only the side that dug them, whoever held them in between."""
    chart = battle.situation.chart
    for kind in sorted(battle.terrain):
        owner = chart.get(kind, "defends")
        if owner and owner != battle.side and (line := addition(battle, kind, "entrenchment")):
            yield line


@rule("11.9")
def river(battle: Battle) -> Iterator[Modifier]:
    """A river adds its number only if every attacker comes across one."""
    board = battle.situation.board
    crossed = [board.between(origin, battle.target) for origin in battle.origins]
    if crossed and all("river" in features for features in crossed):
        line = addition(battle, "river")
        if line:
            yield line


def is_natural(battle: Battle, kind: str) -> bool:
    return bool(battle.situation.chart.get(kind, "natural"))


def addition(battle: Battle, kind: str, name: str = "") -> Modifier | None:
    """The chart's number for a kind of terrain or hexside, as a line of the ledger."""
    chart = battle.situation.chart
    value = int(chart.get(kind, "defence", 0))
    if not value:
        return None
    owned = "11.10" if name else "11.9"
    return Modifier(name or kind, value, "defence", owned, chart.is_stand_in(kind, "defence"))
