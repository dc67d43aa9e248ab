"""Facts of a text for a prompt: mentions by kind, their values, and how likely each is asked for."""
