"""What a viewer sees of a game that is written out for him: no piece that is hidden from him, and
in what is left no trace of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from builder.vassal.answers import Answers, may_hide
from builder.vassal.pieces import Piece
from builder.vassal.secret import CLEAR
from builder.vassal.traits import Attachment, Mat, MatCargo, SendTo, Trail, Trait
from builder.vassal.traits.core import NO_MAP

_KEEPING = (Attachment, Mat, MatCargo, SendTo, Trail)
"""Traits whose states tell of other pieces, or of where the piece itself was."""
_OLD = "Old"
"""How the properties begin in which VASSAL notes where a piece was before it moved."""
_OLD_MAT = "OldMat"
"""How those begin of them that name the mat on which it lay, which may be hidden."""
_WORD = re.compile(rf"[^\s;/,|:~=\\]{{{CLEAR},}}")


class AsSeen:
    """The pieces and properties that a viewer sees, as they are told to him."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._state = answers.state
        pieces = answers.state.pieces
        seen = (it for it in pieces.values() if answers.sees(it) and not answers.is_masked(it))
        self.ids = frozenset(piece.id for piece in seen)
        self._long = frozenset(id_ for id_ in pieces.keys() - self.ids if len(id_) >= CLEAR)

    def pieces(self) -> Iterator[Piece]:
        """Those that he sees openly. Each says that it lies where its stack does, as VASSAL writes
        it: its own place may be one where it lay hidden."""
        for piece in self._state.pieces.values():
            if piece.id in self.ids:
                yield self._told(piece)

    def sees_properties(self, container: str) -> bool:
        """Whether the properties of a map, a zone or the module are open to him."""
        return self._answers.sees_properties(container)

    def without_ids(self, text: str) -> str:
        """A text without the ids of pieces that he does not see, wherever they stand in it. Those
        of few letters are words of anything else as well."""
        if not self._long:
            return text
        return _WORD.sub(lambda found: "" if found[0] in self._long else found[0], text)

    def _told(self, piece: Piece) -> Piece:
        map_, x, y = self._state.place(piece.id)
        states = list(map(self.without_ids, piece.states))
        for at in piece.type.places(_KEEPING):
            trait = piece.type.trait(at, piece.states[at])
            states[at] = self._kept(trait, may_hide(piece)).state_text
        rest = self._rest(piece)
        return replace(piece, map=map_, x=x, y=y, states=tuple(states), rest=rest)

    def _kept(self, trait: Trait, may_hide: bool) -> Trait:
        """A trait with what its state may tell him; `may_hide`: nobody may have seen the piece
        where it was."""
        match trait:
            case Mat(cargo=cargo):
                return trait.replace(cargo=tuple(filter(self.ids.__contains__, cargo)))
            case Attachment(attached=attached):
                return trait.replace(attached=tuple(filter(self.ids.__contains__, attached)))
            case MatCargo(mat=mat) if mat not in self.ids:
                return trait.replace(mat=MatCargo().mat)
            case SendTo(back_map=map_) if map_ and (may_hide or not self._answers.sees_map(map_)):
                return trait.replace(back_map="", back_x="", back_y="")
            case Trail(start_map=map_) if map_ and not (
                self._answers.sees_map(map_) and (trait.visible or not may_hide)
            ):
                return trait.replace(start_map="", points=())
        return trait

    def _rest(self, piece: Piece) -> tuple[str, ...]:
        """The end of the basic state, without where the piece was if nobody may have seen it there:
        where it could be hidden, or lay in a window that is not open to him."""
        properties = piece.properties
        was_on = properties.get(f"{_OLD}Map")
        seen = was_on in (None, "", NO_MAP) or self._answers.sees_map(was_on)
        kept_back = _OLD_MAT if seen and not may_hide(piece) else _OLD
        if not any(name.startswith(kept_back) for name in properties):
            return tuple(map(self.without_ids, piece.rest))
        left = [
            self.without_ids(text)
            for name, value in properties.items()
            if not name.startswith(kept_back)
            for text in (name, value)
        ]
        return (piece.gpid, str(len(left) // 2), *left)
