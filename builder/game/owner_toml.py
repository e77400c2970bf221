"""The owner's files in TOML, changed in place: his comments, his order and all else that stands in
them stay."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from builder.game.owned import FEATURES
from builder.game.problems import Problem, ProblemsError
from builder.game.toml_file import TomlFile, read_toml
from builder.saying import quoting

_FIRST = {"step": 1}
"""What holds where a unit of a scenario does not say it."""

Effect = tuple[str, str, str]
"""An effect's place in game.toml: `terrain`, a feature of it, the effect's name."""


def with_effects(path: Path, effects: Mapping[Effect, Any]) -> bytes:
    """The owner's game.toml with these effects; None takes one back. ProblemsError if something
    else stands where one belongs."""
    mine = _read(path)
    told = {place: value for place, value in effects.items() if place[0] in FEATURES}
    for kind, name, _ in told:
        _table_at(mine, kind)
        _table_at(mine, kind, name)

    def changed(document: dict[str, Any]) -> None:
        for (kind, name, effect), value in told.items():
            if value is not None:
                features = document.setdefault(kind, tomlkit.table(is_super_table=True))
                features.setdefault(name, tomlkit.table())[effect] = value
                continue
            found = document.get(kind, {})
            found.get(name, {}).pop(effect, None)
            if not found.get(name, True):
                del found[name]
            if kind in document and not found:
                del document[kind]

    return _rewritten(mine, changed)


Placed = Mapping[str, Sequence[Mapping[str, Any]]]
"""By counter where it is set up, all its copies: `hex` and `step`; none is as the game has it."""


def with_units(path: Path, placed: Placed) -> bytes:
    """The owner's file of a scenario in which it sets counters up here."""
    mine = _read(path)
    if not isinstance(mine.data.get("unit", []), list):
        raise _in_the_way(mine, "unit")

    def changed(document: dict[str, Any]) -> None:
        found = document.setdefault("unit", tomlkit.aot())
        there: dict[str, list[int]] = {counter: [] for counter in placed}
        for at, one in enumerate(found):
            if isinstance(one, dict) and one.get("counter") in there:
                there[str(one["counter"])].append(at)
        for counter, units in placed.items():
            for at, unit in zip(there[counter], units, strict=False):
                for key, value in unit.items():
                    if found[at].get(key, _FIRST.get(key)) != value:
                        found[at][key] = value  # the rest of it stays: markers, whether it is free
            for unit in units[len(there[counter]) :]:
                found.append(tomlkit.item({"counter": counter, **unit}))
        gone = [at for counter, units in placed.items() for at in there[counter][len(units) :]]
        for at in sorted(gone, reverse=True):
            del found[at]
        if not found:
            del document["unit"]

    return _rewritten(mine, changed)


def several(path: Path) -> frozenset[str]:
    """The counters that the owner sets up in more than one place."""
    units = _read(path).data.get("unit")
    names = [
        str(unit.get("counter", ""))
        for unit in (units if isinstance(units, list) else ())
        if isinstance(unit, dict)
    ]
    return frozenset(name for name, count in Counter(names).items() if count > 1)


def _read(path: Path) -> TomlFile:
    return read_toml(path) if path.exists() else TomlFile(path, {}, {})


def _table_at(mine: TomlFile, *keys: str) -> None:
    found: Any = mine.data
    for key in keys:
        found = found.get(key, {})
    if not isinstance(found, dict):
        raise _in_the_way(mine, *keys)


def _in_the_way(mine: TomlFile, *keys: str) -> ProblemsError:
    text = quoting("'{key}' stands where a table belongs.", key=".".join(keys)[:60])
    return ProblemsError([Problem(str(mine.path), mine.line(*keys), text, "Take the line out.")])


def _rewritten(mine: TomlFile, changed: Callable[[dict[str, Any]], None]) -> bytes:
    """The file's text, changed as its data are. Where the library that keeps the text would write
    anything else (tables in pieces, out of their order), the data are written without it. Remarks
    of what is gone come to the end."""
    wanted = _plain(mine.data)
    changed(wanted)
    wanted = _plain(wanted)
    text = mine.path.read_bytes().decode("utf-8-sig") if mine.path.exists() else ""
    kept = ""
    try:
        document = tomlkit.parse(text)
        changed(document)
        kept = tomlkit.dumps(document)
        fits = tomllib.loads(kept) == wanted
    except (TOMLKitError, ValueError, TypeError, AttributeError, LookupError):
        fits = False
    made = kept if fits else tomlkit.dumps(wanted)
    lost = Counter(_remarks(text)) - Counter(_remarks(made))
    more = [one for one in _remarks(text) if one in lost]
    if more:
        made = "\n".join([made.rstrip("\n"), *dict.fromkeys(more), ""]).lstrip("\n")
    return made.encode()


def _remarks(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.lstrip().startswith("#")]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.unwrap() if hasattr(value, "unwrap") else value
