"""The module of a save is found by the name inside it, beside the save or where players keep it."""

import shutil
from pathlib import Path

import pytest

from builder.vassal.find_module import find_module, module_name, player_folders

DATA = Path(__file__).parents[1] / "data" / "vassal"


@pytest.fixture
def save(tmp_path):
    folder = tmp_path / "saves"
    folder.mkdir()
    return Path(shutil.copy(DATA / "start.vsav", folder))


def test_the_name_inside_a_module_decides():
    assert module_name(DATA / "sample.vmod") == "Oracle Test"
    assert module_name(DATA / "boards.vmod") == "Multi"
    assert module_name(DATA / "start.vsav") is None


def test_beside_the_save_whatever_it_is_called(save, tmp_path):
    shutil.copy(DATA / "boards.vmod", save.parent / "Oracle Test.vmod")
    assert find_module(save, "Oracle Test", folders=[]) is None
    shutil.copy(DATA / "sample.vmod", save.parent / "v2.VMOD")
    assert find_module(save, "Oracle Test", folders=[]) == save.parent / "v2.VMOD"


def test_in_the_players_folders_and_a_little_below(save, tmp_path):
    deep = tmp_path / "VASSAL" / "games" / "oracle"
    deep.mkdir(parents=True)
    shutil.copy(DATA / "sample.vmod", deep)
    assert find_module(save, "Oracle Test", folders=[tmp_path / "VASSAL"]) == deep / "sample.vmod"
    assert find_module(save, "Other", folders=[tmp_path / "VASSAL"]) is None


def test_without_a_name_only_a_lone_module_beside_it_counts(save):
    assert find_module(save, "") is None
    shutil.copy(DATA / "boards.vmod", save.parent)
    assert find_module(save, "") == save.parent / "boards.vmod"
    shutil.copy(DATA / "sample.vmod", save.parent)
    assert find_module(save, "") is None


def test_folders_that_are_not_there_do_not_matter(save, tmp_path, monkeypatch):
    assert find_module(save, "Oracle Test", folders=[tmp_path / "none"]) is None
    monkeypatch.setenv("VASSAL_MODULES", str(tmp_path))
    assert player_folders()[0] == tmp_path
