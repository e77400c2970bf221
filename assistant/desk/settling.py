"""The page on which the pieces of another author's module are settled, side by side with ours."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from threading import Lock
from typing import Any

from starlette.applications import Starlette

from assistant.pages.door import BadRequestError, Door, seen_from
from assistant.words.names import titles_of
from assistant.words.voice import ENGLISH, voice
from builder import limits
from builder.bind.drafting import Draft, is_one_piece
from builder.bind.pieces import Match, name_of, targets
from builder.bind.settling import (
    Step,
    candidates,
    resettle,
    settled,
    standing,
    step_of,
    undone,
)
from builder.drawing.translation import translated
from builder.game.kept import FOLDER, PIECES, front_of
from builder.game.model import Counter
from builder.game.problems import Problem, ProblemsError
from builder.game.seen import Seen, Signs
from builder.game.values import is_whole
from builder.vassal.buildfile.archive import ArchiveError

STATIC = Path(__file__).parent / "static" / "bind"
MOST_STEPS = 500
_PIXELS = 160


@dataclass
class Settling:
    """A binding while somebody settles it; each choice is written at once, others' choices stay."""

    draft: Draft
    folder: Path
    _steps: list[Step] = field(default_factory=list, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def seen(self) -> Seen:
        """What pages know of the binding."""
        return Seen([self.folder / FOLDER / PIECES])

    def start(self) -> dict[str, Any]:
        """All pieces with what they are now, and all that they can be."""
        seen = self.seen.signs()
        with self._lock:
            self.draft = standing(self.draft, self.folder)
        game, found = self.draft.game, self.draft
        units = [c for c in game.counters.values() if c.kind == "unit"]
        bound = {one.target for one in found.bound}
        return {
            "title": found.taking.root.name or "",
            "game": game.definition.title,
            "titles": titles_of(game),
            "folder": str(self.folder),
            "steps": len(self._steps),
            "seen": seen,
            "units": len(units),
            "missing": sum(c.id not in bound for c in units),
            "counters": [
                {
                    "id": c.id,
                    "name": _name(c),
                    "names": {
                        language: _name(counters[c.id]) for language, counters in self._told.items()
                    },
                    "taken": c.id in bound,
                    "single": is_one_piece(game, c.id),
                }
                for c in game.counters.values()
            ]
            + [
                {
                    "id": one.id,
                    "name": voice(game, ENGLISH)(name_of(game, one.id)),
                    "names": {
                        language: voice(game, language)(name_of(game, one.id))
                        for language in game.texts
                    },
                    "taken": False,
                    "single": False,
                }
                for one in targets(game)
                if one.id not in game.counters
            ],
            "pieces": [
                {
                    "at": at,
                    "name": one.item.name,
                    "path": " / ".join(one.item.slots[0].path) if one.item.slots else "",
                    "target": one.target,
                    "doubt": one.doubt,
                    "likeness": round(one.likeness, 2),
                    "maybe": candidates(found, at),
                    "pictured": (front := _front(one)) != "" and front in found.taking.pictures,
                }
                for at, one in enumerate(found.matches)
            ],
        }

    @cached_property
    def _told(self) -> dict[str, Mapping[str, Counter]]:
        """The game's counters with their names in each other language of the game."""
        game = self.draft.game
        return {language: translated(game, language).counters for language in game.texts}

    def settle(self, at: Any, target: Any, seen: Signs | None = None) -> dict[str, Any]:
        """Say what a piece is, "" for no counter of the game's; written when this returns.
        ProblemsError if pieces were settled elsewhere since the page has `seen` them."""
        found = self.draft
        if not is_whole(at) or not 0 <= at < len(found.matches):
            raise BadRequestError("There is no such piece.")
        known = {"", *(one.id for one in targets(found.game))}
        if not isinstance(target, str) or target not in known:
            raise BadRequestError("There is no such counter.")
        with self._lock:
            step = self._change(lambda now: settled(now, at, target), seen)
            self._steps = [*self._steps[-MOST_STEPS:], step]
        return self.start()

    def undo(self, seen: Signs | None = None) -> dict[str, Any]:
        """Take the last choice back."""
        with self._lock:
            if not self._steps:
                raise BadRequestError("There is nothing to undo.")
            try:
                self._change(partial(_undone, self._steps[-1]), seen)
            except BadRequestError:  # nor will it ever be undone
                self._steps.pop()
                raise
            self._steps.pop()
        return self.start()

    def _change(self, change: Callable[[Draft], Draft], seen: Signs | None) -> Step:
        def check() -> None:
            if seen and self.seen.signs() != seen:
                text = "Pieces were settled elsewhere since this page showed them."
                remedy = "Look at them, and choose again."
                raise ProblemsError([Problem(str(self.folder), 0, text, remedy)])

        before, self.draft = resettle(self.draft, self.folder, change, check)
        return step_of(before, self.draft)

    def piece(self, told: Mapping[str, Any]) -> bytes | None:
        """The picture of a piece of the module, small, as PNG."""
        at = int(told["at"])
        if at >= len(self.draft.matches):
            return None
        name = _front(self.draft.matches[at])
        pictures = self.draft.taking.pictures
        size = pictures.size(name) if name else None
        if size is None or size[0] * size[1] > limits.TAKEN_FACE:
            return None
        try:
            image = pictures.opened(name).convert("RGBA")
        except (ArchiveError, OSError, ValueError):
            return None
        image.thumbnail((_PIXELS, _PIXELS))
        made = io.BytesIO()
        image.save(made, "PNG")
        return made.getvalue()

    def counter(self, told: Mapping[str, Any]) -> bytes | None:
        """The picture of a counter of the game's."""
        from builder.drawing.mix import faces_of
        from builder.module.face_picture import FacePicture

        found = self.draft.game.counters.get(str(told["id"]))
        if found is None:
            return None
        return FacePicture(found.id, faces_of(self.draft.game, found)[0], _PIXELS).draw()


def _undone(step: Step, now: Draft) -> Draft:
    before = undone(now, step)
    if before is None:
        raise BadRequestError("What would be undone was settled elsewhere since.")
    return before


def _front(match: Match) -> str:
    return front_of(match.item.traits)


def _name(counter: Counter) -> str:
    return counter.full_name or counter.name or counter.id


def make_app(settling: Settling, token: str) -> Starlette:
    """The application of the page; who asks must know the token."""
    door = Door(token)
    routes = [
        door.asked("/api/start", lambda data: settling.start()),
        door.asked(
            "/api/settle",
            lambda data: settling.settle(data.get("at"), data.get("target"), seen_from(data)),
        ),
        door.asked("/api/undo", lambda data: settling.undo(seen_from(data))),
        door.picture("/piece/{at:int}.png", settling.piece),
        door.picture("/counter/{id}.png", settling.counter),
    ]
    return door.app(STATIC, routes)
