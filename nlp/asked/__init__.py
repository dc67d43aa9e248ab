"""What a field asks for: its words, its classes, its unit, its form, and values in them."""
