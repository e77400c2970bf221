"""Markers on the map as state variables, by the type of the variable that they keep."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.binding import read_save
from assistant.games import rules_for
from assistant.questions.door import Door
from assistant.reading.markers import keep
from assistant.report.position_report import overview_part
from assistant.words.voice import voice
from builder.game.loader import load_game
from builder.game.model import Game, Placement
from builder.module import slots
from builder.module.assembly import Assembly
from tests.wide import some


def kept(game: Game, variable: str, *markers: tuple[str, str]) -> Any:
    state: dict[str, Any] = {}
    for place, part in markers:
        keep(game, state, variable, place, part)
    return state.get(variable)


def test_markers_add_up_by_the_type_of_what_they_keep() -> None:
    dagc = load_game("dagc")
    assert kept(dagc, "bagration", ("4004", "")) == "4004"
    assert kept(dagc, "bagration", ("dead-pile", "")) is None
    assert kept(dagc, "lost-ports", ("2825", ""), ("1301", ""), ("2825", "")) == ["1301", "2825"]


ROUTE = [("state-route-2", "2321"), ("state-route-1", "2422")]


@pytest.mark.parametrize(
    ("name", "variable", "typed", "markers", "read"),
    some(
        [
            ("mlb", "attacked-hexes", [], [("state-attacked-hexes", "0505")], ["0505"]),
            ("mlb", "attacked-hexes", ["0505"], [], ["0505"]),
            (
                "mlb",
                "attacked-hexes",
                ["0606"],
                [("state-attacked-hexes", "0505")],
                ["0505", "0606"],
            ),
            ("kursk", "route", [], ROUTE, ["2422", "2321"]),
            ("kursk", "route", ["2321", "2220"], [], ["2321", "2220"]),
            ("kursk", "route", ["2220"], ROUTE, ["2422", "2321"]),
        ],
        ("mlb", "attacked-hexes", [], [("state-attacked-hexes", "0505")], ["0505"]),
        ("kursk", "route", ["2220"], ROUTE, ["2422", "2321"]),
    ),
)
def test_lists_of_hexes_lie_on_the_map_and_are_read_as_typed_too(
    name: str,
    variable: str,
    typed: list[str],
    markers: list[tuple[str, str]],
    read: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Players typed the hexes into a dialog, and saves of that time are read as before."""
    game, save = load_game(name), tmp_path / "a.vsav"
    start = next(iter(game.scenarios.values()))
    laid = [*slots.set_up(game, start), *(Placement(key, hex_) for key, hex_ in markers)]
    monkeypatch.setattr(slots, "set_up", lambda _game, _scenario: laid)
    save.write_bytes(Assembly(game).save(replace(start, state={**start.state, variable: typed})))
    position = read_save(save)
    assert position.value(variable) == read
    overruled = [text for text in position.unknown if "the markers count" in text]
    assert bool(overruled) == bool(typed and markers and name == "kursk")


def test_a_marker_of_air_superiority_stands_for_its_whole_area() -> None:
    """Areas of the air grid hold 61 hexes (27.2); who controls one controls all of it (27.6)."""
    game = load_game("uis")
    area = game.grid.within("N2733", 4)
    assert len(area) == 61
    corner = next(name for name in area if game.grid.distance("N2733", name) == 4)
    outside = next(name for name in game.grid.neighbours(corner) if name not in area)
    for inside in ("N2733", corner):
        assert kept(game, "air-superiority", (inside, "nato")) == {"nato": sorted(area)}
    assert not area & set(kept(game, "air-superiority", (outside, "wp"))["wp"])
    both = kept(game, "air-superiority", ("N2733", "nato"), (outside, "nato"))
    assert len(both["nato"]) > 61
    assert area <= set(both["nato"])


@pytest.mark.wide
def test_a_save_with_the_marker_tells_of_the_whole_area(tmp_path: Path) -> None:
    game = load_game("uis")
    start = next(iter(game.scenarios.values()))
    marker = Placement("wp-air-superiority", "N2733")
    save = tmp_path / "air.vsav"
    placements = (*start.placements, marker)
    save.write_bytes(Assembly(game).save(replace(start, placements=placements)))
    assert read_save(save).value("air-superiority") == {"wp": sorted(game.grid.within("N2733", 4))}


@pytest.mark.parametrize(("game_id", "hex_"), some([("dagc", "3513"), ("mlb", "1912")], "dagc"))
def test_a_printed_counter_of_control_tells_who_holds_its_hex(
    game_id: str, hex_: str, tmp_path: Path
) -> None:
    """As the module's own flag does, which lies in the same palette (2.12)."""
    game = load_game(game_id)
    start = next(iter(game.scenarios.values()))
    save = tmp_path / "held.vsav"
    placements = (*start.placements, Placement("marker-control", hex_))
    for held, placed in (("", start.placements), ("soviet", placements)):
        save.write_bytes(Assembly(game).save(replace(start, placements=placed, control={})))
        position = read_save(save)
        without = game.definition.control
        began = {name: side for side, names in without.items() for name in names}
        assert position.control.get(hex_, "") == (held or began.get(hex_, ""))


def test_without_a_grid_of_areas_a_marker_stands_for_its_own_hex() -> None:
    game = load_game("uis")
    drawing = {**game.definition.drawing, "map": {}}
    plain = replace(game, definition=game.definition.model_copy(update={"drawing": drawing}))
    assert kept(plain, "air-superiority", ("N2733", "wp")) == {"wp": ["N2733"]}


@pytest.mark.parametrize(
    ("name", "setup", "stands", "language", "told"),
    [
        ("mlb", "campaign", "3", "en", "Soviet: the marker of victory points stands on 3, and 0 "),
        ("mlb", "campaign", "3", "es", "Soviet: the marker of victory points stands on 3, and 0 "),
        ("nr", "kiev", "11", "en", ""),  # 13 are counted, and nobody has moved the marker yet
        ("nr", "kiev", "12", "en", "Axis: the marker of victory points stands on 12, and 13 "),
    ],
)
def test_a_score_tells_of_the_players_marker_that_counts_otherwise(
    name: str, setup: str, stands: str, language: str, told: str, tmp_path: Path
) -> None:
    game = load_game(name)
    begun = game.scenarios[setup]
    placed = tuple(
        replace(one, hex=f"victory-points {stands}") if one.counter == "marker-vp" else one
        for one in begun.placements
    )
    save = tmp_path / "x.vsav"
    save.write_bytes(Assembly(game, language).save(replace(begun, placements=placed)))
    door = Door(rules_for(game), read_save(save))
    because = [str(why.text) for why in door.score().because]
    in_report = map(str, overview_part(voice(game, "en"), door.position, door.supply()))
    for texts in (because, in_report):
        found = [text for text in texts if "the marker of victory points stands on" in text]
        assert [text.startswith(told) for text in found] == [True] * bool(told)
