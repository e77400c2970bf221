"""The pages for makers of games: what they tell, what they refuse, and a visit in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.cli.watching import bound_port, served
from assistant.studio.app import make_app
from assistant.studio.owner_tracing import OwnerTracing
from assistant.studio.workshop import Fitting, Tracing
from builder.drawing.map.layout import layout_map
from builder.drawing.map.read_config import map_drawing
from builder.game.loader import load_game
from builder.game.owned import VARIABLE
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.hexes.fit import GridFit, Mark
from builder.hexes.grid import PixelGrid
from builder.tracing.fit_file import save_fit

TOKEN = "secret"
HEAD = {"x-kessel-token": TOKEN}
LIES = GridFit((40.0, 30.0), 0.01, 44.0, 46.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game whose picture has its woods green and the rest buff."""
    new_game("hill", tmp_path)
    folder = tmp_path / "hill"
    game = load_game(folder)
    plane = PixelGrid(game.grid, 1, 0, 0)
    image = Image.new("RGB", (720, 560), "#e8dcb0")
    pen = ImageDraw.Draw(image)
    for name in game.grid.places:
        x, y = LIES.pixel(*plane.centre(name))
        if "woods" in game.board.of(name):
            pen.ellipse((x - 22, y - 22, x + 22, y + 22), fill="#3c8a3c")
    (folder / "art").mkdir()
    image.save(folder / "art/map.png")
    return folder


def marks(folder: Path, *names: str) -> list[dict[str, object]]:
    plane = PixelGrid(load_game(folder).grid, 1, 0, 0)
    return [{"hex": name, "at": LIES.pixel(*plane.centre(name))} for name in names]


CORNERS = ("0101", "0114", "1001", "1014")


def visit(workshop: Fitting | Tracing) -> TestClient:
    return TestClient(make_app(workshop, TOKEN), base_url="http://localhost")


def fitted(folder: Path) -> Path:
    client = visit(Fitting(folder, "art/map.png"))
    sent = {"marks": marks(folder, *CORNERS)}
    told = client.post("/api/save", json=sent, headers=HEAD).json()
    assert told["saved"] == ["game.toml"]
    return folder


def test_marks_are_fitted_told_and_saved(folder: Path) -> None:
    client = visit(Fitting(folder, "art/map.png"))
    start = client.get("/api/start", headers=HEAD).json()
    assert (start["mode"], start["picture"]["width"], len(start["hexes"])) == ("fit", 720, 140)
    found = client.post("/api/fit", json={"marks": marks(folder, *CORNERS)}, headers=HEAD).json()
    assert (found["across"], found["suspect"]) == (pytest.approx(44), None)
    few = client.post("/api/fit", json={"marks": marks(folder, "0101")}, headers=HEAD).json()
    assert "mark 3 or more" in few["fault"]
    fitted(folder)
    assert len(map_drawing(load_game(folder)).fit) == 4
    told = CliRunner().invoke(app, ["fit", str(folder), "--json"])
    assert '"across": 44.0' in told.stdout


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ({"0114": (640, 60), "0401": (80, 450)}, "times as high as regular ones"),  # it is 1001
        ({"0102": (700, 60), "0201": (380, 520)}, "136 of 140 hexes lie beyond the picture"),
        ({"0114": (62, 60), "1001": (60.1, 61.3)}, "The map would be 377,428 x "),
    ],
)
def test_marks_that_no_command_would_read_are_told_and_not_saved(
    folder: Path, last: dict[str, tuple[float, float]], said: str
) -> None:
    before = (folder / "game.toml").read_bytes()
    client = visit(Fitting(folder, "art/map.png"))
    sent = {"marks": [{"hex": name, "at": at} for name, at in {"0101": (60, 60), **last}.items()]}
    found = client.post("/api/fit", json=sent, headers=HEAD).json()
    assert said in found["refused"]["text"] in found["fault"]
    assert found["refused"]["said"]["es"]["text"] != found["refused"]["text"]
    refused = client.post("/api/save", json=sent, headers=HEAD)
    assert (refused.status_code, said in refused.text) == (422, True)
    assert (folder / "game.toml").read_bytes() == before
    save_fit(
        folder, "art/map.png", [Mark(name, at) for name, at in {"0101": (60, 60), **last}.items()]
    )
    told = CliRunner().invoke(app, ["fit", str(folder), "--no-page"])
    assert said in str(told.exception)
    with pytest.raises(ProblemsError, match=said):
        layout_map(load_game(folder))


def test_an_inset_that_comes_to_lie_on_land_is_told_and_keeps_no_mark(folder: Path) -> None:
    """Only check told it, once the marks were saved."""
    toml, before = folder / "game.toml", '[drawing.map]\ninset = { scale = "0505" }\n'
    text = toml.read_text(encoding="utf-8")
    text = text.replace("[drawing.map]\n", before) if "[drawing.map]" in text else text + before
    toml.write_text(text, encoding="utf-8")
    client = visit(Fitting(folder, "art/map.png"))
    sent = {"marks": marks(folder, *CORNERS)}
    (told,) = client.post("/api/fit", json=sent, headers=HEAD).json()["beside"]
    assert told["text"].startswith("The scale would cover 0505, ")
    assert told["said"]["es"]["remedy"] != told["remedy"]
    assert client.post("/api/save", json=sent, headers=HEAD).json()["saved"] == ["game.toml"]
    shown = CliRunner().invoke(app, ["fit", str(folder), "--no-page"])
    assert "The scale would cover 0505, " in shown.stdout


def test_clusters_are_told_and_terrain_is_saved(folder: Path) -> None:
    client = visit(Tracing(fitted(folder)))
    start = client.get("/api/start", headers=HEAD).json()
    assert start["names"]["es"]["terrain.woods"] == "Bosque"
    wanted = {"what": "hexes", "count": 4}
    owner = client.post("/api/clusters", json=wanted, headers=HEAD).json()["of"]
    game = load_game(folder)
    woods = [
        n
        for (name, _, _), n in zip(start["hexes"], owner, strict=True)
        if "woods" in game.board.of(name)
    ]
    assert not set(woods) & {owner[0]}
    sides = client.post("/api/clusters", json={"what": "sides", "count": 3}, headers=HEAD).json()
    assert len(sides["sides"]) == len(sides["of"])
    sent = {"hexes": {"0909": ["hills"]}, "sides": [["0909", "0910", ["river"]]], "lines": []}
    saved = client.post("/api/save", json=sent, headers=HEAD).json()["saved"]
    assert saved == ["hexes.csv", "hexsides.csv", "lines.csv"]
    assert load_game(folder).board.of("0909") == {"hills"}


def test_what_was_edited_beside_the_page_is_replaced_only_when_saved_twice(folder: Path) -> None:
    client = visit(Tracing(fitted(folder)))
    seen = client.get("/api/start", headers=HEAD).json()["seen"]
    sent = {"hexes": {"0909": ["hills"]}, "sides": [], "lines": [], "seen": seen}
    sent["seen"] = client.post("/api/save", json=sent, headers=HEAD).json()["seen"]
    path = folder / "map" / "hexes.csv"
    mine = path.read_text(encoding="utf-8") + "0101,woods,,mine\n"
    path.write_text(mine, encoding="utf-8")
    told = client.post("/api/save", json=sent, headers=HEAD).text
    assert "changed since this page read it" in told
    assert path.read_text(encoding="utf-8") == mine
    assert "saved" in client.post("/api/save", json=sent, headers=HEAD).json()
    assert "mine" not in path.read_text(encoding="utf-8")


def test_only_what_was_changed_on_the_page_is_written(folder: Path) -> None:
    """Of two pages each keeps what the other one wrote where it changed nothing itself."""
    client = visit(Tracing(fitted(folder)))
    seen = client.get("/api/start", headers=HEAD).json()["seen"]
    sent = {"hexes": {"0909": ["hills"]}, "sides": [], "lines": [], "seen": seen}
    path = folder / "map" / "lines.csv"
    mine = path.read_text(encoding="utf-8") + "road,Mine,0101 0102,map\n"
    path.write_text(mine, encoding="utf-8")
    told = client.post("/api/save", json={**sent, "changed": ["hexes"]}, headers=HEAD).json()
    assert told["saved"] == ["hexes.csv"]
    assert path.read_text(encoding="utf-8") == mine
    later = {**sent, "seen": told["seen"], "changed": ["lines"]}
    assert "changed since this page" in client.post("/api/save", json=later, headers=HEAD).text
    path.unlink()
    again = {**sent, "seen": told["seen"], "changed": []}
    assert "changed since this page" in client.post("/api/save", json=again, headers=HEAD).text
    assert client.post("/api/save", json=again, headers=HEAD).json()["saved"] == ["lines.csv"]
    for wrong in (["roads"], "hexes", [[]]):
        odd = client.post("/api/save", json={**sent, "changed": wrong}, headers=HEAD)
        assert odd.status_code == 400
    client = visit(Fitting(folder, "art/map.png"))
    begun = client.get("/api/start", headers=HEAD).json()
    (folder / "game.toml").unlink()
    for _ in range(2):
        gone = client.post("/api/save", json=begun, headers=HEAD)
        assert "game.toml is not there any more: put it back" in gone.text


def test_a_page_opened_anew_shows_what_was_saved_and_an_older_one_does_not_undo_it(
    folder: Path,
) -> None:
    for workshop, save, path in (
        (
            Fitting(fitted(folder), "art/map.png"),
            {"marks": marks(folder, *CORNERS[:3])},
            "game.toml",
        ),
        (
            Tracing(folder),
            {"hexes": {"0909": ["hills"]}, "sides": [], "lines": []},
            "map/hexes.csv",
        ),
    ):
        client = visit(workshop)
        older = client.get("/api/start", headers=HEAD).json()
        client.post("/api/save", json={**save, "seen": older["seen"]}, headers=HEAD)
        now = client.get("/api/start", headers=HEAD).json()
        if "marks" in save:
            assert len(now["marks"]) == 3
            other = {"marks": marks(folder, *CORNERS)}
        else:
            assert now["traced"]["hexes"] == {"0909": ["hills"]}
            other = {**save, "hexes": {}}
        before = (folder / path).read_bytes()
        told = client.post("/api/save", json={**other, "seen": older["seen"]}, headers=HEAD)
        assert "changed since this page read it" in told.text
        assert (folder / path).read_bytes() == before
        told = client.post("/api/save", json={**other, "seen": now["seen"]}, headers=HEAD)
        assert "saved" in told.json()
        assert (folder / path).read_bytes() != before


def test_a_page_of_another_grid_is_not_opened(folder: Path) -> None:
    client = visit(Tracing(fitted(folder)))
    assert client.get("/api/start", headers=HEAD).status_code == 200
    path = folder / "game.toml"
    path.write_text(path.read_text("utf-8").replace("count = 10", "count = 9"), encoding="utf-8")
    told = client.get("/api/start", headers=HEAD)
    assert "begin it anew" in told.text


def test_a_link_that_came_while_the_page_was_open_is_not_followed(folder: Path) -> None:
    client = visit(Tracing(fitted(folder)))
    client.get("/api/start", headers=HEAD)
    outside, path = folder.parent / "outside.csv", folder / "map" / "hexes.csv"
    outside.write_text("hex,terrain,name,source\n", encoding="utf-8")
    path.unlink(missing_ok=True)
    path.symlink_to(outside)
    sent = {"hexes": {"0909": ["hills"]}, "sides": [], "lines": []}
    for _ in range(2):
        assert "leads out" in client.post("/api/save", json=sent, headers=HEAD).text
    assert outside.read_text(encoding="utf-8") == "hex,terrain,name,source\n"


def test_what_the_owner_typed_stays_out_of_the_games_own_files(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    own = tmp_path / "own" / "hill" / "map" / "hexes.csv"
    own.parent.mkdir(parents=True)
    own.write_text("hex,terrain,name\n0101,hills,Secret\n", encoding="utf-8")
    client = visit(Tracing(fitted(folder)))
    start = client.get("/api/start", headers=HEAD).json()
    sent = {**start["traced"], "seen": start["seen"]}
    sent["hexes"]["0909"] = ["hills"]
    sent["lines"] = []
    assert "saved" in client.post("/api/save", json=sent, headers=HEAD).json()
    written = (folder / "map" / "hexes.csv").read_text(encoding="utf-8")
    assert "0909,hills" in written
    assert "0101,sea,,map" in written
    assert "Secret" not in written


def test_an_owners_table_that_was_edited_beside_the_page_is_replaced_only_when_saved_twice(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the desk, which may be open at the same time."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    client = visit(OwnerTracing(fitted(folder)))
    seen = client.get("/api/start", headers=HEAD).json()["seen"]
    path = tmp_path / "own" / "hill" / "map" / "hexes.csv"
    path.parent.mkdir(parents=True)
    mine = "hex,terrain\n0101,hills\n"
    path.write_text(mine, encoding="utf-8")
    sent = {"hexes": {"0909": ["hills"]}, "sides": [], "lines": [], "seen": seen}
    assert "changed since this page" in client.post("/api/save", json=sent, headers=HEAD).text
    assert path.read_text(encoding="utf-8") == mine
    assert "saved" in client.post("/api/save", json=sent, headers=HEAD).json()
    assert "0909" in path.read_text(encoding="utf-8")


def test_tiles(folder: Path) -> None:
    client = visit(Fitting(folder, "art/map.png"))
    for tile, status in (
        ("0/0/0", 200),
        ("0/1/1", 200),
        ("1/0/0", 200),
        ("0/2/0", 404),
        ("9/0/0", 404),
    ):
        answer = client.get(f"/tile/{tile}.jpg", params={"token": TOKEN})
        assert answer.status_code == status, tile


@pytest.mark.parametrize(
    ("path", "body", "headers", "status"),
    [
        ("/api/fit", {"marks": []}, {}, 403),
        ("/api/fit", {"marks": []}, {"x-kessel-token": "wrong"}, 403),
        ("/api/fit", {"marks": []}, HEAD | {"host": "evil.example"}, 400),
        ("/api/fit", {"marks": []}, HEAD | {"origin": "http://evil.example"}, 403),
        ("/api/fit", [], HEAD, 400),
        ("/api/fit", {"marks": [{"hex": "0101"}]}, HEAD, 400),
        ("/api/fit", {"marks": [{"hex": "0101", "at": [True, 2]}]}, HEAD, 400),
        ("/api/fit", {"marks": [{"hex": "9999", "at": [1, 2]}]}, HEAD, 400),
        ("/api/fit", {"marks": [{"hex": "0101", "at": [1e30, 2]}]}, HEAD, 400),
        ("/api/fit", {"marks": [{"hex": "0101", "at": [920, 2]}]}, HEAD, 400),
        ("/api/fit", {"marks": [{"hex": "0101", "at": [-80, 2]}]}, HEAD, 200),
        ("/api/save", {"marks": []}, HEAD, 400),
        ("/api/clusters", {"what": "hexes", "count": 3}, HEAD, 404),
    ],
)  # fmt: skip
def test_what_is_refused(
    folder: Path, path: str, body: object, headers: dict[str, str], status: int
) -> None:
    before = (folder / "game.toml").read_bytes()
    answer = visit(Fitting(folder, "art/map.png")).post(path, json=body, headers=headers)
    assert answer.status_code == status
    assert (folder / "game.toml").read_bytes() == before


@pytest.mark.parametrize(
    "body",
    [{}, {"hexes": 3, "sides": [], "lines": []}, {"hexes": {"0101": "woods"}, "sides": [], "lines": []},
     {"hexes": {"0101": ["wood"]}, "sides": [], "lines": []}, {"hexes": {}, "sides": [["0101"]], "lines": []}],
)  # fmt: skip
def test_what_is_not_saved(folder: Path, body: object) -> None:
    client = visit(Tracing(fitted(folder)))
    before = (folder / "map/hexes.csv").read_bytes()
    assert client.post("/api/save", json=body, headers=HEAD).status_code in (400, 422)
    assert (folder / "map/hexes.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fit"], "There is no picture to lay the grid on"),
        (["fit", "--picture", "art/none.png"], "--picture: There is no picture"),
        (["fit", "--picture", "../x.png"], "--picture: The picture"),
        (["trace"], "/hill --picture art/map.png`"),
        (["trace", "--extension", "a.vmdx"], "write --module"),
    ],
)
def test_commands_tell_what_is_missing(folder: Path, words: list[str], said: str) -> None:
    found = CliRunner().invoke(app, [words[0], str(folder), *words[1:]])
    assert said in str(found.exception)


def test_a_word_stands_alone_unless_shift_joins_it(browser: Any, folder: Path) -> None:
    """Who names one cluster Woods and the next Hills does not get Hills with Woods."""
    bound = bound_port(0)
    server = served(make_app(Tracing(fitted(folder)), TOKEN), bound)
    page = browser.new_page(viewport={"width": 1100, "height": 700})
    page.goto(f"http://127.0.0.1:{bound.getsockname()[1]}/#{TOKEN}")
    page.wait_for_selector("[data-cluster='1']")

    def named(number: int, word: str, *keys: Any) -> str:
        page.locator(".chips button", has_text=word).click(modifiers=keys)
        page.click(f"[data-cluster='{number}']")
        return str(page.inner_text(f"[data-cluster='{number}'] .words"))

    page.click("#save")
    page.wait_for_selector("#status:has-text('Nothing has changed')")
    found = [named(0, "Woods"), named(1, "Hills"), named(0, "Town", "Shift")]
    page.click("#save")
    page.wait_for_selector("#status:has-text('Saved: hexes.csv.')")
    page.get_by_role("tab", name="Lines").click()
    box = page.locator("#stage").bounding_box()
    for part in (0.35, 0.6):
        page.mouse.click(box["x"] + box["width"] * part, box["y"] + box["height"] / 2)
    assert not page.evaluate("dispatchEvent(new Event('beforeunload', {cancelable: true}))")
    page.click("#save")  # which ends the line
    page.wait_for_selector("#status:has-text('Saved: lines.csv.')")
    server.should_exit = True
    page.close()
    assert found == ["Woods", "Hills", "Hills + Town"]


def test_a_line_clicked_twice_is_kept_once(browser: Any, folder: Path) -> None:
    """Back along it too; a name that comes later is that of the line, and half of it is no other."""
    bound = bound_port(0)
    server = served(make_app(Tracing(fitted(folder)), TOKEN), bound)
    page = browser.new_page(viewport={"width": 1100, "height": 700})
    page.goto(f"http://127.0.0.1:{bound.getsockname()[1]}/#{TOKEN}")
    page.evaluate("""async () => {
        const { LinePart } = await import("/static/lines.js"), { ask } = await import("/kit/link.js");
        const start = await ask("/api/start"), at = new Map(start.hexes.map(([name, x, y]) => [name, [x, y]]));
        globalThis.lines = new LinePart({ start, at, remember() {}, panelled() {} }, []);
    }""")
    drawn = """([hexes, name]) => {
        lines.name = name;
        for (const hex of hexes) lines.clicked(hex);
        lines.ended();
    }"""
    for hexes, name in (
        (["0202", "0206"], ""),
        (["0206", "0202"], ""),
        (["0203", "0205"], ""),
        (["0202", "0206"], "Low road"),
        (["0302", "0306"], ""),
        (["0202", "0204"], "Mill lane"),
        (["0404", "0908"], "Bend"),
        (["0908", "0404"], ""),
    ):
        page.evaluate(drawn, [hexes, name])
    kept = page.evaluate("() => lines.told()")
    server.should_exit = True
    page.close()
    assert [(name, hexes[0], hexes[-1]) for _, name, hexes in kept] == [
        ("Low road", "0202", "0206"),
        ("", "0302", "0306"),
        ("Mill lane", "0202", "0204"),
        ("Bend", "0404", "0908"),
    ]


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    bound = bound_port(0)
    server = served(make_app(Fitting(folder, "art/map.png"), TOKEN), bound)
    yield f"http://127.0.0.1:{bound.getsockname()[1]}/#{TOKEN}"
    server.should_exit = True


def test_a_visit_in_a_browser(browser: Any, folder: Path, address: str) -> None:
    page = browser.new_page(viewport={"width": 1100, "height": 700})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    page.goto(address)
    page.wait_for_selector("#hex")
    stage = page.locator("#stage").bounding_box()
    assert stage
    scale = min(stage["width"] / 720, stage["height"] / 560) * 0.96
    for typed, said in (("", "Type the number"), ("9999", "0101 to 1014"), ("0101", "Click the")):
        page.fill("#hex", typed)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"text={said}")
    left, top = (720 - stage["width"] / scale) / 2, (560 - stage["height"] / scale) / 2
    for mark in marks(folder, *CORNERS):
        x, y = mark["at"]  # type: ignore[misc]
        page.mouse.click(stage["x"] + (x - left) * scale, stage["y"] + (y - top) * scale)
        page.fill("#hex", str(mark["hex"]))
        page.keyboard.press("Enter")
    page.wait_for_selector("#marks tr:nth-child(4) td.number:not(:empty)")
    page.wait_for_selector("#save:enabled")
    leaves = "dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    assert not page.evaluate(leaves)
    page.wait_for_selector("#status:has-text('Not saved yet')")
    page.click("#save")
    page.wait_for_selector("#status:has-text('game.toml')")
    assert page.evaluate(leaves)
    page.click("#language")
    page.wait_for_selector("#status:has-text('Guardado: game.toml')")
    page.click("#language")
    (folder / "game.toml").rename(folder / "away.toml")
    page.click("#save")
    page.wait_for_selector("#status:has-text('Not saved yet')")
    (folder / "away.toml").rename(folder / "game.toml")
    page.click("#save")
    page.wait_for_selector("#status:has-text('Saved: game.toml')")
    page.locator("#marks button").first.click()
    page.wait_for_selector("#status:has-text('Not saved yet')")
    assert not page.evaluate(leaves)
    page.close()
    assert [one for one in faults if "409" not in one] == []  # of the game.toml that was away
    fit = map_drawing(load_game(folder)).fit
    assert [mark.hex for mark in fit] == list(CORNERS)
    for mark, meant in zip(fit, marks(folder, *CORNERS), strict=True):
        assert mark.at == pytest.approx(meant["at"], abs=2)
