"""The page calls the player when the phase becomes one of his side, if he allowed it."""

from __future__ import annotations

from pathlib import Path

from assistant.board.session import Session
from assistant.board.source import Source, open_source
from tests.board.conftest import POSITION
from tests.board.visiting import Visit, at_rest

NOTIFIED = """() => {
  window.notified = [];
  window.Notification = class {
    static permission = "default";
    static requestPermission() { this.permission = "granted"; return Promise.resolve("granted"); }
    constructor(title) { window.notified.push(title); }
  };
}"""
"""A browser whose player allows notifications when he is asked."""


def source(folder: Path, phase: str) -> Source:
    path = folder / "turn.toml"
    text = POSITION.format(viewer="").replace("soviet-post-combat", phase)
    path.write_text(text, encoding="utf-8")
    return open_source(path)


def test_called_once_when_the_phase_is_ones_own(
    visit: Visit, session: Session, tmp_path: Path
) -> None:
    page = visit()
    page.evaluate("document.hasFocus = () => false")
    page.evaluate(NOTIFIED)
    page.select_option("#my-side", "german")
    at_rest(page).check("#panel input[value=callNotify]")
    at_rest(page)
    for number, phase in enumerate(("soviet-movement", "german-movement"), 2):
        session.put(source(tmp_path, phase))
        page.wait_for_selector(f"body[data-version='{number}']", state="attached")
        called = page.evaluate("document.body.dataset.called ?? ''")
        assert called == ("3 german-movement" if number == 3 else "")
    assert page.evaluate("window.notified") == ["Your turn"]
    assert at_rest(page).title().startswith("● Your turn")
