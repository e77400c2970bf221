"""`kessel adopt`: a stranger's module becomes a game's folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.cli.building import Extensions, Json
from assistant.cli.language import Language, chosen
from builder.saying import AsWritten, Saying

if TYPE_CHECKING:
    from assistant.words.voice import Voice
    from builder.adopt.adopting import Adopted
    from builder.adopt.told import Left


def add_to(app: typer.Typer) -> None:
    """Add the command to an application."""
    app.command()(adopt)


def adopt(
    file: Annotated[Path, typer.Argument(metavar="FILE.vmod", help="The module to take over.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the game it becomes.")],
    save: Annotated[
        list[Path] | None,
        typer.Option("--save", metavar="FILE", help="A save that becomes a scenario; repeatable."),
    ] = None,
    extension: Extensions = None,
    parent: Annotated[
        Path,
        typer.Option("--in", metavar="FOLDER", help="The folder that takes the game's folder."),
    ] = Path("source-art"),
    language: Language = None,
    json: Json = False,
) -> None:
    """Take a module over: pieces, pictures, map, grid, set-ups; and list what cannot be."""
    from assistant.cli.output import print_json
    from assistant.report.terminal import console
    from assistant.words.voice import general
    from builder.adopt.adopting import adopt as take_over

    say = general(chosen(language, json))
    with console(sys.stderr).status(say("Reading the module")) as status:
        taken = take_over(
            file,
            name,
            parent,
            save or (),
            lambda what: status.update(say(Saying("Taking over: {what}", what=what))),
            say,
            extension or (),
        )
    if json:
        print_json(_document(taken))
        return
    for line in _lines(taken, say):
        typer.echo(line)
    shown = name if parent == Path("source-art") else parent / name
    typer.echo(say(Saying("Next: kessel build {game}", game=shown)))


def _document(taken: Adopted) -> dict[str, Any]:
    return {
        "folder": str(taken.folder),
        "title": taken.title,
        "counters": taken.counters,
        "cards": taken.cards,
        "hexes": taken.hexes,
        "places": taken.places,
        "pictures": taken.pictures,
        "scenarios": taken.scenarios,
        "extensions": [{"name": one.name, "version": one.version} for one in taken.extensions],
        "left": [
            {
                "kind": left.kind,
                "what": left.what,
                "count": left.count,
                "reason": left.reason,
                "examples": list(left.examples),
            }
            for left in taken.left
        ],
    }


def _lines(taken: Adopted, say: Voice) -> list[str]:
    lines = [say(Saying("wrote {folder}", folder=taken.folder))]
    lines.append(
        "  "
        + say(
            Saying(
                "{n} {n|counter|counters}, {m} {m|card|cards}, {k} {k|hex|hexes}, "
                "{places} {places|other place|other places}, "
                "{pictures} {pictures|picture|pictures}, "
                "{scenarios} {scenarios|scenario|scenarios}.",
                n=taken.counters,
                m=taken.cards,
                k=taken.hexes,
                places=taken.places,
                pictures=taken.pictures,
                scenarios=taken.scenarios,
            )
        )
    )
    if taken.extensions:
        told = [f"{one.name} {one.version}" for one in taken.extensions]
        text = "Its {n|extension|extensions} {names:and} {n|is|are} in it."
        lines.append("  " + say(Saying(text, n=len(told), names=list(map(AsWritten, told)))))
    if not taken.left:
        return [*lines, say("Everything was taken over.")]
    lines.append(say("Not taken over as it was:"))
    return [*lines, *(_line(left, say) for left in taken.left)]


def _line(left: Left, say: Voice) -> str:
    from assistant.report.terminal import plain_line

    named = f" ({', '.join(left.examples)})" if left.examples else ""
    kind = "" if left.what == left.kind else left.what  # of a picture without an ending
    what = plain_line(f" {kind}{named}").replace("  ", " ")
    return f"  {left.count:>5}  {say(left.kind)}{what}: {say(left.reason)}"
