"""What is answered, in words and pictures: for the terminal, for a page, for a letter."""
