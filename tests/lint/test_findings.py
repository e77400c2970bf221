"""Findings stay readable, whatever a stranger's module holds."""

from __future__ import annotations

from builder.lint.findings import LONGEST, Finding


def test_what_a_finding_quotes_is_cut_to_a_readable_length() -> None:
    finding = Finding("M004", "moduledata", f"the name is 'x', in the build file '{'f' * 9000}'.")
    assert finding.text == f"the name is 'x', in the build file '{'f' * LONGEST}...'."


def test_ordinary_words_stay_as_they_are() -> None:
    finding = Finding("M011", "moduledata", "the version is '1.0', in the build file it is ''.")
    assert finding.text == "the version is '1.0', in the build file it is ''."
