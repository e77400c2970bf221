"""The games that are installed, each read from its folder once: nobody changes them in a test."""

from functools import cache

from builder.game.loader import load_game

read_once = cache(load_game)
