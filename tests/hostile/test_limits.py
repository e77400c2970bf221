"""Every bound stands in one table, which the document shows and the code keeps to."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from builder import limits

ROOT = Path(__file__).parents[2]
CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for room in ("builder", "assistant")
    for path in (ROOT / room).rglob("*.py")
)


def test_the_document_is_that_of_the_table() -> None:
    assert (ROOT / "docs" / "limits.md").read_text(encoding="utf-8") == limits.document()


def test_the_spanish_document_has_its_names_and_numbers() -> None:
    text = (ROOT / "docs" / "es" / "limits.md").read_text(encoding="utf-8").replace("\u00a0", "")
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\d+) \|", text, re.MULTILINE)
    assert rows == [(name, str(int(most))) for name, most in limits.table()]


def test_the_code_keeps_to_every_bound() -> None:
    kept = set(re.findall(r"\blimits\.([A-Z_]+)\b", CODE))
    assert [name for name, _ in limits.table() if name not in kept] == []


NO_BOUNDS = {
    "builder/adopt/art.py: _MOST_SIDE": "how fine a drawing is made",
    "builder/drawing/scans.py: MOST_AT_ONCE": "which way a scan is unpacked",
    "builder/drawing/map/under.py: MOST_ON_SHEET": "how far a scan is made smaller",
    "builder/drawing/stamps.py: MOST": "what is kept in memory",
    "builder/drawing/strips.py: _MOST_CHUNK": "which parts of a PNG are kept",
    "builder/game/toml_file.py: _LARGEST": "the whole numbers of TOML",
    "builder/lint/publishing.py: MAX_SIZE": "what the library takes",
    "builder/sheets/pages.py: MOST_WIDTH": "paper in millimetres",
    "builder/tracing/clusters.py: _MOST_LOOKED_AT": "of how many hexes clusters are made",
    "builder/vassal/buildfile/gpids.py: _LIMIT": "the numbers of VASSAL's pieces",
    "builder/vassal/growing.py: _MOST_EMPTY": "how many empty stacks are kept",
    "builder/java_numbers.py: LARGEST": "the whole numbers of Java",
    "assistant/cli/browsing.py: _LONGEST": "how much of what may be Kessel's own file is looked at",
    "assistant/board/one_file.py: WIDEST": "how wide a written page's map is",
    "assistant/board/questions.py: MOST_LINES": "how many lines of supply are drawn",
    "assistant/games/mlb/retreat.py: MOST_SHARED": "when some of all ways stand for all",
    "assistant/home/places.py: MOST_KEPT": "Kessel's own file",
    "assistant/home/remembered.py: MOST_BYTES": "Kessel's own file",
    "assistant/home/remembered.py: MOST_KEPT": "Kessel's own file",
    "assistant/kernel/withdrawal.py: MOST_TRIES": "when some of all ways stand for all",
    "assistant/notify.py: MOST_WORDS": "what a webhook takes",
    "assistant/planning/battles.py: WORK": "how long the best plan is looked for",
    "assistant/questions/door.py: MOST_KEPT": "what is kept in memory",
    "assistant/remembered.py: MOST_BYTES": "Kessel's own files",
    "assistant/remembered.py: MOST_FILES": "Kessel's own files",
    "assistant/report/refereed_page.py: WIDEST": "how wide a written page's map is",
    "assistant/words/voice.py: MOST": "what is kept in memory",
}
"""Large numbers that refuse nothing to a stranger, each with what it is."""

_NAMED = re.compile(r"MOST|LARGEST|LONGEST|WIDEST|DEEPEST|MAX|LIMIT|WORK")
_LARGE = 1_000


def large_numbers(code: str) -> Iterator[str]:
    """The names of a module's own constants that are called a bound and are large."""
    lines = re.finditer(rf"^\w*({_NAMED.pattern})\w*(: .*)? = .*", code, re.MULTILINE)
    for part in ast.parse("\n".join(line[0] for line in lines if line[0][-1] not in "([{")).body:
        if isinstance(part, ast.Assign | ast.AnnAssign) and part.value is not None:
            names = part.targets if isinstance(part, ast.Assign) else [part.target]
            if all(map(_is_sum, ast.walk(part.value))) and eval(ast.unparse(part.value)) >= _LARGE:
                yield from (n.id for n in names if isinstance(n, ast.Name) and _NAMED.search(n.id))


def _is_sum(part: ast.AST) -> bool:
    if isinstance(part, ast.Constant):
        return isinstance(part.value, int | float)
    return isinstance(part, ast.BinOp | ast.operator)


def test_a_large_number_of_a_modules_own_is_found() -> None:
    code = 'MOST = 4 << 20\n_LONGEST: int = 2_000\nFEW = 9_999\nMOST_ON = 3\nWORST = "1" * 9\n'
    assert list(large_numbers(code)) == ["MOST", "_LONGEST"]


def test_every_large_bound_stands_in_the_table() -> None:
    """A number of its own that a file meets would be in no document."""
    own = {
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for room in ("builder", "assistant")
        for path in (ROOT / room).rglob("*.py")
        for name in large_numbers(path.read_text(encoding="utf-8"))
    }
    assert own == set(NO_BOUNDS)


def test_no_output_goes_round_the_gate() -> None:
    """A console that is not made by `terminal.console` would print names as they are."""
    made = [
        path.relative_to(ROOT).as_posix()
        for room in ("builder", "assistant")
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"(?<![\w.])Console\(", path.read_text(encoding="utf-8"))
    ]
    assert made == ["assistant/report/terminal.py"]


_SHOWN = re.compile(r'(?:\.textContent|document\.title) = (?!at\("title"\)|byId\("title"\))(.*)')
_HARMLESS = re.compile(r'straight\(|"";|say\(("\w+"(, \w+\.length)?|node\.dataset\.word)\);')


def test_no_page_shows_a_name_as_it_is() -> None:
    """What makes elements straightens their words; so must what writes into one that is there, or
    the name of a stranger's module turns round what stands beside it."""
    shown = [
        (path.name, told)
        for room in ("desk", "home", "pages", "studio")
        for path in (ROOT / "assistant" / room / "static").rglob("*.js")
        for told in _SHOWN.findall(path.read_text(encoding="utf-8"))
    ]
    assert [one for one in shown if not _HARMLESS.match(one[1])] == []
