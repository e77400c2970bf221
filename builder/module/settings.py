"""The `[module]` table of game.toml: what a designer may say about the module."""

from __future__ import annotations

import datetime

from pydantic import Field

from builder.drawing.map.layout import layout_map
from builder.game.definition import Model
from builder.game.model import Game, Scenario
from builder.module.deck_settings import (
    DeckSettings,
    ExchangeSettings,
    WindowSettings,
)
from builder.module.fate_settings import (
    BattleSettings,
    FateSettings,
    TakeOffSettings,
)
from builder.module.offered import OfferSettings
from builder.module.own_settings import (
    OwnButton,
    OwnChart,
    OwnTrait,
    Rulebook,
    SymbolDice,
)
from builder.vassal.buildfile.metadata import NEVER
from builder.vassal.buildfile.recipes.maps import ZOOM_LEVELS

_OF_A_HEX = 0.75
"""How wide a counter is, in hexes."""
_WINDOW = 1500
"""The width of a map's window on most screens, in pixels."""
_LEAST_ZOOM = 0.5


class Dice(Model):
    """A dice button."""

    count: int = Field(default=1, ge=1, le=99)
    sides: int = Field(default=6, ge=2, le=1000)
    key: str = ""
    total: bool = False


class ModuleSettings(Model):
    """`scenario` is the one whose set-up stands on the map of a new game. `counter` is the width
    of a counter in pixels, by default three quarters of a hex; `zoom` that of the map at the start,
    by default such that it fills the window. `changing` are the unit fields that
    change in play; by default those that no counter has a value for. `shown` are those of them
    whose value lies on the counter as a badge. `offered` says which units alone have a mark or
    a value; the others are for all. `date` is the day of the
    module, which the module manager shows. `card` is the width of a card in pixels. `fate` are the
    boxes for units that are gone, `takeoff` the marks that come off together, `battle` how declared
    battles are added up, `under` the types of markers that lie under units and stay when these
    move, `lowest` the types of units that are lowest in their stack when a game begins. `trait`,
    `rulebook`, `button`, `symbols` and `chart` are the designer's own; `include` are files that
    these speak of."""

    name: str = ""
    description: str = ""
    scenario: str = ""
    counter: int = Field(default=0, ge=0, le=400)
    zoom: float | None = Field(default=None, gt=0.05, le=4)
    dice: tuple[Dice, ...] = (Dice(key="Ctrl+D"),)
    changing: tuple[str, ...] | None = None
    shown: tuple[str, ...] = ()
    offered: tuple[OfferSettings, ...] = ()
    date: datetime.date | None = None
    card: int = Field(default=240, ge=60, le=800)
    window: tuple[WindowSettings, ...] = ()
    deck: tuple[DeckSettings, ...] = ()
    exchange: tuple[ExchangeSettings, ...] = ()
    fate: tuple[FateSettings, ...] = ()
    takeoff: tuple[TakeOffSettings, ...] = ()
    battle: BattleSettings | None = None
    under: tuple[str, ...] = ()
    lowest: tuple[str, ...] = ()
    trait: tuple[OwnTrait, ...] = ()
    rulebook: tuple[Rulebook, ...] = ()
    button: tuple[OwnButton, ...] = ()
    symbols: tuple[SymbolDice, ...] = ()
    chart: tuple[OwnChart, ...] = ()
    include: tuple[str, ...] = ()

    @property
    def date_saved(self) -> int:
        """The date in milliseconds since 1970, for `moduledata`."""
        if self.date is None:
            return NEVER
        noon = datetime.datetime.combine(self.date, datetime.time(12), datetime.UTC)
        return int(noon.timestamp() * 1000)


def combat_dice(game: Game) -> Dice | None:
    """The dice that the game's declared rules roll for a combat; None without such rules."""
    if game.rules is None:
        return None
    count, sides = map(int, game.rules.combat.die.split("d"))
    return Dice(count=count, sides=sides, key="Ctrl+D", total=count > 1)


def changing_fields(game: Game, settings: ModuleSettings) -> list[str]:
    """The unit fields that change in play."""
    fields = game.definition.units.fields
    if settings.changing is not None:
        return [name for name in settings.changing if name in fields]
    fixed = {name for counter in game.counters.values() for name in counter.fields}
    return [
        name
        for name, field in fields.items()
        if name not in fixed and field.type in ("int", "bool", "choice", "hex", "side")
    ]


def first_scenario(game: Game, settings: ModuleSettings) -> Scenario | None:
    """The scenario that a new game begins with: the one named, `historical`, or the first."""
    names = [settings.scenario, "historical", *game.scenarios]
    return next((game.scenarios[name] for name in names if name in game.scenarios), None)


def scenarios_offered(game: Game, settings: ModuleSettings) -> list[Scenario]:
    """All scenarios as players are offered them: that of a new game first."""
    first = first_scenario(game, settings)
    return sorted(game.scenarios.values(), key=lambda scenario: scenario is not first)


def counter_width(game: Game, settings: ModuleSettings) -> int:
    """The width of a counter in pixels."""
    if settings.counter or not game.definition.drawing.get("map", {}).get("picture"):
        return settings.counter or round(game.definition.grid.hex_width * _OF_A_HEX)
    return round(layout_map(game).pixels.width * _OF_A_HEX)


def first_zoom(settings: ModuleSettings, width: int) -> float:
    """The zoom of a map so wide at the start: so that it fills a window, but never below a half,
    at which counters can be read."""
    fitting = [level for level in ZOOM_LEVELS if level <= 1 and level * width <= _WINDOW]
    return settings.zoom or max((_LEAST_ZOOM, *fitting))


def module_name(game: Game, settings: ModuleSettings) -> str:
    """The name by which saves find the module."""
    return settings.name or game.definition.title
