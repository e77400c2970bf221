"""The questions, each a command: of supply, zones, stacks, moves, combat, and of the turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from assistant.cli.language import Language, Spoken, chosen, speaking
from assistant.cli.options import battle_options
from assistant.cli.output import show
from assistant.questions.answers import Advances, Attacks, Odds, Retreats
from assistant.questions.door import Door
from assistant.table import open_table
from assistant.words.voice import general, voice
from builder.machine.collecting import uncollected

PositionFile = Annotated[
    Path, typer.Argument(metavar="POSITION", help="A .vsav, a .vlog or a position file (TOML).")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
StepNumber = Annotated[
    int | None, typer.Option("--step", help="Step of a log; the last if absent.")
]
Viewer = Annotated[
    str | None,
    typer.Option(
        "--viewer",
        "--side",
        metavar="SIDE",
        help="Whose eyes: what they may not see stays out.",
    ),
]
From = Annotated[
    list[str] | None,
    typer.Option(
        "--from",
        "--attackers",
        metavar="UNIT,UNIT",
        help="The attackers, comma between; a hex means all there.",
    ),
]
Anyway = Annotated[
    bool,
    typer.Option("--anyway", help="Answer as in the phase that has an answer, if this has none."),
]
With = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME=VALUE", help="An option of the battle; may be repeated."),
]

Answer = TypeVar("Answer")


PLAIN: dict[str, tuple[Callable[[Door], Any], str]] = {
    "supply": (
        Door.supply,
        "Who is in supply, from where, by which way, and what cuts the others off.",
    ),
    "zones": (Door.zones, "The hexes in each side's zones of control."),
    "turn": (
        Door.turn,
        "What the phase at hand asks for: what must be done, may be, was, and may not be.",
    ),
    "arrivals": (
        Door.arrivals,
        "Who comes, returns or grows: when, where, at what price, or why not.",
    ),
    "score": (
        Door.score,
        "Victory points as the position stands, by source, and who would win now.",
    ),
}
"""The questions that need no word beside the position, with what their help says."""


def add_to(app: typer.Typer) -> None:
    """Add the questions to an application."""
    for name in ("supply", "zones"):
        app.command(name)(_plain(name))
    for command in (stacking, moves, odds, retreats, advances):
        app.command()(command)
    for name in ("turn", "arrivals", "score"):
        app.command(name)(_plain(name))


def _plain(question: str) -> Callable[..., None]:
    """The command of a question that needs no word beside the position."""
    ask, help_ = PLAIN[question]

    def command(
        position: PositionFile,
        step: StepNumber = None,
        viewer: Viewer = None,
        language: Language = None,
        json: Json = False,
    ) -> None:
        answer(question, Given(position, step, viewer, language, json), ask)

    command.__doc__ = help_
    return command


def stacking(
    position: PositionFile,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Stacks that break the rules, each with the rule. Exit status 1 if there are any."""
    given = Given(position, step, viewer, language, json)
    if answer("stacking", given, Door.stacking).violations:
        raise typer.Exit(1)


def moves(
    position: PositionFile,
    unit: Annotated[
        str,
        typer.Argument(
            metavar="UNIT",
            help="The unit's id or name; several with commas between; a hex for its whole stack.",
        ),
    ],
    anyway: Anyway = False,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Where a unit or a stack may go: hexes, cost, path, and the rule that stops it elsewhere."""
    given = Given(position, step, viewer, language, json)
    answer("moves", given, lambda door: door.moves(unit, anyway=anyway))


def odds(
    position: PositionFile,
    hex_: Annotated[
        str | None, typer.Argument(metavar="HEX", help="The hex attacked: number or name.")
    ] = None,
    from_: From = None,
    with_: With = None,
    anyway: Anyway = False,
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

    def all_of_them(door: Door) -> Attacks:
        options = battle_options(with_, door.rules, door.position)
        return door.attacks(from_ or (), options, anyway=anyway)

    def one(door: Door) -> Odds:
        options = battle_options(with_, door.rules, door.position)
        return door.odds(hex_ or "", from_ or (), options, anyway=anyway)

    if hex_ is None:
        answer("attacks", given, all_of_them)
    else:
        answer("odds", given, one)


def retreats(
    position: PositionFile,
    hex_: Annotated[
        str, typer.Argument(metavar="HEX", help="The hex that suffers the result: number or name.")
    ],
    result: Annotated[
        str | None, typer.Option("--result", metavar="RESULT", help="The result, as printed.")
    ] = None,
    from_: From = None,
    with_: With = None,
    anyway: Anyway = False,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Who may retreat where, in which order of preference, at what loss, or why not."""
    given = Given(position, step, viewer, language, json)

    def ask(door: Door) -> Retreats:
        options = battle_options(with_, door.rules, door.position)
        return door.retreats(hex_, result, from_ or (), options, anyway=anyway)

    answer("retreats", given, ask)


def advances(
    position: PositionFile,
    hex_: Annotated[
        str, typer.Argument(metavar="HEX", help="The hex that was attacked: number or name.")
    ],
    result: Annotated[
        str,
        typer.Option(
            "--result", metavar="RESULT", help="Behind losers who retreat by this result."
        ),
    ] = "",
    from_: From = None,
    with_: With = None,
    anyway: Anyway = False,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Who may advance after combat, once the defenders are gone, and how far."""
    given = Given(position, step, viewer, language, json)

    def ask(door: Door) -> Advances:
        options = battle_options(with_, door.rules, door.position)
        return door.advances(hex_, from_ or (), options, result=result, anyway=anyway)

    answer("advances", given, ask)


@dataclass(frozen=True)
class Given:
    """What every question is given: a position, whose eyes, and how to tell the answer."""

    path: Path
    step: int | None
    viewer: str | None
    language: Spoken | None
    json: bool


def answer(question: str, given: Given, ask: Callable[[Door], Answer]) -> Answer:
    """Open the position, ask at its game's door, print; the answer."""
    language = chosen(given.language, given.json)
    with uncollected():
        with speaking(general(language)):
            table = open_table(given.path, given.step, given.viewer)
            say = voice(table.position.game, language)
        with speaking(say):
            found = ask(table)
        show(say, question, table.position, found, given.json)
    return found
