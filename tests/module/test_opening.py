"""Games open on their front, each scenario on its own."""

from __future__ import annotations

import dataclasses
import io
import zipfile

import pytest

from builder.drawing.translation import translated
from builder.game.carriers import SET_UP_PROPERTY
from builder.game.loader import load_game
from builder.game.model import Placement, Scenario
from builder.module.assembly import Assembly
from builder.module.opening import front, opening_values
from builder.module.read_settings import module_settings
from builder.module.set_up_check import units_in_hexes
from builder.module.settings import ModuleSettings, first_zoom
from builder.module.slots import _piles, on_the_table, start_of
from builder.module.table import table_of
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes import maps
from builder.vassal.obfuscation import reveal
from builder.vassal.traits.values import DynamicProperty
from tests.games_read import read_once


def opens_on(game: str, scenario: str) -> tuple[Assembly, Scenario, tuple[int, int]]:
    assembly = Assembly(load_game(game))
    found = assembly.game.scenarios[scenario]
    point = front(assembly.game, assembly.table, found, assembly.settings)
    assert point is not None
    return assembly, found, point


@pytest.mark.parametrize(
    ("name", "scenario", "near"),
    [("nr", "kiev", 2), ("nr", "campaign", 3), ("aldra", "the-bridge", 8)],
)
def test_the_view_opens_on_a_unit_near_an_enemy(name: str, scenario: str, near: int) -> None:
    assembly, found, point = opens_on(name, scenario)
    game = assembly.game
    units = [
        (game.counters[p.counter].side, p.hex)
        for p in found.placements
        if p.hex in game.grid and game.counters[p.counter].kind == "unit"
    ]
    here = [(side, place) for side, place in units if assembly.table.spots(place, 1)[0] == point]
    assert here
    side, place = here[0]
    assert min(game.grid.distance(place, other) for s, other in units if s != side) <= near


def test_the_view_is_that_of_the_zoom_that_the_designer_sets() -> None:
    assembly, found, (x, y) = opens_on("dagc", "bold-stroke")
    near = assembly.settings.model_copy(update={"zoom": 2.0})
    point = front(assembly.game, assembly.table, found, near)
    assert point is not None
    places = {p.hex for p in found.placements if p.hex in assembly.game.grid}
    spots = [assembly.table.spots(place, 1)[0] for place in places]
    seen, other = (
        sum(abs(spot[0] - at[0]) <= 375 and abs(spot[1] - at[1]) <= 162 for spot in spots)
        for at in (point, (x, y))
    )
    assert seen > other


@pytest.mark.parametrize(("scenario", "least"), [("historical", 20), ("bold-stroke", 18)])
def test_the_view_shows_as_much_of_the_front_as_it_can(scenario: str, least: int) -> None:
    """Where half of all units touch an enemy, those named first are no more the front than others:
    the view of dagc opened on the south, with the turn track below."""
    assembly, found, (x, y) = opens_on("dagc", scenario)
    places = {p.hex for p in found.placements if p.hex in assembly.game.grid}
    spots = [assembly.table.spots(place, 1)[0] for place in places]
    seen = [spot for spot in spots if abs(spot[0] - x) < 1250 and abs(spot[1] - y) < 540]
    assert len(seen) >= least
    assert y < 2400


def test_each_save_holds_its_own_and_the_module_that_of_the_first() -> None:
    assembly, kiev, (x, y) = opens_on("nr", "kiev")
    with zipfile.ZipFile(io.BytesIO(assembly.save(kiev))) as archive:
        text = reveal(archive.read("savedGame"))
    assert f"OpeningX;{x};" in text
    assert f"OpeningY;{y};" in text
    parts = [*assembly.module({}, {}).root.walk()]
    starting = [p for p in parts if isinstance(p, c.StartupGlobalKeyCommand)]
    keys = [p.global_hotkey for p in starting if p.when_to_apply == "everyLaunchOfSession"]
    assert keys == [p.hotkey for p in parts if isinstance(p, c.MoveCameraButton)] != []
    first = opening_values(assembly.game, assembly.table, assembly.scenario, assembly.settings)
    start = {p.name: p.initial_value for p in parts if isinstance(p, c.GlobalProperty)}
    assert first.items() <= start.items()


def test_without_units_on_hexes_the_view_is_left_alone() -> None:
    assembly, kiev, _ = opens_on("nr", "kiev")
    empty = dataclasses.replace(kiev, placements=())
    assert opening_values(assembly.game, assembly.table, empty, assembly.settings) == {}


@pytest.mark.parametrize(
    ("sides", "seats", "found"),
    [
        ("aabbb", 3, [0, 0, 1, 1, 2]),
        ("aaaaaab", 3, [0, 0, 0, 1, 1, 1, 2]),
        ("abc", 2, [0, 0, 1]),
    ],
)
def test_a_crowded_box_has_no_pile_of_two_sides(sides: str, seats: int, found: list[int]) -> None:
    assert _piles(sides, seats) == found


def test_piles_of_a_crowded_turn_stay_in_its_box_below_its_heading() -> None:
    """The sixty reinforcements of a turn of 1985 lay upon those of the next turns and on dates."""
    game = read_once("uis")
    table = table_of(game, module_settings(game))
    lean, half = maps.lean(table.counter), table.counter / 2
    for turn, count in (("turn 2", 55), ("turn 4", 69), ("turn 6", 12)):
        box = table.region(turn)
        below = table.spots(turn, 1)[0][1] - table.counter * 0.56
        group = [Placement(f"wp-{number}", turn) for number in range(count)]
        for (_, x, y), pile in on_the_table(table, group, {}).items():
            above = (len(pile) - 1) * lean
            assert box.x <= x - half
            assert x + half + above <= box.x + box.width
            assert box.y < below <= y - half - above + 1
            assert len(pile) < 6
            assert y + half <= box.y + box.height


@pytest.mark.parametrize(
    ("language", "told"), [("en", '"Set-up: "+"Crown "'), ("es", '"Despliegue: "+"Corona "')]
)
def test_the_set_up_is_told_as_a_game_begins(language: str, told: str) -> None:
    """A button counts the units in hexes, tells how many the scenario has there, and asks those that
    lie beside all hexes; each answers, so their reports are not held back."""
    assembly = Assembly(translated(load_game("aldra"), language), language)
    parts = [*assembly.module({}, {}).root.walk()]
    (button,) = (p for p in parts if isinstance(p, c.DoActionButton) and p.name == "set-up")
    assert told in button.report_format
    (crown, league) = assembly.game.definition.side
    for scenario in assembly.game.scenarios.values():
        for side in (crown, league):
            wanted = units_in_hexes(assembly.game, scenario, side)
            assert wanted > 0
            of = "de" if language == "es" else "of"
            assert f'"{scenario.id}"?" {of} {wanted}"' in button.report_format
    keys = [
        p.global_hotkey
        for p in parts
        if isinstance(p, c.StartupGlobalKeyCommand) and p.when_to_apply == "startOfGameOnly"
    ]
    assert keys == [button.hotkey]
    asking = [p for p in parts if type(p) is c.GlobalKeyCommand]
    assert tuple(p.button_hotkey for p in asking) == button.hotkeys
    assert not any(p.report_single for p in asking)
    answers = {key for t in assembly.stock.shared["Unit"] for key in getattr(t, "report_keys", ())}
    assert {p.hotkey for p in asking} <= answers


def test_units_know_where_their_scenario_puts_them_unless_the_players_choose() -> None:
    assembly = Assembly(translated(load_game("dagc"), "es"), "es")
    stock, table, game = assembly.stock, assembly.table, assembly.game

    def known(scenario: str) -> dict[str, str]:
        placements = game.scenarios[scenario].placements
        traits = {p.counter: stock.placed(p).traits for p in placements}
        for name, has in traits.items():  # as Refresh Counters asks (GpIdChecker.findState)
            slot = [trait.type_text for trait in stock.pieces[name].traits]
            assert [t.type_text for t in has if isinstance(t, DynamicProperty)] == [
                text for text in slot if text.startswith("PROP;")
            ]
        return {
            n: t.value
            for n, has in traits.items()
            for t in has
            if isinstance(t, DynamicProperty) and t.name == SET_UP_PROPERTY and t.value
        }

    historical, bold, landed = known("historical"), known("bold-stroke"), known("failed-d-day")
    assert historical["soviet-8"] == bold["soviet-8"] == "1300"
    assert "marker-bagration" not in historical
    zones = [p for p in assembly.module({}, {}).root.walk() if isinstance(p, c.Zone)]
    called = {zone.location_format for zone in zones}  # a place reads as VASSAL calls it
    hexes = {cell for section in table.sections for cell in section.cells}
    assert bold["german-nu-3-panzer"] == "Turno 3"
    assert set(bold.values()) <= called | hexes
    assert historical.keys() - bold.keys() == {
        p.counter for p in game.scenarios["bold-stroke"].placements if p.free
    }
    assert len(historical.keys() - bold.keys()) == 9
    assert "german-5pa-1-ss-panzer" not in landed
    free = load_game("kursk").scenarios
    assert all(p.free for scenario in free.values() for p in scenario.placements)


@pytest.mark.parametrize(
    ("width", "named", "zoom"),
    [
        (1674, None, 0.75),
        (1400, None, 1.0),
        (2440, None, 0.6),
        (7000, None, 0.5),
        (9999, None, 0.5),
        (900, 0.4, 0.4),
    ],
)
def test_the_map_fills_the_window(width: int, named: float | None, zoom: float) -> None:
    assert first_zoom(ModuleSettings(zoom=named), width) == zoom


def test_support_lies_below_the_units_of_its_stack() -> None:
    """What one saw of an army was its anti-tank brigade."""
    assembly = Assembly(load_game("kursk"))
    types = {name: counter.type for name, counter in assembly.game.counters.items()}
    stacks = start_of(assembly.decks, assembly.scenario).stacks
    (place, *_), pile = next(
        (spot, pile) for (_, spot), pile in stacks.items() if spot[0] == "1825"
    )
    assert place in assembly.game.grid
    assert [types[one.counter] for one, _ in pile] == ["hq", "anti-tank", "artillery", "rifle"]


def test_a_pocket_with_many_around_it_is_not_the_front() -> None:
    """Under an Iron Sky opened on Berlin, where one side is nearly alone."""
    assembly = Assembly(load_game("dagc"))
    game, grid = assembly.game, assembly.game.grid
    units = [one for one in game.counters.values() if one.kind == "unit"]
    german, soviet = ([one.id for one in units if one.side == side] for side in game.sides)
    line = ["1504", "1604", "1704"]
    over = [next(n for n in grid.neighbours(place) if n.endswith("03")) for place in line]
    around = sorted(set(grid.within("4610", 1)) - {"4610"})
    placed = [
        *zip(german, [*line, "4610"], strict=False),
        *zip(soviet, [*over, *around], strict=False),
    ]
    found = dataclasses.replace(
        game.scenarios["historical"], placements=tuple(Placement(*one) for one in placed)
    )
    point = front(game, assembly.table, found, assembly.settings)
    assert point in [assembly.table.spots(place, 1)[0] for place in (*line, *over)]
