"""The board page: a position on the game's own map in a browser, with answers to every question."""
