"""Names: readable, in the chosen language, and clear of numbers, symbols and each other."""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path

import pytest

from builder.drawing.map.caption_places import standing
from builder.drawing.map.captions import captions
from builder.drawing.map.labels import Obstacles, Place, Wanted, overlap, place_all
from builder.drawing.map.layout import layout_map
from builder.drawing.map.names import Names
from builder.drawing.map.rivers import all_courses
from builder.drawing.map.scene import Scene
from builder.drawing.map.windows import Windows
from builder.game.loader import load_game
from tests.wide import all_but

from .conftest import Sample

DAGC = Path(__file__).parents[3] / "source-art" / "dagc"


def names_of(game) -> Names:
    scene = Scene(game, layout_map(game))
    return Names(scene, all_courses(scene))


def collisions(names: Names) -> list[tuple[str, str]]:
    boxes = {name: place.box for name, place in names.places.items()}
    found = [
        (a, b)
        for (a, box), (b, other) in itertools.combinations(boxes.items(), 2)
        if overlap(box, other)
    ]
    for name, box in boxes.items():
        for number, other in names.numbers.boxes.items():
            if overlap(box, other):
                found.append((name, f"number {number}"))
    return found


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_names_meet_neither_each_other_nor_numbers(sample: Sample, orientation: str) -> None:
    sample.orientation = orientation
    chance = random.Random(7)
    words = ["Ulm", "Dnepropetrovsk", "Brno", "Königsberg", "Nowogródek", "Ełk", "Sankt Pölten"]
    spots = [f"{c:02d}{r:02d}" for c in range(2, 12) for r in range(2, 10) if (c + r) % 3 == 0]
    sample.names = {name: chance.choice(words) for name in spots}
    sample.terrain = {name: chance.choice(["town", "city", "village"]) for name in spots}
    names = names_of(sample.game())
    assert len(names.places) == len(spots) > 20
    assert collisions(names) == []


def test_dagc_names_meet_nothing() -> None:
    names = names_of(load_game(DAGC))
    assert len(names.places) > 45
    assert collisions(names) == []
    frame = names.scene.layout.frame
    for place in names.places.values():
        assert frame.holds(*place.box[:2])
        assert frame.holds(*place.box[2:])


def test_names_in_spanish(sample: Sample) -> None:
    sample.names, sample.terrain = {"0505": "Warsaw", "0808": "Brest"}, {"0505": "city"}
    sample.texts = '[names]\nWarsaw = "Varsovia"\n'
    game = sample.game()
    names = Names(Scene(game, layout_map(game), "es"))
    assert [names.text("0505"), names.text("0808")] == ["Varsovia", "Brest"]


def test_hidden_names(sample: Sample) -> None:
    sample.names = {"0505": "Height 112", "0808": "Ulm"}
    sample.terrain = {"0505": "hills", "0808": "hills town"}
    sample.more = "[drawing.map.terrain.hills]\nlabel = false\n"
    assert set(names_of(sample.game()).places) == {"0808"}


def test_a_label_prefers_the_free_place() -> None:
    places = (
        Place((0, 0, 10, 10), (5, 5), 0.0),
        Place((20, 0, 30, 10), (25, 5), 1.0),
    )
    obstacles = Obstacles(16.0)
    assert place_all([Wanted("a", 0, places)], obstacles)["a"] == places[0]
    blocked = Obstacles(16.0)
    blocked.add((5, 5, 8, 8), 40.0, "number")
    assert place_all([Wanted("a", 0, places)], blocked)["a"] == places[1]


def test_two_labels_share_two_places() -> None:
    places = (Place((0, 0, 10, 10), (5, 5), 0.0), Place((20, 0, 30, 10), (25, 5), 1.0))
    chosen = place_all([Wanted("a", 1, places), Wanted("b", 0, places)], Obstacles(16.0))
    assert (chosen["b"], chosen["a"]) == places


def test_names_stand_whole_where_only_a_part_is_seen(sample: Sample) -> None:
    """A town's name moves to where it is seen; what no place is left for is not written."""
    sample.names = {"0505": "Warsaw", "0808": "Narrows", "0606": "Ford"}
    sample.terrain = {"0505": "city"}
    game = sample.game()
    scene = Scene(game, layout_map(game))
    whole = Names(scene).places
    _, y = scene.centre("0505")
    above = Windows(((0.0, 0.0, 10_000.0, y),))
    assert set(whole) == {"0505", "0606", "0808"}
    assert not above.whole(whole["0505"].box)
    partly = Names(scene, (), above).places
    assert set(partly) == {"0505"}
    assert above.whole(partly["0505"].box)


def test_a_caption_that_no_part_shows_is_left_out() -> None:
    """One whose hexes another part shows moves there."""
    game = load_game(DAGC)
    scene = Scene(game, layout_map(game))
    every = {one.text: one for one in Names(scene).captions}
    left, _, right, _ = every["BELORUSSIA"].box
    east = Windows((((left + right) / 2, 0.0, 10_000.0, 10_000.0),))
    found = {one.text: one for one in Names(scene, (), east).captions}
    gone = {"BALTIC SEA", "EAST PRUSSIA", "POLAND"}
    assert gone <= {*every}
    assert not gone & {*found}
    assert not east.whole(every["BELORUSSIA"].box)
    assert east.whole(found["BELORUSSIA"].box)


def test_captions_keep_off_panels_on_the_map(sample: Sample) -> None:
    rows, columns = range(2, 8), range(2, 13)
    sample.terrain = {f"{column:02d}{row:02d}": "sea" for column in columns for row in rows}
    sample.more = (
        '[drawing.map.inset]\ntitle = "0404"\n'
        '[[drawing.map.caption]]\nname = "Steppe"\nkind = "region"\nhexes = ["0404", "0604"]\n'
    )
    names = names_of(sample.game())
    title = names.scene.layout.region("title")
    panel = (title.x, title.y, title.x + title.width, title.y + title.height)
    (caption,) = names.captions
    assert not overlap(caption.box, panel)


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_a_caption_gives_way_to_numbers(sample: Sample, orientation: str) -> None:
    """It stays near the hexes that are given for it, and covers no number of theirs."""
    sample.orientation = orientation
    sample.more = (
        '[[drawing.map.caption]]\nname = "Steppe"\nkind = "region"\nhexes = ["0405", "0805"]\n'
    )
    names = names_of(sample.game())
    (caption,) = names.captions
    numbers = names.numbers.boxes.items()
    covered = [name for name, box in numbers for ink in caption.inked if overlap(ink, box)]
    assert covered == []
    first = names.scene.centre("0405")
    assert math.dist(caption.points[0], first) < names.scene.width * 0.6


def test_what_stands_on_a_map_is_told_by_its_boxes() -> None:
    """A caption that is written closer or in smaller letters is found so again."""
    game = load_game("uis")
    scene = Scene(game, layout_map(game))
    names = Names(scene)
    boxes = {one.key: one.box for one in names.captions}
    again = {one.key: one for one in standing(scene, boxes)}
    assert again.keys() == boxes.keys()
    for one in names.captions:
        ours, theirs = one.inked, again[one.key].inked
        assert [*itertools.chain(*theirs)] == pytest.approx([*itertools.chain(*ours)], abs=1e-3)


def test_a_caption_closes_up_or_shrinks_before_it_covers_numbers(sample: Sample) -> None:
    """Letters as high as the room between numbers."""
    sample.orientation = "flat"
    sample.more = (
        '[[drawing.map.caption]]\nname = "Steppe"\nkind = "country"\nsize = 1.6\n'
        'hexes = ["0405", "0805"]\n'
    )
    names = names_of(sample.game())
    (caption,) = names.captions
    (wanted,) = captions(names.scene)
    assert caption.style.size < wanted.style.size
    assert names.numbers.under(caption.inked) == set()


@pytest.mark.parametrize(
    ("game_id", "alone"),
    all_but([("dagc", 0), ("mlb", 1), ("nr", 0), ("kursk", 0), ("karga", 0)], "dagc", "nr"),
)
def test_hardly_a_letter_of_a_town_stands_alone_in_the_next_hex(game_id: str, alone: int) -> None:
    """Of a tenth of the names one did: "W" of Warsaw, "v" of Kiev."""
    names = names_of(load_game(game_id))
    found = [name for name, place in names.places.items() if names.strays(name, place)]
    assert len(found) <= alone
