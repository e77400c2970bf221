"""Builds the documentation site, strictly: `python .ci/site.py FOLDER`.

The pages lie where readers of the repository look for them: README.md and its like at the top,
the others in docs/, those in Spanish in docs/es/ under the same names, or as NAME.es.md;
docs/leeme.md is the Spanish README. The site wants one folder a language, so the pages are laid out
anew with their links led to where they go; a page that has no Spanish one yet is shown in English.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TOP = {"README.md": "index.md"} | {
    name: name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
}
_GOAL = r"\((?!https?://|#|mailto:)([^)\s#]+)(#[^)]*)?\)"
_LINK = re.compile(rf"\]{_GOAL}")
_WHOLE = re.compile(rf"\[([^\[\]]*)\]{_GOAL}")


def pages() -> dict[Path, str]:
    """Where each source goes in the site's folder."""
    found = {ROOT / name: f"en/{goal}" for name, goal in TOP.items()}
    found[DOCS / "leeme.md"] = "es/index.md"
    for path in sorted(DOCS.rglob("*")):
        if path in found or not path.is_file():
            continue
        name = path.relative_to(DOCS).as_posix()
        if name.startswith("es/"):
            found[path] = {"es/README.md": "es/index.md"}.get(name, name)
        elif name.endswith(".es.md"):
            found[path] = f"es/{name.removesuffix('.es.md')}.md"
        else:
            found[path] = f"en/{name}"
    return found


def led(text: str, source: Path, goals: dict[Path, str]) -> str:
    """A page's text with its links as they go in the site; what it has not is left to fail."""
    here = goals[source].partition("/")[2]
    up = os.path.dirname(here) or "."

    def goal_of(link: str) -> tuple[str, str]:
        goal = goals.get(Path(os.path.normpath(source.parent / link)), "")
        return goal[:2], goal[3:]

    def lead_over(found: re.Match[str]) -> str:
        """To the same page in the other language, which the pages of this one do not know."""
        language, goal = goal_of(found[2])
        if goal != here:
            return found[0]
        page = f"{'es/' if language == 'es' else '../'}{goal[:-3]}.html"
        return f'<a href="{os.path.relpath(page, up)}">{found[1]}</a>'

    def lead(found: re.Match[str]) -> str:
        """Each language has every page and picture, its own or that of the other."""
        _, goal = goal_of(found[1])
        return f"]({os.path.relpath(goal, up)}{found[2] or ''})" if goal else found[0]

    return _LINK.sub(lead, _WHOLE.sub(lead_over, text))


def lay_out(folder: Path) -> None:
    """The pages of both languages, and the settings beside them."""
    goals = pages()
    for source, goal in goals.items():
        path = folder / "docs" / goal
        path.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            path.write_text(led(source.read_text("utf-8"), source, goals), "utf-8")
        else:
            shutil.copyfile(source, path)
    settings = (ROOT / ".ci" / "mkdocs.yml").read_text("utf-8")
    named = set(re.findall(r": (\S+\.md)$", settings, re.M))
    more = sorted(
        {goal.partition("/")[2] for goal in goals.values() if goal.endswith(".md")} - named
    )
    if more:
        settings += "  - More:\n" + "".join(f"      - {name}\n" for name in more)
    (folder / "mkdocs.yml").write_text(settings, "utf-8")


def main() -> int:
    """Build the site into the folder that the command line names."""
    output = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        lay_out(Path(name))
        command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
        # The time of a page is that of its making otherwise: the same pages give the same site.
        environment = {"SOURCE_DATE_EPOCH": "0", "NO_MKDOCS_2_WARNING": "1", **os.environ}
        # Not --quiet: what is not told is not counted either, and nothing fails.
        done = subprocess.run(
            [*command, "--site-dir", str(output)], cwd=name, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        if done.returncode:
            print(done.stdout)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
