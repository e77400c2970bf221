"""What one side hides in a stranger's module changes no byte of what the other is told."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from strangers import Stranger

from assistant.binding import Record, open_record
from assistant.position import Unit
from builder.bind.drafting import draft
from builder.bind.writing import write
from builder.game.loader import load_game
from builder.game.owned import VARIABLE
from builder.vassal.command_reader import read_command
from builder.vassal.commands import LOG, AddPiece, ChangePiece, RemovePiece
from builder.vassal.savedgame import read_saved_game
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import ESC
from builder.vassal.traits import BasicPiece, Hide, Mask
from tests.hostile.conftest import piece
from tests.hostile.test_secrets import ASKED, TELLING, WORDS, differing, page, told
from tests.wide import some

ASKED_HERE = ("show", "report", "position", "odds", "supply", "turn", "arrivals", "referee")
ADDRESSES = ("/api/scene", "/api/turning", "/api/outlook")


def hiding(
    save: Path, record: Record, hidden: Unit, gone: list[str], met: Unit, goes: bool
) -> Path:
    """A log of the save in which a unit lies beside an enemy, masked and invisible, and nowhere
    else; `gone` are the pieces that no twin has. Then an enemy that lay open is taken off (`goes`),
    or hidden."""
    state, pieces = record.replay.state(None), record.pieces()
    owner = PlayerId(WORDS[0])
    there = state.pieces[pieces[hidden.id]].traits
    traits = [trait for trait in there if not isinstance(trait, BasicPiece)]
    map_, x, y = state.place(pieces[met.id])
    theirs = [
        trait for trait in state.pieces[pieces[met.id]].traits if not isinstance(trait, BasicPiece)
    ]
    open_, unseen = (piece("v1", [Hide(hidden_by=by), *theirs], map_, x, y) for by in (None, owner))
    after = read_command(unseen)
    assert isinstance(after, AddPiece)
    step = RemovePiece("v1") if goes else ChangePiece("v1", after.state, None)
    path = save.with_name("twin.vlog")
    with zipfile.ZipFile(save) as old, zipfile.ZipFile(path, "w") as made:
        for name in old.namelist():
            if name != "savedGame":
                made.writestr(name, old.read(name))
        leaves = read_saved_game(save).text.split(ESC)
        left = [leaf for leaf in leaves if not leaf.startswith(tuple(f"+/{id_}/" for id_ in gone))]
        left[-1:-1] = [
            piece("m1", [Mask(masked_by=owner, mask_name="?"), *traits], map_, x, y + 60),
            piece("h1", [Hide(hidden_by=owner), *traits], map_, x + 60, y),
            open_,
            f"PLAYER\t{WORDS[0]}\tAna\t{hidden.side.title()}",
            f"PLAYER\t{WORDS[1]}\tBruno\t{met.side.title()}",
        ]
        made.writestr("savedGame", ESC.join([*left, "LOG\tCHAT<Ana> hello", LOG + step.text()]))
    return path


TABLES = [("saltmarsh", "last-gate", "raiders", "garrison"), ("nr", "kiev", "axis", "soviet")]
"""A game, a scenario, who hides, and from whom."""


@pytest.mark.parametrize(("name", "scenario", "hider", "other"), some(TABLES, "saltmarsh"))
def test_what_a_side_hides_in_a_bound_module_changes_no_byte(
    name: str,
    scenario: str,
    hider: str,
    other: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    game = load_game(name)
    stranger = Stranger(game, style="behind")
    write(draft(stranger.built(), game))
    save = tmp_path / "theirs.vsav"
    save.write_bytes(stranger.saved(game.scenarios[scenario]))
    assert "private windows are not known" not in told("show FILE", save)
    record = open_record(save)
    pieces, units = record.pieces(), record.position().units
    theirs = [unit for unit in units if unit.side == hider and unit.id in pieces]
    twins = theirs[0], next(unit for unit in theirs if unit.fields != theirs[0].fields)
    met = next(unit for unit in units if unit.side == other and unit.hex in game.grid)
    names = {"SEAT": other.title(), "OTHER": other, "UNIT": met.id, "HEX": met.hex}
    heard, own = [], set()
    for hidden in twins:
        gone = [pieces[unit.id] for unit in twins]
        path = hiding(save, record, hidden, gone, met, hidden is twins[0])
        words = {one.split()[0]: one for one in TELLING if one.split()[0] in ASKED_HERE}
        said = {one: told(one, path, **names).encode() for one in words.values()}
        only = {address: ASKED[address][:1] for address in ADDRESSES}
        said |= dict(page(path, other, only, unit=met.id, hex=met.hex))
        heard.append(said)
        own.add(told(f"position FILE --viewer {hider}", path))
    assert len(heard[0]) > 8
    assert differing(*heard) == {}
    assert len(own) == 2
