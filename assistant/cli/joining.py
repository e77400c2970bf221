"""`kessel bind`: another author's module of a game is bound to it, and its saves are answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.cli.building import Extensions, GameName, Json
from assistant.cli.language import Language, chosen
from assistant.cli.output import print_json
from assistant.cli.serving import serve_page
from assistant.cli.watching import Port
from assistant.words.voice import Voice, general, voice
from builder.game.carriers import GAME_PROPERTY
from builder.game.problems import Problem, ProblemsError
from builder.saying import AsWritten, Saying, quoting
from builder.spelling import same_line

if TYPE_CHECKING:
    from builder.bind.drafting import Draft
    from builder.bind.pieces import Match
    from builder.game.model import Game
    from builder.vassal.buildfile.module import Module

MOST = 12
OURS = (
    "Kessel itself built this module: its saves are answered without a binding, and better. Take "
    "{folder} away, unless you changed the module's pieces."
)


def add_to(app: typer.Typer) -> None:
    """Add the command to an application."""
    app.command()(bind)


def bind(
    file: Annotated[Path, typer.Argument(metavar="FILE.vmod", help="The module of somebody else.")],
    game: GameName,
    hexes: Annotated[
        list[str] | None,
        typer.Option(
            "--hex",
            metavar="THEIRS=OURS",
            help="What the module calls a hex, or X,Y in pixels, and the game's; three of them.",
        ),
    ] = None,
    pieces: Annotated[
        list[str] | None,
        typer.Option("--piece", metavar="NAME=COUNTER", help="What a piece is; empty for nothing."),
    ] = None,
    extension: Extensions = None,
    scenario: Annotated[
        str,
        typer.Option(
            metavar="ID", help="The scenario that is played, where the units no longer show it."
        ),
    ] = "",
    force: Annotated[
        bool,
        typer.Option("--force", help="Undo what was settled or corrected by hand in the binding."),
    ] = False,
    page: Annotated[
        bool, typer.Option("--open", help="Open a page that settles doubtful and unbound pieces.")
    ] = False,
    port: Port = 0,
    language: Language = None,
    json: Json = False,
) -> None:
    """Bind another author's module to a game: its saves, logs and live games are answered then."""
    from builder.bind.choices import NOTHING, choices_in
    from builder.bind.drafting import ENOUGH, draft
    from builder.bind.settling import is_bound, taken_up
    from builder.bind.writing import corrected, write
    from builder.game.loader import load_game
    from builder.vassal.buildfile.archive import ArchiveError
    from builder.vassal.errors import VassalFileError
    from builder.vassal.extensions import open_module

    loaded = load_game(game)
    try:
        with open_module(file, extension or ()) as whole:
            try:
                old = None if force else is_bound(loaded, whole.module)
                told = dict(_pairs("--piece", "Write NAME=COUNTER.", pieces or ()))
                found = draft(
                    whole.module,
                    loaded,
                    _pairs("--hex", "Write THEIRS=OURS.", hexes or ()),
                    told,
                    scenario,
                    NOTHING if old is None or corrected(old) else choices_in(old),
                )
                if found.share < ENOUGH:
                    few = _too_few(found, voice(loaded, chosen(language, json)))
                    remedy = _instead(loaded, whole.module)
                    raise ProblemsError([Problem(str(file), 0, few, remedy)])
                if old is not None and page and not (hexes or pieces or scenario):
                    folder, found = old, taken_up(found, old)
                else:
                    folder = write(found, force, general(chosen(language, json)))
            except (ArchiveError, ProblemsError):
                raise
            except ValueError as error:
                raise ProblemsError([Problem(str(file), 0, str(error))]) from None
            if page:
                _open(found, folder, port, general(chosen(language, json=False)))
                return
    except ArchiveError as error:
        raise VassalFileError(error.file, error.what) from None
    say = voice(loaded, chosen(language, json=False))
    if _is_ours(loaded, whole.module):
        typer.echo(say(Saying(OURS, folder=AsWritten(folder))), err=True)
    for note in whole.notes:
        typer.echo(say(note), err=True)
    if json:
        print_json(_document(found, folder))
        return
    kept = sum(one.settled and one.item.name not in told for one in found.matches)
    for line in _lines(found, folder, kept, say):
        typer.echo(line)


def _is_ours(game: Game, module: Module) -> bool:
    """Whether a module was built of this game: bound, its saves would tell less than they do."""
    from builder.vassal.buildfile.components import GlobalProperty

    told = (part for part in module.root.walk() if isinstance(part, GlobalProperty))
    return any(one.name == GAME_PROPERTY and one.initial_value == game.id for one in told)


def _open(found: Draft, folder: Path, port: int, say: Voice) -> None:
    from assistant.desk.settling import Settling, make_app

    at = Settling(found, folder)
    serve_page(lambda token: make_app(at, token), port, True, say)


def _pairs(option: str, written: str, given: Sequence[str]) -> list[tuple[str, str]]:
    found = []
    for text in given:
        theirs, equals, ours = text.rpartition("=")
        if not equals:
            raise ProblemsError(
                [
                    Problem(
                        option,
                        0,
                        quoting("'{text}' has no =.", text=text[:60]),
                        written,
                    )
                ]
            )
        found.append((theirs.strip(), ours.strip()))
    return found


def _too_few(found: Draft, say: Callable[[str], str]) -> str:
    units = {c.id for c in found.game.counters.values() if c.kind == "unit"}
    if not units:
        return Saying("The game has no units, and by those a module is bound.")
    missing = sorted(units - {one.target for one in found.bound})
    text = "{n} of the game's {m} units {n|has|have} no piece: {names}."
    if len(missing) > MOST:
        text = "{n} of the game's {m} units {n|has|have} no piece: {names} and {k} more."
    listed = ", ".join(_named(found.game, name, say) for name in missing[:MOST])
    values = {"m": len(units), "k": len(missing) - MOST, "names": AsWritten(listed)}
    return Saying(text, n=len(missing), **values)


def _instead(game: Game, module: Module) -> str:
    """What to do where a module is not bound."""
    adopted = game.definition.adopted
    if adopted is not None and same_line(adopted.module, module.name):
        return "The game was adopted from this module: its saves are read without a binding."
    if not any(counter.kind == "unit" for counter in game.counters.values()):
        return "Name a game that has units in its counters.csv."
    return "Is it this game's module?"


def _named(game: Game, target: str, say: Callable[[str], str] = str) -> str:
    """What a piece is: a counter's name, and the id by which it is written behind --piece."""
    from builder.bind.pieces import name_of

    name = name_of(game, target)
    return f"{say(name)} [{target}]" if name else target


def _others(game: Game, one: Match, say: Callable[[str], str]) -> str:
    return ", ".join(_named(game, name, say) for name in one.others)


def _match(one: Match) -> dict[str, Any]:
    return {
        "piece": one.item.name,
        "counter": one.target or None,
        "likeness": round(one.likeness, 2),
        "doubt": one.doubt or None,
        "others": list(one.others),
    }


def _document(found: Draft, folder: Path) -> dict[str, Any]:
    where = found.laid
    return {
        "game": found.game.id,
        "module": found.taking.root.name,
        "version": found.taking.root.version,
        "folder": str(folder),
        "bound": len(found.bound),
        "doubtful": [_match(one) for one in found.doubtful],
        "unbound": [_match(one) for one in found.unbound],
        "map": {"name": where.map, "how": where.how, "sure": where.sure} if where else None,
        "sides": dict(found.sides),
        "places": dict(found.places),
        "markers": dict(found.markers),
        "state": dict(found.state),
        "phases": list(found.phases),
    }


def _lines(found: Draft, folder: Path, kept: int, say: Voice) -> list[str]:
    lines = [
        say(Saying("{n} of {m} pieces {n|is|are} bound.", n=len(found.bound), m=len(found.matches)))
    ]
    if kept:
        text = "{n} {n|piece stays|pieces stay} what the binding said: --force forgets that."
        lines.append(say(Saying(text, n=kept)))
    if found.doubtful:
        lines.append(say("Doubtful, please look:"))
        lines += [
            f"  {one.item.name}: {_named(found.game, one.target, say)}. {say(one.doubt)}"
            + (f" {say('Perhaps')} {_others(found.game, one, say)}." if one.others else "")
            for one in found.doubtful
        ]
    if found.unbound:
        lines.append(say("Not bound:"))
        lines += [
            f"  {one.item.name}"
            + (f": {say('perhaps')} {_others(found.game, one, say)}" if one.others else "")
            for one in found.unbound
        ]
    if found.laid is not None:
        lines.append(
            say("Hexes:")
            + f" {say(found.laid.how)}"
            + ("" if found.laid.sure else " " + say("Please look."))
        )
    from builder.adopt.hexes import NOT_LOOKED_AT

    lines += [
        f"{', '.join(left.examples)}: {say(left.reason)}"
        for left in found.taking.told
        if left.reason == NOT_LOOKED_AT
    ]
    declared = found.game.definition
    missing = [
        *(f"marker {name}" for name in declared.units.markers if name not in found.markers),
        *(f"state {n}" for n in declared.state if n not in found.state and "*" not in n),
    ]
    if missing:
        lines.append(say(Saying("The module does not tell: {names}.", names=missing)))
    lines.append(say(Saying("The binding lies in {folder}", folder=folder)))
    return lines
