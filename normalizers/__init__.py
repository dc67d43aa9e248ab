"""After the model: coerce, check the evidence, keep or drop."""
