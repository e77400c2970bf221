"""Reads layers, Natural Earth's or a game's own, and takes from them what a rule asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Point, shape
from shapely.geometry.base import BaseGeometry

from builder import limits
from builder.files import read_bounded, remedy_of
from builder.game.csv_file import read_csv
from builder.game.problems import Collector
from builder.geography.georeference import degrees_of
from builder.geography.plane import Plane
from builder.geography.recipe import From, Range, Wanted
from builder.geography.tangles import has_too_many_rings, is_tangled
from builder.saying import quoting
from builder.strangers_json import read_json

PLACE_COLUMNS = ("name", "longitude", "latitude", "kind", "hex", "source", "note")

NEAR_LINE = 0.1
"""Degrees within which a line passes by a point."""

FARTHEST = 360.01, 90.01
"""Degrees of longitude and latitude that a coordinate may have: a map across the 180th meridian may
count on, and a pole may lie a rounding beyond itself."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_TANGLED = "Its shapes cross, or run close beside each other, too often to be laid together."
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

    def text(self, name: str) -> str:
        """A property as text of one line, without signs that no table holds; empty if missing."""
        value = self.properties.get(name)
        return "" if value is None else " ".join(_UNPRINTABLE.sub("", str(value)).split())


@dataclass
class Layers:
    """Opens layers once. `folder` is the game's map folder; `natural_earth` gives the file of one
    of its layers."""

    folder: Path
    natural_earth: Callable[[str], Path]
    problems: Collector
    _read: dict[str, tuple[Feature, ...]] = field(default_factory=dict)

    def take(self, sources: Iterable[From], plane: Plane) -> list[Feature]:
        """All features that the sources ask for, on the plane; empty ones left out."""
        taken: list[Feature] = []
        for source in sources:
            try:
                taken += self._laid(source, plane)
            except shapely.errors.GEOSException:
                self.problems.add(self.path(source.layer), 0, _UNLAID, _SIMPLIFY)
        return taken

    def _laid(self, source: From, plane: Plane) -> list[Feature]:
        chosen = [f for f in self._layer(source.layer) if _fits(f, source)]
        more = [f for layer in source.besides for f in self._layer(layer)]
        near = [plane.near(f.geometry) for f in (*chosen, *more)]
        if has_too_many_rings(near):
            text = quoting("Its shapes have more than {n:,} rings.", n=limits.LAYER_RINGS)
            self.problems.add(self.path(source.layer), 0, text, _SIMPLIFY)
            return []
        if is_tangled(near):
            self.problems.add(self.path(source.layer), 0, _TANGLED, _SIMPLIFY)
            return []
        flat = [
            Feature(plane.project(f.geometry), _named(f, source.called), f.line) for f in chosen
        ]
        flat = [f for f in flat if not f.geometry.is_empty and _large(f, source, plane)]
        if source.outside:
            flat += [Feature(plane.project(f.geometry), {}) for f in more]
            covered = shapely.union_all([f.geometry for f in flat])
            flat = [Feature(plane.frame.difference(covered), {})]
        return flat

    def path(self, layer: str) -> Path:
        """The file of a layer."""
        if layer.endswith((".geojson", ".csv")):
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
    for number, item in enumerate(_collection(path, problems), 1):
        if unread > limits.PROBLEMS:
            return
        try:
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
            yield Feature(geometry, properties)


def _is_on_earth(geometry: BaseGeometry) -> bool:
    """Whether all corners may be degrees; ValueError for those that are no numbers."""
    corners = shapely.get_coordinates(geometry)
    if not np.isfinite(corners).all():
        raise ValueError  # NaN and Infinity, which are no JSON, are read as numbers
    return not (np.abs(corners) > FARTHEST).any()


def _collection(path: Path, problems: Collector) -> list[Any]:
    """The features of a file as they stand there; none, and why, for what is no GeoJSON."""
    try:
        read = read_bounded(path, limits.LAYER)
        if read is None:
            text = quoting("The file is larger than {number} MB.", number=limits.LAYER >> 20)
            problems.add(path, 0, text, "Simplify it, or cut it to the map.")
            return []
        if sum(map(read.count, (b"[", b"{", b":"))) > limits.LAYER_PARTS:
            text = quoting("The layer has more than {n:,} points and values.", n=limits.LAYER_PARTS)
            problems.add(path, 0, text, "Simplify it, or cut it to the map.")
            return []
        features = read_json(read)["features"]
        if not isinstance(features, list):
            raise TypeError
    except OSError as error:
        text = quoting("Cannot read the file: {why}.", why=error.strerror or "unreadable")
        problems.add(path, 0, text, remedy_of(error))
    except json.JSONDecodeError as error:
        problems.add(path, error.lineno, "Not valid GeoJSON.", _AS_GEOJSON)
    except (ValueError, RecursionError, KeyError, TypeError):  # ... of thousands of digits, too
        problems.add(path, 0, "Not a GeoJSON FeatureCollection.", _AS_GEOJSON)
    else:
        return features
    return []


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


def _named(feature: Feature, called: str) -> Mapping[str, Any]:
    return {**feature.properties, "name": called} if called else feature.properties


def _large(feature: Feature, source: From, plane: Plane) -> bool:
    km = plane.fit.km
    if feature.geometry.area * km * km < source.min_km2:
        return False
    return bool(feature.geometry.length * km >= source.min_km)
