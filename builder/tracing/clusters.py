"""Sorts samples into clusters of what looks alike by k-means, the largest first, repeatably."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.float64]]

_ROUNDS = 40
_TRIES = 4
_SEED = 7


def clusters_of(samples: Array, count: int) -> list[int]:
    """For each row the number of its cluster, 0 for the largest, of `count` or fewer."""
    import numpy as np

    rows = np.asarray(samples, dtype=float)
    if len(rows) == 0:
        return []
    count = max(1, min(count, len(rows)))
    chance = np.random.default_rng(_SEED)
    best: tuple[float, Any] | None = None
    for _ in range(_TRIES):
        spread, owner = _sorted(rows, _begun(rows, count, chance))
        if best is None or spread < best[0] - 1e-9:
            best = (spread, owner)
    assert best is not None
    owner = best[1]
    sizes = np.bincount(owner, minlength=count)
    rank = {int(old): new for new, old in enumerate(np.argsort(-sizes, kind="stable"))}
    return [rank[int(one)] for one in owner]


def _begun(rows: Any, count: int, chance: Any) -> Any:
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


def _sorted(rows: Any, middles: Any) -> tuple[float, Any]:
    """The sum of squared distances, and the cluster of each row, once nothing moves any more."""
    import numpy as np

    squares = (rows**2).sum(axis=1)[:, None]
    owner = np.zeros(len(rows), dtype=int)
    spread = 0.0
    for turn in range(_ROUNDS):
        far = squares - 2 * rows @ middles.T + (middles**2).sum(axis=1)[None, :]
        now = far.argmin(axis=1)
        spread = float(np.maximum(far[np.arange(len(rows)), now], 0).sum())
        if turn and (now == owner).all():
            break
        owner = now
        for number in range(len(middles)):
            own = rows[owner == number]
            if len(own):
                middles[number] = own.mean(axis=0)
    return spread, owner
