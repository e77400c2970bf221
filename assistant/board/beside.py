"""What a reader asks for, worked out beside the loop that serves the page, with a budget of its
own: a request that asks for too much gets one sentence, and the page lives on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from builder.machine.budget import Budget

Answer = TypeVar("Answer")


async def worked_out(seconds: int, work: Callable[..., Answer], *given: object) -> Answer:
    """What `work(*given)` gives, in a thread; TooMuchError after so many seconds of work."""

    def within() -> Answer:
        with Budget(seconds):
            return work(*given)

    return await run_in_threadpool(within)
