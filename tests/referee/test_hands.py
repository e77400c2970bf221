"""Logs as forgetful and clumsy hands leave them: what they set right, or do a phase too late, is no
breach."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from assistant.planning.outlook import steps_left
from assistant.position import Unit
from assistant.questions.answers import Odds
from assistant.referee.refereed import Refereed, referee
from builder.game.carriers import CONTROL_PROPERTY, MAIN_MAP
from builder.vassal.commands import AddPiece, Chat, MovePiece, RemovePiece
from builder.vassal.sequence import ESC
from builder.vassal.trait_answers import own_property
from tests.referee.conftest import game_of, text_of
from tests.referee.habits import careless_game
from tests.referee.planting import battles, end_phase, must_go, phase_to, rolled
from tests.referee.playing import Player, Table


def units(table: Table) -> list[Unit]:
    return [unit for unit in table.position.units if unit.hex in table.position.board.grid]


def put_again(table: Table, unit: Unit, id_: str) -> None:
    """The unit's piece a second time, as a clone or out of the palette."""
    state = table.replay.now()
    piece = state.pieces[table.piece_of(unit.id)]
    at = state.place(piece.id)
    placed = MovePiece(id_, MAIN_MAP, at.x, at.y, None, None, 0, 0, None)
    table.step(AddPiece(id_, piece.type.text, piece.state), placed)


def cloned_until_the_next_phase(table: Table) -> None:
    put_again(table, units(table)[0], "91")
    end_phase(table)
    table.step(RemovePiece("91"))


def flipped_deleted_and_put_down_anew(table: Table) -> None:
    unit = next(unit for unit in units(table) if steps_left(unit) > 1)
    piece = table.replay.now().pieces[table.piece_of(unit.id)]
    table.step(table.flipping(unit.id, unit.step + 1))
    at = table.replay.now().place(piece.id)
    table.step(RemovePiece(piece.id))
    placed = MovePiece("91", MAIN_MAP, at.x, at.y, None, None, 0, 0, None)
    table.step(AddPiece("91", piece.type.text, piece.state), placed)


def marker_two_phases_too_far_and_back(table: Table) -> None:
    turn, phase = table.position.turn, table.position.phase
    table.move(units(table)[0].id, units(table)[0].hex)
    end_phase(table)
    end_phase(table)
    table.turn_to(turn, phase)


def control_taken_away(table: Table) -> None:
    """The marker under a unit of its side is taken for another hex."""
    pieces = table.replay.now().pieces.values()
    marker = next(p for p in pieces if own_property(p, CONTROL_PROPERTY) == "raiders")
    first, second, *_ = [u for u in units(table) if u.side == "raiders"]
    table.move("garrison-4", "0907")
    table.move(first.id, "0806")
    table.lay(marker.id, "0806")
    end_phase(table)
    table.lay(marker.id, second.hex)


class Forgetful(Player):
    """Rolls its battle and presses the button before it does what the result says."""

    def roll(self, number: str, die: int, odds: Odds) -> int:
        rolled = super().roll(number, die, odds)
        self.next_phase()
        return rolled


def aftermath_in_the_next_phase(table: Table) -> None:
    assert phase_to(table, "combat")
    Forgetful(table, random.Random(1), battles=1).fight_some()


@pytest.mark.parametrize(
    ("name", "habit"),
    [
        ("tarsa", cloned_until_the_next_phase),
        ("saltmarsh", cloned_until_the_next_phase),
        ("karga", flipped_deleted_and_put_down_anew),
        ("tarsa", marker_two_phases_too_far_and_back),
        ("saltmarsh", aftermath_in_the_next_phase),
        ("tarsa", aftermath_in_the_next_phase),
    ],
)
def test_no_breach(name: str, habit: Callable[[Table], None], tmp_path) -> None:  # type: ignore[no-untyped-def]
    table = Table(game_of(name), tmp_path / "game.vlog", text_of(name))
    habit(table)
    end_phase(table)
    assert not referee([table.close()]).findings


def test_a_marker_of_control_that_is_taken_away_is_a_doubt(saltmarsh: Table) -> None:
    control_taken_away(saltmarsh)
    end_phase(saltmarsh)
    found: Refereed = referee([saltmarsh.close()])
    told = [one for one in found.judgement.verdicts if one.subject == "control"]
    control = [one for one in told if one.start == "0806"]
    assert [(one.verdict, "was taken from" in one.text) for one in control] == [
        ("lawful", False),
        ("unknown", True),
    ]


def test_who_stands_because_others_filled_the_way(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """A seed in which a step was called lost for nothing."""
    path = careless_game(game_of("tarsa"), tmp_path / "game.vlog", 710179, 6, text_of("tarsa"))
    assert not referee([path]).findings


def owing(table: Table) -> tuple[Odds, str]:
    """A battle whose defender has to go and stays, and the next phase."""
    odds, die, answer = next(must_go(table, random.Random(2)))
    rolled(table, odds, die)
    end_phase(table)
    return odds, answer.units[0].id


def far_from(table: Table, unit: str) -> str:
    board, start = table.position.board, table.position.by_id[unit].hex
    empty = (name for name in sorted(board.around) if name in board.grid)
    return max(empty, key=lambda name: board.grid.distance(start, name))


def defender_goes_far(table: Table) -> tuple[str, str]:
    unit = owing(table)[1]
    table.move(unit, far_from(table, unit))
    return unit, "move"


def defender_vanishes(table: Table) -> tuple[str, str]:
    unit = owing(table)[1]
    table.lose(unit, 99)
    return unit, "departure"


def attacker_goes_far(table: Table) -> tuple[str, str]:
    unit = owing(table)[0].attackers[0]
    table.move(unit, far_from(table, unit))
    return unit, "move"


def loses_before_its_roll(table: Table) -> tuple[str, str]:
    for odds in battles(table, random.Random(2)):
        for unit in odds.attackers:
            if steps_left(table.position.by_id[unit]) > 1:
                number = table.declare(odds.attackers, odds.defenders)
                table.lose(unit, 1)
                table.roll(number, 1, odds.attackers, odds.defenders)
                return unit, "loss"
    raise AssertionError


def is_mended_before_its_roll(table: Table) -> tuple[str, str]:
    unit, _ = loses_before_its_roll(table)
    end_phase(table)
    while True:
        for odds in battles(table, random.Random(3)):
            if unit in odds.attackers:
                table.step(table.flipping(unit, 1))
                rolled(table, odds, "1")
                return unit, "recovery"
        end_phase(table)


@pytest.mark.parametrize(
    "breach",
    [
        defender_goes_far, defender_vanishes, attacker_goes_far,
        loses_before_its_roll, is_mended_before_its_roll,
    ],
)  # fmt: skip
def test_a_breach_beside_a_battle_is_a_doubt_at_least(
    breach: Callable[[Table], tuple[str, str]], tmp_path
) -> None:  # type: ignore[no-untyped-def]
    table = Table(game_of("tarsa"), tmp_path / "game.vlog", text_of("tarsa"))
    unit, subject = breach(table)
    end_phase(table)
    told = referee([table.close()]).judgement.verdicts
    its = {one.verdict for one in told if (one.unit, one.subject) == (unit, subject)}
    assert its
    assert "lawful" not in its


def continued(table: Table, begun: str, messages: list[list[str]], path: Path) -> Path:
    """A log of its own that goes on from a save, `begun`, with steps of another."""
    again = Table(table.game, path, begun)
    for texts in messages:
        message = ESC.join(texts)
        turnover = again.replay.add(message)
        assert turnover is not None
        again.reader.moment(turnover)
        again.log.add(message)
    return again.close()


@dataclass
class Recorded(Table):
    """A table that knows what each of its steps was."""

    messages: list[list[str]] = field(default_factory=list)

    def step(self, *commands: object, said: str = "") -> None:
        texts = [command.text() for command in commands]  # type: ignore[attr-defined]
        self.messages.append([*texts, Chat(said).text()])
        super().step(*commands, said=said)

    def save(self, steps: int) -> str:
        """The text of a save that was made behind a step."""
        parts = self.text.split(ESC)
        end = parts.index("end_save")
        done = [text for texts in self.messages[:steps] for text in texts]
        kept = [text for text in done if not text.startswith("CHAT")]
        return ESC.join([*parts[:end], *kept, *parts[end:]])

    def part(self, start: int, end: int, name: str) -> Path:
        """The steps behind `start` up to `end`, as a log of their own."""
        path = self.path.with_name(name)
        return continued(self, self.save(start), self.messages[start:end], path)


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    """A game of Saltmarsh with battles whose aftermath lies between its logs."""
    table = Recorded(game_of("saltmarsh"), tmp_path / "whole.vlog", text_of("saltmarsh"))
    Player(table, random.Random(2), 5, 3).play(6)
    table.close()
    return table


def test_a_log_may_begin_anywhere(recorded: Recorded) -> None:
    rolls = [at for at, texts in enumerate(recorded.messages, 1) if "<b>" in texts[-1]]
    assert len(rolls) > 2
    for start in rolls[:4]:
        found = referee([recorded.part(start, len(recorded.messages), "late.vlog")])
        assert not found.findings, start


def test_steps_that_several_logs_tell_count_once(recorded: Recorded) -> None:
    n = len(recorded.messages)
    whole = referee([recorded.path])
    for first, second, third, fourth in ((2, 5, 9, 14), (3, 4, 10, n - 1)):
        logs = [
            recorded.part(0, second, "1.vlog"),
            recorded.part(first, fourth, "2.vlog"),
            recorded.part(third, n, "3.vlog"),
        ]
        found = referee(logs)
        assert found.counts == whole.counts
        assert len(found.judgement.battles) == len(whole.judgement.battles)


def test_a_game_taken_up_from_an_earlier_save_goes_on_from_there(recorded: Recorded) -> None:
    n = len(recorded.messages)
    kept, left = recorded.part(0, n, "1.vlog"), recorded.part(0, 8, "2.vlog")
    again = Table(recorded.game, recorded.path.with_name("3.vlog"), recorded.save(8))
    end_phase(again)
    end_phase(again)
    other = again.close()
    found, alone = referee([kept, other]), referee([left, other])
    assert any("taken up there again" in note for note in found.judgement.history.notes)
    assert found.counts == alone.counts
    assert not found.findings
    assert 0 < len(found.undone) <= n - 8


def test_behind_a_gap_between_two_logs_nobody_is_accused_of_what_lies_in_it(
    recorded: Recorded,
) -> None:
    n = len(recorded.messages)
    for end in range(2, n - 3, 24):
        logs = [recorded.part(0, end, "1.vlog"), recorded.part(end + 2, n, "2.vlog")]
        assert not referee(logs).findings, end


@pytest.mark.wide
def test_squadrons_come_and_go_without_a_verdict(tmp_path: Path) -> None:
    """Markers of the module: no log tells their missions, and no rule of the ground is theirs."""
    table = Table(game_of("uis"), tmp_path / "game.vlog", text_of("uis"))
    for place in ("C2420", "C3608", "C0711"):
        table.move("us-a-10", place)
        table.move("su-su-24", "C4709")
    table.step(table.flipping("us-a-10", 2))
    table.step(RemovePiece(table.piece_of("su-su-24")))
    found = referee([table.close()])
    assert table.position.by_id["us-a-10"].step == 2
    assert not found.findings
    assert not found.judgement.verdicts
