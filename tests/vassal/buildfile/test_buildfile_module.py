"""Modules written and read, and the files that must be refused."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from builder import limits
from builder.vassal.buildfile import archive as archives
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile import xml
from builder.vassal.buildfile.archive import ArchiveError
from builder.vassal.buildfile.gpids import gpids, next_free, stable_gpids
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.buildfile.module import Module, read_module, version_key, write_module
from builder.vassal.buildfile.piece_text import parse_piece, write_piece
from builder.vassal.traits import BasicPiece, Marker, PlaceMarker

DATA = Path(__file__).parents[2] / "data" / "vassal"


def small() -> Module:
    slot = c.PieceSlot(entry_name="A", gpid="7", content="+/null/piece;;;a.png;A/null;0;0;7;0")
    return Module.of(
        "Tëst",
        "1.2.3",
        [c.BasicCommandEncoder(), c.PieceWindow().holding(c.ListWidget().holding(slot))],
        description="d",
        images={"b.png": b"B" * 100, "a.png": b"A"},
        files={"help/index.html": b"<p>"},
    )


def test_a_module_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    write_module(small(), path)
    read = read_module(path)
    assert read.root == small().root.replace(next_piece_slot_id=8)
    assert dict(read.images) == dict(small().images)
    assert dict(read.files) == dict(small().files)
    assert read.metadata == Metadata("Tëst", "1.2.3", "3.7.26", "d")


def test_the_same_module_gives_the_same_bytes(tmp_path: Path) -> None:
    write_module(small(), tmp_path / "one.vmod")
    write_module(small(), tmp_path / "two.vmod")
    assert (tmp_path / "one.vmod").read_bytes() == (tmp_path / "two.vmod").read_bytes()


@pytest.mark.parametrize("name", ["sample", "everything"])
def test_rewriting_a_stranger_keeps_everything(name: str, tmp_path: Path) -> None:
    read = read_module(DATA / f"{name}.vmod")
    write_module(read, tmp_path / "again.vmod")
    again = read_module(tmp_path / "again.vmod")
    assert again.root == read.root
    assert {**again.images} == {**read.images}
    assert {**again.files} == {**read.files}


def test_nothing_is_left_of_a_write_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    write_module(small(), path)
    before = path.read_bytes()
    bad = small().root.holding(c.TurnTracker(length_style="Long"))
    with pytest.raises(ValueError, match="lengthStyle"):
        write_module(small().replace(root=bad), path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.vmod"]


def test_moduledata_is_laid_out_as_vassal_does() -> None:
    root = etree.fromstring(Metadata("N", "1.0", "3.7.26", "D", 5).encode())
    assert [child.tag for child in root] == [
        "version", "extra1", "extra2", "VassalVersion", "dateSaved", "description", "name",
    ]  # fmt: skip


def test_translated_names_are_passed_over() -> None:
    data = b'<data version="1"><name lang="de">X</name><name>N</name><version>2</version></data>'
    assert Metadata.decode(data) == Metadata("N", "2", "")


def test_an_old_module_keeps_its_old_build_file(tmp_path: Path) -> None:
    path = tmp_path / "old.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("moduledata", Metadata("N", "1", "3.4.13").encode())
        archive.writestr("buildFile", xml.to_bytes(c.GameModule(name="old")))
        archive.writestr("buildFile.xml", xml.to_bytes(c.GameModule(name="new")))
    assert read_module(path).root.name == "old"


def test_an_image_is_found_as_vassal_finds_it() -> None:
    module = small().replace(images={"e\u0301.png": b"", "x.gif": b""})
    assert module.find_image("\u00e9.png") == "e\u0301.png"
    assert module.find_image("x") == "x.gif"
    assert module.find_image("X") is None


@pytest.mark.parametrize(
    ("version", "key"), [("3.7.26", (3, 7, 26)), ("3.8.0-beta1", (3, 8, 0)), ("", ()), ("a", ())]
)
def test_versions(version: str, key: tuple[int, ...]) -> None:
    assert version_key(version) == key


def zip_of(path: Path, entries: dict[str, bytes], **how: int) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **how) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"a.txt": b""}, "holds no buildFile.xml"),
        ({"savedGame": b"", "moduledata": Metadata("", "", "").encode()}, "saved game"),
        ({"buildFile.xml": b"<a"}, "cannot be read"),
        ({"buildFile.xml": b"<a/>"}, "no module"),
        ({"buildFile.xml": b"<a/>", "moduledata": b"<b/>"}, "moduledata cannot be read"),
        ({"buildFile.xml": b"<a/>", "../x": b""}, "leads out"),
        ({"buildFile.xml": b"<a/>", "/etc/x": b""}, "leads out"),
        ({"buildFile.xml": b"<a/>", "c:x": b""}, "leads out"),
        ({"buildFile.xml": b"<a/>", "images\\..\\..\\x": b""}, "leads out"),
        ({"buildFile.xml": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}, "document type"),
        ({"buildFile.xml": b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'}, "document type"),
        ({"buildFile.xml": b"<a>" * 5_000 + b"</a>" * 5_000}, "cannot be read: Excessive depth"),
        ({"buildFile.xml": b'<a b="\0"/>'}, "cannot be read: invalid character"),
        ({"buildFile.xml": b'<a b="\xff\xfe\xc3"/>'}, "cannot be read: Invalid bytes"),
    ],
)
def test_bad_files_are_refused_in_one_sentence(
    tmp_path: Path, entries: dict[str, bytes], reason: str
) -> None:
    refused_in_one_sentence(tmp_path, entries, reason)


def test_bombs_are_refused_in_one_sentence(tmp_path: Path) -> None:
    """Apart from the others, because as their parameters they would lie in memory all the time."""
    inside = b'<a b="' + b"x" * (100 << 20) + b'"/>'
    refused_in_one_sentence(tmp_path, {"buildFile.xml": inside}, "zip bomb|64 MB")
    bomb = {"buildFile.xml": b"<a/>", "images/bomb.png": bytes(100 << 20)}
    refused_in_one_sentence(tmp_path, bomb, "zip bomb")


def refused_in_one_sentence(folder: Path, entries: dict[str, bytes], reason: str) -> None:
    path = zip_of(folder / "x.vmod", entries, compresslevel=1)
    with pytest.raises(ArchiveError, match=reason) as caught:
        read_module(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    assert len(message) < 400


def test_an_entry_that_is_a_link_is_read_as_its_text(tmp_path: Path) -> None:
    """What lies elsewhere on the disk is no part of a module, whatever an entry says of itself."""
    (tmp_path / "secret").write_bytes(b"Tr0ub4dor")
    path = zip_of(tmp_path / "x.vmod", {"buildFile.xml": b"<VASSAL.build.GameModule/>"})
    with zipfile.ZipFile(path, "a") as archive:
        link = zipfile.ZipInfo("images/link.png")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, str(tmp_path / "secret"))
    with archives.Archive(path) as opened:
        assert opened["images/link.png"] == str(tmp_path / "secret").encode()


@pytest.mark.parametrize("how", ["encrypted", "LZMA", "BZIP2"])
def test_an_entry_that_vassal_cannot_unpack_is_refused(how: str, tmp_path: Path) -> None:
    path = zip_of(tmp_path / "x.vmod", {"buildFile.xml": b"<VASSAL.build.GameModule/>"})
    data = bytearray(path.read_bytes())
    for head, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.rfind(head)
        if how == "encrypted":
            data[at + flags] |= 1
        else:
            data[at + flags + 2] = {"LZMA": 14, "BZIP2": 12}[how]
    path.write_bytes(data)
    with pytest.raises(ArchiveError, match="encrypted or packed in a way that VASSAL cannot read"):
        read_module(path)


def test_sizes_that_lie_unpack_no_more_than_they_say(tmp_path: Path) -> None:
    text = b"<VASSAL.build.GameModule/>" + b" " * 1_000_000
    path = zip_of(tmp_path / "x.vmod", {"buildFile.xml": text})
    data = bytearray(path.read_bytes())
    for head, size in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.rfind(head) + size
        data[at : at + 4] = (26).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(ArchiveError, match=r"buildFile\.xml.*damaged"):
        read_module(path)


def test_an_attribute_of_40_mb_is_refused(tmp_path: Path) -> None:
    noise = bytes(33 + i * 7 % 26 + 32 for i in range(10_007)) * 4_000
    path = zip_of(tmp_path / "x.vmod", {"buildFile.xml": b'<a b="' + noise + b'"/>'})
    with pytest.raises(ArchiveError):
        read_module(path)


def test_files_that_are_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    with pytest.raises(ArchiveError, match="no such file"):
        read_module(path)
    path.write_bytes(b"hello")
    with pytest.raises(ArchiveError, match="this is a folder"):
        read_module(tmp_path)
    with pytest.raises(ArchiveError, match="no complete ZIP"):
        read_module(path)
    whole = (DATA / "sample.vmod").read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ArchiveError, match="no complete ZIP"):
        read_module(path)


def test_a_damaged_entry_is_named(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "x.vmod", {"buildFile.xml": b"<a>" + b"y" * 5000 + b"</a>"})
    data = bytearray(path.read_bytes())
    data[60] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(ArchiveError, match=r"buildFile\.xml.*damaged"):
        read_module(path)


def test_too_many_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives.limits, "ENTRIES", limits.Limit(3, "entries", "in an archive"))
    path = zip_of(tmp_path / "x.vmod", {str(n): b"" for n in range(4)})

    def read(*_: object) -> None:  # a million of them would take seconds and half a gigabyte
        raise AssertionError("its directory was read")

    monkeypatch.setattr(archives.zipfile, "ZipFile", read)
    for _ in range(2):
        with pytest.raises(ArchiveError, match="4 entries"):
            read_module(path)
        data = path.read_bytes()
        path.write_bytes(data[:-12] + b"\2\0" + data[-10:])  # it says that there are two


def test_pieces_of_the_samples_come_back() -> None:
    for name in ("sample", "everything"):
        for part in read_module(DATA / f"{name}.vmod").root.walk():
            if isinstance(part, c.PieceSlot | c.PrototypeDefinition):
                assert write_piece(parse_piece(part.content)) == part.content


def test_a_piece_by_its_traits() -> None:
    traits = parse_piece("+/null/mark;Side\tpiece;;;a.png;1\\/2\\;x/Blue\tnull;0;0;3;0")
    assert traits == (Marker.of(Side="Blue"), BasicPiece(image="a.png", name="1/2;x", gpid="3"))
    assert parse_piece(write_piece(traits)) == traits
    for content in ("", "hello", "+/null", "D/null/piece;;;;/"):
        with pytest.raises(ValueError, match=r"\+/null/"):
            parse_piece(content)


def test_gpids_are_found_and_numbered() -> None:
    inner = "+/null/piece;;;m.png;M/null;0;0;41;0"
    placing = PlaceMarker(marker=inner, gpid="41")
    slot = c.PieceSlot(gpid="9", content=write_piece([placing, BasicPiece(name="A", gpid="9")]))
    root = c.GameModule().holding(slot)
    assert [number for _, number in gpids(root)] == ["9", "41"]
    assert next_free(root) == 42


def test_stable_numbers_do_not_depend_on_the_others() -> None:
    names = [f"unit-{n}" for n in range(2000)]
    numbers = stable_gpids(names)
    assert len(set(numbers.values())) == 2000
    assert stable_gpids(names[:50]) == {name: numbers[name] for name in names[:50]}
