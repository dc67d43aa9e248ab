"""The version of the distribution; pyproject.toml reads it here."""

VERSION = "0.2.0"
