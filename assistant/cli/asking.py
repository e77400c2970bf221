"""The questions: supply, zones, stacking, moves, odds, retreats, advances."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from assistant.cli.language import Language, Spoken, chosen, speaking
from assistant.cli.opening import open_position
from assistant.cli.options import battle_options
from assistant.cli.output import show
from assistant.games import rules_for
from assistant.position import Position
from assistant.questions.answers import Attacks, Odds
from assistant.questions.protocol import QuestionError, Rules
from assistant.questions.some_attacks import some_attacks
from assistant.words.voice import general, voice

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


Answer = TypeVar("Answer")


def add_to(app: typer.Typer) -> None:
    """Add the questions to an application."""
    for command in (supply, zones, stacking, moves, odds, retreats, advances):
        app.command()(command)


def supply(
    position: PositionFile,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Who is in supply, from where, by which way, and what cuts the others off."""
    given = Given(position, step, viewer, language, json)
    answer("supply", given, lambda rules, table: rules.supply(table))


def zones(
    position: PositionFile,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """The hexes in each side's zones of control."""
    given = Given(position, step, viewer, language, json)
    answer("zones", given, lambda rules, table: rules.zones(table))


def stacking(
    position: PositionFile,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Stacks that break the rules, each with the rule. Exit status 1 if there are any."""
    given = Given(position, step, viewer, language, json)
    if answer("stacking", given, lambda rules, table: rules.stacking(table)).violations:
        raise typer.Exit(1)


def moves(
    position: PositionFile,
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="The id of the unit.")],
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Where a unit may go: hexes, cost, path, and the rule that stops it elsewhere."""
    given = Given(position, step, viewer, language, json)
    answer("moves", given, lambda rules, table: rules.moves(table, _known(unit, table)))


def odds(
    position: PositionFile,
    hex_: Annotated[str | None, typer.Argument(metavar="[HEX]", help="The hex attacked.")] = None,
    from_: From = None,
    with_: With = None,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """One attack in full with its ledger, or without HEX every possible attack, best first.

    Without HEX, --from leaves the attacks in which all those units take part, and --with reckons
    every attack with the option.
    """
    given = Given(position, step, viewer, language, json)

    def all_of_them(rules: Rules, table: Position) -> Attacks:
        ids = _ids(from_, table)
        return some_attacks(rules, table, ids, battle_options(with_, rules, table))

    def one(rules: Rules, table: Position) -> Odds:
        targets, ids = _hexes(hex_ or "", table), _ids(from_, table)
        return rules.odds(table, targets, ids, battle_options(with_, rules, table))

    if hex_ is None:
        answer("attacks", given, all_of_them)
    else:
        answer("odds", given, one)


def retreats(
    position: PositionFile,
    hex_: Annotated[str, typer.Argument(metavar="HEX", help="The hex that suffers the result.")],
    result: Annotated[str | None, typer.Option("--result", help="The result, as printed.")] = None,
    attackers: Annotated[
        list[str] | None, typer.Option("--attackers", metavar="ID,ID", help="The attackers' ids.")
    ] = None,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Who may retreat where, in which order of preference, at what loss, or why not."""
    answer(
        "retreats",
        Given(position, step, viewer, language, json),
        lambda rules, table: rules.retreats(
            table, _hexes(hex_, table)[0], result, _ids(attackers, table)
        ),
    )


def advances(
    position: PositionFile,
    hex_: Annotated[str, typer.Argument(metavar="HEX", help="The vacated hex.")],
    from_: From = None,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Who may advance after combat, and how far."""
    answer(
        "advances",
        Given(position, step, viewer, language, json),
        lambda rules, table: rules.advances(table, _hexes(hex_, table)[0], _ids(from_, table)),
    )


@dataclass(frozen=True)
class Given:
    """What every question is given: a position, whose eyes, and how to tell the answer."""

    path: Path
    step: int | None
    viewer: str | None
    language: Spoken | None
    json: bool


def answer(question: str, given: Given, ask: Callable[[Rules, Position], Answer]) -> Answer:
    """Open the position, ask its game's rules, print; the answer."""
    language = chosen(given.language, given.json)
    with speaking(general(language)):
        opened = open_position(given.path, given.step, given.viewer)
        rules = rules_for(opened.game.id)
        say = voice(opened.game, language)
    with speaking(say):
        table = rules.visible(opened)
        found = ask(rules, table)
    show(say, question, table, found, given.json)
    return found


def _words(given: Iterable[str] | None) -> list[str]:
    return [word.strip() for text in given or () for word in text.split(",") if word.strip()]


def _ids(given: Iterable[str] | None, position: Position) -> list[str]:
    return [_known(unit, position) for unit in _words(given)]


def _known(unit: str, position: Position) -> str:
    if unit not in position.by_id:
        from builder.game.problems import nearest

        remedy = nearest(unit, position.by_id)
        raise QuestionError(f"There is no unit '{unit}' in the position. {remedy}")
    return unit


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
