"""From a picture of a map to its tables: what hexes and hexsides look like, and what is alike."""
