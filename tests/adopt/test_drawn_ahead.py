"""Drawings are made ahead of who asks for them, and each picture of a module is unpacked once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from builder.adopt.art import ArtFolder
from builder.adopt.faces import Part
from builder.adopt.pictures import UNDRAWN, Pictures
from builder.adopt.told import Told
from builder.vassal.buildfile.components import GameModule
from builder.vassal.buildfile.module import Module

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
MASKS = "".join(
    f'<mask id="m{at}"><rect width="9" height="9" mask="url(#m{at - 1})"/></mask>'
    for at in range(1, 3000)
)


def plain(colour: str) -> bytes:
    return f'{HEAD}<rect width="9" height="9" fill="{colour}"/></svg>'.encode()


def breaking(number: int) -> bytes:
    """A drawing that breaks the process that draws it."""
    return f'{HEAD}<!--{number}-->{MASKS}<rect width="9" height="9" mask="url(#m2999)"/></svg>'.encode()


class Counted(Mapping[str, bytes]):
    """Pictures of a module, and how often each was unpacked."""

    def __init__(self, pictures: dict[str, bytes]) -> None:
        self.pictures, self.unpacked = pictures, Counter[str]()

    def __getitem__(self, name: str) -> bytes:
        self.unpacked[name] += 1
        return self.pictures[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.pictures)

    def __len__(self) -> int:
        return len(self.pictures)

    def __contains__(self, name: object) -> bool:
        return name in self.pictures


def art(folder: Path, pictures: Mapping[str, bytes]) -> ArtFolder:
    return ArtFolder(folder, Pictures(Module(GameModule(), pictures), Told()))


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("builder.adopt.pictures.cores", "builder.adopt.pen.cores"):
        monkeypatch.setattr(name, lambda: 2)


def test_what_is_drawn_ahead_is_as_if_it_was_drawn_when_asked_for(tmp_path: Path) -> None:
    colours = [f"#{n * 11:02x}40ff" for n in range(20)]
    pictures = {f"{n}.svg": plain(colour) for n, colour in enumerate(colours)}
    faces = [(Part(name),) for name in pictures]
    ahead, alone = art(tmp_path / "a", pictures), art(tmp_path / "b", pictures)
    ahead.expect(faces)
    for number, face in enumerate(faces):
        if number % 3:  # some are expected and never asked for
            assert ahead.face(face, f"f{number}") == alone.face(face, f"f{number}")
    made = {path.name: path.read_bytes() for path in (tmp_path / "a").rglob("*.png")}
    assert len(made) == 13
    assert made == {path.name: path.read_bytes() for path in (tmp_path / "b").rglob("*.png")}


def test_drawings_after_three_that_break_the_pen_are_not_tried(tmp_path: Path) -> None:
    """As when all are drawn one after the other, although two pens work side by side."""
    order = [plain("red"), breaking(1), breaking(2), plain("lime"), breaking(3), plain("blue")]
    pictures = {f"{n}.svg": drawing for n, drawing in enumerate(order)}
    faces = [(Part(name),) for name in pictures]
    own = art(tmp_path, pictures)
    own.expect(faces)
    assert [bool(own.face(face, f"f{n}")) for n, face in enumerate(faces)] == [
        True, False, False, True, False, False
    ]  # fmt: skip
    (left,) = own.pictures.told
    assert (left.count, left.reason) == (4, UNDRAWN)


def test_each_picture_is_unpacked_once(tmp_path: Path) -> None:
    pictures = Counted({f"{n}.svg": plain("red") for n in range(5)})
    own = art(tmp_path, pictures)
    for name in pictures:
        assert own.pictures.size(name) == (9, 9)
        assert not own.pictures.fault(name)
    assert list(own.write_all()) == []
    faces = [(Part(name),) for name in pictures]
    own.expect(faces)
    assert all(own.face(face, f"f{n}") for n, face in enumerate(faces))
    assert set(pictures.unpacked.values()) == {1}
