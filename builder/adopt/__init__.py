"""A stranger's module becomes a game's folder; what cannot be taken over is listed, not lost."""
