"""``veraz score``, ``benchmark`` and ``rank``, as :mod:`veraz.commands` has the others."""
