"""Labelled forms made up from a seed: thirty layouts, each with schemas and gold."""
