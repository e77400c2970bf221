"""The desk: what it shows, what it refuses, what it writes, and a table typed by keyboard."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.cli.serving import port_of
from assistant.cli.watching import bound_port, served
from assistant.desk.app import make_app
from assistant.desk.cells import as_in_file, cells_in
from assistant.desk.desk import Desk, Edit
from assistant.desk.figures import figures_of
from assistant.pages.door import BadRequestError
from assistant.words.findings import complaining
from builder.game import owning
from builder.game.loader import load_game
from builder.game.locate import find_game
from builder.game.owned import VARIABLE
from builder.game.owning import LineStep, Run, set_lines
from tests.conftest import PATIENCE

TOKEN = "secret"
HEAD = {"x-kessel-token": TOKEN}
CRT = "combat.csv#crt"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    return Desk.of(find_game("dagc"))


@pytest.fixture
def client(desk: Desk) -> TestClient:
    return TestClient(make_app(desk, TOKEN), base_url="http://localhost")


def write(client: TestClient, sheet: str, *cells: tuple[list[str], str, str]) -> Any:
    edits = [{"key": key, "column": column, "text": text} for key, column, text in cells]
    return client.post("/api/write", json={"id": sheet, "edits": edits}, headers=HEAD).json()


def test_cells_are_written_counted_and_undone(client: TestClient, desk: Desk) -> None:
    start = client.post("/api/start", headers=HEAD).json()
    table = next(one for one in start["sheets"] if one["id"] == CRT)
    told = write(client, CRT, (["crt", "1"], "0", "BB"), (["crt", "2"], "0", "-"))
    assert (told["done"], told["of"], told["wrong"]) == (table["done"] + 2, table["of"], [])
    assert load_game("dagc").tables["crt"]["1", "0"] == "BB"
    assert client.post("/api/undo", headers=HEAD).json()["sheet"] == CRT
    assert load_game("dagc").tables["crt"].stand_in("0")
    assert client.post("/api/undo", headers=HEAD).status_code == 400


def test_each_kind_of_sheet_reaches_the_game(client: TestClient) -> None:
    write(client, "counters.csv", (["soviet-8"], "strength", "9 5"))
    write(client, "game.toml", (["terrain", "swamp"], "defence", "3"))
    write(client, "scenarios/historical.toml", (["soviet-8"], "hex", "4416"))
    write(client, "map/hexes.csv", (["1005"], "terrain", "swamp"))
    game = load_game("dagc")
    assert game.counters["soviet-8"].fields["strength"] == [9, 5]
    assert game.definition.terrain["swamp"].values["defence"] == 3
    assert "4416" in [
        p.hex for p in game.scenarios["historical"].placements if p.counter == "soviet-8"
    ]
    assert game.board.of("1005") == {"swamp"}


@pytest.mark.parametrize(
    ("sheet", "key", "column", "text"),
    [
        ("counters.csv", ["soviet-8"], "strength", "nine"),
        ("counters.csv", ["soviet-8"], "setup", "9999"),
        ("counters.csv", ["soviet-8"], "size", "7"),
        ("counters.csv", ["soviet-8"], "name", "\u7b2c8"),
        ("counters.csv", ["nobody"], "strength", "3 2"),
        ("counters.csv", ["soviet-8"], "id", "x"),
        ("counters.csv", ["soviet-8"], "strength", "5 3 1"),
        ("game.toml", ["terrain", "swamp"], "defence", "much"),
        ("game.toml", ["terrain", "swamp"], "move", "-3"),
        ("map/hexes.csv", ["1005"], "terrain", "lava"),
        ("scenarios/historical.toml", ["soviet-8"], "hex", "the moon"),
        ("scenarios/historical.toml", ["soviet-8"], "step", "-1"),
        ("scenarios/historical.toml", ["soviet-8"], "step", "\u00b2"),
        ("scenarios/historical.toml", ["soviet-8"], "step", "9" * 4_000),
        ("scenarios/historical.toml", ["soviet-8"], "step", "9" * 5_000),
        (CRT, ["crt", "1"], "0", "A\nB"),
        (CRT, ["crt", "1"], "0", "(none)"),
        (CRT, ["crt", "1"], "0", "ZZ"),
        (CRT, ["crt", "1"], "0", "ZZ?"),
        (CRT, ["crt", "1"], "0", "2"),
    ],
)
def test_what_is_of_a_wrong_kind_is_told_and_not_written(
    client: TestClient, desk: Desk, sheet: str, key: list[str], column: str, text: str
) -> None:
    told = write(client, sheet, (key, column, text))
    assert told["wrong"][0]["told"].endswith(".")
    assert not any(desk.source.own.rglob("*.csv"))
    assert not any(desk.source.own.rglob("*.toml"))


def test_a_step_that_is_emptied_is_the_first(client: TestClient) -> None:
    sheet = "scenarios/historical.toml"
    write(client, sheet, (["soviet-8"], "step", "2"), (["soviet-8"], "step", "(none)"))
    placed = load_game("dagc").scenarios["historical"].placements
    assert [one.step for one in placed if one.counter == "soviet-8"] == [1]


def test_a_set_up_that_is_undone_or_emptied_is_the_games_again(
    client: TestClient, desk: Desk
) -> None:
    sheet = "scenarios/historical.toml"
    for back in (
        lambda: client.post("/api/undo", headers=HEAD),
        lambda: write(client, sheet, (["soviet-8"], "hex", "")),
    ):
        client.post("/api/sheet", json={"id": sheet}, headers=HEAD)
        write(client, sheet, (["soviet-8"], "hex", "4416"))
        assert desk.source.typed(sheet)
        back()
        assert not desk.source.typed(sheet)


def test_a_step_taken_back_leaves_the_file_as_it_was(client: TestClient, desk: Desk) -> None:
    """With remarks and whatever else stands in it; a counter in several places is not merged."""
    sheet = "scenarios/historical.toml"
    path = desk.source.own / sheet
    path.parent.mkdir(parents=True)
    unit = '# mine\n[[unit]]\ncounter = "{}"\nhex = "4416"\nmarkers = ["oos"]\n'
    mine = unit.format("soviet-8") + 2 * unit.format("soviet-11-guards")
    path.write_text(mine, encoding="utf-8")
    told = write(client, sheet, (["soviet-8"], "hex", ""), (["soviet-11-guards"], "hex", "4416"))
    assert "several places" in told["wrong"][0]["told"]
    assert "soviet-8" not in path.read_text(encoding="utf-8")
    client.post("/api/undo", headers=HEAD)
    assert path.read_text(encoding="utf-8") == mine


def test_a_copy_that_no_command_reads_is_told_as_the_page_opens(
    client: TestClient, desk: Desk
) -> None:
    assert client.post("/api/look", headers=HEAD).json() == {}
    desk.source.own.mkdir(parents=True)
    (desk.source.own / "combat.csv").write_text(
        "table,row,0\ncrt,1,BB\ncrt,1,DR\n", encoding="utf-8"
    )
    told = client.post("/api/look", headers=HEAD | {"x-kessel-language": "es"}).json()["error"]
    assert "combat.csv:3: " in told
    assert "Deja una" in told


def test_strangers_are_not_served(client: TestClient) -> None:
    assert client.post("/api/start").status_code == 403
    assert client.get("/counter/soviet-8.png").status_code == 403
    assert client.get("/counter/nobody.png", headers=HEAD).status_code == 404
    assert client.get("/", headers={"host": "example.org"}).status_code == 400
    assert client.post("/api/write", content=b"[", headers=HEAD).status_code == 400
    assert client.post("/api/write", json={"id": CRT, "edits": 3}, headers=HEAD).status_code == 400


def test_a_damaged_copy_is_told_and_left(client: TestClient, desk: Desk) -> None:
    desk.source.own.mkdir(parents=True)
    file = desk.source.own / "combat.csv"
    file.write_bytes(b"\xff\xfe nonsense")
    edit = {"key": ["crt", "1"], "column": "0", "text": "BB"}
    told = client.post("/api/write", json={"id": CRT, "edits": [edit]}, headers=HEAD)
    assert told.status_code == 422
    assert file.read_bytes() == b"\xff\xfe nonsense"


@pytest.mark.parametrize(
    ("number", "language", "told"),
    [
        (errno.ENOSPC, "en", "the disk is full"),
        (errno.ENOSPC, "es", "el disco está lleno"),
        (errno.EROFS, "es", "no se permite escribir en"),
        (errno.EIO, "en", "Nothing was saved: Input/output error."),
    ],
)
def test_why_nothing_could_be_written_is_a_sentence(
    number: int,
    language: str,
    told: str,
    client: TestClient,
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write(client, CRT, (["crt", "1"], "0", "BB"))
    write(client, CRT, (["crt", "2"], "0", "BB"))
    before = (desk.source.own / "combat.csv").read_bytes()

    def full(path: Path, data: bytes) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(owning, "write_whole", full)
    edit = {"key": ["crt", "1"], "column": "+1", "text": "BB"}
    head = HEAD | {"x-kessel-language": language}
    for path, asked in (("write", {"id": CRT, "edits": [edit]}), ("undo", {})):
        answer = client.post(f"/api/{path}", json=asked, headers=head)
        assert answer.status_code == 500
        assert told in answer.json()["error"]
    assert (desk.source.own / "combat.csv").read_bytes() == before
    monkeypatch.undo()


def test_what_is_wrong_is_told_in_the_pages_language(client: TestClient, desk: Desk) -> None:
    edit = {"key": ["soviet-8"], "column": "strength", "text": "many"}
    asked = {"id": "counters.csv", "edits": [edit], "language": "es"}
    told = client.post("/api/write", json=asked, headers=HEAD).json()
    assert told["wrong"][0]["told"].startswith("Escribe ")
    desk.source.own.mkdir(parents=True, exist_ok=True)
    (desk.source.own / "counters.csv").write_bytes(b"\xff\xfe nonsense")
    answer = client.post("/api/write", json=asked, headers=HEAD | {"x-kessel-language": "es"})
    assert "Guárdalo" in answer.json()["error"]


def test_a_cell_typed_beside_the_page_is_told_and_stays(client: TestClient, desk: Desk) -> None:
    """In a spreadsheet, or on another page of this desk. Other cells of the row are merged."""

    def ask(way: str, page: str = "one", **more: object) -> Any:
        told = {"page": page, "id": CRT, "language": "en", **more}
        return client.post(f"/api/{way}", json=told, headers=HEAD).json()

    def typed(text: str, column: str = "0", page: str = "one") -> Any:
        edit = {"key": ["crt", "1"], "column": column, "text": text}
        return ask("write", page, edits=[edit])["wrong"]

    file = desk.source.own / "combat.csv"
    for page in ("one", "two"):
        ask("sheet", page)
    assert typed("BB") == []
    assert typed("-", page="two")[0] | {"key": 0} == {
        "key": 0, "column": "0", "text": "BB", "own": True,
        "told": "'BB' was written here by another program since this page read the cell: it stays. "
        "Type yours again to replace it.",
    }  # fmt: skip
    assert typed("-", page="two") == []
    file.write_text(file.read_text().replace(",-", ",DR"))
    assert typed("DE", column="+1") == []  # another cell
    assert typed("DR") == []  # the same was typed on both sides
    file.write_text("table,row,0\n")
    told = typed("BB")
    assert told[0]["told"].startswith("What stood here was taken out by another program")
    assert told[0]["text"]  # ours again
    assert typed("BB") == []
    file.write_text(file.read_text().replace(",BB", ",AE"))
    assert ask("undo")["left"] == 1
    assert ",AE" in file.read_text()


def test_a_program_that_is_begun_anew_has_its_port_again(tmp_path: Path) -> None:
    """So that what waits on its page is saved; of two at once the second has another."""
    with port_of(tmp_path) as first, port_of(tmp_path) as second:
        port = first.getsockname()[1]
        assert second.getsockname()[1] != port
    with port_of(tmp_path / "x" / "..") as anew:
        assert anew.getsockname()[1] == port


def test_two_programs_write_one_copy(desk: Desk) -> None:
    other = Desk.of(desk.source.folder)
    keys = [("crt", str(n)) for n in range(1, 7)]
    columns = [c for c in desk.source.sheets[CRT].columns if c[-1:].isdigit()][:4]
    edits = [Edit(key, column, "BB") for key in keys for column in columns]
    writers = [
        Thread(target=lambda at=at, half=half: [at.write(CRT, [one]) for one in half])
        for at, half in ((desk, edits[::2]), (other, edits[1::2]))
    ]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
    typed = desk.source.typed("combat.csv")
    assert all(typed[edit.key, edit.column] == "BB" for edit in edits)


@pytest.fixture
def address(desk: Desk) -> Iterator[str]:
    bound = bound_port(0)
    server = served(make_app(desk, TOKEN), bound)
    yield f"http://127.0.0.1:{bound.getsockname()[1]}/#{TOKEN}"
    server.should_exit = True


UPPERMOST = """(node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
PASTE = """(node, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  node.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def test_a_table_is_typed_by_keyboard_in_a_browser(browser: Any, address: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector("td input:focus")
    for block in ("\nEX\r\n", "\tAE\tAR\r\n\t\r\nDE\tDR\r\n\r\n"):  # empty rows keep their place
        page.eval_on_selector("td input:focus", PASTE, block)
    crt = page.eval_on_selector_all("td input", "all => all.slice(0, 40).map((one) => one.value)")
    wide = len(page.query_selector_all("tbody tr:nth-child(2) td"))
    assert [crt[at] for at in (1, 2, wide, 2 * wide, 2 * wide + 1)] == [
        "AE",
        "AR",
        "EX",
        "DE",
        "DR",
    ]
    for _ in range(72):
        page.keyboard.type("BB")
        page.keyboard.press("Enter")
    page.wait_for_selector("nav small:text-is('72 of 72')")
    others = {"name": "combat.csv", "mimeType": "text/csv", "buffer": b"table,row,0\nother,1,DE\n"}
    page.set_input_files("#file", others)
    page.wait_for_selector("#alert:text-is('The file has no cell of this sheet.')")
    others["buffer"] = "table,row,≤ −3,foo,+1\ncrt,1,BB,DE,BB\n".encode()
    page.set_input_files("#file", others)
    page.wait_for_selector(
        "#alert:has-text('1 column is not on this sheet and was left out: foo. Its columns: table, row, ≤')"
    )
    page.click("nav button:has-text('Counters')")
    page.fill("article input[aria-label='8th Army, Strength 2']", "7")
    page.keyboard.press("Enter")
    page.wait_for_selector("article.own >> nth=0")
    page.fill("article input[aria-label='8th Army, Strength 1']", "")
    page.keyboard.press("Tab")
    assert page.input_value("article input[aria-label='8th Army, Strength 1']") == "4"
    page.fill("article input[aria-label='8th Army, Strength 1']", "8 9")
    page.keyboard.press("Tab")
    page.wait_for_selector("article .told:has-text(\"'8 9' is several\")")
    page.click("#shape")
    page.wait_for_selector("td input[aria-label='8th Army, Strength']")
    page.fill("td input[aria-label='8th Army, Strength']", "nine")
    page.keyboard.press("Enter")
    page.wait_for_selector("td.wrong .told")
    assert page.eval_on_selector("td.wrong .told", UPPERMOST)
    page.click("#language")
    page.wait_for_selector("#title:text-is('La destrucción del Grupo de Ejércitos Centro')")
    page.wait_for_selector("th[title=strength]:text-is('Fuerza')")
    page.click("#shape")
    page.wait_for_selector("article input[title=strength][aria-label='8.º Ejército, Fuerza 2']")
    assert faults == []
    page.close()
    assert set(load_game("dagc").tables["crt"].cells.values()) == {"BB"}
    assert load_game("dagc").counters["soviet-8"].fields["strength"] == [4, 7]


def test_the_first_figure_is_ready_before_all_others_are(browser: Any, address: str) -> None:
    """Because a focus that comes late takes what is typed elsewhere."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    asked: list[Any] = []

    def only_the_first(route: Any) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.continue_()

    page.goto(address)
    page.wait_for_selector("td input:focus")
    page.route("**/api/figures", only_the_first)
    page.click("nav button:has-text('Counters')")
    page.wait_for_selector("article input:focus")
    for route in asked[1:]:
        route.continue_()
    page.close()


def test_the_map_is_drawn_in_the_language_of_the_page(
    desk: Desk, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.desk.desk.map_picture", lambda game, spoken: spoken.encode())
    told = [client.get(f"/map/{name}.png", headers=HEAD).content for name in ("es", "en", "xx")]
    assert told == [b"es", b"en", b"en"]


def test_the_map_is_painted_and_each_stroke_undone(desk: Desk) -> None:
    at = Desk.of(find_game("kursk"))
    client = TestClient(make_app(at, TOKEN), base_url="http://localhost")
    before = load_game("kursk").board
    told = client.post("/api/map", headers=HEAD).json()
    assert told["names"]["es"]["terrain.clear"] == "Claro"
    one, other = sorted(("2020", told["near"]["2020"][0]))
    kind = told["line"][0][0]
    side = told["hexside"][0][0]
    there = before.joined_by(kind, one, other)
    write(client, "map/hexes.csv", ([one], "terrain", "swamp"))
    write(client, "map/hexsides.csv", ([one, other], "features", side))
    write(client, "map/lines.csv", ([kind, one, other], "there", "" if there else "yes"))
    board = load_game("kursk").board
    assert board.of(one) == {"swamp"}
    assert board.between(one, other) == {side}
    assert board.joined_by(kind, one, other) != there
    now = client.post("/api/map", headers=HEAD).json()
    assert one in now["own"]["hexes"]
    for _ in range(3):
        client.post("/api/undo", headers=HEAD)
    assert load_game("kursk").board.lines == before.lines
    wrong = write(client, "map/hexsides.csv", (["2020", "3020"], "features", side))
    assert wrong["wrong"]


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        ((), [("a", "b", "c", "d")]),
        ((("r", "b", "c"),), [("a", "b"), ("c", "d")]),
        ((("r", "a", "b"), ("r", "c", "d")), [("b", "c")]),
    ],
)
def test_a_line_that_loses_a_step_is_two(
    gone: tuple[LineStep, ...], left: list[tuple[str, ...]], tmp_path: Path
) -> None:
    run = Run("r", "", ("a", "b", "c", "d"), "4.2")
    file = set_lines(tmp_path, [], lambda: [run], dict.fromkeys(gone, False))
    rows = [line.split(",") for line in file.read_text().splitlines()[1:]]
    assert [tuple(row[2].split()) for row in rows] == left


def test_a_set_up_is_dragged_and_the_map_painted_in_a_browser(browser: Any, address: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector("td input:focus")
    page.click("nav button[data-id='scenarios/historical.toml']")
    page.wait_for_selector("#map .pieces img")
    picture = page.locator("th img").first.bounding_box()
    page.mouse.move(picture["x"] + 9, picture["y"] + 9)
    page.mouse.down()
    page.mouse.move(900, 400, steps=3)
    page.mouse.up()
    page.wait_for_selector("tr:first-child td.own, tr:nth-child(2) td.own")
    page.hover("#paint")
    page.mouse.down()
    page.wait_for_selector("#undo:enabled")  # the list of sheets is told anew
    page.mouse.up()
    page.wait_for_selector("#map .view:focus")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("2")
    with page.expect_response("**/api/write") as told:
        page.keyboard.press(" ")
    page.wait_for_selector("#map svg g polygon")
    page.keyboard.press("Control+Z")  # as with Caps Lock on
    page.wait_for_selector("#map svg g:not(:has(polygon))", state="attached")
    other = {**told.value.request.post_data_json, "page": "another"}
    other["edits"] = [{**one, "text": "clear"} for one in other["edits"]]
    page.evaluate(
        """other => fetch("/api/write", {method: "POST", body: JSON.stringify(other),
        headers: {"x-kessel-token": location.hash.slice(1)}})""",
        other,
    )
    page.click(".modes button")  # as who looks for another brush, and goes on by keyboard
    page.keyboard.press("2")
    page.keyboard.press(" ")
    page.wait_for_selector("#alert:has-text('Type yours again')")
    page.wait_for_selector("#map .view:focus")
    with page.expect_response("**/api/write") as again:
        page.keyboard.press(" ")
    assert not again.value.json()["wrong"]
    page.set_viewport_size({"width": 640, "height": 400})
    assert page.evaluate("document.querySelector('nav').clientHeight") > 100
    assert page.evaluate("document.querySelector('#map .view').clientHeight") > 100
    page.close()
    assert faults == []


def test_figures_stand_where_they_are_drawn(client: TestClient) -> None:
    told = client.post("/api/figures", json={"ids": ["soviet-8"]}, headers=HEAD).json()
    found = {(one["face"], one["column"], one["part"]) for one in told["soviet-8"]["figures"]}
    assert found == {
        (0, "size", None), (0, "name", None), (0, "strength", 0), (1, "strength", 1),
        (0, "asterisk", None),
    }  # fmt: skip
    before = client.get("/face/1/soviet-8.png", headers=HEAD).content
    write(client, "counters.csv", (["soviet-8"], "strength", "9 5"))
    assert client.get("/face/1/soviet-8.png", headers=HEAD).content != before
    assert client.get("/face/2/soviet-8.png", headers=HEAD).status_code == 404


def test_a_figure_that_a_counter_has_none_of_can_be_clicked() -> None:
    mlb = load_game("mlb")
    counter = next(c for c in mlb.counters.values() if c.kind == "unit" and c.size)
    blank = replace(counter, size="")
    before, after = (figures_of(mlb, one, ("size", "strength"))[1] for one in (counter, blank))
    assert [f.box for f in after if f.column == "size"] == [
        f.box for f in before if f.column == "size"
    ]


def test_sheets_are_called_as_on_paper_in_both_languages(client: TestClient) -> None:
    start = client.post("/api/start", headers=HEAD).json()
    crt = next(one for one in start["sheets"] if one["id"] == CRT)
    assert crt["titles"]["en"] != crt["titles"]["es"]
    counters = client.post("/api/sheet", json={"id": "counters.csv"}, headers=HEAD).json()
    assert counters["rows"][0]["heading"] == counters["words"]["en"]["rows"][0] == "8th Army"
    spanish = counters["words"]["es"]
    assert spanish["rows"][0] != "8th Army"
    assert spanish["columns"][:4] == ["Nombre", "Nombre completo", "Tamaño", "Fuerza"]
    named = "stand-in; arrival on turn 3 3.6"
    assert spanish["sources"][named] == "llegada en el turno 3 3.6"
    hexes = client.post("/api/sheet", json={"id": "map/hexes.csv"}, headers=HEAD).json()
    spanish = hexes["words"]["es"]
    assert spanish["columns"] == ["Terreno", "Nombre"]
    mixed = "7.9; stand-in: german-entrenchment town"
    assert spanish["sources"][mixed] == "7.9; provisional: atrincheramiento alemán, población"
    english = hexes["words"]["en"]
    assert english["columns"] == ["Terrain", "Name"]
    assert english["sources"][mixed] == "7.9; stand-in: German entrenchment, Town"
    table = client.post("/api/sheet", json={"id": CRT}, headers=HEAD).json()
    for told in table["words"].values():
        assert len(told["columns"]) == len(table["columns"])
        assert len(told["rows"]) == len(table["rows"])
    effects = client.post("/api/sheet", json={"id": "game.toml"}, headers=HEAD).json()
    english, spanish = (effects["words"][code]["rows"][:2] for code in ("en", "es"))
    assert (english, spanish) == (["Clear", "Forest"], ["Despejado", "Bosque"])
    assert effects["words"]["en"]["columns"][2] == "Cav-mech groups"
    assert effects["words"]["es"]["columns"][:3] == [
        "Puntos de movimiento",
        "Natural",
        "Grupos cav-mech",
    ]


def test_words_in_a_table_are_shown_and_taken_in_both_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    desk, turns = Desk.of(find_game("nr")), "charts/turns.csv#turns"
    client = TestClient(make_app(desk, TOKEN), base_url="http://localhost")
    words = client.post("/api/sheet", json={"id": turns}, headers=HEAD).json()["words"]
    assert (words["en"]["cells"], words["es"]["cells"]["mud"]) == ({}, "barro")
    typed = {"date": "Mayo de 1945", "weather": "nieve?", "red": "sí", "targets": "cinco"}
    edits = [{"key": ["2"], "column": c, "text": text} for c, text in typed.items()]
    more = {
        "3": ("weather", "snow"),
        "4": ("weather", "Nieve"),
        "5": ("red", "SI"),
        "6": ("weather", "gris"),
    }
    edits += [{"key": [row], "column": c, "text": text} for row, (c, text) in more.items()]
    asked = {"id": turns, "edits": edits, "language": "es"}
    told = client.post("/api/write", json=asked, headers=HEAD).json()
    assert [one["column"] for one in told["wrong"]] == ["targets", "weather"]
    offered = told["wrong"][1]["told"]
    assert all(word in offered for word in ("'gris'", "Clima", "barro", "nieve")), offered
    assert not any(word in offered for word in ("weather", "mud", "snow", "clear")), offered
    assert told["read"] == ["May 1945", "snow?", "yes", "cinco", "snow", "snow", "yes", "gris"]
    table = load_game("nr").tables["turns"]
    found = [table["2", column] for column in ("date", "weather", "red", "targets")]
    assert found == ["May 1945", "snow", "yes", "5"]
    assert ("2", "weather") in table.doubtful
    assert table["3", "weather"] == "snow"
    monkeypatch.setattr(desk, "source", Desk.of(find_game("mlb")).source)
    points = Edit(("7",), "negotiation-points", "6,5")
    assert desk.write("charts/crossing-points.csv#crossing-points", [points])["wrong"] == []
    assert load_game("mlb").tables["crossing-points"]["7", "negotiation-points"] == "6.5"


@pytest.mark.parametrize(
    ("sheet", "key", "column", "typed", "file"),
    [
        ("game.toml", ["terrain", "coast"], "natural", "sí", "true"),
        ("game.toml", ["terrain", "clear"], "natural", "No", "false"),
        ("game.toml", ["terrain", "german-entrenchment"], "defends", "Soviético", "soviet"),
        ("game.toml", ["terrain", "coast"], "move", "2,5", "2.5"),
        ("counters.csv#arrivals", [], "setup", "Turno 4", "turn 4"),
        ("map/hexes.csv", ["1005"], "terrain", "BOSQUE", "forest"),
        ("map/hexes.csv", ["1005"], "terrain", "Pantano, bosque", "swamp forest"),
        ("map/hexes.csv", ["1005"], "terrain", "swamp forest", "swamp forest"),
        ("map/hexes.csv", ["1005"], "terrain", "Soviet entrenchment", "soviet-entrenchment"),
        ("map/hexes.csv", ["1005"], "terrain", "(none)", "(none)"),
        ("counters.csv", ["soviet-8"], "setup", "TURN 4", "turn 4"),
        ("scenarios/historical.toml", ["soviet-8"], "hex", "turno 4", "turn 4"),
        ("map/hexsides.csv", ["1005", "1006"], "features", "rio", "river"),
    ],
)
def test_every_list_takes_the_words_of_the_page(
    desk: Desk, sheet: str, key: list[str], column: str, typed: str, file: str
) -> None:
    found = desk.source.sheets[sheet]
    edit = Edit(tuple(key) or found.rows[0][0], column, typed)
    told = desk.write(sheet, [edit], language="es")
    assert (told["wrong"], told["read"]) == ([], [file.replace("2.5", "2,5")])
    assert desk.source.typed(found.file)[edit.key, column] == file
    assert found.as_json({})["columns"]
    owned_game = desk.look()  # and every command reads the copy
    assert owned_game == {}


@pytest.mark.parametrize(
    ("game", "sheet", "key", "column", "typed", "told"),
    [
        ("dagc", "game.toml", "terrain clear", "natural", "5", "Escribe sí o no"),
        ("dagc", "game.toml", "terrain coast", "move", "two", "Escribe un número."),
        ("dagc", "game.toml", "terrain swamp", "move", "(none)", "no se vacía"),
        ("dagc", "game.toml", "terrain german-entrenchment", "defends", "xyz", "Alemán, Soviético"),
        ("dagc", "game.toml", "hexside river", "natural", "sí", "deja vacía esta casilla"),
        ("dagc", "game.toml", "terrain coast", "move", "1_000", "Escribe un número."),
        ("nr", "game.toml", "terrain forest", "shift", "−1,5", "Escribe un número entero."),
        ("dagc", "map/hexes.csv", "1005", "terrain", "bosque, rio", "'rio'"),
        ("kursk", "map/hexes.csv", "0120", "terrain", "x", "'Lado soviético de la línea"),
        ("dagc", "counters.csv", "soviet-8", "strength", "-5", "-5 es menos de 0."),
        ("dagc", "map/hexes.csv", "1005", "terrain", "bosqe", "¿Querías decir 'Bosque'?"),
        ("nr", "cards.csv", "1", "axis_initiative", "xyzzy", "Eje"),
    ],
)
def test_what_no_command_could_read_is_refused_in_the_language_of_the_page(
    desk: Desk, game: str, sheet: str, key: str, column: str, typed: str, told: str
) -> None:
    desk = desk if game == "dagc" else Desk.of(find_game(game))
    edit = Edit(tuple(key.split()), column, typed)
    (wrong,) = desk.write(sheet, [edit], language="es")["wrong"]
    assert told in complaining("es")(wrong["told"])
    assert not desk.source.own.exists()


@pytest.mark.parametrize("game", ["aldra", "dagc", "kursk", "mlb", "nr", "uis"])
def test_a_cell_may_be_typed_as_it_stands(desk: Desk, game: str) -> None:
    found = desk.source.game if game == "dagc" else Desk.of(find_game(game)).source.game
    sheets = (desk if game == "dagc" else Desk.of(find_game(game))).source.sheets
    for id_ in ("map/hexes.csv", "map/hexsides.csv"):
        for code in ("en", "es") if id_ in sheets else ():
            for stands, said in cells_in(found, sheets[id_], code).items():
                column = sheets[id_].columns[0]
                assert as_in_file(found, sheets[id_], column, code, said) == stands


def test_what_waited_while_the_program_was_away_does_not_go_over_what_came_meanwhile(
    desk: Desk,
) -> None:
    place = (("crt", "1"), "0")
    desk.write(CRT, [Edit(*place, "DE")])
    again = Desk.of(find_game("dagc"))
    waited = [Edit(*place, "BB", was=""), Edit(*place, "DR", was="BB")]
    told = again.write(CRT, waited, "a page of before")["wrong"]
    assert [one["text"] for one in told] == ["DE", "DE"]
    assert again.write(CRT, [Edit(*place, "BB", was="DE")], "a page of before")["wrong"] == []


def test_arrivals_are_a_sheet_of_their_own(client: TestClient, desk: Desk) -> None:
    sheet = client.post("/api/sheet", json={"id": "counters.csv#arrivals"}, headers=HEAD).json()
    key = sheet["rows"][0]["key"]
    told = write(client, "counters.csv#arrivals", (key, "setup", "turn 4"))
    assert told["wrong"] == []
    assert load_game("dagc").counters[key[0]].setup == "turn 4"


def test_what_cannot_be_written_now_waits_on_the_page(
    browser: Any, address: str, desk: Desk
) -> None:
    desk.source.own.mkdir(parents=True)
    damaged = desk.source.own / "combat.csv"
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector("td input:focus")
    damaged.write_bytes(b"\xff\xfe nonsense")
    page.keyboard.type("BB")
    page.keyboard.press("Enter")
    page.wait_for_selector("#status:has-text('1 value waits here'):has-text('Leave the page')")
    for _ in range(2):
        page.keyboard.type("BB")
        page.keyboard.press("Enter")
    assert "3 values wait here" in page.inner_text("#status")
    assert damaged.read_bytes() == b"\xff\xfe nonsense"
    page.evaluate("location.hash = 'of-a-program-that-ended'")
    page.wait_for_selector("#status:has-text('3 values wait here'):has-text('Open in this tab')")
    damaged.unlink()
    page.evaluate(f"location.hash = '{TOKEN}'")
    page.wait_for_selector("nav small:text-is('3 of 72')")
    page.close()
    assert list(load_game("dagc").tables["crt"].cells.values()).count("BB") >= 3


def test_a_board_without_hexes_has_no_map_to_paint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own").mkdir()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    (tmp_path / "few" / "scenarios").mkdir(parents=True)
    for name, text in {
        "game.toml": 'id = "few"\ntitle = "Few"\nversion = "0.1.0"\n[[side]]\nid = "blue"\n'
        'name = "Blue"\n[board]\nwidth = 90\nheight = 90\n[turns]\nfirst = 1\nlast = 2\n'
        '[[phase]]\nid = "go"\nname = "Go"\n[units.types]\nman = {}\n',
        "counters.csv": "id,side,type,name\n",
        "scenarios/first.toml": 'name = "First"\n',
    }.items():
        (tmp_path / "few" / name).write_text(text, encoding="utf-8")
    desk = Desk.of(tmp_path / "few")
    assert desk.start()["map"] is False
    with pytest.raises(BadRequestError, match="without hexes is not painted"):
        desk.map()
    told = CliRunner().invoke(app, ["fit", str(tmp_path / "few"), "--picture", "few.png"])
    assert "The board has no hexes to lay on a picture." in str(told.exception)
