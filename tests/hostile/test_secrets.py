"""Passwords come out nowhere, and what a side may not see changes no byte of what it is told."""

import json
import pickle
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.binding import open_record
from assistant.board.app import make_app
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.cli.app import app
from assistant.cli.errors import explain
from assistant.report.picture import picture_bytes
from builder.vassal.replay import Replay
from builder.vassal.savedgame import read_saved_game
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import join
from builder.vassal.traits import Hide, Marker, Mask
from tests.hostile.conftest import Attack, piece

WORDS = ("correct-horse", "battery-staple", "Tr0ub4dor")


def planted(hidden: str = "german-56-panzer") -> list[str]:
    """Commands with passwords wherever VASSAL writes them, and one hidden piece of the Germans."""
    german, soviet, guest = map(PlayerId, WORDS)
    unit = Marker(names=("Counter",), values=(hidden,))
    open_unit = Marker(names=("Counter",), values=("soviet-11-guards",))
    return [
        f"PLAYER\t{WORDS[0]}\tAna\tGerman",
        f"PLAYER\t{WORDS[1]}\tBruno\tSoviet",
        f"PLAYER\t{WORDS[2]}\tEve\t<observer>",
        piece("m1", [Mask(masked_by=german, mask_name="?"), unit], x=1200, y=1200),
        piece("h1", [Hide(hidden_by=german), unit], x=1300, y=1300),
        piece("m2", [Mask(masked_by=guest, mask_name="?"), unit], x=1400, y=1300),
        piece("o1", [Mask(masked_by=soviet), open_unit], x=1500, y=1400),
    ]


def logged() -> list[str]:
    """Steps of a log, each written by a player."""
    move = join(["m1", "Main Map", "1210", "1210", "null", "Main Map", "1200", "1200", "null"], "/")
    return [
        f"LOG\tM/{move}/{WORDS[0]}",
        f"LOG\tPLAYER\t{WORDS[1]}\tBruno\tSoviet",
        f"LOG\tPYREMOVE\t{WORDS[2]}",
        "LOG\tCHAT<Ana> hello",
    ]


@pytest.fixture
def game(attack: Attack, tmp_path: Path) -> Path:
    return logged_game(attack, tmp_path / "game.vlog", planted())


def logged_game(attack: Attack, path: Path, commands: list[str]) -> Path:
    text = read_saved_game(attack(*commands)).text
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", "\x1b".join([text, *logged()]))
    return path


COMMANDS = (
    "show FILE", "show FILE --json", "show FILE --changes", "show FILE --changes --json",
    "show FILE --step 1 --viewer German", "report FILE", "report FILE --json", "position FILE",
    "position FILE --json", "supply FILE", "zones FILE", "odds FILE", "stacking FILE --json",
    "report FILE --language es", "show FILE --viewer Nobody", "show FILE --step 99",
    "report FILE --step 99", "moves FILE m1", "odds FILE 9999", "setup dagc FILE",
    "referee FILE --record", "referee FILE --json", "referee FILE --html PAGE --force",
    "plan FILE --side soviet", "turn FILE", "arrivals FILE", "score FILE", "turn FILE --json",
    "retreats FILE 3910", "advances FILE 3910 --from m1", "serve FILE --side nobody",
    "check FILE", "adopt FILE taken", "bind FILE dagc", "own dagc --take FILE", "derive FILE",
)  # fmt: skip


def told(words: str, path: Path) -> str:
    """What a command says, its error included."""
    page = path.with_name("page.html")
    ways = words.replace("FILE", str(path)).replace("PAGE", str(page))
    result = CliRunner().invoke(app, ways.split())
    error = result.exception
    said = result.output + (page.read_text("utf-8") if page.exists() else "")
    page.unlink(missing_ok=True)
    if error is None or isinstance(error, SystemExit):
        return said
    assert isinstance(error, Exception)
    return said + "\n".join(explain(error) or [repr(error)])


@pytest.mark.parametrize("words", COMMANDS)
def test_no_command_tells_a_password(words: str, game: Path) -> None:
    said = told(words, game)
    assert said
    assert [word for word in WORDS if word in said] == []


def test_no_damage_brings_one_to_light(game: Path, tmp_path: Path) -> None:
    text = read_saved_game(game).text
    places = [next(_all(text, word)) for word in WORDS]
    for number, at in enumerate(places):
        for cut in (
            text[: at + 4],
            text[: at + 4] + "\x00" + text[at + 4 :],
            text[:at] + text[at + 3 :],
        ):
            path = tmp_path / f"cut{number}.vsav"
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("savedGame", cut)
            said = told("show FILE", path)
            assert [word for word in WORDS if word[:4] in said or word[3:] in said] == []


def _all(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def test_no_value_shows_one(game: Path) -> None:
    saved, record = read_saved_game(game), open_record(game)
    replay = Replay(saved)
    state = record.replay.state()
    values = [
        saved, record, replay, state, state.seats, record.position(), record.changes(0, 1),
        *(command for number in range(1, record.steps + 1) for command in replay.step(number).commands),
        *state.pieces.values(), *(piece.traits for piece in state.pieces.values()),
    ]  # fmt: skip
    shown = "\n".join(map(repr, values)) + "\n".join(map(str, values))
    assert [word for word in WORDS if word in shown] == []
    with pytest.raises(TypeError):
        pickle.dumps(state.seats)


def page(path: Path, side: str) -> Iterator[tuple[str, bytes]]:
    """Every address of the page and what it gives."""
    session = Session(sources=[open_source(path, side)], version=1)
    client = TestClient(make_app(session), base_url="http://localhost")
    queries = ["board", "scene", "scene?step=0", "scene?step=1", "moves?unit=m1", "odds?hex=3910",
               "results?hex=3910", "advances?hex=3910", "odds?hex=9999", "scene?file=7"]  # fmt: skip
    for query in queries:
        yield query, client.get(f"/api/{query}").content


@pytest.mark.parametrize("side", ["", "german", "soviet"])
def test_the_page_tells_none(side: str, game: Path) -> None:
    for _, content in page(game, side):
        assert [word for word in WORDS if word.encode() in content] == []


HIDDEN = ("german-56-panzer", "german-6-infantry")
TELLING = (
    "show FILE --json", "show FILE --changes", "report FILE --json", "position FILE",
    "show FILE --viewer Soviet --json", "position FILE --viewer soviet",
    "odds FILE --viewer soviet --json", "supply FILE --viewer soviet --json",
    "zones FILE --viewer soviet", "stacking FILE --viewer soviet", "turn FILE --viewer soviet",
    "arrivals FILE --viewer soviet", "score FILE --viewer soviet",
    "referee FILE --viewer soviet --json",
    "referee FILE --viewer soviet --html PAGE --force", "plan FILE --side soviet --viewer soviet",
    "report FILE --viewer soviet --language es",
)  # fmt: skip


def test_what_is_hidden_changes_no_byte(attack: Attack, tmp_path: Path) -> None:
    """The Soviet player and the observer are told the same, whatever the Germans have hidden."""
    heard: list[dict[str, bytes]] = []
    for hidden in HIDDEN:
        path = logged_game(attack, tmp_path / "game.vlog", planted(hidden))
        said: dict[str, bytes] = {}
        for words in TELLING:
            said[words] = told(words, path).encode()
        for side in ("", "soviet"):
            said |= {f"page {side} {query}": content for query, content in page(path, side)}
        said["picture"] = picture_bytes(open_record(path).position(viewer="soviet"))
        heard.append(said)
    for other in heard[1:]:
        assert [name for name in other if other[name] != heard[0][name]] == []
    ids = [piece["id"] for piece in json.loads(heard[0]["show FILE --json"])["pieces"]]
    assert not {"m1", "h1"} & set(ids)


def test_who_hid_it_is_told_what(attack: Attack, tmp_path: Path) -> None:
    """The comparison above could not fail if the commands said the same of everything."""
    said = {
        hidden: told("position FILE --viewer german", logged_game(attack, tmp_path / "game.vlog", planted(hidden)))
        for hidden in HIDDEN
    }  # fmt: skip
    assert len(set(said.values())) == len(HIDDEN)
