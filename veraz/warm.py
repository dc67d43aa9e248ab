"""Loads what every extraction needs, in the process that worker processes are forked from.

It must leave no thread behind: a forked process has none of them, but all the locks they held.
"""

import gc
import json
from contextlib import suppress

from llm import served
from llm.completion import Completion, Usage
from nlp.match.symbolic_answer import answer_schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from veraz import service_job, service_workers
from veraz.batch import row_extractor
from veraz.demo import demo_example
from veraz.extraction import Rules, answer, ask, read

PARTS = (served, row_extractor, service_job, service_workers)


def warm_up() -> None:
    """Answer one example with everything but a model."""
    example = demo_example()
    schema = compile_schema(example["schema"], instruction=example["instruction"])
    question = ask(Document("demo", example["text"]), schema)
    prompt = question.prompt
    said = answer_schema(prompt.document, schema, prompt.candidates, prompt.hints)
    completion = Completion(json.dumps(said))
    draft = read(question, completion)
    answer(question, draft, rules=Rules(), usage=Usage(), pipeline="grounded", model="symbolic")


if __name__ != "__main__":
    # Whatever goes wrong, the worker that meets it says so.
    with suppress(Exception):
        warm_up()
    gc.collect()
    gc.freeze()
