"""A scenario as a save that VASSAL opens."""

from __future__ import annotations

from collections.abc import Iterator

from builder.game.model import Game, Scenario
from builder.module.slots import Stock, on_the_table, set_up
from builder.module.state import properties_of, turn_state
from builder.module.table import BOARD_NAME, MAP_NAME, Table
from builder.vassal.buildfile.archive import archive_bytes
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.commands import (
    BEGIN_SAVE,
    END_SAVE,
    AddPiece,
    BoardPlace,
    Boards,
    GlobalProperty,
    SetupStack,
    Turn,
)
from builder.vassal.obfuscation import disguise
from builder.vassal.sequence import ESC, join, join_nested
from builder.vassal.traits.core import BasicPiece, Stack
from builder.vassal.traits.declaration import Trait

_FIRST_ID = 1_000_000_000_001  # VASSAL's own ids are milliseconds; any text will do


def save_bytes(
    game: Game, stock: Stock, table: Table, scenario: Scenario, metadata: Metadata
) -> bytes:
    """The `.vsav` of a scenario; `metadata` is that of the module it belongs to."""
    return archive_bytes(_entries(game, stock, table, scenario, metadata))


def _entries(
    game: Game, stock: Stock, table: Table, scenario: Scenario, metadata: Metadata
) -> list[tuple[str, bytes]]:
    text = join(_commands(game, stock, table, scenario), ESC)
    return [
        ("savedGame", disguise(text)),
        ("savedata", _about(scenario, metadata)),
        ("moduledata", metadata.encode()),
    ]


def _about(scenario: Scenario, metadata: Metadata) -> bytes:
    words = scenario.name
    about = Metadata("", metadata.version, metadata.vassal_version, words, metadata.date_saved)
    return about.encode()


def _commands(game: Game, stock: Stock, table: Table, scenario: Scenario) -> Iterator[str]:
    yield BEGIN_SAVE
    yield from _pieces(game, stock, table, scenario)
    for name, value in properties_of(game, scenario).items():
        yield GlobalProperty(name, value, "Module").text()
    yield Boards(MAP_NAME, (BoardPlace(BOARD_NAME),)).text()
    yield SetupStack().text()
    yield Turn("TurnTracker0", turn_state(game, scenario)).text()
    yield END_SAVE


def _pieces(game: Game, stock: Stock, table: Table, scenario: Scenario) -> Iterator[str]:
    """Pieces first, then the stacks that hold them: VASSAL must know a piece that a stack names."""
    stacks = []
    number = _FIRST_ID
    for (_, x, y), group in on_the_table(table, set_up(game, scenario)).items():
        members = []
        for placement, _ in group:
            piece = stock.placed(placement)
            traits = stock.on_table(placement)
            basic = BasicPiece(
                image=piece.image,
                name=piece.name,
                map=MAP_NAME,
                x=x,
                y=y,
                gpid=stock.gpids[placement.counter],
            )
            yield _added(str(number), (*traits, basic))
            members.append(str(number))
            number += 1
        stacks.append(AddPiece(str(number), "stack", _stack(x, y, members)).text())
        number += 1
    yield from stacks


def _stack(x: int, y: int, members: list[str]) -> str:
    return Stack(map=MAP_NAME, x=x, y=y, pieces=tuple(members), layer=-1).state_text


def _added(name: str, traits: tuple[Trait, ...]) -> str:
    types = join_nested([trait.type_text for trait in traits])
    states = join_nested([trait.state_text for trait in traits])
    return AddPiece(name, types, states).text()
