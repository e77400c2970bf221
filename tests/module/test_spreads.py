"""What lies in an open deck is laid out one by one, seen, taken and put back, without a dialog."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.drawing.card_size import card_height
from builder.drawing.translation import translated
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.module.assembly import Assembly
from builder.module.deck_keys import into_key, lay_out_key, put_back_key
from builder.module.language import said_by_component
from builder.module.spread_settings import capacity
from builder.vassal.buildfile import components as c
from builder.vassal.expressions import evaluate
from builder.vassal.traits.actions import ReturnToDeck, SendTo, Trigger
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import DynamicProperty
from tests.games_read import read_once

PUBLISHED = ("dagc", "mlb", "nr", "kursk", "uis", "aldra", "saltmarsh", "karga", "tarsa")
CARDS = "number,deck,blue_title,source\n" + "".join(f"{n},,Card {n},5.1\n" for n in range(1, 31))
ON_THE_MAP = """
[[drawing.map.box]]
id = "discards"
name = "Discards"

[[module.window]]
id = "cards"
box = [{ id = "pile", columns = 1, cards = true }]

[[module.deck]]
id = "pile"
cards = [""]

[[module.deck]]
id = "discards"
face = "up"
takes = ["cards"]
command = "Discard"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("small", tmp_path)
    folder = tmp_path / "small"
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    toml = folder / "game.toml"
    text = toml.read_text().replace(
        "[units.markers]", '[units]\nboxes = ["discards"]\n[units.markers]'
    )
    toml.write_text(text + ON_THE_MAP)
    return folder


def _card(made: Assembly) -> tuple[Trait, ...]:
    return made.stock.shared["Card"]


@pytest.mark.parametrize("name", PUBLISHED)
def test_no_deck_opens_a_dialog(name: str) -> None:
    """VASSAL asks how many, which ones, and for the file of a deck."""
    made = Assembly(read_once(name))
    for deck in made.settings.deck:
        pile = made.decks.pile(deck, [])
        assert (pile.allow_select, pile.allow_multiple, pile.can_save) == (False,) * 3, deck.id


def test_every_open_deck_lays_its_cards_out_and_has_them_back() -> None:
    made = Assembly(read_once("nr"))
    opened = [deck for deck in made.settings.deck if deck.face == "up"]
    assert {deck.id for deck in opened} == {"discards", "removed"}
    heard = {t.trigger_key for t in _card(made) if isinstance(t, Trigger)}
    returns = {t.return_key for t in _card(made) if isinstance(t, ReturnToDeck)}
    buttons = list(made.decks.put_back_buttons(opened))
    for deck in opened:
        entries = {part.name: part.hotkey for part in made.decks.pile(deck, []).children}
        assert entries["Lay out"] == lay_out_key(deck)
        assert lay_out_key(deck) in heard
        assert into_key(deck) in returns
        (all_,) = (b for b in buttons if getattr(b, "hotkey", None) == put_back_key(deck))
        assert isinstance(all_, c.DoActionButton)
        (own,) = (b for b in buttons if getattr(b, "button_hotkey", None) == all_.hotkeys[0])
        assert isinstance(own, c.MassKeyCommand)
        # The one laid out last is put back first, from as many as the deck can have laid out.
        assert all_.index_start >= capacity(made.game, made.settings, deck)
        assert (all_.index_step, int(all_.loop_count)) == (-1, all_.index_start + 1)
        assert own.hotkey == into_key(deck)
        kept = next(t for t in _card(made) if isinstance(t, DynamicProperty))
        laid = {command.key: command.change for command in kept.commands}[lay_out_key(deck)]
        there = {"CurrentZone": deck.spread, "LaidFrom": laid.removeprefix("P,"), "LaidAt": "12"}
        turn = own.filter.replace(f"${all_.index_property}$", "12")
        assert evaluate(turn, there.get) == "true"
        assert evaluate(turn, {**there, "LaidFrom": "another"}.get) == "false"
        assert evaluate(turn, {**there, "LaidAt": "11"}.get) == "false"
    shown = buttons[-1]
    assert isinstance(shown, c.DoActionButton)
    assert [key for key in shown.hotkeys if key in {put_back_key(deck) for deck in opened}] == [
        put_back_key(deck) for deck in opened
    ]


def test_the_menu_of_a_spanish_deck_is_spanish() -> None:
    made = Assembly(translated(read_once("nr"), "es"), "es")
    pile = said_by_component(made.decks.pile(made.decks.by_id["discards"], []), "es")
    assert [part.name for part in pile.children] == ["Extender", "Barajar en Pila de robo"]


def _seats(made: Assembly, number: int) -> list[tuple[int, int]]:
    """Where so many cards come to lie one after the other."""
    send = next(t for t in _card(made) if isinstance(t, SendTo) and "LaidOut" in t.x)
    name = next(n for n in ("LaidOut1", "LaidOut2") if n in send.x)
    found = []
    for count in range(number):
        x, y = (evaluate(text, {name: str(count)}.get) for text in (send.x, send.y))
        found.append((int(x), int(y)))
    return found


def test_each_card_that_is_laid_out_shows_its_head() -> None:
    made = Assembly(read_once("nr"))
    deck = made.decks.by_id["discards"]
    box, wide, high = (
        made.table.region(deck.spread),
        made.settings.card,
        card_height(made.settings.card),
    )
    seats = _seats(made, len(made.game.cards))
    for x, y in seats:
        assert box.x <= x - wide / 2
        assert x + wide / 2 <= box.x + box.width
        assert box.y <= y - high / 2
        assert y + high / 2 <= box.y + box.height
    for at, (x, y) in enumerate(seats):
        for x2, y2 in seats[at + 1 :]:
            assert abs(x - x2) >= wide or y2 - y >= 40


def test_the_decks_of_older_saves_lie_in_their_boxes_still() -> None:
    table = Assembly(read_once("nr")).table
    spots = [table.deck_spot(id_) for id_ in ("draw-pile", "discards", "cards-1945", "removed")]
    assert spots == [(156, 254), (468, 254), (780, 254), (1092, 254)]


def test_an_open_deck_on_the_map_gets_a_window_for_it(folder: Path) -> None:
    made = Assembly(load_game(folder))
    (window,) = (one for one in made.table.windows if one.settings.id == "laid-out")
    deck = made.decks.by_id["discards"]
    assert window.box(deck.spread) is not None
    assert len(set(_seats(made, 30))) == 30
    pressed = [
        part for part in made.module({}, {}).root.walk() if isinstance(part, c.DoActionButton)
    ]
    assert "Put back" in {part.text for part in pressed}


SAID = {
    'spread = "nowhere"': "There is no box of a window 'nowhere'",
    'spread = "pile"': "'pile' is the box of a deck.",
}


@pytest.mark.parametrize("line", SAID)
def test_a_box_to_lay_out_in_that_is_none(folder: Path, line: str) -> None:
    toml = folder / "game.toml"
    toml.write_text(toml.read_text() + line + "\n")
    with pytest.raises(ProblemsError, match=SAID[line]):
        _settings(load_game(folder))


def test_what_lies_face_down_is_not_laid_out(folder: Path) -> None:
    toml = folder / "game.toml"
    toml.write_text(toml.read_text().replace('cards = [""]', 'cards = [""]\nspread = "pile"'))
    with pytest.raises(ProblemsError, match="'pile' lies face down, so it is not laid out"):
        _settings(load_game(folder))


def _settings(game: Game) -> object:
    return Assembly(game).settings
