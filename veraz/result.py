"""What an extraction gives back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from veraz.extracted import Extracted

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class Extraction(Extracted):
    """A JSON value that validates against the schema, and what each of its parts rests on.

    ``data`` is the answer; ``faults`` say where it does not satisfy the schema, which can only be
    where required places that nothing answers were left out (``on_unanswered="omit"``); ``fields``
    maps field paths (``events.0.date``) to what became of them; ``draft`` is what the model said
    before anything checked it (None where nothing could be read); ``problems`` what had to be mended
    while reading it. ``parsed`` is ``data`` as an instance of the pydantic class that was given as
    schema, where one was.
    """

    def to_dataframe(self, field: str | None = None) -> "pandas.DataFrame":
        """Return a pandas data frame: a row a field, or with ``field`` a row an element of that list."""
        from veraz.frames import to_dataframe

        return to_dataframe(self, field)

    def _repr_html_(self) -> str:
        from veraz.view import render_html

        return render_html(self)
