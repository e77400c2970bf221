"""The counters of a game as faces: without any look, with looks, and with mistakes in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from builder.drawing.badges import badge_faces, letters_of
from builder.drawing.faces import CounterFace
from builder.drawing.looks import Look
from builder.drawing.mix import counter_faces, faces_of, steps_of
from builder.game.loader import load_game
from builder.game.model import Counter, Game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game

GAMES = Path(__file__).parents[2] / "source-art"


def game_with(tmp_path: Path, drawing: str = "") -> Game:
    new_game("small", tmp_path)
    folder = tmp_path / "small"
    with (folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(drawing)
    return load_game(folder)


def face(game: Game, counter: str, step: int = 1) -> CounterFace:
    return counter_faces(game)[counter][step - 1]


def test_a_unit_without_any_look(tmp_path: Path) -> None:
    game = game_with(tmp_path)
    full, reduced = counter_faces(game)["blue-7-armour"]
    assert (full.symbol, full.size, full.left) == ("armour", "XX", "7")
    assert (full.strength, reduced.strength) == (("6", "7"), ("3", "7"))
    assert (full.upper_left, reduced.upper_left) == (game.counters["blue-7-armour"].setup, "")
    assert (full.reduced, reduced.reduced) == (False, True)
    assert full.background == "#3f6fa3"
    assert face(game, "red-12-infantry").upper_left == "3"


@pytest.mark.parametrize(
    ("fields", "steps"),
    [
        ({}, 1),
        ({"strength": [4]}, 1),
        ({"strength": [4, 2]}, 2),
        ({"strength": [4, 3, 2], "movement": [5, 4]}, 3),
        ({"steps": 4}, 2),
        ({"steps": 1}, 1),
        ({"names": ["a", "b"]}, 1),
    ],
)
def test_steps(fields: dict[str, object], steps: int) -> None:
    assert steps_of(Counter("a", "blue", "infantry", fields=fields)) == steps


LOOKS = """
[[drawing.counters.look]]
when = { side = "red" }
livery = "soviet"
strength = ["({strength})", "{movement}"]

[[drawing.counters.look]]
when = { type = ["armour", "headquarters"], side = "red" }
band = "#f2c230"
band-at = "left"
name = "{name}. of {formation}"
"""


def test_later_looks_lie_on_earlier_ones(tmp_path: Path) -> None:
    game = game_with(tmp_path, LOOKS)
    infantry, armour = face(game, "red-10-infantry"), face(game, "red-3-armour")
    assert infantry.strength == ("(5)", "4")
    assert face(game, "red-10-infantry", 2).strength == ("(2)", "4")
    assert (infantry.band_at, armour.band_at) == ("bottom", "left")
    assert armour.name == "3. of "
    assert armour.strength == ("(5)", "6")
    assert face(game, "blue-7-armour").strength == ("6", "7")


def test_markers_are_their_name(tmp_path: Path) -> None:
    game = game_with(tmp_path)
    (marker,) = faces_of(game, Counter("turn", "", "turn", "Game turn", kind="marker"))
    assert marker.is_marker
    assert marker.title == "Game turn"


def test_badges_have_a_picture_or_initials(tmp_path: Path) -> None:
    added = '\n[drawing.counters.marker.oos]\nglyph = "truck"\n'
    assert badge_faces(game_with(tmp_path / "a"))["oos"].glyph == "no-supply"
    assert badge_faces(game_with(tmp_path / "b", added))["oos"].glyph == "truck"


def test_badges_of_kursk_show_pictures_where_letters_would_be_riddles() -> None:
    faces = badge_faces(load_game(GAMES / "kursk"))
    assert (faces["independent"].glyph, faces["alternative"].glyph) == ("flag", "turn")
    assert faces["minus-2-1"].title == "-2/-1"


@pytest.mark.parametrize("name", ["dagc", "mlb", "nr", "kursk", "uis"])
def test_each_side_has_a_colour_which_the_map_uses_too(name: str) -> None:
    game = load_game(GAMES / name)
    own = {side.id: side.values["colour"] for side in game.definition.side}
    on_map = game.definition.drawing["map"].get("sides", {})
    assert len(set(own.values())) == len(own)
    assert {side: own[side] for side in on_map if side in own} == on_map


def test_a_counter_that_is_not_in_the_mix(tmp_path: Path) -> None:
    game = game_with(tmp_path)
    made_up = Counter("A", "blue", "infantry", "A", fields={"strength": [9, 1]})
    assert [f.strength for f in faces_of(game, made_up)] == [("9",), ("1",)]


@pytest.mark.parametrize(
    ("look", "complaint"),
    [
        ('when = { typ = "red" }', "no column 'typ'. Did you mean 'type'"),
        ('livery = "sovjet"', "no livery 'sovjet'. Did you mean 'soviet'"),
        ('background = "redd"', "redd"),
        ('strength = ["{stregth}"]', "no column 'stregth'. Did you mean 'strength'"),
        ('name = "{name"', "open brace"),
        ('band-at = "middle"', "band-at"),
        ('colour = "red"', "Unknown key 'drawing.counters.look.colour'"),
    ],
)
def test_mistakes_in_looks_are_told_with_their_line(
    tmp_path: Path, look: str, complaint: str
) -> None:
    with pytest.raises(ProblemsError) as caught:
        counter_faces(game_with(tmp_path, f"\n[[drawing.counters.look]]\n{look}\n"))
    (problem,) = caught.value.problems
    lines = Path(problem.file).read_text().splitlines()
    assert complaint in str(problem)
    assert lines[problem.line - 1].startswith((look.split(" ")[0], "[[drawing.counters.look]]"))


def test_a_mark_that_the_game_does_not_have(tmp_path: Path) -> None:
    added = '\n[drawing.counters.marker.oss]\nglyph = "truck"\n'
    with pytest.raises(ProblemsError, match=r"no mark 'oss'\. Did you mean 'oos'"):
        counter_faces(game_with(tmp_path, added))


def test_what_a_look_gets_wrong_is_told_at_the_look(tmp_path: Path) -> None:
    look = '\n[[drawing.counters.look]]\nwhen = { type = "armour" }\nsymbol = "panzerr"\n'
    with pytest.raises(ProblemsError) as caught:
        counter_faces(game_with(tmp_path, look))
    (problem,) = caught.value.problems
    lines = Path(problem.file).read_text().splitlines()
    assert lines[problem.line - 1] == 'symbol = "panzerr"'


def test_mistakes_of_looks_and_of_counters_are_told_together(tmp_path: Path) -> None:
    game = game_with(tmp_path, '\n[drawing.counters.marker.oos]\nglyph = "no-suply"\n')
    wrong = Counter("A", "blue", "infantry", "\u65e5", fields={"strength": [9, 1]})
    with pytest.raises(ProblemsError) as caught:
        counter_faces(replace(game, counters={**game.counters, "A": wrong}))
    assert 'no glyph "no-suply"' in str(caught.value)
    assert "cannot be drawn" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "letters"),
    [("reserve", "Res"), ("strategic-reserve", "SR"), ("fuel-1", "F1"), ("minus-2-1", "-2/1")],
)
def test_letters_of_a_badge(name: str, letters: str) -> None:
    assert letters_of(name) == letters


@pytest.mark.parametrize("page", ["drawing-counters.md", "es/drawing-counters.md"])
def test_the_document_names_every_key(page: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    for name, info in Look.model_fields.items():
        assert f"`{info.alias or name}`" in text
