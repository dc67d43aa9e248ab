"""Labels and what they label: forms, tables, check boxes, matched with the fields of a schema."""
