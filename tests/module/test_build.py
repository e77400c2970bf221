"""A small game becomes a module: complete, the same twice, and read back as it was set up."""

from __future__ import annotations

import shutil
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from assistant.report import sheet as report_sheet
from assistant.report.sheet import Sheet
from builder import limits
from builder.drawing.map.halves import Drawn
from builder.drawing.translation import translated
from builder.game.carriers import COUNTER_PROPERTY, STATE_HEX_PROPERTY, STEP_LAYER
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.lint import audit
from builder.machine import children
from builder.module.art import Cache
from builder.module.assembly import Assembly
from builder.module.build import build_module, module_file, write_setup
from builder.module.face_picture import FacePicture
from builder.module.map_picture import MapPicture
from builder.module.pictures import ChartPicture
from builder.module.slots import palettes, set_up
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.module import Module, read_module
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.commands import AddPiece, GlobalProperty, Turn
from builder.vassal.obfuscation import reveal
from builder.vassal.savedgame import commands_of, read_saved_game
from builder.vassal.traits import BasicPiece, Layer, Marker, Stack
from tests.games_read import read_once

ADDED = """
[state.objective]
type = "hex"
default = "0505"

[state.weather]
type = "choice"
choices = ["fair", "mud"]
default = "fair"

[units.fields.roll]
type = "int"
minimum = 1
maximum = 6

[module]
date = 2026-05-04
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    parent = tmp_path_factory.mktemp("games")
    new_game("small", parent)
    toml = parent / "small" / "game.toml"
    text = toml.read_text().replace(
        "[units.markers]", '[units]\nboxes = ["dead-pile"]\n\n[units.markers]'
    )
    toml.write_text(text + ADDED)
    scenario = parent / "small" / "scenarios" / "first-day.toml"
    more = '\n[[unit]]\ncounter = "blue-1-infantry"\nhex = "0304"\nstep = 2\nmarkers = ["oos"]\n'
    stacked = '\n[[unit]]\ncounter = "blue-2-infantry"\nhex = "0304"\n'
    scenario.write_text(scenario.read_text() + more + stacked)
    return parent / "small"


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load_game(folder)


@pytest.fixture(scope="module")
def built(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("output") / "small"
    return build_module(game, output).path


@pytest.fixture(scope="module")
def module(built: Path) -> Module:
    return read_module(built)


def test_the_audit_is_silent(built: Path) -> None:
    assert [str(finding) for finding in audit(built)] == []


def test_the_same_game_gives_the_same_bytes(
    game: Game, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maps = tmp_path / "maps"
    monkeypatch.setattr(report_sheet, "picture_cache", lambda: Cache(maps))
    # A process that was begun for another test may seal with another user's secret.
    monkeypatch.setattr(children, "pool_of", lambda count: None)
    again = build_module(game, tmp_path / "small", cache=tmp_path / "no-cache", maps=maps)
    assert again.path.read_bytes() == built.read_bytes()
    # The board finds the map that was built, and a build the map that the board has drawn.
    sheet = Sheet(game, own=True)
    assert sheet.is_kept("en")
    assert sheet.found("en") == read_module(built).images["map.png"]
    drawn = Drawn(game, sheet.layout)
    list(drawn.alone())
    assert drawn.below
    assert sheet.below("en") == drawn.below
    assert Cache(maps).has(f"{sheet.key('en')}-labels")
    assert sheet.labels("en") == drawn.labels


def test_tables_as_windows_writes_them_give_the_same_bytes(
    folder: Path, built: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "small"
    shutil.copytree(folder, copy)
    for path in (path for path in copy.rglob("*") if path.suffix in (".csv", ".toml")):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    again = build_module(load_game(str(copy)), tmp_path / "x")
    assert again.path.read_bytes() == built.read_bytes()


def test_a_map_that_was_drawn_elsewhere_is_taken(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maps = tmp_path / "maps"
    drawn = MapPicture(game, "en")
    Cache(maps).put(drawn.key(), drawn.draw())
    monkeypatch.setattr(MapPicture, "draw", lambda self: pytest.fail(self.name))
    build_module(game, tmp_path / "x", maps=maps)


def test_after_one_counter_changed_only_its_faces_are_drawn(
    folder: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "small"
    shutil.copytree(folder, copy)
    table = copy / "counters.csv"
    table.write_text(
        table.read_text().replace("blue-7-armour,blue,armour,7", "blue-7-armour,blue,armour,9")
    )
    drawn: list[str] = []
    draw = FacePicture.draw
    monkeypatch.setattr(FacePicture, "draw", lambda self: drawn.append(self.name) or draw(self))
    for other in (MapPicture, ChartPicture):
        monkeypatch.setattr(other, "draw", lambda self: pytest.fail(self.name))
    build_module(load_game(copy), tmp_path / "out", cache=built.parent / ".cache")
    assert drawn == ["blue-7-armour-1.png", "blue-7-armour-2.png"]


def test_progress_counts_the_images(game: Game, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    made = build_module(game, tmp_path / "x", progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (made.images, made.images)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_names_dates_and_sides(game: Game, module: Module, built: Path) -> None:
    assert built.name == module_file(game) == "small-0.1.0.vmod"
    assert module.metadata is not None
    assert module.metadata.date_saved == 1_777_896_000_000  # noon of the day, in UTC
    assert (module.name, module.version) == ("Small", "0.1.0")
    sides = [part.content for part in module.root.walk() if isinstance(part, c.Entry)]
    assert sides == ["Blue", "Red", "Solitaire"]


def at_start(module: Module) -> Counter[tuple[str, str, int]]:
    found: Counter[tuple[str, str, int]] = Counter()
    for stack in module.root.walk():
        if isinstance(stack, c.SetupStack):
            for slot in stack.children:
                traits = parse_piece(slot.content)
                marks = {k: v for t in traits if isinstance(t, Marker) for k, v in t.items()}
                levels = [t.level for t in traits if isinstance(t, Layer) and t.name == STEP_LAYER]
                who = marks.get(COUNTER_PROPERTY) or marks[STATE_HEX_PROPERTY]
                found[who, stack.name or "", levels[0] if levels else 1] += 1
    return found


def test_a_new_game_stands_as_the_scenario_says(game: Game, module: Module) -> None:
    wanted = Counter(
        (p.counter.removeprefix("state-"), p.hex, p.step)
        for p in set_up(game, game.scenarios["first-day"])
    )
    assert at_start(module) == wanted
    assert wanted["objective", "0505", 1] == 1
    assert wanted["blue-1-infantry", "0304", 2] == 1
    assert wanted["red-12-infantry", "turn 3", 1] == 1


def test_every_piece_is_in_the_palette_once(game: Game, module: Module) -> None:
    windows = [part for part in module.root.walk() if isinstance(part, c.PieceWindow)]
    assert [window.hidden for window in windows] == [True, False]
    assert not windows[0].children  # VASSAL docks the first, which leaves room for five names
    slots = [part for part in windows[1].walk() if isinstance(part, c.PieceSlot)]
    assert len(slots) == len(game.counters) + len(game.sides) + 1
    gpids = [part.gpid for part in module.root.walk() if isinstance(part, c.PieceSlot)]
    assert len(set(gpids)) == len(gpids)


def test_aircraft_stand_with_their_side_in_the_palettes_and_markers_alone() -> None:
    """Below 86 squadrons the seventeen markers of Under an Iron Sky were not at hand."""
    game = read_once("uis")
    window = palettes(game, Assembly(game).stock)
    (book,) = (part for part in window.children if isinstance(part, c.TabWidget))
    pages = {
        (tab.entry_name, page.entry_name): {slot.entry_name for slot in page.children}  # type: ignore[attr-defined]
        for tab in book.children
        for page in tab.children  # type: ignore[attr-defined]
    }
    assert "US F-16A squadron" in pages["NATO", "NATO aircraft"]
    markers = pages["Markers", "Game"]
    assert "Breakthrough" in markers
    assert not [name for name in markers if "squadron" in name]
    assert len(markers) < 20


@pytest.mark.parametrize(
    ("language", "called"),
    [
        ("en", ["18th Army", "3rd Panzer Army", "Army Detachment Narwa", "1st Baltic Front"]),
        ("es", ["18.º Ejército", "3.er Ejército Panzer", "1.er Frente del Báltico"]),
    ],
)
def test_pages_of_a_palette_have_the_names_of_formations(language: str, called: list[str]) -> None:
    """They were called 18 and 3 Pz, as counters are."""
    game = translated(read_once("dagc"), language)
    window = palettes(game, Assembly(game, language).stock, language)
    pages = {part.entry_name for part in window.walk() if isinstance(part, c.ListWidget)}
    assert pages >= {*called}
    assert not [page for page in pages if page.isdigit()]


def test_numbers_of_slots_outlive_a_new_counter(game: Game, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "small"
    shutil.copytree(folder, copy)
    table = copy / "counters.csv"
    head, *rows = table.read_text().splitlines()
    table.write_text("\n".join([head, "blue-0,blue,infantry,0,XX,1 1,4,0101,3.1", *rows]) + "\n")
    before, after = Assembly(game).stock.gpids, Assembly(load_game(copy)).stock.gpids
    assert {key: after[key] for key in before} == before


def test_the_save_holds_the_scenario(game: Game, tmp_path: Path) -> None:
    path = write_setup(game, "first-day", tmp_path / "s.vsav")
    saved = read_saved_game(path)
    commands = commands_of(saved.restore)
    assert GlobalProperty("State-weather", "fair", "Module") in commands
    assert GlobalProperty("KesselScenario", "first-day", "Module") in commands
    turns = [command.state for command in commands if isinstance(command, Turn)]
    assert turns == [r"0|1;0;true;8;2\;0\;0\;true,true,true,true"]
    added = [command for command in commands if isinstance(command, AddPiece)]
    stacks = [Stack.decode(a.type, a.state) for a in added if a.type == "stack"]
    pieces = {a.id: parse_piece("+/" + a.text()[2:]) for a in added if a.type != "stack"}
    (two,) = [stack for stack in stacks if len(stack.pieces) == 2]
    infantry = pieces[two.pieces[0]]
    levels = {t.name: t.level for t in infantry if isinstance(t, Layer)}
    assert levels == {"Mark-oos": 1, "Step": 2}
    basic = infantry[-1]
    assert isinstance(basic, BasicPiece)
    assert (basic.map, basic.x, basic.y) == ("Main Map", two.x, two.y)
    assert saved.module is not None
    assert saved.module.name == "Small"


def test_an_unknown_scenario(game: Game, tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match=r"no scenario 'first-dya'.*first-day"):
        write_setup(game, "first-dya", tmp_path / "s.vsav")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("[module]", "[module]\ncolour = 3"), r"game\.toml:\d+: Unknown key 'module\.colour'"),
        (("[module]", '[module]\nscenario = "second"'), "no scenario 'second'"),
        (('symbol = "infantry"', 'symbol = "infanterie"'), r"game\.toml:\d+: .*infanterie"),
    ],
)
def test_mistakes_leave_nothing_behind(
    folder: Path, tmp_path: Path, change: tuple[str, str], complaint: str
) -> None:
    copy = tmp_path / "small"
    shutil.copytree(folder, copy)
    toml = copy / "game.toml"
    assert change[0] in toml.read_text()
    toml.write_text(toml.read_text().replace(*change))
    output = tmp_path / "output" / "small"
    with pytest.raises(ProblemsError, match=complaint):
        build_module(load_game(copy), output)
    assert not output.exists()


def test_a_set_up_that_could_not_be_read_again_is_not_written(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(write_setup(game, "first-day", tmp_path / "s.vsav")) as archive:
        size = len(reveal(archive.read("savedGame")).encode())
    monkeypatch.setattr(limits, "SAVE_TEXT", size)
    assert write_setup(game, "first-day", tmp_path / "fits.vsav").exists()
    monkeypatch.setattr(limits, "SAVE_TEXT", size - 1)
    with pytest.raises(ProblemsError, match=r"first-day\.toml: The save of 'first-day' would hold"):
        write_setup(game, "first-day", tmp_path / "long.vsav")
    assert not (tmp_path / "long.vsav").exists()


def test_a_set_up_in_a_box_that_is_not_drawn(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "small"
    shutil.copytree(folder, copy)
    toml = copy / "game.toml"
    toml.write_text(toml.read_text().replace('boxes = ["dead-pile"]', 'boxes = ["dead-pile", "x"]'))
    table = copy / "counters.csv"
    table.write_text(table.read_text().replace(",turn 3,", ",x,"))
    with pytest.raises(
        ProblemsError, match=r"counters\.csv:\d+: 'red-12-infantry' is set up in 'x'"
    ):
        build_module(load_game(copy), tmp_path / "output")


def test_without_processes_all_is_drawn_here(
    game: Game, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError("no semaphores")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refused)
    made = build_module(game, tmp_path / "small", cache=tmp_path / "cache")
    assert made.path.read_bytes() == built.read_bytes()


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(game: Game, tmp_path: Path) -> None:
    blocked = tmp_path / "cache"
    blocked.write_text("a file where the folder should be")
    assert build_module(game, tmp_path / "small", cache=blocked).images > 20
