"""The model: prompt, wire schema, call, and reading the answer."""
