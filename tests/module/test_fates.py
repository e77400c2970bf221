"""Units that are gone have a box; marks come off together; what lies on the ground stays there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from builder.drawing.translation import translated
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.module import keys
from builder.module.assembly import Assembly
from builder.module.language import said_by_component, said_by_trait
from builder.module.read_settings import module_settings
from builder.module.table import MAP_LAYER
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.commands import AddPiece
from builder.vassal.expressions import evaluate
from builder.vassal.savedgame import commands_of, read_saved_game
from builder.vassal.traits import Immobile, Stack
from builder.vassal.traits.actions import ReportAction, RestrictCommands, SendTo, Trigger
from builder.vassal.traits.values import DynamicProperty
from tests.games_read import read_once


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    parent = tmp_path_factory.mktemp("games")
    new_game("small", parent)
    return parent / "small"


def changed(folder: Path, tmp_path: Path, more: str) -> Path:
    copy = tmp_path / "small"
    shutil.copytree(folder, copy)
    toml = copy / "game.toml"
    toml.write_text(toml.read_text() + more)
    return copy


def unit_traits(assembly: Assembly) -> list[SendTo]:
    unit = assembly.stock.shared["Unit"]
    return [trait for trait in unit if isinstance(trait, SendTo) and trait.command]


def test_the_box_that_a_game_has_is_taken(folder: Path) -> None:
    (sent,) = unit_traits(Assembly(load_game(folder)))
    assert (sent.map, sent.board) == ("Main Map", "Map")


def test_a_unit_brought_back_has_not_moved(folder: Path) -> None:
    """VASSAL marks as moved what it sends; nor may a unit go back that was set up in the box."""
    unit = Assembly(load_game(folder)).stock.shared["Unit"]
    (back,) = (t for t in unit if isinstance(t, Trigger) and t.name == "Back")
    assert keys.UNMARK_MOVED in back.action_keys


@pytest.mark.parametrize(
    ("zone", "sent", "old", "ways"),
    [
        ("dead-pile", "dead-pile", "Hexes", ["Gone1 back"]),
        ("dead-pile", "", "Hexes", ["Back by hand"]),  # dragged there
        ("dead-pile", "", "dead-pile", []),  # and moved within the box
        ("dead-pile", "", "", []),  # set up there
        ("Hexes", "dead-pile", "dead-pile", []),
    ],
)
def test_a_unit_goes_back_by_the_way_it_came(
    folder: Path, zone: str, sent: str, old: str, ways: list[str]
) -> None:
    unit = Assembly(load_game(folder)).stock.shared["Unit"]
    here = {
        "CurrentZone": zone,
        "Sent": sent,
        "OldZone": old,
        "OldMap": "Main Map" if old else "",
    }
    withheld = {
        trait.name: evaluate(trait.condition, here.get) == "true"
        for trait in unit
        if isinstance(trait, RestrictCommands) and "ack" in trait.name
    }
    assert [name for name, out in withheld.items() if not out and name != "Back"] == ways
    assert withheld["Back"] == (not ways)


def test_a_fate_that_is_undone_leaves_no_way_back(folder: Path) -> None:
    """VASSAL's undo leaves the point it remembers; a property of the unit's own is taken back."""
    unit = Assembly(load_game(folder)).stock.shared["Unit"]
    (sent,) = (t for t in unit if isinstance(t, SendTo) and t.command)
    (kept,) = (t for t in unit if isinstance(t, DynamicProperty) and t.name == "Sent")
    assert [(command.key, command.change) for command in kept.commands] == [
        (sent.send_key, "P,dead-pile"),
        (sent.back_key, "P,"),
    ]
    assert unit.index(kept) > max(
        at for at, trait in enumerate(unit) if isinstance(trait, RestrictCommands)
    )  # a command that is withheld changes nothing


@pytest.mark.parametrize(
    ("game", "language", "command", "report"),
    [
        (
            "mlb",
            "en",
            "Ctrl+E",
            "$oldPieceName$ is eliminated: {way}, $Gone1$ there ($PlayerName$) *",
        ),
        (
            "mlb",
            "es",
            "Ctrl+E",
            "$oldPieceName$ se elimina: {way}, allí hay $Gone1$ ($PlayerName$) *",
        ),
        (
            "mlb",
            "es",
            "BackFrom-eliminated",
            "$newPieceName$ vuelve al juego: {way} ($PlayerName$) *",
        ),
        (
            "nr",
            "en",
            "Ctrl+Shift+E",
            "$oldPieceName$ is shattered: {way}, $Gone2$ there ($PlayerName$) *",
        ),
        (
            "nr",
            "es",
            "To-surrendered",
            "$oldPieceName$ se rinde: {way}, $Gone3$ allí ($PlayerName$) *",
        ),
    ],
)
def test_the_chat_names_the_hex_that_was_left_and_the_box(
    game: str, language: str, command: str, report: str
) -> None:
    told = {
        said_by_trait(trait, language).report
        for trait in Assembly(translated(read_once(game), language)).stock.shared["Unit"]
        if isinstance(trait, ReportAction) and command in map(str, trait.report_keys)
    }
    assert told == {report.format(way="$OldLocationName$ &rarr; $location$")}


def test_a_game_without_a_box_gets_a_window(folder: Path, tmp_path: Path) -> None:
    copy = changed(folder, tmp_path, "")
    toml = copy / "game.toml"
    toml.write_text(toml.read_text().replace('"dead-pile"', '"reserve"'))
    assembly = Assembly(load_game(copy))
    (sent,) = unit_traits(assembly)
    assert sent.map == "Eliminated"
    assert [window.name for window in assembly.table.windows] == ["Eliminated"]


FATES = """
[[drawing.map.box]]
id = "lost"
name = "Lost"

[[drawing.map.box]]
id = "cadre"
name = "Cadres"

[[module.fate]]
box = "lost"

[[module.fate]]
box = "cadre"
command = "To the cadres"
report = "becomes a cadre"
"""


def test_fates_of_the_designers_own(folder: Path, tmp_path: Path) -> None:
    assembly = Assembly(load_game(changed(folder, tmp_path, FATES)))
    first, second = unit_traits(assembly)
    assert (first.command, first.map, str(first.send_key)) == ("Eliminate", "Main Map", "Ctrl+E")
    assert second.command == "To the cadres"
    assert second.send_key is not None
    assert second.send_key.name == "To-cadre"


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ('[[module.fate]]\nbox = "nowhere"\n', r"game\.toml:\d+: There is no box 'nowhere'"),
        (FATES + 'key = "Ctrl+Nonsense"\n', r"'Ctrl\+Nonsense' is no key"),
        (FATES.replace('"cadre"', '"lost"'), "Two fates lead to 'lost'"),
        ('[[module.takeoff]]\nid = "a"\nmarks = ["osо"]\n', "There is no mark 'osо'"),
        ('[[module.takeoff]]\nid = "a"\n', "'a' takes nothing off"),
        ('[[module.takeoff]]\nid = "a"\nlists = ["no"]\n', "There is no list among .* 'no'"),
        ('[[module.takeoff]]\nid = "a b;c"\nmoved = true\n', "'a b;c' is no id"),
        ('[[module.fate]]\nbox = "dead-pile"\ncommand = " "\n', "The command has no name"),
        ('[[module.takeoff]]\nid = "a"\nmoved = true\nphases = ["x"]\n', "There is no phase 'x'"),
        (
            '[[module.takeoff]]\nid = "a"\nname = "X"\nmoved = true\n'
            '[[module.takeoff]]\nid = "b"\nname = "X"\nmoved = true\n',
            r"game\.toml:\d+: Two entries of the menu Marks off are called 'X'",
        ),
        ('[[module.fate]]\nbox = ""\n', "There is no box ''"),
        (
            '[module.battle]\nstrength = "attack"\nserves = "owner"\n[terrain.forest]\nowner = "BLUE"\n',
            r"'forest' has owner = 'BLUE', which is no side. Did you mean 'blue'\?",
        ),
        ('[module]\nunder = ["flags"]\n', "There is no type of marker 'flags'"),
        ('[module]\nlowest = ["guns"]\n', "There is no type of unit 'guns'"),
    ],
)
def test_mistakes_are_told(folder: Path, tmp_path: Path, more: str, complaint: str) -> None:
    game = load_game(changed(folder, tmp_path, more))
    with pytest.raises(ProblemsError, match=complaint):
        module_settings(game)


TAKEOFF = """
[[module.takeoff]]
id = "supply"
marks = ["oos"]
moved = true
phases = ["blue-movement"]
"""


def test_marks_come_off_with_the_phase(folder: Path, tmp_path: Path) -> None:
    game = load_game(changed(folder, tmp_path, TAKEOFF))
    parts = [part for top in Assembly(game)._components({}) for part in top.walk()]
    actions = [part for part in parts if isinstance(part, c.DoActionButton)]
    pressed, button = [part for part in actions if part.name == "supply"]
    keys_of_turns = [part for part in parts if isinstance(part, c.TurnGlobalHotkey)]
    (sent,) = [part for part in keys_of_turns if part.hotkey == button.hotkey]
    assert 'GetProperty("Turn_command")!="Prev"' in sent.match  # who goes back begins no phase
    keys = {part.button_hotkey for part in parts if isinstance(part, c.MassKeyCommand)}
    assert set(button.hotkeys) <= keys
    assert len(button.hotkeys) == 2
    # Who presses the button is told where there is nothing to take off; a phase is silent then.
    assert pressed.hotkeys == button.hotkeys
    assert "Taken off: nothing" in pressed.report_format
    assert "Taken off: nothing" not in button.report_format


def test_a_spanish_tracker_is_asked_by_its_own_name(folder: Path, tmp_path: Path) -> None:
    game = load_game(changed(folder, tmp_path, TAKEOFF))
    parts = [part for top in Assembly(game, "es")._components({}) for part in top.walk()]
    (written,) = [part for part in parts if isinstance(part, c.TurnTracker)]
    tracker = said_by_component(written, "es")
    sent = [part for part in tracker.children if isinstance(part, c.TurnGlobalHotkey)]
    assert sent
    assert all(f'GetProperty("{tracker.name}_command")' in part.match for part in sent)


def test_control_lies_alone_under_the_units(folder: Path, tmp_path: Path) -> None:
    assembly = Assembly(load_game(folder))
    scenario = assembly.scenario
    assert scenario is not None
    path = tmp_path / "s.vsav"
    path.write_bytes(assembly.save(scenario))
    added = [x for x in commands_of(read_saved_game(path).restore) if isinstance(x, AddPiece)]
    pieces = {a.id: parse_piece("+/" + a.text()[2:]) for a in added if a.type != "stack"}
    ground = {
        id_
        for id_, traits in pieces.items()
        if any(MAP_LAYER in getattr(trait, "names", ()) for trait in traits)
    }
    loose = {id_ for id_ in ground if any(isinstance(t, Immobile) for t in pieces[id_])}
    for a in added:
        if a.type == "stack":
            members = set(Stack.decode(a.type, a.state).pieces)
            assert not members & loose
            assert not members & ground or members <= ground
