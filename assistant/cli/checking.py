"""`kessel check`: a game's files or any module, with every finding and what to do about it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from assistant.cli.output import print_json
from assistant.home.words_of import PROGRESS
from assistant.questions.protocol import QuestionError
from assistant.words.findings import (
    HEXES,
    Places,
    complaining,
    complaining_of,
    in_all_languages,
    in_one_language,
)
from assistant.words.language import readers_language
from assistant.words.voice import Voice
from builder.game.problems import Collector, Problem, ProblemsError
from builder.saying import AsWritten, Saying, in_one_line, sentence

if TYPE_CHECKING:
    from builder.game.check import Report
    from builder.game.check.provenance import Origin
    from builder.game.model import Game
    from builder.lint.findings import Finding as Audited

MODULES = (".vmod", ".vmdx", ".zip")


def check_anything(name: str, extensions: Sequence[Path], language: str, json: bool) -> None:
    """Check a game, or a module with its extensions; exit status 1 if there is an error."""
    path = Path(name)
    if path.suffix.lower() in MODULES or (path.is_file() and path.name != "game.toml"):
        errors = _check_module(path, extensions, language, json)
    elif extensions:
        raise QuestionError("An extension belongs to a module's file: write `check FILE.vmod`.")
    else:
        errors = _check_game(name, language, json)
    if errors:
        raise typer.Exit(1)


def _check_game(name: str, language: str, json: bool) -> int:
    report = report_of(name)
    if json:
        print_json(findings_told(report.as_json(), language, report.places))
    else:
        _print(report, language)
    return report.errors


def findings_told(report: dict[str, Any], language: str, places: Places = HEXES) -> dict[str, Any]:
    """The JSON of a report; of Kessel's own page in all languages, because its reader may change
    the language afterwards."""

    def told(finding: dict[str, Any]) -> dict[str, Any]:
        if PROGRESS in os.environ:
            return in_all_languages(finding, places)
        return in_one_language(finding, language, places)

    return {**report, "findings": [told(finding) for finding in report["findings"]]}


def report_of(name: str) -> Report:
    """All that is found in a game, by its name or folder."""
    from assistant.games import answered_in_python
    from builder.game.check import Severity, check_game

    report = check_game(name, answered_in_python)
    report = report.with_problems("drawing", _problems_above(report))
    if report.errors:
        return report
    from assistant.words.catalogue import game_catalogue
    from assistant.words.doubts import catalogue_doubts
    from assistant.words.voice import LANGUAGES
    from builder.bind.bound import slips_of_bindings
    from builder.game.loader import load_game

    game = load_game(report.folder)
    report = report.with_problems("looks", _remarks(game), Severity.WARNING)
    for language in LANGUAGES:
        doubts = catalogue_doubts(game_catalogue(game.folder, language))
        report = report.with_problems("voices", doubts, Severity.WARNING)
    return report.with_problems("bindings", slips_of_bindings(game), Severity.WARNING)


def sound_game(name: str) -> Game:
    """The game of a name, without a mistake that would spoil what is built from it.

    ProblemsError with every such mistake, in its files, its looks and its module's settings.
    """
    from builder.game.check import in_the_way
    from builder.game.loader import read_game
    from builder.game.locate import find_game
    from builder.game.place_words import words_of_places

    reading = Collector()
    game = read_game(find_game(name), reading)
    wrong = set(_elsewhere(_problems_of_looks(game, reading.problems), reading.problems))
    if not reading.problems:
        wrong |= {*in_the_way(game)}
    if wrong := {*wrong, *reading.problems}:
        raise ProblemsError(sorted(wrong), words_of_places(game))
    return game


def _problems_above(report: Report) -> list[Problem]:
    """What drawing, module, derivation and voices find wrong in what can be read of a game."""
    from assistant.words.voice import voices
    from builder.game.loader import read_game
    from builder.geography.recipe_file import check_recipe

    reading = Collector()
    try:
        game = read_game(report.folder, reading)
    except ProblemsError:
        return []
    looks = _problems_of_looks(game, reading.problems)
    found = [*looks, *_problems(check_recipe, game), *_problems(voices, game)]
    return _elsewhere(found, reading.problems)


def _remarks(game: Game) -> list[Problem]:
    """What is likely a mistake in the looks of a game without errors."""
    from builder.drawing import card_mix, lettering, mix
    from builder.drawing.map import under
    from builder.module import remarks

    drawn = [*under.remarks(game), *mix.remarks(game), *lettering.remarks(game)]
    return [*drawn, *card_mix.remarks(game), *remarks.remarks(game)]


def _of_a_chart(path: Path) -> bool:
    return path.name == "combat.csv" or path.parent.name == "charts"


def _elsewhere(problems: Iterable[Problem], told: Iterable[Problem]) -> list[Problem]:
    """The problems on lines of which nothing is told yet: others may only follow from that."""
    places = {(problem.file, problem.line) for problem in told}
    return [problem for problem in problems if (problem.file, problem.line) not in places]


def _problems_of_looks(game: Game, reading: Iterable[Problem]) -> list[Problem]:
    """What is wrong in the looks; those of charts are told when all charts could be read."""
    from builder.drawing.art import check_sheets
    from builder.drawing.card_mix import cards_drawing
    from builder.drawing.charts.config import charts_drawing
    from builder.drawing.map import under
    from builder.drawing.map.layout import layout_map
    from builder.drawing.map.shapes_file import check_shapes
    from builder.drawing.mix import counter_faces
    from builder.module.read_settings import module_settings
    from builder.module.slots import check_places

    checks: list[Callable[[Game], object]] = [counter_faces, layout_map, module_settings]
    checks += [check_shapes, under.sound, check_sheets, cards_drawing]
    if not list(reading):
        checks.append(check_places)
    if not any(_of_a_chart(Path(problem.file)) for problem in reading):
        checks.append(charts_drawing)
    return [problem for check in checks for problem in _problems(check, game)]


def _problems(check: Callable[[Game], object], game: Game) -> tuple[Problem, ...]:
    try:
        check(game)
    except ProblemsError as error:
        return error.problems
    return ()


def warn_of(problems: Iterable[Problem]) -> None:
    """Tell what did not keep a file from being written, beside the output."""
    say = complaining(readers_language())
    for problem in problems:
        typer.echo(f"{say('warning')}: {_told(problem, say)}", err=True)


def _told(problem: Problem, say: Callable[[str], str]) -> Problem:
    return replace(problem, text=say(problem.text), remedy=say(problem.remedy))


def _print(report: Report, language: str) -> None:
    say = complaining(language)
    finds = complaining_of(language, report.places)
    for finding in report.findings:
        typer.echo(f"{say(finding.severity)}: {_told(finding.problem, finds)}")
    if report.provenance:
        _print_values(report.provenance, say)
    for chart in report.resting:
        rules = ", ".join(chart.rules)
        text = Saying(
            "{number} of {total} cells {number|is a stand-in|are stand-ins}; rules {names} rest on "
            "it",
            number=chart.stand_ins,
            total=chart.cells,
            names=AsWritten(rules),
        )
        typer.echo(f"  {chart.chart}: {say(text)}")
    if report.own_values:
        values = sum(report.own_values.values())
        text = Saying("The owner's copy gives {n} {n|value|values}.", n=values)
        typer.echo(f"  {say(text)}")
    others = len(report.findings) - report.errors
    typer.echo(f"{in_one_line(str(report.folder))}: {_counts(report.errors, others, say)}")


def _print_values(provenance: Mapping[str, Mapping[Origin, int]], say: Voice) -> None:
    """How many values come from where: a line a kind, each column as wide as its heading."""
    kinds: tuple[Origin, ...] = ("rule", "geography", "stand-in", "own", "other")
    heads = [say(head) for head in ("rules", "geography", "stand-ins", "own", "others")]
    names = {what: say(what) for what in provenance}
    first = max(22, len(say("Where values come from")) - 2, *map(len, names.values()))
    columns = "  ".join(f"{head:>5}" for head in heads)
    typer.echo(f"{say('Where values come from'):{first + 2}}  {columns}")
    for what, row in provenance.items():
        cells = (
            f"{row[kind]:{max(5, len(head))}}" for kind, head in zip(kinds, heads, strict=True)
        )
        typer.echo(f"  {names[what]:{first}}  {'  '.join(cells)}")


def _check_module(path: Path, extensions: Sequence[Path], language: str, json: bool) -> int:
    from builder.lint import Severity, audit_with
    from builder.vassal.buildfile.archive import ArchiveError

    try:
        audited = audit_with(path, extensions)
    except ArchiveError as error:
        raise ProblemsError([Problem(str(error.file), 0, sentence(error.what))]) from None
    findings, there = audited.findings, audited.extensions
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    if json:
        listed = [finding.as_json() for finding in findings]
        told: dict[str, Any] = {"module": str(path), "errors": errors, "findings": listed}
        if there:
            told["extensions"] = [{"name": one.name, "version": one.version} for one in there]
        print_json(findings_told(told, language))
        return errors
    say = complaining(language)
    for line in _lines_of(findings, say):
        typer.echo(line)
    typer.echo(f"{in_one_line(str(path))}: {_counts(errors, len(findings) - errors, say)}")
    if there:
        names = [AsWritten(f"{one.name} {one.version}") for one in there]
        text = Saying(
            "Looked at with its {n|extension|extensions} {names:and}.", n=len(names), names=names
        )
        typer.echo(say(text))
    return errors


MISSING = "M301"
"""The finding of an image that is not there: an archive without its images has one for each."""

MOST_MISSING = 20
"""So many of those are told one by one; of more than that, how many they are."""


def _lines_of(findings: Sequence[Audited], say: Voice) -> Iterator[str]:
    """A line for each finding of a module; one for all missing images after the first."""
    missing = [found for found in findings if found.code == MISSING]
    rest = set(missing[MOST_MISSING:])
    for found in findings:
        head = f"{found.code} {say(found.severity)}"
        if found not in rest:
            yield f"{head}: {say(found.where)}: {say(found.text)} {say(found.remedy)}"
        elif found == missing[MOST_MISSING]:
            text = "{n} more {n|image is|images are} missing: `--json` tells each."
            yield f"{head}: {say(Saying(text, n=len(rest)))}"


def _counts(errors: int, others: int, say: Voice) -> str:
    wrong = Saying("{n} {n|error|errors}" if errors else "no errors", n=errors)
    more = Saying("{n} {n|remark|remarks}" if others else "no remarks", n=others)
    return say(Saying("{errors}, {remarks}.", errors=wrong, remarks=more))
