"""The hex grid: numbers, coordinates, pixels, neighbours, distance, paths; knows no game."""
