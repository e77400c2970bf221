"""The rules that a designer declares in rules.toml: their reader, their checks, their page."""
