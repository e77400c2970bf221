"""The owner's desk: a page on which the printed game is typed into the owner's copy."""
