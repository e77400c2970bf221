"""Pages for makers of games: lay the grid on a picture, and trace terrain from it."""
