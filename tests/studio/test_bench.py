"""The workbench: what it writes, what it leaves, what it tells, and a visit in a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from starlette.testclient import TestClient

from assistant.board.aside import Aside, AsideError
from assistant.cli.studio import checked
from assistant.cli.watching import bound_port, served
from assistant.pages.door import BadRequestError
from assistant.studio import sources as sources_module
from assistant.studio.bench import Bench
from assistant.studio.bench_app import make_bench_app
from assistant.studio.previews import map_draft, map_preview, sheet_preview
from assistant.studio.sources import Edit, Sources
from builder import limits
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.game.together import GONE
from tests.conftest import PATIENCE
from tests.in_a_loop import in_a_loop

HEAD = {"x-kessel-token": "secret"}
COUNTERS = "counters.csv"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game("hill", tmp_path)
    return tmp_path / "hill"


@pytest.fixture
def sources(folder: Path) -> Sources:
    return Sources(folder)


@pytest.fixture
def bench(folder: Path) -> Iterator[Bench]:
    found = Bench(folder, checked)
    yield found
    found.close()


def edit(sources: Sources, row: int, column: str, text: str, told: Any = None) -> Any:
    told = told or sources.told(COUNTERS)
    one = told["rows"][row]
    edits = [Edit(one["line"], tuple(one["cells"]), column, text)]
    return sources.write(COUNTERS, told["version"], edits)


def test_a_cell_is_written_and_taken_back(sources: Sources) -> None:
    before = (sources.folder / COUNTERS).read_bytes()
    told = edit(sources, 0, "name", "One, two")
    assert (told["torn"], told["stale"]) == ([], False)
    after = (sources.folder / COUNTERS).read_bytes()
    changed = [
        (old, new) for old, new in zip(before.split(b"\n"), after.split(b"\n"), strict=True)
        if old != new
    ]  # fmt: skip
    assert len(changed) == 1
    assert b'"One, two"' in changed[0][1]
    sources.undo()
    assert (sources.folder / COUNTERS).read_bytes() == before
    with pytest.raises(BadRequestError):
        sources.undo()


def test_another_editor_is_minded(sources: Sources) -> None:
    seen = sources.told(COUNTERS)
    path = sources.folder / COUNTERS
    columns = list(seen["columns"])
    path.write_text("# mine\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    edit(sources, 0, "name", "theirs")
    told = edit(sources, 1, "name", "mine", seen)
    assert (told["torn"], told["stale"]) == ([], True)
    torn = edit(sources, 0, "name", "other", seen)["torn"]
    assert [(one["mine"], one["theirs"]) for one in torn] == [("other", "theirs")]
    rows = sources.told(COUNTERS)["rows"]
    assert [row["cells"][columns.index("name")] for row in rows[:2]] == ["theirs", "mine"]
    rows[0]["cells"][0] = "gone"
    torn = edit(sources, 0, "name", "other", {"rows": rows, "version": ""})["torn"]
    assert torn[0]["theirs"] is None


def test_two_pages_that_write_at_once_lose_nothing(
    sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs of the same game: what one reads before the other writes would be written back."""
    other, waiting, write = Sources(sources.folder), list[Thread](), sources_module.write_whole

    def edit(page: Sources, at: int) -> None:
        told = page.told("counters.csv")
        row = told["rows"][at]
        change = Edit(row["line"], tuple(row["cells"]), "name", f"Mine {at}")
        page.write("counters.csv", told["version"], [change])

    def slowly(path: Path, data: bytes) -> None:
        if not waiting:
            waiting.append(Thread(target=edit, args=(other, 1)))
            waiting[0].start()
            waiting[0].join(0.2)
        write(path, data)

    monkeypatch.setattr(sources_module, "write_whole", slowly)
    edit(sources, 0)
    waiting[0].join(PATIENCE)
    text = (sources.folder / "counters.csv").read_text(encoding="utf-8")
    assert ("Mine 0" in text, "Mine 1" in text) == (True, True)


def test_undo_leaves_what_another_program_wrote(sources: Sources) -> None:
    edit(sources, 0, "name", "x")
    (sources.folder / COUNTERS).write_text("id,side,type\n", encoding="utf-8")
    with pytest.raises(BadRequestError, match="Another program"):
        sources.undo()


def test_a_folder_that_is_gone_is_told_and_not_made_anew(bench: Bench) -> None:
    told = bench.sources.told(COUNTERS)
    bench.folder.rename(bench.folder.with_name("away"))
    with pytest.raises(ProblemsError, match="folder is not there any more"):
        edit(bench.sources, 0, "name", "x", told)
    bench._check("now")
    assert [found["text"] for found in bench._found[1]] == [GONE]
    assert not bench.folder.exists()


def test_rows_are_copied_and_taken_out(sources: Sources) -> None:
    before = (sources.folder / COUNTERS).read_bytes()
    row = sources.told(COUNTERS)["rows"][0]
    told = sources.copy_row(COUNTERS, row["line"], row["cells"])
    rows = sources.told(COUNTERS)["rows"]
    assert rows[1]["label"] == f"{row['label']}-2"
    assert rows[1]["line"] == told["line"]
    sources.drop_row(COUNTERS, rows[1]["line"], rows[1]["cells"])
    assert (sources.folder / COUNTERS).read_bytes() == before


def test_a_text_is_written_whole_or_both_are_told(sources: Sources) -> None:
    path = sources.folder / "game.toml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    told = sources.told("game.toml")
    assert "\r" not in told["text"]
    sources.write_text("game.toml", told["version"], told["text"] + "# more\n")
    assert path.read_bytes().endswith(b"\r\n# more\r\n")
    torn = sources.write_text("game.toml", told["version"], "nothing")
    assert torn["torn"]
    assert torn["text"].endswith("# more\n")


@pytest.mark.parametrize("name", ["../hill/counters.csv", "/etc/passwd", "art.png", ""])
def test_only_the_games_tables_and_texts_are_opened(bench: Bench, name: str) -> None:
    client = TestClient(make_bench_app(bench, "secret"), base_url="http://localhost")
    assert client.post("/api/file", json={"name": name}, headers=HEAD).status_code == 400
    assert client.post("/api/file", json={"name": COUNTERS}).status_code == 403
    assert client.get("/map/en.png").status_code == 403


def test_links_that_lead_elsewhere_are_not_shown(sources: Sources, tmp_path: Path) -> None:
    shutil.copy(sources.folder / COUNTERS, tmp_path / "elsewhere.csv")
    (sources.folder / "link.csv").symlink_to(tmp_path / "elsewhere.csv")
    assert "link.csv" not in sources.names()
    (sources.folder / "link.csv").unlink()
    (sources.folder / "charts").symlink_to(tmp_path, target_is_directory=True)
    assert "charts/elsewhere.csv" not in sources.names()


def test_nothing_is_written_while_a_link_leads_out_of_the_game(
    sources: Sources, tmp_path: Path
) -> None:
    """One that came while the page was open; where it leads to is nobody's table."""
    told = sources.told(COUNTERS)
    (sources.folder / "scenarios" / "more.toml").symlink_to(tmp_path / "elsewhere.toml")
    with pytest.raises(ProblemsError, match="leads out of the game's folder"):
        edit(sources, 0, "name", "Mine", told)
    assert "Mine" not in (sources.folder / COUNTERS).read_text(encoding="utf-8")


def test_a_counter_is_drawn_while_it_is_typed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = bench.sources.told(COUNTERS)
    row = told["rows"][0]
    cells = dict(zip(told["columns"], row["cells"], strict=True))
    drawn = bench.draft({"name": COUNTERS, "line": row["line"], "cells": cells})
    assert drawn["problems"] == []
    assert drawn["faces"]
    monkeypatch.setattr(limits, "COUNTER_FACES", 3)
    many = {"strength": "1 1 1 1"}
    drawn = bench.draft({"name": COUNTERS, "line": row["line"], "cells": cells | many})
    assert len(drawn["faces"]) == 3
    wrong = bench.draft({"name": COUNTERS, "line": 3, "cells": cells | {"type": "ship"}})
    assert next((one["line"], one["column"]) for one in wrong["problems"]) == (3, "type")
    wrong = bench.draft({"name": COUNTERS, "line": 3, "cells": cells | {"size": "big"}})
    assert [one["column"] for one in wrong["problems"]] == ["size"], "it is told when it is drawn"


def test_map_and_sheet_are_drawn_of_what_can_be_used(folder: Path) -> None:
    edit(Sources(folder), 0, "setup", "nowhere")
    assert map_preview(str(folder), "1", "en").startswith(b"\x89PNG")
    assert map_draft(str(folder), "1", "en").startswith(b"\x89PNG")
    assert sheet_preview(str(folder), "1", "en", "nobody").startswith(b"\x89PNG")


def test_map_and_sheet_speak_the_language_of_the_page(folder: Path) -> None:
    (folder / "text.es.toml").write_text('title = "La colina"\n[label]\n"10" = "X"\n', "utf-8")
    for draw, more in ((map_preview, ()), (sheet_preview, ("nobody",))):
        english, spanish, other = (
            draw(str(folder), "2", language, *more)  # type: ignore[operator]
            for language in ("en", "es", "fr")
        )
        assert english != spanish
        assert english == other, "a language that the game lacks"


def test_news_tell_of_files_and_of_what_is_wrong_in_them(bench: Bench) -> None:
    async def told() -> Any:
        first = await bench.news("", "")
        while first["checked"] != first["stamp"]:
            first = await bench.news(first["stamp"], first["checked"])
        assert not [one for one in first["findings"] if one["severity"] == "error"]
        edit(bench.sources, 0, "type", "ship")
        now = await bench.news(first["stamp"], first["checked"])
        while now["checked"] != now["stamp"]:
            now = await bench.news(now["stamp"], now["checked"])
        return now["findings"]

    found = in_a_loop(told())
    line = bench.sources.told(COUNTERS)["rows"][0]["line"]
    assert (COUNTERS, line, "type") in [(f["file"], f["line"], f["column"]) for f in found]


def test_a_designer_types_and_another_editor_too(browser: Any, folder: Path, bench: Bench) -> None:
    from playwright.sync_api import expect

    (folder / "text.es.toml").write_text('title = "La colina"\n', encoding="utf-8")
    bound = bound_port(0)
    server = served(make_bench_app(bench, "secret"), bound)
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"http://127.0.0.1:{bound.getsockname()[1]}/#secret")
    page.wait_for_selector("td input:focus")
    page.wait_for_selector(".faces img")
    page.click("#language")
    expect(page.locator("#title")).to_have_text("La colina")
    page.click("#language")
    cell = page.locator("#sheet td:nth-child(4) input").first  # after heading, id, side
    cell.fill("ship")
    page.wait_for_selector("td.wrong .told")
    cell.press("Escape")
    page.wait_for_selector("td.wrong", state="detached")
    cell.press("Enter")
    at = bench.sources.told(COUNTERS)["columns"].index("name") + 2
    name = page.locator(f"#sheet td:nth-child({at}) input")
    page.evaluate("location.hash = 'of-a-program-that-ended'")
    name.first.fill("Waiting")
    name.first.press("Enter")
    page.wait_for_selector("#status:has-text('1 value waits here'):has-text('Open in this tab')")
    page.evaluate("location.hash = 'secret'")
    page.wait_for_selector("#status:has-text('Saved in')")
    aside = (folder / COUNTERS).rename(folder / "aside")
    for text, many in (("Gone", "1 value waits"), ("Back", "2 values wait")):
        name.first.fill(text)
        name.first.press("Enter")
        page.wait_for_selector(f"#status:has-text('{many}'):has-text('put it back')")
    aside.rename(folder / COUNTERS)
    page.wait_for_selector("#status:has-text('Saved in')")
    expect(page.locator("td.torn")).to_have_count(0)
    expect(page.locator("#wrong li")).to_have_count(0)  # once the page is told what is right again
    assert ",Back," in (folder / COUNTERS).read_text(encoding="utf-8")
    edit(bench.sources, 0, "name", "Elsewhere")
    expect(name.first).to_have_value("Elsewhere")
    name.first.focus()
    edit(bench.sources, 0, "name", "Yonder")
    expect(name.first).to_have_value("Yonder")
    path = folder / COUNTERS
    head, first, *rest = path.read_text(encoding="utf-8").splitlines(keepends=True)
    above = f"above{first[first.index(',') :]}"
    path.write_text("".join([head, above, first, *rest]), encoding="utf-8")
    expect(name.nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    page.click("#language")
    expect(name.nth(1)).to_have_value("Yonder")
    assert path.read_text(encoding="utf-8") == "".join([head, above, first, *rest])
    page.wait_for_selector("p.how:has-text('Intro baja')")
    leaves = "dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    assert page.evaluate(leaves)
    name.nth(1).fill("Half")
    assert not page.evaluate(leaves), "what is being typed would be lost"
    page.wait_for_selector("#status:has-text('Guardado en')")
    assert ",Half," in path.read_text(encoding="utf-8")
    page.click("nav button:has-text('text.es.toml')")
    page.fill("textarea", 'title = "El cerro"\n')
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.wait_for_selector("#name:has-text('text.es.toml')")
    page.wait_for_selector("#status:has-text('Sin guardar: text.es.toml')")
    assert page.input_value("textarea") == 'title = "El cerro"\n'
    page.focus("#language")
    with page.expect_response("**/api/text"):
        page.keyboard.press("Control+S")  # as with Caps Lock on
    page.wait_for_selector("#status:has-text('Guardado en')")
    page.close()
    server.should_exit = True
    assert faults == []


def test_what_is_closed_begins_no_process() -> None:
    aside = Aside()
    aside.close()
    with pytest.raises(AsideError, match="being closed"):
        aside.run(map_draft, "nowhere", "1", "en")
    assert aside._line is None


def test_work_that_cannot_be_sent_is_told_and_ends_nothing() -> None:
    """What a position remembers may hold functions, of which no other process knows."""
    aside = Aside()
    try:
        with pytest.raises(AsideError, match="could not be sent"):
            aside.run(map_draft, lambda: "nowhere")
        with pytest.raises(AsideError, match="nowhere"):
            aside.run(map_draft, "nowhere", "1", "en")
    finally:
        aside.close()
