"""Spanish numbers, ordinals, ranges, quantities and money: read and found."""
