"""A game with event cards: decks on a table of their own, in a new game and in saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.skeleton import new_game
from builder.lint import audit
from builder.module.assembly import Assembly
from builder.module.build import build_module, write_setup
from builder.module.cards import DECK, DISCARD
from builder.vassal.buildfile import components as c
from builder.vassal.replay import Replay
from builder.vassal.savedgame import read_saved_game
from builder.vassal.traits import BasicPiece, Deck

CARDS = """number,deck,blue_title,blue_text,red_title,red_text,source
1,,Rain,No movement in woods.,Sun,Draw a card.,5.1
2,,,,Snow,,5.1
3,late,Peace,,,,5.2
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    parent = tmp_path_factory.mktemp("games")
    new_game("small", parent)
    (parent / "small" / "cards.csv").write_text(CARDS, encoding="utf-8")
    return load_game(parent / "small")


def piles(game: Game, language: str = "en") -> list[c.DrawPile]:
    root = Assembly(game, language).module({}, {}).root
    return [part for part in root.walk() if isinstance(part, c.DrawPile)]


def test_the_audit_is_silent(game: Game, tmp_path: Path) -> None:
    built = build_module(game, tmp_path / "small")
    assert [str(finding) for finding in audit(built.path)] == []


def test_each_part_of_the_deck_is_a_pile(game: Game) -> None:
    named = {pile.name: [slot.entry_name for slot in pile.children] for pile in piles(game)}  # type: ignore[attr-defined]
    assert named == {
        DISCARD: [],
        DECK: ["1: Rain / Sun", "2: Snow"],
        "Cards: late": ["3: Peace"],
    }
    assert {pile.name: pile.reshuffle_target for pile in piles(game)}[DISCARD] == DECK


def test_every_side_has_a_hand(game: Game) -> None:
    root = Assembly(game).module({}, {}).root
    hands = [part for part in root.walk() if isinstance(part, c.PlayerHand)]
    assert [hand.side for hand in hands] == [("Blue",), ("Red",)]


def test_saves_hold_the_decks_as_the_module_has_them(game: Game, tmp_path: Path) -> None:
    state = Replay(read_saved_game(write_setup(game, "first-day", tmp_path / "s.vsav"))).first
    decks = {g.name: g for g in state.groups.values() if g.kind == "deck"}
    assert set(decks) == {DECK, DISCARD, "Cards: late"}
    slots = {slot.entry_name: slot.gpid for pile in piles(game) for slot in pile.children}  # type: ignore[attr-defined]
    for member in decks[DECK].members:
        basic = state.pieces[member].first(BasicPiece)
        assert basic is not None
        assert slots.pop(basic.name) == basic.gpid
    assert set(slots) == {"3: Peace"}


def test_a_deck_has_all_that_its_pile_says(game: Game) -> None:
    from builder.vassal.buildfile.recipes.cards import deck_on_table

    pile = next(pile for pile in piles(game) if pile.name == DECK)
    deck = deck_on_table(pile, "Cards")
    assert (deck.name, deck.map, deck.x, deck.face_down) == (DECK, "Cards", pile.x, True)
    assert Deck.decode(deck.type_text, deck.state_text) == deck


def test_a_game_without_cards_has_no_window(tmp_path: Path) -> None:
    new_game("plain", tmp_path)
    assert piles(load_game(tmp_path / "plain")) == []
