"""VASSAL's files and language: modules, pieces, commands, saves and logs; knows no game."""
