"""Protocols run: the extractor over a benchmark, and what a run gave and cost."""
