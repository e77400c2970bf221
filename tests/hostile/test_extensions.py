"""Extensions that ask for more than any: left out or refused in little time and memory."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from builder import limits
from builder.adopt.adopting import adopt
from builder.lint.audit import audit_with
from builder.machine.budget import Budget, TooMuchError
from builder.vassal import extensions
from builder.vassal.buildfile import xml
from builder.vassal.buildfile.archive import BOMB, ArchiveError
from builder.vassal.extensions import open_module
from builder.vassal.opened import open_game
from tests.extending import MAIN, MAP, B, at, extension, part, slot, stack, table, window
from tests.hostile.conftest import bounded

FOLDER = f"{B}module.folder.ModuleSubFolder"


def nested(deep: int) -> str:
    return f'<{FOLDER} name="f">' * deep + f"</{FOLDER}>" * deep


def slots(count: int) -> list[str]:
    """No two alike, because a file of many that are would be a bomb."""
    return [slot(f"a:{n}", f"{n * 7919:x}") for n in range(count)]


def with_entry(path: Path, name: str, data: bytes) -> Path:
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return path


@pytest.fixture(autouse=True)
def nobodys_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extensions, "_settings", lambda: tmp_path / "settings")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        pytest.param(
            lambda path: with_entry(path, "extensiondata", b"<data/>"),
            "it has no build file",
            id="no build file",
        ),
        pytest.param(
            lambda path: with_entry(extension(path), "../../a.png", b""),
            "leads out of the archive's folder",
            id="a way out",
        ),
        pytest.param(
            lambda path: with_entry(extension(path), "buildFile.xml", b"<other/>"),
            "stands in it twice",
            id="two build files",
            marks=pytest.mark.filterwarnings("ignore:Duplicate name"),
        ),
        pytest.param(
            lambda path: extension(path, at("", nested(limits.ELEMENT_DEPTH))),
            "nest deeper",
            id="deep by itself",
        ),
        pytest.param(
            lambda path: extension(path, at(MAIN, *slots(limits.SLOTS + 1))),
            "more than 50,000 pieces",
            id="many pieces",
        ),
        pytest.param(
            lambda path: extension(path, at("", *(part(MAP, mapName=f"{n * 7919:x}") for n in range(limits.MAPS)))),
            "more than 2,000 maps",
            id="many maps",
        ),
        pytest.param(
            lambda path: with_entry(
                with_entry(path, "buildFile.xml", b"<!DOCTYPE a []><a/>"), "extensiondata", b""
            ),
            "document type",
            id="entities",
        ),
    ],
)  # fmt: skip
def test_what_is_too_much_is_left_out(
    tmp_path: Path, make: Callable[[Path], Path], why: str
) -> None:
    module, save, folder = table(tmp_path / "t")
    folder.mkdir()
    make(folder / "x.vmdx")
    with bounded():
        game = open_game(save, module)
    assert game.module is not None
    assert not game.module.extensions
    assert [why in str(note) for note in game.notes] == [True]


def test_extensions_nest_no_deeper_one_upon_another(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    way = ""
    for number in range(3):
        extension(folder / f"{number}.vmdx", at(way, nested(40)))
        way = "/".join(filter(None, (way, *[f"{FOLDER}:f"] * 40)))
    with bounded(), open_module(module) as whole:
        assert [one.name for one in whole.module.extensions] == ["0", "1"]
        assert all("nest deeper" in str(note) for note in whole.notes)


def test_extensions_have_no_more_pieces_together_than_a_module(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    many = slots(limits.SLOTS // 2 + 1)
    for name in "ab":
        extension(folder / f"{name}.vmdx", at("", window(name, stack("s", 1, 1, *many))))
    with bounded(), open_module(module) as whole:
        assert [one.name for one in whole.module.extensions] == ["a"]
        assert ["more than 50,000 pieces" in str(note) for note in whole.notes] == [True]


def test_definitions_are_no_longer_than_any_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, folder = table(tmp_path / "t")
    for name in "ab":
        extension(folder / f"{name}.vmdx", at("", window(name, stack("s", 1, 1, *slots(20)))))
    with open_module(module) as whole:
        both = xml.defined(whole.module.root)
    monkeypatch.setattr(limits, "DEFINITIONS", both - 1)
    with open_module(module) as whole:
        assert [one.name for one in whole.module.extensions] == ["a"]
        assert [f"more than {both - 1:,} characters" in str(note) for note in whole.notes] == [True]
    monkeypatch.setattr(limits, "DEFINITIONS", 10)
    with pytest.raises(ArchiveError, match="more than 10 characters"), open_module(module):
        pass


def test_no_more_extensions_than_any_module_has(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    files = [extension(folder / "more" / f"{n:03}.vmdx") for n in range(limits.EXTENSIONS + 1)]
    refused = pytest.raises(ArchiveError, match="one more than the 100 extensions")
    with bounded(), refused, open_module(module, files):
        pass


def test_one_note_tells_of_all_that_are_too_many(tmp_path: Path) -> None:
    module, save, folder = table(tmp_path / "t", ["101 1.2"])
    for number in range(limits.EXTENSIONS + 2):
        extension(folder / f"{number:03}.vmdx")
    with bounded():
        [note] = open_game(save, module).notes
    assert str(note).startswith("2 extensions were left out, because no module needs more than 100")


def test_thousands_of_ways_are_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EXTENSION_WORK", 0.5)
    monkeypatch.setattr(limits, "GRAFT_LOOKS", 100_000_000)
    module, _, folder = table(tmp_path / "t")
    last = part(FOLDER, part(FOLDER, name="z"), name="19999")
    rooms = part(FOLDER, *[part(FOLDER, name=str(n)) for n in range(19_999)], last, name="f")
    lost = "/".join([f"{FOLDER}:f", f"{FOLDER}:other", f"{B}module.Map:none"])
    found = [
        at(f"{FOLDER}:f/{FOLDER}:none/{FOLDER}:z", part(FOLDER, name="x")) for _ in range(4_000)
    ]
    extension(folder / "a.vmdx", at("", rooms), *found, at(lost, part(MAP)))
    with (
        bounded(),
        pytest.raises(TooMuchError, match=r"^\S+a\.vmdx: "),
        Budget(0.5, "innocent.vsav"),
        open_module(module),
    ):
        pass


def test_names_that_a_save_tells_lead_nowhere(tmp_path: Path) -> None:
    module, save, _ = table(tmp_path / "t", ["../out 1.2", "/etc/passwd 1", "a/../../out 1"])
    extension(tmp_path / "out.vmdx", at("", window("Annex")))
    game = open_game(save, module)
    assert game.module is not None
    assert not game.module.extensions
    assert len(game.notes) == 1


def test_a_long_name_is_told_in_short(tmp_path: Path) -> None:
    module, save, _ = table(
        tmp_path / "t", [f"{'x' * 100_000} 1", *(f"e{n} 1" for n in range(5_000))]
    )
    with bounded():
        game = open_game(save, module)
    assert len(str(game.notes[0])) < 100 * limits.QUOTED


def test_a_bomb_in_an_extension_is_not_taken_over_and_is_told_as_that(tmp_path: Path) -> None:
    """`check` tells of it what `adopt` does, and looks at the rest of the extension."""
    module, save, folder = table(tmp_path / "t")
    with_entry(extension(folder / "a.vmdx"), "images/a.png", bytes(20 << 20))
    with bounded():
        taken = adopt(module, "taken", tmp_path)
        looked, shown = audit_with(module), open_game(save, module)
    assert shown.module is not None
    assert [one.name for one in shown.module.extensions] == ["a"]
    assert [one.name for one in looked.extensions] == ["a"]
    told = {finding.code: (finding.where, finding.text) for finding in looked.findings}
    assert told["M307"] == ("images/a.png", BOMB)
    assert not told.keys() & {"M008", "M301"}
    assert [one.name for one in taken.extensions] == ["a"]
    assert [(left.what, left.examples) for left in taken.left if "zip bomb" in left.reason] == [
        ("png", ("images/a.png",))
    ]


def test_a_name_that_cannot_be_written_down_is_left_out(tmp_path: Path) -> None:
    """As an old archive from Windows unpacks on Linux."""
    module, _, folder = table(tmp_path / "t")
    try:
        extension(folder / os.fsdecode(b"\xc9lan.vmdx"))
    except (OSError, UnicodeError):
        pytest.skip("this system has no such names")
    with open_module(module) as whole:
        assert not whole.module.extensions
        assert [note.endswith("rename it.") for note in map(str, whole.notes)] == [True]


def test_half_a_sign_is_no_name_of_an_extension_within(tmp_path: Path) -> None:
    """No file could hold it."""
    module, _, _ = table(tmp_path / "t")
    with_entry(module, extensions.WITHIN, b'{"\\ud800": "1", "a": "2"}')
    assert not adopt(module, "taken", tmp_path).extensions
