"""Files of a module that are saves, whatever they are called: their players' ids are passwords."""

from __future__ import annotations

from io import BytesIO
from zipfile import BadZipFile, ZipFile, is_zipfile

from builder.vassal.blanked import OfModule, blanked_game
from builder.vassal.buildfile.archive import NO_ENTRY, open_entry
from builder.vassal.container import SAVED_GAME
from builder.vassal.errors import VassalFileError
from builder.vassal.obfuscation import DISGUISES

_ZIPS = (b"PK\3\4", b"PK\5\6", b"PK\7\x08")
"""How a ZIP begins: with an entry, with the directory of an empty one, or as part of several."""

SAVES = (*DISGUISES, *_ZIPS)
"""How what begins is judged as a save, or an archive that may hold some, and not as it stands."""

HEAD = 16
"""Bytes of a beginning by which it is known what a file is."""

PACKED = 1
"""How hard saves are packed: harder takes a tenth of a second more for each."""


HOLDS_GAMES = (
    "It is a damaged save or an archive with saves in it, which may hold players' passwords; it "
    "was left out."
)


def blanked(data: bytes, module: OfModule | None = None) -> bytes | None:
    """A file of a module without the ids of players, if it is a save or a log: those are passwords.
    None for one that may hold them where they cannot be told: a save that is damaged, one that is
    packed in another archive."""
    if data.startswith(DISGUISES):
        return None
    if not data.startswith(_ZIPS) and not is_zipfile(BytesIO(data)):  # a ZIP may begin anywhere
        return data
    try:
        return blanked_game(data, level=PACKED, module=module)[0]
    except VassalFileError:
        return None if _holds_games(data) else data


def holds_game(data: bytes) -> bool:
    """Whether a file that should be something else is a save, a log, or an archive of such."""
    return blanked(data) is not data


def _holds_games(data: bytes) -> bool:
    """Whether an archive has a save in it, or another archive; or is no whole one."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            for info in archive.infolist():
                with open_entry(archive, info) as stream:
                    head = stream.read(HEAD)
                if info.filename == SAVED_GAME or head.startswith(SAVES):
                    return True
    except (*NO_ENTRY, BadZipFile):
        return True
    return False
