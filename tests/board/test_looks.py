"""How the page looks in a real browser: layers, colours, names, a phone's width, touch."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pymupdf
import pytest

from assistant.board.images import Images
from assistant.board.lettering import BarePicture
from assistant.board.session import Session
from assistant.position import Position
from builder.drawing.below import Piece
from tests.board.visiting import WIDTHS, Visit, at_rest, link_of, picture_of
from tests.wide import first, paired, some


def test_layers_are_switched_and_names_lie_over_the_counters(
    session: Session, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session.images, "names", partial(_a_name, session.images))
    page = visit(anchor="#k=1")
    assert page.evaluate(INKED) > 1.5 * 60 * 20, "an arrow lies on some of the second"
    before = picture_of(page)
    page.click("#layers .chip:has-text('Zones: Soviet')")
    assert picture_of(page) != before
    page.click("#layers .chip:has-text('Zones: Soviet')")
    assert picture_of(page) == before


INKED = """() => {
  const { data } = document.querySelector('#board').getContext('2d').getImageData(0, 0, 1280, 800);
  return new Uint32Array(data.buffer).filter((pixel) => pixel === 0xfffb03fa).length;
}"""


def _a_name(images: Images, position: Position, *_: object) -> dict[str, list[object]]:
    """One on the ground and one on the counter of a hex."""
    piece = Piece(0, b"\xfa\x03\xfb" * 60 * 20)
    bare = BarePicture("test", (0, 0, 60, 20), [piece])
    images._faces[bare.key()] = bare  # type: ignore[assignment]
    centre = images.sheet(position).layout.pixels.centre
    both = [[*map(round, centre(place)), 60, 20] for place in ("3912", "3910")]
    below, again = ({"picture": bare.key(), "at": at} for at in both)
    return {"below": [below], "again": [again]}


def test_zones_have_the_adjective_of_their_side_in_spanish(visit: Visit) -> None:
    page = visit()
    page.click("#language")
    chips = page.locator("#layers .chip").all_inner_texts()
    assert [chip for chip in chips if "Zonas" in chip] == ["Zonas alemanas", "Zonas soviéticas"]


def test_what_a_step_changed_is_drawn(evening: Session, visit: Visit) -> None:
    page = visit(anchor="#step=5")
    before = picture_of(page)
    page.click("#layers .chip:has-text('Changes')")
    assert picture_of(page) != before


def test_who_comes_is_shown_on_the_map_and_hidden_again(evening: Session, visit: Visit) -> None:
    page = visit(anchor="#k=0.3")
    page.click("#panel [data-fold=later] summary")
    at_rest(page)
    before = picture_of(page)
    page.click("#panel [id^=arrival-]")
    at_rest(page)
    assert picture_of(page) != before
    assert "placement: 1200, 1300" in page.inner_text("#panel .details")
    page.keyboard.press("Enter")
    at_rest(page)
    assert page.locator("#panel .details").count() == 0
    assert "Points" in page.inner_text("#panel").title()


def test_chances_are_told_in_one_bar_from_best_to_worst(evening: Session, visit: Visit) -> None:
    page = visit()
    bar = page.locator("#panel .attack:has-text('3302') .strip-bar")
    assert bar.get_attribute("aria-label") == "DR 17%, BB 33%, AS 33%, AE 17%"
    parts = bar.evaluate("bar => [...bar.children].map(part => part.getBoundingClientRect().width)")
    assert parts[1] / parts[0] == pytest.approx(2, rel=0.1)


def test_the_picture_is_saved(visit: Visit) -> None:
    page = visit()
    with page.expect_download() as waiting:
        page.click("#picture")
    name = waiting.value.suggested_filename
    assert name == "position-0.png"
    assert Path(waiting.value.path()).read_bytes().startswith(b"\x89PNG")


def test_the_answers_take_the_maps_room_on_a_phone(visit: Visit) -> None:
    page = visit(390, 844)
    height = "() => document.querySelector('#panel').clientHeight"
    before = page.evaluate(height)
    page.click("#grip")
    assert at_rest(page).evaluate(height) > 1.3 * before
    assert page.get_attribute("#grip", "aria-expanded") == "true"


@pytest.mark.parametrize(("width", "height"), first(WIDTHS, 1))
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


@pytest.mark.parametrize(
    ("scheme", "anchor"),
    paired(["dark", "light"], ["", "#hex=3910&unit=D", "#hex=3910&target=3910&result=DR"]),
)
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


@pytest.mark.parametrize("scheme", some(["dark", "light"], "dark"))
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


def test_what_only_asks_is_not_printed(evening: Session, visit: Visit) -> None:
    page = visit()
    page.click("#panel .attack:has-text('3302')")
    at_rest(page).wait_for_selector("#plan-this", timeout=15_000)
    page.emulate_media(media="print")
    assert not page.locator("#plan-this").is_visible()


@pytest.mark.parametrize("scheme", some(["dark", "light"], "dark"))
def test_the_page_prints_on_white_and_on_as_few_sheets_as_it_needs(
    evening: Session, visit: Visit, scheme: str
) -> None:
    page = at_rest(visit(color_scheme=scheme))
    page.emulate_media(media="print")
    white = "panel => getComputedStyle(panel).backgroundColor"
    assert page.locator("aside").evaluate(white) == "rgb(255, 255, 255)"
    assert not page.locator("#compare").is_visible()
    assert len(pymupdf.open(stream=page.pdf(format="A4"))) == 2


@pytest.mark.parametrize(("width", "height"), some([(820, 1180), (390, 844)], 390))
def test_the_head_cuts_neither_the_moment_nor_the_files(
    session: Session, visit: Visit, width: int, height: int
) -> None:
    session.sources.append(session.sources[0])
    page = visit(width, height, locale="es")
    cut = "part => part.scrollWidth > part.clientWidth"
    assert not page.locator(".where > p").evaluate(cut)
    assert page.locator("#file").evaluate("menu => menu.clientWidth") > 120
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not page.locator(".where > p").evaluate(cut)
    page.click("#try")
    assert page.locator("#trial").evaluate("bar => bar.clientHeight") < 60, "one row"
