"""Published tasks put to the extractor: schema, question, and conversion to submission formats."""
