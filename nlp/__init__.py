"""Before the model: the text, its spans, and the schema that asks."""
