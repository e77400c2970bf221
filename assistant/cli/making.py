"""`kessel build` and `kessel setup`: modules and saves that VASSAL opens."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli.building import GameName, Json
from assistant.cli.checking import sound_game, warn_of
from assistant.cli.replacing import Force, check_folder, may_write
from builder.saying import Saying, in_one_line

if TYPE_CHECKING:
    from builder.module.build import Built

Language = Annotated[
    str,
    typer.Option("--language", metavar="CODE", help="That of text.CODE.toml, as es; else English."),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands to an application."""
    app.command()(build)
    app.command()(setup)


def build(
    game: GameName,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Folder to write to: output/GAME if absent."
        ),
    ] = None,
    language: Language = "en",
    force: Force = False,
    json: Json = False,
) -> None:
    """Build the VASSAL module with its images and charts."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from assistant.cli.output import print_json, tell_progress
    from assistant.report.sheet import picture_cache
    from assistant.report.terminal import console
    from builder.game.check import broken_by
    from builder.module.build import build_module, module_file

    loaded = sound_game(game)
    folder = output or Path("output") / loaded.id
    check_folder(folder)
    looked = may_write([folder / module_file(loaded, language)], force)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bars = Progress(*columns, console=console(sys.stderr), transient=True, auto_refresh=False)
    with bars:  # without a thread of its own, because of how `pool_of` starts its processes
        task = bars.add_task(f"Drawing {loaded.definition.title}", total=None)

        def progress(done: int, of: int) -> None:
            bars.update(task, completed=done, total=of, refresh=True)
            tell_progress(done, of)

        maps = picture_cache().folder
        built = build_module(
            loaded, folder, language=language, maps=maps, progress=progress, looked=looked
        )
    for scenario in loaded.scenarios:
        warn_of(broken_by(loaded, scenario))
    if json:
        print_json(
            {
                "path": str(built.path),
                "bytes": built.size,
                "counters": built.counters,
                "images": built.images,
                "scenarios": built.scenarios,
                "hexes": built.hexes,
                "places": built.places,
            }
        )
        return
    for line in _told(built, language):
        typer.echo(line)


def _told(built: Built, language: str) -> Iterator[str]:
    """What was built, for people."""
    from assistant.cli.telling import of_made
    from assistant.words.figures import grouped

    say = of_made(language)
    path, size = in_one_line(str(built.path)), grouped(built.size / 1024, say.language)
    yield f"{say('wrote')} {path} ({size} kB)"
    scenarios = say(Saying("{n} {n|scenario|scenarios}", n=built.scenarios))
    board, m = "{m|hex|hexes}", built.hexes
    if built.places and not built.hexes:
        board, m = "{m|square|squares}" if built.squares else "{m|place|places}", built.places
    text = f"{{n}} {{n|counter|counters}}, {{m}} {board}, {{k}} {{k|image|images}}"
    held = say(Saying(text, n=built.counters, m=m, k=built.images))
    yield f"  {held}, {scenarios}; {say('open it in VASSAL with File > Open Module.')}"


def setup(
    game: GameName,
    scenario: Annotated[
        str | None,
        typer.Argument(metavar="SCENARIO", help="The scenario's id; the only one if absent."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The save to write.")
    ] = None,
    force: Force = False,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Write a scenario as a save that VASSAL opens with the game's module."""
    from assistant.cli.output import print_json
    from assistant.cli.telling import of_made
    from builder.game.check import broken_by
    from builder.module.build import only_scenario, write_setup

    loaded = sound_game(game)
    chosen = scenario if scenario is not None else only_scenario(loaded)
    path = output or Path("output") / loaded.id / f"{loaded.id}-{chosen}.vsav"
    looked = may_write([path], force, ending=".vsav")
    write_setup(loaded, chosen, path, language, looked)
    unused = [note for note in loaded.own if Path(note.file).parent.name == "scenarios"]
    warn_of([*broken_by(loaded, chosen), *unused])
    if json:
        print_json({"path": str(path)})
    else:
        typer.echo(f"{of_made(language)('wrote')} {in_one_line(str(path))}")
