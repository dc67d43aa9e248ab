"""Which candidate answers which field, and what the candidates alone would answer."""
