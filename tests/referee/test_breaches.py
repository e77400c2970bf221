"""Breaches that are planted in lawful games are found, with the right rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from assistant.games import rules_for
from assistant.position import Position
from assistant.referee import chronicle as chronicling
from assistant.referee import judging
from assistant.referee.chronicle import chronicle
from assistant.referee.refereed import judged, opened, referee
from assistant.referee.rereading import TOUCHED, Rereading
from assistant.referee.verdicts import Verdict
from builder import limits
from builder.game.carriers import MAIN_MAP, state_property
from builder.vassal.commands import PropertyChange, Undo
from builder.vassal.errors import VassalFileError
from tests.referee.conftest import game_of, text_of
from tests.referee.planting import KINDS, battles, end_phase, is_found
from tests.referee.playing import Player, Table

TRIES = 6
PLACES = {
    "state out of order": "dagc",
    "control under units": "karga",
    "removed in supply": "nr",
    "drawn out of order": "mlb",
    "passed undrawn": "nr",
    "marked out of supply": "karga",
    "marked without a battle": "dagc",
    "arrives elsewhere": "dagc",
    "attackers spared": "dagc",
    "attackers bleed": "dagc",
    "zone of control": "aldra",
    "no room": "aldra",
    "mended": "karga",
    "attacked twice": "dagc",
    "goes and pays": "dagc",
    "pays and stays": "tarsa",
    "attack forgotten": "aldra",
    "removed with the attackers": "karga",
    "loss without a battle": "karga",
}


@pytest.mark.parametrize("kind", KINDS)
def test_planted(kind: str, tmp_path: Path) -> None:
    name = PLACES.get(kind, "saltmarsh")
    for seed in range(TRIES):
        table = Table(game_of(name), tmp_path / f"{seed}.vlog", text_of(name))
        chance = random.Random(seed)
        Player(table, chance, 2, 1).play(seed % 2)
        planted = KINDS[kind](table, chance)
        if planted is None:
            table.close()
            continue
        end_phase(table)
        findings = referee([table.close()]).findings
        assert is_found(planted, findings), (planted, findings)
        return
    pytest.fail("the breach could not be planted")


def test_what_was_taken_back_is_not_judged(saltmarsh: Table) -> None:
    chance = random.Random(1)
    planted = KINDS["too far"](saltmarsh, chance)
    assert planted is not None
    unit = next(iter(saltmarsh.last_moved))
    saltmarsh.undo(saltmarsh.moving(unit, saltmarsh.last_moved[unit]))
    end_phase(saltmarsh)
    found = referee([saltmarsh.close()])
    assert not found.findings
    assert len(found.undone) == 1


@pytest.mark.parametrize(
    ("line", "undone"),
    [
        ("- Kessel: 3rd Corps 0101 → 0105: rule 4.2 may not allow this.", 0),
        ("*** 1d6: 4 (Ana)", 1),
    ],
)
def test_an_undo_of_a_line_that_only_others_heard_takes_back_no_step(
    saltmarsh: Table, line: str, undone: int
) -> None:
    """Kessel does not hear what it says in the room itself; a player's undo may take back that."""
    saltmarsh.step(PropertyChange("1d6_result", "0", "4", ""), said="*** 1d6: <b>4</b> (Ana)")
    saltmarsh.step(Undo(True), Undo(False), said=f"* DESHACER: {line}")
    assert len(referee([saltmarsh.close()]).undone) == undone


def test_who_went_after_a_battle_is_not_accused_when_a_line_is_taken_back(saltmarsh: Table) -> None:
    """The roll that sent them counted as undone, because it moved nothing either."""
    Player(saltmarsh, random.Random(1), 2, 1).play(1)
    saltmarsh.step(Undo(True), Undo(False), said="* UNDO: - Kessel: rule 4.2 may not allow this.")
    end_phase(saltmarsh)
    found = referee([saltmarsh.close()])
    assert not found.findings
    assert not found.undone


@pytest.mark.parametrize("first", ["deleted", "put down", "in a later phase"])
def test_who_is_deleted_and_put_down_again_is_not_accused(saltmarsh: Table, first: str) -> None:
    from builder.vassal.command_reader import read_command
    from builder.vassal.commands import RemovePiece
    from builder.vassal.savedgame import parse_saved_game

    position = saltmarsh.position
    unit = next(u for u in position.units if u.hex in position.board.grid)
    piece = saltmarsh.piece_of(unit.id)
    leaves = parse_saved_game(saltmarsh.text).restore
    laid = next(leaf for leaf in leaves if leaf.startswith(f"+/{piece}/"))
    steps = [RemovePiece(piece), read_command(laid.replace(piece, "900000000001", 1))]
    for command in steps if first != "put down" else reversed(steps):
        saltmarsh.step(command)
        if first == "in a later phase":
            end_phase(saltmarsh)
    end_phase(saltmarsh)
    told = referee([saltmarsh.close()])
    # because nobody leaves the map in a phase of movement, its leaving alone is told there
    may = {"departure"} if first == "in a later phase" else set()
    assert {one.subject for one in told.findings} <= may


def test_who_came_this_turn_fell_and_comes_again_is_a_doubt(tmp_path: Path) -> None:
    table = Table(game_of("karga"), tmp_path / "game.vlog", text_of("karga"))
    chance = random.Random(3000001)
    Player(table, chance, 3, 1).play(1)
    table.brought.clear()
    assert KINDS["from nowhere"](table, chance) is not None
    end_phase(table)
    told = referee([table.close()])
    entries = [one for one in told.judgement.verdicts if one.subject == "entry"]
    assert [one.verdict for one in entries] == ["unknown"]


def test_small_hops_are_one_move(saltmarsh: Table) -> None:
    chance = random.Random(2)
    assert KINDS["in hops"](saltmarsh, chance) is not None
    end_phase(saltmarsh)
    finding = next(one for one in referee([saltmarsh.close()]).findings if one.subject == "move")
    assert len(finding.steps) == 2
    assert finding.instead


def test_two_logs_are_one_game_and_gaps_are_told(saltmarsh: Table, tmp_path: Path) -> None:
    Player(saltmarsh, random.Random(3), 3, 1).play(2)
    first = saltmarsh.close()
    again = Table(game_of("saltmarsh"), tmp_path / "second.vlog", text_of("saltmarsh"))
    end_phase(again)
    second = again.close()
    found = referee([first, second])
    assert any("something is missing" in note for note in found.judgement.history.notes)
    assert found.judgement.history.moments[-1].number == len(found.judgement.history.moments)


@pytest.mark.parametrize(
    ("limit", "most", "said"),
    [
        ("TURNED", 8, "the turn marker is set more than 8 times"),
        ("GAME_STEPS", 20, "there are more than 20 steps"),
    ],
)
def test_logs_over_a_limit_are_refused_before_they_are_judged(
    limit: str, most: int, said: str, saltmarsh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    saltmarsh.step(*(PropertyChange(state_property("x"), "0", "1", "") for _ in range(2)))
    around(saltmarsh, most // 4)
    path = saltmarsh.close()
    monkeypatch.setattr(limits, limit, most)
    opened([path])
    with pytest.raises(VassalFileError, match=f"up to its end {said}"):
        opened([path] * 5)


def around(table: Table, turns: int) -> None:
    """The marker goes through the phases of a game, and on."""
    for _ in range(turns):
        end_phase(table)


def test_a_marker_that_goes_round_has_each_turn_told_once(
    saltmarsh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    overview = chronicling._overview
    monkeypatch.setattr(
        chronicling, "_overview", lambda rules, at: [asked.append(at.turn), overview(rules, at)][1]
    )
    for _ in range(4):
        for turn in (2, 3, 4, 1):
            saltmarsh.turn_to(turn, saltmarsh.position.phase)
    found = referee([saltmarsh.close()])
    assert not asked, "nobody asked for the turns"
    assert len(found.turns) > 8
    assert len(asked) <= 4


def test_a_history_holds_nothing_that_was_worked_out_long_ago(
    saltmarsh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "MOST_EARLIER", 2)
    player = Player(saltmarsh, random.Random(4), 3, 1)
    player.play(12)
    moments = referee([saltmarsh.close()]).judgement.history.moments
    bare = {field.name for field in fields(Position)}
    turned = [at for at, moment in enumerate(moments) if moment.turned]
    early = moments[: turned[-judging.MOST_EARLIER - 2]]
    assert len(early) > 20
    assert all(vars(moment.before).keys() == bare for moment in early)


def test_how_many_steps_are_read_is_told(saltmarsh: Table, tmp_path: Path) -> None:
    Player(saltmarsh, random.Random(3), 3, 1).play(2)
    again = Table(game_of("saltmarsh"), tmp_path / "second.vlog", text_of("saltmarsh"))
    end_phase(again)
    records = opened([saltmarsh.close(), again.close()])
    read, weighed = list[tuple[int, int]](), list[tuple[int, int]]()
    judged(
        records[0].game,
        records,
        reading=lambda done, of: read.append((done, of)),
        judging=lambda done, of: weighed.append((done, of)),
    )
    whole = sum(record.steps for record in records)
    assert read == [(done, whole) for done in range(1, whole + 1)]
    assert weighed == sorted({*weighed})
    assert len(weighed) > 2
    assert {of for _, of in weighed} == {weighed[-1][0]}


def test_a_log_that_is_cut_off_is_judged_as_far_as_it_goes(saltmarsh: Table) -> None:
    from builder.vassal.savedgame import read_saved_game
    from builder.vassal.write import save_entries, write_save

    Player(saltmarsh, random.Random(4), 3, 1).play(3)
    path = saltmarsh.close()
    whole = read_saved_game(path)
    assert whole.module is not None
    cut = path.with_name("cut.vlog")
    write_save(cut, save_entries(whole.text[: whole.text.rindex("M/") + 12], whole.module))
    found = referee([cut])
    assert found.judgement.history.notes
    assert found.counts["lawful"]


def test_a_log_that_asks_for_too_much_is_judged_as_far_as_it_goes(
    saltmarsh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.words.voice import voice
    from builder.vassal.commands import PropertyChange

    Player(saltmarsh, random.Random(4), 3, 1).play(3)
    for at in range(3):
        saltmarsh.step(PropertyChange(state_property("x"), "0", str(at + 1), ""))
    path = saltmarsh.close()
    whole = referee([path])
    read = len(saltmarsh.replay.now().pieces), TOUCHED * len(whole.judgement.history.moments)
    monkeypatch.setattr(limits, "REREAD", sum(read) + 2 * read[0])
    found = referee([path])
    moments = found.judgement.history.moments
    assert 0 < len(moments) < len(whole.judgement.history.moments)
    (note,) = found.judgement.history.notes
    assert f"up to step {len(moments)} only. Its steps ask for more work" in note
    spanish = voice(found.game, "es")(note)
    assert f"solo hasta el momento {len(moments)}. Sus momentos piden" in spanish


@pytest.mark.parametrize(
    ("cheap", "dear", "left"),
    [
        (0, 100, 0),  # each step may have the whole table read again, as far as that goes
        (0, 250, 6),  # twice too much: seen once a twentieth of the bound is spent
        (0, 400, 3),  # four times too much: seen five times as early
        (15_000, 400, 15_009),  # also behind many that cost nothing, one look later
        (300, 5, 0),
    ],
)
def test_too_much_is_seen_ahead(
    cheap: int, dear: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REREAD", 1_000)
    steps, reading = cheap + dear, Rereading()
    assert not reading.too_much(9, 0, steps)
    ways = (step for step in range(cheap + 1, steps + 1) if reading.too_much(9, step, steps))
    assert next(ways, 0) == left


def test_what_steps_touch_counts_as_read_again(
    saltmarsh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One stack that moves for ever makes nothing be read again but itself."""
    from builder.vassal.commands import MovePiece

    state = saltmarsh.replay.now()
    id_ = next(iter(state.pieces))
    for at in range(400, 440):
        saltmarsh.step(MovePiece(id_, MAIN_MAP, at, 300, None, MAIN_MAP, at - 1, 300, None))
    path = saltmarsh.close()
    assert len(referee([path]).judgement.history.moments) == 40
    monkeypatch.setattr(limits, "REREAD", len(state.pieces) + 40)
    (note,) = referee([path]).judgement.history.notes
    assert "Its steps ask for more work" in note


def test_what_says_nothing_of_the_game_has_nothing_read_again(
    saltmarsh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pieces of no game, and players who come where others sit."""
    from builder.vassal.commands import AddPiece, MovePiece, Player, RemovePiece
    from builder.vassal.secret import PlayerId

    for at in range(6):
        saltmarsh.step(AddPiece(f"own{at}", "piece;;;a;U", f"{MAIN_MAP};500;383;1;0"))
    saltmarsh.step(MovePiece("own0", MAIN_MAP, 400, 300, None, MAIN_MAP, 500, 383, None))
    saltmarsh.step(RemovePiece("own1"))
    for at in range(6):
        saltmarsh.step(Player(PlayerId(f"word-{at}"), f"Name {at}", "Blue"))
    end_phase(saltmarsh)
    path = saltmarsh.close()
    monkeypatch.setattr(limits, "REREAD", 3 * len(saltmarsh.replay.now().pieces))
    found = referee([path])
    assert not found.judgement.history.notes
    assert len(found.judgement.history.moments) == 15


def test_the_work_on_a_turn_does_not_grow_with_the_turns_before(
    saltmarsh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    class Gone(tuple[Verdict, ...]):
        """Verdicts that note when they are gone through."""

        def __iter__(self) -> Iterator[Verdict]:
            asked.append(self)
            return super().__iter__()

    turn, phase = saltmarsh.position.turn, saltmarsh.position.phase
    for later in (1, 2, 3, 4):
        saltmarsh.turn_to(turn + later, phase)
    found = referee([saltmarsh.close()])
    rules = rules_for(found.game)
    again = replace(found.judgement, verdicts=Gone(found.judgement.verdicts))
    assert chronicle(rules, again) == found.turns
    assert len(found.turns) > 3
    assert len(asked) == 1
    begun: list[object] = []
    monkeypatch.setattr(judging, "begins", lambda position: not begun.append(position))
    judging.judge(rules, found.judgement.history)
    assert len(begun) == 1


def test_a_battle_that_nobody_declared_is_concluded_from_who_suffered(saltmarsh: Table) -> None:
    from builder.vassal.commands import PropertyChange
    from tests.referee.planting import must_go

    odds, die, answer = next(must_go(saltmarsh, random.Random(6)))
    saltmarsh.step(PropertyChange("1d6_result", "0", die, ""), said=f"*** 1d6: {die} (Ana)")
    unit = answer.units[0]
    saltmarsh.move(unit.id, unit.options[0].path[-1])
    end_phase(saltmarsh)
    found = referee([saltmarsh.close()])
    assert [battle.sure for battle in found.judgement.battles] == ["likely"]
    assert found.judgement.battles[0].targets == (odds.target,)
    assert not found.findings


def test_who_suffers_otherwise_than_a_concluded_battle_says_is_told_and_not_accused(
    saltmarsh: Table,
) -> None:
    from builder.vassal.commands import PropertyChange
    from tests.referee.planting import must_go

    odds, die, answer = next(must_go(saltmarsh, random.Random(6)))
    saltmarsh.step(
        PropertyChange("1d6_result", "0", die, ""), said=f"*** 1d6: {die} ({odds.target})"
    )
    position, unit = saltmarsh.position, answer.units[0]
    ends = {name for option in unit.options for name in option.path}
    named = ends | {no.hex for no in unit.refused}
    goal = next(h for h in position.board.grid.places if h not in named and not position.at(h))
    saltmarsh.move(unit.id, goal)
    end_phase(saltmarsh)
    found = referee([saltmarsh.close()])
    assert not found.findings
    told = [str(one.text) for one in found.unjudged if one.subject == "retreat"]
    assert told
    assert all("Nobody declared this battle" in text for text in told)


def test_a_battle_with_units_that_the_viewer_may_not_see_has_no_column() -> None:
    log = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"
    columns = {
        side: [
            battle.odds and battle.odds.column for battle in referee([log], side).judgement.battles
        ]
        for side in ("", "soviet", "german")
    }
    assert columns == {"": [">=+8"] * 2, "soviet": [">=+8"] * 2, "german": [None] * 2}
    unjudged = referee([log], "german").unjudged
    why = [str(one.text) for one in unjudged if one.subject == "battle" and not one.unit]
    assert all("the side German may not see" in text for text in why)
    assert len(why) == 2


def test_who_was_declared_is_known_to_all(tmp_path: Path) -> None:
    table = Table(game_of("dagc"), tmp_path / "game.vlog", text_of("dagc"))
    odds = next(
        one
        for one in battles(table, random.Random(1))
        if any(len(table.position.at(table.position.by_id[id_].hex)) > 1 for id_ in one.attackers)
    )
    table.roll(table.declare(odds.attackers, odds.defenders), 1, odds.attackers, odds.defenders)
    end_phase(table)
    (battle,) = referee([table.close()], "german").judgement.battles
    assert battle.odds is not None
    assert battle.odds.column == odds.column
