"""The audit: every check over one module, findings in order of weight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from builder.lint import entries, grids, images, names, pieces, publishing, setups, tree
from builder.lint.codes import Severity
from builder.lint.findings import Finding, listed
from builder.lint.subject import Subject
from builder.saying import quoting
from builder.vassal.buildfile.archive import Archive
from builder.vassal.buildfile.module import module_of

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


def audit(path: Path) -> list[Finding]:
    """Everything that is to be said about a module, errors first.

    Raises ArchiveError, one sentence, for a file that is no module or not to be trusted.
    """
    with Archive(path) as archive:
        subject = Subject(path, archive, module_of(archive))
        found = [finding for check in CHECKS for finding in check(subject)]
        if subject.cut:
            text = quoting("{names} were looked at in part.", names=listed(sorted(subject.cut)))
            found.append(Finding("M007", "the module", text))
    weight = list(Severity)
    return sorted(found, key=lambda finding: (weight.index(finding.severity), finding.code))
