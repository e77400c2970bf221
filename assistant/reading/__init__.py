"""VASSAL's table read as a position: what each piece is, and what the table says beside."""
