"""The home page: games, saves, modules and sheets in the browser, for who opens no terminal."""
