"""Texts in strangers' files as letters, in each encoding in which somebody may read them, and back
to the very bytes where nothing is changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from encodings.aliases import aliases
from itertools import islice

_MARKED = {
    b"\xff\xfe\0\0": "utf_32_le",
    b"\0\0\xfe\xff": "utf_32_be",
    b"\xff\xfe": "utf_16_le",
    b"\xfe\xff": "utf_16_be",
}
"""Encodings by the mark with which a text begins; those of more zeros come first."""

_UNMARKED = ("utf_16_le", "utf_16_be")

_NAMES = """
    big5 big5hkscs cp1125 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp775 cp850
    cp852 cp855 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp866 cp869 cp932 cp949 cp950
    euc_jis_2004 euc_jisx0213 euc_jp euc_kr gb18030 gb2312 gbk hp_roman8 hz iso2022_jp iso2022_jp_1
    iso2022_jp_2 iso2022_jp_3 iso2022_kr iso8859_10 iso8859_11 iso8859_13 iso8859_14 iso8859_15
    iso8859_16 iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 johab
    koi8_r koi8_t koi8_u kz1048 mac_cyrillic mac_greek mac_iceland mac_latin2 mac_roman mac_turkish
    ptcp154 shift_jis shift_jis_2004 shift_jisx0213 tis_620
"""
_AS_READ = frozenset(_NAMES.split())
"""Python's names of the encodings in which a file may say that it is: those of texts whose plain
letters are ASCII's, but for UTF-8 and the Western ones, in which every text is read anyway."""

_CALLED = {
    **{name.replace("_", ""): codec for name, codec in aliases.items() if codec in _AS_READ},
    **{codec.replace("_", ""): codec for codec in _AS_READ},
    **dict.fromkeys(("sjis", "shiftjis"), "cp932"),  # which have more than they say
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    **dict.fromkeys(("euckr", "ksc56011987"), "cp949"),
    "windows874": "tis_620",
}
"""The same by the names that files and Java have for them, without what parts their letters."""

_UNSAID = (
    "cp1251", "koi8_r", "cp866", "cp1250", "mac_roman", "mac_cyrillic", "cp850", "cp437", "cp932",
    "gb18030", "euc_jp",
)  # fmt: skip
"""Encodings that files have without a word of it."""

_SHORT = 1 << 20
"""Bytes of the longest text that is read in all of these: each takes a second for a megabyte."""

_SAYS = re.compile(rb"(?:charset|encoding)\s{0,9}=?\s{0,9}[\"']?\s{0,9}([\w.:-]{2,40})", re.I)
"""Where a page, XML or a style sheet says in which encoding it is."""

_PARTS = re.compile(r"[\W_]+|^x(?=[\W_])")

_MOST_SAID, _MOST_TOLD = 200, 4
"""How often a file may say it before nobody listens any more, and how many it may be."""

_BINARY = re.compile(rb"[\0-\x08\x0e-\x19\x1c-\x1f]")
_NO_LETTERS = re.compile("[\0-\x08\x0e-\x19\x1c-\x1f\ufffe\uffff]")
"""Signs that stand in no text, and tell that a file is none."""

_ELSEWHERE = re.compile("[^\0-\u05ff\u2000-\u20cf]")
"""What is rare in a text of two bytes a letter, and is nearly all that any other bytes make."""


def is_text(data: bytes) -> bool:
    """Whether a file is a text, by what stands in it: one without signs that no text has."""
    if not _BINARY.search(data):
        return True
    marked = _marked(data)
    if marked:
        return bool(_text_in(data, marked))
    return any(_is_unmarked(data, codec) for codec in _UNMARKED)


def changed(data: bytes, clear: Callable[[str], str], unsaid: bool) -> tuple[bytes, bool]:
    """A text with its letters as `clear` has them, in each encoding in which it may be read one
    after the other, `unsaid` ones too; and whether that would change something which cannot be
    written back."""
    stays = False
    for codec in _encodings(data, unsaid):
        text, exact = _decoded(data, codec)
        new = clear(text)
        if new == text:
            continue
        if exact:
            rest = data[len(data) - len(data) % _width(codec) :]
            data = new.encode(codec, _errors(codec)) + rest
        stays = stays or not exact
    return data, stays


def _encodings(data: bytes, unsaid: bool) -> Iterator[str]:
    """Python's names of the encodings in which a file may be read."""
    marked = _marked(data)
    if marked:
        yield marked
    elif b"\0" in data:
        yield from (codec for codec in _UNMARKED if _is_unmarked(data, codec))
    yield "utf_8"
    said = (found[1].decode("ascii", "ignore").lower() for found in _SAYS.finditer(data))
    called = (_PARTS.sub("", name) for name in islice(said, _MOST_SAID))
    told = dict.fromkeys(_CALLED[name] for name in called if name in _CALLED)
    yield from islice(told, _MOST_TOLD)
    if unsaid and len(data) <= _SHORT and not told and not marked and not _is_utf_8(data):
        yield from _UNSAID


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _marked(data: bytes) -> str:
    """The encoding that the mark of a text tells; empty without one."""
    return next((codec for mark, codec in _MARKED.items() if data.startswith(mark)), "")


def _text_in(data: bytes, codec: str) -> str:
    """A file that is a text in an encoding of two bytes and more; empty for another."""
    try:
        text = data[: len(data) - len(data) % _width(codec)].decode(codec)
    except UnicodeDecodeError:
        return ""
    return "" if _NO_LETTERS.search(text) else text


def _is_unmarked(data: bytes, codec: str) -> bool:
    """Whether a file without a mark is one, of letters of Europe and around it."""
    text = _text_in(data, codec)
    return bool(text) and len(_ELSEWHERE.sub("", text)) * 10 >= len(text) * 9


def _decoded(data: bytes, codec: str) -> tuple[str, bool]:
    """The letters of a text, and whether its bytes can be had from them again."""
    whole = data[: len(data) - len(data) % _width(codec)]
    try:
        text = whole.decode(codec, _errors(codec))
        return text, text.encode(codec, _errors(codec)) == whole
    except UnicodeError:  # damaged
        return whole.decode(codec, "replace"), False


def _width(codec: str) -> int:
    """Bytes of the smallest sign."""
    return {"utf_16": 2, "utf_32": 4}.get(codec[:6], 1)


def _errors(codec: str) -> str:
    """How Python keeps what no sign is written with."""
    return "surrogateescape" if _width(codec) == 1 else "surrogatepass"
