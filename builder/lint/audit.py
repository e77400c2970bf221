"""The audit: every check over one module, findings in order of weight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.lint import entries, grids, images, names, pieces, publishing, setups, tree
from builder.lint.codes import Severity
from builder.lint.findings import Finding, listed
from builder.lint.subject import Subject
from builder.saying import quoting
from builder.vassal.buildfile.archive import Archive
from builder.vassal.buildfile.module import Extended
from builder.vassal.extensions import whole_module

CHECKS: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    entries.check,
    publishing.check,
    tree.check,
    pieces.check,
    images.check,
    grids.check,
    setups.check,
    names.check,
)


@dataclass(frozen=True)
class Audit:
    """What was found in a module, errors first, and with which extensions it was looked at."""

    findings: list[Finding]
    extensions: tuple[Extended, ...] = ()


def audit(path: Path) -> list[Finding]:
    """Everything that is to be said about a module with the extensions that VASSAL loads with it,
    errors first.

    Raises ArchiveError, one sentence, for a file that is no module or not to be trusted.
    """
    return audit_with(path).findings


def audit_with(path: Path, named: Sequence[Path] = ()) -> Audit:
    """The same with further extensions in it; ArchiveError for one that cannot be put in."""
    with (
        Archive(path, spare=True, doubled=True) as archive,
        whole_module(archive, named) as whole,
    ):
        subject = Subject(path, archive, whole.module, whole.spared)
        found = [finding for check in CHECKS for finding in check(subject)]
        if subject.cut:
            text = quoting("{names} were looked at in part.", names=listed(sorted(subject.cut)))
            found.append(Finding("M007", "the module", text))
        found += (Finding("M008", "the extensions", note) for note in whole.notes)
    weight = list(Severity)
    found.sort(key=lambda finding: (weight.index(finding.severity), finding.code))
    return Audit(found, whole.module.extensions)
