"""The board page in a real browser: clicks, keys, languages, links, no error in the console."""

from __future__ import annotations

import pytest

from assistant.board.session import Session
from tests.board.visiting import WIDTHS, Visit, at_rest, link_of
from tests.wide import first


@pytest.mark.parametrize(("width", "height"), first(WIDTHS, 1))
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
    alone = at_rest(page).inner_text("#panel .moves")
    page.click("#together")
    assert at_rest(page).get_attribute("#together", "aria-pressed") == "true"
    assert "hexes in reach" in page.inner_text("#panel .moves")
    assert page.locator("#panel .moves").count() == 1
    page.click("#together")
    assert at_rest(page).inner_text("#panel .moves") == alone


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


def test_a_plan_is_kept_for_the_eyes_that_made_it(visit: Visit) -> None:
    """It outlives a reload; another side's page of the same machine does not have it, nor does the
    page that all may open. On the page of one side it goes with its tab."""
    page = visit()
    as_seen = """async ([viewer, viewers, act, name]) => {
        const at = name => document.querySelector(`link[href$="/${name}.js"]`).href;
        const { state } = await import(at('state')), planning = await import(at('planning'));
        state.scene = { ...state.scene, viewer };
        state.board = { ...state.board, viewers };
        planning[act]?.(name);
        const kept = planning.plansKept().map(([name]) => name);
        return [kept, localStorage.length, sessionStorage.length];
    }"""
    for viewer, viewers, act, told in [
        ("german", [], "keepPlan", [["east"], 0, 1]),
        ("soviet", [], "", [[], 0, 1]),
        ("", [], "keepPlan", [["east"], 1, 1]),
        ("german", ["german", "soviet"], "", [[], 1, 1]),  # the owner of the save, as one side sees
        ("reload", [], "", []),
        ("german", [], "", [["east"], 1, 1]),
        ("german", [], "dropPlan", [[], 1, 1]),
        ("", [], "", [["east"], 1, 1]),
    ]:
        if viewer == "reload":
            page.reload()
            at_rest(page)
        else:
            assert page.evaluate(as_seen, [viewer, viewers, act, "east"]) == told, (viewer, act)


def test_words_for_being_out_of_supply_and_a_second_gun_that_joins_the_first(visit: Visit) -> None:
    """Games have words of their own; guns that bombard are no attackers of the answer, and stay
    when another joins them."""
    page = visit()
    tones = page.evaluate(
        """() => import(document.querySelector('link[href$="/layers.js"]').href).then(
            layers => ['supplied', 'port', 'out', 'unsupplied'].map(state => layers.supplyTone({ state })))"""
    )
    assert tones == ["good", "weak", "bad", "bad"]
    told = page.evaluate(
        """async () => {
            const at = name => document.querySelector(`link[href$="/${name}.js"]`).href;
            const { supplyWord } = await import(at('parts')), { leavesEmpty } = await import(at('fates'));
            const states = [{ state: 'oos' }, { state: 'oos', next: 'oos' }, { state: 'oos', next: 'isolated' },
                { state: 'supplied', next: 'oos' }];
            return [
                ...states.map(supply => supplyWord(supply).textContent),
                ...[['relocated', '1'], ['stand', '2'], ['stand', '1']].map(([outcome, hex]) => leavesEmpty(
                    { units: [{ id: 'a', outcome: 'retreat' }, { id: 'b', outcome }] },
                    new Map([['a', { hex: '1' }], ['b', { hex }]]),
                )),
            ];
        }"""
    )
    assert told == [
        "✕ out of supply",
        "✕ out of supply",
        "✕ out of supply (when judged: isolated)",
        "! in supply (when judged: out of supply)",
        *(True, True, False),
    ]
    taken = page.evaluate(
        """async () => {
            const at = name => document.querySelector(`link[href$="/${name}.js"]`).href;
            const { state } = await import(at('state')), { toggleAttacker } = await import(at('choosing'));
            state.odds = { attackers: ['B'], bombarding: ['gun'] };
            toggleAttacker('other').catch(() => {});
            return [...state.from].sort();
        }"""
    )
    assert taken == ["B", "gun", "other"]


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
    page.wait_for_selector("#panel p:has-text('3401'):has-text('39th Army')")
    fates = page.inner_text("#chances [data-result=DR] .fates")
    assert fates.splitlines() == ["53rd Infantry Corps → 3501", "✕ Fortified locality Vitebsk"]


def test_an_attacker_is_unticked_without_losing_the_place(evening: Session, visit: Visit) -> None:
    page = visit(anchor="#hex=3401&target=3401")
    page.evaluate("document.querySelector('#panel').scrollTop = 200")
    page.click("#panel label.pick:has-text('39th Army')")
    assert at_rest(page).evaluate("document.querySelector('#panel').scrollTop") == 200
    assert page.evaluate("document.activeElement.value") == "soviet-39"


def test_a_question_without_an_answer_is_told_and_can_be_taken_back(visit: Visit) -> None:
    page = visit(anchor="#hex=3910&target=3910&with=nonsense=1")
    page.wait_for_selector("#panel .alert:has-text('nonsense')")
    page.click("#panel [data-option='nonsense=1']")
    at_rest(page).wait_for_selector("#chances .bar")
