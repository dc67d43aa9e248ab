"""Reading of Spanish temporal expressions: words, meanings, and the parsers between them."""
