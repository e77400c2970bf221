"""`kessel derive`: shows downloads and steps, and what came of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer

from assistant.cli.output import print_json
from assistant.words.findings import complaining
from assistant.words.voice import Voice
from builder.game.locate import find_game, left_as_it_is
from builder.geography.derive import Derivation, derive
from builder.geography.natural_earth import LocalFolder, downloads
from builder.saying import AsWritten, Saying, in_one_line


def derive_with_progress(
    game: str, geodata: Path | None, language: str, json: bool, long: bool
) -> None:
    """Derive a game's map tables, with progress on standard error, and print the outcome."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    from assistant.report.terminal import console

    folder, say = find_game(game), complaining(language)
    left_as_it_is(folder, "derive")
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console(sys.stderr), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def downloading(layer: str, done: int, size: int) -> None:
            if layer not in tasks:
                tasks[layer] = bars.add_task(layer, total=None)
            bars.update(tasks[layer], completed=done, total=size or None)

        def step(name: str) -> None:
            bars.console.print(f"{in_one_line(folder.name)}: {say(name)}", style="dim")

        source = LocalFolder(geodata) if geodata else downloads(downloading)
        outcome = derive(folder, source, step, long)
    if json:
        print_json(_as_json(outcome))
    else:
        _print(folder, outcome, say)


def _print(folder: Path, outcome: Derivation, say: Voice) -> None:
    fits = "The grid fits the earth at {km:.1f} km a hex. Known places lie"
    typer.echo(say(Saying(fits, km=outcome.km_per_hex)))
    far = "{km:5.1f} km from the middle of {hexes:/}: {name}"
    for place in sorted(outcome.residuals, key=lambda r: -r.km):
        values = {"km": place.km, "hexes": place.hexes, "name": AsWritten(place.name)}
        typer.echo(f"  {say(Saying(far, **values))}")
    rows = "{n} {n|row|rows} derived, {m} left as {m|it was|they were}"
    for name, (derived, kept) in outcome.rows.items():
        if derived or kept:
            path = in_one_line(str(folder / "map" / name))
            typer.echo(f"{path}: {say(Saying(rows, n=derived, m=kept))}")
    for note in outcome.notes:
        typer.echo(f"{say('note')}: {say(note)}")


def _as_json(outcome: Derivation) -> dict[str, Any]:
    return {
        "km_per_hex": round(outcome.km_per_hex, 3),
        "residuals": [
            {"name": r.name, "hexes": list(r.hexes), "km": round(r.km, 2)}
            for r in outcome.residuals
        ],
        "rows": {n: {"derived": d, "kept": k} for n, (d, k) in outcome.rows.items()},
        "notes": list(outcome.notes),
    }
