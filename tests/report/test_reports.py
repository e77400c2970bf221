"""Reports for people: what they must say, whatever their looks."""

from __future__ import annotations

import io
import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from assistant.cli.app import app
from assistant.cli.errors import explain
from assistant.games.dagc import RULES
from assistant.position_file import read_position
from assistant.position_text import write_position
from assistant.report.early import Early
from assistant.report.sheet import Sheet, sheet_of
from builder.game.problems import ProblemsError
from builder.module.art import key_of
from tests.wide import first

CASES = Path(__file__).parent.parent / "positions" / "dagc"

RING = """
game = "dagc"
turn = 3
phase = "soviet-post-combat"
board = "blank"
[[unit]]
id = "D"
side = "german"
type = "infantry"
strength = [3, 2]
hex = "4416"
[[unit]]
id = "[odd/name]"
side = "soviet"
type = "infantry"
strength = [4, 2]
hex = "4315"
[[unit]]
id = "B"
side = "soviet"
type = "cav-mech"
strength = [4, 2]
hex = "4515"
[[unit]]
id = "C"
side = "soviet"
type = "infantry"
strength = [4, 2]
hex = "4417"
"""

AIR = """
game = "kursk"
turn = 3
phase = "air"
[[unit]]
id = "D"
side = "soviet"
type = "infantry"
attack = 5
steps = 3
hex = "3520"
[[unit]]
id = "A"
side = "german"
type = "panzer"
attack = 25
steps = 4
hex = "3519"
"""


@pytest.fixture
def ring(tmp_path: Path) -> Path:
    path = tmp_path / "ring.toml"
    path.write_text(RING, encoding="utf-8")
    return path


def kessel(*words: Any) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})


def text(*words: Any) -> str:
    done = kessel(*words)
    assert done.exit_code in (0, 1), done.exception
    return " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["supply"], ["1 out of supply", "3 supplied", "No line to a working source", "4315 4417 4515"]),
        (["zones"], ["German: 6 hexes", "4415"]),
        (["stacking"], ["No stack breaks a rule"]),
        (["moves", "B"], ["Units move in their own movement phase", "No answer in the phase"]),
        (["moves", "D"], ["6 movement points", "Roll the die"]),
        (["odds"], ["4416", "[odd/name], C, B", "stand-in"]),
        (
            ["odds", "4416", "--from", "B,C"],
            ["8 against 3", "defender out of supply", "+1 column", "7.4", "chances:", "--with air=1"],
        ),
        (["odds", "4416", "--with", "armor=1"], ["Not possible", "12.6"]),
        (["retreats", "4416"], ["DE", "11.17", "6.9"]),
        (["advances", "4514", "--from", "B"], ["4514 > 4415", "12.2"]),
        (
            ["report"],
            [
                "The Destruction of Army Group Center: turn 3, Soviet post-movement combat",
                "Best attacks", "Nowhere to retreat", "victory points: 0",
            ],
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)  # fmt: skip
def test_what_is_said(ring: Path, words: list[str], said: list[str]) -> None:
    command, *rest = words
    found = text(command, ring, *rest)
    for phrase in said:
        assert phrase in found, found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--from", "B"], "4416"),
        (["--from", "B,D"], "No attack is possible in the phase"),
        (["--from", "B,C", "--with", "air=1"], "(+3)"),
        (["--from", "nobody"], "There is no unit 'nobody'"),
        (["--with", "air"], "'air' is no option: write NAME=VALUE. air=: write a number"),
        (["--with", "bombs"], "There is no option 'bombs'. Write one of: air, armor,"),
        (["--with", "bombs=1"], "There is no option 'bombs'."),
    ],
)
def test_all_attacks_narrowed(ring: Path, words: list[str], said: str) -> None:
    done = kessel("odds", ring, *words)
    told = done.stdout + str(done.exception or "")
    assert said in " ".join(told.split())


def test_a_unit_that_moves_in_another_phase_is_told_that_alone(ring: Path) -> None:
    told = text("moves", ring, "B")
    assert "0 movement points" not in told
    assert "can reach no hex" not in told


def test_moves_in_their_phase(ring: Path) -> None:
    ring.write_text(RING.replace("soviet-post-combat", "soviet-movement"), encoding="utf-8")
    found = text("moves", ring, "B")
    for phrase in ("7 movement points", "4615", "Enemy units stand there"):
        assert phrase in found


def test_the_report_as_data(ring: Path) -> None:
    data = json.loads(kessel("report", ring, "--json").stdout)
    assert [unit["id"] for unit in data["out_of_supply"]] == ["D"]
    assert [answer["hex"] for answer in data["doomed"]] == ["4416"]
    assert data["attacks"][0]["target"] == "4416"
    assert data["violations"] == []


def test_combat_that_is_still_ahead(ring: Path) -> None:
    ring.write_text(RING.replace("soviet-post-combat", "german-movement"), encoding="utf-8")
    assert "were it time for combat" in text("report", ring)
    bare = " ".join(text("odds", ring).split())
    assert bare.count("No attack is possible in the phase German movement: --anyway gives") == 1
    assert bare.count("No attack is possible") == 1
    assert "No attack" not in text("odds", ring, "--anyway")
    attacks = json.loads(kessel("report", ring, "--json").stdout)["attacks"]
    assert {attacker for attack in attacks for attacker in attack["attackers"]} == {"D"}


def test_before_combat_no_sum_of_nobody_is_told(tmp_path: Path) -> None:
    path = tmp_path / "air.toml"
    path.write_text(AIR, encoding="utf-8")
    now = text("odds", path, "3520")
    assert "no attackers" in now
    assert "--anyway" in now
    assert "against" not in now
    then = text("odds", path, "3520", "--anyway")
    assert "12 against 3" in then
    assert "supply-halving = " in then


@pytest.mark.parametrize(("width", "name"), [("80", "Cavalry-Mechanised"), ("120", "Oslikovskiy")])
def test_a_table_of_attacks_breaks_no_name(width: str, name: str) -> None:
    evening = Path(__file__).parents[2] / "docs/examples/evening.vlog"
    found = CliRunner().invoke(app, ["report", str(evening)], env={"COLUMNS": width})
    assert name in found.stdout.split("must attack")[0]


def test_violations_are_a_finding(ring: Path) -> None:
    more = [RING] + [
        f'[[unit]]\nid = "X{n}"\nside = "german"\ntype = "panzer"\nstrength = [3]\nhex = "4416"\n'
        for n in range(2)
    ]
    ring.write_text("".join(more), encoding="utf-8")
    done = kessel("stacking", ring)
    assert done.exit_code == 1
    assert "6.1" in done.stdout


@pytest.mark.parametrize("part", first(range(8), 2))
def test_positions_come_back_as_files(part: int, tmp_path: Path) -> None:
    for case in sorted(CASES.glob("*.toml"))[part::8]:
        one = RULES.visible(read_position(given(case, tmp_path)))
        again = tmp_path / "again.toml"
        again.write_text(write_position(one), encoding="utf-8")
        other = read_position(again)
        assert other.units == one.units, case.stem
        assert (other.board.terrain, other.control) == (one.board.terrain, one.control), case.stem
        assert write_position(RULES.visible(other)) == write_position(one), case.stem


def test_the_command_writes_the_same(tmp_path: Path) -> None:
    file, again = given(sorted(CASES.glob("*fog*.toml"))[0], tmp_path), tmp_path / "again.toml"
    assert kessel("position", file, "-o", again).exit_code == 0
    assert kessel("position", file).stdout == again.read_text(encoding="utf-8")
    assert again.read_text(encoding="utf-8") == write_position(RULES.visible(read_position(file)))


def given(case: Path, folder: Path) -> Path:
    """The position of a case as a file."""
    text = re.sub(
        r'"(position|expect|unit|state|lines|terrain|control|hexsides)"',
        r"\1",
        case.read_text(encoding="utf-8"),
    )
    text = text.partition("[position]")[2].partition("[[expect]]")[0]
    file = folder / "given.toml"
    file.write_text(text.replace("[position.", "[").replace("[[position.", "[["), "utf-8")
    return file


def test_a_position_file_holds_only_what_its_viewer_sees(ring: Path) -> None:
    more = RING + (
        '[[unit]]\nid = "top"\nside = "soviet"\ntype = "shock"\nstrength = [6, 3]\nhex = "4417"\n'
    )
    ring.write_text(more, encoding="utf-8")
    seen = tomllib.loads(kessel("position", ring, "--viewer", "german").stdout)
    assert [u["id"] for u in seen["unit"]] == ["D", "[odd/name]", "B", "top"]


def test_the_picture(
    ring: Path,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same on a map that is drawn beside it and on one that was kept."""
    from PIL import Image

    empty = str(tmp_path_factory.mktemp("cache"))
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, empty)
    output = tmp_path / "ring.png"
    assert kessel("picture", ring, "-o", output).exit_code == 0
    first = output.read_bytes()
    picture = Image.open(io.BytesIO(first)).convert("RGB")
    colours = {colour for _, colour in picture.getcolors(1 << 24) or []}
    assert (0xE0, 0x1E, 0x1E) in colours, "the unsupplied unit is ringed"
    kessel("picture", ring, "-o", output)
    assert output.read_bytes() == first
    kept = {path.stem for path in Path(empty).glob("kessel/pictures/*.png")}
    key = sheet_of(read_position(ring)).key("en")
    faces = key_of("stamps", "dagc")
    sheet = {f"{key}-{part}" for part in ("quick", "labels", "below")}
    assert kept == {*sheet, faces}, "no build takes one"
    assert [path.name for path in tmp_path.iterdir()] == ["ring.toml", "ring.png"]


def test_the_map_of_a_save_is_begun_once(ring: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the save is read, and anew only for a position on another board."""
    begun: list[Sheet] = []
    monkeypatch.setattr(Sheet, "partner", lambda sheet, language: begun.append(sheet))
    other = read_position(ring)
    with Early("en") as early:
        game, _ = early.bound("dagc")
        sheet, *_ = early.sheet(replace(other, game=game, board=game.board))
        assert begun == [sheet]
        assert early.sheet(replace(other, game=game))[0] is begun[-1]
    assert len(begun) == 2


def test_a_picture_that_cannot_be_written_is_told_in_a_sentence(ring: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = kessel("picture", ring, "-o", tmp_path / "file" / "ring.png")
    assert isinstance(done.exception, OSError)
    (told,) = explain(done.exception) or []
    assert told.startswith(f"{tmp_path / 'file' / 'ring.png'}: Its folder is a file.")


@pytest.mark.parametrize("command", ["picture", "position"])
def test_nothing_is_written_over_a_save(command: str, ring: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.vsav"
    save.write_bytes(b"precious")
    done = kessel(command, ring, "-o", save)
    assert isinstance(done.exception, ProblemsError)
    assert save.read_bytes() == b"precious"


def test_the_rules_of_a_game() -> None:
    found = text("rules", "dagc")
    assert "german_lines" in found
    assert "answered" in found
    data = json.loads(kessel("rules", "dagc", "--json").stdout)
    assert data["sums"]["answered"] > 90
    entry = next(rule for rule in data["rules"] if rule["rule"] == "11.11")
    chapters = [where["module"].rpartition(".")[0] for where in entry["where"]]
    assert set(chapters) == {"assistant.games.dagc"}


def test_only_lines_in_doubt_are_drawn_unless_asked() -> None:
    from assistant.questions.answers import Supply, UnitSupply
    from assistant.report.picture import Layers, wanted_lines

    units = [("a", "supplied"), ("b", "overload"), ("c", "supplied"), ("d", "oos")]
    supply = Supply(tuple(UnitSupply(id_, "german", "4416", state) for id_, state in units))

    def drawn(layers: Layers) -> str:
        return "".join(unit.id for unit in wanted_lines(supply, layers).units)

    assert drawn(Layers()) == "bd"
    assert drawn(Layers(units=frozenset("c"))) == "bcd"
    assert drawn(Layers(lines=True)) == "abcd"
    assert drawn(Layers(lines=False)) == ""
