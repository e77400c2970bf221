"""Saves that ask for more than any game: they are answered or refused in little time and memory."""

import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.binding import open_record
from assistant.cli.app import app
from assistant.games import rules_for
from assistant.report.position_report import report
from assistant.report.show import show, show_text
from assistant.words.voice import voice
from builder import limits
from builder.game.locate import adopted_games, installed_games
from builder.vassal.errors import VassalFileError
from builder.vassal.traits import CalculatedProperty, Label, Layer, Marker, Mask, Trait
from tests.hostile.conftest import Attack, bounded, piece, property_
from tests.wide import all_but, first, some


def everything(path: Path, language: str = "en") -> str:
    """What `show` and `report` say of a save."""
    record = open_record(path)
    position = rules_for(record.game.id).visible(record.position())
    for _ in report(voice(record.game, language), position):
        pass
    return show_text(show(path))


def asking(expressions: list[str], asked: str) -> list[Trait]:
    """Properties A0, A1 ... with these values, and a layer whose level follows one of them."""
    follows = Layer(
        name="Step", images=("a.png", "b.png"), level_names=("", "x"), level=1,
        follow_property=True, property_name=asked,
    )  # fmt: skip
    return [follows, *(CalculatedProperty(name=f"A{at}", expression=text)
                       for at, text in enumerate(expressions))]  # fmt: skip


def _numbers(levels: int, most: str) -> list[str]:
    return [*(most.replace("NEXT", f"A{at + 1}") for at in range(levels)), "{1}"]


EXPRESSIONS = {
    "each asks twice": asking(_numbers(30, "{NEXT+NEXT}"), "{A0+A0}"),
    "each asks four times": asking(_numbers(19, "$NEXT$$NEXT$$NEXT$$NEXT$"), "A0"),
    "each asks a thousand times": asking(
        _numbers(3, "{" + "+".join(["NEXT"] * 700) + "}"), "{A0+A0}"
    ),
    "longer and longer": asking([*_numbers(30, "{NEXT+NEXT}")[:-1], '{"xxxxxxxx"}'], "A0"),
    "asks itself": asking(["{A0+A0+A0}"], "A0"),
    "not not not": asking(["{" + "!" * 3900 + "true}"], "A0"),
    "minus minus": asking(["{" + "-" * 3900 + "1}"], "A0"),
    "its own name": asking(["{PieceName+PieceName}"], "PieceName"),
}


@pytest.mark.parametrize(
    "case",
    all_but(
        EXPRESSIONS,
        "each asks twice",
        "each asks four times",
        "each asks a thousand times",
        "minus minus",
    ),
)
def test_expressions_have_a_budget(case: str, attack: Attack) -> None:
    path = attack(piece("x1", EXPRESSIONS[case]))
    with bounded():
        everything(path)


def test_many_pieces_with_dear_expressions_are_refused_together(attack: Attack) -> None:
    dear = EXPRESSIONS["each asks twice"]
    path = attack(*(piece(f"x{at}", dear) for at in range(1000)))
    with bounded(), pytest.raises(VassalFileError, match="more work"):
        everything(path)
    shown = CliRunner().invoke(app, ["show", str(path)])
    assert str(path) in str(shown.exception)


def test_labels_that_double_a_name_stay_short(attack: Attack) -> None:
    doubling = Label(label="x", name_format="$pieceName$$pieceName$")
    path = attack(piece("x1", [doubling] * 30))
    with bounded():
        told = everything(path)
    assert max(map(len, told.splitlines())) < 2 * limits.NAME


@pytest.mark.parametrize("column", first([10**8, 10**9, 10**20], 1))
def test_boards_may_lie_far_apart(column: int, attack: Attack) -> None:
    with bounded():
        everything(attack(f"Main MapBoardPicker\tMap\t{column}\t0"))


def test_too_many_boards_are_none(attack: Attack) -> None:
    boards = "".join(f"\tMap\t{at}\t{at}" for at in range(50_000))
    with bounded():
        everything(attack(f"Main MapBoardPicker{boards}"))


@pytest.mark.parametrize("length", some(["10", "12", "50", "9" * 20, "9" * 5000], "9" * 5000))
def test_a_retreat_has_a_longest_length(length: str, attack: Attack) -> None:
    path = attack(property_("State-retreat-mobile", length), game="kursk")
    with bounded():
        everything(path)


def test_a_marker_writes_no_hex_into_a_number(attack: Attack) -> None:
    marker = Marker(names=("StateHex",), values=("retreat-mobile",))
    path = attack(piece("m", [marker], x=1200, y=1200), game="kursk")
    with bounded():
        everything(path)
        assert isinstance(open_record(path).position().value("retreat-mobile"), int | None)


@pytest.mark.parametrize("length", some([4 << 20, 31 << 20, 120 << 20], 31 << 20))
def test_a_packed_game_may_not_grow_like_a_bomb(length: int, attack: Attack) -> None:
    text = b"begin_save" + b"\x1b" * length + b"\x1bend_save"
    path = attack(entry=lzma.compress(text, preset=0))
    with bounded(), pytest.raises(VassalFileError, match="no game needs"):
        open_record(path)


def _many() -> Iterator[tuple[str, list[str]]]:
    yield "commands", ["CHATx"] * (limits.COMMANDS + 1)
    yield "players", [f"PLAYER\tp{at}\tname{at}\tGerman" for at in range(60_000)]
    yield "pieces", [f"+/{at}/piece;;;;x/null;0;0;1;0" for at in range(limits.PIECES + 1)]
    move = "LOG\tM/x/Main Map/1/1/null/Main Map/1/1/null"
    yield "steps", ["end_save", *[move] * (limits.STEPS + 1)]


MANY = dict(_many())


@pytest.mark.parametrize("what", MANY)
def test_too_many_are_refused(what: str, attack: Attack) -> None:
    with bounded(), pytest.raises(VassalFileError, match=f"more than [\\d,]+ {what}"):
        open_record(attack(*MANY[what]))


def test_a_command_of_megabytes_is_refused(attack: Attack) -> None:
    with bounded(), pytest.raises(VassalFileError, match=r"commands has 4,194,305 characters"):
        open_record(attack("CHAT" + "x" * (limits.COMMAND - 3)))


def test_empty_stacks_of_old_modules_are_borne(attack: Attack) -> None:
    stacks = [f"+/{at}/stack/Main Map;10;10;@@1" for at in range(limits.PIECES + 10_000)]
    with bounded():
        assert open_record(attack(*stacks)).position().units


@pytest.mark.parametrize("count", first([1_500, 9_000], 1))
def test_thousands_of_loose_pieces_on_one_point_are_told(count: int, attack: Attack) -> None:
    with bounded():
        everything(attack(*(piece(f"x{at}", []) for at in range(count))))
        told = open_record(attack(*(piece(f"x{at}", []) for at in range(count)))).position()
    assert len(told.unknown) == limits.UNKNOWN + 1


@pytest.mark.parametrize(
    "name",
    ["q. Z" + " z" * 20_000 + " are of two sides and both in x" * 20_000 + " y. Q", "x; " * 50_000],
    ids=["sentence", "list"],
)
def test_a_name_is_no_riddle_for_the_translation(name: str, attack: Attack) -> None:
    with bounded():
        everything(attack(piece(name.replace("/", ""), [])), "es")


def test_a_save_never_chooses_a_folder_of_rules(
    attack: Attack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "evil"
    folder.mkdir()
    (folder / "game.toml").write_text("this is read by nobody")
    monkeypatch.chdir(tmp_path)
    for named in (str(folder), "evil", "../evil", r"\\host\share", "dagc/../../evil"):
        with pytest.raises(Exception, match=r"does not say|not to a Kessel game"):
            open_record(attack(property_("KesselGame", named)))
    (tmp_path / "dagc").mkdir()
    (tmp_path / "dagc" / "game.toml").write_text("nor is this")
    assert open_record(attack()).game.id == "dagc"
    assert everything(attack())


def test_a_folder_beside_a_save_is_read_only_if_a_module_was_taken_over_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, told in {"a": "[adopted]\nmodule = 'M'\n", "b": "title = 'M'\n", "dagc": "["}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.toml").write_text(told)
    monkeypatch.chdir(tmp_path)
    assert adopted_games() == {"a": "M"}
    assert not {"a", "b"} & set(installed_games())


def test_keys_of_any_letter_are_read(attack: Attack) -> None:
    data = piece("x1", [Mask()]).replace("obs;", "obs;ß", 1)
    with bounded():
        everything(attack(data))


def test_a_marker_of_control_names_a_side(attack: Attack) -> None:
    shout = Marker(
        names=("Control",), values=("<!channel> @everyone [x](http://evil.example)\x7f",)
    )
    record = open_record(attack(piece("m", [shout], x=1200, y=1200)))
    assert set(record.position().control.values()) <= set(record.game.sides)
