"""The course of a log: turns, phases, dice and how the sides stand; two moments compared."""

from __future__ import annotations

from pathlib import Path

from assistant.board.course import course
from assistant.board.session import Session
from tests.board.conftest import source_of
from tests.board.visiting import Visit, at_rest


def test_each_step_tells_how_the_sides_stand(evening: Session) -> None:
    points = course(evening.sources[0])["points"]
    assert [point["step"] for point in points] == list(range(17))
    first, last = points[0]["sides"], points[-1]["sides"]
    assert first["german"]["steps"] == 0
    assert last["german"]["steps"] == 1
    assert last["german"]["strength"] == first["german"]["strength"] - 2
    assert last["soviet"] == first["soviet"]
    assert any(point["dice"] for point in points)
    assert [point["battles"] for point in points if point["battles"]] == [["3500"], ["3900"]]


def test_another_moment_is_compared_and_forgotten_with_its_file(
    evening: Session, visit: Visit, tmp_path: Path
) -> None:
    evening.sources.append(source_of(tmp_path, ""))
    page = visit()
    page.wait_for_selector("#panel .graph")
    assert page.locator("#notches .phase").count() > 0
    assert page.locator("#notches .dice").first.is_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.locator(".line").evaluate("line => line.clientWidth") > 300
    page.set_viewport_size({"width": 1280, "height": 800})
    page.select_option("#compare", "0")
    page.wait_for_selector("#panel .news:has-text('11th Guards Army: 3600 → 3500.')")
    at_rest(page).click("#back")
    assert at_rest(page).input_value("#compare") == ""
    page.route("**/api/turning*", lambda _: None)  # held back until it is unrouted
    for leave, there in (
        (lambda: page.click("#first"), "replacement"),
        (lambda: page.select_option("#file", "1"), "Turn 3"),
    ):
        leave()
        page.wait_for_selector(f"#when:has-text('{there}')")
        told = page.inner_text("#panel").lower()
        assert "this phase" not in told
        assert "then:" not in told
    assert page.locator("#notches > *, #panel .graph").count() == 0
    page.unroute("**/api/turning*")
    page.wait_for_selector("#panel h3:text-is('This phase')")
