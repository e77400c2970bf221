"""Terrain from a picture: of a map that Kessel drew itself, whose tables are the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from builder.drawing.map.layout import layout_map
from builder.drawing.map.picture import map_picture
from builder.drawing.map.scene import Scene
from builder.drawing.map.vocabulary import GROUNDS, SETTLEMENTS
from builder.game.loader import load_game
from builder.tracing.clusters import (
    HEX_CLUSTERS,
    SIDE_CLUSTERS,
    Likeness,
    usual_count,
)
from builder.tracing.samples import samples_of
from tests.wide import some

SEEN = {*GROUNDS, *SETTLEMENTS} - {"clear"}


def right(clusters: Sequence[int], truth: Sequence[Hashable]) -> float:
    """The share that is right once each cluster has the name of most of its members."""
    named: dict[int, Counter[Hashable]] = {}
    for number, what in zip(clusters, truth, strict=True):
        named.setdefault(number, Counter())[what] += 1
    return sum(names.most_common(1)[0][1] for names in named.values()) / len(truth)


@pytest.mark.parametrize("name", some(["nr", "saltmarsh", "tarsa"], "saltmarsh"))
def test_nineteen_of_twenty_hexes_are_right(name: str) -> None:
    """tests.bench.clusters asks the same of larger maps."""
    game = load_game(name)
    grid = game.definition.grid.model_copy(update={"hex_width": 48.0})
    sheet = {**game.definition.drawing["map"], "inset": {}}  # the title would not fit in the sea
    drawing = {**game.definition.drawing, "map": sheet}
    definition = game.definition.model_copy(update={"grid": grid, "drawing": drawing})
    game = replace(game, definition=definition)
    layout = layout_map(game)
    samples = samples_of(map_picture(game, layout), layout.pixels)
    scene = Scene(game, layout)
    hexes = [frozenset(scene.words.get(name, frozenset()) & SEEN) for name in samples.hexes]
    assert Counter(hexes).most_common(1)[0][1] < 0.8 * len(hexes)
    assert (
        right(Likeness.of(samples.of_hexes).into(usual_count(HEX_CLUSTERS, len(hexes))), hexes)
        > 0.95
    )
    rivers = [
        any("river" in scene.hexside_words.get(word, "") for word in game.board.between(*side))
        for side in samples.sides
    ]
    assert 0.03 < sum(rivers) / len(rivers) < 0.3
    assert (
        right(Likeness.of(samples.of_sides).into(usual_count(SIDE_CLUSTERS, len(hexes))), rivers)
        > 0.97
    )


def test_more_clusters_divide_those_of_before() -> None:
    rows = np.random.default_rng(3).normal(0, 1, (900, 4))
    likeness = Likeness.of(rows)
    coarse = likeness.into(5)
    for count in (6, 12, 40):
        fine = likeness.into(count)
        assert max(fine) == count - 1
        assert len(set(zip(fine, coarse, strict=True))) == count


@pytest.mark.parametrize("count", [1, 3, 9])
def test_clusters_are_the_same_each_time_the_largest_first(count: int) -> None:
    chance = np.random.default_rng(1)
    rows = np.concatenate(
        [chance.normal(at, 0.1, (size, 3)) for at, size in ((0, 50), (5, 30), (9, 20))]
    )
    found = Likeness.of(rows).into(count)
    assert found == Likeness.of(rows).into(count)
    sizes = Counter(found)
    assert [sizes[n] for n in range(len(sizes))] == sorted(sizes.values(), reverse=True)
    if count == 3:
        assert list(sizes.values()) == [50, 30, 20]


def test_nothing_and_more_clusters_than_samples() -> None:
    assert Likeness.of(np.zeros((0, 4))).into(5) == []
    assert Likeness.of(np.zeros((3, 4))).into(5) == [0, 0, 0]
