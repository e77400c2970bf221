"""A live game of a stranger's module that is bound is answered as a game of ours."""

from __future__ import annotations

from pathlib import Path

import pytest
import strangers
from strangers import Stranger

from assistant.binding import bound_game, game_name, named_game, read_save
from assistant.home.summary import briefs
from assistant.live.table import LiveTable
from builder.bind.drafting import draft
from builder.bind.writing import write
from builder.game.loader import load_game
from builder.game.owned import VARIABLE
from builder.vassal.savedgame import read_saved_game
from tests.wide import some


@pytest.mark.parametrize("version", some(["", "of the module"], "of the module"))
def test_a_live_game_of_a_bound_module_is_answered(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    game = load_game("nr")
    stranger = Stranger(game, style="behind")
    module = stranger.built()
    write(draft(module, game))
    save = tmp_path / "theirs.vsav"
    save.write_bytes(stranger.saved(game.scenarios["kiev"]))
    played = (module.name, module.version if version else "")
    table = LiveTable(
        "live", lambda saved: bound_game(game_name(saved)), module=lambda: played, whole=False
    )
    met = table.synced(read_saved_game(save).text)
    assert met is not None
    assert met.pieces == ()
    assert table.source is not None
    assert table.source.seen(0).units == read_save(save).units
    assert table.source.moment().whole.supply.units


def test_a_binding_is_believed_before_a_property_that_the_stranger_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    game = load_game("nr")
    stranger = Stranger(game, style="behind")
    write(draft(stranger.built(), game))
    save = tmp_path / "theirs.vsav"
    save.write_bytes(stranger.saved(game.scenarios["kiev"]))
    theirs = read_save(save).units
    monkeypatch.setattr(strangers, "OURS_ALONE", ())
    save.write_bytes(stranger.saved(game.scenarios["kiev"]))
    saved = read_saved_game(save)
    assert named_game(saved) == "nr"
    assert read_save(save).units == theirs
    (told,) = briefs([save])
    assert told["game"] == "nr"
    assert "stranger" not in told
