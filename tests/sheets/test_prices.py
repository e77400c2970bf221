"""Leaves saved by prices: what is cut in several ways, and what is told to share a leaf."""

from __future__ import annotations

from itertools import combinations

import pytest

from builder.sheets.filling import Leaves
from builder.sheets.prices import Bargain, Group, Way
from builder.sheets.sharing import Sharing, Sizes

SHARING = Sharing(Leaves(((194.0, 277.5), (281.0, 190.5)), 8.0))


def sizes(*pieces: tuple[float, float]) -> Sizes:
    return tuple(sorted(map(SHARING.grown, pieces)))


UNSAWN = sizes((38, 116), (49, 131), (49, 175), (49, 226), (62, 101), (62, 101))


@pytest.mark.parametrize(
    "shared",
    [
        sizes((194, 277.5)),
        sizes((140, 194), (49, 165), (49, 192)),
        sizes((28, 151), (28, 280), (144, 242)),
        UNSAWN,
    ],
)
def test_what_shares_a_leaf_lies_apart_on_it(shared: Sizes) -> None:
    assert SHARING.lies(shared) or SHARING.lies_unsawn(shared)
    laid = SHARING.laid(shared)
    assert sorted(one.item.key for one in laid.leaf) == [*range(len(shared))]
    for one in laid.leaf:
        assert SHARING.grown((one.width, one.height)) == shared[one.item.key]
        assert one.x + one.width <= laid.room[0] + 1e-6
        assert one.y + one.height <= laid.room[1] + 1e-6
    for one, other in combinations(laid.leaf, 2):
        beside = (
            one.x + one.width + 8 <= other.x + 1e-6 or other.x + other.width + 8 <= one.x + 1e-6
        )
        below = (
            one.y + one.height + 8 <= other.y + 1e-6 or other.y + other.height + 8 <= one.y + 1e-6
        )
        assert beside or below


def test_some_sets_no_saw_divides() -> None:
    assert not SHARING.lies(UNSAWN)
    assert not SHARING.lies_unsawn(sizes((140, 194), (140, 194)))


@pytest.mark.parametrize(("most", "lengths"), [(2, (100.0, 160.0)), (1, None)])
def test_a_track_is_cut_where_its_pieces_find_room(
    most: int, lengths: tuple[float, float] | None
) -> None:
    """Beside two boxes there is room for a long piece and a short one, not for two alike."""
    ways = [(130.0, 130.0), (100.0, 160.0), (60.0, 200.0)]
    track = Group(1, tuple(Way(0, sizes(*((120.0, one) for one in way))) for way in ways))
    boxes = Group(1, (Way(0, sizes((194.0, 165.0), (194.0, 109.0))),))
    found = Bargain(SHARING, 10_000).fewest([track, boxes], most)
    if lengths is None:
        assert found is None
    else:
        assert found is not None
        assert found.ways[0] == (Way(0, sizes(*((120.0, one) for one in lengths))),)
        assert len(found.leaves) == most
        laid = sorted(one for leaf in found.leaves for one in leaf.pieces if one)
        assert laid == sorted((*found.ways[0][0].sizes, *boxes.ways[0].sizes))
