"""Position files written: a situation as the text that reads back to it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from assistant.position import Position, Unit
from builder.game.model import Game


def write_position(position: Position) -> str:
    """The position as the text of a position file, readable back to an equal position."""
    lines = [f"game = {_toml(position.game.id)}"]
    for key, value in (
        ("scenario", position.scenario),
        ("turn", position.turn),
        ("phase", position.phase),
        ("board", "blank" if position.board.blank else ""),
        ("viewer", position.viewer),
        ("fought", sorted(position.fought)),
    ):
        if value:
            lines.append(f"{key} = {_toml(value)}")
    lines += _table("state", position.state)
    lines += _overlays(position)
    sides: dict[str, list[str]] = {}
    empty = {name: side for name, side in position.held.items() if not position.side_at(name)}
    for name, side in sorted({**position.control, **empty}.items()):
        sides.setdefault(side, []).append(name)
    lines += _table("control", dict(sorted(sides.items())))
    for battle in position.battles:
        lines += ["", "[[battle]]", f"number = {battle.number}"]
        lines += [f"attackers = {_toml(battle.attackers)}"] if battle.attackers else []
        lines += [f"defenders = {_toml(battle.defenders)}"] if battle.defenders else []
    for unit in position.units:
        lines += ["", "[[unit]]", *_unit_lines(unit, position.game)]
    return "\n".join(lines) + "\n"


def _overlays(position: Position) -> list[str]:
    """What the position's board has beyond the board it began from."""
    board, game = position.board, position.game
    base = game.blank_board if board.blank else game.board
    terrain = {
        name: sorted(kinds) or ["clear"]
        for name, kinds in sorted(board.terrain.items())
        if kinds != base.of(name)
    }
    sides = {
        f"{a}/{b}": sorted(board.between(a, b) | board.owned_by(a, b))
        for a, b in sorted(board.hexsides)
        if (a < b and board.between(a, b) != base.between(a, b))
        or board.owned_by(a, b) != base.owned_by(a, b)
    }
    lines = {
        kind: [[a, b] for a, b in sorted(crossed - base.lines.get(kind, frozenset())) if a < b]
        for kind, crossed in sorted(board.lines.items())
    }
    return [
        *_table("terrain", terrain),
        *_table("hexsides", sides),
        *_table("lines", {kind: runs for kind, runs in lines.items() if runs}),
    ]


def _unit_lines(unit: Unit, game: Game) -> list[str]:
    counter = game.counters.get(unit.counter)
    known = counter.fields if counter else {}
    lines = [f"counter = {_toml(unit.counter)}"] if counter else []
    if unit.id != unit.counter:
        lines.append(f"id = {_toml(unit.id)}")
    if counter is None or counter.side != unit.side:
        lines.append(f"side = {_toml(unit.side)}")
    if counter is None or counter.type != unit.type:
        lines.append(f"type = {_toml(unit.type)}")
    lines.append(f"hex = {_toml(unit.hex)}")
    if unit.step != 1:
        lines.append(f"step = {unit.step}")
    if unit.markers:
        lines.append(f"markers = {_toml(sorted(unit.markers))}")
    if unit.began:
        lines.append(f"began = {_toml(unit.began)}")
    for name, value in unit.fields.items():
        if name not in known or known[name] != value:
            lines.append(f"{name} = {_toml(value)}")
    return lines


def _table(name: str, values: Mapping[str, Any]) -> list[str]:
    plain = {key: value for key, value in values.items() if not isinstance(value, Mapping)}
    nested = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    lines = ["", f"[{name}]"] if plain else []
    lines += [f"{_key(key)} = {_toml(value)}" for key, value in plain.items()]
    for key, value in nested.items():
        lines += ["", f"[{name}.{_key(key)}]"]
        lines += [f"{_key(inner)} = {_toml(item)}" for inner, item in value.items()]
    return lines


def _key(key: str) -> str:
    return key if key.replace("-", "").isalpha() else json.dumps(key, ensure_ascii=False)


def _toml(value: Any) -> str:
    if isinstance(value, tuple | frozenset | set):
        value = sorted(value) if not isinstance(value, tuple) else list(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
