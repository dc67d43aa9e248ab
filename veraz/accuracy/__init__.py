"""How right an extractor is on a user's own documents, and which of its fields may be trusted."""
