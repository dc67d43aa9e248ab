"""What the environment says, read once and checked."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from llm.secret import Secret, header_secret, parted
from llm.showing import RULES as SHOW_EXAMPLES
from nlp.errors import SettingsError
from veraz.limits import Limits, limits_from
from veraz.unanswered import POLICIES

ON_MODEL_ERROR: tuple[str, ...] = ("fail", "symbolic")
ON_UNANSWERED: tuple[str, ...] = POLICIES
WINDOWS: tuple[str, ...] = ("sequential", "parallel")
STRICTNESS: tuple[str, ...] = ("lenient", "balanced", "strict")
DEFAULT_PIPELINE = "grounded"
REQUEST_SECONDS = 300.0
LEAST_TOKENS = 1024
LOGS: tuple[str, ...] = ("requests", "errors", "off")
NO_LIMITS = Limits()
NOTHING = Secret()
LEAST_KEY = 16


@dataclass(frozen=True, slots=True)
class Settings:
    """The options that hold for a whole process.

    ``base_url`` and ``api_key`` name the OpenAI-compatible server (no base URL: a model of
    this machine, or the rules);
    ``model`` is used where a call names none; ``on_model_error`` says what the service answers when
    the model gives nothing: an error, or the candidates' answer; ``on_unanswered`` what becomes of a
    required place that nothing answers (None: as the door that asks has it by default); ``calibration``
    is the file of a calibration (None: no field has a decision); ``seconds``
    is a request's deadline; ``context`` is what the server's model can read, in tokens (None: the
    server is asked); ``windows`` how documents longer than that are read, and ``document_tokens``
    what all the windows of one may cost together (None: every window is read); ``examples`` is a file of
    solved examples, for the schemas that they answer; ``show_examples`` whether prompts show any
    (:mod:`llm.showing`).

    The rest is the service's: the ``models`` that clients may name besides ``model`` (``*``: any the
    server has), the ``api_keys`` one of which they must show (empty: none is asked for), the web
    pages (``origins``) that may call it, what it writes to its ``log``, and its ``limits``.

    A user and a password in ``base_url`` are taken out of it into ``login``. Keys are
    :class:`llm.secret.Secret`; strings given are made so.
    """

    base_url: str | None = None
    api_key: Secret | str = NOTHING
    model: str | None = None
    pipeline: str = DEFAULT_PIPELINE
    strictness: str = "balanced"
    on_model_error: str = "fail"
    on_unanswered: str | None = None
    calibration: str | None = None
    seconds: float = REQUEST_SECONDS
    context: int | None = None
    windows: str = WINDOWS[0]
    document_tokens: int | None = None
    login: Secret = NOTHING
    models: tuple[str, ...] = ()
    api_keys: tuple[Secret, ...] = ()
    origins: tuple[str, ...] = ()
    log: str = "requests"
    examples: str | None = None
    show_examples: str = SHOW_EXAMPLES[0]
    limits: Limits = NO_LIMITS

    @property
    def request_seconds(self) -> float:
        """What a request may take in all."""
        return self.limits.request_seconds or self.seconds + 60.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "api_key", header_secret(self.api_key, "OPENAI_API_KEY"))
        if self.base_url is not None:
            address = parted(self.base_url)
            object.__setattr__(self, "base_url", address.public)
            object.__setattr__(self, "login", self.login or address.login)
        _one_of("VERAZ_LOG", self.log, LOGS)
        _one_of("VERAZ_ON_MODEL_ERROR", self.on_model_error, ON_MODEL_ERROR)
        _one_of("strictness", self.strictness, STRICTNESS)
        if self.on_unanswered is not None:
            _one_of("on_unanswered", self.on_unanswered, ON_UNANSWERED)
        if self.base_url is not None and not self.base_url.startswith(("http://", "https://")):
            raise SettingsError(
                f"OPENAI_BASE_URL={self.base_url[:200]} is no address of a server; "
                "write it whole, as in http://127.0.0.1:8080/v1."
            )
        if not 0 < self.seconds < float("inf"):
            raise SettingsError(
                f"VERAZ_TIMEOUT={self.seconds} must be a number of seconds above 0."
            )
        _one_of("VERAZ_WINDOWS", self.windows, WINDOWS)
        _one_of("VERAZ_SHOW_EXAMPLES", self.show_examples, SHOW_EXAMPLES)
        _enough("VERAZ_CONTEXT", self.context)
        _enough("VERAZ_DOCUMENT_TOKENS", self.document_tokens)


def settings_from(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; raises :class:`SettingsError` naming the variable that cannot be obeyed."""
    return Settings(
        base_url=environment.get("OPENAI_BASE_URL") or None,
        api_key=Secret(environment.get("OPENAI_API_KEY", "")),
        model=environment.get("VERAZ_MODEL") or None,
        pipeline=environment.get("VERAZ_PIPELINE") or DEFAULT_PIPELINE,
        strictness=environment.get("VERAZ_STRICTNESS") or "balanced",
        on_model_error=environment.get("VERAZ_ON_MODEL_ERROR") or "fail",
        on_unanswered=environment.get("VERAZ_ON_UNANSWERED") or None,
        calibration=environment.get("VERAZ_CALIBRATION") or None,
        seconds=_seconds(environment.get("VERAZ_TIMEOUT")),
        context=_tokens("VERAZ_CONTEXT", environment),
        windows=environment.get("VERAZ_WINDOWS") or WINDOWS[0],
        document_tokens=_tokens("VERAZ_DOCUMENT_TOKENS", environment),
        models=_listed(environment.get("VERAZ_MODELS")),
        api_keys=_keys(_listed(environment.get("VERAZ_API_KEYS"))),
        origins=_listed(environment.get("VERAZ_CORS_ORIGINS")),
        log=environment.get("VERAZ_LOG") or "requests",
        examples=environment.get("VERAZ_EXAMPLES") or None,
        show_examples=environment.get("VERAZ_SHOW_EXAMPLES") or SHOW_EXAMPLES[0],
        limits=limits_from(environment),
    )


def _listed(written: str | None) -> tuple[str, ...]:
    return tuple(each.strip() for each in (written or "").split(",") if each.strip())


def _keys(written: tuple[str, ...]) -> tuple[Secret, ...]:
    keys = tuple(header_secret(each, "VERAZ_API_KEYS") for each in written)
    if any(len(each) < LEAST_KEY for each in written):
        raise SettingsError(
            f"VERAZ_API_KEYS holds a key of fewer than {LEAST_KEY} characters, which can be guessed: "
            "make them with `openssl rand -hex 24`."
        )
    return keys


def _seconds(written: str | None) -> float:
    if not written:
        return REQUEST_SECONDS
    try:
        return float(written)
    except ValueError as error:
        raise SettingsError(f"VERAZ_TIMEOUT={written} is not a number of seconds.") from error


def _tokens(name: str, environment: Mapping[str, str]) -> int | None:
    written = environment.get(name)
    if not written:
        return None
    try:
        return int(written)
    except ValueError as error:
        raise SettingsError(f"{name}={written} is not a whole number of tokens.") from error


def _enough(name: str, tokens: int | None) -> None:
    if tokens is not None and tokens < LEAST_TOKENS:
        raise SettingsError(f"{name}={tokens} must be a number of tokens from {LEAST_TOKENS:,} on.")


def _one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise SettingsError(f"{name}={value} is not one of: {', '.join(known)}.")
