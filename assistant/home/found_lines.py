"""The line of a game's file beside each finding of `kessel check`, for who has no editor open."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from assistant.words.findings import in_language
from builder import limits
from builder.files import read_bounded, real

MOST_FINDINGS = 300
MOST_LETTERS = 400


def with_lines(report: Any, roots: Iterable[Path], work: Path, language: str = "en") -> Any:
    """The report in a language, with `source`, the line that is meant, wherever it lies in a game's
    folder."""
    if not isinstance(report, dict) or not isinstance(report.get("findings"), list):
        return report
    inside, files = [real(root) for root in roots], dict[str, list[str]]()
    findings = []
    for finding in report["findings"][:MOST_FINDINGS]:
        name, line = finding.get("file"), finding.get("line")
        if isinstance(name, str) and isinstance(line, int) and line > 0:
            if name not in files:
                files[name] = _lines(real(work / name), inside)
            if line <= len(files[name]):
                finding = finding | {"source": files[name][line - 1][:MOST_LETTERS]}
        findings.append(in_language(finding, language))
    return report | {"findings": findings, "more": len(report["findings"]) - len(findings)}


def _lines(path: Path, inside: list[Path]) -> list[str]:
    if not any(path.is_relative_to(root) for root in inside):
        return []
    try:
        return (read_bounded(path, limits.SOURCE) or b"").decode("utf-8", "replace").splitlines()
    except OSError:
        return []
