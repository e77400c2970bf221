"""Help and usage errors in Spanish: all of the help is translated, and typer's errors are."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from typer.main import get_command

from assistant.cli.app import app
from assistant.cli.telling import PANELS, of_commands, run, told_by


@pytest.fixture(autouse=True)
def typer_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `run` changes in typer's own modules is put back after a test."""
    from typer import core, rich_utils

    for name in PANELS:
        monkeypatch.setattr(rich_utils, name, getattr(rich_utils, name))
    for kind in (core.TyperOption, core.TyperArgument):
        if hasattr(kind, "display_type_rich"):
            monkeypatch.setattr(kind, "display_type_rich", kind.display_type_rich)


@pytest.mark.parametrize(
    ("command", "language", "values"),
    [
        ("build", "en", ["--output -o FOLDER", "--language CODE"]),
        ("build", "es", ["--output -o CARPETA", "text.CÓDIGO.toml"]),
        ("new", "es", ["--in CARPETA"]),
        ("own", "es", ["--pack ARCHIVO"]),
        ("live", "es", ["--port N [0<=x<=65535]", "--password CONTRASEÑA"]),
        ("retreats", "es", ["--result RESULTADO"]),
        ("serve", "es", ["{PARTIDA}...", "PARTIDA Partidas,"]),
        ("referee", "en", ["{LOG}...", "LOG The logs"]),
        ("sheets", "es", ["--paper PAPEL", "--layout FORMATO"]),
        ("odds", "es", ["{PARTIDA} [HEX]"]),
    ],
)
def test_the_help_tells_what_is_typed_and_no_type_of_pythons(
    command: str,
    language: str,
    values: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    monkeypatch.setattr("sys.argv", ["kessel", command, "--help"])
    with pytest.raises(SystemExit):
        run(app, language)
    told = " ".join(capsys.readouterr().out.split())
    assert not [value for value in values if value not in told]
    assert not [kind for kind in re.findall(r"<[A-Za-z][^>]*>", told) if "|" not in kind]


@pytest.mark.parametrize(("command", "language"), [("odds", "en"), ("live", "es")])
def test_paragraphs_turn_where_the_terminal_ends(
    command: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Their own lines are as long as the program's, and left half a line empty at 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.argv", ["kessel", command, "--help"])
    with pytest.raises(SystemExit):
        run(app, language)
    above = capsys.readouterr().out.split("╭")[0]
    for paragraph in re.split(r"\n\s*\n", above):
        lines = [line.strip() for line in paragraph.strip().splitlines()]
        for line, following in pairwise(lines):
            assert len(line) + len(following.split()[0]) > 70, line


def test_all_help_has_its_spanish() -> None:
    known = of_commands("es").catalogue.words
    missing = [text for text in told_by(get_command(app)) if text not in known]
    assert not missing, "\n".join(missing)


def test_defaults_and_what_stands_for_values(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["kessel", "sheets", "--help"])
    with pytest.raises(SystemExit):
        run(app, "es")
    told = capsys.readouterr().out
    assert "[por omisión: a4]" in told
    assert "{JUEGO}" in told
    assert "default" not in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["odds"], "Falta el argumento 'PARTIDA'. Un .vsav, un .vlog o "),
        (["odds"], " (TOML).\nSus opciones: "),
        (["referee"], "Falta el argumento 'REGISTRO'."),
        (["odds", "a.vsav", "--foo"], "No existe la opción --foo."),
        (["odds", "a.vsav", "--step"], "La opción '--step' necesita un valor."),
        (["odds", "a.vsav", "--step", "x"], "'--step': tiene que ser un número entero."),
        (["sheets", "dagc", "--paper", "a9"], "Valor no válido para '--paper': 'a9' no es uno"),
        (["zones", "a", "b"], "Sobra lo último: b."),
        (["od"], "No existe la orden 'od'."),
    ],
)
def test_usage_errors(
    words: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["kessel", *words])
    with pytest.raises(SystemExit) as ended:
        run(app, "es")
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
