"""No word that stands for nothing brings more to light than one sentence: whatever the game, the
question, and the place in it where the word is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.planning.plan import best_plan
from assistant.questions.protocol import QuestionError
from assistant.table import Table, known_side, seen_by, table_of
from assistant.words.voice import voice
from tests.questions.tables import GAMES, table
from tests.wide import paired, some

Asking = Callable[[Table, str], Any]

UNITS: dict[str, Asking] = {
    "unit": lambda t, word: t.unit(word),
    "moves": lambda t, word: t.moves(word),
    "moves anyway": lambda t, word: t.moves(word, anyway=True),
    "odds from": lambda t, word: t.odds(standing(t), [word]),
    "attacks from": lambda t, word: t.attacks([word]),
    "retreats from": lambda t, word: t.retreats(standing(t), None, [word]),
    "advances from": lambda t, word: t.advances(standing(t), [word]),
}
HEXES: dict[str, Asking] = {
    "hex": lambda t, word: t.hex(word),
    "odds": lambda t, word: t.odds(word),
    "odds of two": lambda t, word: t.odds([standing(t), word], anyway=True),
    "retreats": lambda t, word: t.retreats(word),
    "retreats anyway": lambda t, word: t.retreats(word, "DR", anyway=True),
    "advances": lambda t, word: t.advances(word),
}
SIDES: dict[str, Asking] = {
    "side": lambda t, word: known_side(t.game, word),
    "viewer": lambda t, word: seen_by(t.position, word),
    "plan of a side": lambda t, word: best_plan(t, word),
    "plan by a measure": lambda t, word: best_plan(t, "", word),
}
OPTIONS: dict[str, Asking] = {
    "odds with": lambda t, word: t.odds(standing(t), (), {word: "1"}),
}
RESULTS: dict[str, Asking] = {
    "result": lambda t, word: t.retreats(standing(t), word),
    "value of an option": lambda t, word: t.odds(
        standing(t), (), dict.fromkeys(some_options(t), word)
    ),
}
UNKNOWN = (
    "nobody", "9999", "zz9", "-77777", "4416.5", "A#2#3", "no such, thing", "__class__", "qqxz", "\u00ff",
    "[", "{0}", "%(q)s %zq", "\uff19\uff19\uff19\uff19", "9" * 300, "x" * 300, "qq\nzq", "(.*", "\x00",
)  # fmt: skip


def unknown(game: str) -> tuple[str, ...]:
    """The words for a game: each word in three games, because no game's rules see them; of the
    largest, whose many names are compared with each, a few."""
    return UNKNOWN[::4] if game == "uis" else UNKNOWN[GAMES.index(game) % 3 :: 3]


def standing(asked: Table) -> str:
    """A hex with units."""
    return next(unit.hex for unit in asked.units if unit.hex in asked.position.board.grid)


def some_options(asked: Table) -> list[str]:
    """Options that the game takes: it names them when it refuses another."""
    with pytest.raises(QuestionError) as refused:
        asked.odds(standing(asked), (), {"no such option": "1"})
    _, _, told = str(refused.value).partition("Write one of: ")
    return [told.rstrip(".").split(", ")[0]] if told else []


@pytest.mark.parametrize(
    ("game", "place"), paired(GAMES, [*UNITS, *HEXES, *SIDES, *OPTIONS], "dagc", "karga")
)
def test_what_stands_for_nothing_is_a_question_error(game: str, place: str) -> None:
    ask = (UNITS | HEXES | SIDES | OPTIONS)[place]
    for word in unknown(game):
        with pytest.raises(QuestionError) as refused:
            ask(table(game), word)
        assert str(refused.value)[-1] in ".?!", word


@pytest.mark.parametrize("wrong", [None, 1.5, True, b"3401", [None], {"unit": 1}])
@pytest.mark.parametrize("place", [*UNITS, *HEXES, *RESULTS])
def test_what_is_no_text_is_a_question_error(place: str, wrong: object) -> None:
    asked = table("dagc")
    if wrong is None and place == "result":  # it means the usual one
        return
    with pytest.raises(QuestionError):
        (UNITS | HEXES | RESULTS)[place](asked, wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"ai": "1"}, {"nothing": "1"}, {"air": "x"}])
def test_what_is_to_be_typed_is_told_as_it_is_typed(options: dict[str, str]) -> None:
    asked = table("dagc")
    with pytest.raises(QuestionError) as refused:
        asked.odds(standing(asked), (), options)
    told = voice(asked.game, "es")(str(refused.value))
    assert re.search(r"\bair\b", told), told


def test_units_and_numbers_stand_for_their_names() -> None:
    asked = table("dagc")
    place = standing(asked)
    unit = asked.position.at(place)[0]
    assert asked.moves(unit) == asked.moves(unit.id)
    assert asked.hex(int(place)) == place
    assert asked.odds(int(place), (), {"air": 1}) == asked.odds(place, (), {"air": "1"})
    with pytest.raises(QuestionError, match="are no options"):
        asked.odds(place, (), ["air=1"])  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_or_phase_that_the_game_has_not_is_a_question_error(game: str) -> None:
    asked = table(game)
    turns = asked.game.definition.turns
    early = min(turns.first, turns.first if turns.untold is None else turns.untold) - 1
    for wrong in ({"turn": n} for n in (early, turns.last + 1, 99_999)):
        with pytest.raises(QuestionError, match=f"from {turns.first} to {turns.last}"):
            asked.with_position(replace(asked.position, **wrong))
    with pytest.raises(QuestionError, match=r"qqxz.*: write one of"):
        asked.with_position(asked.position.in_phase("qqxz"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("place", RESULTS)
def test_a_result_or_value_is_answered_or_refused(game: str, place: str) -> None:
    for word in unknown(game):
        with suppress(QuestionError):
            RESULTS[place](table(game), word)


@pytest.mark.parametrize("game", some(GAMES, "mlb", "karga"))
@settings(max_examples=20)
@given(st.data())
def test_any_text_anywhere(game: str, data: st.DataObject) -> None:
    ask = data.draw(st.sampled_from([*(UNITS | HEXES | SIDES | OPTIONS | RESULTS).values()]))
    with suppress(QuestionError):
        ask(table(game), data.draw(st.text(min_size=1, max_size=12)))


STRANGERS = [
    ("kursk", "activated", ["nobody:1"]),
    ("kursk", "activated", ["soviet-69-army"]),
    ("kursk", "extra-turns", ["nobody"]),
    ("kursk", "long-unsupplied", ["nobody"]),
    ("uis", "eliminated", ["nobody"]),
    ("uis", "interdicted-heads", ["nobody"]),
    ("uis", "damaged", ["nobody"]),
    ("uis", "mobilized", ["nobody 4"]),
]
"""A game, a state variable that names something, and what is not there."""


EVERY: tuple[Callable[[Table], Any], ...] = (
    Table.supply, Table.zones, Table.stacking, Table.turn, Table.arrivals, Table.score, Table.attacks,
    lambda asked: asked.moves(asked.units[0].id),
    lambda asked: asked.retreats(standing(asked)),
)  # fmt: skip


@pytest.mark.parametrize(("game", "variable", "value"), STRANGERS)
def test_every_question_refuses_a_stranger_in_the_state(
    game: str, variable: str, value: list[str]
) -> None:
    position = table(game).position.in_phase("").with_state(**{variable: value})
    for ask in EVERY:
        with pytest.raises(QuestionError, match=r"nobody|soviet-69-army") as refused:
            ask(table_of(position))
        assert variable in str(refused.value)
