"""Keys that two things answer and traits for nobody, told with their line before VASSAL is silent."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PIL import Image

from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.module.read_settings import module_settings
from builder.module.remarks import remarks

KARGA = Path(__file__).parents[2] / "source-art" / "karga"

LAYER = '[[module.trait]]\nwhen = {{ side = "{side}" }}\nlayer = {{ name = "{name}", pictures = ["a.png"], key = "{key}" }}\n'
FATE = '[[module.fate]]\nbox = "dead-pile"\nkey = "{key}"\n'
BUTTON = '[[module.button]]\ntext = "{text}"\nkey = "{key}"\nreport = "told"\n'
PRESS = '[[module.button]]\ntext = "Go"\npress = ["Ctrl+Q"]\n'
SEND = '[[module.button]]\ntext = "Go"\nsend = "Ctrl+9"\nfilter = \'{filter}\'\n'
WINDOW = '[[module.window]]\nid = "{id}"\nname = "{name}"\n[[module.window.box]]\nid = "box-{id}"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = tmp_path / "karga"
    shutil.copytree(KARGA, game)
    Image.new("RGB", (8, 8)).save(game / "a.png")
    return game


def written(folder: Path, text: str) -> int:
    """Adds to game.toml; the number of the first line added."""
    path = folder / "game.toml"
    before = path.read_text("utf-8")
    path.write_text(before + text, encoding="utf-8")
    return before.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (LAYER.format(side="varn", name="Step", key="F5"), 2, "a layer of Kessel's own"),
        (LAYER.format(side="nobody", name="Dug", key="F5"), 1, "No counter is"),
        ('[[module.trait]]\ntrait = "hark;Side;x"\n', 1, "VASSAL knows no trait 'hark;'"),
        (
            LAYER.format(side="varn", name="Dug", key="F5")
            + LAYER.format(side="varn", name="Deep", key="F5"),
            3,
            "another trait of the same counter",
        ),
        (PRESS, 2, "presses Ctrl+Q, which nothing answers"),
        (SEND.format(filter="{Kind==}"), 3, "ends with =="),
        (SEND.format(filter='{Kind=="armour}'), 3, "has a quotation mark"),
        (SEND.format(filter='{(Kind=="armour"}'), 3, "has a parenthesis"),
        (SEND.format(filter='Kind=="armour"'), 3, "does not stand in braces"),
        ("[module]\ncounter = 300\n", 1, "Counters are 300 pixels wide and hexes"),
        (
            '[[phase]]\nid = "late"\nname = "Varn movement"\n',
            2,
            "Two phases are called 'Varn movement'",
        ),
    ],
)
def test_what_vassal_would_take_in_silence(folder: Path, text: str, line: int, said: str) -> None:
    first = written(folder, text)
    (problem,) = remarks(load_game(folder))
    assert problem.line == first + line
    assert said in problem.text


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (BUTTON.format(text="x", key="Ctrl+Shift+K"), 2, "roll for the selected battle"),
        (BUTTON.format(text="x", key="F5") + BUTTON.format(text="y", key="F5"), 6, "button 'x'"),
        (FATE.format(key="Ctrl+F"), 2, "flip the counter"),
        (FATE.format(key="Ctrl+1"), 2, "the mark"),
        (FATE.format(key="Ctrl+B"), 2, "back to where it was"),
        (BUTTON.format(text="x", key="Ctrl+D"), 2, "roll the die"),
        (LAYER.format(side="varn", name="Dug", key="Ctrl+E"), 0, "eliminate"),
        (LAYER.format(side="varn", name="Dug", key="Ctrl+F"), 0, "flip the counter"),
        (LAYER.format(side="varn", name="Dug", key="Ctrl+1"), 0, "the mark"),
    ],
)
def test_a_key_that_would_do_two_things_is_refused(
    folder: Path, text: str, line: int, said: str
) -> None:
    first = written(folder, text)
    with pytest.raises(ProblemsError) as error:
        module_settings(load_game(folder))
    (problem,) = error.value.problems
    assert problem.line == first + line
    assert said in problem.text


def test_what_is_in_order_is_not_remarked_on(folder: Path) -> None:
    text = LAYER.format(side="varn", name="Dug", key="F5")
    text += LAYER.format(side="teral", name="Dug", key="F5") + BUTTON.format(text="x", key="F6")
    text += PRESS.replace("Ctrl+Q", "F6") + SEND.format(filter='{Kind=="armour"}')
    written(folder, text)
    assert list(remarks(load_game(folder))) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[module.battle]\nstrength = "attack"\nterrain = "defense"\n', 2),
        ('[module]\nchanging = ["nofield"]\n', 1),
        ('[[module.window]]\nid = "w"\n[[module.window.box]]\nid = "dead-pile"\n', 3),
        (WINDOW.format(id="w", name="Main Map"), 2),
        (WINDOW.format(id="w", name="Staff") + WINDOW.format(id="v", name="Staff"), 7),
    ],
)
def test_names_that_nothing_has_or_two_things_have(folder: Path, text: str, line: int) -> None:
    first = written(folder, text)
    with pytest.raises(ProblemsError) as error:
        module_settings(load_game(folder))
    assert [problem.line for problem in error.value.problems] == [first + line]
