"""The course of a log: turns, phases, dice and how the sides stand; two moments compared."""

from __future__ import annotations

from assistant.board.course import course
from assistant.board.session import Session
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


def test_another_moment_is_compared(evening: Session, visit: Visit) -> None:
    page = visit()
    page.wait_for_selector("#panel .graph")
    assert page.locator("#notches .phase").count() > 0
    assert page.locator("#notches .dice").first.is_visible()
    page.select_option("#compare", "0")
    page.wait_for_selector("#panel .news:has-text('11th Guards Army: 3600 → 3500.')")
    at_rest(page).click("#back")
    assert at_rest(page).input_value("#compare") == ""
