"""The board page in a real browser: clicks, keys, news, two widths, no error in the console."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from assistant.board.changed import Change
from assistant.board.session import Session
from assistant.board.source import open_source
from tests.board.conftest import source_of

WIDTHS = [(1280, 800), (390, 844)]
Visit = Callable[..., Any]


def paper() -> bytes:
    """A map with nothing on it, for tests that do not look at the map."""
    stream = io.BytesIO()
    Image.new("RGB", (16, 16), "#e9e0c9").save(stream, "PNG")
    return stream.getvalue()


PAPER = paper()
PATIENCE = 120_000
"""Milliseconds for what takes a moment, on a machine that is busy with other things."""


def at_rest(page: Any) -> Any:
    """The page, once every answer and picture has come and the last frame is drawn."""
    page.wait_for_selector("body[data-rest]", state="attached")
    return page


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Visit]:
    """Opens the page at a width; afterwards the console must hold no error."""
    errors: list[str] = []
    contexts = []

    def open_page(
        width: int = 1280, height: int = 800, anchor: str = "", locale: str = "en", **given: Any
    ) -> Any:
        viewport = {"width": width, "height": height}
        context = browser.new_context(
            viewport=viewport, locale=locale, reduced_motion="reduce", **given
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.route("**/map/*.png", lambda route: route.fulfill(body=PAPER))
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda message: errors.append(message.text) if message.type == "error" else None,
        )
        page.goto(address + anchor)
        return at_rest(page)

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_overview_to_battle_to_fewer_attackers(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height)
    page.click("#panel .attack:has-text('3910')")
    page.wait_for_selector("#chances .bar")
    before = page.inner_text("#column"), page.inner_text("#chances")
    everybody = page.locator("#panel .pick input:checked").count()
    at_rest(page).click("#panel label.pick:has-text('B')")
    at_rest(page).wait_for_selector("#chances .bar")
    assert page.locator("#panel .pick input:checked").count() == everybody - 1
    assert (page.inner_text("#column"), page.inner_text("#chances")) != before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_click_on_the_map_selects_the_stack(visit: Visit) -> None:
    page = visit(anchor="#x=1400&y=2000&k=0.5")
    centre = page.evaluate("fetch('/api/board').then(r => r.json()).then(b => b.centres['3911'])")
    box = page.locator("#board").bounding_box()
    x = box["x"] + box["width"] / 2 + (centre[0] - 1400) * 0.5
    y = box["y"] + box["height"] / 2 + (centre[1] - 2000) * 0.5
    page.mouse.click(x, y)
    page.wait_for_selector("#panel [data-unit=B]")
    assert "3911" in page.inner_text("#panel h2")


def test_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit()
    page.focus("#panel")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.attack')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#chances .bar")
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel [data-hex]")
    page.focus("#board")
    drawn = page.get_attribute("#board", "data-drawn")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("+")
    page.wait_for_function(
        "drawn => document.querySelector('#board').dataset.drawn !== drawn", arg=drawn
    )


def test_spanish_by_the_browsers_language_and_switched(visit: Visit) -> None:
    page = visit(locale="es-ES")
    assert page.inner_text("#panel h2") == "Lo que importa ahora"
    page.click("#language")
    at_rest(page)
    assert page.inner_text("#panel h2") == "What matters now"


def test_reasons_follow_the_language(visit: Visit) -> None:
    page = visit(locale="es-ES")
    page.click("#panel [data-hex='3909']")
    at_rest(page)
    assert "Línea de suministro hasta una fuente soviética" in page.inner_text("#panel")
    page.click("#language")
    at_rest(page)
    assert "A line to a Soviet source" in page.inner_text("#panel")


def test_a_link_reproduces_the_view(visit: Visit) -> None:
    page = visit()
    page.click("#panel .attack:has-text('3910')")
    page.wait_for_selector("#chances .bar")
    at_rest(page).click("#panel label.pick:has-text('B')")
    link = link_of(page)
    assert "from=" in link
    column = page.inner_text("#column")
    again = visit(anchor=link)
    assert again.inner_text("#column") == column


def test_a_new_state_appears_without_reload(visit: Visit, session: Session, tmp_path: Path) -> None:
    page = visit()
    session.put(source_of(tmp_path, ""), [Change("moved", "A", "3909", "3908", "3909")])
    page.wait_for_selector("body[data-version='2']", state="attached")
    assert "A: 3908 → 3909." in page.inner_text("#panel")


def test_a_result_shows_who_loses(visit: Visit) -> None:
    page = visit()
    page.click("#panel .attack:has-text('3910')")
    page.wait_for_selector("#chances .bar")
    page.click("#chances [data-result=DR]")
    page.wait_for_selector("#panel h3:has-text('If DR')")
    page.wait_for_selector("#panel p.bad:has-text('D: each defending unit loses a step')")
    assert "result=DR" in link_of(page)


def test_a_result_shows_who_retreats_who_dies_and_who_advances(
    evening: Session, visit: Visit
) -> None:
    page = visit(anchor="#hex=3401&target=3401&result=DR")
    page.wait_for_selector("#panel p:has-text('53rd Infantry Corps: retreats to 3501')")
    page.wait_for_selector("#panel p.bad:has-text('Fortified locality Vitebsk: is eliminated')")
    page.wait_for_selector("#panel p:has-text('39th Army: may advance to 3401')")


@pytest.fixture
def evening(session: Session) -> Session:
    """A log of sixteen steps in place of the position."""
    session.sources[0] = open_source(Path(__file__).parents[2] / "docs/examples/evening.vlog")
    return session


def link_of(page: Any) -> str:
    return str(at_rest(page).evaluate("location.hash"))


def test_the_picture_is_saved(visit: Visit) -> None:
    page = visit()
    with page.expect_download() as waiting:
        page.click("#picture")
    name = waiting.value.suggested_filename
    assert name == "position-0.png"
    assert Path(waiting.value.path()).read_bytes().startswith(b"\x89PNG")


def test_layers_are_switched(visit: Visit) -> None:
    page = visit()
    before = picture_of(page)
    page.click("#layers .chip:has-text('Zones: Soviet')")
    assert picture_of(page) != before
    page.click("#layers .chip:has-text('Zones: Soviet')")
    assert picture_of(page) == before


def picture_of(page: Any) -> str:
    return str(at_rest(page).evaluate("document.querySelector('#board').toDataURL()"))


@pytest.mark.parametrize(("width", "height"), WIDTHS)
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


def step_of(page: Any) -> int:
    """The step that the time line says is shown."""
    return int(at_rest(page).inner_text("#steps").partition(" / ")[0])


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_touch_moves_and_pinches_the_map(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height)
    before = link_of(page)
    page.evaluate(PINCH)
    zoomed = link_of(page)
    scale = [float(re.search(r"k=([\d.]+)", link)[1]) for link in (before, zoomed)]  # type: ignore[index]
    assert scale[1] > 1.5 * scale[0]


PINCH = """() => {
  const board = document.querySelector('#board'), { left, top } = board.getBoundingClientRect();
  board.setPointerCapture = () => {};
  const send = (kind, id, x) => board.dispatchEvent(new PointerEvent(kind,
    { pointerId: id, pointerType: 'touch', clientX: left + x, clientY: top + 100, bubbles: true }));
  send('pointerdown', 1, 140); send('pointerdown', 2, 160);
  for (let step = 1; step <= 10; step += 1) { send('pointermove', 1, 140 - 5 * step); send('pointermove', 2, 160 + 5 * step); }
  send('pointerup', 1, 90); send('pointerup', 2, 210);
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("anchor", ["", "#hex=3910&unit=D", "#hex=3910&target=3910&result=DR"])
def test_every_control_has_a_name_and_contrast(visit: Visit, scheme: str, anchor: str) -> None:
    page = visit(anchor=anchor, color_scheme=scheme)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button,select,input,canvas')].filter(e => e.offsetParent && !(
            e.textContent.trim() || e.ariaLabel || e.labels?.[0]?.textContent.trim())).map(e => e.outerHTML)"""
    )
    assert nameless == []
    assert page.evaluate(CONTRAST) == []


CONTRAST = """() => {
  const channel = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number);
    return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b); };
  const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    if (!c.endsWith(', 0)')) return c; } return 'rgb(21,24,28)'; };
  return [...document.querySelectorAll('header *, #layers *, #panel *')].filter(e => e.offsetParent &&
    [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())).map(e => {
      const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
      return [(a + 0.05) / (b + 0.05), e.outerHTML]; }).filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_dark_or_light_as_the_system_has_it_and_switched(visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme)
    ground = "() => getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(ground)
    assert (int(before[4:].split(",")[0]) > 127) == (scheme == "light")
    page.click("#theme")
    other = page.evaluate(ground)
    assert (int(other[4:].split(",")[0]) > 127) == (scheme == "dark")
    page.reload()
    assert at_rest(page).evaluate(ground) == other
