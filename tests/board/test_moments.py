"""The page from moment to moment in a real browser: news, trouble, the time line of a log."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.board.changed import Change
from assistant.board.session import Session
from tests.board.conftest import source_of
from tests.board.visiting import WIDTHS, Visit, at_rest, link_of, step_of
from tests.wide import first


def test_a_new_state_appears_without_reload(visit: Visit, session: Session, tmp_path: Path) -> None:
    page = visit()
    session.put(source_of(tmp_path, ""), [Change("moved", "A", "3909", "3908", "3909")])
    page.wait_for_selector("body[data-version='2']", state="attached")
    assert "A: 3908 → 3909." in page.inner_text("#panel")


def test_news_lead_to_their_place(visit: Visit, session: Session, tmp_path: Path) -> None:
    page = visit()
    session.put(source_of(tmp_path, ""), [Change("moved", "A", "3909", "3908", "3909")])
    page.click("#panel .news:has-text('A: 3908 → 3909.')")
    assert "3909" in at_rest(page).inner_text("#panel h2")


def test_a_button_pressed_as_news_arrive_is_clicked(
    visit: Visit, session: Session, tmp_path: Path
) -> None:
    """Because a panel made anew under a pressed pointer takes the click with it."""
    page = visit()
    page.hover("#panel .attack:has-text('3910')")
    page.mouse.down()
    session.put(source_of(tmp_path, ""), [Change("moved", "A", "3909", "3908", "3909")])
    page.wait_for_selector("body[data-version='2']", state="attached")
    page.mouse.up()
    page.wait_for_selector("#panel h2:has-text('3910')")
    assert "target=3910" in link_of(page)


def test_nothing_to_show_yet_and_then_trouble(visit: Visit, session: Session) -> None:
    source = session.sources.pop()
    session.version = 0
    page = visit()
    assert page.inner_text("#when") == "Waiting for a save …"
    session.trouble("b.vsav: It ends too early.")
    page.wait_for_selector("#note:has-text('It ends too early')")
    session.put(source)
    page.wait_for_selector("#panel h2:has-text('What matters now')")
    assert at_rest(page).is_hidden("#note")


@pytest.mark.parametrize(("width", "height"), first(WIDTHS, 1))
def test_the_time_line_steps_plays_and_jumps(
    evening: Session, visit: Visit, width: int, height: int
) -> None:
    page = visit(width, height)
    assert step_of(page) == 16
    page.click("#first")
    assert step_of(page) == 0
    page.click("#next")
    assert step_of(page) == 1
    page.keyboard.press(".")
    assert step_of(page) == 2
    page.keyboard.press(",")
    assert step_of(page) == 1
    page.evaluate(
        "() => { const line = document.querySelector('#step'); line.value = 5; line.dispatchEvent(new Event('input')); }"
    )
    assert step_of(page) == 5
    assert "3500 → 3501" in page.inner_text("#happened")
    assert "step=5" in link_of(page)
    page.click("#play")
    page.wait_for_function("() => parseInt(document.querySelector('#steps').textContent) > 5")
    page.click("#play")
    assert 6 <= step_of(page) <= 16
    page.click("#last")
    assert step_of(page) == 16
    page.context.set_offline(True)
    page.keyboard.press(",")
    page.wait_for_selector("#note:has-text('Connection lost')")
    page.context.set_offline(False)
    page.keyboard.press(",")
    page.wait_for_function("() => parseInt(document.querySelector('#steps').textContent) === 15")
    assert at_rest(page).is_hidden("#note")
