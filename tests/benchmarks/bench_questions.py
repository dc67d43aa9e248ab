"""Questions as fields: exact match and F1 of `symbolic` on articles no weight was trained on.

    python tests/benchmarks/bench_questions.py [--limit N] [--linear]

Every third article of SQuAD-es (``squad_es/train.jsonl``) is kept back by ``scripts/train_ranker.py``;
the schema is one field whose description is the question. Answers are compared as SQuAD's are, with
Spanish articles left out. ``--linear`` judges without the trees.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import mean

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "tests")]

from ranker_sources import KEPT_BACK, question_schema, token_f1, words  # noqa: E402
from rich.console import Console  # noqa: E402
from shared_data import SHARED  # noqa: E402

from nlp.candidates import find_candidates  # noqa: E402
from nlp.match.ranker import Ranker, trained_ranker  # noqa: E402
from nlp.match.symbolic_answer import answer_schema  # noqa: E402
from nlp.matching import match_hints  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.spans import Document  # noqa: E402


def main() -> int:
    """Answer every question of the articles kept back; print what is right."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=int, default=0, help="only the first N paragraphs")
    parser.add_argument("--linear", action="store_true", help="without the trees")
    args = parser.parse_args()
    console = Console(width=110)
    path = SHARED / "squad_es" / "train.jsonl"
    if not path.exists():
        console.print(f"skipped: needs {path} (set VERAZ_SHARED)")
        return 0
    paragraphs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    held = set(sorted({one["title"] for one in paragraphs})[::KEPT_BACK])
    paragraphs = [one for one in paragraphs if one["title"] in held][: args.limit or None]
    ranker = Ranker(trained_ranker().groups) if args.linear else trained_ranker()
    exact, partly, seconds = [], [], []
    for one in paragraphs:
        document = Document("", one["context"])
        candidates = find_candidates(document)
        for question in one["questions"]:
            gold = [answer["text"] for answer in question["answers"] if answer["text"]]
            if not gold:
                continue
            schema = compile_schema(question_schema(question["question"], question["id"]))
            started = time.thread_time()
            hints = match_hints(document, candidates, schema, ranker=ranker)
            seconds.append(time.thread_time() - started)
            answer = answer_schema(document, schema, candidates, hints, ranker=ranker)
            said = str(next(iter(answer.values())) or "") if isinstance(answer, dict) else ""
            exact.append(max(words(said) == words(each) for each in gold))
            partly.append(max(token_f1(said, each) for each in gold))
    console.print(
        f"{len(held)} articles, {len(exact)} questions: exact match {mean(exact):.3f}, "
        f"F1 {mean(partly):.3f}; {1000 * mean(seconds):.0f} ms a question"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
