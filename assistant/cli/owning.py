"""`kessel own` and `kessel desk`: the owner's copy of a game, and the page on which it is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from assistant.cli.building import GameName, Json
from assistant.cli.language import Language, chosen, speaking
from assistant.cli.output import print_json
from assistant.cli.replacing import Force, may_write
from assistant.cli.serving import serve_page
from assistant.cli.watching import Open, Port
from assistant.words.findings import complaining
from assistant.words.voice import general
from builder.game.problems import Problem, ProblemsError
from builder.saying import Saying

if TYPE_CHECKING:
    from assistant.words.voice import Voice
    from builder.game.model import Game

GIVEN = "kessel.own"
"""Under what a command's context tells the folder that `--own` or `KESSEL_OWN` names."""

MAKING = (None, "bind", "desk", "own", "trace")
"""The commands that make the folder of owner's copies where it is missing; `own` does to take a
packed one."""

OF_YOURS = "{n} of your values"


def add_to(app: typer.Typer) -> None:
    """Add the commands to an application."""
    app.command()(own)
    app.command()(desk)


def own(
    context: typer.Context,
    game: GameName,
    pack: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the copy as one file to carry.")
    ] = None,
    take: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Take a packed copy in its place.")
    ] = None,
    force: Force = False,
    language: Language = None,
    json: Json = False,
) -> None:
    """What you typed from your printed game: where it lies, what it holds, what is left."""
    from builder.bind.bound import slips_of_bindings
    from builder.files import write_whole
    from builder.game import owning
    from builder.game.check.provenance import counts
    from builder.game.loader import load_game
    from builder.game.locate import find_game
    from builder.game.misplaced import sure_of_place
    from builder.game.owned import game_id, own_folder

    if take is None and (given := context.meta.get(GIVEN)):
        sure_there(given)
    name = game_id(find_game(game))
    folder = own_folder(name)
    if take is not None:
        sure_of_place(folder.parent, name)
        owning.take(take, folder, name, look=lambda copy: _read_with(find_game(game), copy))
    loaded = load_game(game)  # a copy that cannot be read is not packed
    if pack is not None:
        looked = may_write([pack], force, ending=".zip")
        write_whole(pack, owning.pack(folder, name), looked)
    left = {
        what: {"own": row["own"], "left": row["stand-in"]}
        for what, row in counts(loaded.provenance).items()
    }
    slips = slips_of_bindings(loaded)
    refused = _refused(game, folder)
    if json:
        print_json(
            {
                "game": loaded.id,
                "folder": str(folder),
                "values": dict(loaded.own_values),
                "groups": left,
                "refused": _told(refused),
                "unused": _told(loaded.own),
                "bindings": _told(slips),
                "packed": str(pack) if pack else None,
            }
        )
        _end(refused)
        return
    say = general(chosen(language, json=False))
    for line in _holdings(loaded, folder, left, refused, say):
        typer.echo(line)
    tells = complaining(say.language)
    for one in refused:
        typer.echo(f"{tells('error')}: {_in(one, tells)}")
    for note in (*loaded.own, *slips):
        typer.echo(str(_in(note, tells)))
    if pack is not None:
        typer.echo(say(Saying("Packed: {file}", file=pack)))
    _end(refused)


class Given(NamedTuple):
    """The folder of owner's copies that `--own` names, or that the variable does."""

    folder: str
    by_variable: bool


def sure_there(given: Given) -> None:
    """ProblemsError for a folder of owner's copies that is not there: nothing of theirs would
    count, and nobody would be told."""
    from builder.files import is_there, other_file

    if is_there(Path(given.folder)):
        return
    if given.by_variable:
        text = "There is no such folder, and KESSEL_OWN names it for owner's copies."
        remedy = "Make it, correct the variable, or take it away."
    else:
        text, remedy = "There is no such folder.", other_file(Path(given.folder))
    raise ProblemsError([Problem(given.folder, 0, text, remedy)])


def _told(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [{"file": p.file, "line": p.line, "text": p.text} for p in problems]


def _holdings(
    game: Game,
    folder: Path,
    left: Mapping[str, Mapping[str, int]],
    refused: Sequence[Problem],
    say: Voice,
) -> Iterator[str]:
    """Where the copy lies, how many values each of its files holds, what is left to be typed."""
    yield say(Saying("The owner's copy of {game} lies in {folder}", game=game.id, folder=folder))
    for file, number in game.own_values.items():
        many = sum(Path(one.file) == folder / file for one in refused)
        text = "{n} of your values, with {many} {many|mistake|mistakes}" if many else OF_YOURS
        yield f"  {file}: " + say(Saying(text, n=number, many=many))
    tells = complaining(say.language)
    for what, row in left.items():
        if row["left"]:
            told = Saying("{n} left that are not the printed game's", n=row["left"])
            yield f"  {tells(what)}: {say(told)}"


def _refused(game: str, folder: Path) -> list[Problem]:
    """The mistakes that `check` finds in the owner's files: no answer counts with them."""
    from assistant.cli.checking import report_of
    from builder.game.check import Severity

    found = (one.problem for one in report_of(game).findings if one.severity is Severity.ERROR)
    return [problem for problem in found if Path(problem.file).is_relative_to(folder)]


def _in(problem: Problem, tells: Callable[[str], str]) -> Problem:
    return replace(problem, text=tells(problem.text), remedy=tells(problem.remedy))


def _end(refused: Sequence[Problem]) -> None:
    if refused:
        raise typer.Exit(1)


def desk(
    game: GameName,
    port: Port = 0,
    open_: Open = False,
    language: Language = None,
) -> None:
    """Type what your printed game says: tables, counters, effects, set-ups, cards, hexes."""
    from assistant.desk.app import make_app
    from assistant.desk.desk import Desk
    from builder.game.locate import find_game

    say = general(chosen(language, json=False))
    with speaking(say):
        folder = find_game(game)
        at = Desk.of(folder)
        at.start()  # what is wrong with the game or the copy is told here, not on the page
    serve_page(lambda token: make_app(at, token), port, open_, say, folder)


def _read_with(folder: Path, copy: Path) -> None:
    """Read a game with an owner's copy that lies elsewhere; ProblemsError if it cannot be used."""
    from builder.game.loader import read_game
    from builder.game.owned import Owned
    from builder.game.problems import Collector

    problems = Collector()
    read_game(folder, problems, Owned(copy))
    problems.check()
