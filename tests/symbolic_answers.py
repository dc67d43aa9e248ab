"""What the tests of whole answers share: the pipeline without a model, and its answer to a few fields."""

from typing import Any

from veraz import Extractor

SYMBOLIC = Extractor(model="symbolic", pipeline="grounded", on_unanswered="omit")


def answer(text: str, **fields: dict[str, Any]) -> dict[str, Any]:
    """What `symbolic` answers to the fields."""
    schema = {"type": "object", "properties": fields, "required": list(fields)}
    return dict(SYMBOLIC.extract(text, "Extrae los datos.", schema).data)
