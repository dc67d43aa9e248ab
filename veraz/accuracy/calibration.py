"""A calibration: how sure each field must be to be accepted without a look.

It belongs to what it was made on: pipeline, model, Spanish model, strictness, own examples, Veraz'
version and the schemas of the gold. For anything else it promises nothing, and every field is for review.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from nlp.errors import SettingsError
from nlp.schema import JSON
from normalizers.outcome import FieldResult
from veraz.accuracy.fields import fold, kind_of
from veraz.accuracy.reliability import Reliability
from veraz.extracted import UNANSWERED, Signature
from veraz.version import VERSION

ACCEPT, REVIEW = "accept", "review"
FORM = 1
"""The form of the file; another one is refused."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """What may be accepted of one group.

    ``accept`` is the least confidence (or chance, see :class:`Group`) accepted, None where nothing is;
    ``accepted`` of ``cases`` were at least so sure, ``wrong`` of those wrong. ``effective`` is what the
    cases count as independent ones, ``needed`` how many of them, none wrong, the promise would take at
    the least.
    """

    accept: float | None
    cases: int
    accepted: int
    wrong: int
    effective: float
    needed: int


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that share a threshold: one field of one schema, or (both empty) all that have too few
    cases for one of their own. ``kind`` is ``value`` or ``null``. With a ``reliability`` the threshold
    is one of the chance it gives, else of the confidence itself."""

    schema: str
    field: str
    kind: str
    threshold: Threshold
    reliability: Reliability | None = None

    def accepts(self, schema: str, name: str, confidence: float) -> bool:
        """Whether a field of the group, by its folded path, is sure enough."""
        if self.threshold.accept is None:
            return False
        if self.reliability is not None:
            confidence = self.reliability.chance(schema, name, confidence)
        return confidence >= self.threshold.accept


@dataclass(frozen=True, slots=True)
class Calibration:
    """Thresholds, what they promise and what they were made on.

    Of the fields accepted, at most the share ``risk`` is wrong, with probability ``confidence``:
    see ``docs/calibration.md`` for what that takes for granted. ``near`` is when free text counted
    as right.
    """

    risk: float
    confidence: float
    signature: Signature
    schemas: tuple[str, ...]
    groups: tuple[Group, ...]
    documents: int
    near: float = 1.0
    abstain_below: float | None = None

    @property
    def automated(self) -> float:
        """The share of the calibration's own fields that is accepted."""
        cases = sum(each.threshold.cases for each in self.groups)
        return sum(each.threshold.accepted for each in self.groups) / cases if cases else 0.0

    def decider(self, schema: str) -> Callable[[FieldResult], str]:
        """Return what gives ``accept`` or ``review`` for a field of the schema of that key."""
        found = {(each.schema, each.field, each.kind): each for each in self.groups}

        def decide(result: FieldResult) -> str:
            step = result.path.rpartition(".")[2]
            taken_out = result.outcome == "dropped" and step.isdecimal()
            if result.outcome in UNANSWERED or taken_out:
                return REVIEW
            kind = kind_of(result.value)
            name = fold(result.path)
            own = found.get((schema, name, kind)) or found.get(("", "", kind))
            accepted = own is not None and own.accepts(schema, name, result.confidence)
            return ACCEPT if accepted else REVIEW

        return decide

    def mismatch(
        self, signature: Signature, schema: str, abstain_below: float | None = None
    ) -> str:
        """Say why the calibration promises nothing for answers made so; empty where it does."""
        others = [
            f"{name.replace('_', ' ')} {now or 'none'} (calibrated: {was or 'none'})"
            for name, was in asdict(self.signature).items()
            if was != (now := getattr(signature, name))
        ]
        if abstain_below != self.abstain_below:
            others.append(f"abstain_below {abstain_below} (calibrated: {self.abstain_below})")
        if schema not in self.schemas:
            others.append("another schema")
        return mismatched(others) if others else ""

    def to_dict(self) -> dict[str, JSON]:
        """Return the calibration as JSON."""
        return {"form": FORM, **asdict(self), "automated": self.automated}

    def save(self, path: Path | str) -> None:
        """Write the calibration to a file."""
        content = json.dumps(self.to_dict(), ensure_ascii=False, indent=1)
        Path(path).write_text(content + "\n", encoding="utf-8")


def mismatched(others: list[str]) -> str:
    """Say that a calibration was made on something else, and what to do."""
    return (
        f"the calibration was not made for this: {', '.join(others)}. It promises nothing here, so "
        "nothing may be accepted by it; calibrate again with `veraz calibrate`."
    )


def load_calibration(path: Path | str) -> Calibration:
    """Read a calibration; raises :class:`nlp.errors.SettingsError` for a file that is none."""
    try:
        return _loaded(str(path), Path(path).stat().st_mtime_ns)
    except OSError as error:
        raise SettingsError(
            f"the calibration {path} cannot be read: {error.strerror or error}."
        ) from error


@lru_cache(maxsize=8)
def _loaded(path: str, _changed: int) -> Calibration:
    try:
        return calibration_from(json.loads(Path(path).read_text(encoding="utf-8")))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise SettingsError(
            f"{path} is no calibration of Veraz {VERSION} ({error}): make one with `veraz calibrate`."
        ) from error


def calibration_from(content: Mapping[str, Any]) -> Calibration:
    """Read a calibration from what :meth:`Calibration.to_dict` gives; raises ``ValueError``,
    ``TypeError`` or ``KeyError`` for anything else."""
    if content["form"] != FORM:
        raise ValueError(f"its form is {content['form']}, not {FORM}")
    groups = tuple(
        Group(
            str(each["schema"]),
            str(each["field"]),
            str(each["kind"]),
            Threshold(**each["threshold"]),
            Reliability(**each["reliability"]) if each.get("reliability") else None,
        )
        for each in content["groups"]
    )
    for each in groups:
        if each.threshold.accept is not None:
            float(each.threshold.accept)
    return Calibration(
        float(content["risk"]),
        float(content["confidence"]),
        Signature(**content["signature"]),
        tuple(map(str, content["schemas"])),
        groups,
        int(content["documents"]),
        float(content["near"]),
        content["abstain_below"],
    )
