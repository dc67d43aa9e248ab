"""Data: Spanish word lists, lexicons, prompts and few-shot examples. No logic."""
