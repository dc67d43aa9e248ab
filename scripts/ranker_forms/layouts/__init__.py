"""One module a layout: its text, four schemas over it, and their gold."""
