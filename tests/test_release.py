"""What is released can be relied on: locked versions, honest ranges, files that belong to it."""

import re
import runpy
import subprocess
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
TOLD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, VERSION = TOLD["project"], TOLD["tool"]["hatch"]["version"]["fallback-version"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
WANTED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked() -> dict[str, Version]:
    found = re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[^]]+\])?==([^\s;\\]+)", LOCK, re.MULTILINE)
    return {canonical(name): Version(version) for name, version in found}


@pytest.mark.parametrize("wanted", WANTED)
def test_each_library_is_locked_within_its_range(wanted: str) -> None:
    requirement = Requirement(wanted)
    version = locked()[canonical(requirement.name)]
    assert requirement.specifier.contains(version, prereleases=True)


def test_each_locked_version_has_hashes_and_no_place() -> None:
    entries = re.split(r"^(?=[A-Za-z0-9_.\[\]-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert len(entries) == len(re.findall(r"^\S+==", LOCK, re.MULTILINE)) > 40
    assert [entry[:40] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in LOCK
    assert "--find-links" not in LOCK
    assert "index-url" not in LOCK


def test_the_lock_names_the_extras_that_packages_ask_of_each_other() -> None:
    """Because pip, checking hashes, takes `coverage[toml]` for unpinned where `coverage` is."""
    asked = [
        Requirement(line)
        for name in locked()
        if (found := next(distributions(name=name), None))
        for line in found.requires or []
        if "extra ==" not in line
    ]
    named = {
        canonical(name): set(extras.split(","))
        for name, extras in re.findall(r"^([A-Za-z0-9_.-]+)\[([^]]+)\]==", LOCK, re.MULTILINE)
    }
    wanted = [one for one in asked if one.extras and canonical(one.name) in locked()]
    assert wanted
    assert [
        str(one) for one in wanted if not one.extras <= named.get(canonical(one.name), set())
    ] == []


def test_the_bill_of_materials_tells_each_licence() -> None:
    whole = runpy.run_path(str(ROOT / ".ci" / "sbom.py"))["document"]()
    assert len(whole["components"]) > 40
    assert [one["name"] for one in whole["components"] if not one["licenses"]] == []
    assert len(whole["dependencies"][0]["dependsOn"]) == len(PROJECT["dependencies"])


def test_the_sources_that_are_released_are_all() -> None:
    """Their own Makefile and tests ask for files of .ci and for those that greet people."""
    if not (ROOT / ".git").exists():
        pytest.skip("no working copy")
    asked = ["git", "ls-files", "-z"]
    kept = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    builder = SdistBuilder(str(ROOT))
    packed = {file.distribution_path for file in builder.recurse_included_files()}
    always = {".gitignore", "LICENSE", "NOTICE", "README.md", "pyproject.toml", ""}
    assert sorted({*kept.stdout.split("\0")} - always - packed) == []


def test_what_is_packed_names_the_licences_of_font_and_geography() -> None:
    """The wheel and the sources carry the files that pyproject.toml names."""
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert {"LICENSE", "NOTICE"} <= {*PROJECT["license-files"]}
    assert re.search(
        r"(?s)Roboto.*Apache License, Version 2\.0.*Natural Earth.*public domain", notice
    )


def test_installing_takes_the_lock() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--require-hashes --requirement requirements.lock" in makefile


@pytest.mark.parametrize(
    "name",
    [
        "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "builder/py.typed",
        "assistant/py.typed", "output/README.md", ".pre-commit-config.yaml",
        ".github/ISSUE_TEMPLATE/failure.yml",
    ],
)  # fmt: skip
def test_what_people_look_for_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


def test_the_changelog_knows_the_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {VERSION}\n" in changes


LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)\s#]+)(?:#[^)]*)?\)")
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_link_is_broken(page: Path) -> None:
    text = re.sub(
        r"```.*?```|`[^`\n]*`|^ {4}.*$", "", page.read_text(encoding="utf-8"), flags=re.S | re.M
    )
    links = LINK.findall(text)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_nothing_that_is_made_is_kept() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no working copy")
    kept = subprocess.run(
        ["git", "ls-files", "output"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert kept.stdout.split() == ["output/README.md"]
