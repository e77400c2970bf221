"""Reports: `kessel report`, `picture`, `position` and `rules`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli.asking import Json, PositionFile, StepNumber, Viewer
from assistant.cli.language import Language, chosen, speaking
from assistant.cli.output import print_json
from assistant.cli.replacing import Force, may_write
from assistant.words.data import spoken
from assistant.words.voice import general, voice

if TYPE_CHECKING:
    from assistant.position import Position


def add_to(app: typer.Typer) -> None:
    """Add the commands to an application."""
    for command in (report, picture, position, rules):
        app.command()(command)


def report(
    position: PositionFile,
    step: StepNumber = None,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """What matters now: supply, the best attacks, stacks without a way out, violations."""
    from assistant.report import answers, position_report

    spoken_in = chosen(language, json)
    with speaking(general(spoken_in)):
        table = _visible(position, step, viewer)
        say = voice(table.game, spoken_in)
    if json:
        print_json(spoken(position_report.report_data(table), say))
        return
    answers.print_parts(position_report.report(say, table))


def picture(
    context: typer.Context,
    position: PositionFile,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="X.png", help="The picture to write.")
    ],
    step: StepNumber = None,
    viewer: Viewer = None,
    retreats: Annotated[
        bool, typer.Option(help="Draw the retreats of the stacks that can be attacked.")
    ] = True,
    zones: Annotated[bool, typer.Option(help="Tint the zones of control.")] = True,
    lines: Annotated[
        bool | None,
        typer.Option(help="Draw all supply lines, or none; else those of units in doubt."),
    ] = None,
    line_of: Annotated[
        list[str] | None,
        typer.Option("--line-of", metavar="UNIT", help="Draw this unit's supply line."),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="The whole map, not only the units' part.")
    ] = False,
    language: Language = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """The map with the pieces, unsupplied units ringed, supply lines, zones and retreats.

    The map under them is drawn once for a game and then kept.
    """
    from assistant.cli.read_beside import position_of
    from assistant.report.early import Early
    from builder.machine.freed import keep_freed

    keep_freed()
    looked = may_write([output], force, ending=".png")
    spoken_in = chosen(language, json=False)
    with Early(spoken_in) as early:
        table = position_of(position, step, viewer, early, context.obj)
        from assistant.report.picture import Layers, write_picture  # while a map is drawn beside
        from assistant.table import door_of

        wanted = frozenset(door_of(table).ids(line_of)) if line_of else frozenset()
        layers = Layers(zones, lines, retreats, wanted)
        write_picture(table, output, layers, whole, spoken_in, early, looked)
    _tell_what_is_left_out(table, spoken_in)
    if json:
        print_json({"path": str(output)})
    else:
        print(output)


def _tell_what_is_left_out(position: Position, language: str) -> None:
    """What the picture cannot show, beside the path that is printed."""
    say = voice(position.game, language)
    for sentence in position.unknown:
        typer.echo(say(sentence), err=True)


def position(
    file: PositionFile,
    step: StepNumber = None,
    viewer: Viewer = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="X.toml", help="Write to this file.")
    ] = None,
    force: Force = False,
    language: Language = None,  # in which refusals are told: a position file is English
    json: Json = False,
) -> None:
    """Any moment as a position file: to mail, to quote in a bug report, to keep as a test."""
    from assistant.position_text import write_position
    from assistant.report.files import write_text

    looked = may_write([] if output is None else [output], force, ending=".toml")
    seen = _visible(file, step, viewer)
    _tell_what_is_left_out(seen, chosen(language, json))
    text = write_position(seen)
    if output is not None:
        write_text(output, text, looked)
    if json:
        print_json(tomllib.loads(text))
    elif output is None:
        print(text, end="")
    else:
        print(output)


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's folder or name.")],
    language: Language = None,
    json: Json = False,
) -> None:
    """Each rule of the rulebook: answered and where, data, out of scope and why, or not yet."""
    from assistant.games import chapters_of, rules_for
    from assistant.questions.answers import as_json
    from assistant.questions.protocol import QuestionError
    from assistant.questions.unruled import Unruled
    from assistant.report import answers
    from assistant.report import rules as rulebook
    from builder.game.loader import load_game
    from builder.game.rulebook.page import rules_page

    found = load_game(game)
    if isinstance(unruled := rules_for(found), Unruled):
        raise QuestionError(unruled.missing)
    if found.rules is not None and not chapters_of(found.id):
        spoken_in = chosen(language, json)
        sections = rules_page(found, spoken_in)
        if json:
            print_json({"rules": as_json(sections)})
        else:
            title = voice(found, spoken_in)(found.definition.title)
            answers.print_parts(rulebook.page_in_words(title, sections, spoken_in))
        return
    if json:
        entries = rulebook.rule_entries(found)
        print_json({"rules": as_json(entries), "sums": rulebook.sums(entries)})
        return
    answers.print_parts(rulebook.rules_in_words(voice(found, chosen(language, json)), found))


def _visible(path: Path, step: int | None, viewer: str | None) -> Position:
    """The position without what its viewer may not see."""
    from assistant.table import open_table

    return open_table(path, step, viewer).position
