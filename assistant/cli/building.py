"""The commands of module designers: new, derive, check, build, sheets, setup."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from assistant.cli.language import Language, Spoken, chosen

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's folder, or its name under source-art/.")
]
Extensions = Annotated[
    list[Path] | None,
    typer.Option(
        "--extension",
        metavar="FILE.vmdx",
        help="An extension of the module that is not in its folder; repeatable.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def add_to(app: typer.Typer) -> None:
    """Add the designers' commands to an application."""
    app.command()(new)
    app.command()(derive)
    app.command()(check)


def new(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The id of the new game.")],
    parent: Annotated[
        Path,
        typer.Option("--in", metavar="FOLDER", help="The folder that takes the game's folder."),
    ] = Path("source-art"),
    language: Annotated[
        Spoken | None,
        typer.Option("--language", help="The language of the comments; else the reader's."),
    ] = None,
    json: Json = False,
) -> None:
    """Make the commented files of a small game of your own, which builds at once."""
    from assistant.words.language import readers_language
    from builder.game.skeleton import new_game
    from builder.saying import in_one_line

    spoken = language or readers_language()
    written = new_game(name, parent, spoken)
    if json:
        from assistant.cli.output import print_json

        print_json({"files": [str(path) for path in written]})
        return
    from assistant.cli.telling import of_commands, of_made

    for path in written:
        typer.echo(f"{of_made(spoken)('wrote')} {in_one_line(str(path))}")
    folder = name if parent == Path("source-art") else parent / name
    typer.echo(f"{of_commands(spoken)('Next:')} kessel build {in_one_line(str(folder))}")


def derive(
    game: GameName,
    geodata: Annotated[
        Path | None,
        typer.Option(
            "--geodata", metavar="FOLDER", help="Read the layers from this folder instead."
        ),
    ] = None,
    long: Annotated[
        bool, typer.Option("--long", help="Let the rules work for as long as 90 s, instead of 8.")
    ] = False,
    language: Language = None,
    json: Json = False,
) -> None:
    """Derive terrain from real geography into the game's map tables."""
    from assistant.cli.deriving import derive_with_progress

    derive_with_progress(game, geodata, chosen(language, False), json, long)


def check(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="A game, or the file of any module.")
    ],
    extension: Extensions = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Look for every contradiction in a game or module. Exit status 1 if one is an error."""
    from assistant.cli.checking import check_anything

    check_anything(game, extension or (), chosen(language, json), json)
