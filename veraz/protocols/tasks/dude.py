"""DUDE's questions put to the extractor, from the plain text of a document.

Questions on the layout or on pictures make no sense for a text; nor does a text in another
language make full sense for rules of Spanish.
"""

import json
from functools import lru_cache
from importlib.resources import files
from statistics import fmean
from typing import Any

from veraz.result import Extraction

FIELD = "answers"


@lru_cache(maxsize=1)
def task_schema() -> dict[str, Any]:
    """The JSON Schema of the answer to one question; the question is the instruction."""
    path = files("resources").joinpath("tasks/dude.json")
    description = json.loads(path.read_text(encoding="utf-8"))[FIELD]
    return {
        "type": "object",
        "properties": {
            FIELD: {"type": "array", "items": {"type": "string"}, "description": description}
        },
        "required": [FIELD],
        "additionalProperties": False,
    }


def to_record(
    question_id: str, extraction: Extraction, *, abstain_below: float = 0.0
) -> dict[str, Any]:
    """One entry of a submission; an empty list says that the document does not answer.

    The confidence of several answers is the mean of theirs.
    """
    results = [result for path, result in extraction.fields.items() if path.split(".")[0] == FIELD]
    confidence = fmean(result.confidence for result in results) if results else 0.0
    return {
        "questionId": question_id,
        "answers": list(extraction.data.get(FIELD) or ()),
        "answers_confidence": [confidence],
        "answer_abstain": confidence < abstain_below,
    }
