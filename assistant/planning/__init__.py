"""A side's turn thought through: which battles, with whom, from where, and what they promise."""
