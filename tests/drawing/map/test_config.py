"""Mistakes in [drawing.map] are explained all at once, each with its line and a remedy."""

from __future__ import annotations

import pytest

from builder.drawing.map.layout import layout_map
from builder.game.problems import ProblemsError

from .conftest import Sample

WRONG = [
    ('[drawing.map.palette]\nwods = "#123456"', "The palette has no 'wods'", "woods"),
    ('[drawing.map.palette]\nwoods = "azul"', '"azul" is not a colour', "#rrggbb"),
    ('[drawing.map.terrain.forst]\ncolour = "red"', "There is no terrain 'forst'", "forest"),
    ('[drawing.map.terrain.zone]\nfaces = ["forst"]', "There is no terrain 'forst'", "forest"),
    ('[drawing.map.inset]\ncompass = "9999"', "'9999' is no hex", "printed hex number"),
    ('[[drawing.map.caption]]\nname = "A"\nhexes = ["9999"]', "'9999' is no hex", "printed"),
    ('[[drawing.map.box]]\nid = "b"\nname = "B"\nside = "rde"', "There is no side 'rde'", "red"),
    (
        '[[drawing.map.track]]\nid = "vp"\nname = "VP"\nfirst = 5\nlast = 2',
        "The track 'vp' ends at 2, before its first space",
        "Write 5 or more",
    ),
    ('[[drawing.map.edge]]\nset = "nort"\ncolour = "red"', "There is no set 'nort'", "north"),
    ('[[drawing.map.box]]\nid = "x"', "drawing.map.box.name", ""),
    ('[drawing.map.hexside.river]\ncolor = "red"', "drawing.map.hexside.river.color", "'colour'"),
    ('[drawing.map.line.canal]\ncolour = "red"', "There is no line 'canal'", "road"),
]


@pytest.mark.parametrize(("text", "what", "remedy"), WRONG)
def test_a_mistake_has_file_line_and_remedy(
    sample: Sample, text: str, what: str, remedy: str
) -> None:
    sample.more = text
    with pytest.raises(ProblemsError) as caught:
        layout_map(sample.game())
    (problem,) = caught.value.problems
    written = (sample.folder / "game.toml").read_text(encoding="utf-8").splitlines()
    first = len(written) - written[::-1].index(text.splitlines()[0])
    assert problem.file.endswith("game.toml")
    assert first <= problem.line <= first + text.count("\n")
    assert what in problem.text
    assert remedy in problem.remedy


def test_a_word_that_cannot_be_drawn(sample: Sample) -> None:
    sample.more = '[terrain.scrub]\ndraw = "wods"\n'
    with pytest.raises(ProblemsError, match=r"'wods' cannot be drawn\. Did you mean 'woods'"):
        layout_map(sample.game())


def test_all_mistakes_at_once(sample: Sample) -> None:
    sample.more = "\n".join(text for text, _, _ in WRONG[:3:2])
    with pytest.raises(ProblemsError) as caught:
        layout_map(sample.game())
    assert len(caught.value.problems) == 2
