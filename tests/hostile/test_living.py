"""What lives on while strangers' files come: each asks in vain for too much, and is told so."""

import shutil
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from assistant.board.app import make_app
from assistant.board.aside import Aside, AsideError
from assistant.board.session import Session
from assistant.board.source import Source, open_source
from assistant.home import summary
from assistant.live.table import LiveTable
from assistant.pages.door import Door
from assistant.watch import Watch
from builder import limits
from builder.machine import stopping
from builder.machine.budget import TooMuchError
from tests.hostile.conftest import Attack
from tests.hostile.test_budget import PAST_EVERY_BOUND, turns
from tests.live.tables import GAME, MODULE

pytest.importorskip("resource")

TOLD = "It asks for more than"
SOON = 0.2


@pytest.fixture(autouse=True)
def soon_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """What turns without end here is none of Kessel's code, in which it waits for a better moment."""
    monkeypatch.setattr(stopping, "PATIENT", 0.1)


@pytest.fixture
def boundless(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No bound but the budget's, which is small."""
    for name, most in limits.table():
        if most.unit not in ("bytes", "seconds"):
            monkeypatch.setattr(limits, name, limits.Limit(most * 10**6, most.unit, most.what))
    for name in ("WORK", "LONG"):
        monkeypatch.setattr(limits, name, SOON)
    return monkeypatch


def test_the_watch_says_it_and_shows_the_next_save(
    attack: Attack, tmp_path: Path, boundless: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    folder, session = tmp_path / "saves", Session()
    folder.mkdir()
    watch = Watch(folder, said.append, session=session)
    shutil.copy(attack(PAST_EVERY_BOUND["expressions"]), folder / "bad.vsav")
    while watch.look():
        pass
    assert len(said) == 1
    assert said[0].startswith(f"bad.vsav: {TOLD}")
    assert session.note == said[0]
    boundless.setattr(limits, "WORK", limits.Limit(60, "seconds", ""))
    shutil.copy(attack(), folder / "good.vsav")
    while watch.look():
        pass
    assert [source.path.name for source in session.sources] == ["good.vsav"]
    assert session.note == ""


def test_a_list_of_saves_tells_of_each(attack: Attack, boundless: pytest.MonkeyPatch) -> None:
    boundless.setattr(summary, "_brief", lambda _: turns())
    (told,) = summary.briefs([attack()])
    assert told["trouble"]["en"].startswith(TOLD)
    assert told["trouble"]["es"].startswith("Pide más de")


def test_one_answer_of_the_board_fails_and_not_the_page(
    attack: Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = open_source(attack())
    page = TestClient(make_app(Session([source], 1)), base_url="http://localhost")
    with monkeypatch.context() as patch:
        patch.setattr(limits, "WORK", SOON)
        patch.setattr(Source, "moment", lambda *_: turns())
        answer = page.get("/api/turning")
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(TOLD)
    assert page.get("/api/turning", params={"language": "es"}).status_code == 200


def test_one_request_of_a_page_fails_and_not_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LONG", SOON)
    door = Door("token")
    (tmp_path / "index.html").write_text("")
    routes = [door.asked("/api/x", lambda _: turns()), door.asked("/api/y", lambda data: data)]
    page = TestClient(door.app(tmp_path, routes), base_url="http://localhost")
    heads = {"x-kessel-token": "token", "x-kessel-language": "es"}
    answer = page.post("/api/x", json={}, headers=heads)
    assert (answer.status_code, answer.json()["error"][:11]) == (422, "Pide más de")
    assert page.post("/api/y", json={"a": 1}, headers=heads).json() == {"a": 1}


def test_a_live_game_is_told_of_and_followed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: object) -> object:
        raise AssertionError

    table = LiveTable(MODULE, none)  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        patch.setattr(limits, "WORK", SOON)
        patch.setattr("assistant.live.table.parse_saved_game", lambda _: turns())
        with pytest.raises(TooMuchError, match=TOLD):
            table.synced(GAME)
    monkeypatch.setattr(table, "bound", lambda _: (None, None))
    assert table.synced(GAME) is not None


def endless(seconds: int) -> bytes:
    """In the drawing process."""
    limits.LONG = limits.Limit(seconds, "seconds", "")
    return b"drawn"


def test_a_picture_without_end_is_one_sentence() -> None:
    aside = Aside()
    try:
        assert aside.run(endless, 1) == b"drawn"
        with pytest.raises(AsideError, match=TOLD):
            aside.run(turns)
        assert aside.run(endless, 1) == b"drawn"
    finally:
        aside.close()


def test_the_room_is_answered_in_one_sentence() -> None:
    from assistant.live.beside import Beside

    failed: SimpleQueue[str] = SimpleQueue()
    hearer = SimpleNamespace(wants=lambda _: True, heard=lambda _: turns())
    beside = Beside(hearer, failed.put)  # type: ignore[arg-type]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "WORK", SOON)
        beside.heard(SimpleNamespace())  # type: ignore[arg-type]
        assert failed.get(timeout=120).startswith(TOLD)
    beside.close()
