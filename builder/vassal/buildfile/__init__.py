"""The build file: every component of a module, and modules as a whole."""
