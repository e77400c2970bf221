"""All components of a game's module, in the order in which the engine builds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.game.model import Game, Scenario
from builder.module import help as help_pages
from builder.module.cards import card_windows
from builder.module.counters import MOVED_IMAGE
from builder.module.language import ENGLISH, said_by_component
from builder.module.saves import save_bytes
from builder.module.settings import (
    ModuleSettings,
    counter_width,
    first_scenario,
    module_name,
    module_settings,
)
from builder.module.slots import Stock, palettes, start_stacks, stock_of
from builder.module.state import global_properties, toolbar
from builder.module.table import MAP_NAME, Table, board_of, table_of
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.buildfile.module import ENGINE, Module
from builder.vassal.buildfile.recipes import maps, pieces, play, windows


@dataclass(frozen=True)
class Assembly:
    """A game on its way to a module; what several components need is worked out once.

    `game` is in the language already (`language.translated`).
    """

    game: Game
    language: str = ENGLISH

    @cached_property
    def settings(self) -> ModuleSettings:
        return module_settings(self.game)

    @cached_property
    def table(self) -> Table:
        return table_of(self.game, counter_width(self.game, self.settings))

    @cached_property
    def stock(self) -> Stock:
        return stock_of(self.game, self.settings, self.table, self.language)

    @cached_property
    def scenario(self) -> Scenario | None:
        """The scenario of a new game."""
        return first_scenario(self.game, self.settings)

    @cached_property
    def metadata(self) -> Metadata:
        definition = self.game.definition
        return Metadata(
            module_name(self.game, self.settings),
            definition.version,
            ENGINE,
            self.settings.description or definition.subtitle,
            self.settings.date_saved,
        )

    def module(self, images: Mapping[str, bytes], charts: Mapping[str, str]) -> Module:
        """The module with these images; `charts` are the titles of those that are charts."""
        return Module.of(
            self.metadata.name,
            self.metadata.version,
            (said_by_component(part, self.language) for part in self._components(charts)),
            description=self.metadata.description,
            images=images,
            files=self._files(),
        )

    def save(self, scenario: Scenario) -> bytes:
        """A scenario as the bytes of a `.vsav`."""
        return save_bytes(self.game, self.stock, self.table, scenario, self.metadata, self.language)

    def _components(self, charts: Mapping[str, str]) -> Iterator[Component]:
        game = self.game
        yield c.BasicCommandEncoder()
        yield windows.documentation({"Keys and marks": help_pages.PAGE})
        yield play.roster(side.name for side in game.definition.side)
        yield play.global_options()
        yield global_properties(game, self.scenario, self.language)
        yield c.PrototypesContainer().holding(
            pieces.prototype(name, traits) for name, traits in self.stock.shared.items()
        )
        yield self._map()
        yield from card_windows(game, self.stock.gpids, self.language)
        yield palettes(game, self.stock)
        if charts:
            yield windows.chart_window(charts)
        yield from toolbar(game, self.settings, self.language)
        yield windows.inventory(group_by=("Side", "LocationName"), include='{Counter != ""}')
        yield windows.notes()
        for scenario in game.scenarios.values():
            yield play.setup(scenario.name, setup_file(scenario), description=scenario.description)
        yield c.Chatter()
        yield c.KeyNamer()
        yield c.GlobalTranslatableMessages()
        yield c.Language()

    def _map(self) -> c.MapWindow:
        start: list[Component] = []
        if self.scenario is not None:
            start.extend(start_stacks(self.game, self.stock, self.table, self.scenario))
        return maps.main_map(
            MAP_NAME,
            board_of(self.table),
            self.table.size,
            counter=self.table.counter,
            zoom=self.settings.zoom,
            unmoved=MOVED_IMAGE,
            parts=start,
        )

    def _files(self) -> dict[str, bytes]:
        found = {setup_file(s): self.save(s) for s in self.game.scenarios.values()}
        found[help_pages.PAGE] = help_pages.help_page(self.game, self.language).encode()
        return found


def setup_file(scenario: Scenario) -> str:
    """Where a scenario's save lies in the module."""
    return f"scenarios/{scenario.id}.vsav"
