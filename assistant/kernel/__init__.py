"""The law of hex wargames as small functions with hooks; knows no game."""
