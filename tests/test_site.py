"""The documentation site is built without a warning, and leads nowhere that is not there."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[1]
LED = re.compile(r'(?:href|src)="([^"]+)"')
NAMED = re.compile(r'\sid="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "site.py"), str(folder)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


def test_each_link_leads_somewhere(site: Path) -> None:
    pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    names = {path: set(NAMED.findall(text)) for path, text in pages.items()}
    broken = []
    for path, text in pages.items():
        for link in LED.findall(text) if path.name != "404.html" else ():
            if re.match(r"[a-z]+:|//", link):
                continue
            file, _, name = unquote(link).partition("#")
            goal = (path.parent / file).resolve() if file else path
            goal = goal / "index.html" if goal.is_dir() else goal
            if not goal.exists() or (name and goal in names and name not in names[goal]):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


def test_every_document_is_a_page_in_both_languages(site: Path) -> None:
    documents = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"leeme"}
    documents = {name.removesuffix(".es") for name in documents} | {"index", "SECURITY"}
    for folder in (site, site / "es"):
        assert sorted(documents - {path.stem for path in folder.glob("*.html")}) == []
    assert 'lang="es"' in (site / "es" / "index.html").read_text("utf-8")
    assert "Kessel construye módulos" in (site / "es" / "index.html").read_text("utf-8")


def test_no_page_asks_anybody_elses_server(site: Path) -> None:
    asked = re.compile(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"?(?:https?:)?//[^\"> ]+")
    found = {
        match
        for path in site.rglob("*.html")
        for match in asked.findall(path.read_text("utf-8"))
        if 'rel="canonical"' not in match
    }
    assert found == set()


@pytest.mark.parametrize("path", sorted((ROOT / "docs/es").glob("*.md")), ids=lambda p: p.name)
def test_a_spanish_page_says_what_the_english_one_says(path: Path) -> None:
    def frame(text: str) -> tuple[list[str], int, set[str]]:
        heads = re.findall(r"^#+", text, re.MULTILINE)
        rows = re.findall(r"^\|", text, re.MULTILINE)
        return heads, len(rows), set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))

    english = (ROOT / "docs" / path.name).read_text("utf-8")
    assert frame(path.read_text("utf-8")) == frame(english)
