"""Game maps: where everything stands (`layout_map`), and how it looks (`draw_map`)."""

from builder.drawing.map.draw import draw_map
from builder.drawing.map.layout import MapLayout, Region, layout_map
from builder.drawing.map.picture import map_picture

__all__ = ["MapLayout", "Region", "draw_map", "layout_map", "map_picture"]
