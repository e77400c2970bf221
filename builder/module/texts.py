"""What the module of a game says, letter for letter, without its file."""

from __future__ import annotations

from collections.abc import Iterator

from builder.drawing.translation import ENGLISH, translated
from builder.game.model import Game
from builder.module.adopted import AdoptedModule
from builder.module.assembly import Assembly
from builder.vassal.modules_texts import texts_of


def module_texts(game: Game) -> Iterator[str]:
    """The texts of the modules that `kessel build` makes of a game, in each of its languages."""
    if game.kept is not None:
        yield from texts_of(AdoptedModule(game, game.kept).root, game.kept.pictures)
        return
    for language in (ENGLISH, *game.texts):
        assembly = Assembly(translated(game, language), language)
        for part in assembly.components({}):
            yield from texts_of(part)
