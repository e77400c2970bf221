"""All components of a game's module, in the order in which the engine builds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.drawing.colours import parse
from builder.drawing.map.palette import palette_of
from builder.drawing.map.read_config import map_drawing
from builder.drawing.map.words import named
from builder.drawing.translation import ENGLISH, sides
from builder.game.carriers import MAIN_MAP
from builder.game.model import Game, Scenario
from builder.game.problems import Problem, ProblemsError
from builder.module import help as help_pages
from builder.module import own, turning
from builder.module.abilities import side_read
from builder.module.counters import MOVED_IMAGE
from builder.module.decks import Decks
from builder.module.labels import small_lines
from builder.module.language import said_by_component
from builder.module.layers import layer_controls, layer_menu
from builder.module.opening import (
    opening_button,
    opening_key,
    opening_properties,
    opening_values,
)
from builder.module.read_names import read_names, translation_files, translations
from builder.module.read_settings import module_settings
from builder.module.saves import save_bytes
from builder.module.settings import (
    ModuleSettings,
    first_scenario,
    first_zoom,
    module_name,
    scenarios_offered,
)
from builder.module.slots import (
    Start,
    Stock,
    palettes,
    start_decks,
    start_of,
    start_stacks,
    stock_of,
)
from builder.module.state import global_properties, toolbar
from builder.module.table import MAP_LAYER, MAP_LAYERS, Table, board_of, table_of
from builder.module.windows import hides_on_the_map, listed, window_map
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.buildfile.module import ENGINE, Module
from builder.vassal.buildfile.recipes import maps, pieces, play, windows
from builder.vassal.buildfile.recipes.cards import SOLITAIRE


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
        return table_of(self.game, self.settings, self.language)

    @cached_property
    def decks(self) -> Decks:
        return Decks(self.game, self.settings, self.table, self.language)

    @cached_property
    def stock(self) -> Stock:
        return stock_of(self.decks)

    @cached_property
    def scenario(self) -> Scenario | None:
        """The scenario of a new game."""
        return first_scenario(self.game, self.settings)

    @cached_property
    def metadata(self) -> Metadata:
        """What VASSAL's list of modules shows: name, version and description in its language."""
        definition, own = self.game.definition, self.settings.description
        key, english = ("description", own) if own else ("subtitle", definition.subtitle)
        return Metadata(
            module_name(self.game, self.settings),
            definition.version,
            ENGINE,
            named(self.game, self.language, key, english),
            self.settings.date_saved,
        )

    def module(self, images: Mapping[str, bytes], charts: Mapping[str, str]) -> Module:
        """The module with these images; `charts` are the titles of those that are charts.
        ProblemsError for a file that goes along and is called as one of them."""
        files = self._files()
        if twice := sorted(files.keys() & {f"images/{name}" for name in images}):
            raise ProblemsError(map(self._twice, twice))
        return Module.of(
            self.metadata.name,
            self.metadata.version,
            self.components(charts),
            description=self.metadata.description,
            images=images,
            files=files,
        )

    def components(self, charts: Mapping[str, str]) -> Iterator[Component]:
        """What the module is made of, as its language has it."""
        return (said_by_component(part, self.language) for part in self._components(charts))

    def _twice(self, name: str) -> Problem:
        text = quoting("The module has a picture '{name}' of its own.", name=name)
        file = str(self.game.folder / "game.toml")
        return Problem(file, 0, text, "Give the file another name.")

    def save(self, scenario: Scenario) -> bytes:
        """A scenario as the bytes of a `.vsav`."""
        return save_bytes(self.decks, self.stock, scenario, self.metadata)

    def _components(self, charts: Mapping[str, str]) -> Iterator[Component]:
        game = self.game
        yield c.BasicCommandEncoder()
        pages, others = own.documents(self.settings)
        yield windows.documentation(
            {"Keys and marks": help_pages.PAGE, **pages}, about=help_pages.ABOUT_IMAGE
        ).holding(others)
        yield play.roster([*(side.name for side in game.definition.side), SOLITAIRE])
        yield play.global_options()
        opening = opening_values(game, self.table, self.scenario, self.settings)
        properties = global_properties(game, self.scenario, self.settings, self.language)
        yield properties.holding(opening_properties(opening))
        yield c.PrototypesContainer().holding(
            pieces.prototype(name, traits) for name, traits in self.stock.shared.items()
        )
        start = start_of(self.decks, self.scenario)
        yield self._map(start)
        for window in self.table.windows:
            yield window_map(self.decks, window, self._at_start(start, window.name))
        yield windows.undocked()
        yield palettes(game, self.stock, self.language)
        if pages := {**charts, **own.charts(self.settings)}:
            yield windows.chart_window(pages)
        yield from toolbar(game, self.settings, self.table, self.language)
        yield from layer_menu(self.stock.layers)
        yield from own.buttons(self.game, self.settings)
        whose = side_read(game, self.language)
        yield windows.inventory(group_by=(whose, "LocationName"), include=listed(self.decks))
        yield windows.notes()
        for scenario in scenarios_offered(game, self.settings):
            yield play.setup(scenario.name, setup_file(scenario), description=scenario.description)
        yield from opening_key(opening)
        yield c.Chatter()
        yield play.hidden_clocks()
        yield c.KeyNamer()
        yield c.GlobalTranslatableMessages()
        yield c.Language().holding(translations(self._read))

    def _map(self, start: Start) -> c.MapWindow:
        return maps.main_map(
            MAIN_MAP,
            board_of(self.table),
            self.table.size,
            counter=self.table.counter,
            zoom=first_zoom(self.settings, self.table.size[0]),
            small_lines=small_lines(self.game, self.language),
            unmoved=MOVED_IMAGE,
            secret=hides_on_the_map(self.decks),
            paper=parse(palette_of(map_drawing(self.game).palette).sheet),
            layers=maps.layered(MAP_LAYER, MAP_LAYERS, layer_controls()),
            parts=[
                *turning.keeping(self.game, self.settings),
                *opening_button(
                    opening_values(self.game, self.table, self.scenario, self.settings)
                ),
                *self._at_start(start, MAIN_MAP),
            ],
        )

    def _at_start(self, start: Start, map_: str) -> list[Component]:
        decks = start_decks(self.decks, self.stock, start, map_)
        return [*start_stacks(self.decks, self.stock, start, map_), *(pile for pile, _ in decks)]

    @cached_property
    def _read(self) -> dict[str, str]:
        """What players read otherwise than saves have it."""
        words = sides(self.game, self.language)
        called = {side.name: words[side.id] for side in self.game.definition.side}
        return read_names(called, self.decks, self.language)

    def _files(self) -> dict[str, bytes]:
        found = {setup_file(s): self.save(s) for s in self.game.scenarios.values()}
        found |= own.own_files(self.game, self.settings)
        found |= translation_files(self._read)
        layers = tuple(self.stock.layers)
        manual = help_pages.Manual(self.game, self.settings, self.table, self.language, layers)
        found[help_pages.PAGE] = manual.page().encode()
        return found


def setup_file(scenario: Scenario) -> str:
    """Where a scenario's save lies in the module."""
    return f"scenarios/{scenario.id}.vsav"
