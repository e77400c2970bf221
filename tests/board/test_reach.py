"""How far a side comes after a move of its own, whoever of it cannot move."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from assistant.board.app import make_app
from assistant.board.session import Session
from assistant.board.source import open_source

PINNED = [("garrison-2", "1110"), ("garrison-4", "0806"), ("garrison-6", "0909")]
PINNED += [("garrison-g1", "0711"), ("garrison-h1", "0711"), ("garrison-s1", "1211")]
FREE = [("garrison-1", "1310"), ("garrison-5", "0917")]
ENEMIES = [("raiders-2", "1111"), ("raiders-1", "1011"), ("raiders-4", "0706")]
ENEMIES += [("raiders-3", "0707"), ("raiders-g2", "0910"), ("raiders-h1", "0811")]


@pytest.mark.parametrize("lying", [PINNED + FREE, FREE + PINNED, PINNED])
def test_reach_whoever_is_held_up(tmp_path: Path, lying: list[tuple[str, str]]) -> None:
    """The phase of the move is found whatever the order in which the units are listed, by a unit
    of the last to be looked at, too."""
    file = tmp_path / "last-gate.toml"
    units = [(f"z-{id_}" if (id_, at) in FREE else id_, id_, at) for id_, at in [*lying, *ENEMIES]]
    text = "".join(f'[[unit]]\nid = "{u}"\ncounter = "{c}"\nhex = "{at}"\n' for u, c, at in units)
    file.write_text(
        f'game = "saltmarsh"\nturn = 3\nphase = "garrison-combat"\n{text}', encoding="utf-8"
    )
    app = make_app(Session([open_source(file, "")]))
    told = TestClient(app, base_url="http://localhost").get("/api/reach?side=garrison").json()
    free = [unit for unit, _, at in units if (unit[2:], at) in FREE]
    assert (told["phase"] == "garrison-movement") == bool(free)
    reached = {name for name, (cost, *_) in told["hexes"].items() if cost}
    assert bool(reached) == bool(free)
