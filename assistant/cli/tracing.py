"""`kessel fit` and `kessel trace`: pages on which a picture of a map becomes the map of a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli.building import Extensions, GameName, Json
from assistant.cli.language import Language, chosen, speaking
from assistant.cli.serving import serve_page
from assistant.cli.watching import Open, Port
from assistant.questions.protocol import QuestionError
from assistant.words.findings import complaining
from assistant.words.voice import Voice, general
from builder.game.problems import Problem, ProblemsError
from builder.saying import Saying

if TYPE_CHECKING:
    from assistant.studio.workshop import Fitting, Tracing
    from builder.game.model import Game


def add_to(app: typer.Typer) -> None:
    """Add the commands to an application."""
    app.command()(fit)
    app.command()(trace)


def fit(
    game: GameName,
    picture: Annotated[
        str, typer.Option(metavar="FILE", help="A picture in the game's folder, as art/map.jpg.")
    ] = "",
    page: Annotated[
        bool, typer.Option("--page/--no-page", help="Open a page, or only tell the fit.")
    ] = True,
    port: Port = 0,
    open_: Open = False,
    language: Language = None,
    json: Json = False,
) -> None:
    """Lay the grid on a picture of the map: click hexes, type their numbers, save."""
    from assistant.studio.workshop import Fitting, map_table
    from builder.game.loader import load_game
    from builder.game.locate import find_game, left_as_it_is

    say = general(chosen(language, json=json))
    with speaking(say):
        folder = find_game(game)
        if page and not json:
            left_as_it_is(folder, "fit")
        loaded = load_game(folder)
        _has_hexes(loaded, folder)
        told = map_table(loaded).picture
        if not (picture or told):
            text = "There is no picture to lay the grid on."
            remedy = "Put it into the game's folder and name it: --picture art/map.jpg."
            raise ProblemsError([Problem("--picture", 0, text, remedy)])
        workshop = Fitting(folder, picture or told)
        _ = workshop.tiles  # what is wrong with the picture is told here, not on the page
        if json or not page:
            _tell(workshop, json, say)
            return
    workshop.warm()
    _serve(workshop, port, open_, say)


def trace(
    game: GameName,
    own: Annotated[
        bool, typer.Option("--own", help="Write into the owner's copy, only what differs.")
    ] = False,
    module: Annotated[
        Path | None,
        typer.Option(metavar="FILE.vmod", help="With --own: the map of a module that is bound."),
    ] = None,
    extension: Extensions = None,
    port: Port = 0,
    open_: Open = False,
    language: Language = None,
) -> None:
    """Trace terrain from the picture of the map: name what looks alike, correct, save."""
    from assistant.studio.owner_tracing import OwnerTracing
    from assistant.studio.workshop import Tracing
    from builder.game.loader import load_game
    from builder.game.locate import find_game, left_as_it_is

    say = general(chosen(language, json=False))
    with speaking(say):
        folder = find_game(game)
        _has_hexes(load_game(folder), folder)
        if extension and module is None:
            raise QuestionError(
                "An extension belongs to a module's file: write --module FILE.vmod."
            )
        workshop: Tracing
        if own or module is not None:
            workshop = OwnerTracing(folder, module=module, extensions=extension or ())
            _ = workshop.tiles
            for note in workshop.notes:
                typer.echo(say(note), err=True)
        else:
            workshop = Tracing(folder)
            _ = workshop.tiles
            left_as_it_is(folder, "trace")
    workshop.warm()
    _serve(workshop, port, open_, say)


def _has_hexes(game: Game, folder: Path) -> None:
    """ProblemsError for a board without hexes, which no grid lies on."""
    if not game.grid.places:
        text = "The board has no hexes to lay on a picture."
        remedy = "Write its places into map/spaces.csv, at pixels of the picture."
        raise ProblemsError([Problem(str(folder / "game.toml"), 0, text, remedy)])


def _tell(workshop: Fitting, json: bool, say: Voice) -> None:
    """How the marks of game.toml fit."""
    from assistant.cli.output import print_json
    from assistant.studio.workshop import FAR_OFF, map_table
    from builder.drawing.map.under import marks_of

    marks = marks_of(map_table(workshop.game))
    found = workshop.fit(marks)
    found["marks"] = [{"hex": mark.hex, "at": mark.at} for mark in marks]
    refused = None if "fault" in found else workshop.refused(marks)
    if refused is not None:
        found["fault"] = f"{refused.text} {refused.remedy}"
    beside = () if "fault" in found else workshop.beside(marks)
    if json:
        found["beside"] = [{"text": one.text, "remedy": one.remedy} for one in beside]
        print_json(found)
        return
    if "fault" in found and refused is None:
        fault = Saying("The marks of the map make no grid: {text}.", text=found["fault"])
        raise ProblemsError([Problem(workshop.picture, 0, fault)])
    for mark, error in zip(marks, found["errors"], strict=True):
        typer.echo(f"{mark.hex}  {say.figure(f'{error:6.1f}')} px")
    text = "Off by {off:.1f} px; hexes {wide:.2f} px wide."
    typer.echo(say(Saying(text, off=float(found["error"]), wide=float(found["across"]))))
    for mark in filter(workshop.is_far_off, marks):
        typer.echo(say(Saying(FAR_OFF, hex=mark.hex)))
    if (wrong := found["suspect"]) is not None:
        text = "Without {hex} the others agree: correct the mark of {hex}."
        typer.echo(say(Saying(text, hex=marks[wrong].hex)))
    tells = complaining(say.language)
    for one in beside:
        typer.echo(str(replace(one, text=tells(one.text), remedy=tells(one.remedy))))
    if refused is not None:
        raise ProblemsError([refused])


def _serve(workshop: Fitting | Tracing, port: int, open_: bool, say: Voice) -> None:
    from assistant.studio.app import make_app

    serve_page(lambda token: make_app(workshop, token), port, open_, say)
