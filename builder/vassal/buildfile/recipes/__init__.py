"""Ready-made groups of components: what every good hex-and-counter module has."""
