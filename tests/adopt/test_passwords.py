"""Passwords that a module itself has are taken out when it is taken over."""

import zlib
from collections.abc import Iterable
from html import escape
from io import BytesIO

import pytest
from PIL import Image

from builder.adopt.passwords import (
    RUNS_OVER,
    STANDS,
    TAKEN,
    TEXT_TAKEN,
    without_passwords,
)
from builder.adopt.told import Told
from builder.drawing.png import chunk
from builder.vassal.blanked import IS_WORD, OfModule, blanked_game
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.archive import archive_bytes
from builder.vassal.buildfile.module import Module
from builder.vassal.buildfile.piece_text import parse_piece, write_piece
from builder.vassal.command_tree import leaves
from builder.vassal.container import SAVED_GAME
from builder.vassal.obfuscation import disguise
from builder.vassal.savedgame import read_saved_game
from builder.vassal.secret import IN_PLACE, PlayerId
from builder.vassal.sequence import TAB, encode
from builder.vassal.traits import BasicPiece, Hide, Layer, Marker, Mask, PlaySound, Trait, Trigger


def save(*words: str) -> bytes:
    """A save at whose table players with these ids sit."""
    seats = (f"PLAYER\t{encode(word, TAB)}\tAna\tRed" for word in words)
    text = "\x1b".join(("begin_save", *seats, "end_save"))
    data = archive_bytes([(SAVED_GAME, disguise(text))])
    assert len(read_saved_game(BytesIO(data)).passwords.ids) == len(words)
    return data


def slot(name: str, *traits: Trait) -> c.PieceSlot:
    """A palette's piece."""
    return c.PieceSlot(
        entry_name=name, gpid=name, content=write_piece([*traits, BasicPiece(name=name)])
    )


def taken(
    word: str,
    *parts: c.PieceSlot | c.MapWindow,
    pictures: Iterable[str] = (),
    **files: bytes,
) -> tuple[Module, Told]:
    """The module with these parts and a set-up at which the player sits, without passwords."""
    set_up = c.PredefinedSetup(name="Start", use_file=True, file="start")
    told = Told()
    module = Module.of(
        "Ours", "1", (set_up, *parts), images=dict.fromkeys(pictures, b"x"),
        files={"start": save(word, "another-one"), **files},
    )  # fmt: skip
    return without_passwords(module, (), told).module, told


@pytest.mark.parametrize(
    "word", ["hunter2secret", "correct-horse", "open/se;same|x", 'a "quoted" & <b>']
)
def test_a_password_in_a_definition_or_a_text_is_taken_out(word: str) -> None:
    piece = slot(
        "One",
        Trigger(condition=f'{{PlayerId=="{word}"}}'),
        Marker(names=("Note",), values=(f"mine is {word.upper()}",)),
    )
    page = f"<p>{escape(word)}</p>".encode()
    module, told = taken(word, piece, **{"help.html": page, "wide.txt": word.encode("utf-16")})
    (kept,) = (part for part in module.root.walk() if isinstance(part, c.PieceSlot))
    trigger, marker, _ = parse_piece(kept.content)
    assert isinstance(trigger, Trigger)
    assert isinstance(marker, Marker)
    assert trigger.condition == f'{{PlayerId=="{IN_PLACE}"}}'
    assert marker.values == (f"mine is {IN_PLACE}",)
    assert module.files["help.html"] == f"<p>{IN_PLACE}</p>".encode()
    assert module.files["wide.txt"].decode("utf-16") == IN_PLACE
    assert {(one.what, one.examples) for one in told} == {
        ("PieceSlot", ("One",)), ("html", ("help.html",)), ("txt", ("wide.txt",)),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("word", "part", "stays"),
    [
        ("hunter2secret", slot("Of hunter2secret"), False),
        ("Panzerarmee", slot("6. Panzerarmee"), True),
        ("8th Army", slot("8th Army HQ"), False),
        ("19441945", slot("Guard 19441945"), False),
        ("19441945", c.MapWindow(map_name="Front 19441945"), True),
        ("with blank 77", slot("One", Marker(names=("Owner",), values=("with blank 77",))), False),
        ("Strength", slot("One", Marker(names=("Strength",), values=("5",))), True),
        ("location", c.MapWindow(map_name="location"), True),
        ("turn-1943", slot("One", Marker(names=("turn-1943",), values=("5",))), True),
        ("turn-1944", slot("One", Trigger(condition="{turn-1944>2}")), False),
        ("hunter2secret", c.MapWindow(map_name="Of hunter2secret"), True),
    ],
)
def test_one_that_is_a_word_of_the_game_stays_and_is_told(
    word: str, part: c.PieceSlot | c.MapWindow, stays: bool
) -> None:
    module, told = taken(word, part, **{f"{word}.txt": b""})
    assert any(word in str(one) for one in module.root.walk()) == stays
    assert (f"{word}.txt" in module.files) == stays
    assert ([one.reason for one in told] == [IS_WORD]) == stays


def test_one_that_only_a_definition_tells_is_taken_out_elsewhere() -> None:
    hidden = slot("One", Hide(access="player:", hidden_by=PlayerId("long-gone-guest")))
    other = slot("Two", Trigger(condition='{PlayerId=="long-gone-guest"}'))
    module, _ = taken("hunter2secret", hidden, other)
    assert "long-gone" not in repr(module.root)


@pytest.mark.parametrize(
    "condition",
    [
        '{playerId!="Strength"&&Strength==5}',
        "PlayerId = Strength",
        "PlayerId != Strength && Strength = 5",
        "{PlayerId=='Strength'}",
        '{"Strength"==PlayerId}',
        '{PlayerId.equals("Strength")}',
        '{"Strength".equals( PlayerId )}',
        '{PlayerId=~"Ana|Strength|Strength|Bea"}',
        '{(PlayerId)==("Strength")||Strengths=="PlayerId"}',
        '{GetProperty("PlayerId")=="Strength"}',
        '{"Strength"==GetProperty("PlayerId")}',
        "$PlayerId$ = Strength",
        '{PlayerId.toLowerCase().equals("strength")}',
        '{"Strength,other".contains(PlayerId)}',
        '{PlayerId+""=="Strength"}',
        '{ PlayerId ==\n  "Strength"}',
        '{a=PlayerId; a=="Strength"&&GetProperty("Strengths")>2}',
        '{Objects.equals(PlayerId,"Strength")}',
        r'{Count("{x=PlayerId; x==\"Strength\"}")}',
        '{Alert("{")}{if (Strength==5) {x="a"}; x=PlayerId; x=="of Strength"}',
    ],
)
def test_what_compares_a_player_with_it_is_changed_whatever_it_is(condition: str) -> None:
    module, _ = taken("Strength", slot("One", Trigger(condition=condition)))
    (kept,) = (part for part in module.root.walk() if isinstance(part, c.PieceSlot))
    trigger, _ = parse_piece(kept.content)
    assert isinstance(trigger, Trigger)
    own = ("Strength==5", "Strength = 5", "Strengths")
    masked = condition
    for number, name in enumerate(own):
        masked = masked.replace(name, f"<{number}>")
    masked = masked.replace("Strength", IN_PLACE).replace('"strength', f'"{IN_PLACE}')
    for number, name in enumerate(own):
        masked = masked.replace(f"<{number}>", name)
    assert trigger.condition == masked


WRITTEN = [
    "müller 44&".encode("cp1252"), b"m&uuml;ller 44&amp;", b"m&#252;ller&#x20;44&amp",
    rb"m\u00fcller 44\u0026", rb"M\xFCLLER 44&", b"m%C3%BCller%2044%26", b"m%fcller%2044&",
    b"m%25C3%25BCller+44%2526", b"mu&#776;l&shy;ler&#8203; 44&amp;amp;", b"m\xfc\xadller 44&#65286",
    rb"m\0000fcller 44\26", rb"m\'fcller 44&", rb"m\u252?ller 44&", b"m\\u00fcl\\\n  ler 44&",
    rb"m\uu00fcller\ 44\&",
]  # fmt: skip


@pytest.mark.parametrize("written", WRITTEN)
def test_one_is_known_however_a_text_writes_it(written: bytes) -> None:
    module, _ = taken("müller 44&", **{"help.html": b"<p>" + written + b"</p> \xfc &uuml; %"})
    assert module.files["help.html"] == f"<p>{IN_PLACE}</p>".encode() + b" \xfc &uuml; %"


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("<b>mül</b>ler 44&amp;", "<b>{}</b>"),
        ("m&uuml;l<!-- x --><font a='>'>ler</font> 44&", "{}<!-- x --><font a='>'></font>"),
        ("m\udcfcl<wbr>ler 44&#38;", "{}<wbr>"),
    ],
)
def test_tags_within_one_stay_behind_the_name(written: str, left: str) -> None:
    page = f"<p>{written}.".encode(errors="surrogateescape")
    module, _ = taken("müller 44&", **{"help.html": page})
    assert module.files["help.html"].decode() == f"<p>{left.format(IN_PLACE)}."


def said(charset: str) -> str:
    return f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">'


@pytest.mark.parametrize(
    ("name", "text", "codec"),
    [
        ("a.html", said("windows-1251") + "Ж {}", "cp1251"),
        ("a.html", '<meta charset="KOI8-R">Ж {}', "koi8_r"),
        ("a.html", said("x-MacCyrillic") + "{}", "mac_cyrillic"),
        ("a.xml", '<?xml version="1.0" encoding="IBM866"?><a>{}</a>', "cp866"),
        ("a.html", said("Shift_JIS") + "漢 {}", "shift_jis"),
        ("a.html", said("gb2312") + "漢 {}", "gb18030"),
        ("a.html", said("euc-jp") + "漢 {}", "euc_jp"),
        ("read.me", "Ж {}", "cp1251"),
        ("a.tsv", "Ж\t{}\n", "utf-8"),
        ("a.html", "<p>{} &amp;", "utf-16-le"),
        ("a.ini", "by = {}", "utf-16-be"),
        ("a.txt", "Ж {}", "utf-32"),
    ],
)
def test_one_is_known_in_whatever_encoding_a_text_has(name: str, text: str, codec: str) -> None:
    module, told = taken("Пароль1944", **{name: text.format("Пароль1944").encode(codec)})
    assert module.files[name].decode(codec) == text.format(IN_PLACE)
    assert [one.reason for one in told] == [TAKEN]


def test_a_text_that_cannot_be_written_back_is_told_and_stays() -> None:
    twice = b"\x1b$B\x1b(B" + "Пароль1944".encode("iso2022_jp")
    module, told = taken("Пароль1944", **{"a.html": said("iso-2022-jp").encode() + twice})
    assert module.files["a.html"].endswith(twice)
    assert [one.reason for one in told] == [STANDS]


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe<\0b\0>\0x", b"\xfe\xff\0", b"\xff\xfe%\0\0\xd8", b"\0\0\xfe\xff\xff\xff\xff\xff%",
        b"\xff\xfe\0\0%", b"%ff\xff&#xd800;", b"<meta charset=utf-7><meta charset=rot13>%+AGE-",
        b"&#" + b"9" * 60, rb"\ud800 \u{ffffff} \'zz \u-99999?",
    ],
)  # fmt: skip
def test_a_damaged_text_stays_byte_for_byte(data: bytes) -> None:
    module, told = taken("пароль hunter2", **{"a.html": data, "a.bin": data})
    assert module.files["a.html"] == module.files["a.bin"] == data
    assert list(told) == []


@pytest.mark.parametrize(
    "text",
    [
        chunk(b"tEXt", b"Author\0Hunter2&Secret"),
        chunk(b"zTXt", b"Author\0\0" + zlib.compress(b"by hunter2&secret")),
        chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<dc>hunter2&amp;secret</dc>"),
        chunk(b"iTXt", b"Author\0\1\0en\0Author\0" + zlib.compress(b"hunter2&secret")),
        chunk(b"eXIf", b"MM\0*" + "hunter2&secret".encode("utf-16-le")),
    ],
)
def test_a_picture_loses_the_text_that_has_one_and_nothing_else(text: bytes) -> None:
    Image.new("RGB", (3, 2), "red").save(made := BytesIO(), "PNG")
    plain, other = made.getvalue(), chunk(b"tEXt", b"Title\0Tanks")
    with_texts = plain[:33] + other + text + plain[33:]
    module, told = taken("hunter2&secret", **{"a.png": with_texts, "b.png": plain})
    for _ in range(2):
        assert module.files["a.png"] == plain[:33] + other + plain[33:]
        assert module.files["b.png"] == plain
    assert [(one.kind, one.count, one.reason) for one in told] == [("picture", 1, TEXT_TAKEN)]


@pytest.mark.parametrize(
    ("data", "has"),
    [
        (b"OggS\0\2ARTIST=Hunter2Secret\0", True),
        (b"\xff\xd8\xff\xfe\0\x10hunter2secret", True),
        (b"%PDF-1.4 stream\n" + zlib.compress(b"(hunter2secret) Tj") + b"\nendstream", True),
        (b"%PDF-1.4 stream\n" + b"x" * 40 + b"\nendstream", False),
        (b"%PDF" + b"stream\n" * 200_000, False),
        (b"ID3" + "hunter2secret".encode("utf-16-be"), True),
        (b"OggS\0\2ARTIST=Ana", False),
    ],
)
def test_a_file_of_another_kind_that_has_one_is_told_and_stays(data: bytes, has: bool) -> None:
    module, told = taken("hunter2secret", **{"a.bin": data})
    assert module.files["a.bin"] == data
    assert [(one.kind, one.what, one.reason) for one in told] == [("file", "bin", STANDS)] * has


def test_a_module_without_any_is_as_it_was() -> None:
    one = slot("One", Marker(names=("Note",), values=("another",)))
    module, told = taken("hunter2secret", one)
    assert one in module.root.children
    assert list(told) == []


@pytest.mark.parametrize(
    ("sign", "called"),
    [("", ("by player-3.png", "by player-2.PNG")), (";", ("by -player-2.png", "by -player.PNG"))],
)
def test_files_that_would_have_one_name_are_told_apart_wherever_they_are_called(
    sign: str, called: tuple[str, ...]
) -> None:
    mine, other = f"by {sign}hunter2secret.png", f"by {sign}HUNTER2SECRET.PNG"
    own = f"by {IN_PLACE}.png"
    one = slot("One", Layer(images=(mine, other)), Marker(names=("Look",), values=(own,)))
    module, told = taken("hunter2secret", one, pictures=(mine, other, own))
    (kept,) = (part for part in module.root.walk() if isinstance(part, c.PieceSlot))
    layer, marker, _ = parse_piece(kept.content)
    assert isinstance(layer, Layer)
    assert isinstance(marker, Marker)
    assert layer.images == called
    assert marker.values == (own,)
    assert {one.reason for one in told} == {TAKEN}


@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("hunter2secret.jpg", "player.jpg"),
        ("red hunter2secret.png", "red player.png"),
        ("a,hunter2secret;b/c.png", "a-player-b-c.png"),
        ("red/hunter2secret.png", "red-player.png"),
    ],
)
def test_a_save_calls_files_as_the_module_does_and_no_absent_player(name: str, new: str) -> None:
    beside, sound = "hunter2secret.png", "horn hunter2secret.wav"
    content = write_piece(
        [
            Layer(images=(name, beside)), Mask(display=f"G{name}"), PlaySound(clip=sound),
            BasicPiece(image=name, name="of hunter2secret"),
        ]
    )  # fmt: skip
    placed = f"begin_save\x1b{content.replace('null', '7', 1)}\x1bend_save"
    game = archive_bytes([(SAVED_GAME, disguise(placed))])
    page = f'<img src="{name}">'.encode()
    files = {"start": save("hunter2secret"), f"sounds/{sound}": b"x", "help.html": page}
    set_up = c.PredefinedSetup(name="Start", use_file=True, file="start")
    palette = c.PieceSlot(entry_name="One", gpid="1", content=content)
    images = dict.fromkeys((name, beside), b"x")
    module = Module.of("Ours", "1", (set_up, palette), images=images, files=files)
    cleared = without_passwords(module, (), Told())
    assert {*cleared.module.images} == {new, "player.png"}
    assert cleared.module.files["help.html"] == page.replace(name.encode(), new.encode())
    (slot,) = (part for part in cleared.module.root.walk() if isinstance(part, c.PieceSlot))
    known = OfModule(renamed=cleared.renamed, clear=True, words=cleared.words)
    kept, _ = blanked_game(game, module=known)
    (saved,) = (leaf for leaf in leaves(read_saved_game(BytesIO(kept)).tree) if leaf[:2] == "+/")
    for text in (slot.content, saved.replace("+/7/", "+/null/")):
        layer, mask, horn, basic = parse_piece(text)
        assert isinstance(layer, Layer)
        assert isinstance(mask, Mask)
        assert isinstance(horn, PlaySound)
        assert isinstance(basic, BasicPiece)
        assert (layer.images, mask.display) == ((new, "player.png"), f"G{new}")
        assert (horn.clip, basic.image, basic.name) == ("horn player.wav", new, "of player")


@pytest.mark.parametrize(
    "word", ["emb2;;128", "+/null/emb2", "128;;;128", "null;0;0", "null;0;0;;"]
)
def test_one_that_runs_over_words_of_vassals_own_damages_no_piece(word: str) -> None:
    layer = Layer(activate_command="", images=("a.png", "b.png"))
    piece = slot("One", layer, Trigger(condition=f'{{PlayerId=="{word}"}}'))
    module, told = taken(word, piece)
    (kept,) = (part for part in module.root.walk() if isinstance(part, c.PieceSlot))
    assert parse_piece(kept.content)[0] == parse_piece(piece.content)[0]
    assert len(parse_piece(kept.content)) == len(parse_piece(piece.content))
    assert RUNS_OVER in {one.reason for one in told}


@pytest.mark.parametrize(
    ("sounds", "called"),
    [
        (("hunter2secret/a.wav",), ("player-a.wav",)),
        (("hunter2secret/a.wav", "another-one/a.wav"), ("player-a-2.wav", "player-a.wav")),
        (("hunter2secret/a.wav", "player/a.wav"), ("player-a.wav", "player/a.wav")),
        (("G/hunter2secret.wav", "g/hunter2secret.wav"), ("G-player.wav", "g-player-2.wav")),
    ],
)
@pytest.mark.parametrize("seated", [True, False])
def test_module_and_saves_have_one_name_for_a_sound_and_a_piece(
    sounds: tuple[str, ...], called: tuple[str, ...], seated: bool
) -> None:
    """Whether the player sits at that table or not."""
    horns = [PlaySound(clip=sound) for sound in sounds]
    one = slot("hunter2secret Corps", Marker(names=("Of",), values=("hunter2secret",)), *horns)
    seat = "PLAYER\thunter2secret\tAna\tRed\x1b" * seated
    placed = f"begin_save\x1b{seat}{one.content.replace('null', '7', 1)}\x1bend_save"
    game = archive_bytes([(SAVED_GAME, disguise(placed))])
    files = {"start": save("hunter2secret", "another-one"), **{f"sounds/{n}": b"" for n in sounds}}
    set_up = c.PredefinedSetup(name="Start", use_file=True, file="start")
    module = Module.of("Ours", "1", (set_up, one), images={}, files=files)
    cleared = without_passwords(module, (), Told())
    assert {*cleared.module.files} == {"start", *(f"sounds/{name}" for name in called)}
    known = OfModule(renamed=cleared.renamed, clear=True, words=cleared.words)
    kept, _ = blanked_game(game, module=known)
    (saved,) = (leaf for leaf in leaves(read_saved_game(BytesIO(kept)).tree) if leaf[:2] == "+/")
    (made,) = (part for part in cleared.module.root.walk() if isinstance(part, c.PieceSlot))
    assert saved == made.content.replace("null", "7", 1)
    assert [one.clip for one in parse_piece(made.content) if isinstance(one, PlaySound)] == [
        *called
    ]
    assert "player Corps" in saved
