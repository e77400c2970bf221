"""`kessel studio`: a game's files edited on a page, with what becomes of them beside."""

from __future__ import annotations

from functools import partial

import typer

from assistant.cli.building import GameName
from assistant.cli.language import Language, chosen, speaking
from assistant.cli.serving import serve_page
from assistant.cli.watching import Open, Port
from assistant.words.voice import general


def add_to(app: typer.Typer) -> None:
    """Add the command to an application."""
    app.command()(studio)


def studio(
    game: GameName,
    port: Port = 0,
    open_: Open = False,
    language: Language = None,
) -> None:
    """Edit a game's tables on a page: counters, map and a sheet redrawn, mistakes at the cell."""
    from assistant.studio.bench import Bench
    from assistant.studio.bench_app import make_bench_app
    from builder.game.locate import find_game

    say = general(chosen(language, json=False))
    with speaking(say):
        folder = find_game(game)
        bench = Bench(folder, checked)
    try:
        make = partial(make_bench_app, bench)
        serve_page(make, port, open_, say, folder / "studio")
    finally:
        bench.close()


def checked(folder: str) -> bytes:
    """What `kessel check --json` prints of a folder."""
    import json

    from assistant.cli.checking import report_of
    from assistant.words.findings import in_all_languages

    report = report_of(folder)
    told = report.as_json()
    found = [in_all_languages(finding, report.places) for finding in told["findings"]]
    return json.dumps({**told, "findings": found}, ensure_ascii=False).encode()
