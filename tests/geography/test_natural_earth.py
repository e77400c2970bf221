"""Downloads against a server on this machine: whole, broken off, resumed, wrong, missing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from builder.game.problems import ProblemsError
from builder.geography.natural_earth import Downloads, LocalFolder

LAYER = "ne_10m_land"
CONTENT = b'{"type": "FeatureCollection", "features": [' + b" " * 700_000 + b"]}"


class Earth(BaseHTTPRequestHandler):
    """Answers with `content`; breaks off after `cut` bytes as often as `breaks` says."""

    content: ClassVar[bytes] = CONTENT
    etag: ClassVar[str] = '"one"'
    status: ClassVar[int] = 200
    breaks: ClassVar[int] = 0
    cut: ClassVar[int] = 300_000
    asked: ClassVar[list[tuple[str | None, str | None]]] = []

    def do_GET(self) -> None:
        cls = type(self)
        wanted, mark = self.headers.get("Range"), self.headers.get("If-Range")
        cls.asked.append((wanted, mark))
        if cls.status != 200 or self.path != f"/{LAYER}.geojson":
            self.send_error(cls.status if cls.status != 200 else 404)
            return
        start = 0
        if wanted and mark == cls.etag:
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            if start >= len(cls.content):
                self.send_error(416)
                return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(cls.content) - start))
        self.send_header("ETag", cls.etag)
        self.end_headers()
        body = cls.content[start:]
        if cls.breaks > 0:
            cls.breaks -= 1
            body = body[: cls.cut]
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def earth() -> Iterator[type[Earth]]:
    """A server's class, fresh for each test; `base_url` is where it listens."""
    handler = type("FreshEarth", (Earth,), {"asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    handler.base_url = f"http://127.0.0.1:{server.server_port}"  # type: ignore[attr-defined]
    yield handler
    server.shutdown()
    server.server_close()


def downloads(earth: type[Earth], cache: Path) -> Downloads:
    return Downloads(cache, base_url=earth.base_url, pause=0)  # type: ignore[attr-defined]


def test_a_layer_is_fetched_once(earth: type[Earth], tmp_path: Path) -> None:
    fetch = downloads(earth, tmp_path)
    assert fetch(LAYER).read_bytes() == CONTENT
    assert fetch(LAYER).read_bytes() == CONTENT
    assert len(earth.asked) == 1
    assert [path.name for path in tmp_path.iterdir()] == [f"{LAYER}.geojson"]


def test_progress_ends_at_the_whole(earth: type[Earth], tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    Downloads(
        tmp_path,
        lambda *step: told.append(step),
        earth.base_url,  # type: ignore[attr-defined]
    )(LAYER)
    assert told[-1] == (LAYER, len(CONTENT), len(CONTENT))


def test_a_broken_download_goes_on_where_it_stopped(earth: type[Earth], tmp_path: Path) -> None:
    earth.breaks = 2
    assert downloads(earth, tmp_path)(LAYER).read_bytes() == CONTENT
    starts = [wanted for wanted, _ in earth.asked]
    assert starts[0] is None
    assert all(start and start != "bytes=0-" for start in starts[1:])
    assert {mark for _, mark in earth.asked[1:]} == {'"one"'}


def test_a_part_is_kept_for_the_next_call(earth: type[Earth], tmp_path: Path) -> None:
    earth.breaks, earth.cut = 99, 100_000
    with pytest.raises(ProblemsError, match="breaks off"):
        downloads(earth, tmp_path)(LAYER)
    there = (tmp_path / f"{LAYER}.part").stat().st_size
    assert there > 0
    assert not (tmp_path / f"{LAYER}.geojson").exists()
    earth.breaks = 0
    assert downloads(earth, tmp_path)(LAYER).read_bytes() == CONTENT
    assert earth.asked[-1][0] == f"bytes={there}-"


def test_a_part_of_another_version_is_not_continued(earth: type[Earth], tmp_path: Path) -> None:
    (tmp_path / f"{LAYER}.part").write_bytes(b"old" * 1000)
    (tmp_path / f"{LAYER}.etag").write_text('"zero"', "ascii")
    assert downloads(earth, tmp_path)(LAYER).read_bytes() == CONTENT


def test_a_part_that_is_too_long_starts_over(earth: type[Earth], tmp_path: Path) -> None:
    (tmp_path / f"{LAYER}.part").write_bytes(CONTENT + b"more")
    (tmp_path / f"{LAYER}.etag").write_text('"one"', "ascii")
    assert downloads(earth, tmp_path)(LAYER).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (b"<html>hello</html>", 200, "what arrived is not GeoJSON"),
        (b'{"type": "Topology"}', 200, "what arrived is not GeoJSON"),
        (CONTENT, 404, "the server answers 404"),
        (CONTENT, 403, "the server answers 403"),
        (CONTENT, 503, "the server answers 503"),
    ],
)
def test_what_is_wrong_is_said_and_leaves_no_layer(
    earth: type[Earth], tmp_path: Path, content: bytes, status: int, said: str
) -> None:
    earth.content, earth.status = content, status
    with pytest.raises(ProblemsError, match=said) as error:
        downloads(earth, tmp_path)(LAYER)
    assert "--geodata" in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_offline(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match="no connection"):
        Downloads(tmp_path, base_url="http://127.0.0.1:9", pause=0)(LAYER)


def test_a_folder_of_layers(tmp_path: Path) -> None:
    path = tmp_path / f"{LAYER}.geojson"
    path.write_bytes(CONTENT)
    assert LocalFolder(tmp_path)(LAYER) == path
    with pytest.raises(ProblemsError, match="ne_10m_lakes is not in this folder"):
        LocalFolder(tmp_path)("ne_10m_lakes")
