"""Another process that draws half of a map while a program that does nothing else reads on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

from assistant.position import Position
from assistant.report.sheet import Sheet, sheet_of

if TYPE_CHECKING:
    from assistant.remembered import Bound
    from builder.drawing.below import Below
    from builder.drawing.map.halves import Drawn, Partner


class Early:
    """What is begun once the game is known, if its map was not drawn before."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._sheet: Sheet | None = None
        self._partner: Partner | None = None
        self._drawn: Drawn | None = None
        self._keeping = ThreadPoolExecutor(1)
        self._kept: list[Future[None]] = []

    def bound(self, name: str) -> Bound:
        """The game of a name as `bound_game` has it, its map begun before its windows are laid
        out."""
        from assistant.remembered import bound_game

        return bound_game(name, lambda game: self._begin(Sheet(game, own=True)))

    def go_on(self) -> None:
        """What can be done before the position is known, once no more processes begin: the map is
        looked up if it was drawn before, and else its lowest layer is drawn."""
        sheet = self._sheet
        if sheet is None:
            return
        language = sheet.spoken(self._language)
        if self._partner is not None:
            self._drawn = sheet.drawn(language, self._partner)
        elif sheet.is_kept(language):
            sheet.look_ahead(language)

    def look_ahead(self) -> Iterator[None]:
        """What may be done after that, step by step, until the position is known."""
        sheet = self._sheet
        if sheet is not None and sheet.is_kept(language := sheet.spoken(self._language)):
            yield from sheet.standing(language).look_ahead()

    def sheet(self, position: Position) -> tuple[Sheet, Partner | None, Drawn | None]:
        """The sheet on which a position lies, and who draws half of it, begun now if it was not,
        None if it needs nobody; and the sheet as it is drawn, if that was begun."""
        game, begun = position.game, self._sheet
        if begun is None or begun.game is not game or position.board != game.board:
            begun = self._begin(sheet_of(position))
        return begun, self._partner, self._drawn

    def _begin(self, sheet: Sheet) -> Sheet:
        self.end()
        self._sheet, self._partner = sheet, sheet.partner(sheet.spoken(self._language))
        return sheet

    def keep(self, keep: Callable[[bytes, Below], None], picture: bytes, below: Below) -> None:
        """Have a sheet kept that is drawn, while the picture on it is written."""
        self._kept.append(self._keeping.submit(keep, picture, below))

    def end(self) -> None:
        """Nothing that was begun goes on."""
        partner, self._partner, self._drawn = self._partner, None, None
        if partner is not None:
            partner.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        self._keeping.shutdown()
        for kept in self._kept:  # a fault is none the less one for having come beside other work
            kept.result()
