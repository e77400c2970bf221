"""Trying things out: changes of a position that no save has, and the plan of a turn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from assistant.board.app import make_app
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.board.trying import LONGEST, MOST, tried
from assistant.position import Position
from assistant.questions.protocol import QuestionError
from tests.board.conftest import source_of
from tests.board.visiting import WIDTHS, Visit, at_rest, link_of


@pytest.fixture
def base(tmp_path: Path) -> Position:
    return source_of(tmp_path, "").moment().position


@pytest.fixture
def client(session: Session) -> TestClient:
    return TestClient(make_app(session), base_url="http://localhost")


@pytest.mark.parametrize(
    ("changes", "seen"),
    [
        ("move:A:3911", {"A": ("3911", 1)}),
        ("move:A:3911~move:A:3909", {"A": ("3909", 1)}),
        ("step:B:2", {"B": ("3911", 2)}),
        ("step:B:2~step:B:1", {"B": ("3911", 1)}),
        ("gone:D", {"D": None}),
        ("new:german-56-panzer:3908", {"german-56-panzer": ("3908", 1)}),
    ],
)
def test_a_change_of_a_unit(base: Position, changes: str, seen: dict[str, Any]) -> None:
    found = tried(base, changes)
    assert found.unfit == ()
    for id_, wanted in seen.items():
        unit = found.position.by_id.get(id_)
        assert (unit and (unit.hex, unit.step)) == wanted


def test_who_is_moved_lies_on_top(base: Position) -> None:
    stack = tried(base, "move:A:3911").position.at("3911")
    assert [unit.id for unit in stack] == ["B", "TOP", "A"]


def test_the_moment_is_changed(base: Position) -> None:
    changes = "turn:5~phase:german-combat~own:3910:soviet~state:strait-used:true~state:air-1uf:2"
    found = tried(base, changes)
    position = found.position
    phases = {phase.id for phase in base.game.definition.phase}
    assert (position.turn, position.control["3910"]) == (5, "soviet")
    assert (position.value("strait-used"), position.value("air-1uf")) == (True, 2)
    assert ("german-combat" in phases) == (position.phase == "german-combat")
    assert tried(position, "own:3910:").position.control == base.control


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("move:NOBODY:3911", "'NOBODY' is no longer"),
        ("move:A:9999", "no place '9999'"),
        ("step:A:9", "no step 9"),
        ("step:A:x", "no step x"),
        ("new:nonsense:3911", "'nonsense'"),
        ("mark:A:nonsense", "no marker"),
        ("own:3910:martian", "no side"),
        ("turn:99", "turns 1 to"),
        ("phase:nonsense", "no phase"),
        ("state:air-1uf:3", "cannot be '3'"),
        ("state:nonsense:1", "no state"),
        ("shout:A", "no change"),
        ("move:A", "no change"),
    ],
)
def test_what_does_not_fit_is_told_and_the_rest_holds(
    base: Position, change: str, told: str
) -> None:
    found = tried(base, f"{change}~move:B:3908")
    assert [told in line for line in found.unfit] == [True]
    assert found.position == replace(tried(base, "move:B:3908").position)


@pytest.mark.parametrize("text", ["x" * (LONGEST + 1), "~" * MOST])
def test_a_try_has_bounds(base: Position, text: str) -> None:
    with pytest.raises(QuestionError, match="at most"):
        tried(base, text)


def test_a_marker_is_laid_and_taken_off(base: Position) -> None:
    marker = sorted(base.game.definition.units.markers)[0]
    laid = tried(base, f"mark:A:{marker}").position
    assert laid.by_id["A"].markers == {marker}
    assert tried(laid, f"bare:A:{marker}").position == base


def test_the_scene_of_a_try_tells_the_differences_and_the_game_stays(client: TestClient) -> None:
    before = client.get("/api/scene").json()
    there = client.get("/api/scene", params={"try": "move:A:3809~gone:NOBODY"}).json()
    assert [change["kind"] for change in there["tried"]["changes"]] == ["moved"]
    assert len(there["tried"]["unfit"]) == 1
    assert there["zones"] != before["zones"]
    assert client.get("/api/scene").json() == before


def test_odds_follow_a_try(client: TestClient) -> None:
    odds = client.get("/api/odds", params={"hex": "3910", "try": "gone:A"}).json()
    assert "A" not in odds["attackers"]


def test_ways_tell_what_the_rules_allow(client: TestClient) -> None:
    changes = "phase:soviet-movement~move:A:3908~move:B:1300"
    ways = client.get("/api/ways", params={"try": changes}).json()
    assert {way["unit"]: way["legal"] for way in ways}["B"] is False


def test_who_has_moved_in_a_try_goes_on_with_what_is_left(client: TestClient) -> None:
    def asked(changes: str) -> Any:
        told = client.get("/api/moves", params={"unit": "A", "try": changes}).json()
        return told, {one["hex"]: one["cost"] for one in told["reach"]}

    whole, fresh = asked("phase:soviet-movement")
    goal, cost = max(fresh.items(), key=lambda one: (one[1] < whole["allowance"], one[1], one[0]))
    moved, rest = asked(f"phase:soviet-movement~move:A:{goal}")
    left = whole["allowance"] - cost
    assert moved["moved"] == {"from": "3909", "spent": cost, "left": left}
    assert left > 0
    assert all(price <= left for price in rest.values())
    assert set(rest) <= {*fresh, "3909"}
    astray, _ = asked("phase:soviet-movement~move:A:1300")
    assert "moved" not in astray
    assert "as if it had not moved" in astray["because"][0]["text"]


def test_a_way_in_a_try_is_paid_for_before_a_battle(tmp_path: Path) -> None:
    file = tmp_path / "uis.toml"
    file.write_text(PAID, encoding="utf-8")
    source = open_source(file)
    told = [
        source.moment(None, changes).position.by_id["A"].get("spent")
        for changes in ("", "move:A:C4132", "move:A:C4132~turn:2", "move:A:C4132~move:A:C4032")
    ]
    assert told == [None, 2.0, None, None]


PAID = """
game = "uis"
board = "blank"
turn = 1
phase = "wp-movement"
[[unit]]
id = "A"
side = "wp"
type = "mechanized"
nation = "su"
size = "division"
attack = 12
defence = 10
hex = "C4032"
"""


def test_the_outlook_of_a_battle_and_the_best_plan(client: TestClient) -> None:
    told = client.get("/api/outlook", params={"hex": "3910", "from": "B"}).json()
    assert told["outlook"]["kills"] > 0
    plan = client.get("/api/plan", params={"side": "soviet", "for": "kills"}).json()
    assert [battle["odds"]["target"] for battle in plan["battles"]] == ["3910"]
    assert client.get("/api/plan", params={"side": "martian"}).status_code == 422


def test_reach_of_a_side(client: TestClient) -> None:
    told = client.get("/api/reach", params={"side": "soviet"}).json()
    assert set(told["threatened"]) == {"3910"}
    assert set(told["threatened"]["3910"]["units"]) == {"A", "B", "TOP"}
    assert told["threatened"]["3910"]["force"] == 13


def test_a_try_is_kept_as_a_position_file(client: TestClient) -> None:
    text = client.get("/api/position", params={"try": "move:A:3908"}).json()["text"]
    assert 'hex = "3908"' in text


def test_a_unit_is_dragged_undone_and_sent(visit: Visit) -> None:
    page = visit(anchor="#x=1400&y=2000&k=0.5")
    page.click("#try")
    centres = page.evaluate("fetch('/api/board').then(r => r.json()).then(b => b.centres)")
    box = page.locator("#board").bounding_box()

    def at(hex_: str) -> tuple[float, float]:
        x, y = centres[hex_]
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return middle[0] + (x - 1400) * 0.5, middle[1] + (y - 2000) * 0.5

    page.mouse.move(*at("3909"))
    page.mouse.down()
    page.mouse.move(*at("3809"), steps=4)
    page.mouse.up()
    at_rest(page).wait_for_selector("#panel .tried:has-text('3909 → 3809')")
    link = link_of(page)
    page.keyboard.press("Control+Z")  # as with Caps Lock on
    at_rest(page).wait_for_selector("#panel .tried", state="detached")
    again = visit(anchor=link)
    again.wait_for_selector("#panel .tried:has-text('3909 → 3809')")


def test_a_plan_warns_of_who_fights_twice(visit: Visit) -> None:
    page = visit(anchor="#plan=3910!A,B!~3912!B!")
    page.wait_for_selector("#panel .alert:has-text('B fights in two battles')")
    page.wait_for_selector("#plan-sum")


def test_a_plan_of_another_game_opens_with_what_still_fits(visit: Visit) -> None:
    page = visit(
        anchor="#plan=C4806!su-35mr!~3910!A,soviet-39!&try=move:GONE:3909~step:D:2~own:C1:x"
    )
    page.wait_for_selector("#panel .alert:has-text('No longer on the table: su-35mr')")
    page.wait_for_selector("#panel .alert:has-text('No longer on the table: 39th Army')")
    told = at_rest(page).inner_text("#panel")
    assert "'GONE' is no longer on the table, or out of sight." in told
    assert "The map has no hex 'C1'." in told
    assert page.inner_text("#plan-sum") != "In sum: enemy steps 0, own steps 0, hexes taken 0."


def test_the_ratio_of_both_sides_is_drawn_and_forgotten_with_the_moment(visit: Visit) -> None:
    page = visit()
    page.click("[data-threat=ratio]")
    page.wait_for_selector("#panel .legends:has-text('German ≥ 3:1')")
    page.goto(f"{page.url}&try=gone:B")
    page.reload()
    assert at_rest(page).locator("[data-threat=ratio][aria-pressed=true]").count() == 0


def test_a_plan_is_kept_as_a_log_of_vassal(evening: Session, visit: Visit, tmp_path: Path) -> None:
    page = visit(anchor="#step=3&try=move:soviet-6-guards:3303")
    with page.expect_download() as waiting:
        page.click("#plan-log")
    assert waiting.value.suggested_filename == "evening-plan.vlog"
    waiting.value.save_as(tmp_path / "plan.vlog")
    log = open_source(tmp_path / "plan.vlog")
    assert log.seen(0) == evening.sources[0].seen(3)  # it begins at the moment shown
    assert log.seen(log.steps).by_id["soviet-6-guards"].hex == "3303"


def test_units_and_hexes_are_found_by_keyboard(visit: Visit) -> None:
    page = visit()
    page.keyboard.press("/")
    page.keyboard.type("top")
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator("#found").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    page.keyboard.press("Enter")
    at_rest(page).wait_for_selector("#panel [data-unit=TOP][aria-current=true]")
