"""A local map projection: longitude and latitude to kilometres on a plane, and back."""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, atan2, cos, degrees, hypot, radians, sin
from typing import Any

EARTH_KM = 6371.0088
"""Mean radius of the earth."""


@dataclass(frozen=True)
class Stereographic:
    """The stereographic projection about a point (degrees): angles are true everywhere, and lengths
    within 0.7 % up to 1,000 km away. x counts kilometres eastward, y southward."""

    longitude: float
    latitude: float

    def forward(self, longitude: Any, latitude: Any) -> tuple[Any, Any]:
        """Kilometres (x, y) of a point in degrees; arrays of degrees give arrays."""
        import numpy

        turn, p = numpy.radians(longitude) - radians(self.longitude), numpy.radians(latitude)
        sin0, cos0 = sin(radians(self.latitude)), cos(radians(self.latitude))
        sin_p, cos_p, cos_turn = numpy.sin(p), numpy.cos(p), numpy.cos(turn)
        scale = 2 * EARTH_KM / (1 + sin0 * sin_p + cos0 * cos_p * cos_turn)
        return scale * cos_p * numpy.sin(turn), -scale * (cos0 * sin_p - sin0 * cos_p * cos_turn)

    def inverse(self, x: float, y: float) -> tuple[float, float]:
        """Longitude and latitude in degrees of a point in kilometres."""
        far = hypot(x, y)
        if far == 0:
            return self.longitude, self.latitude
        sin0, cos0 = sin(radians(self.latitude)), cos(radians(self.latitude))
        angle = 2 * atan2(far, 2 * EARTH_KM)
        latitude = asin(cos(angle) * sin0 - y * sin(angle) * cos0 / far)
        turn = atan2(x * sin(angle), far * cos0 * cos(angle) + y * sin0 * sin(angle))
        return self.longitude + degrees(turn), degrees(latitude)
