"""What holds for every row of a batch, and what of it makes an answer another one."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nlp.errors import SettingsError
from veraz.default_model import default_name
from veraz.digest import digest
from veraz.settings import settings_from

Made = Mapping[str, Any]
"""What a row was made with: digests of schema and instruction, and the rest by its name."""

SERVERS_OWN = "(the server's own)"


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What holds for every row of a batch; picklable.

    ``reference`` is the day relative dates count from, as YYYY-MM-DD. ``evidence`` adds the field
    results to each row. ``cache`` is the file of a cache on disk, ``calibration`` that of a calibration,
    ``examples`` one of solved examples; with ``leave_one_out`` a text among them is answered without
    itself.
    """

    schema: Mapping[str, Any] | None
    instruction: str = ""
    model: str | None = None
    base_url: str | None = None
    pipeline: str | None = None
    strictness: str | None = None
    evidence: bool = False
    cache: str | None = None
    abstain_below: float | None = None
    reference: str | None = None
    on_unanswered: str | None = None
    calibration: str | None = None
    examples: str | None = None
    leave_one_out: bool = False


def made_with(options: BatchOptions) -> dict[str, Any]:
    """Return what the rows of these options are made with; what is not set is left out.

    The environment counts as much as the options do. The server's address does not: a server may
    move while a batch is under way.
    """
    settings = settings_from()
    settings = replace(settings, base_url=options.base_url or settings.base_url)
    made = {
        "schema": None if options.schema is None else digest(options.schema),
        "instruction": digest(options.instruction) if options.instruction else None,
        "model": options.model or default_name(settings) or SERVERS_OWN,
        "pipeline": options.pipeline or settings.pipeline,
        "strictness": options.strictness or settings.strictness,
        "abstain_below": options.abstain_below,
        "reference": options.reference,
        "on_unanswered": options.on_unanswered or settings.on_unanswered,
        "calibration": _calibration(options.calibration, settings.calibration),
        "evidence": options.evidence or None,
        "examples": _examples_digest(options.examples or settings.examples),
        "leave_one_out": options.leave_one_out or None,
    }
    return {name: value for name, value in made.items() if value is not None}


def _calibration(given: str | None, of_environment: str | None) -> str | None:
    return (of_environment if given is None else given) or None


def _examples_digest(path: str | None) -> str | None:
    if path is None:
        return None
    try:
        return hashlib.blake2b(Path(path).read_bytes(), digest_size=8).hexdigest()
    except OSError as error:
        raise SettingsError(f"the examples {path} cannot be read: {error.strerror}.") from error


def differences(was: Made, now: Made) -> list[str]:
    """Say what differs between two ways to make rows."""
    names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
    return [_difference(name, was.get(name), now.get(name)) for name in names]


def _difference(name: str, was: Any, now: Any) -> str:
    if name in ("schema", "instruction", "examples"):
        if was is None:
            return f"the {name} (they had none)"
        return f"the {name}" if now is not None else f"the {name} (now there is none)"
    option = "--" + name.replace("_", "-")
    return f"{option} (was {_shown(was)}, is {_shown(now)})"


def _shown(value: Any) -> str:
    if value is None:
        return "not set"
    return "set" if value is True else str(value)
