"""Kessel at the live table: it sits in a room of VASSAL's online play and follows the game."""
