"""Tracing into the owner's copy, also from the map's picture of a published module."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.studio.workshop import Tracing
from builder.adopt.taking import Taking
from builder.bind.bound import binding_of
from builder.drawing.rasters import in_colours
from builder.game.owned import own_folder
from builder.game.problems import Problem, ProblemsError
from builder.hexes.fit import fit_grid
from builder.hexes.grid import PixelGrid
from builder.saying import Saying, sentence
from builder.tracing.owned import save_own, traced_with_own
from builder.tracing.saved import Traced
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.archive import ArchiveError
from builder.vassal.extensions import open_module

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass
class OwnerTracing(Tracing):
    """The page of `kessel trace --own`; with a module that is bound, its picture and its hexes."""

    module: Path | None = None
    extensions: Sequence[Path] = ()
    notes: Sequence[str] = ()
    """What is missing of the module, or does not fit: known as soon as its picture is read."""

    @cached_property
    def own(self) -> Path:
        return own_folder(self.game.id)

    @cached_property
    def _published(self) -> tuple[Image, PixelGrid] | None:
        if self.module is None:
            return None
        try:
            with open_module(self.module, self.extensions) as whole:
                self.notes = whole.notes
                return _upright(self, self.module, Taking(whole.module, "traced"))
        except ArchiveError as error:
            raise ProblemsError([Problem(str(error.file), 0, sentence(error.what))]) from None

    @cached_property
    def pixels(self) -> PixelGrid:
        return self._published[1] if self._published else super().pixels

    @cached_property
    def image(self) -> Image:
        return self._published[0] if self._published else super().image

    @property
    def directed(self) -> list[str]:
        """None: the owner's rows do not tell to which of two hexes a hexside belongs."""
        return []

    def start(self) -> dict[str, Any]:
        told = super().start()
        now = traced_with_own(self.game, self.own)
        sides = [[one, other, words] for (one, other), words in now.sides.items()]
        lines = [[line.kind, line.name, line.hexes] for line in now.lines]
        return {**told, "traced": {"hexes": now.hexes, "sides": sides, "lines": lines}}

    @property
    def tables(self) -> Path:
        """In the owner's copy."""
        return self.own / "map"

    def written(
        self, traced: Traced, check: Callable[[], None], files: Collection[str]
    ) -> list[Path]:
        """What differs from the game's map, in the owner's copy."""
        return save_own(self.game, self.own, traced, check, files)


def _upright(at: OwnerTracing, file: Path, taking: Taking) -> tuple[Image, PixelGrid]:
    """The map's picture of a bound module, turned so that its hexes lie as a plain grid's."""
    from PIL import Image

    found = binding_of(taking.root.name or "", taking.root.version or "")
    if found is None or found[0] != at.game.id:
        text = "The module is not bound to the game."
        remedy = Saying("Run `kessel bind {file}` first.", file=file)
        raise ProblemsError([Problem(str(file), 0, text, remedy)])
    bound = found[1]
    windows = [p for p in taking.root.walk() if isinstance(p, c.MapWindow)]
    boards = [
        (window, board)
        for window in windows
        if window.map_name == bound.map
        for board in window.walk()
        if isinstance(board, c.Board) and board.image
    ]
    if not boards:
        text = "The module's map has no picture."
        raise ProblemsError([Problem(str(file), 0, text, "Bind a module whose map has one.")])
    window, board = boards[0]
    fit = fit_grid(at.game.grid, bound.marks)
    wide = min(fit.across, 160.0)
    target = PixelGrid(at.game.grid, wide, 0.0, 0.0)
    centres = [target.centre(name) for name in at.game.grid.places]
    size = tuple(round(max(p[i] for p in centres) + wide) for i in (0, 1))
    edge = (window.edge_width or 0, window.edge_height or 0)
    zero, right, down = fit.pixel(0, 0), fit.pixel(1, 0), fit.pixel(0, 1)
    rows = [
        ((right[i] - zero[i]) / wide, (down[i] - zero[i]) / wide, zero[i] - edge[i]) for i in (0, 1)
    ]
    picture = in_colours(taking.pictures.opened(str(board.image)), "RGB")
    upright = picture.transform(
        (size[0], size[1]), Image.Transform.AFFINE, (*rows[0], *rows[1]), Image.Resampling.BILINEAR
    )
    return upright, target
