"""What spreadsheets make of cells: days and times of odds, and words for formulas gone wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable

from builder.saying import Saying, quoting

_MONTHS = {
    1: "jan janv january januar janvier ene enero gen genn",
    2: "feb febr february februar febrero fév févr fev fevr",
    3: "mar mars march mär mrz märz marzo mrt",
    4: "apr april abr abril avr avril",
    5: "may mai mayo mag maj mei",
    6: "jun june juni junio juin giu giug",
    7: "jul july juli julio juil lug lugl",
    8: "aug august ago agosto aoû août ag",
    9: "sep sept set sett september septiembre",
    10: "oct oct october okt oktober octubre out ott",
    11: "nov november noviembre novembre",
    12: "dec december dez dezember dic diciembre déc",
}
_NUMBERS = {word: number for number, words in _MONTHS.items() for word in words.split()}
"""Months by how spreadsheets in the languages of the west write them."""
_WORD = r"(?P<word>[^\W\d_]{3,10})\.?"
_PLAIN = re.compile(
    r"(?P<day>\d{1,2})[./](?P<month>\d{1,2})\.(?:\d{2,4})?"  # 01.02.2026, 01.02.
    r"|(?P<first>\d{1,2})[-/](?P<second>\d{1,2})[-/]\d{2,4}"
    r"|\d{4}-(?P<iso>\d{1,2})-(?P<last>\d{1,2})(?:[ T][\d:.]+)?"
    r"|(?P<hour>\d{1,2}):(?P<minute>\d\d):\d\d"
)
_NAMED = re.compile(
    rf"(?P<before>\d{{1,2}})(?:\. ?|[-/ ]){_WORD}(?:[-/ ]\d{{2,4}})?"  # 02-Jan, 05. Mrz
    rf"|{_WORD.replace('word', 'name')}[-/ ](?P<after>\d{{1,2}})"  # Jan-02
)
_OTHER_MONTHS = re.compile(
    r"\d{1,2}[-/ ][a-z]{3,4}\.?"  # 02-sty
    r"|[a-z]{3,4}[-/ ]\d{1,2}",
    re.IGNORECASE,
)
_FAILED = re.compile(r"#[¡¿]?[^\W_a-z\d][^\sa-z]{1,14}[!?]|#(?:N/A|N/D|NV|NAME|NOM|NOME|¿NOMBRE)")
"""A ? at the end of a cell has been taken away as that of a stand-in."""
CELL_ANEW = (
    "A spreadsheet took it for a day or a time: format the cells as text, then write the cell "
    "again."
)
_ODDS = (
    "A spreadsheet changed it: format the cells as text, then write the odds again: {word} or "
    "{other}."
)
_FORMAT = "A spreadsheet changed it: format the cells as text, then write the odds again."


def day_of(text: str) -> tuple[int, int] | None:
    """The two numbers of what a spreadsheet took for a day or a time, as 02-Jan for 1-2; None for
    any other text."""
    if found := _PLAIN.fullmatch(text):
        one, two = (int(part) for part in found.groups() if part is not None)
        return one, two
    found = _NAMED.fullmatch(text)
    if found is None:
        return None
    month = _NUMBERS.get((found["word"] or found["name"]).casefold())
    return None if month is None else (int(found["before"] or found["after"]), month)


def days_among(headings: Iterable[str]) -> frozenset[str]:
    """Headings that a spreadsheet took for days or times. A word that is no month of the west may
    be one elsewhere (02-sty): a slip of the pen (1-uno) stands alone, those come in numbers."""
    known = frozenset(headings)
    days = frozenset(heading for heading in known if day_of(heading) is not None)
    others = frozenset(heading for heading in known if _OTHER_MONTHS.fullmatch(heading))
    return days | others if len(days | others) > 1 else days


def odds_again(text: str) -> Saying:
    """What to write instead of a day among odds."""
    numbers = day_of(text)
    if numbers is None:
        return Saying(_FORMAT)
    low, high = sorted(numbers)
    return quoting(_ODDS, word=f"{low}-{high}", other=f"{high}-{low}")


def thousand_of(text: str) -> str:
    """The number without the sign of its thousands, as German and Spanish spreadsheets write 1.000;
    empty for one that nobody writes so, as 1.0 and 1.125."""
    return text.replace(".", "") if _THOUSAND.fullmatch(text) else ""


_THOUSAND = re.compile(r"[+-]?[1-9]\d{0,2}\.\d\d0", re.ASCII)


def is_formula(text: str) -> bool:
    """Whether a formula stands in a cell, or what a spreadsheet shows of one that went wrong."""
    return text.startswith("=") or _FAILED.fullmatch(text) is not None


def changed(text: str) -> Saying | None:
    """What to write instead of a cell that a spreadsheet changed; None for any other."""
    if day_of(text) is not None:
        return Saying(CELL_ANEW)
    if is_formula(text):
        return Saying("A formula stands there, and not what it gives: write that.")
    return None
