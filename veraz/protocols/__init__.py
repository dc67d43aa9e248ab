"""Published protocols: their scorers, their tasks put to the extractor, their commands.

They know the product; the product does not know them.
"""
