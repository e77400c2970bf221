"""Names of towns on a picture stand free: no arrow, cross or number of a stack lies on one. And
panels of the map are whole on it or not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from assistant.board.lettering import FAN
from assistant.games import rules_for
from assistant.position import Position
from assistant.position_file import read_position
from assistant.questions.whole import whole
from assistant.report import overlays, picture
from assistant.report.captions import Captions
from assistant.report.names import Names, Written
from assistant.report.sheet import sheet_of
from assistant.table import open_scenario
from builder.drawing.canvas import Paint, TextStyle, text_width
from builder.drawing.fonts import CAP_HEIGHT
from builder.drawing.map.labels import overlap
from builder.drawing.plates import PlateCanvas
from tests.wide import all_but

Box = tuple[float, float, float, float]


class _Seen(PlateCanvas):
    """What stands where: words with a halo, discs, and the heads of arrows, as they are drawn."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self.names: dict[str, Box] = {}
        self.points: list[tuple[float, float]] = []
        self.after: list[str] = []

    def text(self, x: float, y: float, text: str, style: TextStyle) -> None:
        if style.halo is not None:
            wide, high = text_width(text, style) / 2, style.size * CAP_HEIGHT / 2
            self.names[text] = x - wide, y - high, x + wide, y + high
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
    assert {one.text for one in _again(position, language=language)} == again


def _again(
    position: Position,
    part: Box | None = None,
    language: str = "en",
    fan: overlays.Fan | None = None,
) -> Sequence[Written]:
    sheet = sheet_of(position)
    table = overlays.LaidOut(position, sheet.layout, fan or overlays.Fan())
    return Names(table, Captions(table, sheet.standing(language), part)).again


@pytest.mark.parametrize(
    ("game", "scenario", "name", "fan"),
    all_but(
        [
            ("uis", "inner-german-border", "Fredericia", None),  # it lay on the half of Kolding's
            ("nr", "campaign", "Leningrad", None),
            ("dagc", "historical", "Vitebsk", None),
            ("dagc", "historical", "Vilnius", FAN),  # the board page's counters are larger
        ],
        "uis",
    ),
)
def test_a_name_written_again_is_as_large_as_on_the_map_and_hides_neither_name_nor_number(
    game: str, scenario: str, name: str, fan: overlays.Fan | None
) -> None:
    position = open_scenario(game, scenario).position
    sheet = sheet_of(position)
    labels, standing = sheet.labels("en"), sheet.standing("en")
    again = {one.text: one for one in _again(position, fan=fan)}
    stay = [box for key, (text, box) in labels.items() if ":" not in key and text not in again]
    assert name in again
    for text, one in again.items():
        assert not standing.numbers.under([one.box]), text
        assert not any(overlap(one.box, box) for box in stay), text
        on_map = next(box for other, box in labels.values() if other == text)
        assert one.box[3] - one.box[1] == pytest.approx(on_map[3] - on_map[1]), text


@pytest.mark.parametrize(
    ("game", "scenario", "name"),
    [("kursk", "july", "Novgorod-Seversky"), ("dagc", "historical", "Elbing")],
)
def test_a_name_that_the_edge_of_a_part_cuts_is_written_whole(
    game: str, scenario: str, name: str
) -> None:
    position = open_scenario(game, scenario).position
    sheet = sheet_of(position)
    part = picture.part_with_units(position, sheet.layout)
    table, labels = overlays.LaidOut(position, sheet.layout), sheet.labels("en")
    names = {one.text: one.box for one in _again(position, part)}
    assert name in names
    bare = {labels[name][1] for name in Captions(table, sheet.standing("en"), part).gone}
    for word, box in (label for name, label in labels.items() if ":" not in name):
        beside = box[2] < part[0] or box[0] > part[2] or box[3] < part[1] or box[1] > part[3]
        whole = part[0] <= box[0] and part[1] <= box[1] and box[2] <= part[2] and box[3] <= part[3]
        assert beside or whole or box in bare, word
    for word, box in names.items():
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
