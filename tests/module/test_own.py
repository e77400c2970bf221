"""Traits, buttons, dice and documents of a designer's own, in the module and in its saves."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from builder.drawing.map.read_config import map_drawing
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.lint import Severity, audit
from builder.module.build import build_module
from builder.module.read_settings import module_settings
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.module import read_module
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits.actions import ReportAction, RestrictCommands
from builder.vassal.traits.appearance import Layer
from builder.vassal.traits.declaration import Trait
from tests.wide import first

SOURCES = Path(__file__).parents[2] / "source-art"

OWN = """
[[module.trait]]
when = { type = "armour" }
facings = 6

[[module.trait]]
when = { side = "red", kind = "unit" }
mask = { name = "a red unit", key = "Ctrl+Shift+Y" }

[[module.trait]]
when = { type = "infantry" }
label = { text = "{name}", command = "Write" }

[[module.trait]]
when = { type = "infantry" }
clone = true

[[module.trait]]
when = { type = ["infantry", "armour"] }
layer = { name = "Entrenched", pictures = ["art/dug.png", "art/fort.png"], key = "Ctrl+9", at = [0, 20], width = 30 }

[[module.trait]]
when = { type = "headquarters" }
trait = "border;;;;;0,0,0"

[[module.rulebook]]
title = "Rules"
file = "rules.pdf"

[[module.rulebook]]
title = "Examples"
file = "examples.html"

[[module.button]]
text = "Begin"
key = "Ctrl+Shift+B"
report = "$PlayerName$ begins the turn"

[[module.button]]
text = "Turn all"
send = "Ctrl+K"
filter = '{Kind=="armour"}'

[[module.chart]]
title = "Combat"
picture = "art/fort.png"

[[module.symbols]]
name = "Fate"
count = 2
face = [{ text = "Hit", value = 1, picture = "art/dug.png" }, { text = "Miss" }]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("hill", tmp_path)
    folder = tmp_path / "hill"
    (folder / "art").mkdir()
    for name in ("dug", "fort"):
        Image.new("RGB", (60, 40), "brown").save(folder / "art" / f"{name}.png")
    (folder / "rules.pdf").write_bytes(b"%PDF-1.4\n%%EOF\n")
    (folder / "examples.html").write_text("<html><body>An example.</body></html>", encoding="utf-8")
    return folder


def add(folder: Path, text: str) -> None:
    path = folder / "game.toml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_all_of_it_is_in_the_module(folder: Path, tmp_path: Path) -> None:
    add(folder, OWN)
    built = build_module(load_game(folder), tmp_path / "out", cache=tmp_path / "cache")
    assert [f for f in audit(built.path) if f.severity is Severity.ERROR] == []
    module = read_module(built.path)
    parts = list(module.root.walk())
    slots = {slot.entry_name: slot.content or "" for slot in parts if isinstance(slot, c.PieceSlot)}
    armour = next(text for name, text in slots.items() if "Armour" in name)
    assert "rotate;6;" in armour
    infantry = [text for name, text in slots.items() if "Infantry" in name]
    assert all(
        word in text for word in ("label;", "clone;", "own-art-dug.png.png") for text in infantry
    )
    assert any("sides:Red:Solitaire" in text for text in slots.values())
    pages = [part for part in parts if isinstance(part, c.Chart)]
    assert ("Combat", "own-art-fort.png.png") in [(one.chart_name, one.file_name) for one in pages]
    masked = [text for text in slots.values() if "obs;" in text]
    assert len(masked) == len([x for x in load_game(folder).counters.values() if x.side == "red"])
    assert any("border;" in text for text in slots.values())
    assert {"own-art-dug.png.png", "own-art-fort.png.png", "hidden-red.png"} <= set(module.images)
    assert module.files["help/book-1.pdf"].startswith(b"%PDF")
    assert any(isinstance(part, c.BrowserPDFFile) for part in parts)
    assert [p.text for p in parts if isinstance(p, c.SpecialDieFace)] == ["Hit", "Miss"] * 2
    (dice,) = [p for p in parts if isinstance(p, c.SpecialDiceButton)]
    assert (dice.result_window, dice.window_x, dice.window_y) == (True, 120, 40)
    assert any(isinstance(p, c.DoActionButton) and p.text == "Begin" for p in parts)


def test_a_mask_hides_the_face_and_turning_leaves_marks_upright(folder: Path) -> None:
    add(folder, OWN)
    game = load_game(folder)
    from builder.module.assembly import Assembly

    piece = Assembly(game).stock.pieces["red-3-armour"]
    kinds = [type(trait).__name__ for trait in piece.traits]
    assert kinds[:3] == ["RestrictCommands", "ReportAction", "Mask"]
    assert piece.traits[1].report_keys == (piece.traits[2].mask_key,)
    assert kinds.index("Prototype") < kinds.index("Rotation") < len(kinds)
    assert kinds.index("Rotation") < kinds.index("Layer")
    layer = next(t for t in piece.traits if isinstance(t, Layer))
    (stops, told) = (t for t in piece.traits if layer.increase_key in watched(t))
    assert isinstance(stops, RestrictCommands), "off, its next picture was told as a change"
    assert 'GetProperty("Entrenched_Active")' in stops.condition
    assert isinstance(told, ReportAction)


def watched(trait: Trait) -> tuple[KeyStroke, ...]:
    if isinstance(trait, ReportAction):
        return trait.report_keys
    return trait.watch_keys if isinstance(trait, RestrictCommands) else ()


@pytest.mark.parametrize(
    ("counter", "word"),
    first(
        [
            ("blue-7-armour", "rotate;6"),
            ("blue-1-infantry", "label;"),
            ("red-12-infantry", "label;"),
        ],
        2,
    ),
)
def test_what_is_given_is_seen(folder: Path, tmp_path: Path, counter: str, word: str) -> None:
    """Of traits the innermost is drawn first: what stood inside of the face lay below it, unseen."""
    add(folder, OWN)
    built = build_module(load_game(folder), tmp_path / "out", cache=tmp_path / "cache")
    texts = [
        part.content or ""
        for part in read_module(built.path).root.walk()
        if isinstance(part, c.PieceSlot)
        if f"{counter}," in (part.content or "")
    ]
    assert texts
    for text in texts:
        assert 0 < text.index(word) < text.index("emb2;;128;A;;")


CASES = [
    ('[[module.trait]]\nwhen = { type = "armour" }', "This trait says nothing."),
    ("[[module.trait]]\nfacings = 6\nclone = true", "facings and clone"),
    ("[[module.trait]]\nfacings = 0", "1 or more"),
    ('[[module.trait]]\nclone = true\nwhen = { tipe = "x" }', "no column 'tipe'. Did you mean 'type'"),
    ('[[module.trait]]\nlayer = { name = "A", pictures = ["art/no.png"] }', "here is no picture"),
    ('[[module.trait]]\nlayer = { name = "A", pictures = ["art/dug.png"], key = "Strg+K" }', "no modifier"),
    ('[[module.trait]]\ntrait = "nonsense"', "no trait that Kessel knows"),
    ('[[module.rulebook]]\ntitle = "R"\nfile = "no.pdf"', "here is no file"),
    ('[[module.rulebook]]\ntitle = "R"\nfile = "../x.pdf"', "lies outside"),
    ('[[module.rulebook]]\ntitle = "R"\nfile = "art/dug.png"', "cannot be shown"),
    ('[[module.button]]\ntext = "B"', "does nothing"),
    ('[[module.button]]\ntext = "B"\npress = ["Ctrl+"]', "Write a key"),
    ('[[module.symbols]]\nname = "D"\nface = [{ text = "A" }]', "holds 1 entry|too few"),
    ('[[module.symbols]]\nname = "D"\nface = [{ text = "A" }, { text = "B", picture = "x.png" }]', "no picture"),
    ("[module]\ninclude = ['art/none.wav']", "here is no file"),
    ("[module]\ninclude = ['art/dug.png', 'art/dug.png']", "Two files are called 'dug.png'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), CASES)
def test_mistakes_are_told_at_their_line(folder: Path, text: str, words: str) -> None:
    add(folder, "\n" + text + "\n")
    with pytest.raises(ProblemsError) as error:
        module_settings(load_game(folder))
    told = str(error.value.problems[0])
    assert re.search(words, told, re.IGNORECASE), told
    assert re.search(r"game\.toml:\d+:", told)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("[module]", '[module]\nshown = ["strength"]', "No unit changes its 'strength'"),
        (
            "[module]",
            '[units.fields.home]\ntype = "hex"\n\n[module]\nshown = ["home"]',
            "'home' has no choices, so it cannot be shown as a badge. Write in shown: roll, ",
        ),
        (
            "",
            '\n[[drawing.map.box]]\nid = "3302"\nname = "Wounded"\n',
            "The box '3302' has the name of a hex. Give it another id.",
        ),
        (
            "",
            '\n[[module.trait]]\nwhen.kind = "unit"\nlayer = { name = "Smoke", pictures = ["x.png"] }'
            '\n[[module.trait]]\nwhen.type = "tank"\nlayer = { name = "Smoke", pictures = ["x.png"] }',
            "are called 'Smoke'. Give each a name of its own.",
        ),
    ],
)
def test_what_would_be_silent_in_the_module_is_told(
    tmp_path: Path, before: str, after: str, told: str
) -> None:
    folder = tmp_path / "dagc"
    shutil.copytree(SOURCES / "dagc", folder)
    Image.new("RGB", (4, 4)).save(folder / "x.png")
    toml = folder / "game.toml"
    text = toml.read_text(encoding="utf-8")
    toml.write_text(text.replace(before, after, 1) if before else text + after, encoding="utf-8")

    def read() -> None:
        game = load_game(folder)
        module_settings(game)
        map_drawing(game)

    with pytest.raises(ProblemsError) as caught:
        read()
    assert told in str(caught.value)
    assert re.search(r"game\.toml:\d+", str(caught.value))


def test_what_a_label_says_from_the_start_is_not_told_behind_the_name(folder: Path) -> None:
    """A label of the counter's own name doubled it in the chat; what players write is told."""
    from builder.module.assembly import Assembly
    from builder.vassal.trait_answers import labelled
    from builder.vassal.traits.actions import ReportAction
    from builder.vassal.traits.appearance import Label

    add(folder, OWN)
    path = folder / "counters.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("y,1,XX", 'y,"I ""x"" \\\\",XX', 1))
    piece = Assembly(load_game(folder)).stock.pieces["blue-1-infantry"]
    (label,) = [trait for trait in piece.traits if isinstance(trait, Label)]
    place = piece.traits.index(label)
    report = piece.traits[place - 1]  # outside of it, so that it hears of the change
    assert isinstance(report, ReportAction)
    assert report.report_keys == (label.change_key,)
    for says, told in ((label.label, "7th"), ("Dug in", "7th (Dug in)")):
        assert labelled(replace(label, label=says), "7th", lambda _: None) == told
