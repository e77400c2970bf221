"""The questions, and the machinery that games share; knows no game."""
