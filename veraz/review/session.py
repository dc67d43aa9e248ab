"""One review: documents, what is decided of them, and the files that keep it."""

import datetime
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nlp.errors import DocumentError
from nlp.schema import JSON
from veraz.batch.lock import OutputLock
from veraz.gold import ANSWER_KEYS
from veraz.review.deciding import Decision, DecisionError, State, decide
from veraz.review.doubtful import reasons
from veraz.review.gold_file import GoldFile
from veraz.review.journal import Journal
from veraz.review.places import ReviewPlace, places_of
from veraz.review.reading import ReviewDocument

JOURNAL = ".journal"
"""What is added to the name of the gold file."""


class ReviewSession:
    """Decisions on documents, kept in a gold file and the journal beside it.

    A decision stands in the journal, on the disk, before it is answered; the gold file follows. What
    a kill leaves between the two is brought up at the next start. One session at a time holds a gold
    file. Raises :class:`nlp.errors.VerazError` where gold and documents do not fit together.
    """

    def __init__(self, documents: Sequence[ReviewDocument], gold: Path) -> None:
        self.documents = tuple(documents)
        self._numbers = {each.id: number for number, each in enumerate(self.documents)}
        self._lock = OutputLock(gold)
        try:
            self.gold = GoldFile(gold)
            self._states = [self._standing(each) for each in self.documents]
            self.journal = Journal(self.gold.path.with_name(self.gold.path.name + JOURNAL))
        except BaseException:
            self._lock.release()
            raise
        self._history: list[tuple[int, State, str]] = []
        try:
            self._replay()
        except BaseException:
            self.close()
            raise

    @property
    def revision(self) -> int:
        """Tells what is decided by now from what was decided a while ago."""
        return len(self.journal.entries)

    @property
    def undoable(self) -> int:
        """How many decisions can be taken back."""
        return len(self._history)

    def state(self, number: int) -> State:
        """What is decided of a document."""
        return self._states[number]

    def places(self, number: int) -> list[ReviewPlace]:
        """The places of a document's answer as it stands."""
        return places_of(self.documents[number], self._states[number].answer)

    def why(self, number: int, below: float) -> dict[str, tuple[str, ...]]:
        """The places of a document to be looked at, decided or not, with their reasons."""
        calibrated = self.documents[number].calibrated
        found = {
            place.path: reasons(place, below=below, calibrated=calibrated)
            for place in self.places(number)
        }
        return {path: why for path, why in found.items() if why}

    def decide(self, number: int, decision: Decision) -> State:
        """Take a decision; on return it is on the disk. Raises :class:`DecisionError`."""
        document, was = self.documents[number], self._states[number]
        now = decide(was, decision, document.schema)
        entry: dict[str, Any] = {
            "at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "id": document.id,
            "path": decision.path,
            "action": decision.action,
        }
        if decision.action in ("set", "add"):
            entry["value"] = decision.value
        if decision.span is not None:
            entry["span"] = list(decision.span)
        self.journal.add({**entry, "was": _told(was), "now": _told(now)})
        self._history.append((number, was, decision.path))
        self._take(number, now)
        return now

    def undo(self) -> tuple[int, str]:
        """Take the last decision back; gives the document's number and the place's path.

        Raises :class:`DecisionError` where nothing is left to take back.
        """
        if not self._history:
            raise DecisionError("undo", "there is nothing to undo")
        number, was, path = self._history[-1]
        entry = {"id": self.documents[number].id, "action": "undo", "path": path}
        self.journal.add({**entry, "now": _told(was)})
        self._history.pop()
        self._take(number, was)
        return number, path

    def close(self) -> None:
        """Give the files back."""
        self.journal.close()
        self._lock.release()

    def _take(self, number: int, now: State) -> None:
        self._states[number] = now
        self._into_gold(number)
        self.gold.write()
        self.journal.add({"written": True}, sync=False)

    def _into_gold(self, number: int) -> None:
        document, state = self.documents[number], self._states[number]
        if state == State(document.answer):
            self.gold.drop(document.id)
            return
        row: dict[str, JSON] = {
            "id": document.id,
            "text": document.text,
            "instruction": document.instruction,
            "schema": document.schema.original,
            "answer": state.answer,
        }
        if state.reviewed is not None:
            row["reviewed"] = list(state.reviewed)
        self.gold.put(row)

    def _standing(self, document: ReviewDocument) -> State:
        """What the gold file says of a document, else what the batch answered."""
        row = self.gold.row(document.id)
        if row is None:
            return State(document.answer)
        text = row.get("text", row.get("input_text"))
        schema = row.get("schema", row.get("target_schema", document.schema.original))
        if text != document.text or schema != document.schema.original:
            raise DocumentError(
                f"{self.gold.path} has {document.id!r} with another text or schema: name another gold "
                "file, or give the documents other ids."
            )
        answer = next((row[key] for key in ANSWER_KEYS if key in row), None)
        given = row.get("reviewed")
        if given is not None and not (
            isinstance(given, list) and all(isinstance(path, str) for path in given)
        ):
            raise DocumentError(
                f"{self.gold.path}: `reviewed` of {document.id!r} is no list of field paths: mend it."
            )
        return State(answer, None if given is None else tuple(given))

    def _replay(self) -> None:
        """Bring up what is in the journal and not in the gold file, and what can be undone."""
        written = max((i for i, e in enumerate(self.journal.entries) if "written" in e), default=-1)
        behind: set[int] = set()
        for index, entry in enumerate(self.journal.entries):
            if "now" not in entry:
                continue
            number = self._numbers.get(str(entry["id"]))
            if number is None:
                if index > written:
                    raise DocumentError(
                        f"{self.journal.path} has a decision on {entry['id']!r} that is not in the gold "
                        "file yet: review the batch it is from once more, then this one."
                    )
                continue
            self._remember(number, entry)
            if index > written:
                self._states[number] = _state(entry["now"])
                behind.add(number)
        if behind:
            for number in behind:
                self._into_gold(number)
            self.gold.write()
            self.journal.add({"written": True}, sync=False)

    def _remember(self, number: int, entry: Mapping[str, Any]) -> None:
        if entry["action"] != "undo":
            self._history.append((number, _state(entry["was"]), str(entry["path"])))
        elif self._history:
            self._history.pop()


def _told(state: State) -> dict[str, JSON]:
    reviewed = None if state.reviewed is None else list(state.reviewed)
    return {"answer": state.answer, "reviewed": reviewed}


def _state(told: Mapping[str, Any]) -> State:
    reviewed = told["reviewed"]
    return State(told["answer"], None if reviewed is None else tuple(reviewed))
