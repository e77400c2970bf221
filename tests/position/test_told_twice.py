"""What was typed and what the markers say: neither is dropped without a word; sides by their names;
a title alone makes no module ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.binding import open_record
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.traits import BasicPiece, Marker
from builder.vassal.traits.declaration import Trait
from builder.vassal.write import NewPiece, SaveBuilder


def piece(**properties: str) -> NewPiece:
    traits: tuple[Trait, ...] = (Marker.of(**properties), BasicPiece(name="x"))
    return NewPiece(traits)


def saved(path: Path, typed: dict[str, str], pieces: list[NewPiece], game: str = "mlb") -> Path:
    title = load_game("mlb").definition.title
    save = SaveBuilder(Metadata(title, "0.1.0", "3.7.26", "", 0))
    for number, one in enumerate(pieces):
        save.add_loose("Main Map", 1000 + 80 * number, 1000, one)
    for name, value in typed.items():
        save.set_global(name, value)
    if game:
        save.set_global("KesselGame", game)
    save.write(path)
    return path


ORDER = piece(Counter="marker-absolute-order", StateHex="absolute-orders")


@pytest.mark.parametrize(
    ("typed", "pieces", "remark"),
    [
        ("2634 2918", [ORDER], "the markers count"),
        ("2634", [], "say none: the markers count"),
        ("", [ORDER], ""),
    ],
)
def test_typed_and_marked(tmp_path: Path, typed: str, pieces: list[NewPiece], remark: str) -> None:
    path = saved(tmp_path / "a.vsav", {"State-absolute-orders": typed}, pieces)
    told = [line for line in open_record(path).position().unknown if "State says" in line]
    assert len(told) == bool(remark)
    assert remark in "".join(told)


@pytest.mark.parametrize("word", ["soviet", "Soviet", " SOVIET "])
def test_sides_by_their_names(tmp_path: Path, word: str) -> None:
    path = saved(tmp_path / "a.vsav", {"State-active": word}, [])
    assert open_record(path).position().state["active"] == "soviet"


def test_a_title_alone_is_not_ours(tmp_path: Path) -> None:
    strangers = saved(tmp_path / "a.vsav", {}, [piece(Name="9th Army")], game="")
    with pytest.raises(ProblemsError, match="is not the one that Kessel builds"):
        open_record(strangers)
    ours = saved(tmp_path / "b.vsav", {}, [piece(Counter="axis-57")], game="")
    assert open_record(ours).game.id == "mlb"
