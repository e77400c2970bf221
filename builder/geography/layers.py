"""Reads layers, Natural Earth's or a game's own, and takes from them what a rule asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Point, shape
from shapely.geometry.base import BaseGeometry

from builder import limits
from builder.files import read_bounded, remedy_of
from builder.game.csv_file import read_csv
from builder.game.problems import Collector, not_utf8
from builder.geography.georeference import degrees_of
from builder.geography.plane import Plane, is_area
from builder.geography.recipe import From, Range, Wanted
from builder.geography.tangles import touches, why_not_clipped, why_not_laid, work_to_mend
from builder.machine.budget import Budget
from builder.saying import Saying, quoting, shortened
from builder.strangers_json import read_json

PLACE_COLUMNS = ("name", "longitude", "latitude", "kind", "hex", "source", "note")

OWN = (".geojson", ".csv")
"""How the layers of a game's own end; others are Natural Earth's, most of which lie elsewhere."""

_OFF = "Nothing of {layer} lies on the map."
_TURNED = (
    "Nothing of {layer} lies on the map, and with longitude and latitude exchanged it would: write "
    "the longitude first."
)

NEAR_LINE = 0.1
"""Degrees within which a line passes by a point."""

FARTHEST = 360.01, 90.01
"""Degrees of longitude and latitude that a coordinate may have: a map across the 180th meridian may
count on, and a pole may lie a rounding beyond itself."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_TRUTH = re.compile(rb"[\[,]\s*(?:true|false)\b")
_UNLAID = "Its shapes are so broken that they cannot be laid on the map."
_SIMPLIFY = "Simplify it, or take fewer of its shapes."

_IN_DEGREES = (
    "Write degrees, the longitude first: a projected layer is saved as WGS 84 (EPSG:4326)."
)

_AS_GEOJSON = "Save it as GeoJSON, a FeatureCollection."

_NO_GEOMETRY = (
    KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError,
    shapely.errors.ShapelyError,
)  # fmt: skip


@dataclass(frozen=True)
class Feature:
    """A named geometry, in degrees when read, on the plane when taken."""

    geometry: BaseGeometry
    properties: Mapping[str, Any]
    line: int = 0
    file: Path = Path()
    number: int = 0
    """Which of the file's features it is."""

    def text(self, name: str) -> str:
        """A property as text of one line, no longer than a name, without signs that no table holds;
        empty if missing."""
        value = self.properties.get(name)
        known = isinstance(value, str | int | float)
        text = " ".join(_UNPRINTABLE.sub("", str(value)).split()) if known else ""
        return shortened(text, limits.NAME)


@dataclass(frozen=True)
class _Asked:
    """What a source asks for: the features that it chooses, and those `besides`."""

    source: From
    chosen: tuple[Feature, ...]
    more: tuple[Feature, ...]

    @property
    def shapes(self) -> list[BaseGeometry]:
        return [feature.geometry for feature in (*self.chosen, *self.more)]

    def changed(self, change: Callable[[BaseGeometry], BaseGeometry]) -> _Asked:
        """The same with other geometries."""
        chosen, more = (
            tuple(replace(f, geometry=change(f.geometry)) for f in features)
            for features in (self.chosen, self.more)
        )
        return _Asked(self.source, chosen, more)


@dataclass
class Layers:
    """Opens layers once. `folder` is the game's map folder; `natural_earth` gives the file of one
    of its layers."""

    folder: Path
    natural_earth: Callable[[str], Path]
    problems: Collector
    notes: dict[str, None] = field(default_factory=dict)
    """Which layers of the game's own lie off the map, a sentence each."""
    _read: dict[str, tuple[Feature, ...]] = field(default_factory=dict)
    _mending: int = 0
    """What it took to mend areas, for all rules so far."""

    def fetch(self, sources: Iterable[From]) -> None:
        """Have all files of Natural Earth's here before there is any work on them."""
        for source in sources:
            for layer in (source.layer, *source.besides):
                self.path(layer)

    def budget(self, sources: Sequence[From]) -> Budget:
        """One of memory alone, by which the work of a rule is known as that on its first layer."""
        return Budget(file=str(self.path(sources[0].layer)))

    def take(self, sources: Iterable[From], plane: Plane) -> list[Feature]:
        """All features that the sources ask for, on the plane; empty ones left out."""
        if self._mending > limits.LAYER_MENDED:  # as was told
            return []
        asked = [self._asked(source, plane) for source in sources]
        if self._refuses(asked, lambda shapes: why_not_clipped(shapes, plane.degrees)):
            return []
        near = [one.changed(plane.near) for one in asked]
        if self._refuses(near, why_not_laid):
            return []
        flat = [one.changed(plane.flat) for one in near]
        if self._finds_knots(flat):
            return []
        taken: list[Feature] = []
        for one in flat:
            try:
                taken += _laid(one.changed(plane.cut), plane)
            except shapely.errors.GEOSException:
                self.problems.add(self.path(one.source.layer), 0, _UNLAID, _SIMPLIFY)
        return taken

    def can_lie_with(
        self, others: Iterable[BaseGeometry], taken: Iterable[Feature], sources: Sequence[From]
    ) -> bool:
        """Whether what was taken from sources can be laid together with others; else it is told why
        not."""
        why = why_not_laid([*others, *(feature.geometry for feature in taken)])
        if why is not None:
            self.problems.add(self.path(sources[0].layer), 0, why, _SIMPLIFY)
        return why is None

    def _asked(self, source: From, plane: Plane) -> _Asked:
        chosen = [f for f in self._layer(source.layer) if _fits(f, source)]
        more = [f for layer in source.besides for f in self._layer(layer)]
        for layer in (source.layer, *source.besides):
            if layer.endswith(OWN) and (told := _off_the_map(layer, self._layer(layer), plane)):
                self.notes[told] = None
        return _Asked(source, _near(chosen, plane), _near(more, plane))

    def _refuses(
        self, asked: Sequence[_Asked], why: Callable[[Sequence[BaseGeometry]], Saying | None]
    ) -> bool:
        """Whether something speaks against all that is asked for together: it is told of the first
        layer that it speaks against alone, else of the last."""
        text = why([shape for one in asked for shape in one.shapes])
        if text is None:
            return False
        blamed = next((one for one in asked[:-1] if why(one.shapes)), asked[-1])
        self.problems.add(self.path(blamed.source.layer), 0, text, _SIMPLIFY)
        return True

    def _finds_knots(self, asked: Iterable[_Asked]) -> bool:
        """Whether it would take for ever to mend areas whose lines cross themselves: it is told of
        the one with which it is too much."""
        for feature in (feature for one in asked for feature in (*one.chosen, *one.more)):
            if is_area(feature.geometry) and not feature.geometry.is_valid:
                self._mending += work_to_mend(feature.geometry)
            if self._mending > limits.LAYER_MENDED:
                text = quoting("Feature {number} crosses itself too often.", number=feature.number)
                self.problems.add(feature.file, 0, text, "Draw its outline anew, or simplify it.")
                return True
        return False

    def path(self, layer: str) -> Path:
        """The file of a layer."""
        if layer.endswith(OWN):
            return self.folder / layer
        return self.natural_earth(layer)

    def _layer(self, layer: str) -> tuple[Feature, ...]:
        if layer not in self._read:
            path = self.path(layer)
            reader = _read_csv if path.suffix == ".csv" else _read_geojson
            self._read[layer] = tuple(reader(path, self.problems))
        return self._read[layer]


def _read_geojson(path: Path, problems: Collector) -> Iterator[Feature]:
    unread = 0
    features, odd = _collection(path, problems)
    for number, item in enumerate(features, 1):
        if unread > limits.PROBLEMS:
            return
        try:
            if odd and _has_truth(item["geometry"]):
                raise ValueError("true is no degree")
            geometry = None if item["geometry"] is None else shape(item["geometry"])
            properties = item.get("properties") or {}
            on_earth = geometry is None or _is_on_earth(geometry)
        except _NO_GEOMETRY:
            unread += 1
            text = quoting("Feature {number} has no geometry that can be read.", number=number)
            problems.add(path, 0, text, "Take it out, or draw it anew.")
            continue
        if not on_earth:
            unread += 1
            text = quoting(
                "Feature {number} lies at no longitude and latitude of the earth.", number=number
            )
            problems.add(path, 0, text, _IN_DEGREES)
        elif geometry is not None:
            yield Feature(geometry, properties, file=path, number=number)


def _is_on_earth(geometry: BaseGeometry) -> bool:
    """Whether all corners may be degrees; ValueError for those that are no numbers."""
    corners = shapely.get_coordinates(geometry)
    if not np.isfinite(corners).all():
        raise ValueError  # NaN and Infinity, which are no JSON, are read as numbers
    return not (np.abs(corners) > FARTHEST).any()


def _has_truth(value: Any) -> bool:
    """Whether a truth value stands somewhere in a geometry, which would count as 1 or 0."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, bool) or any(map(_has_truth, inside))


def _collection(path: Path, problems: Collector) -> tuple[list[Any], bool]:
    """The features of a file as they stand there, and whether truth values stand in some list;
    none, and why, for what is no GeoJSON."""
    try:
        read = read_bounded(path, limits.LAYER)
        if read is None:
            text = quoting("The file is larger than {number} MB.", number=limits.LAYER >> 20)
            problems.add(path, 0, text, "Simplify it, or cut it to the map.")
            return [], False
        if sum(map(read.count, (b"[", b"{", b":"))) > limits.LAYER_PARTS:
            text = quoting("The layer has more than {n:,} points and values.", n=limits.LAYER_PARTS)
            problems.add(path, 0, text, "Simplify it, or cut it to the map.")
            return [], False
        features = read_json(read)["features"]
        if not isinstance(features, list):
            raise TypeError
        if sum(map(_rings, features)) > limits.LAYER_FEATURES:
            text = quoting(
                "The layer has more than {n:,} features and rings.", n=limits.LAYER_FEATURES
            )
            problems.add(path, 0, text, "Take those that lie on the map, or join them.")
            return [], False
    except OSError as error:
        text = quoting("Cannot read the file: {why}.", why=error.strerror or "unreadable")
        problems.add(path, 0, text, remedy_of(error))
    except UnicodeDecodeError:
        problems.problems.append(not_utf8(path, "Save it as UTF-8."))
    except json.JSONDecodeError as error:
        problems.add(path, error.lineno, "Not valid GeoJSON.", _AS_GEOJSON)
    except (ValueError, RecursionError, KeyError, TypeError):  # ... of thousands of digits, too
        problems.add(path, 0, "Not a GeoJSON FeatureCollection.", _AS_GEOJSON)
    else:
        return features, bool(_TRUTH.search(read))
    return [], False


def _rings(feature: Any) -> int:
    """How many rings and lines a feature has, counted before they are made into shapes, which takes
    long; 1 for one that has none."""
    geometry = feature.get("geometry") if isinstance(feature, dict) else None
    if not isinstance(geometry, dict):
        return 1
    kind, parts = geometry.get("type"), geometry.get("coordinates")
    if kind not in ("Polygon", "MultiLineString", "MultiPolygon") or not isinstance(parts, list):
        return 1
    if kind != "MultiPolygon":
        return max(1, len(parts))
    return max(1, sum(len(part) for part in parts if isinstance(part, list)))


def _read_csv(path: Path, problems: Collector) -> Iterator[Feature]:
    for row in read_csv(path, problems, ("name", "longitude", "latitude"), PLACE_COLUMNS):
        longitude = degrees_of(path, row, "longitude", 180, problems)
        latitude = degrees_of(path, row, "latitude", 90, problems)
        if longitude is not None and latitude is not None:
            yield Feature(Point(longitude, latitude), dict(row.cells), row.line)


def _fits(feature: Feature, source: From) -> bool:
    properties = feature.properties
    if not all(_matches(properties.get(name), w) for name, w in source.where.items()):
        return False
    if any(_matches(properties.get(name), w) for name, w in source.without.items()):
        return False
    if source.at and not _covers(feature, source.at):
        return False
    return not (source.not_at and _covers(feature, source.not_at))


def _matches(value: Any, wanted: Wanted) -> bool:
    if isinstance(wanted, Range):
        if not isinstance(value, int | float):
            return False
        low = wanted.min is None or value >= wanted.min
        return low and (wanted.max is None or value <= wanted.max)
    return value in wanted if isinstance(wanted, tuple) else bool(value == wanted)


def _covers(feature: Feature, points: Iterable[tuple[float, float]]) -> bool:
    near = NEAR_LINE if feature.geometry.geom_type.endswith("LineString") else 0
    return any(feature.geometry.distance(Point(*point)) <= near for point in points)


def _near(features: Sequence[Feature], plane: Plane) -> tuple[Feature, ...]:
    """Those features whose rectangles touch the map's: most of a large layer lie far from it."""
    shapes: Any = np.array([feature.geometry for feature in features], dtype=object)
    near = touches(shapely.bounds(shapes).reshape(-1, 4), plane.degrees)
    return tuple(feature for feature, is_near in zip(features, near, strict=True) if is_near)


def _off_the_map(layer: str, features: Sequence[Feature], plane: Plane) -> Saying | None:
    """That nothing of a layer lies on the map; None if something does, or there is nothing."""
    if not features or _near(features, plane):
        return None
    west, south, east, north = plane.degrees
    turned = south, west, north, east
    shapes: Any = np.array([feature.geometry for feature in features], dtype=object)
    is_turned = touches(shapely.bounds(shapes).reshape(-1, 4), turned).any()
    return quoting(_TURNED if is_turned else _OFF, layer=layer)


def _laid(asked: _Asked, plane: Plane) -> list[Feature]:
    """What a source takes of features on the plane."""
    source = asked.source
    chosen = [f for f in asked.chosen if not f.geometry.is_empty and _large(f, source, plane)]
    if source.outside:
        covered = shapely.union_all([f.geometry for f in (*chosen, *asked.more)])
        return [Feature(plane.frame.difference(covered), {})]
    if source.called:
        return [replace(f, properties={**f.properties, "name": source.called}) for f in chosen]
    return chosen


def _large(feature: Feature, source: From, plane: Plane) -> bool:
    km = plane.fit.km
    if feature.geometry.area * km * km < source.min_km2:
        return False
    return bool(feature.geometry.length * km >= source.min_km)
