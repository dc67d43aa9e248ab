"""Facts that no words of a text say and that follow from what they say."""
