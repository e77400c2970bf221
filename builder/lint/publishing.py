"""What the module library's server demands of an upload."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.files import DEVICES
from builder.lint.findings import Finding
from builder.lint.subject import Subject
from builder.saying import Saying, quoting

MAX_SIZE = 300_000_000  # bytes; the library service's sample configuration says 300 MB
_SEMANTIC = re.compile(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?"
)
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f/?<>\\:*|\"']|\.\.")


def check(subject: Subject) -> Iterator[Finding]:
    """Findings M011 to M014."""
    version, metadata = subject.module.version, subject.module.metadata
    if metadata is not None and metadata.version != version:
        text = quoting(
            "the version is '{version}', in the build file it is '{other}'.",
            version=metadata.version,
            other=version,
        )
        yield Finding("M011", "moduledata", text)
    if not _SEMANTIC.fullmatch(version):
        yield Finding("M012", "the module", quoting("the version is '{version}'.", version=version))
    reason = unsafe_name(subject.path.name)
    if reason:
        yield Finding("M013", subject.path.name, Saying("{text}.", text=reason))
    size = subject.path.stat().st_size
    if size > MAX_SIZE:
        text = quoting(
            "{number:,.0f} MB; the library takes {other:,.0f} MB.",
            number=size / 1e6,
            other=MAX_SIZE / 1e6,
        )
        yield Finding("M014", subject.path.name, text)


def unsafe_name(name: str) -> str:
    """Why a file name would be refused or give trouble, or nothing."""
    if not name.lower().endswith(".vmod"):
        return "it does not end in .vmod"
    unsafe = _UNSAFE.search(name)
    if unsafe:
        return quoting("it holds {word}", word=repr(unsafe.group()))
    if DEVICES.match(name):
        return "Windows keeps this name for a device"
    if name != name.strip() or len(name.encode()) > 255:
        return "it begins or ends with a blank, or is longer than 255 bytes"
    return ""
