"""A game becomes a .vmod; the names that saves are read back by stand in builder.game.carriers."""
