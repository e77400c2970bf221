"""What is wrong with a file is said in one sentence that names it; nothing worse happens."""

import importlib.util
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from builder.vassal.commands import BEGIN_SAVE, END_SAVE
from builder.vassal.container import Kind, kind_of, open_archive
from builder.vassal.errors import VassalFileError
from builder.vassal.obfuscation import disguise
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game, read_saved_game

TESTS = Path(__file__).parents[1]
DATA = TESTS / "data" / "vassal"
START = (DATA / "start.vsav").read_bytes()


def zipped(**entries: bytes) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return stream.getvalue()


SAVED = disguise(f"{BEGIN_SAVE}\x1b{END_SAVE}")


def hidden(other: bytes, *, inside: bool = False) -> bytes:
    """A save before which another stands that its directory does not tell: between two entries, or
    behind the end of what an entry unpacks to."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("moduledata", b"")
        between = archive.start_dir
        stream.write(other)
        archive.start_dir += len(other)
        archive.writestr("savedGame", SAVED)
        if inside:
            archive.infolist()[0].compress_size += len(other)
    data = stream.getvalue()
    if not inside:
        return data
    size = between - len("moduledata") - 30 + len(other)
    return data[:18] + size.to_bytes(4, "little") + data[22:]


def endless(data: bytes) -> bytes:
    """The same with a directory in which its last entry is longer than the file."""
    packed = data.rfind(b"PK\1\2") + 20
    return data[:packed] + b"\xff\xff\xff\xfe" + data[packed + 4 :]


CASES = {
    "endless": (endless(zipped(savedGame=SAVED)), "is damaged; fetch the file again"),
    "empty": (b"", "it is empty"),
    "text": (b"hello there", "choose a .vsav, .vlog or .vmod"),
    "cut": (START[: len(START) // 2], "cut off"),
    "other zip": (zipped(readme=b"x"), "not of VASSAL's"),
    "module": ((DATA / "sample.vmod").read_bytes(), "it is a VASSAL module"),
    "extension": (zipped(buildFile=b"", extensiondata=b""), "it is a VASSAL extension"),
    "no begin": (zipped(savedGame=disguise("CHAT hello")), "fetch it again"),
    "wrong key": (zipped(savedGame=b"!VCSK11" + SAVED[7:]), "key is wrong"),
    "no end": (zipped(savedGame=disguise(BEGIN_SAVE)), "cut off"),
    "half a byte": (zipped(savedGame=SAVED[:-1]), "middle of a byte"),
    "no digits": (zipped(savedGame=SAVED + b"xy"), "damaged"),
    "nothing in it": (zipped(savedGame=b""), "empty"),
    "two saves": (START + START, "stands before the save"),
    "one in a gap": (hidden(zipped(savedGame=SAVED)), "stands before the save"),
    "one in an entry": (hidden(zipped(savedGame=SAVED), inside=True), "stands before the save"),
    "way out": (zipped(**{"savedGame": SAVED, "../evil": b""}), "leads out"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_bad_file_is_named_with_what_is_wrong(case, tmp_path):
    data, what = CASES[case]
    file = tmp_path / "game.vsav"
    file.write_bytes(data)
    with pytest.raises(VassalFileError, match=what) as caught:
        read_saved_game(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert "\n" not in str(caught.value)


def test_missing_files_and_folders(tmp_path):
    with pytest.raises(VassalFileError, match="no such file"):
        read_saved_game(tmp_path / "none.vsav")
    with pytest.raises(VassalFileError, match="folder"):
        read_saved_game(tmp_path)


def test_a_zip_that_unpacks_to_too_much_is_refused(tmp_path):
    file = tmp_path / "bomb.vsav"
    file.write_bytes(zipped(savedGame=b"0" * (130 << 20)))
    with pytest.raises(VassalFileError, match=r"bomb|more than"):
        read_saved_game(file)


@pytest.mark.parametrize(
    ("file", "kind"),
    [("start.vsav", Kind.SAVE), ("r1.vlog", Kind.SAVE), ("sample.vmod", Kind.MODULE)],
)
def test_files_are_known_by_their_content(file, kind, tmp_path):
    copy = tmp_path / "any.name"
    copy.write_bytes((DATA / file).read_bytes())
    with open_archive(copy) as archive:
        assert kind_of(archive) is kind


def test_metadata_that_cannot_be_read_is_done_without(tmp_path):
    file = tmp_path / "game.vsav"
    file.write_bytes(zipped(savedGame=SAVED, moduledata=b"<!DOCTYPE x [<!ENTITY a 'b'>]><data/>"))
    assert read_saved_game(file).module is None


def test_a_save_of_nothing_but_its_text_is_read(tmp_path):
    file = tmp_path / "game.vsav"
    file.write_bytes(zipped(savedGame=f"{BEGIN_SAVE}\x1b{END_SAVE}".encode()))
    assert Replay(read_saved_game(file)).state().pieces == {}


def test_steps_that_do_not_exist_are_refused():
    replay = Replay(read_saved_game(DATA / "turn1.vlog"))
    for number in (-1, 13):
        with pytest.raises(VassalFileError, match="it has 12 steps"):
            replay.state(number)
    with pytest.raises(VassalFileError, match="a save without steps"):
        Replay(read_saved_game(DATA / "start.vsav")).state(1)


def test_a_stack_that_no_game_has_is_refused():
    pieces = [f"+/{at}/piece;;;;x/Map;0;0;;0" for at in range(10_002)]
    stack = "+/s/stack/Map;0;0;" + ";".join(str(at) for at in range(10_002))
    text = "\x1b".join([BEGIN_SAVE, *pieces, stack, END_SAVE])
    with pytest.raises(VassalFileError, match="stack of more than"):
        Replay(parse_saved_game(text))


def test_mutated_files_end_in_a_state_or_in_the_one_error():
    spec = importlib.util.spec_from_file_location("fuzz", TESTS / "bench" / "vassal_fuzz.py")
    assert spec is not None
    assert spec.loader is not None
    fuzz = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fuzz)
    read, refused, _ = fuzz.run(range(50), fuzz.sample_files())
    assert read + refused == 50
    assert min(read, refused) > 3
