"""Places for as many as possible."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.places import assign

PLACES = ("a", "b", "c")
wishes = st.dictionaries(
    st.sampled_from([f"u{n}" for n in range(7)]),
    st.lists(st.sampled_from(PLACES), unique=True),
)
capacities = st.fixed_dictionaries({place: st.integers(0, 3) for place in PLACES})


def fits(chosen: tuple[str, ...], wished: dict[str, list[str]], room: dict[str, int]) -> bool:
    """Whether all the chosen find places, by trying everything."""
    if not chosen:
        return True
    return any(
        room[place] and fits(chosen[1:], wished, {**room, place: room[place] - 1})
        for place in wished[chosen[0]]
    )


def most(wished: dict[str, list[str]], room: dict[str, int]) -> int:
    return next(
        size
        for size in range(len(wished), -1, -1)
        if any(fits(chosen, wished, room) for chosen in combinations(wished, size))
    )


@given(wishes, capacities)
def test_as_many_as_possible_find_a_place(
    wished: dict[str, list[str]], room: dict[str, int]
) -> None:
    found = assign(wished, room)
    assert len(found.given) == most(wished, room)
    assert all(place in wished[item] for item, place in found.given.items())
    taken = list(found.given.values())
    assert all(taken.count(place) <= room[place] for place in PLACES)


@given(wishes, capacities)
def test_the_undecided_are_those_whom_some_fullest_assignment_leaves_out(
    wished: dict[str, list[str]], room: dict[str, int]
) -> None:
    size = most(wished, room)
    left_out = {
        item
        for chosen in combinations(wished, size)
        if fits(chosen, wished, room)
        for item in wished
        if item not in chosen and wished[item]
    }
    assert assign(wished, room).undecided == left_out
