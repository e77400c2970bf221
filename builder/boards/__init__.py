"""Boards that are no hex field: squares by rows and columns, outlines of areas. Knows no game."""
