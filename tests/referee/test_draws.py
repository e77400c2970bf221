"""Cards, chits and markers that are drawn: when, and how many."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.referee.refereed import referee
from builder.game.carriers import MAIN_MAP
from builder.vassal.commands import MovePiece
from tests.referee.conftest import game_of, text_of
from tests.referee.playing import Table

NR = ("axis-cards", "axis-supply", "axis-organisation")
CUP = ("chit-selection", "order-execution", "hq-activation")
END = ("end", "chit-selection")
PILE, POOL, CHITS = "Draw pile", "Air pool", "Chit cup"


def fill_cup(table: Table) -> None:
    """Two chits go into the cup, as into the deck that lies there."""
    state = table.replay.now()
    cup = next(group for group in state.groups.values() if group.name == CHITS)
    pool = next(group for group in state.groups.values() if group.name == POOL)
    for id_ in pool.members[:2]:
        was = state.place(id_)
        table.step(
            MovePiece(id_, MAIN_MAP, cup.x, cup.y, cup.id, was.map, was.x, was.y, None),
            said="* into the cup *",
        )


@pytest.mark.parametrize(
    ("name", "phases", "deck", "drawn", "told"),
    [
        ("nr", NR, PILE, (4, 0, 0), [("lawful", "")]),
        ("nr", NR, PILE, (0, 0, 0), [("unlawful", "5.2")]),
        ("nr", NR, PILE, (1, 0, 0), [("lawful", ""), ("unlawful", "5.2")]),
        ("nr", NR, PILE, (3, 0, 0), [("lawful", ""), ("unknown", "")]),
        ("nr", NR, PILE, (5, 0, 0), [("unknown", "")]),
        ("nr", NR, PILE, (0, 4, 0), [("unknown", ""), ("unknown", "")]),
        ("nr", NR, PILE, (4, 0, 1), [("lawful", ""), ("unknown", "")]),
        ("mlb", CUP, POOL, (1, 0, 0), [("unlawful", "15.1(2)")]),
        ("mlb", END, POOL, (1, 0), [("unlawful", "15.1(2)")]),
        ("mlb", END, POOL, (0, 1), [("unlawful", "15.1(2)")]),
        ("mlb", END, POOL, (0, 0), []),
        ("mlb", CUP, CHITS, (0, 1, 0), [("lawful", "")]),
        ("mlb", CUP, CHITS, (0, 2, 0), [("lawful", ""), ("unknown", "")]),
        ("mlb", ("combat", "end"), CHITS, (0, 0), [("unlawful", "5.5")]),
        ("mlb", CUP, CHITS, (1, 0, 0), [("unknown", "")]),
        ("mlb", CUP, CHITS, (0, 0, 0), [("unlawful", "7.1")]),
        ("mlb", CUP, CHITS, (0, 0, 1), [("unknown", ""), ("unknown", "")]),
    ],
)
def test_draws_are_judged(
    name: str,
    phases: tuple[str, ...],
    deck: str,
    drawn: tuple[int, ...],
    told: list[tuple[str, str]],
    tmp_path: Path,
) -> None:
    table, turn = Table(game_of(name), tmp_path / "game.vlog", text_of(name)), 1
    if table.position.phase != phases[0]:
        table.turn_to(turn, phases[0])
    if deck == CHITS:
        fill_cup(table)
    for at, (phase, n) in enumerate(zip(phases, drawn, strict=True)):
        if at:
            turn += phases[at - 1] == "end"
            table.turn_to(turn, phase)
        for _ in range(n if deck == CHITS else min(n, 1)):
            assert table.draw(deck, 1 if deck == CHITS else n)
    table.turn_to(turn, "movement" if name == "mlb" else "axis-movement")
    found = referee([table.close()]).judgement.verdicts
    draws = [v for v in found if v.subject == "draw" and (deck in v.text or not v.text)]
    assert [(v.verdict, v.rule) for v in draws] == told


@pytest.mark.parametrize(
    ("begun", "set_to", "drawn", "accused"),
    [(0, 3, 2, False), (3, 1, 1, False), (0, 3, 3, True), (3, 3, 1, True)],
)
def test_what_is_due_may_be_set_in_the_phase(
    begun: int, set_to: int, drawn: int, accused: bool, tmp_path: Path
) -> None:
    """Two air markers are due with three crossing points, one with one (15.1(2))."""
    table = Table(game_of("mlb"), tmp_path / "game.vlog", text_of("mlb"))
    table.state("cp", str(begun))
    table.turn_to(1, "end")
    table.state("cp", str(set_to))
    assert table.draw(POOL, drawn)
    table.turn_to(2, "chit-selection")
    found = referee([table.close()]).findings
    assert any(one.rule == "15.1(2)" for one in found) == accused
