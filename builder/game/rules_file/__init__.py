"""What may stand in rules.toml: its tables, and the small words that they share."""
