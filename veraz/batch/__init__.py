"""Many documents: the local engine and Ray Data."""
