"""Whole answers of the `symbolic` model by weights that never saw their source or schema."""

from collections import defaultdict
from collections.abc import Iterable

from ranker_lessons import Lesson
from ranker_options import Judges
from rich.console import Console
from rich.table import Table

from nlp.match.symbolic_answer import answer_schema
from nlp.matching import match_hints
from veraz.protocols.scorers.gensie import TaskScore, corpus, score_task


def print_answers(lessons: Iterable[Lesson], rankers_of: Judges, console: Console) -> None:
    """F1 of the answers to whole schemas by source, for each of the rankers."""
    scores: dict[str, dict[str, list[TaskScore]]] = defaultdict(lambda: defaultdict(list))
    for lesson in lessons:
        for name, ranker in rankers_of(lesson).items():
            hints = match_hints(
                lesson.document, lesson.candidates, lesson.schema, ranker=ranker, shown=False
            )
            answer = answer_schema(
                lesson.document, lesson.schema, lesson.candidates, hints, ranker=ranker
            )
            scores[lesson.part][name].append(score_task(lesson.gold, answer, lesson.raw))
    table = Table(title="F1 of whole answers, source (dev and recorded: schema) left out")
    names = list(next(iter(scores.values()), {}))
    for column in ("source", "instances", *names):
        table.add_column(column)
    for source, found in scores.items():
        size = str(len(found[names[0]]))
        table.add_row(source, size, *(f"{corpus(found[name]).f1:.4f}" for name in names))
    console.print(table)
