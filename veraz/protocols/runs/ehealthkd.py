"""eHealth-KD run and scored: annotated sentences to submission files, and those by the protocol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from veraz.extractor import Extractor
from veraz.protocols.runs.outcomes import Outcome
from veraz.protocols.scorers.ehealthkd import READERS, score_collections
from veraz.protocols.scorers.ehealthkd_files import SCENARIOS, Collection, Sentence
from veraz.protocols.scorers.score import Score
from veraz.protocols.tasks import ehealthkd
from veraz.result import Extraction

PUBLISHED: Mapping[tuple[int, int], Mapping[str, float]] = {
    (2019, 1): {"organisers' baseline": 0.4309, "best system": 0.6394, "human": 0.7274},
}
"""F1 of the published tables, to read ours beside."""


@dataclass(frozen=True, slots=True)
class Task:
    """Which task is run, and how it is asked."""

    year: int
    scenario: int
    form: str = "lists"


def annotated(gold: Collection) -> list[int]:
    """Positions of the sentences that have gold annotations; the others are not scored."""
    return [
        place
        for place, sentence in enumerate(gold.sentences)
        if sentence.keyphrases or sentence.relations
    ]


async def extract_sentence(extractor: Extractor, sentence: Sentence, task: Task) -> Extraction:
    """Extract one sentence; only scenario 3 is given gold keyphrases."""
    given = ehealthkd.given_keyphrases(sentence) if task.scenario == 3 else ()
    return await extractor.aextract(
        sentence.text,
        ehealthkd.instruction(task.scenario, given, text=sentence.text),
        ehealthkd.task_schema(task.scenario, form=task.form),
    )


def write_submission(
    folder: Path, gold: Collection, places: Sequence[int], outcomes: Sequence[Outcome], task: Task
) -> Path:
    """Write the year's files into the scenario's folder, every sentence of the text in them."""
    found = {}
    for place, outcome in zip(places, outcomes, strict=True):
        if outcome.extraction is not None:
            sentence = gold.sentences[place]
            given = ehealthkd.given_keyphrases(sentence) if task.scenario == 3 else ()
            found[place] = ehealthkd.read_answer(outcome.extraction, given=given)
    write = ehealthkd.write_2019 if task.year == 2019 else ehealthkd.write_2020
    target = folder / SCENARIOS[task.scenario]
    write(target, task.scenario, [sentence.text for sentence in gold.sentences], found)
    return target


def score_submission(folder: Path, gold: Collection, places: Sequence[int], task: Task) -> Score:
    """Read the files back and score the sentences that were run."""
    submitted = READERS[task.year](folder, task.scenario)
    return score_collections(
        ehealthkd.part(gold, places),
        ehealthkd.part(submitted, places),
        year=task.year,
        scenario=task.scenario,
    )
