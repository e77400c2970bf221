"""What is told after a gap: no more than a viewer sees who looked away, whatever became of masked and
hidden pieces meanwhile."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from assistant.live.effects import Played, Synced
from assistant.live.play import LiveGame
from assistant.live.recorder import LogRecorder
from assistant.live.table import LiveTable
from assistant.live.telling import step_json
from assistant.words.voice import ENGLISH, general
from builder.vassal.commands import Player
from builder.vassal.diff import changes_by_step
from builder.vassal.locations import MapShape, ModuleShape
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game, read_saved_game
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import ESC
from builder.vassal.traits import BasicPiece, DynamicProperty, Mask
from builder.vassal.write import NewPiece
from tests.live.recorded import Heard
from tests.live.tables import move
from tests.live.test_blind import nobodys

SHAPE = ModuleShape(
    maps=(MapShape("Map", "Map0"), MapShape("Hand", "Map1", sides=("Blue",), visible_to_all=False))
)
AT_9, AT_40, IN_HAND = ("Map", 9, 1), ("Map", 40, 1), ("Hand", 5, 1)
GONE, AWAY = None, ("Map", 99, 1)
Lies = tuple[str, int, int] | None


def game(
    *lies: Lies, opened: str = "", value: str = "0", stack: str = "", sides: Sequence[str] = ()
) -> str:
    """A game in which two pieces, `0` and `1`, lie somewhere, masked by Blue but for the `opened`;
    `value` is what each keeps, `stack` are those that lie in one, and `sides` are taken."""
    pieces = []
    for id_, at in zip("01", lies, strict=True):
        by = None if id_ in opened else PlayerId("Blue")
        mask = Mask(access="side:", masked_by=by)
        new = NewPiece((mask, DynamicProperty(name="Fuel", value=value), BasicPiece(name=id_)))
        pieces += [new.placed(id_, *at).text()] if at else []
    unit = "+/unit/piece;;;u.png;Unit/Map;0;0;1;0"
    stacks = [f"+/s/stack/Map;9;1;{';'.join(stack)}"] if stack else []
    seats = [Player(PlayerId(f"word-{side}"), side, side).text() for side in sides]
    return ESC.join(["begin_save", *pieces, unit, *stacks, *seats, "end_save"])


class Met(LiveGame):
    """A game that is met, once more after a gap, and goes on."""

    def __init__(self, states: Sequence[str], log: Path, side: str = "") -> None:
        table = LiveTable("live", nobodys, side=side, shape=SHAPE)
        super().__init__(Asked(), table, Heard())
        module = lambda: ("M", "1")  # noqa: E731
        self.recorders.append(LogRecorder(log, table, module, lambda: (), self.listener.told))
        for state in states:
            list(self.carry_out([Synced(state)], 0.0))
        list(self.carry_out([Played(move(50))], 0.0))

    def told(self) -> list[str]:
        """Each step as `--json` has it."""
        assert isinstance(self.listener, Heard)
        return [json.dumps(step_json(it, general(ENGLISH))) for it in self.listener.steps]

    def said(self) -> list[str]:
        """What was told of the gap."""
        assert isinstance(self.listener, Heard)
        missed = [it for it in self.listener.steps if it.caught_up]
        return [f"{change.kind} {change.piece}" for it in missed for change in it.changes]

    def read_again(self) -> list[list[str]]:
        """What each step changed, read from the beginning."""
        assert self.table.replay is not None
        steps = changes_by_step(self.table.replay.turnovers(), SHAPE, self.table.viewer)
        return [[str(change) for change in changes] for _, changes in steps]


class Asked:
    """A machine that is content."""

    ids = ()

    def missed(self, now: float, earliest: float = 0.0) -> list[object]:
        raise AssertionError

    unreadable = missed

    def say(self, lines: Sequence[str], now: float) -> list[object]:
        return []


BOTH = game(AT_9, AT_40)
TWINS = {
    "masks change places": (game(AT_9, AT_40), game(AT_40, AT_9), BOTH, []),
    "one in a hand and one on the map do": (
        game(AT_9, IN_HAND), game(IN_HAND, AT_9), game(AT_9, IN_HAND), []
    ),
    "one goes": (game(GONE, AT_9), game(AT_9, GONE), BOTH, ["left masked:Map/40,1"]),
    "one comes back elsewhere": (
        game(AT_9, AWAY), game(AWAY, AT_9), BOTH,
        ["entered masked:Map/99,1", "left masked:Map/40,1"],
    ),
    "a hidden one goes": (game(AT_9, GONE), game(AT_9, IN_HAND), game(AT_9, IN_HAND), []),
    "under a mask": (game(AT_9, AT_40, value="7"), BOTH, BOTH, []),
    "in a stack": (
        game(AT_9, AT_9, stack="01"), game(AT_9, AT_9, stack="10"), game(AT_9, AT_9, stack="01"), []
    ),
}  # fmt: skip
"""Two states that are one to Red, the one before the gap, and what is told of it."""


@pytest.mark.parametrize("twin", TWINS)
def test_what_nobody_saw_is_told_of_neither_of_twins(twin: str, tmp_path: Path) -> None:
    *ends, begun, told = TWINS[twin]
    one, other = (
        Met([begun, end], tmp_path / str(at) / "x.vlog", "Red") for at, end in enumerate(ends)
    )
    assert one.told() == other.told()
    assert one.said() == other.said() == told
    assert one.read_again() == other.read_again()
    assert len({len(list((tmp_path / str(at)).iterdir())) for at in (0, 1)}) == 1
    for met, end in ((one, ends[0]), (other, ends[1])):
        assert met.table.replay is not None
        known, truth = met.table.replay.state(), Replay(parse_saved_game(end)).first
        assert known.pieces.keys() == truth.pieces.keys()
        assert all(known.place(id_) == truth.place(id_) for id_ in "01" if id_ in truth.pieces)


OPENED = {
    "uncovered": (BOTH, game(AT_9, AT_40, opened="0"),
                  ["entered 0", "left masked:Map/9,1"]),
    "covered": (game(AT_9, AT_40, opened="0"), BOTH,
                ["left 0", "entered masked:Map/9,1"]),
    "moved": (game(AT_9, GONE, opened="0"), game(AT_40, GONE, opened="0"),
              ["moved 0"]),
    "changed": (game(AT_9, GONE, opened="0"), game(AT_9, GONE, opened="0", value="7"),
                ["property 0"]),
    "on top": (game(AT_9, AT_9, opened="01", stack="01"),
               game(AT_9, AT_9, opened="01", stack="10"), []),
    "a seat": (BOTH, game(AT_9, AT_40, sides=["Red"]), ["player "]),
    "nothing": (BOTH, BOTH, None),
}  # fmt: skip


@pytest.mark.parametrize("what", OPENED)
def test_what_lies_open_is_told_all_at_once(what: str, tmp_path: Path) -> None:
    before, after, told = OPENED[what]
    met = Met([before, after], tmp_path / "x.vlog", "Red")
    assert met.said() == (told or [])
    assert len(met.told()) == 2 + (told is not None)


def test_steps_that_are_read_again_lead_to_what_was_found(tmp_path: Path) -> None:
    """At any step, before and after a gap of which nothing was told."""
    met = Met([BOTH, game(AT_40, AT_9)], tmp_path / "x.vlog", "Red")
    replay = met.table.replay
    assert replay is not None
    found = [(it.before.place("0").x, it.after.place("0").x) for it in replay.turnovers()]
    assert found == [(40, 40)]
    assert [replay.state(number).place("0").x for number in (0, 1)] == [40, 40]


def test_the_log_goes_on_in_a_next_part_after_each_gap(tmp_path: Path) -> None:
    """Whether anything was missed is nobody's to learn from it; one without a step begins anew."""
    path = tmp_path / "x.vlog"
    met = Met([BOTH, game(AT_40, AT_9)], path, "Red")
    assert [it.name for it in tmp_path.iterdir()] == ["x.vlog"]
    assert Replay(read_saved_game(path)).state().place("0").x == 40
    list(met.carry_out([Synced(BOTH)], 0.0))
    assert sorted(it.name for it in tmp_path.iterdir()) == ["x-2.vlog", "x.vlog"]
