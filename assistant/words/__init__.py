"""The assistant in the reader's language: catalogues of sentences, and who speaks them."""
