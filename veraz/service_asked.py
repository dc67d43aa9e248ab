"""What a request's query asks of the way it is answered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from nlp.errors import SettingsError
from veraz.settings import ON_UNANSWERED, STRICTNESS, Settings

NAMES = ("pipeline", "model", "strictness", "abstain", "on_unanswered")

KNOWN: dict[str, tuple[str, ...]] = {"run": NAMES, "extract": NAMES, "check": ("strictness",)}
"""What a query may ask, by the kind of job; nothing of any other."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How one request wants to be answered; what is None is as the service was started.

    ``abstain`` is a confidence between 0 and 1: values below it become null where the schema allows.
    """

    pipeline: str | None = None
    model: str | None = None
    strictness: str | None = None
    abstain: float | None = None
    on_unanswered: str | None = None

    def over(self, settings: Settings, *, on_unanswered: str) -> Settings:
        """The settings of the service with what the request asks in their place."""
        return replace(
            settings,
            strictness=self.strictness or settings.strictness,
            on_unanswered=self.on_unanswered or settings.on_unanswered or on_unanswered,
        )


def read_query(query: Mapping[str, str], *, allowed: Iterable[str] = NAMES) -> Asked:
    """Read a query; raises :class:`SettingsError` for what is unknown or cannot be obeyed."""
    known = tuple(allowed)
    for name in query:
        if name not in known:
            listed = ", ".join(known) if known else "none"
            raise SettingsError(f"unknown query parameter {name[:40]!r}: this path knows {listed}.")
    given = {name: query[name] for name in known if query.get(name)}
    for name, values in (("strictness", STRICTNESS), ("on_unanswered", ON_UNANSWERED)):
        if name in given and given[name] not in values:
            raise SettingsError(f"{name}={given[name][:40]} must be one of {', '.join(values)}.")
    abstain = given.pop("abstain", None)
    return Asked(**given, abstain=None if abstain is None else _confidence(abstain))


def _confidence(written: str) -> float:
    try:
        value = float(written)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise SettingsError(f"abstain={written[:40]} must be a number between 0 and 1.")
    return value
