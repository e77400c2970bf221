"""Takes the passwords of players, as the saves of a module tell them, out of the module itself.

An author who tries his module writes his own id into a condition, a property sheet or a help page,
and forgets it there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import cast

from builder.adopt.blanking import SAVES
from builder.adopt.called import names_in
from builder.adopt.cleaning import name_of, owners_of
from builder.adopt.compared import without_compared
from builder.adopt.encoded import changed, is_text
from builder.adopt.packed_texts import holds, without_texts
from builder.adopt.renaming import new_file_names, new_names, renamed
from builder.adopt.saved import given_bytes, offered
from builder.adopt.spelled import without_spelled
from builder.adopt.told import Told
from builder.adopt.words import ending, line
from builder.saying import Saying
from builder.vassal.alike import folded
from builder.vassal.blanked import IS_WORD, NO_WORD, is_parted, without_word
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.archive import ArchiveError
from builder.vassal.buildfile.declaration import Component, Unknown
from builder.vassal.buildfile.module import Module
from builder.vassal.commands import ADD
from builder.vassal.errors import VassalFileError
from builder.vassal.forms import is_damaged
from builder.vassal.modules_texts import texts_of
from builder.vassal.renamed import PARTED, Renamed
from builder.vassal.savedgame import read_saved_game
from builder.vassal.secret import CLEAR, IN_PLACE, PlayerId, with_password

TAKEN = Saying(
    "A player's password stood in it, as a save of the module tells it: '{word}' stands in its "
    "place.",
    word=IN_PLACE,
)
TEXT_TAKEN = (
    "A player's password stood in a text that the picture carries, as a save of the module tells "
    "it: that text was taken out."
)
STANDS = (
    "A player's password stands in it, as a save of the module tells it. It was taken over as it "
    "is: save it anew without, or take it out."
)
RUNS_OVER = (
    "A player's password runs over several words of VASSAL's own in it: it stays, as the piece "
    "would be damaged without. Ask that player to choose another."
)

_TEXTS = (
    ".html", ".htm", ".xhtml", ".txt", ".xml", ".css", ".js", ".json", ".csv", ".svg", ".md",
    ".rtf", ".properties",
)  # fmt: skip
"""How the names of files end that are texts, whatever stands in them."""

_VARIABLE = re.compile(r"\$\w+\$")

_PDF = b"%PDF"
"""How a document begins that is no longer whole when one of its letters is another."""


@dataclass(frozen=True)
class Cleared:
    """A module without passwords, what its files are called that had one in their names, and the
    passwords, which its saves must not have either."""

    module: Module
    renamed: Renamed = field(default_factory=Renamed)
    words: tuple[str, ...] = field(default=(), repr=False)
    texts: tuple[str, ...] = field(default=(), repr=False)
    """Those of the module in which passwords stay."""


def without_passwords(module: Module, saves: Sequence[Path], told: Told) -> Cleared:
    """The module without the ids that its set-ups, its masked pieces and the `saves` tell, from
    eight letters on; `told` takes where they stood. One of letters alone may be any word, and one
    in a name of the game is what saves call it by: such a one stays, and is told."""
    ids = {one for id_ in _ids(module, saves) for one in with_password(id_)}
    words = sorted(one.reveal() for one in ids if len(one.reveal()) >= CLEAR)
    if not words:
        return Cleared(module)
    uncompared = _changed(module.root, without_compared(words, IN_PLACE), told)
    module = module.replace(root=cast(c.GameModule, uncompared))
    names, others = folded(names_in(module.root)), folded(_other_names(module))
    secret = [word for word in words if not _stays(word, names)]
    open_ = [word for word in words if word not in secret]
    if _standing_in(module.root, open_) or any(folded(word) in others for word in open_):
        told.add("name", "password", IS_WORD)
    if not secret:
        return Cleared(module, texts=_texts_with(module, open_))
    clear_name = partial(_without, words=secret)
    called = new_names(module.images, clear_name, PARTED)
    called_files = new_file_names(module.files, clear_name)
    new = renamed(called, called_files)
    images = _Files(module.images, called, tuple(secret), told, new)
    files = _Files(module.files, called_files, tuple(secret), told, new)
    present = _standing_in(module.root, secret)
    tell = partial(told.add, "name", "password", RUNS_OVER)
    clear = partial(_clear, words=present, new=new, runs_over=tell)
    root = _changed(module.root, clear, told) if present else module.root
    cleared = module.replace(root=cast(c.GameModule, root), images=images, files=files)
    return Cleared(cleared, new, tuple(secret), _texts_with(cleared, open_))


def _texts_with(module: Module, words: Iterable[str]) -> tuple[str, ...]:
    """The texts of a module in which some of the words stand."""
    if not (likes := [folded(word) for word in words]):
        return ()
    every = dict.fromkeys(texts_of(module.root, (*module.images, *module.files)))
    return tuple(text for text in every if any(like in folded(text) for like in likes))


def _stays(word: str, names: str) -> bool:
    """Whether a password must stay: one of letters alone, which may be any word of VASSAL's or the
    game's (`prototype`, `Strength`), one that a name has by which saves call something, and one as
    formats call a property (`$pieceName$`)."""
    return word.isalpha() or folded(word) in names or bool(_VARIABLE.fullmatch(word))


def _other_names(module: Module) -> str:
    """The names of pieces and files, each in a line, too: those can be changed."""
    slots = (part for part in module.root.walk() if isinstance(part, c.PieceSlot))
    own = (slot.entry_name or "" for slot in slots)
    return "\n".join(chain(own, module.images, module.files))


def _ids(module: Module, saves: Sequence[Path]) -> Iterator[PlayerId]:
    games = chain(_bytes_of(module), map(given_bytes, saves))
    for data in games:
        try:
            yield from read_saved_game(BytesIO(data)).passwords.ids
        except VassalFileError:  # which is not kept either
            continue
    for part in module.root.walk():
        if isinstance(part, c.PieceSlot | c.PrototypeDefinition):
            yield from owners_of(part.content)


def _bytes_of(module: Module) -> Iterator[bytes]:
    """The saves in a module: those of its set-ups, and those that are called so."""
    called = (name for name in module.files if name.endswith((".vsav", ".vlog")))
    for name in dict.fromkeys((*offered(module.root), *called)):
        try:
            yield module.files[name]
        except (KeyError, ArchiveError):
            continue


def _standing_in(root: Component, words: Iterable[str]) -> tuple[str, ...]:
    """Those of the words that may stand in a component."""
    texts = (text for part in root.walk() for text in (*part.encoded().values(), part.content))
    whole = folded("\0".join(texts))
    return tuple(word for word in words if is_parted(word) or folded(word) in whole)


def _changed(part: Component, clear_of: Callable[[str], str], told: Told) -> Component:
    """A component and all in it, each text as `clear_of` has it."""
    children = tuple(_changed(child, clear_of, told) for child in part.children)
    texts = part.encoded()
    clear = {name: clear_of(text) for name, text in texts.items()}
    content = clear_of(part.content)
    if clear != texts or content != part.content:
        made = _made_of(part, clear, content, children)
        told.add("component", type(part).__name__, TAKEN, line(name_of(made)))
        return made
    if all(a is b for a, b in zip(children, part.children, strict=True)):
        return part
    return part.replace(children=children)


def _made_of(
    part: Component, texts: Mapping[str, str], content: str, children: tuple[Component, ...]
) -> Component:
    if isinstance(part, Unknown):
        return part.replace(verbatim=tuple(texts.items()), content=content, children=children)
    return type(part).decoded(texts, content, children)


def _clear(text: str, words: Iterable[str], new: Renamed, runs_over: Callable[[], None]) -> str:
    """A text without the words, in which files are called as they are now. `runs_over` hears of a
    word without which a piece would be another."""
    text = new(text)
    for word in words:
        clear = without_word(text, word, IN_PLACE)
        if clear == text:
            continue
        other = without_word(text, word, NO_WORD)
        if text.startswith(ADD) and is_damaged(text, other, numbers=False):
            runs_over()
        else:
            text = clear
    return text


def _without(text: str, words: Iterable[str]) -> str:
    for word in words:
        text = without_word(text, word, IN_PLACE)
    return text


@dataclass(frozen=True)
class _Files(Mapping[str, bytes]):
    """The files of a module, without the words in their names and in texts."""

    files: Mapping[str, bytes]
    called: Mapping[str, str]
    """The new names of those that have one, by the old."""
    words: tuple[str, ...]
    told: Told
    renamed: Renamed
    """What calls a file in a text has its new name."""
    _sound: set[str] = field(default_factory=set)
    """Those in which nothing was found, or what was found is told."""

    @cached_property
    def _own(self) -> dict[str, str]:
        """The names of the files by those that they have here."""
        return {self.called.get(name, name): name for name in self.files}

    def __getitem__(self, name: str) -> bytes:
        data = self.files[self._own[name]]
        if not self._is_text(name, data):
            return self._without_texts(name, data)
        kept, stays = changed(data, self._clear, unsaid=not "".join(self.words).isascii())
        if name not in self._sound:
            self._sound.add(name)
            if kept != data:
                self.told.add("file", ending(name), TAKEN, line(name))
            if stays or (b"\0" in kept and holds(kept, self.words)):
                self.told.add("file", ending(name), STANDS, line(name))
        return kept

    def _clear(self, text: str) -> str:
        return without_spelled(self.renamed(text), words=self.words, name=IN_PLACE)

    def _is_text(self, name: str, data: bytes) -> bool:
        if name.casefold().endswith(_TEXTS):
            return True
        return not data.startswith((*SAVES, _PDF)) and is_text(data)

    def _without_texts(self, name: str, data: bytes) -> bytes:
        """A picture without texts that have a word; what else has one is told, once."""
        kept = without_texts(data, self.words)
        if name not in self._sound:
            self._sound.add(name)
            if len(kept) < len(data):
                self.told.add("picture", ending(name), TEXT_TAKEN, line(name))
            if not kept.startswith(SAVES) and holds(kept, self.words):
                self.told.add("file", ending(name), STANDS, line(name))
        return kept

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)

    def __contains__(self, name: object) -> bool:
        return name in self._own
