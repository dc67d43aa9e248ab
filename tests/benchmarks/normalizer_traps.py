"""Plausible wrong values planted into gold: how many are caught, how many true ones are lost."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from nlp.candidates import find_candidates
from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from normalizers.normalize import normalize
from normalizers.outcome import FieldResult
from normalizers.place import STRICTNESSES

KNOWN = (
    "Gabriel García Márquez", "Organización de las Naciones Unidas", "Ciudad de México",
    "Universidad de Salamanca", "Isabel Allende", "Organización Mundial de la Salud",
    "Real Academia Española", "Buenos Aires", "Premio Nobel de Literatura", "Ministerio de Cultura",
)  # fmt: skip
TRAPS = ("another entity", "a known fact", "shifted year", "altered digit")


def instances(folders: Sequence[Path], step: int) -> list[dict[str, Any]]:
    """Every ``step``-th task of the folders."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))]
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths[::step]]


def planted(gold: Any, trap: str, place: int, others: Sequence[str], text: str) -> Any:
    """Gold with every leaf that the trap fits replaced by something the text does not say."""
    if isinstance(gold, dict):
        return {
            key: planted(value, trap, place + rank, others, text)
            for rank, (key, value) in enumerate(gold.items())
        }
    if isinstance(gold, list):
        return [planted(each, trap, place + rank, others, text) for rank, each in enumerate(gold)]
    wrong = _wrong(gold, trap, place, others)
    return gold if wrong is None or str(wrong) in text else wrong


def _wrong(value: Any, trap: str, place: int, others: Sequence[str]) -> Any:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _other_number(value) if trap == "altered digit" else None
    year = re.search(r"\b(1[5-9]|20)\d\d\b", value)
    if year:
        shifted = value[: year.start()] + str(int(year.group()) + 3) + value[year.end() :]
        return shifted if trap == "shifted year" else None
    if len(value.split()) > 6 or not value[:1].isupper() or value.isupper():
        return None
    if trap == "another entity":
        return others[place % len(others)]
    return KNOWN[place % len(KNOWN)] if trap == "a known fact" else None


def _other_number(value: int | float) -> int | float:
    digits = str(value)
    spot = next((i for i, sign in enumerate(digits) if sign.isdigit() and sign != "0"), 0)
    other = str((int(digits[spot]) % 9) + 1)
    changed = digits[:spot] + other + digits[spot + 1 :]
    return float(changed) if isinstance(value, float) else int(changed)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every scalar with its field path."""
    if isinstance(value, dict):
        for key, content in value.items():
            yield from leaves(content, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for place, content in enumerate(value):
            yield from leaves(content, f"{path}.{place}" if path else str(place))
    else:
        yield path, value


def measure(tasks: Sequence[dict[str, Any]]) -> dict[str, dict[tuple[str, str], list[int]]]:
    """By strictness: (trap or "true value", kind of place) → planted, dropped, flagged."""
    counts: dict[str, dict[tuple[str, str], list[int]]] = {
        strictness: defaultdict(lambda: [0, 0, 0]) for strictness in STRICTNESSES
    }
    names = sorted(
        {
            value
            for task in tasks
            for _, value in leaves(task["output"])
            if isinstance(value, str) and value[:1].isupper() and 1 < len(value.split()) < 5
        }
    )
    for place, task in enumerate(tasks):
        schema = compile_schema(task["target_schema"], instruction=task["instruction"])
        document = Document(task["id"], task["input_text"])
        candidates = find_candidates(document)
        gold = task["output"]
        variants = [("true value", gold)] + [
            (trap, planted(gold, trap, place * 7, names, document.text)) for trap in TRAPS
        ]
        before = dict(leaves(gold))
        for strictness in STRICTNESSES:
            for trap, answer in variants:
                results = normalize(
                    Draft(root=answer), schema, document, candidates, strictness=strictness
                )
                for result in results:
                    kind = _kind(result, schema)
                    changed = not _is_gold(result, before)
                    if result.raw is None or kind is None or changed != (trap != "true value"):
                        continue
                    count = counts[strictness][trap, kind]
                    count[0] += 1
                    count[1] += result.value is None
                    count[2] += result.outcome == "unsupported"
    return counts


def _is_gold(result: FieldResult, before: dict[str, Any]) -> bool:
    """Whether a result speaks of a gold value; elements of lists may have moved."""
    parent, _, step = result.path.rpartition(".")
    if not step.isdecimal():
        return bool(before.get(result.path) == result.raw)
    return any(
        path.rpartition(".")[0] == parent and value == result.raw for path, value in before.items()
    )


def _kind(result: FieldResult, schema: Any) -> str | None:
    field = schema.at(result.path)
    if field is None or field.kind not in {"string", "integer", "number"}:
        return None
    if result.path.rpartition(".")[2].isdecimal():
        return "list item"
    kind = "string" if field.kind == "string" else "number"
    return f"nullable {kind}" if field.nullable else f"required {kind}"


def report(folders: Sequence[Path], step: int) -> None:
    """Print what each strictness catches and loses."""
    tasks = instances(folders, step)
    counts = measure(tasks)
    print(f"\nTraps planted into the gold of {len(tasks)} instances (dropped / only flagged)")
    kinds = ("nullable string", "required string", "list item", "nullable number")
    print(f"{'':12s}{'':18s}" + "".join(f"{kind:>26s}" for kind in kinds))
    for strictness, table in counts.items():
        for trap in (*TRAPS, "true value"):
            cells = []
            for kind in kinds:
                total, dropped, flagged = table.get((trap, kind), [0, 0, 0])
                share = f"{dropped / total:5.1%} / {flagged / total:5.1%}" if total else "-"
                cells.append(f"{share} ({total})".rjust(26) if total else "-".rjust(26))
            print(f"{strictness:12s}{trap:18s}" + "".join(cells))
