"""A game without its players' passwords and private notes, to be kept or passed on.

Ids of players become `player-1`, `player-2` and so on, each always the same, so that a mask keeps
its owner. Names of sides stay, for those are no secrets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import chain, count, islice

from builder import limits
from builder.vassal.alike import folded, letters, replaced
from builder.vassal.buildfile.archive import archive_bytes
from builder.vassal.command_reader import read_command
from builder.vassal.command_tree import Group, leaves, write_tree
from builder.vassal.commands import (
    LOG,
    PLAYER,
    AddPiece,
    ChangePiece,
    Chat,
    Extension,
    GlobalProperty,
    MovePiece,
    Notes,
    Other,
    Player,
    PlayerLeaves,
    PropertyChange,
    Unmask,
    without_log,
)
from builder.vassal.container import MODULE_DATA, SAVE_DATA, SAVED_GAME, open_archive
from builder.vassal.forms import DEEPEST, FREE, form_of, is_damaged
from builder.vassal.ids import Ids
from builder.vassal.markup import unescaped, written
from builder.vassal.modules_texts import ModulesTexts
from builder.vassal.obfuscation import disguise
from builder.vassal.pieces import PieceType, is_group
from builder.vassal.renamed import Renamed
from builder.vassal.reports import is_report, report_as_told
from builder.vassal.savedgame import SavedGame, read_saved_game
from builder.vassal.secret import CLEAR, IN_PLACE, MASKED, NOBODY, WORD, PlayerId, is_number
from builder.vassal.sequence import ESC, TAB, join, join_nested, split, split_nested
from builder.vassal.traits import (
    Hide,
    Marker,
    Mask,
    PlaceMarker,
    PropertySheet,
    Replace,
    Restrict,
    Spreadsheet,
    Trait,
)
from builder.vassal.traits.secrecy import sides_of

PRIVATE = ("PNOTE" + TAB, "SNOTE" + TAB, "PRIV_CHAT", "SYNC", "INVITE" + TAB)
"""Notes of one player, and what one player's program says to another's alone, its id in it."""

_SAID = ("CHAT", "PLAYER" + TAB, "NOTES" + TAB)
"""What players say or call themselves."""

_ANSWERS = ("", "true", "false", "null")
"""What the first option of a mask may be: whether something else overrides it."""

_MOVE = "M/"

IS_WORD = (
    "A player's password is a word that the module itself has, or part of one: it stays "
    "there, as everybody reads it. Ask that player to choose another."
)

NO_WORD = f"{IN_PLACE}-0"
"""The same as a text that is no word of VASSAL's, which `player` alone is: by it is judged whether
a command is known again."""

MOST_ABSENT = 100
"""Those of them that are looked for in each command."""

_PLAYER = f"{IN_PLACE}-"
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
"""How a number of a seat is written, of which there are no more than have four figures."""

_DELIMITERS = ESC + TAB + "/;|,:~"
"""What parts VASSAL's sequences; each sequence around an id puts a backslash before its own."""


@dataclass
class Blanks:
    """Knows the ids that it has met, and what stands for each. `type_of` finds the type of a piece
    on the table, None for one that is not there; `read` are types that were read, by their texts.

    `frees`: seats are left out of a game of whose pieces none can be a player's own. Nobody has the
    blanked id for his password, and a seat that is taken is offered to nobody else. `had` are
    extensions that the game need not ask for any more. `sides` are the module's: where a side
    stands for an owner, any other word is taken for a player's, but for sides that the game tells.
    `names` are those by which the game finds what the module has, in lines: an id within one of
    them is known as a shorter one, as is one where it is a word of VASSAL's own. `renamed` are the
    module's files that have other names than the game knows. What stands in the module's `texts`
    letter for letter stays, but for what somebody wrote. Where the module is `clear`, no word of it
    is a player's id but one of letters alone or in a name.
    """

    type_of: Callable[[str], PieceType | None] = lambda id_: None
    frees: bool = False
    had: frozenset[str] = frozenset()
    sides: Callable[[], Iterable[str]] = tuple
    names: Callable[[], str] = str
    renamed: Renamed = field(default_factory=Renamed)
    texts: ModulesTexts = field(default_factory=ModulesTexts)
    clear: bool = False
    stays: bool = False
    """Whether a password stays somewhere because it is a word that the module has."""
    read: dict[str, PieceType] = field(default_factory=dict, repr=False)
    _played: set[str] = field(default_factory=set, repr=False)
    """Sides of players that it has met."""
    _owning: bool = False
    """Whether a piece can be a player's own, and not only a side's."""
    _ids: Ids = field(default_factory=Ids, repr=False)
    _names: dict[PlayerId, str] = field(default_factory=dict, repr=False)
    _clear: dict[str, str] = field(default_factory=dict, repr=False)
    """Names by the ids for which they stand wherever these are."""
    _words: dict[str, str] = field(default_factory=dict, repr=False)
    """The same of shorter ones, which are known as words of values."""
    _figures: dict[str, str] = field(default_factory=dict, repr=False)
    """The same of shorter numbers, which are known as whole values: within one is any figure."""
    _of_module: list[str] = field(default_factory=list, repr=False)
    """Of longer ones those in whose place the module has `player`."""
    _named: dict[str, bool] = field(default_factory=dict, repr=False)
    """Of longer ones, whether they stand in names of the module."""
    _defined: dict[str, str] = field(default_factory=dict, repr=False)
    """Types of pieces that put down others, without the owners of these."""
    _types: dict[str, PieceType] = field(default_factory=dict, repr=False)
    _maps: set[str] = field(default_factory=set, repr=False)

    def know(self, ids: Iterable[PlayerId]) -> None:
        """Ids that may stand somewhere in the game."""
        known = list(ids)
        self._keep_blanked(known)
        for id_ in known:
            if len(self._names) < limits.SEATS:
                self._name(id_)
        self._ids.know(self._names)

    def know_words(self, words: Iterable[str], text: str) -> None:
        """Ids of players who do not sit at this table, if they may stand in its text."""
        plain = folded(text)
        ours = (word for word in words if not is_within_blanked(word))
        found = (word for word in ours if is_parted(word) or folded(word) in plain)
        for word in islice(found, MOST_ABSENT):
            self._clear[word] = IN_PLACE
            self._of_module.append(word)

    def _keep_blanked(self, ids: Iterable[PlayerId]) -> None:
        """Ids that are such names themselves, as of who took his seat in a blanked game again: they
        are no secret and stay, so that no other player is called so."""
        for id_ in ids:
            text = id_.reveal()
            if is_blanked(text) and text not in self._names.values():
                self._names.setdefault(id_, text)

    def node(self, node: str | Group) -> str | Group:
        """Commands, blanked. Ids that they tell only later are known from their beginning."""
        every = list(leaves(node))
        ids = self._ids.meet(every).ids
        self._keep_blanked(ids)
        for leaf in every:
            self._meet(leaf)
        self.know(ids)
        return self._node(node)

    @property
    def known(self) -> int:
        """How many ids are known wherever they stand."""
        return len(self._clear)

    def again(self, node: str | Group) -> str | Group:
        """Commands that were blanked, without the ids that it has met since."""
        if isinstance(node, Group):
            return Group(tuple(map(self.again, node.parts)))
        return self._thoroughly(node, self._modules)

    def _node(self, node: str | Group) -> str | Group:
        if isinstance(node, Group):
            return Group(tuple(map(self._node, node.parts)))
        return self._thoroughly(self._leaf(node), self._modules)

    def _modules(self, leaf: str) -> str:
        """What of a command the module says: its maps, and the type of a piece."""
        match read_command(without_log(leaf)):
            case AddPiece(str(), type_):
                known = type_
            case ChangePiece(piece) if found := self._known(piece):
                known = found.text
            case _:
                known = ""
        return TAB.join([known, *sorted(self._maps)])

    def _name(self, id_: PlayerId) -> str:
        if id_ not in self._names:
            text = id_.reveal()
            made = NOBODY if text in ("", NOBODY) else self._free_name()
            self._names[id_] = made
            if not is_within_blanked(text):  # in a text it would be found in the names of others
                self._know_in_texts(text, made)
        return self._names[id_]

    def _know_in_texts(self, text: str, made: str) -> None:
        if len(text) >= CLEAR:
            self._clear[text] = made
        elif len(text) >= WORD and text not in _ANSWERS:
            (self._figures if is_number(text) else self._words)[text] = made

    def _free_name(self) -> str:
        taken = {*self._names.values()}
        numbers = count(len(self._names) + 1)
        return next(name for n in numbers if (name := f"{_PLAYER}{n}") not in taken)

    def _other(self, id_: PlayerId) -> PlayerId:
        return PlayerId(self._name(id_))

    def words(self, data: bytes) -> bytes:
        """What stands beside the commands, without the ids that these told."""
        text = data.decode("utf-8", "surrogateescape")
        text = _TEXT.sub(lambda found: self._written(found[0]), text)
        return _TAG.sub(lambda found: self._in_tag(found[0]), text).encode(
            "utf-8", "surrogateescape"
        )

    def _in_tag(self, tag: str) -> str:
        """A tag of XML, or a remark, without a password but for one that is its own name."""
        for id_, name in self._clear.items():
            clear = without_word(tag, id_, name)
            tag = clear if _MARKS.findall(clear) == _MARKS.findall(tag) else tag
        return tag

    def _written(self, text: str) -> str:
        """A text of XML, in whose signs a password may be written."""
        plain = unescaped(text)
        clear = self._in_words(plain)
        for id_, name in self._clear.items():
            clear = without_word(clear, id_, name)
        return text if clear == plain else written(clear)

    def _meet(self, leaf: str) -> None:
        """Learn the ids that a command tells by itself, and the types of pieces."""
        match read_command(without_log(leaf)):
            case AddPiece(_, type_, state) if is_group(type_):
                self._maps.add(split(state, ";")[0])
            case AddPiece(str() as piece, type_):
                self._types[piece] = known = self._type(type_)
                self._owning = self._owning or _is_owned(known)
            case Player(id_, _, side):
                self._name(id_)
                self._played.add(side)
            case PlayerLeaves(id_) | MovePiece(player=PlayerId() as id_):
                self._name(id_)
            case _:
                pass

    def _leaf(self, leaf: str) -> str:
        alone = without_log(leaf)
        return leaf.removesuffix(alone) + self._alone(alone)

    def _alone(self, leaf: str) -> str:
        """A command that is said at once, and not as a step of a log."""
        if leaf.startswith(PRIVATE):
            return ""
        match read_command(leaf):
            case Player() | PlayerLeaves() if self.frees and not self._owning:
                return ""
            case Player(id_, name, side):
                return Player(self._other(id_), name, side).text()
            case PlayerLeaves(id_):
                return PlayerLeaves(self._other(id_)).text()
            case MovePiece(player=PlayerId() as id_) as move:
                return replace(move, player=self._other(id_)).text()
            case Extension(name) if name in self.had:
                return ""
            case Unmask():
                return Unmask(NOBODY).text()
            case Notes(public=True):
                return Notes(True, "").text()
            case Notes() | Chat() | GlobalProperty() | PropertyChange() as said:
                clear = self._said(said)
                return leaf if clear == said else clear.text()
            case AddPiece(piece, type_, state) if not is_group(type_):
                new = self._state(self._type(type_), state)
                own = self._definitions(type_)
                return leaf if (own, new) == (type_, state) else AddPiece(piece, own, new).text()
            case ChangePiece(piece, after, old) if known := self._known(piece):
                states = [self._state(known, state) for state in (after, old) if state is not None]
                return ChangePiece(piece, *states, *([None] if old is None else [])).text()
            case ChangePiece(piece, after, old) if TAB in after + (old or ""):
                # of what no piece is known by: nobody can say where in it an owner stands
                return ChangePiece(piece, "", old and "").text()
            case Other():
                return self._damaged(leaf)
        return leaf

    def _damaged(self, leaf: str) -> str:
        """A command that nobody can read, without the player whom one of its kind tells."""
        if leaf.startswith(PLAYER):
            id_, *rest = split(leaf.removeprefix(PLAYER), TAB)
            return PLAYER + join([self._name(PlayerId(id_)), *rest], TAB)
        if leaf.startswith(_MOVE):
            return _MOVE + split(leaf.removeprefix(_MOVE), "/")[0]
        return leaf

    def _type(self, text: str) -> PieceType:
        found = self.read.get(text)
        if found is None:
            found = self.read[text] = PieceType(text)
        return found

    def _known(self, piece: str) -> PieceType | None:
        return self.type_of(piece) or self._types.get(piece)

    def _said(
        self, command: Notes | Chat | GlobalProperty | PropertyChange
    ) -> Notes | Chat | GlobalProperty | PropertyChange:
        """A command whose text somebody wrote, or a module of whatever it has."""
        match command:
            case Notes():
                return replace(command, written=self._in_words(command.written))
            case GlobalProperty():
                return replace(command, value=self._in_words(command.value, said=False))
            case PropertyChange():
                values = (command.old, command.new)
                old, new = (self._in_words(text, said=False) for text in values)
                return replace(command, old=old, new=new)
        line = self._in_words(command.line)
        for id_, name in self._clear.items():
            line = without_word(line, id_, name)
        told = report_as_told(line, self._ids.passwords) if is_report(line) else line
        return Chat(told if told.count(MASKED) > line.count(MASKED) else line)

    def _in_words(self, text: str, own: str = "", said: bool = True) -> str:
        """A value without the ids that are long enough to be known as words of it; not a word that
        the module's `own` text has, or that is a side. Somebody wrote it, if it is `said`: else one
        stays as well where the module's texts have it."""
        if (whole := self._figures.get(text.strip())) is not None:
            return whole
        for word, name in self._words.items():
            text = self._without(text, word, name, own, said)
        return text

    def _without(self, text: str, word: str, name: str, own: str, said: bool) -> str:
        """A value without one id where it is a word of it, as `_in_words`."""
        if is_number(word):
            return name if text.strip() == word else text
        skipped = "\\" if is_parted(word) else ""
        like = folded(word, skipped)
        if like not in folded(text, skipped):
            return text
        theirs = any(True for _ in letters(own, skipped).places(like, whole=True))
        if theirs and not (said and len(word) >= CLEAR):  # and not as letters within one
            return text
        if word in {*self._played, *self.sides()}:
            return text
        places = list(letters(text, skipped).places(like, whole=True))
        new = [one for one in places if said or not self.texts.has(text, one, like, skipped)]
        self.stays = self.stays or new != places
        return replaced(text, [(start, stop, name) for start, stop in new])

    def _state(self, type_: PieceType, state: str) -> str:
        """The state of a piece with other owners of what is masked or hidden, and without ids that
        are words of it."""
        state = self._with_owners(type_, state)
        if not self._words and not self._figures:
            return state
        return self._in_parts(type_, state, self._in_words)

    def _in_parts(
        self, type_: PieceType, state: str, clear: Callable[[str, str, bool], str]
    ) -> str:
        """A state with each of its parts as `clear` has it, which hears what of the piece is the
        module's, and whether somebody wrote that part; none in which VASSAL would not find any more
        what it looks for."""
        own = TAB.join([type_.text, *sorted(self._maps)])
        parts = split_nested(state)
        changed = False
        basic, free = len(type_.parts) - 1, type_.places(FREE)
        said = _written_in(type_, parts)
        for at, part in enumerate(parts):
            known = own + TAB + split(part, ";")[0] if at == basic else own
            new = clear(part, known, at in said)
            if at == basic and _names_player(part):
                new = _with_properties(new, lambda value: clear(value, own, True))
            if new != part and (at in free or form_of(new, ";") == form_of(part, ";")):
                parts[at], changed = new, True
        return join_nested(parts) if changed else state

    def _with_owners(self, type_: PieceType, state: str) -> str:
        at_issue = type_.places((Mask, Hide, Restrict))
        if not at_issue:
            return state
        parts = split_nested(state)
        changed = False
        for at in at_issue:
            if at >= len(parts) - 1:
                continue
            trait = type_.trait(at, parts[at])
            owner = self._owner(trait)
            if isinstance(trait, Mask):
                new = self._mask(parts[at], owner)
            else:  # its state is the id alone, as it is
                new = parts[at] if owner is None else self._name(owner)
            parts[at], changed = new, changed or new != parts[at]
        return join_nested(parts) if changed else state

    def _definitions(self, type_: str, depth: int = 0) -> str:
        """A type with other owners in the definitions of the pieces that such a piece puts down."""
        if depth > DEEPEST or not any(map(type_.__contains__, _PUTTING)):
            return type_
        if type_ in self._defined:
            return self._defined[type_]
        known = self._type(type_)
        parts = list(known.parts)
        for at in known.places((PlaceMarker, Replace)):
            trait = known.trait(at, "")
            if not isinstance(trait, PlaceMarker | Replace):
                continue
            marker = read_command(trait.marker)
            if isinstance(marker, AddPiece) and not is_group(marker.type):
                inner = self._definitions(marker.type, depth + 1)
                state = self._with_owners(self._type(marker.type), marker.state)
                if (inner, state) != (marker.type, marker.state):
                    made = replace(marker, type=inner, state=state).text()
                    parts[at] = trait.replace(marker=made).type_text
        self._defined[type_] = type_ if parts == [*known.parts] else join_nested(parts)
        return self._defined[type_]

    def _mask(self, state: str, owner: PlayerId | None) -> str:
        """The state of a mask: its owner, if that is a player, and in its options, behind the
        first and how many there are, the players who may lift it, whoever owns it."""
        parts = split(state, ";")
        options = split(parts[1], "|") if len(parts) > 1 else []
        named = self._options(options)
        if owner is not None:
            parts[0] = self._name(owner)
        elif named == options:
            return state
        if named != options:
            parts[1] = join(named, "|")
        return join(parts, ";")

    def _options(self, options: list[str]) -> list[str]:
        counted = options[1:2] and options[1].isdecimal()
        first = [word if word in _ANSWERS else self._name(PlayerId(word)) for word in options[:1]]
        ids = options[2:] if counted else options[1:]
        count = [str(len(ids))] if counted else []
        return [*first, *count, *(self._name(PlayerId(id_)) for id_ in ids)]

    def _owner(self, trait: Trait) -> PlayerId | None:
        """The player who owns what a trait keeps from others; None for nobody, or a side."""
        match trait:
            case Mask():
                owner = trait.masked_by
            case Hide():
                owner = trait.hidden_by
            case Restrict():
                return trait.owned_by
            case _:
                return None
        if owner is None or trait.access == "player:":
            return owner
        known = chain(sides_of(trait.access), self._played, self.sides())
        return None if any(map(owner.is_side, known)) else owner

    def _thoroughly(self, leaf: str, own: Callable[[str], str] | None = None) -> str:
        """Without an id that stands where none is expected, if it is long enough to be known: in
        any letters, but as it is in what is the module's `own`; one with delimiters in it however
        many sequences lie around it. What players say or call themselves is never the module's.
        One without which VASSAL or the module would not know again what they are told is taken
        out as shorter ones are, where it is a word of a value."""
        if without_log(leaf).startswith(_SAID):
            own = None
        leaf = self._as_in_module(self.renamed(leaf))
        plain = folded(leaf)
        for text, name in self._clear.items():
            if not is_parted(text) and folded(text) not in plain:
                continue
            is_no_word = self.clear and not text.isalpha() and not self._is_named(text)
            theirs = None if is_no_word else own
            bare = without_word(leaf, text, name, theirs)
            if bare == leaf:
                continue
            texts = None if own is None else self.texts
            clear = without_word(leaf, text, name, theirs, texts)
            whole = clear
            if name == IN_PLACE:
                whole = without_word(leaf, text, NO_WORD, theirs, texts)
            damaged = self._is_named(text) or is_damaged(leaf, whole)
            if damaged or clear != bare:
                self.stays = self.stays or clear != bare or self._is_named(text)
                clear = self._of_values(leaf if damaged else clear, text, name)
            leaf = clear
        return leaf

    def _as_in_module(self, leaf: str) -> str:
        """A piece as its module defines it, which has `player` where its author wrote any id: in
        its type, and in markers, which nobody changes."""
        alone = without_log(leaf)
        plain = folded(alone) if self._of_module else ""
        for word in self._of_module:
            if not is_parted(word) and folded(word) not in plain:
                continue
            clear, other = (self._defined_as(alone, word, name) for name in (IN_PLACE, NO_WORD))
            if clear != alone and not is_damaged(alone, other, numbers=False):
                leaf, alone = leaf.removesuffix(alone) + clear, clear
        return leaf

    def _defined_as(self, leaf: str, word: str, name: str) -> str:
        def marked(type_: PieceType, state: str) -> str:
            parts = split_nested(state)
            for at in type_.places((Marker,)):
                if at < len(parts):
                    parts[at] = without_word(parts[at], word, name)
            return join_nested(parts)

        match read_command(leaf):
            case AddPiece(piece, type_, state) if not is_group(type_):
                state = marked(self._type(type_), state)
                return AddPiece(piece, without_word(type_, word, name), state).text()
            case ChangePiece(piece, after, old) if known := self._known(piece):
                old = None if old is None else marked(known, old)
                return ChangePiece(piece, marked(known, after), old).text()
        return leaf

    def _is_named(self, id_: str) -> bool:
        """Whether an id stands in a name by which the game finds something of its module."""
        if id_ not in self._named:
            self._named[id_] = folded(id_) in folded(self.names())
        return self._named[id_]

    def _of_values(self, leaf: str, word: str, name: str) -> str:
        """A command without an id where it is a word of a value, and nowhere else."""
        alone = without_log(leaf)
        return leaf.removesuffix(alone) + self._of_values_alone(alone, word, name)

    def _of_values_alone(self, leaf: str, word: str, name: str) -> str:
        def clear(text: str, own: str = "", said: bool = True) -> str:
            return self._without(text, word, name, own, said)

        match command := read_command(leaf):
            case AddPiece(piece, type_, state) if not is_group(type_):
                state = self._in_parts(self._type(type_), state, clear)
                return AddPiece(piece, type_, state).text()
            case ChangePiece(piece, after, old) if known := self._known(piece):
                states = [after] if old is None else [after, old]
                new = [self._in_parts(known, state, clear) for state in states]
                return ChangePiece(piece, new[0], new[1] if old is not None else None).text()
            case Notes(written=text):
                return replace(command, written=clear(text)).text()
            case GlobalProperty(value=text):
                return replace(command, value=clear(text, said=False)).text()
            case PropertyChange(old=old, new=new_value):
                old, new_value = clear(old, said=False), clear(new_value, said=False)
                return replace(command, old=old, new=new_value).text()
            case Chat(line):
                return Chat(without_word(line, word, name)).text()
            case Player(name=text):
                return replace(command, name=clear(text)).text()
        return leaf


_TEXT = re.compile(r"(?<=>)[^<]+")
"""What stands between the tags of XML."""

_TAG = re.compile(r"<[^>]*>")

_MARKS = re.compile(r"^<[!?/]?[\w.:-]*|[\w.:-]+(?=\s*=)|[\"'<>]")
"""What makes a tag of XML what it is: its name, and those of its attributes."""

_PUTTING = (PlaceMarker.ID, Replace.ID)

_WRITTEN = (PropertySheet, Spreadsheet)
"""Traits in whose state players write."""

_PLAYER_IDS = ("PlayerId", "playerId")
"""How a piece asks VASSAL who plays (GlobalOptions.PLAYER_ID and _ALT). It is told the name that
the module gives players, not their password; a word that stands in its place is a player's all the
same, and none of the module's."""


def is_blanked(id_: str) -> bool:
    """Whether an id is what a player is called in its place: `player-1` to the last seat."""
    return id_.startswith(_PLAYER) and _is_seat(id_.removeprefix(_PLAYER))


def is_within_blanked(id_: str) -> bool:
    """Whether an id may stand within what a player is called in its place."""
    text = folded(id_)
    head = text.rstrip("0123456789")
    if head == text:
        return bool(head) and head in _PLAYER
    return bool(head) and _PLAYER.endswith(head) and _is_seat(text.removeprefix(head))


def _is_seat(number: str) -> bool:
    return bool(_NUMBER.fullmatch(number)) and int(number) <= limits.SEATS


def is_parted(id_: str) -> bool:
    """Whether an id has signs in it before which sequences put backslashes."""
    return any(letter in _DELIMITERS for letter in id_)


def without_word(
    leaf: str,
    id_: str,
    name: str,
    own: Callable[[str], str] | None = None,
    texts: ModulesTexts | None = None,
) -> str:
    """A command with a name in the place of an id, in whatever letters that are not the module's
    `own`, and not where the module's `texts` have it. One with delimiters in it is taken together
    with the backslashes before these; a number is not found within another."""
    parted = is_parted(id_)
    skipped = "\\" if parted else ""
    like = folded(id_, skipped)
    if like not in folded(leaf, skipped):
        return leaf
    found = []
    modules, is_figures = own(leaf) if own else "", id_.isdecimal()
    for start, stop in letters(leaf, skipped).places(like):
        if leaf[start:stop] != id_ and leaf[start:stop] in modules:
            continue
        if is_figures and (
            leaf[start - 1 : start].isdecimal() or leaf[stop : stop + 1].isdecimal()
        ):
            continue
        if texts is not None and texts.has(leaf, (start, stop), like, skipped):
            continue
        escaped = parted and leaf[start] in _DELIMITERS
        while escaped and start and leaf[start - 1] == skipped:
            start -= 1
        found.append((start, stop, name))
    return replaced(leaf, found)


def without_ids(data: bytes) -> bytes:
    """A save or log with the ids of its players blanked, to be kept, and nothing in the archive
    that VASSAL does not read. VassalFileError for what cannot be read."""
    return blanked_game(data)[0]


@dataclass(frozen=True)
class OfModule:
    """What a game knows its module by: its sides, all other `names` by which it finds what the
    module has, in lines, the new names of files, and the extensions that the module has in it,
    which the game need not ask for. One that is `clear` has no word itself that is a player's id,
    but of letters alone or in its names. `words` are ids of players that other games of it tell,
    `texts` those of it in which one stays."""

    sides: frozenset[str] = frozenset()
    names: str = ""
    renamed: Renamed = field(default_factory=Renamed)
    extensions: frozenset[str] = frozenset()
    clear: bool = False
    words: tuple[str, ...] = field(default=(), repr=False)
    texts: tuple[str, ...] = field(default=(), repr=False)


def blanked_game(
    data: bytes,
    types: dict[str, PieceType] | None = None,
    level: int = 6,
    module: OfModule | None = None,
) -> tuple[bytes, SavedGame]:
    """What `without_ids` gives, and the game as it was read, without empty stacks. What is written
    anew has none of those either, unless steps follow that may name them.

    `types` are types of pieces that were read before, by their texts; `level` how hard to pack;
    `module` is what the game knows its module by.
    """
    game = read_saved_game(BytesIO(data))
    tidy = game.without_empty_stacks()
    kept = game if any(LOG in part for part in game.parted) else tidy
    known = module or OfModule()
    blanks = Blanks(
        had=known.extensions,
        sides=lambda: known.sides,
        names=lambda: known.names,
        renamed=known.renamed,
        texts=ModulesTexts(lambda: known.texts),
        clear=known.clear,
        read={} if types is None else types,
    )
    blanks.know_words(known.words, game.text)
    entries = {SAVED_GAME: disguise(write_tree(blanks.node(kept.tree)))}
    with open_archive(BytesIO(data)) as archive:  # what VASSAL does not read stays out
        entries |= {name: archive[name] for name in (MODULE_DATA, SAVE_DATA) if name in archive}
    if SAVE_DATA in entries:  # which has what the player said of his save
        entries[SAVE_DATA] = blanks.words(entries[SAVE_DATA])
    return archive_bytes(entries.items(), level), tidy


def _written_in(type_: PieceType, parts: Sequence[str]) -> frozenset[int]:
    """The places of traits in which a player writes, or which take who plays or say so in these
    states: what stands there is his, though the module says the same elsewhere."""
    theirs = (at for at, part in enumerate(type_.parts) if _names_player(part))
    last = len(type_.parts) - 1  # the basic piece, whose state has the name of its map as well
    say_so = (at for at, part in enumerate(parts[:last]) if _names_player(part))
    return frozenset(chain(type_.places(_WRITTEN), theirs, say_so))


def _names_player(part: str) -> bool:
    return any(map(part.__contains__, _PLAYER_IDS))


def _with_properties(state: str, clear: Callable[[str], str]) -> str:
    """The state of a basic piece with other values of the properties that name a player's id:
    behind the map, x, y, the slot and a number come names and values by turns."""
    fields = split(state, ";")
    for at in range(5, len(fields) - 1, 2):
        if any(map(_names_player, fields[at : at + 2])):
            fields[at + 1] = clear(fields[at + 1])
    return join(fields, ";")


def _is_owned(type_: PieceType) -> bool:
    """Whether pieces of a type can be a player's own: masked, hidden or locked by one."""
    traits = (type_.trait(at, "") for at in type_.places((Mask, Hide, Restrict)))
    return any(_by_players(trait) for trait in traits)


def _by_players(trait: Trait) -> bool:
    return (isinstance(trait, Mask | Hide) and trait.access == "player:") or (
        isinstance(trait, Restrict) and trait.by_player
    )
