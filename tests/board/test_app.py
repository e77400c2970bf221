"""The board page's server: what it tells, to whom, and what it never tells."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from starlette.testclient import TestClient

from assistant.board.app import STATIC, make_app
from assistant.board.changed import Change
from assistant.board.images import Images
from assistant.board.lettering import SCALE
from assistant.board.questions import Asked, Ways
from assistant.board.scene import board, scene
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.board.turning import in_order
from assistant.questions.answers import Arrival
from assistant.report.sheet import Sheet, sheet_of
from builder.drawing import looks, mix
from builder.drawing.below import Piece, box_of
from builder.drawing.looks import CountersDrawing, counters_drawing
from builder.game.loader import load_game
from builder.game.model import Game
from tests.bench._whole_position import at_set_up
from tests.board.conftest import source_of
from tests.board.visiting import let_in


@pytest.fixture
def client(session: Session) -> TestClient:
    return TestClient(make_app(session), base_url="http://localhost")


def test_the_page_and_its_parts(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for part in (part for part in STATIC.rglob("*") if part.is_file()):
        answer = client.get(f"/static/{part.relative_to(STATIC).as_posix()}")
        assert answer.content == part.read_bytes()
        assert answer.headers["cache-control"] == "no-cache"
    kept = re.search(r'src="(/static/\w+/main.js)"', page.text)
    assert kept is not None
    assert "immutable" in client.get(kept[1]).headers["cache-control"]


NAMED = """
game = "aldra"
[[unit]]
id = "A"
side = "crown"
type = "foot"
strength = [4, 2]
hex = "{hex}"
"""


@pytest.mark.parametrize(("hex_", "again"), [("0208", 1), ("0711", 0)])
def test_a_name_that_counters_cover_is_taken_off_and_written_again(
    client: TestClient,
    session: Session,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    hex_: str,
    again: int,
) -> None:
    """The counter in 0208 lies on Upper Hale; the one in 0711 on no name."""
    file = tmp_path / "named.toml"
    file.write_text(NAMED.format(hex=hex_))
    session.sources[0] = open_source(file)
    assert client.get("/api/names").json() == {"below": [], "again": []}, "it is not drawn yet"
    sheet = session.images.sheet(session.sources[0].moment().position)
    place = box_of(sheet.labels("en")["0207"][1])
    wide, high = place[2] - place[0], place[3] - place[1]
    monkeypatch.setattr(Sheet, "is_kept", lambda *_: True)
    monkeypatch.setattr(
        Sheet, "below", lambda *_: {place: [Piece(0, b"\xaa\xbb\xcc" * wide * high)]}
    )
    told = client.get("/api/names").json()
    assert [len(told[kind]) for kind in ("below", "again")] == [again, again]
    for kind, scale in (("below", 1), ("again", SCALE)):
        for one in told[kind]:
            picture = Image.open(BytesIO(client.get(f"/counter/{one['picture']}.png").content))
            assert picture.size == (one["at"][2] * scale, one["at"][3] * scale)
            flat = picture.getpixel((0, 0))
            assert flat == ((0xAA, 0xBB, 0xCC, 255) if kind == "below" else (0, 0, 0, 0))


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.7", "localhost.evil.example"])
def test_other_hosts_are_refused(session: Session, host: str) -> None:
    client = TestClient(make_app(session), base_url=f"http://{host}")
    assert client.get("/api/scene").status_code == 400


def test_the_local_network_is_served_by_its_token_alone(session: Session) -> None:
    app = make_app(session, "secret", ["192.168.1.7"])
    client = TestClient(app, base_url="http://192.168.1.7")
    assert client.get("/api/scene").status_code == 403
    refused = client.get("/?token=wrong", headers={"accept-language": "es-ES,en;q=0.5"})
    assert (refused.status_code, refused.text[:37]) == (
        403,
        "Esta página enseña lo que ve un bando",
    )
    assert let_in(app, "secret", "http://192.168.1.7").get("/api/scene").status_code == 200
    other = TestClient(app, base_url="http://192.168.1.8")
    assert other.get("/?token=secret").status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_origins_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    assert client.get("/api/scene", headers=headers).status_code == 403


def test_the_scene(client: TestClient) -> None:
    scene = client.get("/api/scene").json()
    assert [unit["id"] for unit in scene["units"]] == ["D", "A", "B", "TOP"]
    assert scene["units"][0]["supply"]["state"] in ("supplied", "oos", "port")
    assert any(attack["target"] == "3910" for attack in scene["attacks"])
    assert "3910" in scene["zones"]["soviet"]


def test_the_turn_with_arrivals_and_points(client: TestClient) -> None:
    told = client.get("/api/turning").json()
    assert (told["turn"]["phase"], told["turn"]["side"]) == ("soviet-post-combat", "soviet")
    assert any("3910" in duty["hexes"] for duty in told["turn"]["duties"])
    later = client.get("/api/turning", params={"try": "turn:4~own:3908:soviet"}).json()
    assert later["score"]["points"]["soviet"] > told["score"]["points"]["soviet"]


def test_arrivals_have_their_hexes_and_those_of_this_turn_come_first(evening: Session) -> None:
    told = TestClient(make_app(evening), "http://127.0.0.1").get("/api/turning").json()
    assert {way["by"] for one in told["arrivals"] for way in one["ways"]} == {"placement"}
    soon = [one["soon"] for one in told["arrivals"]]
    assert soon == sorted(soon, reverse=True)
    coming = {unit for one in told["arrivals"] for unit in one["units"]}
    assert told["called"]
    assert told["called"].keys() <= coming  # those on the table are named already


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_of_those_who_come_now_the_side_in_phase_is_first(side: str) -> None:
    coming = [
        Arrival("replacement", "axis", ("a",), "possible", "7.9"),
        Arrival("reinforcement", "soviet", ("b",), "due", "7.8"),
        Arrival("reinforcement", side, ("c",), "later", "7.8"),
    ]
    other = "axis" if side == "soviet" else "soviet"
    assert [one.side for one in in_order(coming, side)] == [side, other, side]
    assert [one.units for one in in_order(coming, "")] == [("a",), ("b",), ("c",)]


def test_odds_with_fewer_attackers(client: TestClient) -> None:
    everybody = client.get("/api/odds", params={"hex": "3910"}).json()
    one = client.get("/api/odds", params={"hex": "3910", "from": "A"}).json()
    assert everybody["attack"] > one["attack"] == 4
    assert sum(one["chances"].values()) == pytest.approx(1)


def test_results_tell_who_dies(client: TestClient) -> None:
    results = client.get("/api/results", params={"hex": "3910"}).json()
    assert results
    assert all(answer is None or answer["hex"] == "3910" for answer in results.values())


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("odds", {"hex": "9999"}),
        ("odds", {}),
        ("odds", {"hex": "3910", "from": "NOBODY"}),
        ("moves", {"unit": "NOBODY"}),
        ("odds", {"hex": "3910", "with": "nonsense=1"}),
    ],
)
def test_wrong_questions_get_a_sentence(
    client: TestClient, path: str, words: dict[str, str]
) -> None:
    answer = client.get(f"/api/{path}", params=words)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_counters_are_pictures(client: TestClient) -> None:
    units = client.get("/api/scene").json()["units"]
    picture = client.get(f"/counter/{units[0]['picture']}.png")
    assert picture.content.startswith(b"\x89PNG")
    assert client.get("/counter/0000.png").status_code == 404
    assert client.get("/map/0000/0-0-0.jpg").status_code == 404


def test_advances_as_if_the_defenders_were_gone(client: TestClient) -> None:
    advances = client.get("/api/advances", params={"hex": "3910", "from": "A"}).json()
    assert advances["units"][0]["options"][0] == ["3910"]


@pytest.mark.parametrize("board", ["blank", "own"])
def test_a_board_of_its_own_has_a_map_of_its_own(tmp_path: Path, board: str) -> None:
    plain = source_of(tmp_path, "")
    file = tmp_path / "other.toml"
    overlay = '[terrain]\n"3910" = ["swamp"]\n'
    text = f'game = "dagc"\nboard = "{board}"\n{overlay}'
    file.write_text(text, encoding="utf-8")
    session = Session(sources=[plain, open_source(file)])
    client = TestClient(make_app(session), base_url="http://localhost")
    boards = [client.get("/api/board", params={"file": number}).json() for number in (0, 1)]
    scenes = [client.get("/api/scene", params={"file": number}).json() for number in (0, 1)]
    assert boards[0]["key"] != boards[1]["key"]
    assert [scene["board"] for scene in scenes] == [told["key"] for told in boards]
    assert boards[1]["terrain"]["3910"] == ["swamp"]
    assert ("3911" in boards[1]["terrain"]) == (board == "own")


def test_units_in_boxes_and_areas_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "nr.toml"
    units = "".join(
        f'[[unit]]\nid = "{place}"\nside = "axis"\ntype = "infantry"\nstrength = [4]\nhex = "{place}"\n'
        for place in ("finland", "shattered")
    )
    file.write_text(f'game = "nr"\n{units}', encoding="utf-8")
    client = TestClient(make_app(Session(sources=[open_source(file)])), base_url="http://localhost")
    board = client.get("/api/board").json()
    for unit in client.get("/api/scene").json()["units"]:
        left, _, width, _ = board["boxes"][unit["hex"]]
        assert left < board["centres"][unit["hex"]][0] < left + width
        assert board["words"]["es"][f"box.{unit['hex']}"]


def test_a_blank_board_has_the_words_of_its_game(tmp_path: Path, images: Images) -> None:
    file = tmp_path / "blank.toml"
    unit = 'id = "S"\nside = "soviet"\ntype = "infantry"\nhex = "0505"\n'
    file.write_text(f'game = "mlb"\nboard = "blank"\n[[unit]]\n{unit}', encoding="utf-8")
    page = make_app(Session(sources=[open_source(file)], images=images))
    board = TestClient(page, base_url="http://localhost").get("/api/board").json()
    assert board["words"]["es"]["word.relocated"] == "recolocado"


INFILTRATES = """
game = "kursk"
board = "blank"
turn = 3
scenario = "july"
phase = "german-movement"
lines = { road = [["2001", "2002", "2003", "2004", "2005", "2006", "2007", "2008", "2009", "2010"]] }
"""


def test_hexes_reached_by_infiltration_are_told_as_that(tmp_path: Path) -> None:
    placed = (
        ("H", "german", "hq", "2012"), ("I", "german", "infantry", "2017"),
        ("K", "german", "kampfgruppe", "2016"), ("R", "soviet", "rifle", "2118"),
        ("S", "soviet", "rifle", "1919"),
    )  # fmt: skip
    units = "".join(
        f'[[unit]]\nid = "{id_}"\nside = "{side}"\ntype = "{type_}"\nhex = "{hex_}"\n'
        f"attack = 8\nsteps = 4\nmovement = 5\n" + 'hq = ["H"]\n' * (id_ in "IK")
        for id_, side, type_, hex_ in placed
    )
    file = tmp_path / "kursk.toml"
    file.write_text(INFILTRATES + units, encoding="utf-8")
    moves = Ways().moves_of(Asked(open_source(file), 0, {"unit": "I"}))
    (told,) = (why for why in moves.because if why.rule == "5.5")
    assert str(told.text).startswith("By infiltration: ")
    assert moves.extra["ruled"] == sorted(told.text.values["hexes"])


def test_an_answer_that_fails_leaves_the_page_alive(
    session: Session, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise KeyError("4711")

    monkeypatch.setattr(Asked, "moves", broken)
    answer = client.get("/api/moves", params={"unit": "A"})
    assert (answer.status_code, answer.json()) == (
        500,
        {"error": "No answer can be given (KeyError: '4711')."},
    )


def test_the_map_is_drawn_and_cut_into_tiles(client: TestClient) -> None:
    board = client.get("/api/board").json()
    wide, high, side = board["width"], board["height"], board["tile"]
    for size in range(board["sizes"]):
        columns, rows = -(-wide // side), -(-high // side)
        tile = client.get(f"{board['maps']['en']}/{size}-{columns - 1}-{rows - 1}.jpg")
        with Image.open(BytesIO(tile.content)) as picture:
            assert picture.size == (wide - (columns - 1) * side, high - (rows - 1) * side)
        for beyond in (f"{size}-{columns}-0", f"{size}-0-{rows}", "..%2F0-0-0"):
            assert client.get(f"{board['maps']['en']}/{beyond}.jpg").status_code == 404
        wide, high = -(-wide // 2), -(-high // 2)
    assert max(wide, high) <= side


def test_each_hex_has_the_colour_of_its_ground(client: TestClient) -> None:
    board = client.get("/api/board").json()
    told = [name for hexes in board["ground"].values() for name in hexes]
    assert sorted(told) == sorted(set(board["centres"]) - set(board["boxes"]))
    wooded = {name for name, kinds in board["terrain"].items() if "forest" in kinds}
    assert any(wooded & set(hexes) for hexes in board["ground"].values())


def test_the_rest_of_the_map_is_told_as_lines_that_lie_on_it(client: TestClient) -> None:
    board = client.get("/api/board").json()
    runs = [run for stroke in board["sketch"] for run in stroke["runs"]]
    assert max(map(len, runs)) > 2, "lines"
    assert all(0 <= x <= board["width"] for run in runs for x in run[::2])
    assert all(0 <= y <= board["height"] for run in runs for y in run[1::2])
    cities = {name for name, kinds in board["terrain"].items() if "city" in kinds}
    discs = {tuple(run) for run in runs if len(run) == 2}
    assert discs >= {tuple(map(round, board["centres"][name])) for name in cities}


def test_what_a_side_may_not_see_is_not_in_the_data(tmp_path: Path) -> None:
    client = TestClient(
        make_app(Session(sources=[source_of(tmp_path, "german")])), base_url="http://localhost"
    )
    told = client.get("/api/scene").text
    assert '"TOP"' in told
    assert '"B"' not in told
    assert client.get("/api/moves", params={"unit": "B"}).status_code == 422


def test_news_belong_to_the_newest_moment() -> None:
    log = open_source(Path(__file__).parents[2] / "docs/examples/evening.vlog")
    session = Session(sources=[log], version=1, news=[Change("attack", hex="3501", after="+8")])
    client = TestClient(make_app(session), base_url="http://localhost")
    assert [change["hex"] for change in client.get("/api/scene").json()["news"]] == ["3501"]
    assert client.get("/api/scene", params={"step": 3}).json()["news"] == []


def test_nothing_shown_yet() -> None:
    session = Session()
    client = TestClient(make_app(session), base_url="http://localhost")
    assert client.get("/api/scene").json() == {"empty": True, "note": ""}
    session.trouble("a.vsav: It ends too early.")
    assert client.get("/api/scene").json()["note"] == "a.vsav: It ends too early."


def test_colours_that_a_game_calls_by_name_are_told_as_browsers_read_them() -> None:
    told = board(
        sheet_of(
            at_set_up(load_game(Path(__file__).parents[2] / "source-art/karga"), "spring-push")
        )
    )
    assert {result["tint"][:1] for result in told["results"]} == {"#"}
    assert {side["colour"][:1] for side in told["sides"]} == {"#"}


def test_how_counters_look_is_read_once_a_board(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is long to read, and a board has hundreds of counters."""
    read: list[str] = []

    def counted(game: Game) -> CountersDrawing:
        read.append(game.id)
        return counters_drawing(game)

    monkeypatch.setattr(looks, "counters_drawing", counted)
    monkeypatch.setattr(mix, "counters_drawing", counted)
    shown = scene(session.sources[0], 0, Images())
    assert len({unit["picture"] for unit in shown["units"]}) > 1
    assert read == ["dagc"]
