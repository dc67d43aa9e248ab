"""A person decides on the fields in doubt, and the decisions become gold."""
