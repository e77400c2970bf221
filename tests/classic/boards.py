"""Random boards of the four small games, and where both referees differ on one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from assistant.games import rules_for
from assistant.position import Position, Unit, faces_of
from assistant.questions.protocol import QuestionError
from builder.game.loader import load_game
from builder.game.model import Game
from tests.classic.referee import REFEREES

GAMES = tuple(REFEREES)
MOVED, BEATEN = 3, 3
"""Of how many units and hexes of a board moves and retreats are compared: they take longest."""


def load(game_id: str) -> Game:
    return load_game(game_id)


def board(game: Game, seed: int) -> Position:
    """Units of the game's own counters, thrown into a part of the map."""
    rng = Random(f"{game.id} {seed}")
    closed = {"sea", "lake"}
    land = [n for n in game.grid.places if not game.board.of(n) & closed]
    middle = rng.choice(land)
    near = sorted(game.grid.within(middle, rng.choice((3, 4, 6))) & set(land))
    units: list[Unit] = []
    held: dict[str, str] = {}
    for counter in rng.sample(sorted(game.counters.values(), key=lambda c: c.id), 12):
        name = rng.choice(near)
        if held.setdefault(name, counter.side) != counter.side:
            continue
        step = rng.randint(1, max(1, faces_of(counter.fields)))
        fields = dict(counter.fields)
        units.append(
            Unit(
                counter.id, counter.side, counter.type, name, step, frozenset(), fields, counter.id
            )
        )
    turn = rng.randint(1, game.definition.turns.last)
    control = {name: side for side, names in game.definition.control.items() for name in names}
    return Position(game, game.board, tuple(units), turn=turn, control=control)


def differences(position: Position) -> Iterator[str]:
    """Where Kessel and the slow referee disagree."""
    game = position.game
    rules, referee = rules_for(game), REFEREES[game.id](position)
    yield from _plain(position)
    for unit in position.units[:MOVED]:
        mine = {
            r.hex: Fraction(r.cost).limit_denominator(12)
            for r in rules.moves(position, unit.id).reach
        }
        if mine != (theirs := referee.moves(unit)):
            yield f"moves of {unit.id}: {sorted(mine.items() ^ theirs.items())}"
    lengths = {"aldra": ("D2", 2), "saltmarsh": ("Dr", 1), "karga": ("R2", 2), "tarsa": ("DR", 2)}
    result, length = lengths[game.id]
    for name in sorted({unit.hex for unit in position.units})[:BEATEN]:
        for found in rules.retreats(position, name, result, []).units:
            unit = position.by_id[found.id]
            ways = {tuple(option.path) for option in found.options}
            if game.id == "karga" and not referee.retreats(unit, length):
                continue
            if unit.type == "siege":
                continue
            if ways != (others := referee.retreats(unit, length)):
                yield f"retreats of {unit.id} from {name}: {sorted(ways ^ others)}"


def _plain(position: Position) -> Iterator[str]:
    game = position.game
    rules, referee = rules_for(game), REFEREES[game.id](position)
    zones = rules.zones(position).zones
    for side in game.sides:
        if set(zones[side]) != referee.zone(side):
            yield f"zone of {side}: {sorted(set(zones[side]) ^ referee.zone(side))}"
    full = {v.hex for v in rules.stacking(position).violations}
    if full != referee.overfull():
        yield f"stacking: {sorted(full ^ referee.overfull())}"
    for found in rules.supply(position).units:
        if (found.state == "supplied") != referee.in_supply(position.by_id[found.id]):
            yield f"supply of {found.id}: {found.state} {found.path}"
    for name in sorted({unit.hex for unit in position.units}):
        try:
            odds = rules.odds(replace(position), [name], [], {})
        except QuestionError as error:
            yield f"odds of {name}: {error}"
            continue
        who, attack, defence, column = referee.odds(name)
        if not who:
            if odds.possible:
                yield f"odds of {name}: nobody may attack, and {odds.attackers} do"
            continue
        mine = (
            list(odds.attackers), Fraction(odds.attack).limit_denominator(12),
            Fraction(odds.defence).limit_denominator(12), odds.column,
        )  # fmt: skip
        if mine != (who, attack, defence, column):
            yield f"odds of {name}: {mine} {(who, attack, defence, column)}"
