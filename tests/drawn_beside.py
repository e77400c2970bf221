"""The process that draws pictures for builds, begun once a worker: where threads run, as in a worker,
each build would begin two, and these take three times as long to load Kessel as to draw."""

from __future__ import annotations

import concurrent.futures
import os
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import builder.machine.children

begun = builder.machine.children.pool_of
"""Processes begun for the one who asks, as Kessel itself has them."""


class Kept:
    """A pool that outlives those who shut it down: what they wait for no more is put off."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool
        self._asked: list[Future[Any]] = []

    def submit(self, work: Any, *given: Any) -> Future[Any]:
        self._asked.append(self._pool.submit(work, *given))
        return self._asked[-1]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if cancel_futures:
            for future in self._asked:
                future.cancel()
        if wait:
            concurrent.futures.wait(self._asked)


_POOLS: dict[int, ProcessPoolExecutor] = {}
"""By process: what a test forks has threads of its parent's pool no more."""
_OWN = ProcessPoolExecutor


def kept(count: int) -> ProcessPoolExecutor | Kept | None:
    """In place of `pool_of`: one process, whatever the count, because all cores have their worker."""
    if concurrent.futures.ProcessPoolExecutor is not _OWN or builder.machine.children.forks():
        return begun(count)  # a test looks what happens where there is none; or one costs nothing
    pool = _POOLS.get(os.getpid())
    if pool is None or pool._broken:
        pool = begun(1)
        if pool is None:
            return None
        _POOLS[os.getpid()] = pool
    return Kept(pool)


def keep() -> None:
    """Put it in place."""
    builder.machine.children.pool_of = kept  # type: ignore[assignment]
