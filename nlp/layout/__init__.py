"""What the form of a text says: lines, sentences, headings, tables, lists, labels."""
