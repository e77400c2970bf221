"""Runs all checks on a game's folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from builder.game.check.charts import check_charts
from builder.game.check.fields import check_fields
from builder.game.check.findings import Finding, Look, Severity
from builder.game.check.mapping import check_map
from builder.game.check.mix import check_mix
from builder.game.check.provenance import Origin, Resting, counts, resting
from builder.game.check.rules import check_rules
from builder.game.check.setups import check_setups
from builder.game.check.slips import check_slips
from builder.game.check.strays import check_strays
from builder.game.check.translations import check_translations
from builder.game.check.vocabulary import check_vocabulary
from builder.game.loader import read_game
from builder.game.locate import find_game
from builder.game.model import Game
from builder.game.place_words import words_of_places
from builder.game.problems import Collector, Problem, ProblemsError

CHECKS = (
    check_vocabulary,
    check_slips,
    check_fields,
    check_map,
    check_charts,
    check_mix,
    check_setups,
    check_translations,
    check_rules,
    check_strays,
)
AGAINST_RULES = frozenset(
    {
        "counter-total",
        "empty-scenario",
        "set-up-beyond-front",
        "set-up-in-water",
        "set-up-stacking",
        "two-sides",
    }
)


@dataclass(frozen=True)
class Report:
    """Every finding, errors first, where the game's values come from, and which rules rest on
    charts that hold stand-ins. `own_values` counts what the owner's copy gives, by file; `places`
    are the words for "hex" by language, of a game that is not played on hexes."""

    folder: Path
    findings: tuple[Finding, ...]
    provenance: Mapping[str, Mapping[Origin, int]]
    resting: tuple[Resting, ...] = ()
    own_values: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def errors(self) -> int:
        return sum(finding.severity is Severity.ERROR for finding in self.findings)

    def with_problems(
        self, check: str, problems: Iterable[Problem], severity: Severity = Severity.ERROR
    ) -> Report:
        """The report with what another part of the house found."""
        more = (Finding(severity, check, problem) for problem in problems)
        return replace(self, findings=_sorted((*self.findings, *more)))

    def as_json(self) -> dict[str, Any]:
        """The report as `--json` prints it."""
        return {
            "game": str(self.folder),
            "errors": self.errors,
            "findings": [finding.as_json() for finding in self.findings],
            "provenance": {what: dict(row) for what, row in self.provenance.items()},
            "own": dict(self.own_values),
            "stand_in_charts": [chart._asdict() for chart in self.resting],
        }


def check_game(name: str | Path, answered: Callable[[str], bool] | None = None) -> Report:
    """Check the game in a folder or of a name. ProblemsError only if there is no such game.

    `answered` tells whether rules in Python answer for the id of a game that declares none; left
    out, they may.
    """
    folder = find_game(str(name))
    collected = Collector()
    try:
        game = read_game(folder, collected)
    except ProblemsError as error:
        wrong = (Finding(Severity.ERROR, "reading", p) for p in sorted(set(error.problems)))
        return Report(folder, tuple(wrong), {})
    reading = [Finding(Severity.ERROR, "reading", p) for p in sorted(set(collected.problems))]
    left = [Finding(Severity.WARNING, "own", note) for note in game.own]
    read = game.rules is None and (answered is None or answered(game.id))
    findings = _sorted([*reading, *left, *contradictions(game, in_python=read)])
    told = counts(game.provenance), resting(game), game.own_values
    return Report(folder, findings, *told, words_of_places(game))


def contradictions(game: Game, *, in_python: bool = True) -> tuple[Finding, ...]:
    """What is wrong in a game that could be read; rules `in_python` may read words of its own."""
    look = Look(game, in_python and game.rules is None)
    for check in CHECKS:
        check(look)
    return tuple(look.found)


def in_the_way(game: Game) -> list[Problem]:
    """The contradictions that keep a game from being built: all errors but those against its own
    `[rules]`, which a game may break while it is being made."""
    return [
        finding.problem
        for finding in contradictions(game)
        if finding.severity is Severity.ERROR and finding.check not in AGAINST_RULES
    ]


def broken_by(game: Game, scenario: str) -> list[Problem]:
    """What of the game's own `[rules]` the set-up of a scenario breaks."""
    look = Look(replace(game, scenarios={scenario: game.scenarios[scenario]}))
    check_setups(look)
    return [finding.problem for finding in look.found if finding.check in AGAINST_RULES]


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Errors first, then by file and line; each finding once."""
    order = list(Severity)
    return tuple(
        sorted(
            dict.fromkeys(findings),
            key=lambda f: (order.index(f.severity), f.problem.file, f.problem.line, f.problem.text),
        )
    )
