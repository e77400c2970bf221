"""What a stranger's file calls things is told as far as anybody reads, and no further."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.cli.errors import explain
from builder import limits
from builder.game.skeleton import new_game
from builder.saying import AsWritten, Saying, shortened
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game, read_saved_game
from builder.vassal.secret import MASKED, Passwords, PlayerId
from builder.vassal.traits import Label
from builder.vassal.wire import node
from builder.vassal.wire.properties import write_properties
from tests.hostile.conftest import Attack, piece
from tests.wide import paired

LONG = "w" * 300_000


def text_changed(change: Callable[[str], str]) -> Callable[[Path], None]:
    return lambda path: written(path, change(read_saved_game(path).text))


def logged(*commands: str) -> Callable[[Path], None]:
    return text_changed(lambda text: "\x1b".join([text, *(f"LOG\t{one}" for one in commands)]))


def written(path: Path, text: str, **entries: bytes) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", text)
        for name, data in entries.items():
            archive.writestr(name, data)


def of_module(name: str, version: str) -> Callable[[Path], None]:
    data = Metadata(name, version, "3.7.26").encode()
    return lambda path: written(path, read_saved_game(path).text, moduledata=data)


FILES = {
    "a state": text_changed(lambda text: re.sub(r"(State-bagration;)\w+", rf"\1{LONG}", text)),
    "a module's name": of_module(LONG, "1.0"),
    "a module's version": of_module("The Destruction of Army Group Center", LONG),
    "a player's name": logged(f"PLAYER\tx\t{LONG}\tGerman"),
    "a side": logged(f"PLAYER\tx\tAna\t{LONG}"),
    "a line of the chat": logged(f"CHAT{LONG}"),
    "a property": logged(f"MutableProperty\t{LONG}\t\t{LONG}\tModule"),
}


@pytest.mark.parametrize("sign", ["\n", "\r\n", "\u2028", "\x85", " \n\n "])
def test_no_line_of_a_strangers_stands_among_ours(sign: str) -> None:
    told = Saying("State variable '{word}' cannot be read.", word=f"a{sign}error  disk full")
    assert str(told) == "State variable 'a error  disk full' cannot be read."


TELLING = ("show", "show --changes --json", "report", "report --json", "position")


@pytest.mark.parametrize(("what", "words"), paired(FILES, TELLING))
def test_a_megabyte_of_a_save_is_told_in_short(what: str, words: str, attack: Attack) -> None:
    path = attack()
    FILES[what](path)
    command, *options = words.split()
    done = CliRunner().invoke(app, [command, str(path), *options])
    error = done.exception
    told = explain(error) if isinstance(error, Exception) else None
    said = done.output + "\n".join(told or ())
    assert said
    assert "w" * limits.QUOTED not in said


def test_so_is_what_stands_in_a_designers_file(tmp_path: Path) -> None:
    new_game("hill", tmp_path)
    file = tmp_path / "hill" / "game.toml"
    file.write_text(file.read_text().replace('draw = "woods"', f'draw = "{LONG}"', 1))
    said = CliRunner().invoke(app, ["check", str(file.parent)]).output
    assert "www" in said
    assert "w" * limits.QUOTED not in said


def test_an_ellipsis_stands_for_the_rest() -> None:
    assert shortened("abc", 3) == "abc"
    assert shortened("abcd", 3) == "ab…"
    for value in (LONG, AsWritten(LONG), [LONG]):
        said = Saying("It is '{word}'.", word=value)
        assert said == f"It is '{LONG[: limits.QUOTED - 1]}…'."
        assert said.told("Es '{word}'.", str) == f"Es '{LONG[: limits.QUOTED - 1]}…'."
    whole = Saying("{text} {text2}", text=Saying("{a} {a}", a=LONG), text2="so")
    assert whole.endswith("… so")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("correct-horse", MASKED),
        ("of correct-horse's", f"of {MASKED}'s"),
        ("swan", MASKED),
        ("the swan's", f"the {MASKED}'s"),
        ("swans", "swans"),
        ("ab", MASKED),
        ("of ab", "of ab"),
        ("4", "4"),  # as any count: its mask would tell which
        ("1944", MASKED),
        ("in 1944", "in 1944"),
        ("Bruno", "Bruno"),
        ("Soviet", "Soviet"),
        ("German", MASKED),  # another's side: anybody may call his as he likes
        ("null", "null"),
    ],
)
def test_a_value_that_is_a_password_is_not_told(value: str, told: str) -> None:
    passwords = Passwords()
    for id_, side in (("correct-horse", "German"), ("swan", ""), ("4", ""), ("German", "")):
        passwords = passwords.and_of(PlayerId(id_), side)
    for id_ in ("ab", "1944", "Bruno", "Soviet"):
        passwords = passwords.and_of(PlayerId(id_), "Soviet", "Bruno")
    assert passwords.told(value) == told
    assert "swan" not in repr(passwords)


def of_a_player(name: str, side: str) -> Callable[[str], tuple[str, ...]]:
    """What is told of a player who calls himself, or his side, as a text."""

    def told(text: str) -> tuple[str, ...]:
        says = f"PLAYER\tx\t{name or text}\t{side or text}"
        seated = f"PLAYER\t{SECRET}\tAna\tRed"
        state = Replay(parse_saved_game(f"begin_save\x1b{seated}\x1b{says}\x1bend_save")).first
        return tuple(
            state.passwords.told(word) for it in state.seats for word in (it.name, it.side)
        )

    return told


def of_a_module_told(text: str) -> tuple[str, ...]:
    module = Metadata.decode(Metadata(text, text, "3.7.26").encode())
    game = parse_saved_game(f"begin_save\x1bPLAYER\t{SECRET}\tAna\tRed\x1bend_save", None, module)
    told = game.module_told()
    assert told is not None
    return told.name, told.version


def of_who_is_there(text: str) -> tuple[str, ...]:
    known = Passwords().and_of(PlayerId(SECRET))
    return (known.told(node.member_of("x", "Room", write_properties({"name": text})).name),)


SECRET = "Zqana7788xwKKpp"
CUTS = (60, 100, 200, 500, 1000, 2000)


@pytest.mark.parametrize(
    "told",
    [of_a_player("", "Blue"), of_a_player("Bruno", ""), of_a_module_told, of_who_is_there],
    ids=["a player's name", "a side", "a module", "the name of who is there"],
)
def test_a_password_is_found_before_a_text_is_cut(told: Callable[[str], tuple[str, ...]]) -> None:
    for cut in CUTS:
        for before in (4, 8, 12):
            text = ("ab " * cut)[: cut - before] + SECRET + " tail" + " z" * 60
            assert not any(SECRET[:4] in said for said in told(text))
    assert not any(SECRET[:4] in said for said in told(f"{SECRET}, " * 200))
    assert any(MASKED in said for said in told(f"it is {SECRET}"))


@pytest.mark.parametrize(
    ("name", "label", "told"),
    [
        ("1st Guards", "swan", f"1st Guards ({MASKED})"),
        ("1st Guards", "kept by swan", f"1st Guards (kept by {MASKED})"),
        ("1st Guards", "Guards", "1st Guards (Guards)"),  # the module's word, which all know
        ("of correct-horse", "ab", f"of {MASKED} (ab)"),
    ],
)
def test_a_password_in_the_name_of_a_piece_is_not_told(
    name: str, label: str, told: str, attack: Attack
) -> None:
    seats = (f"PLAYER\t{id_}\tAna\tGerman" for id_ in ("correct-horse", "swan", "Guards", "ab"))
    unit = piece(name, [Label(label=label)], x=1200, y=1200)
    shown = CliRunner().invoke(app, ["show", str(attack(*seats, unit)), "--json"]).output
    assert f'"name": "{told}"' in shown
