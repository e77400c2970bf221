"""Modules that strangers made of two games are bound: nearly all pieces rightly, none wrongly
without a doubt, and answers are then those of our own module."""

from __future__ import annotations

import errno
import json
import os
import re
import tracemalloc
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from strangers import STYLES, Stranger
from typer.testing import CliRunner

from assistant.binding import open_record, read_save, record_of
from assistant.cli.app import app
from assistant.cli.watching import bound_port, served
from assistant.desk.settling import Settling, make_app
from assistant.referee.log_reader import Reader
from assistant.words.voice import general
from builder import limits
from builder.adopt.adopting import adopt
from builder.adopt.hexes import NOT_LOOKED_AT
from builder.adopt.stock import table_piece
from builder.bind.bound import binding_of, read_binding, slips_of_bindings
from builder.bind.choices import choices_in
from builder.bind.drafting import Draft, _settled, draft
from builder.bind.likeness import Called, Likenesses
from builder.bind.origin import other_file
from builder.bind.pieces import Match, match
from builder.bind.scenarios import likeliest
from builder.bind.settling import taken_up
from builder.bind.vocabulary import same, words
from builder.bind.writing import corrected, folder_of, write
from builder.game.definition import Adopted
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.owned import BINDING, VARIABLE
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.hexes.grid import PixelGrid
from builder.module.adopted import AdoptedModule
from builder.module.assembly import Assembly
from builder.vassal.answers import Answers
from builder.vassal.buildfile.module import Module, read_module, write_module
from builder.vassal.errors import VassalFileError
from builder.vassal.pieces import Piece
from builder.vassal.savedgame import read_saved_game
from builder.vassal.traits import Trait
from tests.extending import MODULE as SAMPLE
from tests.extending import at, extension, window
from tests.hostile.test_modules import GRID, board, element
from tests.hostile.test_modules import module as stranger_module
from tests.wide import some


@cache
def game(name: str) -> Game:
    return load_game(name)


@cache
def made(name: str, style: str) -> tuple[Stranger, Module, Draft]:
    stranger = Stranger(game(name), style=style)
    module = stranger.built()
    return stranger, module, draft(module, game(name))


def truth(stranger: Stranger, one: Match) -> set[str]:
    keys = {stranger.truth.get(slot.gpid, "") for slot in one.item.slots}
    return {k.replace("control-", "control:").replace("state-", "state:") for k in keys}


@pytest.mark.parametrize(
    ("name", "style"),
    some(
        [
            *(("nr", style) for style in STYLES if style not in ("full", "translit")),
            ("kursk", "short"),
            ("kursk", "letters"),
        ],
        ("nr", "letters"),
    ),
)
def test_pieces_are_bound_rightly_or_told(name: str, style: str) -> None:
    stranger, _, found = made(name, style)
    ours = [one for one in found.matches if truth(stranger, one) - {""}]
    right = [one for one in ours if one.target in truth(stranger, one)]
    assert len(right) >= 0.95 * len(ours)
    wrong = [one for one in found.bound if one.target not in truth(stranger, one)]
    assert [one.item.name for one in wrong if not one.doubt] == []
    assert found.laid is not None
    assert found.laid.sure


@pytest.mark.parametrize(
    ("name", "style", "scenario"),
    some(
        [("nr", "behind", "kiev"), ("nr", "russian", "campaign"), ("kursk", "short", "july")],
        ("nr", "behind", "kiev"),
    ),
)
def test_answers_are_those_of_our_own_module(
    name: str, style: str, scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    stranger, _, found = made(name, style)
    write(found)
    set_up = game(name).scenarios[scenario]
    (tmp_path / "ours.vsav").write_bytes(Assembly(game(name)).save(set_up))
    (tmp_path / "theirs.vsav").write_bytes(stranger.saved(set_up))
    side = game(name).definition.side[0].id
    for viewer in ("", side):
        ours = read_save(tmp_path / "ours.vsav", viewer=viewer)
        theirs = read_save(tmp_path / "theirs.vsav", viewer=viewer)
        assert theirs.units == ours.units
        assert theirs.scenario == ours.scenario == scenario
        assert (theirs.turn, theirs.phase) == (ours.turn, ours.phase)
        assert theirs.state == ours.state
        assert theirs.control == ours.control
        assert theirs.unknown == ours.unknown
        assert Reader(open_record(tmp_path / "theirs.vsav"), viewer).position == theirs
    monkeypatch.setattr(Answers, "is_masked", lambda *_: True)  # who lies under masks tells nothing
    assert read_save(tmp_path / "theirs.vsav").scenario == ""


@pytest.mark.parametrize(
    ("set_up", "moved", "turn", "told", "found"),
    [
        ("july", 0, 1, "", "july"),
        ("may", 0, 1, "july", "may"),
        ("august", 20, 1, "", "august"),
        ("july", 20, 1, "", ""),  # as like May: nobody guesses
        ("july", 20, 1, "july", "july"),
        ("july", 999, 5, "august", "august"),
        ("july", 999, 5, "", ""),
    ],
)
def test_the_scenario_is_known_by_its_set_up_or_told(
    set_up: str, moved: int, turn: int, told: str, found: str
) -> None:
    placed = [p for p in game("kursk").scenarios[set_up].placements if p.hex in game("kursk").board]
    where = {p.counter: {p.hex} for p in placed} | {p.counter: {"5959"} for p in placed[:moved]}
    assert likeliest(game("kursk"), where, turn, told) == found


def test_a_save_with_other_pieces_is_refused_with_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    stranger, _, found = made("nr", "full")
    folder = write(found)
    path = folder / "kept" / "pieces.csv"
    lines = path.read_text().splitlines()
    path.write_text("\n".join(line.replace(",axis-", ",gone-") for line in lines))
    (tmp_path / "x.vsav").write_bytes(stranger.saved(game("nr").scenarios["campaign"]))
    with pytest.raises(ProblemsError, match="are not bound: '"):
        read_save(tmp_path / "x.vsav")


@pytest.mark.parametrize("what", ["", "no module", "another module's"])
def test_a_binding_whose_module_is_gone_or_another_says_to_bind_anew(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    stranger, _, found = made("nr", "full")
    file = write(found) / "kept" / "buildFile.xml"
    other = file.read_bytes().replace(b' name="', b' name="Not ', 1)
    file.unlink()
    if what:
        file.write_bytes(other if what != "no module" else b"<a/>")
    (tmp_path / "x.vsav").write_bytes(stranger.saved(game("nr").scenarios["campaign"]))
    with pytest.raises(ProblemsError, match=r"buildFile.xml: .*\. Bind anew\.$"):
        read_save(tmp_path / "x.vsav")


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            BINDING,
            r'(?m)^(name = ").*"',
            r'\1Main map"',
            r"toml:\d+: The module has no map 'Main map'\. ",
        ),
        (BINDING, r"(?s)\[map\].*", "", "The module has no map ''. "),
        (BINDING, r'(?m)^(phases = \[)".*?"', r'\1"nope"', r"toml:6: .* has no phase 'nope'\. "),
        (BINDING, r"(?m)^phases = .*", 'phases = "x"', "toml:6: 'phases' is no list of texts. "),
        (
            BINDING,
            r"(?m)^scenario = .*",
            'scenario = "nope"',
            r"toml:\d+: .* no scenario 'nope'\. ",
        ),
        ("kept/pieces.csv", "counter", "Counter", "csv:1: The column 'counter' is missing. Add"),
        ("kept/pieces.csv", r"\A", "# remark\n", "csv:1: The column 'slot' is missing. Add"),
    ],
)
def test_a_slip_in_a_binding_is_told_at_its_line(
    file: str, old: str, new: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A map that the module has not made every answer one of an empty map."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    stranger, _, found = made("nr", "full")
    path = write(found) / file
    path.write_text(re.sub(old, new, path.read_text(), count=1))
    (tmp_path / "x.vsav").write_bytes(stranger.saved(game("nr").scenarios["campaign"]))
    with pytest.raises(ProblemsError, match=told):
        read_save(tmp_path / "x.vsav")
    assert re.search(told, str(slips_of_bindings(game("nr"))[0])), "check and own tell it too"


BROKEN = 'module = "Theirs"\nversion = "1\n'


@pytest.mark.parametrize("command", ["check", "own"])
def test_a_binding_that_cannot_be_read_is_told_by_who_looks_at_the_owners_copy(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    file = tmp_path / "karga" / "bindings" / "theirs" / BINDING
    file.parent.mkdir(parents=True)
    file.write_text(BROKEN, encoding="utf-8")
    told = CliRunner().invoke(app, [command, "karga", "--language", "es"])
    assert f"{file}:2: No es TOML válido" in told.stdout
    assert told.exit_code == 0
    assert binding_of("Another", "1") is None, "no save of another module is refused for it"
    with pytest.raises(ProblemsError, match=r"toml:2: Not valid TOML"):
        binding_of("Theirs", "1")


@pytest.mark.parametrize("place", ["", "karga/bindings"])
def test_a_folder_of_bindings_that_may_not_be_read_is_no_empty_one(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "karga" / "bindings" / "theirs").mkdir(parents=True)
    assert binding_of("Theirs", "1") is None
    closed, listed = tmp_path / place, os.scandir

    def scandir(asked: str | os.PathLike[str] = ".") -> object:
        if Path(asked) == closed:
            raise PermissionError(errno.EACCES, "Permission denied", str(closed))
        return listed(asked)

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(ProblemsError, match="Cannot read the folder: Permission denied") as raised:
        binding_of("Theirs", "1")
    assert raised.value.problems[0].file == str(closed)


def test_a_binding_has_its_comments_in_the_readers_language_and_older_seals_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    _, _, found = made("nr", "full")
    folder = write(found, say=general("es"))
    path = folder / "binding.toml"
    comments = [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]
    assert comments[0] == "# Qué piezas y lugares de este módulo son los del juego."
    assert "despliegues del módulo" in comments[-2]
    path.write_text(path.read_text("utf-8").replace("# SHA-256:", "# as it was made:"), "utf-8")
    assert not corrected(folder)
    path.write_text(path.read_text("utf-8").replace("[map]", "[map] "), "utf-8")
    assert corrected(folder)


def test_the_command_binds_and_takes_corrections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    _, module, found = made("nr", "full")
    file = tmp_path / "m.vmod"
    write_module(module, file)
    run = CliRunner()
    some = next(one for one in found.bound if one.target == "axis-4-army")
    told = run.invoke(
        app,
        ["bind", str(file), "nr", "--piece", f"{some.item.name}=", "--json", "--scenario", "kiev"],
    )
    document = json.loads(told.stdout)
    assert document["bound"] == len(found.bound) - 1
    assert "Kessel itself built this module" in told.stderr
    assert some.item.name in [one["piece"] for one in document["unbound"]]
    pieces = Path(document["folder"]) / "kept" / "pieces.csv"
    before = choices_in(Path(document["folder"]))
    assert (set(before.slots.values()), before.scenario) == ({""}, "kiev")
    held = replace(found, matches=tuple(_settled(found.matches, {}, found.game, before.slots)))
    with monkeypatch.context() as quick:
        drafted: list[object] = []
        quick.setattr("builder.bind.drafting.draft", lambda *told: drafted.append(told[5]) or held)
        again = run.invoke(app, ["bind", str(file), "nr"])
    assert drafted == [before]
    assert "1 piece stays what the binding said" in again.output
    assert some.item.name in again.output.partition("Not bound")[2]
    mine = pieces.read_text().replace("axis-", "gone-", 1)
    pieces.write_text(mine)
    refused = run.invoke(app, ["bind", str(file), "nr"])
    assert "corrected by hand" in str(refused.exception)
    assert pieces.read_text() == mine
    found.taking.told.add("place", "board", NOT_LOOKED_AT, "Map 9")
    monkeypatch.setattr("builder.bind.drafting.draft", lambda *_: found)
    forced = run.invoke(app, ["bind", str(file), "nr", "--force"])
    monkeypatch.undo()
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert forced.exit_code == 0
    assert f"Map 9: {NOT_LOOKED_AT}" in forced.output
    assert pieces.read_text() != mine
    hexes = [f"{x},{y}={name}" for name, x, y in (("0101", 50, 50), ("2801", 2642, 50))]
    refused = run.invoke(app, ["bind", str(file), "nr", *(w for h in hexes for w in ("--hex", h))])
    assert isinstance(refused.exception, ProblemsError)
    refused = run.invoke(app, ["bind", str(file), "dagc"])
    assert "have no piece" in str(refused.exception)


@pytest.mark.parametrize(
    ("adopted_from", "remedy"),
    [("X", "Name a game that has units"), ("T", "its saves are read without a binding")],
)
def test_a_game_without_units_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, adopted_from: str, remedy: str
) -> None:
    """It was said that 0 of its 0 units have no piece."""
    own, file = game("nr"), stranger_module(tmp_path, "")
    taken = own.definition.model_copy(update={"adopted": Adopted(module=adopted_from)})
    bare = replace(own, counters={}, definition=taken)
    monkeypatch.setattr("builder.game.loader.load_game", lambda _: bare)
    refused = CliRunner().invoke(app, ["bind", str(file), "nr"])
    assert "The game has no units" in str(refused.exception)
    assert remedy in str(refused.exception)


def test_pieces_are_settled_on_the_page_and_stay_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    found = made("nr", "short")[2]
    folder = write(found)
    page = TestClient(make_app(Settling(found, folder), "t"), base_url="http://localhost")
    head = {"x-kessel-token": "t"}
    there = next(at for at, one in enumerate(found.matches) if one.target == "axis-4-army")
    ghost = next(at for at, one in enumerate(found.matches) if "Ghost" in one.item.name)
    told = page.post("/api/settle", json={"at": ghost, "target": "axis-4-army"}, headers=head)
    assert told.json()["pieces"][there]["target"] == ""
    names = {one["id"]: one["names"]["es"] for one in told.json()["counters"]}
    assert names["control:soviet"] == "Marcador de control: Soviético"
    pictured = [told.json()["pieces"][at]["pictured"] for at in (there, ghost)]
    served = [page.get(f"/piece/{at}.png", headers=head).is_success for at in (there, ghost)]
    assert pictured == served == [True, False]  # or browsers tell of an error
    (army,) = [one for one in told.json()["counters"] if one["id"] == "axis-4-army"]
    assert (army["name"], army["names"]) == ("4th Army", {"es": "4.º Ejército"})
    again = taken_up(found, folder)
    assert again.matches[ghost].target == "axis-4-army"
    assert again.matches[there].target == ""
    assert page.post("/api/undo", headers=head).json()["pieces"][there]["target"] == "axis-4-army"
    assert taken_up(found, folder).matches[ghost].target == ""
    assert page.get(f"/piece/{there}.png", headers=head).content[:4] == b"\x89PNG"
    assert page.get("/counter/axis-4-army.png", headers=head).content[:4] == b"\x89PNG"
    assert two_pages(page, found, folder, head) == [200, 422, 200, 400]
    for data in ({"at": -1, "target": ""}, {"at": there, "target": "nobody"}, {}):
        assert page.post("/api/settle", json=data, headers=head).status_code == 400
    file = folder / "kept" / "pieces.csv"
    file.write_text(file.read_text().replace("axis-4-army", "", 1))
    mine = file.read_text()
    with pytest.raises(ProblemsError, match="corrected by hand"):
        taken_up(found, folder)
    for path, data in (("settle", {"at": ghost, "target": "axis-4-army"}), ("undo", {})):
        told = page.post(f"/api/{path}", json=data, headers=head)
        assert "corrected by hand" in told.text or told.status_code == 400  # nothing to undo
    assert file.read_text() == mine


def two_pages(page: TestClient, found: Draft, folder: Path, head: dict[str, str]) -> list[int]:
    """Choices of two pages at once: none takes back what it has not seen, all are kept."""
    other = TestClient(make_app(Settling(found, folder), "t"), base_url="http://localhost")
    seen = [one.post("/api/start", json={}, headers=head).json()["seen"] for one in (page, other)]
    one, two = [at for at, match in enumerate(found.matches) if match.target][:2]
    first = page.post("/api/settle", json={"at": one, "target": "", "seen": seen[0]}, headers=head)
    late = {"at": two, "target": "", "seen": seen[1]}
    refused = other.post("/api/settle", json=late, headers=head)
    late["seen"] = other.post("/api/start", json={}, headers=head).json()["seen"]
    second = other.post("/api/settle", json=late, headers=head)
    assert [taken_up(found, folder).matches[at].target for at in (one, two)] == ["", ""]
    mine = {"at": one, "target": found.matches[one].target}
    for told in (first, other.post("/api/start", json={}, headers=head)):  # to be chosen again
        assert mine["target"] in told.json()["pieces"][one]["maybe"]
    other.post("/api/settle", json=mine, headers=head)
    undone = page.post("/api/undo", json={}, headers=head)  # of what was settled otherwise since
    for _ in range(2):
        other.post("/api/undo", json={}, headers=head)
    return [told.status_code for told in (first, refused, second, undone)]


@pytest.mark.parametrize(
    ("before", "now", "found", "settled"),
    [
        ({1: "a"}, {}, ["", "a", "c"], [1]),  # the piece that was likeliest gives way
        ({1: "a"}, {"p2": "a"}, ["", "b", "a"], [2]),  # what is said now counts
        ({0: ""}, {"p1": "a"}, ["", "a", "c"], [0, 1]),
        ({2: "gone"}, {}, ["a", "b", "c"], []),  # the game has it no more
        ({2: "control:x"}, {"p0": "control:x"}, ["control:x", "b", "control:x"], [0, 2]),
    ],
)
def test_what_somebody_settled_holds_when_the_module_is_bound_anew(
    before: dict[int, str], now: dict[str, str], found: list[str], settled: list[int]
) -> None:
    small = game("saltmarsh")
    unit = next(one for one in small.counters.values() if one.kind == "unit")
    counters = {name: replace(unit, id=name) for name in "abc"}
    matches = made("saltmarsh", "short")[2].matches[:3]
    likely = [
        Match(replace(one.item, name=f"p{at}"), name)
        for at, (one, name) in enumerate(zip(matches, "abc", strict=True))
    ]
    slots = {likely[at].item.slots[0].gpid: target for at, target in before.items()}
    held = list(_settled(likely, now, replace(small, counters=counters), slots))
    assert [one.target for one in held] == found
    assert [at for at, one in enumerate(held) if one.settled] == settled


def test_fast_keys_are_of_one_piece_each(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    found = made("saltmarsh", "short")[2]
    folder = write(found)
    bound = bound_port(0)
    server = served(make_app(Settling(found, folder), "t"), bound)
    page = browser.new_page()
    asked: list[Any] = []
    page.on(
        "request", lambda one: asked.append(one.post_data_json) if "settle" in one.url else None
    )
    page.goto(f"http://127.0.0.1:{bound.getsockname()[1]}/#t")
    page.wait_for_selector("#find")
    order = page.eval_on_selector_all("#pieces button", "all => all.map((one) => +one.dataset.at)")
    page.keyboard.type("nnnn")
    page.wait_for_selector(":nth-match(#pieces small:has-text('✓'), 4)")
    page.evaluate("location.hash = 'of-a-program-that-ended'")
    page.keyboard.type("nn")
    page.wait_for_selector("#status:has-text('2 choices wait here'):has-text('in this tab')")
    assert not page.evaluate("dispatchEvent(new Event('beforeunload', {cancelable: true}))")
    page.keyboard.type("n")
    page.wait_for_selector("#status:has-text('3 choices wait here')")
    page.keyboard.press("Control+z")
    page.wait_for_selector("#status:has-text('2 choices wait here')")
    page.evaluate("location.hash = 't'")
    page.wait_for_selector(":nth-match(#pieces small:has-text('✓'), 6)")
    page.wait_for_selector("#status:has-text('saved in')")
    kept = (folder / "kept" / "pieces.csv").read_text(encoding="utf-8")
    (folder / "kept" / "pieces.csv").write_text(kept + "\n", encoding="utf-8")
    page.reload()
    page.wait_for_selector("#status:has-text('corrected by hand')")
    page.close()
    server.should_exit = True
    told = [one["at"] for one in asked]
    assert told[:4] == order[:4]
    assert [*dict.fromkeys(told)] == order[:6]
    assert sum(line.endswith(",yes") for line in kept.splitlines()) >= 6


def test_a_link_that_came_while_the_page_was_open_is_not_written_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    found = made("nr", "short")[2]
    folder = write(found)
    page = Settling(found, folder)
    file = folder / "kept" / "pieces.csv"
    before = file.rename(tmp_path / "outside.csv").read_bytes()
    file.symlink_to(tmp_path / "outside.csv")
    with pytest.raises(ProblemsError, match="leads out of the owner's copy"):
        page.settle(0, "")
    assert (tmp_path / "outside.csv").read_bytes() == before


def test_a_name_with_signs_that_nobody_types_is_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger's module may call a piece what no table of a designer's may hold."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    found = made("nr", "short")[2]
    first = found.matches[0]
    slot = first.item.slots[0]
    odd = slot.basic.replace(name="x\u202ey\x07")
    renamed = replace(slot, traits=(*slot.traits[:-1], odd))
    item = replace(first.item, slots=[renamed, *first.item.slots[1:]])
    mine = replace(first, item=item, target="", likeness=0.0, doubt="")
    strange = replace(found, matches=(mine, *found.matches[1:]))
    folder = write(strange, force=True)
    assert "\u202e" in (folder / "kept" / "pieces.csv").read_text()
    assert taken_up(found, folder).matches[0].target == ""


def test_of_a_module_bound_to_two_games_the_newer_binding_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    files = {}
    for name in ("karga", "saltmarsh"):
        folder = folder_of(game(name), "Theirs", "1")
        folder.mkdir(parents=True)
        files[name] = folder / "binding.toml"
        files[name].write_text('module = "Theirs"\nversion = "1"\n', encoding="utf-8")
    for newer in files:
        for name, file in files.items():
            os.utime(file, (9, 9) if name == newer else (5, 5))
        found = binding_of("Theirs", "1")
        assert found is not None
        assert found[0] == newer


NAMES = [
    ("Операция Багратион", "1.0"),
    ("Белоруссия", "1.0"),
    ("Bagration: 1944", "1"),
    ("Bagration 1944", "1"),
]


def test_modules_that_are_called_alike_in_letters_have_a_binding_each(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    found = []
    for module, version in NAMES:
        folder = folder_of(game("saltmarsh"), module, version)
        folder.mkdir(parents=True)
        text = f'module = "{module}"\nversion = "{version}"\n'
        (folder / "binding.toml").write_text(text, encoding="utf-8")
        found.append(folder)
    assert len(set(found)) == len(NAMES)
    assert [folder_of(game("saltmarsh"), *one) for one in NAMES] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1st Guards Tank Army", ("1", "guards", "tank", "army")),
        ("ger_56pz_front.png", ("german", "56", "panzer")),
        ("Division 131 (8-4)", ("division", "131")),
        ("Red_Cavalry_4-3_Turkish", ("red", "cavalry", "turkish")),
        ("2-я гвардейская танковая", ("2", "gvardejskaya", "tankovaya")),
        ("PzGrD der SSLeib", ("panzer", "gr", "d", "der", "ss", "leib")),
        ("Юго-Западный", ("yugozapadnyj",)),
        ("", ()),
    ],
)
def test_words_of_a_name(text: str, found: tuple[str, ...]) -> None:
    assert words(text) == found


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("14", "xiv", True),
        ("14", "4", False),
        ("inf", "infantry", True),
        ("tank", "army", False),
        ("tankovaya", "tank", True),
        ("reserve", "rezervy", True),
        ("south", "southwest", False),
    ],
)
def test_words_that_mean_the_same(one: str, other: str, alike: bool) -> None:
    assert (same(one, other) > 0.6) is alike


def test_thousands_of_names_are_no_tables_of_gigabytes() -> None:
    """45,000 pieces, each with words of its own, would be 16 GB as a table of both."""
    ours = [Called(frozenset({f"{n}", "army"}), frozenset({"soviet"})) for n in range(40)]
    theirs = [Called(frozenset({f"xq{n}x", f"{n}", "army"}), frozenset()) for n in range(1500)]
    tracemalloc.start()
    table = Likenesses(ours, theirs).table()
    assert tracemalloc.get_traced_memory()[1] < 12_000_000
    tracemalloc.stop()
    assert [int(row.argmax()) for row in table[:40]] == [*range(40)]


def test_more_than_any_module_has_is_refused() -> None:
    one = Called(frozenset({"army"}), frozenset())
    with pytest.raises(ValueError, match="pairs of pieces and counters to compare than 4,500,000"):
        Likenesses([one] * 1_001, [one] * 4_500)


def test_thousands_of_pieces_are_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module of 49,000 slots took eleven seconds of work to be refused."""
    made: list[object] = []

    def make(traits: Sequence[Trait], id_: str = "piece") -> Piece:
        made.append(traits)
        return table_piece(traits, id_)

    slots = "".join(
        f'<VASSAL.build.widget.PieceSlot entryName="Unit {at} of" gpid="{at}">'
        f"+/null/label;;L\tpiece;;;u.png;Unit {at}/\tnull;0;0;{at};0</VASSAL.build.widget.PieceSlot>"
        for at in range(60)
    )
    with zipfile.ZipFile(tmp_path / "x.vmod", "w") as archive:
        name = "VASSAL.build.GameModule"
        archive.writestr("buildFile.xml", f'<{name} name="T" version="1">{slots}</{name}>')
    monkeypatch.setattr(limits, "COMPARED", limits.Limit(50, "pairs", ""))
    monkeypatch.setattr("builder.adopt.stock.table_piece", make)
    monkeypatch.setattr("builder.bind.pieces.called", lambda *_: pytest.fail("looked at"))
    with pytest.raises(ValueError, match="pairs of pieces and counters to compare than 50"):
        draft(read_module(tmp_path / "x.vmod"), game("dagc"))
    assert made == []


NAMED = {
    "places": "VASSAL.build.module.map.boardPicker.board.Region",
    "properties": "VASSAL.build.module.properties.GlobalProperty",
}


@pytest.mark.parametrize("kind", NAMED)
def test_more_names_than_anybody_compares_are_refused(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A million hexes in 9,000 zones were looked at twice, eleven seconds long, before."""
    looked: list[object] = []
    monkeypatch.setattr("builder.bind.grid.first_hexes", lambda *_: looked.append(kind) or ())
    root, path = 'VASSAL.build.GameModule name="T" version="1"', tmp_path / "x.vmod"
    parts = "".join(f'<{NAMED[kind]} name="n{at}"/>' for at in range(5_001))
    if kind == "places":
        map_, grid = "VASSAL.build.module.Map", f"{NAMED[kind]}Grid"
        parts = f'<{map_} mapName="Main"><{grid}>{parts}</{grid}></{map_}>'
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", f"<{root}>{parts}</{root.split()[0]}>")
    with pytest.raises(ValueError, match="more names to compare than 5,000"):
        draft(read_module(path), game("dagc"))
    assert looked == ([] if kind == "places" else [kind])


def test_copies_of_one_piece_are_the_counters_that_stand_where_they_do(tmp_path: Path) -> None:
    """A module without hex numbers has three levies that are one piece; the game tells them apart."""
    new_game("own", tmp_path)
    homes = {"blue-levy-1": "0406", "blue-levy-2": "0303", "blue-levy-3": "0509"}
    homes |= {"blue-guard": "0702", "red-guard": "0911", "red-horse": "0213", "red-guns": "0812"}
    rows = [f"{id_},{id_.split('-')[0]},infantry,{' '.join(id_.split('-')[1:]).title()},4 2,4,{at}"
            for id_, at in homes.items()]  # fmt: skip
    header = "id,side,type,full_name,strength,movement,setup"
    (tmp_path / "own/counters.csv").write_text("\n".join([header, *rows]), encoding="utf-8")
    scenario = tmp_path / "own/scenarios/first-day.toml"
    scenario.write_text('name = "The first day"\nturn = 1\n', encoding="utf-8")
    own = load_game(tmp_path / "own")

    plane = PixelGrid(own.grid, 100.0, 0.0, 0.0)
    stacks = []
    slots = dict(zip(homes, ("11", "13", "12", "21", "22", "23", "24"), strict=True))
    for id_, gpid in sorted(slots.items(), key=lambda slot: slot[1]):
        side, name = id_.split("-")[0].title(), id_.split("-")[1].title()
        x, y = (round(pixel) + 31 for pixel in plane.centre(homes[id_]))
        text = f"+/null/mark;Side\tpiece;;;{name}.png;{side}_{name}_4-4/\t{side}\tnull;0;0;{gpid};0"
        slot = element(f'VASSAL.build.widget.PieceSlot entryName="x" gpid="{gpid}"', text)
        place = f'name="{gpid}" owningBoard="B" x="{x}" y="{y}"'
        stacks.append(element(f"VASSAL.build.module.map.SetupStack {place}", slot))
    grid = element(f'{GRID}.HexGrid dx="86.6" dy="100" sideways="true"')
    roster = "".join(element("entry", side) for side in ("Blue", "Red"))
    window = board(grid, 'width="1500" height="1000"').removesuffix("</VASSAL.build.module.Map>")
    inside = f"{window}{''.join(stacks)}</VASSAL.build.module.Map>"
    inside += element("VASSAL.build.module.PlayerRoster", roster)
    path = stranger_module(tmp_path, inside)

    found = draft(read_module(path), own)
    of = {slot.gpid: one.target for one in found.bound for slot in one.item.slots}
    assert {id_: of.get(gpid) for id_, gpid in slots.items()} == {id_: id_ for id_ in homes}
    assert found.laid is not None
    assert "7 of 7" in str(found.laid.how)


def test_a_module_is_bound_with_its_extensions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    stranger, module, _ = made("nr", "full")
    file = tmp_path / "m.vmod"
    write_module(module, file)
    extension(tmp_path / "m_ext" / "a.vmdx", at("", window("Annex")), module=module.name)
    lost = extension(tmp_path / "m_ext" / "lost.vmdx", module="Chess")
    told = CliRunner().invoke(app, ["bind", str(file), "nr", "--json"])
    assert told.exit_code == 0
    assert "'lost.vmdx' was left out" in told.stderr
    folder = Path(json.loads(told.stdout)["folder"])
    bound = read_binding(folder)
    assert bound.extensions == {"a": "1.2"}
    assert bound.shape.maps[-1].name == "Annex"
    save = tmp_path / "theirs.vsav"
    save.write_bytes(stranger.saved(game("nr").scenarios["kiev"]))
    saved = read_saved_game(save)
    for version, notes in (("1.2", 0), ("1.3", 1)):
        text = saved.text.replace("end_save", f"EXT\ta\t{version}\x1bend_save")
        assert len(record_of(save, replace(saved, parted=tuple(text.split("\x1b")))).notes) == notes
    write_module(module.replace(root=replace(module.root, description="Another")), file)
    (note,) = record_of(save, saved).notes
    assert note.startswith(f"{file} has the name and the version of the module that was bound")
    assert list(other_file(replace(bound, file=""), file)) == []  # of before there was a mark
    refused = CliRunner().invoke(app, ["bind", str(file), "nr", "--extension", str(lost)])
    assert isinstance(refused.exception, VassalFileError)
    assert refused.exception.file == lost


@pytest.mark.parametrize(
    ("hexes", "why"),
    [
        (["0201=0201", "0908=0908", "0208=0208"], "No grid of the game lies on the hexes"),
        (["0201=0201", "0401=0401", "0801=0801"], "The hexes that were told lie on one line"),
    ],
)
def test_why_the_hexes_that_were_told_do_not_fit(hexes: list[str], why: str) -> None:
    """The sample's hexes stand on a flat side, aldra's on a corner."""
    words = [word for one in hexes for word in ("--hex", one)]
    refused = CliRunner().invoke(app, ["bind", str(SAMPLE), "aldra", *words])
    assert isinstance(refused.exception, ValueError | ProblemsError | VassalFileError)
    assert why in str(refused.exception)


FORCES = (
    ("Cannon_1-0", "c", 1, 2), ("Infantry_4-2_Royal", "i4", 2, 2), ("Guard", "g", 3, 2),
    ("Guard", "h", 4, 2), ("Infantry_2-2_Royal", "i2", 5, 1),
)  # fmt: skip
"""Pieces, some of one name: their picture, on which row of hexes they stand, and how many."""


def _of_names(tmp_path: Path, zone: str = "") -> Path:
    """A module whose names differ only in figures, on a map whose hexes lie in a zone, if told."""
    pieces, slots = "VASSAL.build.widget.PieceSlot", []
    gpids = iter(range(1, 99))
    for name, picture, row, number in FORCES:
        for side, column in (("Blue", 1), ("Red", 5)):
            for copy in range(number):
                called = name.replace("Royal", f"{side}")
                text = f"+/null/mark;Side\tpiece;;;{side}{picture}.png;{called}/{side}\tnull;0;0;{next(gpids)};0"
                inner = element(f'{pieces} entryName="x" gpid="{text.split(";")[-2]}"', text)
                x, y = 52 * (column + copy) + 30, 60 * row + 30 * ((column + copy) % 2)
                place = f'name="{called}" owningBoard="B" x="{x}" y="{y}" useGridLocation="false"'
                slots.append(element(f"VASSAL.build.module.map.SetupStack {place}", inner))
    grid = element(f'{GRID}.HexGrid dx="52" dy="60" x0="30" y0="0" snapTo="true"',
                   element(f'{GRID}.mapgrid.HexGridNumbering hOff="1" vOff="1" sep="" hDigits="2" '
                           'vDigits="2" first="H" hType="N" vType="N"'))  # fmt: skip
    if zone:
        corners = f'name="{zone}" path="0,0;700,0;700,500;0,500" useParentGrid="false"'
        told = f'{GRID}.mapgrid.Zone locationFormat="$gridLocation$" {corners}'
        grid = element(f"{GRID}.ZonedGrid", element(told, grid))
    there = board(grid, 'width="700" height="500"').removesuffix("</VASSAL.build.module.Map>")
    roster = "".join(element("entry", side) for side in ("Blue", "Red"))
    inside = f"{there}{''.join(slots)}</VASSAL.build.module.Map>"
    return stranger_module(tmp_path, inside + element("VASSAL.build.module.PlayerRoster", roster))


@pytest.mark.parametrize("zone", ["", "Main"])
def test_a_module_bound_to_the_game_that_was_adopted_from_it_is_read_as_before(
    zone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    file = _of_names(tmp_path, zone)
    adopted = load_game(adopt(file, "taken", tmp_path / "source-art").folder)
    assert adopted.kept is not None
    save = tmp_path / "x.vsav"
    save.write_bytes(AdoptedModule(adopted, adopted.kept).save(adopted.scenarios["start"]))
    before = read_save(save)
    assert {unit.hex for unit in before.units} <= set(adopted.grid.places)
    found = draft(read_module(file), adopted)
    assert [one.item.name for one in found.matches if one.target != one.item.id] == []
    assert [one.item.name for one in found.doubtful] == []
    write(found)
    assert read_save(save).units == before.units
    by_names = match(adopted, found.taking.stock.items, {"blue": "blue", "red": "red"})
    assert {one.item.id: one.target for one in by_names} == {id_: id_ for id_ in adopted.counters}


def test_a_game_without_hexes_is_told_that_it_needs_no_binding() -> None:
    hexless = SimpleNamespace(game=SimpleNamespace(grid=SimpleNamespace(places={})))
    with pytest.raises(ValueError, match="they need no binding"):
        write(cast(Draft, hexless))
