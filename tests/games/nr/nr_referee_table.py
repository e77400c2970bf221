"""The table of a second referee: zones and supply once more, slow and plain."""

from __future__ import annotations

from dataclasses import dataclass, field

from assistant.position import Unit

AREAS = ("finland", "western-balkans")
PARENTHESISED = ("fort", "volkssturm", "garrison", "rezervy")
FAR = 999


def compass(name: str) -> dict[str, str]:
    """The neighbours on the grid by direction: even rows lie half a hex east."""
    if name in AREAS:
        return {}
    column, row = int(name[:2]), int(name[2:])
    left, right = (column, column + 1) if row % 2 == 0 else (column - 1, column)
    places = {
        "E": (column + 1, row), "W": (column - 1, row), "NE": (right, row - 1),
        "NW": (left, row - 1), "SE": (right, row + 1), "SW": (left, row + 1),
    }  # fmt: skip
    return {
        way: f"{c:02d}{r:02d}" for way, (c, r) in places.items() if 1 <= c <= 28 and 1 <= r <= 22
    }


def apart(start: str, end: str) -> int:
    """Hexes between two places of the grid."""
    (a, r1), (b, r2) = ((int(n[:2]), int(n[2:])) for n in (start, end))
    q1, q2 = a - (r1 + r1 % 2) // 2, b - (r2 + r2 % 2) // 2
    return max(abs(q2 - q1), abs(r2 - r1), abs(q2 - q1 + r2 - r1))


def other(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


def home(unit: Unit) -> str:
    return str(unit.get("nationality") or ("german" if unit.side == "axis" else "soviet"))


@dataclass(frozen=True)
class Table:
    """A table as plain dictionaries: terrain by hex, features by hexside, control by hex."""

    terrain: dict[str, list[str]]
    sides: dict[tuple[str, str], list[str]]
    control: dict[str, str]
    units: list[Unit]
    turn: int
    weather: str
    balkans_open: bool
    faded: frozenset[str] = field(default=frozenset())

    def is_(self, name: str, kind: str) -> bool:
        return kind in self.terrain.get(name, [])

    def between(self, start: str, end: str) -> list[str]:
        return self.sides.get((min(start, end), max(start, end)), [])

    def near(self, name: str) -> list[str]:
        borders = [
            b if a == name else a
            for (a, b), what in self.sides.items()
            if "border" in what and name in (a, b)
        ]
        return [*compass(name).values(), *borders]

    def shut(self, start: str, end: str) -> bool:
        water = self.is_(start, "lake") or self.is_(end, "lake")
        return water or "lake" in self.between(start, end) or "sea" in self.between(start, end)

    def holds(self, side: str, name: str) -> bool:
        return any(unit.side == side and unit.hex == name for unit in self.units)

    def zone(self, side: str) -> set[str]:
        """8.5"""
        return {
            name
            for unit in self.units
            if unit.side == side and unit.id not in self.faded
            if "oos" not in unit.markers and unit.type not in PARENTHESISED
            for name in self.near(unit.hex)
            if not self.shut(unit.hex, name)
        }

    # 6.1-6.3

    def owner(self, name: str) -> str:
        """The last side to enter: a unit in a listed city has taken it."""
        listed = self.control.get(name, "")
        return other(listed) if listed and self.holds(other(listed), name) else listed

    def edge(self, side: str, name: str) -> bool:
        if name in AREAS:
            return False
        west = name[:2] == "01"
        return west if side == "axis" else not west and (name[:2] == "28" or name[2:] == "22")

    def city(self, side: str, name: str, open_: dict[str, bool]) -> bool:
        """A supplied friendly city: a way that never leaves its three directions."""
        if not self.is_(name, "city") or self.owner(name) != side:
            return False
        ways = ("W", "NW", "SW") if side == "axis" else ("E", "NE", "SE")
        todo, seen = [name], {name}
        while todo:
            here = todo.pop()
            if not open_[here]:
                continue
            if self.edge(side, here):
                return True
            onward = {there for way, there in compass(here).items() if way in ways} - seen
            seen |= onward
            todo += onward
        return False

    def sources(self, side: str) -> tuple[dict[str, bool], set[str]]:
        names = [f"{c:02d}{r:02d}" for c in range(1, 29) for r in range(1, 23)]
        zone, foe = self.zone(other(side)), other(side)
        held = {u.hex for u in self.units if u.side == side}
        foes = {u.hex for u in self.units if u.side == foe}
        open_ = {
            n: n not in foes
            and not (self.is_(n, "city") and self.owner(n) == foe)
            and (n not in zone or n in held)
            for n in names
        }
        return open_, {n for n in names if self.city(side, n, open_)}

    def distance(self, side: str, start: str, ends: tuple[dict[str, bool], set[str]]) -> int:
        """Hexes to the nearest supplied city or friendly edge; the start is never closed."""
        open_, cities = ends
        seen, ring, steps = {start}, [start], 0
        while ring:
            if any(n in cities or (self.edge(side, n) and open_[n]) for n in ring):
                return steps
            ring = list(
                dict.fromkeys(
                    n for h in ring for n in self.near(h) if n not in seen and open_.get(n)
                )
            )
            seen |= set(ring)
            steps += 1
        return FAR

    def supply(self, side: str) -> dict[str, str]:
        ends = self.sources(side)
        mine = [u for u in self.units if u.side == side]
        land = {u.hex for u in mine if self.distance(side, u.hex, ends) <= 4}
        leningrad = [n for n in ends[1] if self.is_(n, "leningrad")]
        seas = {"black-sea", "caspian" if side == "soviet" else "baltic"}
        seas |= {"baltic"} if leningrad else set()

        def state(unit: Unit) -> str:
            if unit.hex in land:
                return "land"
            coast = {w for n in compass(unit.hex).values() for w in self.between(unit.hex, n)}
            by_country = (unit.hex, home(unit)) == ("finland", "finnish")
            if coast & seas or by_country or any(n in land for n in self.near(unit.hex)):
                return "alt"
            return "oos"

        return {unit.id: state(unit) for unit in mine}
