"""Times the live page through a real Chromium: `python -m tests.bench.board_page [ROUNDS]`.

From the moment a save is complete in the watched folder to the page showing it (goal 500 ms), a
click to its answer (goal 100 ms), and frames while the map is dragged. Then 1,000 spoilt saves.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.watch.saves import save
from tests.watch.stress import stress

SHOWN_GOAL_MS = 500
CLICK_GOAL_MS = 100
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
KESSEL = "from assistant.cli import main; main()"

SHOWS = """version => new Promise(done => {
  const look = () => Number(document.body.dataset.version) >= version
    ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.timeOrigin + performance.now())))
    : setTimeout(look, 2);
  look(); })"""

CLICK = """([selector, answer]) => new Promise(done => {
  const start = performance.now();
  const told = () => document.querySelector(answer) && (watcher.disconnect(), done(performance.now() - start));
  const watcher = new MutationObserver(told);
  watcher.observe(document.querySelector('#panel'), { childList: true, subtree: true });
  document.querySelector(selector).click(); })"""

DRAG = """() => new Promise(done => {
  const board = document.querySelector('#board'), times = [];
  const send = (kind, x) => board.dispatchEvent(new PointerEvent(kind, { pointerId: 1, clientX: x, clientY: 400, bubbles: true }));
  board.setPointerCapture = () => {};
  send('pointerdown', 600);
  let x = 600, last = performance.now();
  const step = () => {
    const now = performance.now(); times.push(now - last); last = now;
    send('pointermove', x -= 3);
    if (times.length < 60) requestAnimationFrame(step); else { send('pointerup', x); done(times.slice(5)); }
  };
  requestAnimationFrame(step); })"""


@dataclass
class Figures:
    """Milliseconds measured."""

    shown: list[float] = field(default_factory=list)
    battle: list[float] = field(default_factory=list)
    unit: list[float] = field(default_factory=list)
    frames: list[float] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """What was measured, beside its goal."""
        for what, found, goal in (
            ("a save complete to the page showing it", self.shown, SHOWN_GOAL_MS),
            ("a click on a battle to its odds", self.battle, CLICK_GOAL_MS),
            ("a click on a unit to its reach", self.unit, CLICK_GOAL_MS),
            ("a frame while dragging, no graphics card", self.frames, 33),
        ):
            middle, most = statistics.median(found), max(found)
            yield f"{what}: median {middle:.0f} ms, most {most:.0f} ms (goal {goal} ms)"


@contextmanager
def watched(folder: Path) -> Iterator[str]:
    """`kessel watch` on a folder; the address of its page."""
    command = [sys.executable, "-c", KESSEL, "watch", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        address = re.search(r"http://\S+", program.stdout.readline())
        assert address is not None
        told = threading.Thread(target=program.stdout.read, daemon=True)
        told.start()
        try:
            yield address.group()
        finally:
            program.send_signal(signal.SIGINT)
            program.wait(timeout=20)
            told.join()


def arrive(folder: Path, number: int) -> float:
    """Write one save beside and put it in place; the moment when it was complete, in ms."""
    beside = folder / "game.tmp"
    beside.write_bytes(save(number % 6 + 1))
    os.replace(beside, folder / "game.vsav")
    return time.time() * 1000


def measure(page: Any, folder: Path, rounds: int) -> Figures:
    """All figures of one page."""
    figures = Figures()
    version = int(page.evaluate("document.body.dataset.version"))
    for number in range(rounds):
        done = arrive(folder, number)
        shown = page.evaluate(SHOWS, version + 1 + number)
        figures.shown.append(shown - done)
        time.sleep(0.3)
    for _ in range(rounds):
        figures.battle.append(page.evaluate(CLICK, ["#panel .attack", "#chances .bar"]))
        page.keyboard.press("Escape")
        page.wait_for_selector("#panel [data-hex]")
        figures.unit.append(page.evaluate(CLICK, ["#panel [data-hex]", "#panel .moves"]))
        page.keyboard.press("Escape")
        page.wait_for_selector("#panel .attack")
    page.focus("#board")
    for _ in range(8):
        page.keyboard.press("+")
    figures.frames = page.evaluate(DRAG)
    return figures


def bench(rounds: int = 15) -> Figures | None:
    """The figures at the size of `dagc`; None where there is no Chromium."""
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if program is None:
        return None
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        arrive(folder, 5)
        arguments = ["--no-sandbox", "--disable-gpu"]
        chromium = playwright.chromium.launch(executable_path=program, args=arguments)
        with watched(folder) as address:
            page = chromium.new_page(viewport={"width": 1280, "height": 800})
            page.goto(address)
            page.wait_for_selector(
                "body[data-version][data-rest]", state="attached", timeout=60_000
            )
            found = measure(page, folder, rounds)
        chromium.close()
        return found


def main(rounds: int) -> None:
    """Print the figures."""
    figures = bench(rounds)
    print("\n".join(figures.lines()) if figures else "No Chromium here: the page is not timed.")
    with tempfile.TemporaryDirectory() as name:
        outcome = stress(Path(name), 1000)
    print(
        f"{outcome.saves} spoilt and rewritten saves, {outcome.whole} of them whole: "
        f"{outcome.shown} shown, {outcome.stale} stale, {outcome.handles} files left open, "
        f"{outcome.objects} objects left over"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
