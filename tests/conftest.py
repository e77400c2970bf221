"""Tests read English on every machine, and pass on a busy one as on a quiet one; one browser a
worker for all that look at pages."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is there, as the command does

import gc
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest
import typer.testing
from hypothesis import HealthCheck, find, settings
from hypothesis.internal import charmap
from hypothesis.internal.conjecture import providers
from hypothesis.internal.intervalsets import IntervalSet
from hypothesis.strategies import none

from tests.games_read import NO_OWNER, read_all_once

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 120_000
"""Milliseconds that a browser may take to start on a busy machine."""

SLOW = 0.02
"""Seconds from which a set-up counts for who asks for the slowest."""

# The same examples each time, however long a loaded machine takes over one of them.
settings.register_profile(
    "kessel", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("kessel")

# It would read all sources for numbers and texts to try: a second as often as there are workers, and
# other examples whenever other modules happened to be loaded before. Private to hypothesis, so a newer
# one may do without.
if hasattr(providers, "_get_local_constants"):
    providers._get_local_constants = lambda: providers._local_constants

# Each worker would try, for a second, which of all signs UTF-8 has: all but halves of pairs. Private too.
if hasattr(charmap, "intervals_from_codec"):
    UTF_8 = IntervalSet([(0, 0xD7FF), (0xE000, sys.maxunicode)]), IntervalSet([])
    of_codec = charmap.intervals_from_codec
    charmap.intervals_from_codec = lambda name: UTF_8 if name == "utf-8" else of_codec(name)

# Nobody cuts the power in a test, so nothing waits for the disk.
os.fsync = lambda handle: None  # type: ignore[assignment]

# Workers and the programs that tests start would compile all of Kessel each time where Python is
# told to keep no bytecode: here it is kept, but out of the source tree.
if sys.dont_write_bytecode and "PYTHONPYCACHEPREFIX" not in os.environ:
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


# What reads the layout of pages has a model in it that takes a second to load, as often as there are
# workers: the tests only look at what PDFs hold.
sys.modules["pymupdf.layout"] = None  # type: ignore[assignment]


# The words of all commands are the same for every one that a test calls: a thirtieth of a second.
typer.testing._get_command = cache(typer.testing._get_command)


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(100_000, 20, 20)  # as the command itself does, for the same reason
    os.environ["KESSEL_LANGUAGE"] = "en"
    os.environ["KESSEL_OWN"] = str(NO_OWNER)
    from tests import drawn_beside, told

    told.watch()
    drawn_beside.keep()


# Here already, because the rooms of tests that are called by name are imported before anything else.
read_all_once()


@pytest.fixture(autouse=True)
def _all_is_told() -> Iterator[None]:
    """What the builder finds wrong in a test has its Spanish."""
    from tests import told

    told.untold.clear()
    yield
    assert told.untold == []


if "PYTEST_XDIST_WORKER" in os.environ:

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(item: pytest.Function, nextitem: pytest.Item | None) -> bool:
        """A worker tells how a test ended, and no more where that is nothing new: a third of what
        the thousands cost beside their work was telling that each begins, is set up and tidied up."""
        hooks = item.ihook
        try:
            if _passes(item, "setup", lambda: hooks.pytest_runtest_setup(item=item)):
                _passes(item, "call", lambda: hooks.pytest_runtest_call(item=item))
            last = item.session.shouldfail or item.session.shouldstop
            after = None if last else nextitem
            _passes(
                item, "teardown", lambda: hooks.pytest_runtest_teardown(item=item, nextitem=after)
            )
        finally:
            item.funcargs.clear()  # else what fixtures gave to thousands of tests is kept to the end
        hooks.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True


def _passes(
    item: pytest.Item, when: Literal["setup", "call", "teardown"], deed: Callable[[], None]
) -> bool:
    """Whether a part of a test passes; what is worth telling of it is told."""
    ends = pytest.exit.Exception, KeyboardInterrupt
    call = pytest.CallInfo.from_call(deed, when=when, reraise=ends)
    report = item.ihook.pytest_runtest_makereport(item=item, call=call)
    if when == "call" or not report.passed or report.duration >= SLOW:
        item.ihook.pytest_runtest_logreport(report=report)
    return bool(report.passed)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that fork come first: a worker that holds a gigabyte of what thousands of tests have
    read is forked slowly."""
    items.sort(key=lambda item: item.get_closest_marker("forks") is None)


def pytest_collection_finish() -> None:
    """Else each full collection looks at all that thousands of tests hold: a second's work, which the
    programs that are tried here ask for again and again."""
    find(none(), lambda _: True)  # hypothesis must see who holds its dice: nobody frozen is seen
    gc.freeze()
    gc.unfreeze = lambda: None  # else what is made without the collector shows it all of that again
    gc.callbacks.append(_leave_what_stayed)


def _leave_what_stayed(phase: Literal["start", "stop"], told: dict[str, int]) -> None:
    """What outlives a full collection is looked at in no later one."""
    if phase == "stop" and told["generation"] == 2:
        gc.freeze()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, its headless shell before the whole browser, driven by playwright; skipped where no Chromium is installed."""
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium here: apt-get install chromium-headless-shell, or chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=QUIET, timeout=PATIENCE)
        yield chromium
        chromium.close()
