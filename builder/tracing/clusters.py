"""Sorts samples into clusters of what looks alike, the largest first, repeatably.

First into many small ones (k-means), which are then joined two by two, the most alike first. The
order of joining is kept: any number of clusters is there at once, and more of them only divide
those of before. How large a cluster is counts for less than in k-means, because a map has a
thousand clear hexes and twenty towns, and it is the towns that somebody wants to name.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.float64]]

_FINE = 300
_ROUNDS = 8
_SEED = 7
_MOST_LOOKED_AT = 6000
"""Rows of which the small clusters are made; the others go to the nearest of them."""

_SIZE_COUNTS = 0.5
"""The power of a cluster's size in what a join costs; 1 would be Ward's."""


HEX_CLUSTERS, SIDE_CLUSTERS = 24, 16
"""Clusters of the hexes and hexsides of a map of 1,200 hexes or fewer."""

MOST_CLUSTERS = 80


def usual_count(count: int, hexes: int) -> int:
    """How many clusters a map of so many hexes wants: more ground is more kinds of ground."""
    return max(count, min(MOST_CLUSTERS, round(count * math.sqrt(hexes / 1200))))


@dataclass(frozen=True)
class Likeness:
    """`small` is the small cluster of each sample, `joined` which two become one, in order."""

    small: tuple[int, ...]
    joined: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, samples: Array) -> Likeness:
        """Sort the rows of an array; it takes about a second for ten thousand."""
        import numpy as np

        rows = np.asarray(samples, dtype=float)
        if len(rows) == 0:
            return cls((), ())
        middles = _small(rows)
        owner = _nearest(rows, middles)
        # Numbers without gaps: a middle to which no row belongs is no cluster.
        used, small = np.unique(owner, return_inverse=True)
        sizes = np.bincount(small).astype(float)
        means = np.array([rows[small == number].mean(axis=0) for number in range(len(used))])
        return cls(tuple(int(one) for one in small), tuple(_joined(means, sizes)))

    def into(self, count: int) -> list[int]:
        """For each sample the number of its cluster, 0 for the largest, of `count` or fewer."""
        import numpy as np

        if not self.small:
            return []
        number = len(self.joined) + 1
        part = list(range(number))
        for kept, gone in self.joined[: max(0, number - max(1, count))]:
            part[gone] = kept
        for one in range(number):
            part[one] = _root(part, one)
        owner = np.array(part)[np.array(self.small)]
        sizes = np.bincount(owner, minlength=number)
        order = np.argsort(-sizes, kind="stable")
        rank = np.empty(number, dtype=int)
        rank[order] = np.arange(number)
        return [int(one) for one in rank[owner]]


def _root(part: list[int], one: int) -> int:
    while part[one] != one:
        part[one] = part[part[one]]
        one = part[one]
    return one


def _small(rows: Array) -> Array:
    """The middles of the small clusters, by k-means."""
    import numpy as np

    chance = np.random.default_rng(_SEED)
    if len(rows) > _MOST_LOOKED_AT:
        rows = rows[np.sort(chance.choice(len(rows), _MOST_LOOKED_AT, replace=False))]
    middles = _begun(rows, max(1, min(_FINE, len(rows) // 3 or 1)), chance)
    owner = _nearest(rows, middles)
    for _ in range(_ROUNDS):
        for number in range(len(middles)):
            own = rows[owner == number]
            if len(own):
                middles[number] = own.mean(axis=0)
        now = _nearest(rows, middles)
        if (now == owner).all():
            break
        owner = now
    return middles


def _begun(rows: Array, count: int, chance: Any) -> Array:
    """Where clusters begin: far from each other, as k-means++ chooses them."""
    import numpy as np

    middles = [rows[int(chance.integers(len(rows)))]]
    near = ((rows - middles[0]) ** 2).sum(axis=1)
    for _ in range(count - 1):
        total = near.sum()
        if total <= 0:
            break
        chosen = int(np.searchsorted(np.cumsum(near), chance.random() * total))
        middles.append(rows[min(chosen, len(rows) - 1)])
        near = np.minimum(near, ((rows - middles[-1]) ** 2).sum(axis=1))
    return np.array(middles)


def _nearest(rows: Array, middles: Array) -> Any:
    """The number of the middle that is nearest to each row."""
    far = (middles**2).sum(axis=1)[None, :] - 2 * rows @ middles.T
    return far.argmin(axis=1)


def _joined(means: Array, sizes: Array) -> list[tuple[int, int]]:
    """Which cluster takes which in, until one is left."""
    import numpy as np

    middles, sizes = means.copy(), sizes.copy()
    weight = sizes**_SIZE_COUNTS
    alive = np.ones(len(sizes), dtype=bool)

    def costs(one: int) -> Any:
        far = ((middles - middles[one]) ** 2).sum(axis=1)
        cost = weight * weight[one] / (weight + weight[one]) * far
        cost[~alive] = np.inf
        cost[one] = np.inf
        return cost

    table = np.array([costs(one) for one in range(len(sizes))])
    found = []
    for _ in range(len(sizes) - 1):
        one, other = (int(at) for at in np.unravel_index(int(table.argmin()), table.shape))
        kept, gone = (one, other) if sizes[one] >= sizes[other] else (other, one)
        found.append((kept, gone))
        both = sizes[kept] + sizes[gone]
        middles[kept] = (middles[kept] * sizes[kept] + middles[gone] * sizes[gone]) / both
        sizes[kept], weight[kept] = both, both**_SIZE_COUNTS
        alive[gone] = False
        table[gone, :] = table[:, gone] = np.inf
        table[kept, :] = table[:, kept] = costs(kept)
    return found
