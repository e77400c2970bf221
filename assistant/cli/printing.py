"""`kessel sheets`: words of the command line to printable PDF files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal

import typer

from assistant.cli.building import GameName, Json
from assistant.cli.checking import sound_game
from assistant.cli.replacing import Force, check_folder, may_write
from assistant.words.language import readers_language
from assistant.words.voice import ENGLISH as ENGLISH_CODE
from builder.game.problems import Problem, ProblemsError
from builder.saying import AsWritten, Saying, in_one_line, quoting

if TYPE_CHECKING:
    from rich.progress import Progress

    from assistant.words.voice import Voice
    from builder.game.model import Game
    from builder.sheets.cards import SmallerCards
    from builder.sheets.game import Sheet
    from builder.sheets.legibility import Small

Language = Annotated[
    Literal["en", "es"] | None,
    typer.Option(
        "--language",
        help="The language of what is printed; else the reader's, as far as the game has it.",
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FOLDER", help="The folder to write to: output/GAME if absent."
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to an application."""
    app.command()(sheets)


def sheets(
    game: GameName,
    paper: Annotated[
        Literal["a4", "letter", "a3", "tabloid"],
        typer.Option(
            case_sensitive=False,
            metavar="PAPER",
            help="The paper in the printer: a4, letter, a3 or tabloid.",
        ),
    ] = "a4",
    counter: Annotated[
        float, typer.Option(metavar="MM", help="Side of a counter: 12.7, 14.3, 15.9 or any other.")
    ] = 15.9,
    card: Annotated[
        float | None,
        typer.Option(
            metavar="MM",
            help="Width of a card; else 63.5 (poker size), or less where a last leaf is saved.",
        ),
    ] = None,
    layout: Annotated[
        Literal["duplex", "fold", "fronts"],
        typer.Option(
            metavar="LAYOUT",
            help="Backs: duplex on a second page, fold beside the fronts, fronts without any.",
        ),
    ] = "duplex",
    back_offset: Annotated[
        str, typer.Option("--back-offset", metavar="X,Y", help="Move the backs, in mm.")
    ] = "0,0",
    bleed: Annotated[float, typer.Option(metavar="MM", help="Colour beyond the cut.")] = 1.0,
    gutter: Annotated[float, typer.Option(metavar="MM", help="Between counters.")] = 2.0,
    map_: Annotated[bool, typer.Option("--map/--no-map", help="Print the map too.")] = True,
    poster: Annotated[
        bool, typer.Option("--poster", help="The map on one large page, for a print shop.")
    ] = False,
    fit: Annotated[
        bool, typer.Option("--fit", help="The map a little smaller, if that saves leaves.")
    ] = False,
    land: Annotated[
        bool, typer.Option("--land", help="Leave out what of the map is only sea.")
    ] = False,
    without_empty: Annotated[
        bool, typer.Option("--without-empty", help="No cards whose texts are still missing.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say how many leaves it would be.")
    ] = False,
    language: Language = None,
    output: Output = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Make printable PDFs: counters and cards front and back, map in pages, a calibration leaf."""
    from assistant.cli.output import print_json, tell_progress
    from assistant.cli.telling import of_made
    from builder.files import write_made
    from builder.sheets.cards import smaller_cards, unfit_cards
    from builder.sheets.game import game_sheets, printed_cards, small_texts_of
    from builder.sheets.options import ENGLISH, POKER, SPANISH, SheetOptions

    loaded = sound_game(game)
    reader = readers_language()
    spoken = language or (reader if reader in loaded.texts else ENGLISH_CODE)
    options = SheetOptions(
        paper=paper,
        counter=counter,
        card=POKER if card is None else card,
        layout=layout,
        back_offset=_offset(back_offset),
        bleed=bleed,
        gutter=gutter,
        fit=fit,
        land=land,
        empty=not without_empty,
        words=SPANISH if spoken == "es" else ENGLISH,
    )
    if wrong := options.problems():
        raise ProblemsError([Problem("sheets", 0, Saying("{text}.", text=one)) for one in wrong])
    cards = printed_cards(loaded, options)
    if cards and (unfit := unfit_cards(options)):
        raise ProblemsError([Problem("sheets", 0, unfit)])
    fewer = smaller_cards(cards, options) if cards else None
    if fewer and card is None:
        options = replace(options, card=fewer.width)
    say = of_made(spoken)
    folder = output or Path("output") / loaded.id
    check_folder(folder)
    with _progress() as bar:
        task = bar.add_task(
            say(Saying("Drawing the sheets of {game}", game=loaded.definition.title)), total=None
        )
        finished = []
        expected = 2 + bool(loaded.cards) + (loaded.rules is not None) + map_ + (layout == "duplex")
        made_of = partial(_Finished.of, kept=not dry_run)
        for one in map(made_of, game_sheets(loaded, options, spoken, map_, poster)):
            finished.append(one)
            tell_progress(len(finished), expected)
        looked = may_write(() if dry_run else (folder / one.name for one in finished), force)
        bar.update(task, description=say("Writing"))
        for one in () if dry_run else finished:
            write_made(folder / one.name, one.data(), looked)
    small = small_texts_of(loaded, options, spoken)
    leaves = _leaves(finished, layout)
    if json:
        made = {
            "files": _files(folder, finished, leaves),
            "leaves": sum(leaves.values()),
            "written": not dry_run,
            **({"too_small": small.counters} if small else {}),
        }
        print_json({**made, "card": options.card} if cards else made)
        return
    for sheet in finished:
        typer.echo(_written(sheet, folder, leaves[sheet.name], dry_run, say))
    hints = [
        *([_of_cards(fewer, cards, as_wanted=card is not None)] if fewer else []),
        *([_of_texts(small)] if small else []),
        *_unprinted(loaded),
        Saying(
            "{n} {n|leaf|leaves} of {paper} in all.",
            n=sum(leaves.values()),
            paper=AsWritten(paper.capitalize()),
        ),
        PRINT_TRUE if any(sheet.holds == "calibration" for sheet in finished) else PRINT,
    ]
    for hint in hints:
        typer.echo(say(hint))


PRINT = "Print at 100 %, scaling off."
PRINT_TRUE = "Print at 100 %, scaling off; the calibration leaf tells the value of --back-offset."


def _leaves(finished: Sequence[_Finished], layout: str) -> dict[str, int]:
    """Leaves of paper of each file: of those printed on both sides half its pages."""
    two_sided = ("counters", "cards", "calibration") if layout == "duplex" else ()
    return {s.name: -(-s.pages // 2) if s.holds in two_sided else s.pages for s in finished}


def _files(
    folder: Path, finished: Iterable[_Finished], leaves: Mapping[str, int]
) -> list[dict[str, Any]]:
    return [
        {
            "path": str(folder / sheet.name),
            "bytes": sheet.size,
            "pages": sheet.pages,
            "leaves": leaves[sheet.name],
        }
        for sheet in finished
    ]


def _written(sheet: _Finished, folder: Path, leaves: int, dry_run: bool, say: Voice) -> str:
    """What was written, or would be."""
    from assistant.words.figures import grouped

    count = say(Saying("{n} leaf" if leaves == 1 else "{n} leaves", n=leaves))
    if dry_run:
        return f"{sheet.name}: {count}"
    size = f"({grouped(sheet.size / 1024, say.language)} kB)"
    return f"{say('wrote')} {in_one_line(str(folder / sheet.name))}: {count} {size}"


def _of_cards(fewer: SmallerCards, cards: int, *, as_wanted: bool) -> Saying:
    """That smaller cards save a leaf, or did where no width was wanted."""
    from builder.sheets.options import POKER

    if as_wanted:
        text = "The last leaf of cards holds {n} of {m}: with --card {k} all lie on {j} leaves."
        return Saying(text, n=fewer.alone, m=cards, k=_as_typed(fewer.width), j=fewer.leaves)
    text = (
        "Cards {k:g} mm wide, all on {j} leaves: --card {p} prints poker size, {n} alone at last."
    )
    return Saying(text, k=fewer.width, j=fewer.leaves, p=_as_typed(POKER), n=fewer.alone)


def _of_texts(small: Small) -> Saying:
    text = (
        "Texts on {n} {n|counter|counters} are smaller than 5 points, down to {p}: "
        "with --counter {k} or more none is."
    )
    return Saying(text, n=small.counters, p=round(small.points, 1), k=_as_typed(small.enough))


def _unprinted(game: Game) -> Iterator[Saying]:
    if unprinted := sum(not counter.paper for counter in game.counters.values()):
        text = "{n} {n|counter is|counters are} on no leaf, as column paper of counters.csv says."
        yield Saying(text, n=unprinted)


@dataclass(frozen=True)
class _Finished:
    """A sheet until all are finished and written: its bytes lie in a nameless file, because those
    of an adopted game are hundreds of megabytes together."""

    name: str
    holds: str
    pages: int
    size: int
    _kept: IO[bytes] | None = None

    @classmethod
    def of(cls, sheet: Sheet, *, kept: bool) -> _Finished:
        try:
            file = TemporaryFile() if kept else None  # noqa: SIM115 (read when all are finished)
            if file is not None:
                file.write(sheet.data)
                file.flush()
        except OSError:  # which names no file
            text = "There is no room here for the sheets, which wait until all are finished."
            remedy = "Make room, have the limit of files raised, or name another folder in TMPDIR."
            raise ProblemsError([Problem(gettempdir(), 0, text, remedy)]) from None
        return cls(sheet.name, sheet.holds, sheet.pages, len(sheet.data), file)

    def data(self) -> bytes:
        """The PDF, once."""
        assert self._kept is not None
        with self._kept as file:
            file.seek(0)
            return file.read()


def _as_typed(length: float) -> AsWritten:
    """A length as an option takes it, whatever the reader's language writes for the point."""
    return AsWritten(f"{length:g}")


def _offset(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        problem = Problem(
            "--back-offset",
            0,
            quoting("'{text}' is not X,Y in mm.", text=text),
            "Write two numbers, as 0.3,-0.5.",
        )
        raise ProblemsError([problem]) from None
    return x, y


def _progress() -> Progress:
    from rich.progress import Progress, SpinnerColumn, TextColumn

    from assistant.report.terminal import console

    columns = (SpinnerColumn(), TextColumn("{task.description}"))
    return Progress(*columns, console=console(sys.stderr), transient=True)
