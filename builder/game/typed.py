"""Tables of game.toml as models, with each mistake at its line and in words of ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from builder import limits
from builder.game.definition import DICE, UNEDGED
from builder.game.problems import MANY, Problem, ProblemsError, close_to, nearest
from builder.game.toml_file import read_toml
from builder.saying import Saying, quoting

if TYPE_CHECKING:
    from builder.game.model import Game

Keys = tuple[int | str, ...]
Typed = TypeVar("Typed", bound=BaseModel)

_KINDS = {
    "int": "Write a whole number.",
    "float": "Write a number.",
    "bool": "Write true or false.",
    "string": 'Write a text in "quotes".',
    "tuple": "Write a list in [square brackets].",
    "list": "Write a list in [square brackets].",
    "dict": "Write a table of names and values.",
    "model": "Write a table of names and values.",
    "date": "Write a day, as 1944-06-22.",
}
_LIMITS = {
    "greater_than": ("gt", "Write a number: more than {number:g}."),
    "greater_than_equal": ("ge", "Write a number: {number:g} or more."),
    "less_than": ("lt", "Write a number: less than {number:g}."),
    "less_than_equal": ("le", "Write a number: {number:g} or less."),
}
_EXAMPLES = {"Dice": "Write [[module.dice]] with count = 2 and sides = 6."}
LAYER = r"^(ne_\d+m_[a-z0-9_]+|[\w-]+\.(geojson|csv))$"
_PATTERNS = {
    r"^[a-z][a-z0-9-]*$": "Write small letters, digits and hyphens, a letter first.",
    UNEDGED: "Write it without a blank before or behind it.",
    DICE: 'Write how many dice of how many sides, as "2d6".',
    LAYER: "Write a layer of Natural Earth, as ne_10m_land, or the name of a file in map/.",
    r"^\d+\.\d+\.\d+$": 'Write three numbers in quotes, as "1.0.2".',
}


class Fault(NamedTuple):
    """One mistake: the keys that lead to it, what is wrong, what to write."""

    keys: Keys
    text: str
    remedy: str


def read_table(game: Game, data: Any, model: type[Typed], *above: str) -> Typed:
    """The data of a table of game.toml, which stands at the keys `above`, as its model.

    ProblemsError with every mistake in it.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ProblemsError(
            problem_at(game, (*above, *keys), text, remedy)
            for keys, text, remedy in faults(error, model, *above)
        ) from None


def problem_at(game: Game, keys: Keys, text: str, remedy: str = "") -> Problem:
    """A mistake in game.toml, at the line of its keys."""
    path = game.folder / "game.toml"
    line = read_toml(path).line(*keys) if path.is_file() else 0
    return Problem(str(path), line, text, remedy)


def faults(error: ValidationError, model: type[BaseModel], *above: str) -> Iterator[Fault]:
    """Every mistake of a table that does not fit `model`, up to `limits.PROBLEMS`, one each, in the
    order of the model.

    `above` are the keys of the table itself; the keys of a fault do not repeat them.
    """
    yield from told(error.errors(include_url=False), model, *above)


def told(
    items: Iterable[Mapping[str, Any]], model: type[BaseModel], *above: str
) -> Iterator[Fault]:
    """The first mistakes of `faults`, from pydantic's own list of them."""
    items = list(islice(items, limits.PROBLEMS))  # each is compared with all others
    known: set[Keys] = set()
    for item in items:
        keys = _typed_keys(item["loc"])
        inner = any(len(o["loc"]) > len(keys) and o["loc"][: len(keys)] == keys for o in items)
        if keys in known or (item["type"] == "too_short" and inner):
            continue
        if item["type"] == "missing" and _called_otherwise(keys, items, model):
            continue
        known.add(keys)
        name = ".".join(str(key) for key in (*above, *keys) if isinstance(key, str))
        if item["type"] == "missing" and isinstance(keys[-1], int):
            yield Fault(keys, quoting("'{name}' has too few entries.", name=name), "Add one.")
        else:
            yield Fault(keys, *_words(name, item, _fields(model, keys[:-1])))


def _called_otherwise(
    keys: Keys, items: Iterable[Mapping[str, Any]], model: type[BaseModel]
) -> bool:
    """Whether a key is missing because a slip is in its name: what is told of that one is enough,
    and who added it would have both."""
    others = [_typed_keys(one["loc"]) for one in items if one["type"] == "extra_forbidden"]
    there = [str(one[-1]) for one in others if one[:-1] == keys[:-1]]
    name, fields = str(keys[-1]), _fields(model, keys[:-1])
    return any(close_to(one, fields) == close_to(name, [name]) for one in there)


def _typed_keys(loc: Keys) -> Keys:
    """The keys without the names of the kinds that pydantic tried one after the other."""
    kinds = {"str", "int", "float", "bool", "[key]"}
    return tuple(key for key in loc if key not in kinds and "[" not in str(key))


def _words(name: str, item: Mapping[str, Any], known: tuple[str, ...]) -> tuple[str, str]:
    kind, given, more = item["type"], _shown(item["input"]), item.get("ctx", {})
    said = quoting("'{name}' is {value}.", name=name, value=given)
    if kind == "missing":
        return quoting("'{name}' is missing.", name=name), "Add it."
    if kind == "extra_forbidden":
        remedy = nearest(name.rpartition(".")[2], known) if known else "Remove it."
        return quoting("Unknown key '{word}'.", word=name), remedy
    if kind == "literal_error":
        choices = str(more["expected"]).replace(" or ", ", ").replace("'", '"')
        if "or" in more:
            return said, quoting("Write one of: {names}, a number.", names=choices)
        return said, quoting("Write one of: {names}.", names=choices)
    if kind in _LIMITS:
        limit, words = _LIMITS[kind]
        return said, Saying(words, number=more[limit])
    if kind == "string_pattern_mismatch" and more["pattern"] in _PATTERNS:
        return said, _PATTERNS[more["pattern"]]
    if kind == "string_too_long":
        return quoting(
            "'{name}' has {number} letters.", name=name, number=len(item["input"])
        ), quoting("Write at most {number}.", number=more["max_length"])
    if kind in ("too_short", "too_long"):
        limit = more.get("min_length", more.get("max_length"))
        count = more["actual_length"] or len(item["input"])  # of a table it is not told
        remedy = "Write at most {number}." if limit > MANY else "Write {number}."
        text = "'{name}' holds {number} {number|entry|entries}."
        held = quoting(text, name=name, number=count)
        return held, quoting(remedy, number=limit)
    if kind == "model_type" and more["class_name"] in _EXAMPLES:
        return said, _EXAMPLES[more["class_name"]]
    if kind in ("tuple_type", "list_type") and isinstance(item["input"], Mapping):
        return said, quoting("Write [[{name}]] for each, or a list in [brackets].", name=name)
    if wanted := _KINDS.get(kind.split("_")[0]):
        return said, wanted
    why = f"{item['msg'][:1].lower()}{item['msg'][1:]}"
    return quoting("'{name}' is {value}: {why}.", name=name, value=given, why=why), ""


def _shown(value: object) -> str:
    """A value as TOML writes it, shortened."""
    if isinstance(value, Mapping):
        return Saying("a table")
    if isinstance(value, list | tuple):
        return Saying("a list")
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = text if len(text) <= 40 else f"{text[:37]}..."
    return f'"{text}"' if isinstance(value, str) else text


def _fields(model: type[BaseModel], keys: Keys) -> tuple[str, ...]:
    """The keys that the table at `keys` of a model may have; none if that is not known."""
    inner: Any = model
    for key in keys:
        models = _models(inner)
        if models and isinstance(key, str) and key in (names := _by_key(models[0])):
            inner = names[key]
        elif len(models := _models(inner)) != 1:
            return ()
        else:
            inner = models[0]
    found = _models(inner)
    return tuple(_by_key(found[0])) if len(found) == 1 else ()


def _by_key(model: type[BaseModel]) -> dict[str, Any]:
    return {info.alias or name: info.annotation for name, info in model.model_fields.items()}


def _models(kind: Any) -> list[type[BaseModel]]:
    """The models that an annotation speaks of, through tuples, tables and unions."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for part in get_args(kind) for model in _models(part)]
