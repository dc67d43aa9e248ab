"""The last word of the schema: what still breaks it is repaired, place by place.

The answer is validated against the caller's own schema; where a value breaks it, the value becomes
null, goes, or is replaced by the least wrong valid one, and its result says so. What cannot be
mended so stands, for :mod:`veraz.unanswered` to refuse.

All faults are mended at once, as far as that goes, then one at a time. In a *wave* every faulty place
tries its next way; where the fault is gone the way stays, the other places try the one after. So the
number of checks follows the ways a fault has, not the faults.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from nlp.schema import JSON, Schema
from nlp.schema_validation import UNCHECKED, Violation, seconds_for, survey, violations
from nlp.schemas.references import steps_of
from normalizers.assemble import assemble
from normalizers.edits import Edit, edit_tree, edited, moves_elements
from normalizers.least_wrong import least_wrong
from normalizers.mending import CHOICES, COUNTS, Case, Fault, Way, fault_of, ways, ways_around
from normalizers.outcome import FieldResult
from normalizers.placed_results import placed_after_edits, placed_results_of, results_of

MOST_FAULTS = 100_000
"""Violations told of an answer; with more, what is mended could not be counted."""

CHECKS = 400
"""Times an answer is checked."""

FULL_CHECKS = 2
"""Checks that take all the time they may; the repair ends after as long."""

WAVES = 40
"""Ways tried of each fault."""

SINGLE_TRIES = 60
"""Ways tried one at a time, where no wave gets further."""


def conform(results: Sequence[FieldResult], schema: Schema) -> tuple[FieldResult, ...]:
    """Results whose assembled answer satisfies the schema, wherever that can be done.

    Those of a valid answer, and of one that cannot be checked, come back as they are; so does each
    result whose value is not altered. The others say so in their ``changes``.
    """
    answer: JSON = assemble(results, schema)
    found = violations(schema, answer, limit=MOST_FAULTS)
    if not found or any(each.keyword in UNCHECKED for each in found):
        return tuple(results)
    try:
        return Repair(results, answer, schema, found).run()
    except RecursionError:
        return tuple(results)


@dataclass(slots=True)
class Attempt:
    """A fault with the ways not tried yet, and the one tried now; ``done`` once edits were made."""

    fault: Fault
    ahead: Iterator[Way]
    way: Way = field(default_factory=list)
    done: bool = False

    def advance(self) -> bool:
        """Take the next way; whether there is one."""
        self.way = next((way for way in self.ahead if way), [])
        return bool(self.way)


class Repair:
    """An answer on its way to validity; each step leaves fewer violations than there were."""

    def __init__(
        self, results: Sequence[FieldResult], answer: JSON, schema: Schema, found: list[Violation]
    ) -> None:
        self.schema, self.answer, self.found = schema, answer, found
        self.results, self.placed = tuple(results), placed_results_of(results, answer)
        self.changed = False
        self.checks = CHECKS
        self.end = time.monotonic() + FULL_CHECKS * seconds_for(survey(answer)[0])

    def run(self) -> tuple[FieldResult, ...]:
        """Mend what can be mended; the results of the answer then."""
        while self.found and self._step():
            pass
        if self.found:
            self._start_over()
        return tuple(results_of(self.placed, self.schema)) if self.changed else self.results

    def _step(self) -> bool:
        """Whether something was mended, as close to the faults as possible."""
        case = Case(self.answer, self.schema, self.placed)
        faults = _distinct(fault_of(each, case) for each in self.found)
        for out in range(max(len(fault.steps) for fault in faults) + 1):
            for group in _groups(faults):
                tried = [
                    Attempt(each, ways_around(each, case, out) if out else ways(each, case))
                    for each in group
                    if out <= len(each.steps)
                ]
                if self._waves(tried):
                    return True
        return self._one_by_one(faults, case)

    def _waves(self, pending: Sequence[Attempt]) -> bool:
        """Whether faults were mended by the ways that each of them has, way by way."""
        before = len(self.found)
        for _ in range(WAVES):
            pending = [each for each in pending if not each.done and each.advance()]
            if not pending or not self.checks:
                break
            moving = [each for each in pending if moves_elements(self.answer, each.way)]
            if moving and len(moving) < len(pending):
                waiting = {id(each) for each in moving}
                self._keep_what_helps([each for each in pending if id(each) not in waiting])
            elif not moving:
                self._keep_what_helps(pending)
            if moving and self._accept(_edits(moving)):
                # Other elements have other indexes now: whoever waits is found anew.
                break
        return len(self.found) < before

    def _keep_what_helps(self, tried: Sequence[Attempt]) -> None:
        """Make the edits that mend their faults; all of them where that cannot be told apart."""
        left = self._check(edited(self.answer, edit_tree(_edits(tried))))
        if left is None:
            return
        made = _helped(tried, self.found, left)
        if len(made) == len(tried) or not self._accept(_edits(made)):
            if len(left) >= len(self.found):
                return
            made = list(tried)
            self._make(_edits(tried), left)
        for each in made:
            each.done = True

    def _one_by_one(self, faults: Sequence[Fault], case: Case) -> bool:
        tried = (
            way
            for fault in faults
            for out in range(len(fault.steps) + 1)
            for way in (ways_around(fault, case, out) if out else ways(fault, case))
        )
        return any(self._accept(way) for way in islice(tried, SINGLE_TRIES) if way)

    def _start_over(self) -> None:
        """The least wrong answer of all, if that one is valid."""
        edit = Edit((), self.found[0].keyword, least_wrong(self.schema.root, self.schema))
        if self._check(edit.value) == []:
            self._make([edit], [])

    def _accept(self, edits: Sequence[Edit]) -> bool:
        """Make edits if fewer violations are left."""
        left = self._check(edited(self.answer, edit_tree(edits))) if edits else None
        if left is None or len(left) >= len(self.found):
            return False
        self._make(edits, left)
        return True

    def _make(self, edits: Sequence[Edit], left: list[Violation]) -> None:
        tree = edit_tree(edits)
        self.placed = placed_after_edits(self.placed, self.answer, tree)
        self.answer, self.found, self.changed = edited(self.answer, tree), left, True

    def _check(self, answer: JSON) -> list[Violation] | None:
        """What an answer breaks; None where that cannot be said any more."""
        seconds = self.end - time.monotonic()
        if not self.checks or seconds <= 0:
            return None
        self.checks -= 1
        left = violations(self.schema, answer, limit=MOST_FAULTS, seconds=seconds)
        return None if any(each.keyword in UNCHECKED for each in left[-1:]) else left


def _edits(tried: Sequence[Attempt]) -> list[Edit]:
    return [edit for each in tried for edit in each.way]


def _distinct(faults: Iterable[Fault]) -> list[Fault]:
    """Each fault once, the deepest first: each key that is missing is a violation of its own."""
    once = {(each.steps, each.keyword, each.violation.missing): each for each in faults}
    return sorted(once.values(), key=lambda each: -len(each.steps))


def _groups(faults: Sequence[Fault]) -> list[list[Fault]]:
    """Faults to be mended together: of values, then of numbers of parts, then choices by depth."""
    values = [each for each in faults if each.keyword not in COUNTS | CHOICES]
    counts = [each for each in faults if each.keyword in COUNTS]
    choices: dict[int, list[Fault]] = {}
    for each in faults:
        if each.keyword in CHOICES:
            choices.setdefault(len(each.steps), []).append(each)
    return [group for group in (values, counts, *choices.values()) if group]


def _helped(
    tried: Sequence[Attempt], found: Sequence[Violation], left: Sequence[Violation]
) -> list[Attempt]:
    """The attempts whose fault is gone, with no other in its place."""
    before = {(each.pointer, each.keyword) for each in found}
    still = {(steps_of(each.pointer), each.keyword) for each in left}
    new = {steps_of(each.pointer) for each in left if (each.pointer, each.keyword) not in before}
    around = {steps[:size] for steps in new for size in range(len(steps) + 1)}
    return [
        each
        for each in tried
        if (each.fault.steps, each.fault.keyword) not in still
        and each.fault.steps not in around
        and min((edit.steps for edit in each.way), key=len)[:-1] not in new
    ]
