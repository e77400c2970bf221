"""How tests look at the board page: open it, wait until it is at rest, read what it shows."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from PIL import Image
from starlette.applications import Starlette
from starlette.testclient import TestClient

Visit = Callable[..., Any]
WIDTHS = [(1280, 800), (390, 844)]
PATIENCE = 120_000
"""Milliseconds for what takes a moment, on a machine that is busy with other things."""


def paper() -> bytes:
    """A map with nothing on it, for tests that do not look at the map."""
    stream = io.BytesIO()
    Image.new("RGB", (16, 16), "#e9e0c9").save(stream, "PNG")
    return stream.getvalue()


def is_error(message: Any) -> bool:
    """An error in the console; a question that has no answer is none, and is told on the page, nor
    is that a test takes the network away."""
    told = ("status of 422", "INTERNET_DISCONNECTED")
    return message.type == "error" and not any(one in message.text for one in told)


def at_rest(page: Any) -> Any:
    """The page, once every answer and picture has come and the last frame is drawn."""
    page.wait_for_selector("body[data-rest]", state="attached")
    return page


def link_of(page: Any) -> str:
    return str(at_rest(page).evaluate("location.hash"))


def picture_of(page: Any) -> str:
    return str(at_rest(page).evaluate("document.querySelector('#board').toDataURL()"))


def step_of(page: Any) -> int:
    """The step that the time line says is shown."""
    return int(at_rest(page).inner_text("#steps").partition(" / ")[0])


def let_in(
    app: Starlette, token: str, origin: str = "http://localhost", **given: Any
) -> TestClient:
    """A browser that came by the address with the token, and asks where the page lies."""
    client = TestClient(app, base_url=origin, **given)
    arrived = client.get("/", params={"token": token})
    client.base_url = str(arrived.url.copy_with(query=None)).rstrip("/")
    return client
