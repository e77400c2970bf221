"""The map tables: places without names, hexsides that contradict each other, rivers with stubs."""

from __future__ import annotations

from collections import Counter

from builder.game.board import Hexside
from builder.game.board_places import square_field
from builder.game.check.findings import Look, listed
from builder.game.name_lists import names_in_row
from builder.hexes.grid import PixelGrid, pairs
from builder.saying import quoting

Corner = tuple[int, int]
RIVER_ALONE = "river-alone", "The {feature} {name} touches no other {feature}."
RIVER_STUB = "river-stub", "The {feature} {name} sticks out of a course by itself."


def check_map(look: Look) -> None:
    """All of map/hexes.csv, hexsides.csv and lines.csv."""
    _numbers(look)
    _names(look)
    _contradictions(look)
    _apart(look)
    for feature in look.words("rivers"):
        _courses(look, feature)
    for row in look.rows("lines.csv"):
        if len(names_in_row(row["hexes"], look.game.board.with_blanks)) < 2:
            look.warning(
                "short-line",
                look.map_file("lines.csv"),
                row.line,
                quoting(
                    "The line '{name}' has fewer than two hexes.", name=row["name"] or row["kind"]
                ),
                "List every hex that it runs through.",
            )


def _numbers(look: Look) -> None:
    """Numbers that two hexes would bear, as column 1 of row 11 and column 11 of row 1: the map has
    one of the two."""
    where: dict[str, tuple[int, int, int]] = {}
    for index, section in enumerate(look.game.grid.sections):
        lattice = 0 if look.game.grid.joined else index
        for name, at in section.hexes():
            if where.setdefault(name, (*at, lattice)) != (*at, lattice):
                look.warning(
                    "hex-twice",
                    look.toml.path,
                    look.toml.line("grid", "section", index),
                    quoting("Two hexes bear the number {hex}, and the map has one.", hex=name),
                    "Write more digits, a separator, or a prefix for the section.",
                )
                return


def _names(look: Look) -> None:
    board = look.game.board
    path = look.map_file("hexes.csv")
    named = set(look.words("named"))
    where: dict[str, list[str]] = {}
    for hex_, name in board.names.items():
        where.setdefault(name, []).append(hex_)
    for name, hexes in where.items():
        # Points and squares, which are no hexes, have no neighbours that might share a name.
        if len(hexes) > 1 and not {*hexes[1:]} <= {
            *look.game.grid.around.get(hexes[0], {}).values()
        }:
            look.warning(
                "name-twice",
                *look.place_row(hexes[-1]),
                quoting("The name '{name}' stands in {hexes}.", name=name, hexes=listed(hexes)),
                "Keep it where the place is.",
            )
    for hex_, kinds in board.terrain.items():
        if kinds & named and not board.names.get(hex_):
            what = listed(sorted(kinds & named))
            look.warning(
                "no-name",
                path,
                look.hex_lines.get(hex_, 0),
                quoting("The {what} in {hex} has no name.", what=what, hex=hex_),
                quoting("Write it in column '{column}'.", column="name"),
            )


def _apart(look: Look) -> None:
    """Places of a board without hexes that touch by a row of hexsides.csv alone, and lines between
    such as do not touch: which touch stands in links.csv."""
    board = look.game.definition.board
    if board is None:
        return
    linked = {frozenset((row["space"], row["other"])) for row in look.rows("links.csv")}
    if board.squares is not None:
        linked |= {frozenset(pair) for pair in square_field(board).links()}
    joined = [
        ("hexsides.csv", row.line, row["hex"], row["other"]) for row in look.rows("hexsides.csv")
    ]
    for row in look.rows("lines.csv"):
        run = names_in_row(row["hexes"], look.game.board.with_blanks)
        joined += [("lines.csv", row.line, start, end) for start, end in pairs(run)]
    for file, line, start, end in joined:
        if frozenset((start, end)) not in linked:
            look.warning(
                "apart",
                look.map_file(file),
                line,
                quoting("{hex} and {hex2} do not touch by map/links.csv.", hex=start, hex2=end),
                "Write a row of both there, or take them out here.",
            )


def _contradictions(look: Look) -> None:
    board = look.game.board
    path = look.map_file("hexsides.csv")
    rivers = set(look.words("rivers"))
    for row in look.rows("hexsides.csv"):
        features = set(row["features"].split())
        if features & look.closed and features & rivers:
            look.warning(
                "river-in-water", path, row.line,
                f"{row['hex']}/{row['other']} is {' and '.join(sorted(features))}.",
                "Keep the one that units meet.",
            )  # fmt: skip
    for hex_ in sorted(look.water):
        others = board.of(hex_) - look.closed
        if others:
            look.warning(
                "land-in-water",
                look.map_file("hexes.csv"),
                look.hex_lines.get(hex_, 0),
                quoting(
                    "{hex} lies in water and is {names}.", hex=hex_, names=listed(sorted(others))
                ),
                "Take that terrain away, or open a hexside of the hex.",
            )


Courses = dict[int, tuple[Corner, Corner, Hexside]]
"""Hexsides with a feature: their corners and hexes by the line of hexsides.csv."""


def _courses(look: Look, feature: str) -> None:
    """Rivers run on: no hexside stands alone, sticks out of a course, or closes a ring."""
    layout = PixelGrid(look.game.grid, 1000, 0, 0)
    sides = _with_feature(look, feature, layout)
    ends = Counter(corner for start, end, _ in sides.values() for corner in (start, end))
    wet = _wet_corners(look, layout)
    for line, (start, end, hexes) in sides.items():
        loose = [c for c in (start, end) if ends[c] == 1 and c not in wet]
        joins = any(ends[c] == 3 for c in (start, end))
        alone = len(loose) == 2
        if _at_edge(look, hexes) or not (alone or (loose and joins)):
            continue
        code, text = RIVER_ALONE if alone else RIVER_STUB
        told = quoting(text, feature=feature, name="/".join(hexes))
        look.warning(code, look.map_file("hexsides.csv"), line, told, "Lead it on, or remove it.")
    _rings(look, feature)


def _with_feature(look: Look, feature: str, layout: PixelGrid) -> Courses:
    sides: Courses = {}
    for row in look.rows("hexsides.csv"):
        direction = _direction(look, row["hex"], row["other"])
        if feature in row["features"].split() and direction is not None:
            start, end = ((round(x), round(y)) for x, y in layout.hexside(row["hex"], direction))
            sides[row.line] = (start, end, (row["hex"], row["other"]))
    return sides


def _rings(look: Look, feature: str) -> None:
    board = look.game.board
    for hex_, near in look.game.grid.around.items():
        if len(near) == 6 and all(feature in board.between(hex_, n) for n in near.values()):
            look.warning(
                "river-ring",
                look.map_file("hexsides.csv"),
                0,
                quoting("The {feature} runs all round {hex}.", feature=feature, hex=hex_),
                "Keep the sides on one bank.",
            )


def _direction(look: Look, start: str, end: str) -> str | None:
    grid = look.game.grid
    return grid.direction(start, end) if start in grid and end in grid else None


def _wet_corners(look: Look, layout: PixelGrid) -> set[Corner]:
    """Corners of closed hexsides: a river may end there."""
    return {
        (round(x), round(y))
        for (start, end), features in look.game.board.hexsides.items()
        if features & look.closed and (direction := _direction(look, start, end))
        for x, y in layout.hexside(start, direction)
    }


def _at_edge(look: Look, hexes: tuple[str, str]) -> bool:
    """Whether a hexside lies at the edge of the map, where a course may come from."""
    return any(look.game.grid.is_edge(hex_) for hex_ in hexes)
