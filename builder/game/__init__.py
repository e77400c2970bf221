"""What a game is: typed models, and the loader that reads a game's source files."""
