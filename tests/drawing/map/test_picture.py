"""The finished picture: size, tone, memory; and the whole of Army Group Center."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from builder.drawing.map.layout import layout_map
from builder.drawing.map.tone import toned

from .conftest import Sample

DAGC = Path(__file__).parents[3] / "source-art" / "dagc"


def test_tone_is_weak_and_stays_in_the_frame(sample: Sample) -> None:
    layout = layout_map(sample.game())
    white = Image.new("RGB", (layout.width, layout.height), "white")
    after = next(toned([white.copy()], layout))
    change = ImageChops.difference(white, after)
    frame = layout.frame
    left, top, right, bottom = change.getbbox()
    assert left >= round(frame.x)
    assert top >= round(frame.y)
    assert right <= round(frame.x) + round(frame.width)
    assert bottom <= round(frame.y) + round(frame.height)
    assert 3 < max(high for _, high in change.getextrema()) < 24


PROGRAM = f"""
import re
from builder.drawing.map.layout import layout_map
from builder.drawing.map.picture import map_picture
from builder.game.loader import load_game
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
game = load_game(r"{DAGC}")
layout = layout_map(game)
before = peak()
picture = map_picture(game, layout)
assert picture.size == (layout.width, layout.height)
x, y = layout.pixels.centre("2226")
print(picture.getpixel((round(x), round(y) + 12)))
print(peak() - before)
"""


@pytest.mark.wide
@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of memory from /proc")
def test_dagc_is_drawn_whole_in_little_memory() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    colour, peak = run.stdout.splitlines()
    red, _, blue = (int(value) for value in colour.strip("()").split(","))
    assert blue > red + 20, "the Baltic is blue"
    assert int(peak) < 170_000, "kB beside what Python and the game hold"
