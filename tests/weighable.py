"""What the tests of what is weighed share: the fields and lists of a text with their options."""

from typing import Any

import numpy as np

from nlp.candidates import find_candidates
from nlp.match.ranker import trained_ranker
from nlp.match.trees import Trees
from nlp.match.weighed import Weighable
from nlp.matching import weighable_fields
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


def weighable(text: str, properties: dict[str, Any]) -> tuple[Weighable, ...]:
    schema = compile_schema({"type": "object", "properties": properties})
    document = Document("x", text)
    return weighable_fields(document, find_candidates(document), schema, trained_ranker())[1]


def stump(name: str, threshold: float) -> Trees:
    """One tree: 1 above a threshold of one trait, -1 below it and where it is missing."""
    return Trees(
        names=(name,),
        feature=np.array([0, 0, 0]),
        threshold=np.array([threshold, 0.0, 0.0], dtype=np.float32),
        left=np.array([1, 1, 2]),
        right=np.array([2, 1, 2]),
        missing=np.array([True, True, True]),
        value=np.array([0.0, -1.0, 1.0]),
        roots=np.array([0]),
        depth=1,
    )
