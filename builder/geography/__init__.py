"""Real geography becomes a hex map: towns place it, then hexes and hexsides are classified."""
