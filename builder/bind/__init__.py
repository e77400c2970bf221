"""Another author's module of a game: its pieces, map, boxes and turn bound to the game's own."""
