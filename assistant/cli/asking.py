"""The questions: supply, zones, stacking, moves, odds, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.cli.opening import open_position
from assistant.cli.output import show
from assistant.games import rules_for
from assistant.position import Position
from assistant.rules.questions import QuestionError, Rules

PositionFile = Annotated[
    Path, typer.Argument(metavar="POSITION", help="A .vsav, a .vlog or a position file (TOML).")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
StepNumber = Annotated[
    int | None, typer.Option("--step", help="Step of a log; the last if absent.")
]
Viewer = Annotated[
    str | None,
    typer.Option("--viewer", help="The side whose eyes are used; hidden pieces stay so."),
]
From = Annotated[
    list[str] | None,
    typer.Option("--from", metavar="ID,ID", help="Ids of the attacking units, comma between."),
]
With = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME=VALUE", help="An option of the battle; may be repeated."),
]


def add_to(app: typer.Typer) -> None:
    """Add the questions to an application."""
    for command in (supply, zones, stacking, moves, odds, retreats, advances):
        app.command()(command)


def supply(
    position: PositionFile, step: StepNumber = None, viewer: Viewer = None, json: Json = False
) -> None:
    """Who is in supply, from where, by which way, and what cuts the others off."""
    table, rules = _open(position, step, viewer)
    show("supply", table, rules.supply(table), json)


def zones(
    position: PositionFile, step: StepNumber = None, viewer: Viewer = None, json: Json = False
) -> None:
    """The hexes in each side's zones of control."""
    table, rules = _open(position, step, viewer)
    show("zones", table, rules.zones(table), json)


def stacking(
    position: PositionFile, step: StepNumber = None, viewer: Viewer = None, json: Json = False
) -> None:
    """Stacks that break the rules, each with the rule. Exit status 1 if there are any."""
    table, rules = _open(position, step, viewer)
    answer = rules.stacking(table)
    show("stacking", table, answer, json)
    if answer.violations:
        raise typer.Exit(1)


def moves(
    position: PositionFile,
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="The id of the unit.")],
    step: StepNumber = None,
    viewer: Viewer = None,
    json: Json = False,
) -> None:
    """Where a unit may go: hexes, cost, path, and the rule that stops it elsewhere."""
    table, rules = _open(position, step, viewer)
    if unit not in table.by_id:
        raise QuestionError(_no_unit(unit, table))
    show("moves", table, rules.moves(table, unit), json)


def odds(
    position: PositionFile,
    hex_: Annotated[str | None, typer.Argument(metavar="[HEX]", help="The hex attacked.")] = None,
    from_: From = None,
    with_: With = None,
    step: StepNumber = None,
    viewer: Viewer = None,
    json: Json = False,
) -> None:
    """One attack in full with its ledger, or without HEX every possible attack, best first."""
    table, rules = _open(position, step, viewer)
    if hex_ is None:
        show("attacks", table, rules.attacks(table), json)
        return
    targets = _hexes(hex_, table)
    answer = rules.odds(table, targets, _ids(from_, table), _options(with_))
    show("odds", table, answer, json)


def retreats(
    position: PositionFile,
    hex_: Annotated[str, typer.Argument(metavar="HEX", help="The hex that suffers the result.")],
    result: Annotated[str | None, typer.Option("--result", help="The result, as printed.")] = None,
    attackers: Annotated[
        list[str] | None, typer.Option("--attackers", metavar="ID,ID", help="The attackers' ids.")
    ] = None,
    step: StepNumber = None,
    viewer: Viewer = None,
    json: Json = False,
) -> None:
    """Who may retreat where, in which order of preference, at what loss, or why not."""
    table, rules = _open(position, step, viewer)
    target = _hexes(hex_, table)[0]
    show("retreats", table, rules.retreats(table, target, result, _ids(attackers, table)), json)


def advances(
    position: PositionFile,
    hex_: Annotated[str, typer.Argument(metavar="HEX", help="The vacated hex.")],
    from_: From = None,
    step: StepNumber = None,
    viewer: Viewer = None,
    json: Json = False,
) -> None:
    """Who may advance after combat, and how far."""
    table, rules = _open(position, step, viewer)
    target = _hexes(hex_, table)[0]
    show("advances", table, rules.advances(table, target, _ids(from_, table)), json)


def _open(path: Path, step: int | None, viewer: str | None) -> tuple[Position, Rules]:
    position = open_position(path, step, viewer)
    rules = rules_for(position.game.id)
    return rules.visible(position), rules


def _words(given: Iterable[str] | None) -> list[str]:
    return [word.strip() for text in given or () for word in text.split(",") if word.strip()]


def _ids(given: Iterable[str] | None, position: Position) -> list[str]:
    ids = _words(given)
    for unit in ids:
        if unit not in position.by_id:
            raise QuestionError(_no_unit(unit, position))
    return ids


def _no_unit(unit: str, position: Position) -> str:
    from builder.game.problems import nearest

    return f"There is no unit '{unit}' in the position. {nearest(unit, position.by_id)}"


def _hexes(text: str, position: Position) -> list[str]:
    names = _words([text])
    for name in names:
        if name not in position.board:
            places = list(position.game.grid.places)
            raise QuestionError(
                f"'{name}' is no hex of this map: hexes run from {places[0]} to {places[-1]}."
            )
    if not names:
        raise QuestionError("Name the hex.")
    return names


def _options(given: Iterable[str] | None) -> dict[str, Any]:
    options: dict[str, str] = {}
    name = ""
    for text in given or ():
        for word in text.split(","):
            key, equals, value = word.partition("=")
            if equals:
                name = key.strip()
                before = f"{options[name]}," if name in options else ""
                options[name] = before + value.strip()
            elif name:
                options[name] += f",{word.strip()}"
            else:
                raise QuestionError(f"'{word}' is no option: write NAME=VALUE, as in --with air=1.")
    return options
