"""How a JSON Schema becomes the field tree; `nlp.schema_compiler` is the door."""
