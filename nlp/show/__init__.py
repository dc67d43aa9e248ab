"""The inspector: what `python -m nlp.inspect` shows."""
