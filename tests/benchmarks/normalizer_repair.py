"""How long the repair of many faulty elements takes: seconds by kind of fault and number.

python tests/benchmarks/normalizer_repair.py
"""

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from repair_cases import FAULTS, SOUND, boats, ensure_valid, register  # noqa: E402

from nlp.errors import AnswerError  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from normalizers.assemble import assemble  # noqa: E402
from normalizers.repair import conform  # noqa: E402

SIZES = (25, 500, 5_000)


def seconds(fault: Mapping[str, Any], count: int) -> float | None:
    """Time from the results of a draft to a checked answer; None where that is an error or
    has lost the boat that was sound.
    """
    schema = compile_schema(register(fault))
    results = boats(fault, count)
    begun = time.perf_counter()
    try:
        answer = ensure_valid(assemble(conform(results, schema), schema), schema)
    except AnswerError:
        return None
    spent = time.perf_counter() - begun
    return spent if fault.get("sound", SOUND) in answer["barcos"] else None


def report(sizes: Sequence[int] = SIZES) -> None:
    """Print elements × kind × seconds; a dash stands for a document lost."""
    print("\nRepair of lists with many faulty elements: seconds, validation included")
    print(f"{'fault of each element':32s}" + "".join(f"{size:>9,d}" for size in sizes))
    for name, fault in FAULTS.items():
        spent = [seconds(fault, size) for size in sizes]
        cells = "".join(f"{'-' if each is None else f'{each:.2f}':>9s}" for each in spent)
        print(f"{name:32s}{cells}")


if __name__ == "__main__":
    report()
