"""What is mistyped on the command line is told in one sentence, in both languages: what is wrong,
and what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.cli.app import app
from assistant.cli.errors import explain
from assistant.cli.telling import run
from assistant.words.findings import complaining

NO_TYPE = 'game = "kursk"\n[[unit]]\nid = "A"\nside = "german"\nhex = "9999"\n'


@pytest.mark.parametrize(
    ("words", "language", "said"),
    [
        (["moves", "x.toml", "A", "--step", "y"], "en", "'--step': it must be a whole number."),
        (["supply", "x.toml", "--language", "fr"], "en", "'--language': 'fr' is not one of"),
        (["watch", "x", "--port", "99999"], "en", "'--port': it must be at most 65535."),
        (["supply", "x.toml", "y"], "en", "These words are too many: (y)."),
        (["suply"], "en", "Did you mean 'supply'"),
        (["suply"], "es", "¿Querías decir 'supply'"),
        (["trace", "dagc", "--module", "x.vmod"], "en", "x.vmod: There is no such file: correct"),
        (["trace", "dagc", "--module", "x.vmod"], "es", "x.vmod: No existe ese archivo: corrige"),
        (["own", "dagc", "--take", "x.zip"], "en", "x.zip: There is no such file."),
        (["own", "dagc", "--take", "x.zip"], "es", "x.zip: No existe ese archivo."),
        (["sheets", "dagc", "--back-offset", "1"], "es", "Escribe dos números, como 0.3,-0.5."),
        (["live", "host:port", "--game", "dagc"], "es", "'port' no es un puerto"),
        (["supply", "untyped.toml"], "en", "A has no type. Write one of: anti-tank,"),
        (["supply", "untyped.toml"], "es", "A no tiene tipo. Escribe uno de: anti-tank,"),
        (["supply", "untyped.toml"], "es", "al lado del mapa están: eliminated,"),
        (["supply", "nameless.toml"], "en", 'Write game = and its id, as "dagc".'),
        (["supply", "nameless.toml"], "es", 'Escribe game = y su id, como "dagc".'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_slip_is_told(
    words: list[str],
    language: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "untyped.toml").write_text(NO_TYPE, encoding="utf-8")
    (tmp_path / "nameless.toml").write_text("turn = 1\n", encoding="utf-8")
    source = Path.cwd() / "source-art"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "source-art").symlink_to(source, target_is_directory=True)
    monkeypatch.setenv("KESSEL_LANGUAGE", language)
    monkeypatch.setattr("sys.argv", ["kessel", *words])
    with pytest.raises(Exception if told_by_us(words) else SystemExit) as ended:
        run(app, language)
    lines = explain(ended.value, complaining(language)) if told_by_us(words) else None
    assert said in "\n".join(lines or [capsys.readouterr().err])


def told_by_us(words: list[str]) -> bool:
    """Whether the command itself refuses, and not typer, before it runs."""
    return words[-1] in ("x.vmod", "x.zip", "1", "untyped.toml", "nameless.toml") or "live" in words
