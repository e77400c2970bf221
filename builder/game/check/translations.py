"""Translations: keys that name nothing, and what has no translation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.game.check.findings import Look, listed
from builder.game.csv_file import read_csv
from builder.game.decimals import DECIMAL
from builder.game.model import Game
from builder.game.problems import Collector, nearest
from builder.game.rulebook.page import names_of_rules
from builder.game.toml_file import read_toml
from builder.game.unit_names import UnitNames
from builder.saying import quoting

_SHOWN = 12
"""As many names without translation are printed."""

_WORD = re.compile(r"[^\W\d_]{3}")

_OWN = ("yes", "none", "same")
"""What charts say in every game: Kessel's own words, which every language has."""


_DRAWN = frozenset(
    {
        "cards", "cell", "class", "edge", "effect", "label", "level", "modifier", "result", "spot",
        "unit", "weather", "word", "zones",
    }
)  # fmt: skip
"""Headings of the drawing and of the answers that name no id of the game's."""


_OF_RULES = {"class", "weather", "word"}
"""Kinds of names in rules.toml, which charts and set-ups use too where the rules do not."""


def check_translations(look: Look) -> None:
    """Every text.LANGUAGE.toml. Keys of other kinds than the game's ids are the drawing's own."""
    known = set(_known(look.game))
    of_ids = {kind for kind, _ in (*_everywhere(look.game), *_anywhere(look.game))}
    kinds = of_ids | ({name.partition(".")[0] for name in known} - _OF_RULES)
    read = kinds | _DRAWN
    wanted = list(dict.fromkeys(_wanted(look.game)))
    for language, texts in look.game.texts.items():
        path = look.game.folder / f"text.{language}.toml"
        file = read_toml(path) if path.is_file() else None
        strange = set[str]()
        for key in texts:
            kind, _, _ = key.partition(".")
            line = file.line(*key.split(".")) if file else 0
            if kind in kinds and not {key, key.rpartition(".")[0]} & known:
                remedy = nearest(key.removeprefix(f"{kind}."), _names_of(kind, known))
                text = quoting("'{name}' names nothing of this game.", name=key)
                look.warning("text-key", path, line, text, remedy)
            elif kind not in read and kind not in strange:
                strange.add(kind)
                text = quoting("No translation is read from '{key}'.", key=key)
                look.warning("text-key", path, line, text, nearest(kind, read))
        asked = dict.fromkeys([*wanted, *_in_menus(look.game, texts)])
        missing = [key for key in asked if key not in texts and f"{key}.name" not in texts]
        if missing:
            text = quoting(
                "{n} {n|name has|names have} no translation: {names}.",
                n=len(missing),
                names=listed(missing, _SHOWN),
            )
            more = "`kessel check --json` names them all." if len(missing) > _SHOWN else ""
            look.note("untranslated", path, 0, text, more, missing)


def _names_of(kind: str, known: Iterable[str]) -> set[str]:
    """What the keys of one kind may name; the kind itself would make any two of them alike."""
    return {name.removeprefix(f"{kind}.") for name in known if name.startswith(f"{kind}.")} - {""}


def _wanted(game: Game) -> Iterator[str]:
    """What players read everywhere."""
    yield "title"
    if game.definition.module.get("description"):
        yield "description"
    yield from _keys(_everywhere(game))
    yield from _on_charts(game)
    yield from names_of_rules(game)


_Ids = Iterable[tuple[str, Iterable[str]]]
"""Kinds of things, each with the ids that the game has of it."""


def _keys(kinds: _Ids) -> Iterator[str]:
    return (f"{kind}.{name}" for kind, ids in kinds for name in ids)


def _everywhere(game: Game) -> _Ids:
    definition = game.definition
    return (
        ("side", [side.id for side in definition.side]),
        ("phase", [phase.id for phase in definition.phase]),
        ("terrain", [i for i, feature in definition.terrain.items() if feature.name]),
        ("hexside", [i for i, feature in definition.hexside.items() if feature.name]),
        ("line", [i for i, feature in definition.line.items() if feature.name]),
        ("type", list(definition.units.types)),
        ("marker", list(definition.units.markers)),
        ("box", list(definition.units.boxes)),
        ("scenario", list(game.scenarios)),
        ("state", list(definition.state)),
    )


def _in_menus(game: Game, texts: Mapping[str, str]) -> Iterator[str]:
    """What the module alone says, as far as nothing else of the texts does: names of units, the
    submenus of the state variables and the choices in them."""
    units = UnitNames(texts)
    for counter in game.counters.values():
        if _WORD.search(counter.full_name) and not units(counter.full_name):
            yield f"counter.{counter.id}"
    for fate in _module(game, "fate"):
        words = (word for word in ("command", "report") if word in fate)
        yield from (f"fate.{fate.get('box')}.{word}" for word in words)
    for name, field in game.definition.state.items():
        if field.group:
            yield f"group.{field.group}"
        if field.type in ("choice", "choices") and not field.box:
            for choice in field.choices:
                if f"state.{name}.{choice}" not in texts:
                    yield f"choice.{choice}"


def _on_charts(game: Game) -> Iterator[str]:
    """What charts print: headings, effects, results, and the words in their cells; what is only
    figures, codes or the name of a place is the same in every language."""
    charts = game.definition.drawing.get("charts", {})
    charts = charts if isinstance(charts, dict) else {}
    for table in game.tables.values():
        look = _table(_table(charts, "table"), table.name)
        if look.get("hide"):
            continue
        yield f"table.{table.name}.title"
        for part in ("rows", "columns", "note"):
            if look.get(part):
                yield f"table.{table.name}.{part}"
        places = set(game.board.names.values())
        for part, names in (("row", table.rows), ("column", table.columns)):
            for name in names:
                if _WORD.search(name) and name not in places:
                    yield f"table.{table.name}.{part}.{name}"
        for text in table.cells.values():
            if _WORD.search(text) and text not in _OWN:
                yield f"cell.{text}"
    effects = _table(charts, "effect")
    yield from (f"effect.{n}" for n in _effects(game) if not _table(effects, n).get("hide"))
    results = _table(charts, "result")
    yield from (f"result.{name}" for name in results if _table(results, name).get("name"))


def _effects(game: Game) -> Iterator[str]:
    for features in (game.definition.terrain, game.definition.hexside, game.definition.line):
        yield from (name for feature in features.values() for name in feature.values)


def _table(tables: dict[str, Any], name: str) -> dict[str, Any]:
    found = tables.get(name)
    return found if isinstance(found, dict) else {}


def _known(game: Game) -> Iterator[str]:
    yield from _wanted(game)
    yield from ("subtitle", "note", "publisher", DECIMAL)
    yield from _keys(_anywhere(game))
    # The owner's desk shows those too that charts hide.
    yield from (f"effect.{name}" for name in _effects(game))
    for table in game.tables.values():
        yield from (f"table.{table.name}.column.{column}" for column in table.columns)
        yield from (f"table.{table.name}.row.{row}" for row in table.rows)


def _anywhere(game: Game) -> _Ids:
    state, turns = game.definition.state, game.definition.turns
    firsts = {name.partition("-")[0].capitalize() for name in state if "-" in name}
    return (
        ("counter", list(game.counters)),
        ("whose", list(game.sides)),
        ("hex", list(game.grid.places)),
        ("names", place_names(game)),
        ("box", [box.get("id", "") for box in _map_drawing(game, "box")]),
        ("track", [track.get("id", "") for track in _map_drawing(game, "track")]),
        ("box", [box.get("id", "") for box in _in_windows(game)]),
        ("takeoff", [one.get("id", "") for one in _module(game, "takeoff")]),
        ("fate", [one.get("box", "") for one in _module(game, "fate")]),
        ("group", sorted({*(field.group for field in state.values()), *firsts})),
        ("choice", sorted({choice for field in state.values() for choice in field.choices})),
        ("window", [window.get("id", "") for window in _module(game, "window")]),
        ("deck", [deck.get("id", "") for deck in _module(game, "deck")]),
        ("exchange", [exchange.get("id", "") for exchange in _module(game, "exchange")]),
        ("part", sorted({card.deck for card in game.cards})),
        (
            "card",
            [f"{card.number}.{side}".rstrip(".") for card in game.cards for side in card.events],
        ),
        ("state", list(game.definition.state)),
        ("field", list(game.definition.units.fields)),
        ("set", list(game.definition.sets)),
        ("area", list(game.definition.units.areas)),
        ("option", list(game.definition.options)),
        ("table", list(game.tables)),
        ("terrain", list(game.definition.terrain)),
        ("hexside", list(game.definition.hexside)),
        ("line", list(game.definition.line)),
        ("turns", map(str, range(turns.first, turns.last + 1))),
    )


def place_names(game: Game) -> list[str]:
    """Names on the map: towns, what hexsides and rivers are called, captions, symbols."""
    path = game.folder / "map" / "hexsides.csv"
    rows = read_csv(path, Collector()).rows if path.is_file() else ()
    marks = [
        mark.get("name", "") for kind in ("caption", "spot") for mark in _map_drawing(game, kind)
    ]
    mega = game.definition.drawing.get("map", {}).get("mega-hexes", {})
    marks += [mega["name"]] if isinstance(mega, dict) and "name" in mega else []
    return [*game.board.names.values(), *(row["name"] for row in rows), *marks]


def _module(game: Game, what: str) -> list[dict[str, Any]]:
    """A list of tables under `[module]`; the module builder checks their shape."""
    found = game.definition.module.get(what, [])
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def _in_windows(game: Game) -> list[dict[str, Any]]:
    boxes = [box for window in _module(game, "window") for box in window.get("box", [])]
    return [box for box in boxes if isinstance(box, dict)]


def _map_drawing(game: Game, what: str) -> list[dict[str, Any]]:
    """A list of tables under `[drawing.map]`; the drawing checks their shape."""
    drawing = game.definition.drawing.get("map", {})
    found = drawing.get(what, []) if isinstance(drawing, dict) else []
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
