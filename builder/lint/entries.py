"""The archive's entries and the metadata."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from builder.lint.findings import Finding, listed
from builder.lint.subject import Subject
from builder.saying import quoting
from builder.vassal.buildfile.module import BUILD_FILES, ENGINE, version_key


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M001 to M006."""
    yield from _entry_names(subject)
    metadata, root = subject.module.metadata, subject.module.root
    if metadata is None:
        yield Finding("M001", "moduledata", "the entry is not there.")
    else:
        if metadata.name != root.name:
            text = quoting(
                "the name is '{name}', in the build file it is '{other}'.",
                name=metadata.name,
                other=root.name,
            )
            yield Finding("M004", "moduledata", text)
        yield from _generation(subject, metadata.vassal_version)
    if version_key(root.vassal_version) > version_key(ENGINE):
        text = quoting(
            "VassalVersion is {version}; {engine} is the newest that is released.",
            version=root.vassal_version,
            engine=ENGINE,
        )
        yield Finding("M005", "the module", text)


def _generation(subject: Subject, version: str) -> Iterator[Finding]:
    wanted = BUILD_FILES[version_key(version) < (3, 5)]
    if subject.module.build_file != wanted:
        text = quoting(
            "moduledata says VASSAL {version}, which opens {file}, and that is not there.",
            version=version,
            file=wanted,
        )
        yield Finding("M002", subject.module.build_file, text)


def _entry_names(subject: Subject) -> Iterator[Finding]:
    names = [entry.name for entry in subject.archive.entries]
    for name, count in Counter(names).items():
        if count > 1:
            yield Finding(
                "M003",
                name,
                quoting("the archive has {number} entries of this name.", number=count),
            )
    by_case = defaultdict(set)
    for name in names:
        by_case[name.casefold()].add(name)
    for same in by_case.values():
        if len(same) > 1:
            yield Finding("M006", "the archive", quoting("{names}.", names=listed(sorted(same))))
