"""The Soviet choice of chits is read from the box in which a save has them (6.1, 6.2)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from mlb_laboratory import game

from assistant.binding import open_record
from assistant.games.mlb import RULES
from builder.module.build import write_setup

CHOSEN = ("voronezh", "steppe", "southwest", "south", "soviet-reinforcements", "airborne")


def test_chits_in_the_box_are_the_choice_which_the_axis_does_not_see(tmp_path: Path) -> None:
    begin = game().scenarios["campaign"]
    chits = {f"chit-{name}" for name in CHOSEN}
    put = (replace(p, hex="soviet-chosen") if p.counter in chits else p for p in begin.placements)
    chosen = replace(game(), scenarios={"campaign": replace(begin, placements=tuple(put))})
    record = open_record(write_setup(chosen, "campaign", tmp_path / "chosen.vsav"))
    assert not record.position(viewer="axis").value("soviet-chosen")
    position = replace(record.position(viewer="soviet"), phase="chit-selection", turn=4)
    assert set(position.value("soviet-chosen")) == set(CHOSEN)
    told = {str(duty.what) for duty in RULES.turn(position).duties}
    assert "The Soviet choice is lawful." in told
