"""Names of towns on a picture stand free: no arrow, cross or number of a stack lies on one. And
panels of the map are whole on it or not there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from assistant.games import rules_for
from assistant.position_file import read_position
from assistant.questions.whole import whole
from assistant.report import overlays, picture
from assistant.report.sheet import sheet_of
from assistant.table import open_scenario
from builder.drawing.canvas import Paint, TextStyle, text_width
from builder.drawing.plates import PlateCanvas

Box = tuple[float, float, float, float]


class _Seen(PlateCanvas):
    """What stands where: words with a halo, discs, and the heads of arrows, as they are drawn."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self.names: dict[str, Box] = {}
        self.points: list[tuple[float, float]] = []
        self.after: list[str] = []

    def text(self, x: float, y: float, text: str, style: TextStyle) -> None:
        if style.halo == "white":
            wide = text_width(text, style)
            left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[style.anchor] * wide
            self.names[text] = left, y - style.size * 0.75, left + wide, y
            self.after = []
        super().text(x, y, text, style)

    def polygon(self, points, paint: Paint) -> None:
        points = list(points)
        if paint.fill in (overlays.FIRST_CHOICE, overlays.OTHER_CHOICE):
            self.points += [self._matrix.apply(*point) for point in points]
            self.after.append("arrow")
        super().polygon(points, paint)

    def line(self, x1: float, y1: float, x2: float, y2: float, paint: Paint) -> None:
        if paint.stroke == overlays.NO_WAY:
            self.points += [(x1, y1), (x2, y2)]
        super().line(x1, y1, x2, y2, paint)

    def circle(self, x: float, y: float, radius: float, paint: Paint) -> None:
        if paint.fill == "white":
            r = radius * 0.9
            self.points += [(x - r, y), (x + r, y), (x, y - r), (x, y + r)]
        super().circle(x, y, radius, paint)


@pytest.mark.parametrize(
    ("game", "scenario", "name"),
    [
        ("dagc", "historical", "Vitebsk"),
        ("mlb", "campaign", "Belgorod"),
        ("kursk", "july", "Sukhinichi"),
    ],
)
def test_nothing_lies_on_the_name_of_a_town(game: str, scenario: str, name: str) -> None:
    position = open_scenario(game, scenario).position
    layout = sheet_of(position).layout
    canvas = _Seen(layout.width, layout.height)
    found = whole(rules_for(position.game), position)
    picture.draw_answers(
        canvas, overlays.LaidOut(position, layout), found, picture.Layers(zones=False, lines=False)
    )
    assert len(canvas.points) > 50
    left, top, right, bottom = canvas.names[name]
    covered = [(x, y) for x, y in canvas.points if left < x < right and top < y < bottom]
    assert not covered
    assert canvas.after == [], "arrows come before names"


UNIT = """
[[unit]]
id = "{hex}"
side = "soviet"
type = "infantry"
strength = [4, 2]
hex = "{hex}"
"""


@pytest.mark.parametrize(
    ("hexes", "language", "again"),
    [
        (["1402"], "en", {"Leningrad"}),
        (["0811"], "en", {"Warsaw"}),  # it begins under the counter of its own hex ...
        (["0911"], "en", {"Warsaw"}),  # ... and ends under this one
        (["0911"], "es", {"Varsovia"}),
        (["0711"], "en", set()),
        (["1508"], "en", set()),  # Smolensk's stands beside the counter
        ([], "en", set()),
    ],
)
def test_a_name_is_written_again_where_a_counter_lies_on_it(
    tmp_path: Path, hexes: list[str], language: str, again: set[str]
) -> None:
    file = tmp_path / "p.toml"
    file.write_text('game = "nr"\n' + "".join(UNIT.format(hex=name) for name in hexes))
    position = read_position(file)
    sheet = sheet_of(position)
    canvas = _Seen(sheet.layout.width, sheet.layout.height)
    table = overlays.LaidOut(position, sheet.layout)
    overlays.draw_names(canvas, table, {}, sheet.labels(language))
    assert set(canvas.names) == again


def test_a_name_written_again_keeps_off_those_that_stay() -> None:
    """Fredericia's lay on the half of Kolding's."""
    position = open_scenario("uis", "inner-german-border").position
    sheet = sheet_of(position)
    canvas = _Seen(sheet.layout.width, sheet.layout.height)
    table, labels = overlays.LaidOut(position, sheet.layout), sheet.labels("en")
    overlays.draw_names(canvas, table, {}, labels)
    gone = {*overlays.lost(table, labels)}
    stay = [box for name, (_, box) in labels.items() if ":" not in name and name not in gone]
    (left, top, right, bottom), own = canvas.names["Fredericia"], 3  # the edge of a label
    for box in stay:
        beside = box[2] - own < left or right < box[0] + own
        assert beside or box[3] - own < top or bottom < box[1] + own


@pytest.mark.parametrize(
    ("game", "scenario", "again", "gone"),
    [
        ("kursk", "july", {"Novgorod-Seversky"}, set()),
        ("dagc", "historical", set(), {"Elbing"}),  # of whose hex too little is shown
    ],
)
def test_a_name_that_the_edge_of_a_part_cuts_is_written_whole_or_not_at_all(
    game: str, scenario: str, again: set[str], gone: set[str]
) -> None:
    position = open_scenario(game, scenario).position
    sheet = sheet_of(position)
    part = picture.part_with_units(position, sheet.layout)
    canvas = _Seen(sheet.layout.width, sheet.layout.height)
    table, labels = overlays.LaidOut(position, sheet.layout), sheet.labels("en")
    overlays.draw_names(canvas, table, {}, labels, part)
    assert again <= {*canvas.names}
    assert not gone & {*canvas.names}
    bare = {*overlays.remains(table, labels, part)}
    for word, box in (label for name, label in labels.items() if ":" not in name):
        beside = box[2] < part[0] or box[0] > part[2] or box[3] < part[1] or box[1] > part[3]
        whole = part[0] <= box[0] and part[1] <= box[1] and box[2] <= part[2] and box[3] <= part[3]
        assert beside or whole or box in bare, word
    for word, box in canvas.names.items():
        assert part[0] <= box[0] <= box[2] <= part[2], word
        assert part[1] <= box[1] <= box[3] <= part[3], word


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("dagc", "historical"),
        ("mlb", "campaign"),
        ("nr", "campaign"),
        ("kursk", "july"),
        ("uis", "inner-german-border"),
    ],
)
def test_a_picture_of_a_part_cuts_no_panel(game: str, scenario: str) -> None:
    position = open_scenario(game, scenario).position
    layout = sheet_of(position).layout
    left, top, right, bottom = picture.part_with_units(position, layout)
    for panel in layout.regions:
        end, foot = panel.x + panel.width, panel.y + panel.height
        beside = end < left or panel.x > right or foot < top or panel.y > bottom
        whole = left <= panel.x and end <= right and top <= panel.y and foot <= bottom
        assert panel.kind == "map" or beside or whole, panel.id


@pytest.mark.parametrize(("place", "half_a_name"), [("0208", False), ("0312", True)])
def test_no_half_of_a_name_shows_beside_a_counter(
    tmp_path: Path, place: str, half_a_name: bool
) -> None:
    """The counter in 0208 lies on the second half of Upper Hale; one elsewhere leaves it whole."""
    file = tmp_path / "p.toml"
    unit = f'id = "A"\nside = "crown"\ntype = "foot"\nstrength = [4, 2]\nhex = "{place}"\n'
    file.write_text(f'game = "aldra"\n\n[[unit]]\n{unit}')
    position = read_position(file)
    sheet = sheet_of(position)
    text, (left, top, _, bottom) = sheet.labels("en")["0207"]
    assert text == "Upper Hale"
    drawn = picture.position_picture(position, entire=True)
    x, y, *_ = picture.frame(sheet.layout)
    first_half = drawn.crop((int(left) - x, int(top) - y, int(left) - x + 38, int(bottom) - y))
    darkest = min(sum(colour) for _, colour in first_half.getcolors(10_000))
    assert (darkest < 300) is half_a_name


def test_the_number_of_a_stack_lies_above_the_counters_of_its_neighbours() -> None:
    """Wide counters reach to the corner of the next hex's, where that one's number stands."""
    position = open_scenario("nr", "kiev").position
    layout = sheet_of(position).layout
    canvas = _Ordered(layout.width, layout.height)
    table = overlays.LaidOut(position, layout)
    overlays.draw_pieces(canvas, table, rules_for(position.game).supply(position))
    assert {"counter", "number"} == {*canvas.drawn}
    assert canvas.drawn == sorted(canvas.drawn), "a counter comes after a number"


class _Ordered(PlateCanvas):
    """What is drawn, in order."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self.drawn: list[str] = []
        self._inside = 0

    @contextmanager
    def group(self, **where: float) -> Iterator[None]:
        if not self._inside:
            self.drawn.append("counter")
        self._inside += 1
        with super().group(**where):
            yield
        self._inside -= 1

    def circle(self, x: float, y: float, radius: float, paint: Paint) -> None:
        if not self._inside:
            self.drawn.append("number")
        super().circle(x, y, radius, paint)
