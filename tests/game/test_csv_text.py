"""A cell of a CSV file is changed in its place: all else stays byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.game.csv_file import read_csv
from builder.game.csv_text import CsvText, written_over
from builder.game.problems import Collector

ROOT = Path(__file__).parents[2] / "source-art"
FILES = sorted(ROOT.glob("*/*.csv")) + sorted(ROOT.glob("[akst]*/map/*.csv"))
CELL = st.text(st.sampled_from('ab1;,"# áñ'), max_size=6).map(str.strip)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_games_own_files_read_alike_and_stay(path: Path) -> None:
    data = path.read_bytes()
    text, read = CsvText.of(data), read_csv(path, Collector())
    assert text.data() == data
    assert text.columns == read.columns
    assert [row.line for row in text.rows] == [row.line for row in read.rows]
    told = [dict(zip(text.columns, row.cells, strict=False)) for row in text.rows]
    assert told == [row.cells for row in read.rows]


SPANISH = '\ufeff# Fichas; a mano\r\nid;name;mine\r\n\r\na;"x; y";1\r\n# b\r\nb;z'.encode()


def test_one_cell_changes_one_cell() -> None:
    text = CsvText.of(SPANISH)
    assert [row.cells for row in text.rows] == [("a", "x; y", "1"), ("b", "z")]
    assert text.with_cells({(4, 2): "7"}).data() == SPANISH.replace(b";1", b";7")
    assert text.with_cells({(6, 2): 'say "no"'}).data() == SPANISH + b';"say ""no"""'
    assert text.with_cells({(6, 0): "#b"}).rows[1].cells == ("#b", "z")
    assert text.with_row(6, ("c", "", "")).data() == SPANISH + b"\r\nc;;"
    assert text.without_row(5).data() == SPANISH.replace(b"# b\r\n", b"")
    assert text.comment == "Fichas; a mano"


@given(st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=4), st.data())
def test_what_is_put_into_a_cell_is_read_from_it(
    rows: list[tuple[str, str, str]], data: st.DataObject
) -> None:
    text = CsvText.of(b"a,b,c\nx,y,z\n")
    for row in rows:
        text = text.with_row(len(text.lines), ("k", *row[1:]))
    at = data.draw(st.integers(0, len(text.rows) - 1))
    column, fresh = data.draw(st.integers(0, 2)), data.draw(CELL.filter(bool))
    made = CsvText.of(text.with_cells({(text.rows[at].line, column): fresh}).data())
    for number, (old, new) in enumerate(zip(text.rows, made.rows, strict=True)):
        wanted = list(old.cells)
        if number == at:
            wanted[column] = fresh
        assert list(new.cells) == wanted


REMARKS = "\ufeff# above\r\nname;hex\r\n# of 0102\r\nx;0102\r\n# of 0101\r\n\r\ny;0101\r\n# last\r\n".encode()


def test_a_table_that_is_written_anew_keeps_remarks_and_line_ends() -> None:
    made = written_over(REMARKS, "hex,name\n0101,y\n0102,z\n", 1)
    told = "\ufeff# above\r\nhex,name\r\n# of 0101\r\n0101,y\r\n# of 0102\r\n0102,z\r\n# last\r\n"
    assert made == told.encode()


def test_a_remark_of_a_row_that_is_gone_stands_before_the_next() -> None:
    made = written_over(REMARKS, "hex,name\n0101,y\n", 1)
    told = "\ufeff# above\r\nhex,name\r\n# of 0102\r\n# of 0101\r\n0101,y\r\n# last\r\n"
    assert made == told.encode()


@pytest.mark.parametrize(
    ("old", "told"),
    [
        (b"\xef\xbb\xbfhex,name\r\n0101,x\r\n0103,m", b"\xef\xbb\xbfhex,name\r\n0102,p\r\n0103,m"),
        (b"hex,name", b"hex,name\n0102,p\n0103,m"),
        (b"name;hex\n# all\n\n# it\nm;0103\n", b"name;hex\n# all\np;0102\n\n# it\nm;0103\n"),
    ],
)
def test_rows_come_among_lines_that_stay(old: bytes, told: bytes) -> None:
    text = CsvText.of(old)
    made = text.with_table(("hex", "name"), [("0102", "p"), ("0103", "m")], 1).data()
    assert made.rstrip() == told.rstrip()
    same = [row.cells for row in text.rows]
    assert text.with_table(text.columns, same, 1).data() == old
