"""Veraz: schema-guided extraction from Spanish text that says only what the text says."""
