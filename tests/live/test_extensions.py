"""A live game of a stranger's module is followed with its extensions."""

from pathlib import Path

import pytest

from assistant.cli.live import played_module
from assistant.questions.protocol import QuestionError
from builder.vassal.errors import VassalFileError
from tests.extending import at, extension, table, window


def test_the_maps_of_extensions_are_known(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    extension(folder / "a.vmdx", at("", window("Annex")))
    lost = extension(folder / "lost.vmdx", module="Chess")
    named = extension(tmp_path / "named.vmdx", at("", window("Named")))
    told: list[str] = []
    played = played_module("", str(module), "", [named], told.append)
    assert played.shape is not None
    assert [map_.name for map_ in played.shape.maps] == ["Main Map", "Annex", "Named"]
    assert ["'lost.vmdx' was left out" in note for note in told] == [True]
    with pytest.raises(VassalFileError, match="belongs to the module 'Chess'"):
        played_module("", str(module), "", [lost])


def test_an_extension_needs_the_file_of_its_module(tmp_path: Path) -> None:
    with pytest.raises(QuestionError, match="write --module"):
        played_module("", "Oracle Test", "", [tmp_path / "a.vmdx"])
