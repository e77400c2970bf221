"""The rules that a designer declares in rules.toml: their shape, their reader, their checks."""
