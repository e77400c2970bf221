"""What Kessel stands on, as a CycloneDX document: `python .ci/sbom.py`, in the environment of
`make install`.

It names each library of requirements.lock that is installed here, with its version, hashes and
licence, and which other it needs.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
_ENTRY = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;\\]+)(.*(?:\n[ \t].*)*)", re.MULTILINE)
_LONGEST = 80
"""Characters of a licence's name; more are its text."""


def document() -> dict[str, Any]:
    """The whole document; the same environment gives the same one."""
    found = {name: (library, hashes) for name, library, hashes in _locked()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    own = f"pkg:pypi/kessel@{version('kessel')}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "kessel",
                "version": version("kessel"),
                "purl": own,
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": [_component(library, hashes) for library, hashes in found.values()],
        "dependencies": [
            {"ref": own, "dependsOn": _needed(project["dependencies"], found)},
            *(
                {"ref": _purl(library), "dependsOn": _needed(library.requires or [], found)}
                for library, _ in found.values()
            ),
        ],
    }


def licence(library: Distribution) -> str:
    """What a library says of its licence: in its own field, its classifiers, or its file's head."""
    told = library.metadata
    named = [told.get("License-Expression") or "", (told.get("License") or "").split("\n")[0]]
    classifiers = [c for c in told.get_all("Classifier") or () if c.startswith("License ::")]
    named += [", ".join(line.split(" :: ")[-1] for line in classifiers)]
    for file in library.files or ():
        if re.match(r"(?i)(licen[cs]e|copying)", file.name):
            path = Path(str(file.locate()))
            if path.is_file():  # some lists name files that were moved elsewhere
                named.append(_head(path.read_text(encoding="utf-8", errors="replace")))
    if not any(file.suffix in (".py", ".so", ".pyd") for file in library.files or ()):
        named.append("none told: an empty package")
    fits = (name.strip() for name in named if name.strip() not in ("", "UNKNOWN"))
    return next((name for name in fits if len(name) <= _LONGEST), "")


def _head(text: str) -> str:
    """The name at the head of a licence's text, or of the text that many put there without one."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if any(line.startswith("Permission is hereby granted, free of charge") for line in lines[:4]):
        return "MIT"
    return lines[0] if lines else ""


def _locked() -> list[tuple[str, Distribution, list[str]]]:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    found = []
    for name, _, rest in _ENTRY.findall(lock):
        try:
            library = distribution(name)
        except PackageNotFoundError:  # that of another system
            continue
        found.append((_canonical(name), library, re.findall(r"sha256:([0-9a-f]{64})", rest)))
    return found


def _component(library: Distribution, hashes: list[str]) -> dict[str, Any]:
    told = licence(library)
    return {
        "type": "library",
        "bom-ref": _purl(library),
        "name": library.metadata["Name"],
        "version": library.version,
        "purl": _purl(library),
        "licenses": [{"license": {"name": told}}] if told else [],
        "properties": [{"name": "kessel:locked:sha256", "value": one} for one in hashes],
    }


def _needed(requirements: list[str], found: dict[str, tuple[Distribution, list[str]]]) -> list[str]:
    wanted = map(Requirement, requirements)
    here = [one for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]
    names = {_canonical(one.name) for one in here}
    return sorted(_purl(found[name][0]) for name in names if name in found)


def _purl(library: Distribution) -> str:
    return f"pkg:pypi/{_canonical(library.metadata['Name'])}@{library.version}"


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> None:
    """Print the document; those without a licence are told at the end."""
    whole = document()
    print(json.dumps(whole, indent=2))
    bare = [one["name"] for one in whole["components"] if not one["licenses"]]
    if bare:
        sys.exit(f"No licence is told by: {', '.join(bare)}")


if __name__ == "__main__":
    main()
