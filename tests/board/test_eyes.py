"""Whose eyes: only a page that says so shows a side what that side alone may see."""

from __future__ import annotations

from starlette.testclient import TestClient

from assistant.board.app import make_app
from assistant.board.session import Session


def test_the_eyes_are_changed_only_where_that_is_allowed(session: Session) -> None:
    for sides in (False, True):
        with TestClient(make_app(session, sides=sides), base_url="http://localhost") as client:
            told = client.get("/api/scene", params={"viewer": "german"}).json()
            assert told["viewer"] == ("german" if sides else "")
            # The German sees the top of a Soviet stack alone.
            assert (len(told["units"]) == 4) != sides
            viewers = client.get("/api/board").json()["viewers"]
            assert viewers == (["german", "soviet"] if sides else [])


def test_a_page_of_one_side_stays_with_it(session: Session) -> None:
    session.sources[0] = session.sources[0].seen_with("german")
    with TestClient(make_app(session, sides=True), base_url="http://localhost") as client:
        told = client.get("/api/scene", params={"viewer": "soviet"}).json()
        assert told["viewer"] == "german"
