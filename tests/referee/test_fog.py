"""What lies under others where a side may not look it does not learn from us, unless the chat names
it: VASSAL's reports of moves name all of a stack, to everybody. Twins differ in what lies under, or
in where a piece goes that only the other side sees."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.referee.refereed import Refereed, referee, refereed_json
from builder.game.carriers import (
    ATTACKS,
    BATTLE_PROPERTY,
    COUNTER_PROPERTY,
    MAIN_MAP,
    ROLE_PROPERTY,
)
from builder.game.loader import load_game
from builder.vassal.commands import AddPiece, MovePiece, Undo
from builder.vassal.pieces import PlayerId
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game
from builder.vassal.sequence import ESC, join_nested
from builder.vassal.trait_answers import own_property
from builder.vassal.traits import BasicPiece, Hide
from tests.referee.playing import Table, _having, changed, saved_text
from tests.wide import first

TOPS, COVERED = ("raiders-g1", "raiders-6"), ("raiders-g2", "raiders-h3")
START, END = "0410", "0411"
NAMES = {"raiders-g1": "Captured Guns", "raiders-g2": "Long Guns", "raiders-h3": "Far Riders"}
EYES = ["--viewer", "garrison"]


@cache
def twin(swapped: bool, place: str = "") -> str:
    """Saltmarsh with a unit under each of two raiders; `place` has them lie elsewhere."""
    game = load_game("saltmarsh")
    text = saved_text(game, "the-causeway")
    table = Replay(parse_saved_game(text)).state(0)
    ids = {own_property(piece, COUNTER_PROPERTY): id_ for id_, piece in table.pieces.items()}
    under = dict(zip(COVERED[::-1] if swapped else COVERED, TOPS, strict=True))
    lines = text.split(ESC)
    for below, top in under.items():
        lines = [line for line in lines if not _is_stack_of(line, ids[below])]
        at = next(n for n, line in enumerate(lines) if _is_stack_of(line, ids[top]))
        lines[at] = lines[at].replace(f";{ids[top]}", f";{ids[below]};{ids[top]}")
        if place:
            map_, _, _, *members = lines[at].split(";")
            lines[at] = ";".join((map_, place, *members))
    return ESC.join(lines)


def _is_stack_of(line: str, id_: str) -> bool:
    return "/stack/" in line and id_ in line.split(";")


def logged(path: Path, swapped: bool, said: str, declared: bool) -> Path:
    """A log in which a raider and what lies under it move, or what lies there is declared."""
    below = COVERED[::-1][0] if swapped else COVERED[0]
    table = Table(load_game("saltmarsh"), path, twin(swapped))
    assert table.position  # read now, so that its pieces are known
    line = said.format(top=NAMES[TOPS[0]], covered=NAMES[below])
    if declared:
        values = {BATTLE_PROPERTY: "1", ROLE_PROPERTY: ATTACKS}
        piece = table.replay.now().pieces[table.piece_of(below)]
        table.step(changed(piece, _having(values)), said=line)
    else:
        stack = table.replay.now().group_of(table.piece_of(below))
        assert stack is not None
        table.step(replace(table.moving(below, END), id=stack.id), said=line)
    return table.close()


def refereed(path: Path) -> Refereed:
    return referee([path], "garrison")


@pytest.mark.parametrize("declared", [False, True], ids=["a move", "a battle"])
@pytest.mark.parametrize("said", ["* {top} moves 0410 -> 0411 *", ""], ids=["top", "nothing"])
def test_what_is_done_with_a_covered_unit_is_not_told(
    said: str, declared: bool, tmp_path: Path
) -> None:
    found = []
    for swapped in (False, True):
        (tmp_path / str(swapped)).mkdir()
        known = refereed(logged(tmp_path / str(swapped) / "x.vlog", swapped, said, declared))
        assert [v.unit for v in known.judgement.verdicts] == ([] if declared else [TOPS[0]])
        assert known.judgement.battles == ()
        found.append(json.dumps(refereed_json(known), default=str))
    assert found[0] == found[1]


def test_what_the_chat_names_is_told(tmp_path: Path) -> None:
    said = "* {covered}, {top} moves 0410 -> 0411 *"
    known = refereed(logged(tmp_path / "x.vlog", False, said, False))
    told = {v.unit: (v.start, v.end) for v in known.judgement.verdicts}
    assert told == dict.fromkeys((COVERED[0], TOPS[0]), (START, END))


def test_what_is_taken_from_under_others_and_named_is_not_judged(tmp_path: Path) -> None:
    table = Table(load_game("saltmarsh"), tmp_path / "x.vlog", twin(False))
    assert table.position
    table.step(table.moving(COVERED[0], END), said="* Long Guns moves 0410 -> 0411 *")
    (one,) = refereed(table.close()).judgement.verdicts
    assert (one.unit, one.verdict) == (COVERED[0], "unknown")
    assert "lies under others, where the side Garrison may not look" in str(one.text)


BESIDE = {"the turn track": "298;1486", "off the hexes": "3;3"}


@pytest.mark.parametrize("place", first(BESIDE.values(), 1), ids=list(BESIDE))
def test_what_lies_under_others_beside_the_hexes_is_not_told(place: str, tmp_path: Path) -> None:
    path, told = tmp_path / "x.vlog", []
    for swapped in (False, True):
        Table(load_game("saltmarsh"), path, twin(swapped, place)).close()
        told.append([
            CliRunner().invoke(app, [*words, *EYES]).output
            for words in (
                ["position", str(path)], ["report", str(path)], ["report", str(path), "--json"],
                ["arrivals", str(path)], ["odds", str(path)], ["turn", str(path)],
                ["moves", str(path), TOPS[0]], ["referee", str(path), "--record"],
            )
        ])  # fmt: skip
    assert told[0] == told[1]
    assert any(NAMES[TOPS[0]] in one or TOPS[0] in one for one in told[0])
    own = CliRunner().invoke(app, ["report", str(path), "--viewer", "raiders"]).output
    assert place == "298;1486" or NAMES[COVERED[0]] in own


def test_where_an_unseen_piece_goes_and_comes_back_is_not_told(tmp_path: Path) -> None:
    told = []
    for joins in (False, True):
        (tmp_path / str(joins)).mkdir()
        table = Table(load_game("saltmarsh"), tmp_path / str(joins) / "x.vlog", twin(False))
        assert table.position  # read now, so that its pieces are known
        top = table.replay.now().place(table.piece_of(TOPS[0]))
        away = (top.x, top.y) if joins else (1100, 900)
        hide = Hide(access="sides:Raiders", hidden_by=PlayerId("Raiders"))
        traits = [hide, BasicPiece(name="h", map=MAIN_MAP, x=900, y=900)]
        type_ = join_nested([trait.ID + trait.encode_type() for trait in traits])
        table.step(AddPiece("h", type_, join_nested([trait.encode_state() for trait in traits])))
        there = MovePiece("h", MAIN_MAP, *away, None, MAIN_MAP, 900, 900, None)
        back = MovePiece("h", MAIN_MAP, 900, 900, None, MAIN_MAP, *away, None)
        table.step(there)
        stack = table.replay.now().group_of("h")
        assert stack is not None
        assert (len(stack.members) > 1) == joins
        table.step(Undo(True), back, Undo(False), said="* UNDO: ? moves *")
        told.append(json.dumps(refereed_json(refereed(table.close())), default=str))
    assert told[0] == told[1]
