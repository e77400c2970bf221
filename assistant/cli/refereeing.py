"""`kessel referee`: the logs of a game, judged step by step."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from assistant.cli.asking import Json, Viewer
from assistant.cli.language import Language, chosen, speaking
from assistant.cli.replacing import Force, may_write
from assistant.cli.waiting import Lines
from assistant.words.voice import Voice, general, voice
from builder.game.problems import ProblemsError, no_such_file
from builder.saying import Saying


def add_to(app: typer.Typer) -> None:
    """Add the command to an application."""
    app.command()(referee)


def referee(
    logs: Annotated[
        list[Path], typer.Argument(metavar="LOG", help="The logs of one game, in their order.")
    ],
    record: Annotated[
        bool, typer.Option("--record", help="Tell the game turn by turn as well.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write the record as one HTML file."),
    ] = None,
    force: Force = False,
    viewer: Viewer = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Judge every step of a game's logs by its rules. Exit status 1 if a step is unlawful."""
    from assistant.referee.refereed import judged, opened, refereed_json
    from assistant.table import known_side

    spoken_in = chosen(language, json)
    with speaking(general(spoken_in)):
        looked = may_write([] if html is None else [html], force, ending=".html")
        for path in logs:
            if not path.exists():
                raise ProblemsError([no_such_file(path)])
        try:
            records = opened(logs)
        except ProblemsError as error:
            _judge_dice(logs, error, spoken_in, json, html)
            return
        game = records[0].game
        say = voice(game, spoken_in)
        side = "" if viewer is None else known_side(game, viewer)
        with _shown(say) as (reading, judging):
            found = judged(game, records, side, reading, judging)
    with speaking(say):
        if html is not None:
            from assistant.report.files import write_text
            from assistant.report.refereed_page import page

            write_text(html, page(say, found), looked)
    if json:
        from assistant.cli.output import print_json
        from assistant.words.data import spoken

        print_json(spoken(refereed_json(found), say))
    else:
        from assistant.report.answers import print_parts
        from assistant.report.refereed import refereed

        print_parts(refereed(say, found, by_turn=record))
    if found.findings:
        raise typer.Exit(1)


Told = Callable[[int, int], None]
"""Told how much is done, of how much."""

_STAGES = (
    ("Reading the steps", "Steps read: {n:,} of {m:,}"),
    ("Judging the steps", "Steps judged: {n:,} of {m:,}"),
)
"""What a bar says, and what a line where no bars can be drawn."""


@contextmanager
def _shown(say: Voice) -> Iterator[list[Told]]:
    """Shows how many steps are read, and how many of them judged, while it lasts; a log of a
    campaign takes its time."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from assistant.cli.output import at_home, tell_progress
    from assistant.report.terminal import console

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    screen = console(sys.stderr)
    quiet = not screen.is_terminal
    lines = Lines(lambda line: print(line, file=sys.stderr, flush=True), monotonic)
    with Progress(*columns, console=screen, transient=True, disable=quiet) as bars:

        def told(at: int, what: str, line: str) -> Told:
            task = bars.add_task(say(what), total=None)

            def progress(done: int, of: int) -> None:
                bars.update(task, completed=done, total=of)
                tell_progress(at * of + done, len(_STAGES) * of)
                if quiet and not at_home():
                    lines.tell(lambda: say(Saying(line, n=done, m=of)))

            return progress

        yield [told(at, *stage) for at, stage in enumerate(_STAGES)]


def _judge_dice(
    logs: list[Path], error: ProblemsError, spoken_in: str, json: bool, html: Path | None
) -> None:
    """Logs of a module without rules: only their dice are judged. Without dice, or where a page was
    wanted, the error stands."""
    from assistant.questions.answers import as_json
    from assistant.referee.strangers import strangers_logs

    if html is not None:
        raise error
    found = strangers_logs(logs, error)
    if json:
        from assistant.cli.output import print_json
        from assistant.words.data import spoken

        print_json(spoken({"strangers": as_json(found)}, general(spoken_in)))
    else:
        from assistant.report.answers import print_parts
        from assistant.report.refereed import strangers

        print_parts(strangers(general(spoken_in), found))
