"""The game on paper: sheets of counters and cards, charts, the map in pages, and prices."""
