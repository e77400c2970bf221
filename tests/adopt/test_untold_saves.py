"""Saves that do not say to which module they belong, among several adopted games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.adopted import UNTOLD, possible_games
from assistant.binding import game_name
from assistant.report.show import show
from builder.game.kept import Kept
from builder.game.problems import ProblemsError
from builder.vassal.buildfile.archive import archive_bytes
from builder.vassal.obfuscation import disguise
from builder.vassal.replay import Replay
from builder.vassal.savedgame import read_saved_game
from builder.vassal.state import GameState
from tests.hostile.test_modules import HEAD, element

GAMES = {"apples": ("ABC", "Orchard"), "pears": ("DEF", "Garden"), "plums": ("ABC", "Hedge")}
Saved = Callable[..., Path]


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Saved:
    """Adopted games with slots of the same numbers, and a writer of saves without a module."""
    monkeypatch.chdir(tmp_path)
    for game, (names, map_) in GAMES.items():
        kept = tmp_path / game / "kept"
        kept.mkdir(parents=True)
        told = f'id = "{game}"\n[adopted]\nmodule = "{game}"\nversion = "1"\n'
        (kept.parent / "game.toml").write_text(told, encoding="utf-8")
        rows = [f"{at},{name.lower()},{name},{name}.png" for at, name in enumerate(names, 1)]
        text = "\n".join(("slot,counter,name,image", *rows, ""))
        (kept / "pieces.csv").write_text(text, encoding="utf-8")
        components = element(HEAD, element(f'VASSAL.build.module.Map mapName="{map_}"'))
        (kept / "buildFile.xml").write_text(components, encoding="utf-8")
    (tmp_path / "saves").mkdir()

    def write(names: str, map_: str) -> Path:
        pieces = [
            f"+/{at}/piece;;;{name}.png;{name}/{map_};9;9;{at};0"
            for at, name in enumerate(names, 1)
        ]
        text = "\x1b".join(("begin_save", *pieces, "end_save"))
        path = tmp_path / "saves" / "old.vsav"
        path.write_bytes(archive_bytes([("savedGame", disguise(text))]))
        return path

    return write


def first(path: Path) -> GameState:
    return Replay(read_saved_game(path)).first


@pytest.mark.parametrize(
    ("names", "map_", "games"),
    [
        ("DEF", "Garden", ("pears",)),
        ("ABC", "Orchard", ("apples",)),
        ("ABC", "Hedge", ("plums",)),  # the same pieces on another map
        ("XYZ", "Garden", ()),  # the same numbers alone
        ("DEF", "Orchard", ()),  # the pieces of one and the map of another
        ("DYZ", "Garden", ()),
    ],
)
def test_a_number_alone_tells_no_game(
    saved: Saved, names: str, map_: str, games: tuple[str, ...]
) -> None:
    """Every module has slots of the first numbers: the game of the last name was taken."""
    state = first(saved(names, map_))
    assert possible_games("", state) == games


def test_of_several_games_none_is_chosen(saved: Saved) -> None:
    path = saved("ABC", "Orchard")
    for file in ("buildFile.xml", "pieces.csv"):
        (Path("pears/kept") / file).write_bytes((Path("apples/kept") / file).read_bytes())
    with pytest.raises(ProblemsError) as raised:
        game_name(read_saved_game(path))
    [problem] = raised.value.problems
    assert "several adopted games: apples (apples), pears (pears)." in problem.text
    assert problem.remedy == UNTOLD
    shown = show(path)
    assert shown.game == ""
    assert UNTOLD in shown.notes
    components = element(HEAD.replace('"T"', '"pears"'))
    beside = archive_bytes([("buildFile.xml", components.encode())])
    (path.parent / "x.vmod").write_bytes(beside)
    assert game_name(read_saved_game(path)) == "pears"  # as the module beside is called


def test_a_save_of_no_game_gets_a_way_on(saved: Saved) -> None:
    with pytest.raises(ProblemsError) as raised:
        game_name(read_saved_game(saved("XYZ", "Garden")))
    assert raised.value.problems[0].remedy == UNTOLD


def test_a_piece_of_a_slot_that_was_given_anew_is_none_of_the_game(saved: Saved) -> None:
    kept = Kept(Path("apples"))
    pieces = first(saved("AXC", "Orchard")).pieces.values()
    found = [kept.find(piece) for piece in pieces]
    assert [one.counter if one else "" for one in found] == ["a", "", "c"]


def test_a_piece_is_known_though_its_slot_has_player_in_a_passwords_place(saved: Saved) -> None:
    (piece, *_) = first(saved("AXC", "Orchard")).pieces.values()
    own = Kept(Path("apples"))
    row = own.by_slot[piece.gpid]
    kept = Kept(Path("apples"))
    kept.__dict__["known"] = [replace(row, name="player", look="another", image="another.png")]
    assert kept.find(piece) is not None
    kept = Kept(Path("apples"))
    kept.__dict__["known"] = [replace(row, name="a player", look="another", image="another.png")]
    assert kept.find(piece) is None
