"""Position files and tables of a stranger: mistakes are told, in little time and memory."""

import csv
import errno
import json
import os
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from assistant.cli import errors
from assistant.cli.app import app
from assistant.cli.checking import sound_game
from assistant.cli.errors import explain
from assistant.home.games import Games
from assistant.position_file import read_position
from builder import limits
from builder.adopt import adopting
from builder.adopt.cleaning import clean_piece
from builder.adopt.told import Told
from builder.files import write_whole
from builder.game.cells import guarded, table_text, unguarded
from builder.game.csv_file import read_csv
from builder.game.kept import FOLDER, Kept
from builder.game.loader import load_game
from builder.game.locate import adopted_games, is_titled
from builder.game.owned import VARIABLE
from builder.game.problems import MORE, Collector, ProblemsError
from builder.game.skeleton import new_game
from builder.game.together import alone
from builder.game.toml_file import read_toml
from builder.module.art import Cache
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.find_module import find_module
from builder.vassal.traits import BasicPiece
from tests.hostile.conftest import Attack, bounded, folders_in_folders
from tests.wide import all_but, some

UNIT = (
    '[[unit]]\nid = "{id}"\nside = "german"\ntype = "infantry"\nstrength = [4, 2]\nhex = "4416"\n'
)

REFUSED: dict[str, tuple[Callable[[], str], str]] = {
    "a key of 50,000 parts": (lambda: "a." * 50_000 + "b = 1", "parts"),
    "a key of parts with space": (lambda: "a . " * 200_000 + "b = 1", "parts"),
    "a header of 50,000 parts": (lambda: f"[{'a.' * 50_000}b]", "parts"),
    "a turn of 5,000 figures": (lambda: f"turn = {'9' * 5000}", "too large"),
    "a turn of 50,000 sixteens": (lambda: f"turn = 0x{'f' * 50_000}", "too large"),
    "a turn beyond 64 bits": (lambda: f"turn = {'9' * 20}", "too large"),
    "two megabytes": (lambda: "# " + "x" * (2 << 20), "larger"),
    "a key of parts in braces": (lambda: "a = {" + "b." * 50_000 + "c = 1}", "parts"),
    "many keys of parts": (
        lambda: "".join(f"[a{at}.{'b.' * 38}c]\n" for at in range(9_000)), "more than 200,000 parts",
    ),
    "lists in lists": (lambda: "a = " + "[" * 100_000 + "]" * 100_000, "nested"),
    "80,000 unknown keys": (lambda: "\n".join(f"a{at} = 1" for at in range(80_000)), "Unknown key"),
    "40,000 unknown hexes": (
        lambda: "[terrain]\n" + "\n".join(f'"x{at}" = ["forest"]' for at in range(40_000)), "no hex",
    ),
    "8,000 units": (lambda: "\n".join(UNIT.format(id=at) for at in range(8_000)), "more than 5,000 units"),
}  # fmt: skip


@pytest.mark.parametrize("case", all_but(REFUSED, "40,000 unknown hexes"))
def test_a_position_that_asks_too_much_is_refused(case: str, tmp_path: Path) -> None:
    text, what = REFUSED[case]
    path = tmp_path / "x.toml"
    path.write_text(f'game = "dagc"\n{text()}\n')
    with bounded(), pytest.raises(ProblemsError, match=what) as caught:
        read_position(path)
    assert len(caught.value.problems) <= limits.PROBLEMS + 1


FOLDERS = ["FOLDER", "../evil", "./evil", "evil/", r"\\host\share", "//host/share", "..", ".", "C:", "C:evil",
           "a\0b", "dagc/../evil"]  # fmt: skip


@pytest.mark.parametrize("named", FOLDERS)
def test_a_position_never_chooses_a_folder_of_rules(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game("evil", tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "work").mkdir()
    path = tmp_path / "x.toml"
    name = str(tmp_path / "evil") if named == "FOLDER" else named
    path.write_text(f"game = {json.dumps(name)}\n")
    with pytest.raises(ProblemsError, match=r"x\.toml:1: The position names a game by a folder"):
        read_position(path)


def test_a_position_takes_no_folder_that_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game("evil", tmp_path)
    shutil.copytree(tmp_path / "evil", tmp_path / "dagc")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "x.toml"
    path.write_text('game = "evil"\n')
    with pytest.raises(ProblemsError, match=r"x\.toml:1: A folder of this name lies here") as told:
        read_position(path)
    assert "move it into source-art, or let KESSEL_GAMES name" in str(told.value)
    monkeypatch.setenv("KESSEL_GAMES", ".")
    assert read_position(path).game.id == "evil"
    path.write_text('game = "dagc"\n')
    assert not read_position(path).game.folder.samefile(tmp_path / "dagc")
    shutil.copytree(tmp_path / "evil", tmp_path / "source-art" / "dagc")
    assert read_position(path).game.folder.samefile(tmp_path / "source-art" / "dagc")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("a" * 100_000, "at most 120 letters, this one 100,000"),
        ("\N{CJK UNIFIED IDEOGRAPH-65E5}" * 120, "no such game"),
    ],
)
def test_the_name_of_no_game_is_told_at_its_line(name: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f'turn = 1\ngame = "{name}"\n', encoding="utf-8")
    with pytest.raises(ProblemsError, match=rf"x\.toml:2: .*{what}.*Write one of: .*dagc") as told:
        read_position(path)
    assert len(str(told.value)) < 400


def test_a_sentence_may_have_many_points(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f'game = "dagc"\nnote = "{"and so on ... " * 50}"  # {"." * 100}\n')
    assert read_position(path).game.id == "dagc"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (lambda: ",".join(f"c{at}" for at in range(1_000_000)) + "\n1\n", "1,000,000 columns"),
        (lambda: "hex\n" + '"a\n' * 1_000_000, "1,000,000 rows"),
        (lambda: 'hex\n"' + "x" * 1_000_000 + '"\n', "too long"),
        (lambda: '"' + "x" * 1_000_000 + '"\n1\n', "too long"),
    ],
    ids=["columns", "rows", "cell", "name"],
)
def test_a_table_of_a_million_is_refused(
    text: Callable[[], str], what: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.csv"
    path.write_text(text())
    found = Collector()
    with bounded():
        read_csv(path, found, known=("hex",))
    assert len(found.problems) == 1
    assert what in str(found.problems[0])


@pytest.mark.parametrize("name", ["game.toml", "rules.toml"])
def test_a_file_of_thousands_of_tables_is_refused_soon(name: str, hill: Path) -> None:
    (hill / name).write_text("".join(f"[a{at}]\nb = {at}\n" for at in range(10_000)))
    with bounded(), pytest.raises(ProblemsError, match="Unknown key") as caught:
        load_game(hill)
    assert len(caught.value.problems) <= limits.PROBLEMS + 20


WRONG: dict[str, Callable[[int], str]] = {
    "map/hexes.csv": lambda at: f"9{at},wod{at},n,map",
    "map/hexsides.csv": lambda at: f"9{at},8{at},rivr{at},map",
    "map/lines.csv": lambda at: f"rod{at},9{at} 8{at},n,map",
    "counters.csv": lambda at: f"u{at},blu{at},infant{at},x,XX,4 2,4,,3.1",
    "text.es.toml": lambda at: f"a{at} = {at}",
    "scenarios/first-day.toml": lambda at: f'[[unit]]\ncounter = "u{at}"\nhex = "9{at}"',
}


@pytest.mark.parametrize("name", some(WRONG, "counters.csv", "map/lines.csv", "text.es.toml"))
def test_of_thousands_of_wrong_rows_the_first_are_told(name: str, hill: Path) -> None:
    with (hill / name).open("a") as file:
        file.write("\n".join(map(WRONG[name], range(20_000))))
    with bounded(6), pytest.raises(ProblemsError) as caught:
        load_game(hill)
    told = caught.value.problems
    assert len(told) == limits.PROBLEMS + 1
    assert {Path(problem.file).name for problem in told} == {Path(name).name}
    assert [at for at, one in enumerate(told) if one.text == MORE] == [limits.PROBLEMS]


def test_a_rest_that_is_not_told_is_told_once_and_of_its_file_alone() -> None:
    found = Collector()
    for at in range(limits.PROBLEMS + 50):
        found.add("x.csv", at, "It is wrong.")
    found.add("y.csv", 1, "It is wrong.")
    assert (found.full("x.csv"), found.full("y.csv")) == (True, False)
    assert [one.file for one in found.problems[-2:]] == ["x.csv", "y.csv"]
    del found.problems[100:]
    found.add("x.csv", 1_000, "It is wrong too.")
    assert not found.full("x.csv")
    assert len(found.problems) == 101


LINES: dict[str, Callable[[], str]] = {
    "blanks in a list": lambda: "x = [\n[1," + " " * 200_000 + "2],\n]\n",
    "blanks in a text": lambda: 'x = """\n[a' + " " * 200_000 + 'b\n"""\ny = 1\n',
    "keys in braces": lambda: (
        "x = {" + ",".join(f"a{at}=1" for at in range(60_000)) + "}\n[q]\n"
        + "".join(f'k{at}=""\n' for at in range(60_000))
    ),
    "signs that turn": lambda: (
        "x = [" + '"\u202e",' * 60_000 + "]\n[q]\n" + "".join(f'k{at}=""\n' for at in range(60_000))
    ),
    "2,000,000 parts": lambda: "".join(f"[a{at}.{'b.' * 38}c]\n" for at in range(50_000)),
}  # fmt: skip


@pytest.mark.parametrize("what", all_but(LINES, "keys in braces"))
def test_lines_are_found_in_any_text_of_a_game(what: str, hill: Path) -> None:
    """The line of a mistake is found among as many lines and in as long ones as there may be."""
    with (hill / "text.es.toml").open("a") as file:
        file.write(LINES[what]())
    with bounded(), pytest.raises(ProblemsError, match=r"text\.es\.toml:\d+: "):
        load_game(hill)


def test_only_line_feeds_end_lines_of_toml(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('a = "\u2028\x85"\nb = 1\n', encoding="utf-8")
    assert read_toml(path).line("b") == 2


@pytest.mark.parametrize("name", ["a", ".a"])
def test_folders_in_folders_without_end_are_refused(name: str, hill: Path) -> None:
    told = pytest.raises(ProblemsError, match="more than 40 levels deep")
    with folders_in_folders(hill, name), bounded(), told:
        load_game(hill)


@pytest.mark.parametrize("what", ["pipe", "/dev/zero", "hole"])
def test_a_save_to_adopt_is_a_plain_file_of_some_size(what: str, attack: Attack) -> None:
    folder = attack().parent
    with zipfile.ZipFile(folder / "x.vmod", "w") as archive:
        archive.writestr("buildFile.xml", '<VASSAL.build.GameModule name="T"/>')
    given = folder / "given.vsav"
    if what == "pipe":
        os.mkfifo(given)
    elif what == "hole":
        with given.open("wb") as file:
            file.truncate(3 << 30)
    else:
        given.symlink_to(what)
    with bounded(), pytest.raises(ProblemsError, match=r"no plain file|larger than 64 MB"):
        adopting.adopt(folder / "x.vmod", "taken", folder, [given])


def counters(hill: Path) -> None:
    row = "u{at},blue,infantry,1,XX,4 2,4,,3.1\n"
    with (hill / "counters.csv").open("a") as file:
        file.writelines(row.format(at=at) for at in range(60_000))


def cells(hill: Path) -> None:
    rows = "".join(f"crt,{at}" + ",DE" * 200 + "\n" for at in range(1_000))
    head = ",".join(f"{at}-1" for at in range(1, 201))
    (hill / "combat.csv").write_text(f"table,row,{head}\n{rows}")


def far(hill: Path) -> None:
    text = (hill / "rules.toml").read_text()
    (hill / "rules.toml").write_text(text.replace("retreat = 1", "retreat = 50"))


def ground(hill: Path) -> None:
    with (hill / "game.toml").open("a") as file:
        file.writelines(f'[terrain.a{at}]\nname = ""\n' for at in range(20_000))


def marks(hill: Path) -> None:
    text = (hill / "game.toml").read_text()
    more = "".join(f'm{at} = "M"\n' for at in range(20_000))
    (hill / "game.toml").write_text(text.replace("[units.markers]\n", f"[units.markers]\n{more}"))


def caption(hill: Path) -> None:
    text = (hill / "game.toml").read_text()
    (hill / "game.toml").write_text(text.replace('"The Ridge"', f'"{"R" * 100_000}"'))


def side(hill: Path) -> None:
    text = (hill / "game.toml").read_text()
    (hill / "game.toml").write_text(text.replace('name = "Blue"', f'name = "{"B" * 100_000}"', 1))


def id_(hill: Path) -> None:
    text = (hill / "game.toml").read_text()
    (hill / "game.toml").write_text(text.replace('id = "hill"', f'id = "{"h" * 300}"', 1))


def rows(hill: Path) -> None:
    text = "".join(f"crt,{at},DE,DE,DE,DE,DE\n" for at in range(7, 2_800))
    with (hill / "combat.csv").open("a") as file:
        file.write(text)


@pytest.mark.parametrize(
    ("change", "word", "told"),
    all_but(
        [
            (counters, "check", "at most 50,000"),
            (cells, "check", "has 202,000 cells. A file of tables has at most 20,000."),
            (far, "check", "'DR' is a retreat of 50 hexes. Write at most 6."),
            (ground, "check", "'terrain' holds 20004 entries. Write at most 500."),
            (marks, "build", "'units.markers' holds 20001 entries. Write at most 500."),
            (id_, "check", "'id' has 300 letters. Write at most 120."),
            (caption, "build", "has 100000 letters. Write at most 500."),
            (side, "check", "has 100000 letters. Write at most 500."),
            (rows, "build", "The chart 'Combat results' would be"),
        ],
        ground,
    ),
    ids=[
        "counters",
        "cells of tables",
        "a retreat",
        "kinds of terrain",
        "marks",
        "an id",
        "a caption",
        "a name",
        "a chart",
    ],
)
def test_a_game_that_asks_too_much_is_refused(
    change: Callable[[Path], None], word: str, told: str, hill: Path
) -> None:
    change(hill)
    with bounded():
        done = CliRunner().invoke(app, [word, str(hill)])
    assert done.exit_code
    assert told in " ".join(f"{done.output} {done.exception}".split())


def test_tables_by_the_thousand_are_read_at_once(hill: Path) -> None:
    rows = "".join(f"t{at},1,DE,DE,DE,DE,DE\n" for at in range(1_500))
    with (hill / "combat.csv").open("a") as file:
        file.write(rows + "".join(f"crt,{at},DE,DE,DE,DE,DE\n" for at in range(7, 1_000)))
    with bounded(3):
        assert len(load_game(hill).tables) == 1_501


def test_a_device_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "hexes.csv"
    path.symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.csv")
    for file in (path, tmp_path / "pipe.csv"):
        found = Collector()
        with bounded():
            read_csv(file, found)
        assert "no plain file" in str(found.problems[0])


@pytest.mark.parametrize("name", ["sentences.es.toml", "text.es.toml", "rules.toml"])
def test_a_pipe_in_a_games_folder_is_told(name: str, hill: Path) -> None:
    (hill / name).unlink(missing_ok=True)
    os.mkfifo(hill / name)
    with bounded():
        said = " ".join(CliRunner().invoke(app, ["check", str(hill)]).output.split())
    assert re.search(rf"{re.escape(name)}\S* .*no plain file", said)


@pytest.mark.parametrize("sign", ["\x9b", "\x85", "\x07", "\u202e"])
def test_no_table_holds_a_sign_that_steers(sign: str, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(f"hex,name\n0101,Over{sign}hill\n", encoding="utf-8")
    read_csv(tmp_path / "x.csv", found := Collector())
    assert f"U+{ord(sign):04X}" in str(found.problems[0])


@pytest.mark.parametrize("words", ["check x.vmod", "referee x.vmod", "show x.vsav --module x.vmod"])
def test_a_pipe_is_no_module_and_no_log(words: str, attack: Attack, tmp_path: Path) -> None:
    attack().rename(tmp_path / "x.vsav")
    os.mkfifo(tmp_path / "x.vmod")
    asked = [str(tmp_path / word) if word.startswith("x.") else word for word in words.split()]
    with bounded():
        error = CliRunner().invoke(app, asked).exception
    assert "no plain file" in str(error)


def test_a_pipe_beside_a_save_or_in_the_folder_of_a_game_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.vmod")
    (tmp_path / "huge").mkdir()
    with (tmp_path / "huge" / "game.toml").open("wb") as file:
        file.truncate(3 << 30)
    with bounded():
        assert find_module(tmp_path / "x.vsav", "", []) is None
        assert not is_titled(str(tmp_path / "huge"), "x")


def test_a_folder_that_lies_about_costs_nothing_to_pass_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who opens a save, or the home page, looks into every folder at hand that may be a game's: a
    key of 50,000 parts took three gigabytes of that."""
    folder = tmp_path / "source-art" / "bomb"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(
        f'title = "T"\n{"a." * 50_000}b = 1\n[adopted]\nmodule = "M"\n'
    )
    monkeypatch.chdir(tmp_path)
    with bounded():
        assert not is_titled("bomb", "T")
        assert "M" not in adopted_games().values()
        shown = {one["id"]: one for one in Games(tmp_path).told()}
    assert shown["bomb"]["broken"]


def test_what_was_drawn_before_is_read_within_bounds(tmp_path: Path) -> None:
    with (tmp_path / "x.png").open("wb") as file:
        file.truncate(3 << 30)
    (tmp_path / "y.png").symlink_to("/dev/zero")
    with bounded():
        assert (Cache(tmp_path).get("x"), Cache(tmp_path).get("y")) == (None, None)


LINKS = {
    "a table": "combat.csv", "a set-up": "scenarios/x.toml", "a translation": "text.de.toml",
    "the game itself": "game.toml", "rules": "rules.toml", "a folder": "charts", "the map": "map",
    "a picture": "art/deep/map.png", "what waits to be written": "map/.intended.zip",
}  # fmt: skip


@pytest.fixture
def hill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game's folder; beside it lies what no game's reader may open."""
    (tmp_path / "own").mkdir()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    new_game("hill", tmp_path)
    (tmp_path / "secret").mkdir()
    for name in ("hexes.csv", "x.toml"):
        (tmp_path / "secret" / name).write_text("Tr0ub4dor,[secret\nx: = Tr0ub4dor\n")
    return tmp_path / "hill"


@pytest.mark.parametrize("case", LINKS)
def test_a_link_out_of_a_game_is_told_by_name(case: str, hill: Path) -> None:
    link = hill / LINKS[case]
    link.parent.mkdir(parents=True, exist_ok=True)
    if link.is_dir():
        link.rename(hill / "elsewhere")
    link.unlink(missing_ok=True)
    link.symlink_to(hill.parent / "secret" / ("x.toml" if link.suffix else ""))
    with pytest.raises(ProblemsError) as caught:
        load_game(hill)
    (problem,) = caught.value.problems
    assert problem.file == str(link)
    assert "leads out" in problem.text


@pytest.mark.parametrize("name", ["map", "charts", "scenarios"])
def test_a_folder_that_may_not_be_read_is_no_empty_one(
    name: str, hill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = os.scandir

    def scandir(place: Any = ".") -> Any:
        if str(place) == str(hill / name):
            raise PermissionError(errno.EACCES, "Permission denied", str(place))
        return listed(place)

    (hill / name).mkdir(exist_ok=True)
    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(ProblemsError, match="the folder: Permission denied") as caught:
        load_game(hill)
    assert caught.value.problems[0].file == str(hill / name)


def test_a_link_that_leads_to_itself_is_told(hill: Path) -> None:
    """Python's own way of following links ends in a fault there."""
    loop = hill / "loop"
    loop.symlink_to("loop")
    rows = (hill / "counters.csv").read_text().replace("setup,source", "setup,source,pictures")
    (hill / "counters.csv").write_text(rows.replace("4,0406,3.1", "4,0406,3.1,loop", 1))
    with pytest.raises(ProblemsError, match=r'There is no picture "loop"'):
        sound_game(str(hill))
    with pytest.raises(NotADirectoryError, match="Its folder is a file"):
        write_whole(loop / "x.vmod", b"x")


def test_a_link_within_a_game_is_as_good_as_its_file(hill: Path) -> None:
    (hill / "text.fr.toml").symlink_to("text.es.toml")
    (hill.parent / "game").symlink_to(hill)
    assert "fr" in load_game(hill.parent / "game").texts


def test_no_command_opens_what_a_link_leads_to(hill: Path) -> None:
    (hill / "combat.csv").unlink()
    (hill / "combat.csv").symlink_to(hill.parent / "secret" / "hexes.csv")
    (hill / "charts").symlink_to("../secret")
    for words in ("check", "build", "sheets", "rules", "derive", "own", "trace", "fit", "desk"):
        result = CliRunner().invoke(app, [words, str(hill)])
        wrong = result.exception
        said = result.output
        if isinstance(wrong, Exception):
            said += "\n".join(explain(wrong) or [repr(wrong)])
        assert result.exit_code != 0, words
        assert said.count("leads out of the game's folder. Put the file itself there.") == 2, words
        assert "Tr0ub4dor" not in said, words
    assert {path.name for path in (hill.parent / "secret").iterdir()} == {"hexes.csv", "x.toml"}


@pytest.mark.parametrize("named", [None, "beside"])
def test_a_full_disk_names_the_folder_that_is_adopted_into(
    named: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(taking: object, beside: Path, *_: object) -> None:
        if named:
            raise OSError(errno.ENOSPC, "No space left on device", str(beside / "x.png"))
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(adopting, "_written", full)
    path = tmp_path / "x.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", '<VASSAL.build.GameModule name="T"/>')
    with pytest.raises(OSError, match="No space") as caught:
        adopting.adopt(path, "taken", tmp_path)
    told = explain(caught.value)
    assert told == [f"{tmp_path / 'taken'}: No space left on device. Make room on the disk."]
    assert [one.name for one in tmp_path.iterdir()] == ["x.vmod"]


def test_what_cannot_be_written_leaves_no_folder(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(OSError, match="No space"), alone(tmp_path / "new"):
        raise full
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "old").mkdir()
    with pytest.raises(OSError, match="No space"), alone(tmp_path / "old"):
        raise full
    assert (tmp_path / "old").is_dir()


FORMULAS = ['=HYPERLINK("http://x","y")', "=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3+cmd|'x'!A0",
            "'=1", "\t=1", "+A1", "-A1*2", "\uff1d1+1", "\u200b=1+1"]  # fmt: skip
WORDS = ["+2", "-1", "-", "'s-Gravenhage", "3rd (Guards)", "1-2-3", ""]


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_formula_is_written_as_text_and_read_as_it_was(cell: str) -> None:
    assert guarded(cell).startswith("'")
    assert unguarded(guarded(cell)) == cell


@pytest.mark.parametrize("cell", WORDS)
def test_a_word_is_written_as_it_is(cell: str) -> None:
    assert unguarded(cell) == guarded(cell) == cell


@pytest.mark.parametrize("cell", ["#1", "#", '#"1", 2'])
def test_a_cell_that_begins_as_a_remark_makes_none(cell: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(table_text([("a", "b"), (cell, "#2")]), encoding="utf-8")
    assert [row.cells for row in read_csv(path, Collector())] == [{"a": cell, "b": "#2"}]


@pytest.mark.parametrize("sign", ["\r", "\n", "\x85", "\u2028", "\u202e"])
def test_names_with_signs_that_break_lines_make_no_rows(sign: str, tmp_path: Path) -> None:
    """A reader that begins a row at such a sign finds no formula there, and Kessel what was
    written."""
    name, told = f"Inf{sign}=1+1", f"Inf&#{ord(sign)};=1+1"
    slot = (
        f'<VASSAL.build.widget.PieceSlot entryName="a" gpid="1">'
        f"+/null/piece;;;;{told}/null;0;0;1;0</VASSAL.build.widget.PieceSlot>"
    )
    maps = "".join(
        f'<VASSAL.build.module.Map mapName="{one}"><VASSAL.build.module.map.BoardPicker>'
        f'<VASSAL.build.module.map.boardPicker.Board name="B{n}" width="500" height="500"/>'
        "</VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>"
        for n, one in enumerate(("Main", told))
    )
    path = tmp_path / "x.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        tree = f'<VASSAL.build.GameModule name="T">{maps}{slot}</VASSAL.build.GameModule>'
        archive.writestr("buildFile.xml", tree)
    adopting.adopt(path, "taken", tmp_path)
    taken = load_game(tmp_path / "taken")
    assert [row.name for row in Kept(taken.folder).known] == [name]
    spaces = (taken.folder / "map" / "spaces.csv").read_text("utf-8")
    assert "=1+1" not in spaces
    pieces = (taken.folder / "kept" / "pieces.csv").read_bytes().decode("utf-8")
    assert not re.search('(?<!")[\r\n]=1', re.sub(r'"[^"]*"', '""', pieces))


def test_what_is_left_of_a_piece_stands_around_a_plain_one() -> None:
    """An unescaped / parts the type, and its innermost part is none that VASSAL knows."""
    left = Told()
    piece = "+/null/cmt;x\ta/b;S\\\tpiece;;;;A/1\tnull;0;0;1;0"
    cleaned = clean_piece(piece, left, "A")
    assert cleaned is not None
    assert isinstance(parse_piece(cleaned)[-1], BasicPiece)
    parted = "+/null/own;x\tpiece;;;;A/1\tnull;0;0;g\\\th;0"  # the state, once it stands alone
    assert clean_piece(parted, left, "A") is None


def test_no_table_of_an_adopted_game_holds_a_formula(tmp_path: Path) -> None:
    """Names of pieces, decks and boards are a stranger's, and tables are opened in spreadsheets."""
    evil = '=HYPERLINK("http:..x","y")'
    quoted = evil.replace('"', "&quot;")
    slot = (
        f'<VASSAL.build.widget.PieceSlot entryName="{quoted}" gpid="=1+1">'
        f"+/null/piece;;;{evil};{evil}/null;0;0;=1+1;0</VASSAL.build.widget.PieceSlot>"
    )
    window = (
        f'<VASSAL.build.module.PieceWindow name="{quoted}">{slot}</VASSAL.build.module.PieceWindow>'
    )
    path = tmp_path / "x.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "buildFile.xml", f'<VASSAL.build.GameModule name="T">{window}</VASSAL.build.GameModule>'
        )
    adopting.adopt(path, "taken", tmp_path)
    tables = list((tmp_path / "taken").rglob("*.csv"))
    cells = [c for table in tables for row in csv.reader(table.open(encoding="utf-8")) for c in row]
    assert [cell for cell in cells if cell.startswith(("=", "@"))] == []
    assert f"'{evil}" in cells
    game = load_game(tmp_path / "taken")
    assert evil in {counter.name for counter in game.counters.values()}
    assert game.kept is not None
    assert {known.name for known in game.kept.known} == {evil}


def test_rules_that_are_no_file_and_signs_of_no_page_are_told(tmp_path: Path) -> None:
    new_game("small", tmp_path)
    folder = tmp_path / "small"
    (folder / "rules.toml").unlink()
    os.mkfifo(folder / "rules.toml")
    with bounded(), pytest.raises(ProblemsError, match=r"rules.toml: .* no plain file"):
        load_game(folder)
    toml = folder / "game.toml"
    toml.write_text(toml.read_text().replace('title = "', 'title = "\\u001b', 1))
    with pytest.raises(ProblemsError, match=r"game.toml:\d+: .*U\+001B"):
        load_game(folder)


TURNED = {
    "game.toml": ('name = "Blue"', 'name = "Bl\u202eue"'),
    "scenarios/first-day.toml": ('name = "The', 'name = "\u2067The'),
    "text.es.toml": ('blue = "', 'blue = "\u2066'),
    "rules.toml": ('rule = "4"', 'rule = "\u202e4"'),
    "map/hexes.csv": ("Ashford", "\u202eAshford"),
}


@pytest.mark.parametrize("name", TURNED)
def test_no_sign_that_turns_a_text_around_reaches_a_module(name: str, tmp_path: Path) -> None:
    new_game("small", tmp_path)
    path = tmp_path / "small" / name
    plain, turned = TURNED[name]
    text = path.read_text(encoding="utf-8")
    assert plain in text
    path.write_text(text.replace(plain, turned), encoding="utf-8")
    with pytest.raises(ProblemsError, match=rf"{path.name}:\d+: .*U\+20[26]"):
        load_game(tmp_path / "small")


def test_a_file_that_is_open_elsewhere_on_windows_says_what_to_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There no open file can be replaced."""
    path = tmp_path / "hill.vmod"
    path.write_bytes(b"old")

    def refused(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Access is denied", str(path))

    monkeypatch.setattr(os, "replace", refused)
    monkeypatch.setattr(errors, "WINDOWS", True)
    with pytest.raises(PermissionError) as caught:
        write_whole(path, b"new")
    [said] = explain(caught.value) or []
    assert said.startswith(f"{path}: It is write-protected, or open in another program")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("hill.vmod", b"old")]


KEPT = {
    "pieces.csv": {
        "a long cell": b'slot\n"' + b"x" * 200_000 + b'"\n',
        "no end": b'slot\n"' + b"x\n" * 100_000,
        "no text": b"slot\n\xff\n",
    },
    "pictures.csv": {
        "a long cell": b'name,file\n"' + b"x" * 200_000 + b'",b\n',
        "no text": b"name,file\n\xff,\xfe\n",
        "a pipe": b"",
        "a hole": b"",
    },
    "faces.csv": {"a long cell": b'counter\n"' + b"x" * 200_000 + b'"\n'},
}
"""Tables that `adopt` wrote, spoilt by whoever passed the folder on."""


@pytest.mark.parametrize(
    ("name", "what"), [(name, what) for name, cases in KEPT.items() for what in cases]
)
def test_a_spoilt_table_of_an_adopted_game_is_told(name: str, what: str, tmp_path: Path) -> None:
    table = taken_over(tmp_path) / name
    table.unlink(missing_ok=True)
    if what == "a pipe":
        os.mkfifo(table)
    elif what == "a hole":
        with table.open("wb") as file:
            file.truncate(3 << 30)
    else:
        table.write_bytes(KEPT[name][what])
    kept = Kept(table.parent.parent)
    with bounded(), pytest.raises(ProblemsError, match=rf"{name}: .*Adopt the module anew"):
        _ = (kept.known, kept.pictures, kept.faces)


def test_a_table_of_pictures_with_empty_cells_is_read(tmp_path: Path) -> None:
    table = taken_over(tmp_path) / "pictures.csv"
    for text in ("x\n1\n", "name,file\na\n", "", "name,file\n,b\n"):
        table.write_text(text)
        assert Kept(table.parent.parent).pictures == {}


def test_no_picture_of_an_adopted_game_lies_elsewhere(tmp_path: Path) -> None:
    table = taken_over(tmp_path) / "pictures.csv"
    (tmp_path / "secret.png").write_bytes(b"x")
    table.write_text("name,file\na.png,../../secret.png\n")
    kept = Kept(table.parent.parent)
    for name in ("a.png", "../../secret.png", str(tmp_path / "secret.png"), "a\0b"):
        assert not kept.picture(name).is_file()


def taken_over(tmp_path: Path) -> Path:
    """The folder with the tables of a small game that was adopted."""
    path = tmp_path / "x.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", '<VASSAL.build.GameModule name="T"/>')
    adopting.adopt(path, "taken", tmp_path)
    return tmp_path / "taken" / FOLDER
