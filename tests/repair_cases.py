"""Lists whose every element breaks the schema in one way: for the tests of the repair and its
benchmark."""

from collections.abc import Mapping
from typing import Any

from nlp.errors import AnswerError
from nlp.schema import JSON, Schema
from nlp.schema_validation import violations
from normalizers.outcome import Evidence, FieldResult


def ensure_valid(answer: JSON, schema: Schema) -> JSON:
    """The answer, if it satisfies the schema; else an AnswerError at the first place at fault."""
    for first in violations(schema, answer):
        raise AnswerError(
            first.message, pointer=first.pointer, keyword=first.keyword, answer=answer
        )
    return answer


def thing(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    """The schema of an object."""
    return {"type": "object", "properties": properties, "required": list(required), **more}


FOLIO = {"type": "string", "pattern": "^[A-Z]{2}$"}
EVENT: dict[str, Any] = {"oneOf": [
    thing({"tipo": {"const": "alta"}, "día": {"type": "integer", "maximum": 31}}, "tipo", "día"),
    thing({"tipo": {"const": "baja"}, "causa": {"type": "string"},
           "sanciones": {"type": "array", "items": FOLIO}}, "tipo", "causa", "sanciones"),
]}  # fmt: skip
BOAT: dict[str, Any] = {
    "type": "object",
    "properties": {"nombre": {"type": "string"}, "eslora": {"type": "number", "minimum": 0},
                   "tripulación": {"type": "array", "items": {"type": "string"}},
                   "folio": {"type": "string", "pattern": "^[A-Z]{2}$"}},
    "required": ["nombre", "eslora", "tripulación"],
    "additionalProperties": False,
}  # fmt: skip
SOUND: dict[str, Any] = {"nombre": "Virxe do Carme", "eslora": 12.5, "tripulación": ["Sabela"]}
LEASED = {
    "type": "object",
    "properties": {"clase": {"const": "arrendada"}, "renta": {"type": "integer", "minimum": 1}},
    "required": ["clase", "renta"],
    "additionalProperties": False,
}
OWNED = {
    "type": "object",
    "properties": {"clase": {"const": "propia"}, "dueña": {"type": "string", "minLength": 1}},
    "required": ["clase", "dueña"],
    "additionalProperties": False,
}

FAULTS: dict[str, dict[str, Any]] = {
    "a required list is missing": {"boat": {"nombre": "Virxe do Carme", "eslora": 12.5}},
    "a wrong type": {"boat": {**SOUND, "eslora": "doce metros y medio"}},
    "an unknown key": {"boat": {**SOUND, "puerto": "Luarca"}},
    "a broken pattern": {"boat": {**SOUND, "folio": "sin folio"}},
    "an element of the wrong type": {"boat": "Virxe do Carme"},
    "three faults at two depths": {"boat": {"nombre": None, "tripulación": ["Sabela", 7],
                                            "puerto": "Luarca"}},
    "a fault inside a union": {"boat": {"clase": "arrendada", "renta": -4},
                               "sound": {"clase": "propia", "dueña": "Aldara"},
                               "schema": {"anyOf": [OWNED, LEASED]}},
    "a key too many inside a union": {"boat": {"clase": "propia", "dueña": "Sabela", "renta": 3},
                                      "sound": {"clase": "arrendada", "renta": 300},
                                      "schema": {"oneOf": [LEASED, OWNED]}},
}  # fmt: skip


def register(fault: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of the register whose boats have a fault."""
    return {
        "type": "object",
        "properties": {"barcos": {"type": "array", "items": fault.get("schema", BOAT)}},
        "required": ["barcos"],
    }


def told(path: str, value: Any) -> list[FieldResult]:
    """The results of a draft that was taken as it is; strings have evidence."""
    if isinstance(value, dict | list) and value:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        return [one for name, each in parts for one in told(f"{path}.{name}".strip("."), each)]
    evidence = (Evidence(0, len(value), value),) if isinstance(value, str) and value else ()
    return [FieldResult(path, value, value, evidence=evidence, confidence=0.9)]


def boats(fault: Mapping[str, Any], count: int) -> list[FieldResult]:
    """The results of a register of so many boats with the same fault, and of a sound one."""
    return told("", {"barcos": [*[fault["boat"]] * count, fault.get("sound", SOUND)]})
