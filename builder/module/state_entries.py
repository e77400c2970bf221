"""What the menu State has of a game's variables: entries, and what opens from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.drawing.map.words import named
from builder.game.model import Game
from builder.module.state_choices import StateChoice, state_choice
from builder.module.state_groups import grouped


@dataclass(frozen=True)
class StateEntry:
    """An entry by what players read, with the entries that open from it."""

    title: str
    inside: tuple[StateEntry, ...] = ()

    @property
    def is_deep(self) -> bool:
        """Whether it is a menu of its own: VASSAL gives a menu's entries submenus, but these
        none."""
        return any(one.inside for one in self.inside)


def state_entries(game: Game, language: str) -> list[StateEntry]:
    """The variables that stand in no group, and the groups with theirs."""
    entries: list[StateEntry] = []
    for group, names in grouped(game).items():
        inside = tuple(_variables(game, language, names))
        if group:
            entries.append(StateEntry(named(game, language, f"group.{group}", group), inside))
        else:
            entries += inside
    return entries


def _parts(choice: StateChoice) -> Iterator[StateEntry]:
    for words, buttons in choice.parts:
        yield StateEntry(words, tuple(StateEntry(button.text) for button in buttons))


def _variables(game: Game, language: str, names: list[str]) -> Iterator[StateEntry]:
    for name in names:
        choice = state_choice(game, language, name)
        if choice.parts:
            yield StateEntry(choice.title, tuple(_parts(choice)))
            continue
        texts = [button.text for button in choice.buttons]
        several = tuple(StateEntry(text) for text in texts) if len(texts) > 1 else ()
        yield StateEntry(choice.title if several else texts[0], several)
