"""Names, identifiers and noun phrases."""
