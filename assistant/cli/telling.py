"""The command line's help and usage errors in the reader's language."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any

from assistant.words.catalogue import SHARED, read_catalogue
from assistant.words.language import readers_language
from assistant.words.voice import ENGLISH, Voice

if TYPE_CHECKING:
    import typer

    from assistant.cli.read_beside import Reader

PANELS = {
    "OPTIONS_PANEL_TITLE": "Options",
    "ARGUMENTS_PANEL_TITLE": "Arguments",
    "COMMANDS_PANEL_TITLE": "Commands",
    "REQUIRED_LONG_STRING": "[required]",
    "DEFAULT_STRING": "[default: {}]",
}
"""What typer writes over and into its tables, by the names that it keeps them under."""

VALUES = {"<int>": "N", "<int range>": "N", "<float>": "N", "<path>": "FILE"}
"""What a reader types where typer names a type of Python's; nothing where it names another."""

PLAINLY = {
    "Value error, ": "",
    "Input should be a valid number, unable to parse string as a number": "it must be a number",
    "Input should be a valid integer, unable to parse string as an integer": "it must be a whole "
    "number",
    "Input should be a valid boolean, unable to interpret input": "it must be true or false",
    "Input should be greater than or equal to": "it must be at least",
    "Input should be less than or equal to": "it must be at most",
    "Got unexpected extra argument(s)": "These words are too many:",
}
"""What typer says of a value, and what a reader understands."""

_NOUN = re.compile(r"[A-Z]{3,}")
"""A word such as FILE in FILE.vmod, in what stands for an argument or the value of an option."""

_TURN = re.compile(r"(?<!\n)\n(?!\n)")
"""The end of a line that is not the end of a paragraph."""

_PYTHONS = re.compile(r"<[A-Za-z]+(?: [a-z]+|\[\w+\])?>")
"""A type as typer names it, <int range> or <list[Path]> too; <en|es> are words to be typed."""


def of_commands(language: str) -> Voice:
    """Who speaks about commands: not about games, so that a start reads no more than it needs."""
    return Voice(language, read_catalogue(SHARED / f"commands.{language}.toml"))


def of_made(language: str) -> Voice:
    """Who tells what was made in a language: that language, or for English things the reader's."""
    return of_commands(readers_language() if language == ENGLISH else language)


def run(app: typer.Typer, language: str, reader: Reader | None = None) -> None:
    """The command that the words of the command line ask for, to which a `reader` that was begun
    is given; ends the program as typer does.

    English help is typer's own; in other languages it is said by the catalogue, because typer has
    no translations. Usage errors are two lines in each.
    """
    app = _only(app, sys.argv[1:2])
    if "--help" in sys.argv:
        _name_values(of_commands(language))
    from typer.main import get_command

    say, command = of_commands(language), get_command(app)
    _translate_nouns(command, say)
    if "--help" in sys.argv and language != ENGLISH:
        translate(command, say)
        _translate_panels(say)
    _let_flow(command)
    try:
        status = command.main(standalone_mode=False, obj=reader)
    except Exception as error:
        if type(error).__name__ == "Abort":
            print(say("Aborted."), file=sys.stderr)
            sys.exit(1)
        if not hasattr(error, "format_message"):  # only what typer says has it
            raise
        _tell(error, say)
    sys.exit(status if isinstance(status, int) else 0)


def _only(app: typer.Typer, words: list[str]) -> typer.Typer:
    """The application with nothing but the command that the first word names, if it names one,
    because typer makes all commands with all their options before it runs one."""
    asked = [
        command
        for command in app.registered_commands
        if command.callback and words == [command.name or command.callback.__name__]
    ]
    if not asked:
        return app
    one = copy(app)
    one.registered_commands = asked
    return one


def _tell(error: Any, say: Voice) -> None:
    """A usage error: what is wrong, what is meant by a word that is missing, and where the command
    is described."""
    from assistant.report.terminal import plain_line

    context = getattr(error, "ctx", None)
    text = " ".join(error.format_message().split())
    told = [_plainly(text) if say.language == ENGLISH else say(text)]
    if text.startswith("Missing") and (meant := getattr(error.param, "help", None)):
        told.append(say(meant))
    print(plain_line(" ".join(told)), file=sys.stderr)
    if context is not None:
        print(plain_line(f"{say('Its options:')} {context.command_path} --help"), file=sys.stderr)
    sys.exit(error.exit_code)


def _plainly(text: str) -> str:
    """An English usage error without the words of those who check types."""
    for theirs, ours in PLAINLY.items():
        text = text.replace(theirs, ours)
    return text if text.endswith((".", "?")) else f"{text}."


def translate(command: Any, say: Voice) -> None:
    """Puts the help of a command, its options and the commands in it into the reader's words."""
    for name in ("help", "short_help", "options_metavar", "subcommand_metavar"):
        if text := getattr(command, name, None):
            setattr(command, name, say(text))
    for parameter in command.params:
        if text := getattr(parameter, "help", None):
            parameter.help = say(text)
    usage, help_option = command.get_usage, command.get_help_option

    def own_usage(context: Any) -> str:
        return str(usage(context)).replace("Usage:", say("Usage:"), 1)

    def own_help_option(context: Any) -> Any:
        option = help_option(context)
        if option is not None:
            option.help = say(option.help)
        return option

    command.get_usage, command.get_help_option = own_usage, own_help_option
    for inner in getattr(command, "commands", {}).values():
        translate(inner, say)


def _let_flow(command: Any) -> None:
    """Lines end where the terminal does, not where the program's own text turns to the next."""
    if command.help:
        command.help = _TURN.sub(" ", command.help)
    for inner in getattr(command, "commands", {}).values():
        _let_flow(inner)


def _translate_nouns(command: Any, say: Voice) -> None:
    """What stands for arguments and values: in the help and where one of them is missing."""
    for parameter in command.params:
        if text := parameter.metavar:
            parameter.metavar = _NOUN.sub(lambda noun: say(noun[0]), text)
    for inner in getattr(command, "commands", {}).values():
        _translate_nouns(inner, say)


def _name_values(say: Voice) -> None:
    """Keeps the types of Python out of the help: a `<bool>` beside a switch asks for a value, and
    there is none."""
    from typer import core

    for kind, values in ((core.TyperOption, VALUES), (core.TyperArgument, {})):
        shown = getattr(kind, "display_type_rich", None)  # only newer ones of typer have it
        if shown is not None:
            told = _worded(shown, {text: say(value) for text, value in values.items()})
            setattr(kind, "display_type_rich", told)  # noqa: B010 - older ones do not declare it


def _worded(
    shown: Callable[..., str | None], values: Mapping[str, str]
) -> Callable[..., str | None]:
    def told(parameter: Any, ctx: Any) -> str | None:
        text = shown(parameter, ctx)
        return values.get(text) if text and _PYTHONS.fullmatch(text) else text

    return told


def _translate_panels(say: Voice) -> None:
    from typer import rich_utils

    for name, english in PANELS.items():
        if hasattr(rich_utils, name):
            setattr(rich_utils, name, say(english))


def told_by(command: Any) -> Iterator[str]:
    """Every text of a command's help and of the commands in it, in English."""
    texts = (
        command.help,
        command.short_help,
        *(getattr(one, "help", "") for one in command.params),
        *(noun for one in command.params for noun in _NOUN.findall(one.metavar or "")),
    )
    yield from filter(None, texts)
    for inner in getattr(command, "commands", {}).values():
        yield from told_by(inner)
