"""A large save that another process reads for a picture: the same position, and the same errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from assistant.cli import read_beside as module
from assistant.cli.read_beside import position_of, reader_of
from assistant.position import Position
from assistant.report.early import Early
from assistant.report.sheet import Sheet
from assistant.table import open_table
from builder.drawing.png import flat_png
from builder.errors import KesselError
from builder.machine.children import Beside, forks
from builder.vassal.replay import Replay, types_of
from builder.vassal.savedgame import read_saved_game

EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"
pytestmark = pytest.mark.skipif(not forks(), reason="a process that begins anew takes too long")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Beside]:
    """The processes that were begun to read; every save counts as large, every map as kept."""
    found: list[Beside] = []
    begin = Beside.of_little

    def noted(*of_what: object) -> Beside | None:
        beside = begin(*of_what)  # type: ignore[arg-type]
        assert beside is not None
        found.append(beside)
        return beside

    monkeypatch.setattr(module.Beside, "of_little", noted)
    monkeypatch.setattr(module, "forks", lambda: True)
    monkeypatch.setattr("builder.machine.children.cores", lambda: 2)
    monkeypatch.setattr(module, "MUCH", 0)
    monkeypatch.setattr(Sheet, "is_kept", lambda sheet, language: True)
    return found


def read(path: Path, early: Early, step: int | None = None, viewer: str | None = None) -> Position:
    with reader_of(["kessel", "picture", str(path), "-o", "x.png"]) as reader:
        return position_of(path, step, viewer, early, reader)


@pytest.fixture
def early() -> Iterator[Early]:
    with Early("en") as found:
        yield found


@pytest.mark.parametrize(("step", "viewer"), [(None, None), (13, "german"), (0, "Soviet")])
def test_it_is_what_is_read_here(
    early: Early, begun: list[Beside], step: int | None, viewer: str | None
) -> None:
    position = read(EVENING, early, step, viewer)
    assert len(begun) == 1
    assert position == open_table(EVENING, step, viewer).position
    assert early.sheet(position)[0].game is position.game
    assert position.board is position.game.board


def test_the_types_of_pieces_are_read_before_the_game_is_known() -> None:
    saved = read_saved_game(EVENING)
    types = types_of(saved)
    known = set(types)
    first = Replay(saved, types=types).first
    assert known == set(types) == {piece.type.text for piece in first.pieces.values()}
    assert all(piece.type is types[piece.type.text] for piece in first.pieces.values())


@pytest.mark.parametrize(("step", "viewer"), [(99, None), (None, "french")])
def test_what_is_wrong_is_told_as_ever(
    early: Early, begun: list[Beside], step: int | None, viewer: str | None
) -> None:
    with pytest.raises(KesselError) as told:
        open_table(EVENING, step, viewer)
    with pytest.raises(KesselError) as here:
        read(EVENING, early, step, viewer)
    assert str(here.value) == str(told.value)
    assert len(begun) == 1


def test_a_map_that_was_not_drawn_before_is_begun_while_the_save_is_read(
    early: Early, begun: list[Beside], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    partner = Endless()
    monkeypatch.setattr(Sheet, "is_kept", lambda sheet, language: False)
    monkeypatch.setattr(Sheet, "partner", lambda sheet, language: partner)
    monkeypatch.setattr(Sheet, "drawn", lambda sheet, *_: drawn.append(sheet.game.id) or DRAWN)
    position = read(EVENING, early)
    assert position == open_table(EVENING).position
    assert (len(begun), drawn) == (1, ["dagc"])
    assert early.sheet(position)[1:] == (partner, DRAWN)
    early.end()
    assert partner.has_ended


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("picture SAVE -o x.png", True),
        ("picture -o x.png --step 3 SAVE", True),
        ("picture game.toml -o SAVE.png", False),
        ("report SAVE", False),
        ("picture", False),
    ],
)
def test_a_reader_is_begun_for_the_save_of_a_picture(
    begun: list[Beside], words: str, begins: bool
) -> None:
    with reader_of(["kessel", *words.replace("SAVE", str(EVENING)).split()]) as reader:
        assert (reader is not None and reader.path == EVENING) == begins
    assert len(begun) == begins


DRAWN = object()


class Endless:
    """Stands for a process that draws."""

    has_ended = False

    def end(self) -> None:
        self.has_ended = True


def test_small_saves_and_position_files_are_read_here(
    early: Early, begun: list[Beside], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "MUCH", 1_000_000)
    read(EVENING, early)
    file = tmp_path / "position.toml"
    open_table(EVENING).write(file)
    monkeypatch.setattr(module, "MUCH", 0)
    read(file, early)
    assert begun == []


def test_a_map_is_read_ahead_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    sheet = Sheet(open_table(EVENING).game, own=True)
    box = 4, 300, 104, 700
    sheet.look_ahead("en")
    assert sheet.part("en", box) is None
    grey = Image.radial_gradient("L").resize((sheet.layout.width, sheet.layout.height))
    sheet.keep("en", flat_png(grey.convert("RGB"), 1), {})
    sheet.look_ahead("en")
    for _ in range(2):  # what was unpacked ahead, and once more
        rows = sheet.part("en", box)
        assert rows is not None
        assert rows.crop((0, 0, 100, 400)).tobytes() == grey.convert("RGB").crop(box).tobytes()
