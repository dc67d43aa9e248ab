"""``veraz serve``: the service."""

import argparse
import asyncio
import socket
from dataclasses import replace

import uvicorn

from llm.weights import names_own_weights
from nlp.errors import ModelError, SettingsError
from veraz.accuracy.deciding import opened
from veraz.commands.saying import is_quiet, is_verbose, say
from veraz.default_model import RULES_ANSWER, SYMBOLIC, by_rules_alone
from veraz.extraction import Rules
from veraz.models import EmbeddedModel, open_model
from veraz.own_examples import settings_examples
from veraz.pipelines import PIPELINES
from veraz.service import create_app
from veraz.settings import LOGS, ON_MODEL_ERROR, ON_UNANSWERED, STRICTNESS, Settings, settings_from

PORTS = range(65536)
PROBE_SECONDS = 3.0

EPILOG = "An option wins over the variable named with it; docs/operating.md lists the others."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = f"{EPILOG} {parser.epilog or ''}"
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument(
        "--port", type=int, default=8000, help="port to listen on (default 8000; 0: any free one)"
    )
    parser.add_argument(
        "--model",
        help="who answers: symbolic, an installed model, or one of the server (VERAZ_MODEL)",
    )
    parser.add_argument("--base-url", help="an OpenAI-compatible server (OPENAI_BASE_URL)")
    parser.add_argument("--pipeline", choices=tuple(PIPELINES), help="the default (VERAZ_PIPELINE)")
    parser.add_argument("--strictness", choices=STRICTNESS, help="VERAZ_STRICTNESS")
    parser.add_argument("--on-unanswered", choices=ON_UNANSWERED, help="VERAZ_ON_UNANSWERED")
    parser.add_argument(
        "--calibration", metavar="FILE", help="what veraz calibrate wrote (VERAZ_CALIBRATION)"
    )
    parser.add_argument("--on-model-error", choices=ON_MODEL_ERROR, help="VERAZ_ON_MODEL_ERROR")
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="requests answered at a time, each in a process of its own (VERAZ_WORKERS)",
    )
    parser.add_argument("--log", choices=LOGS, help="what is logged, as JSON lines (VERAZ_LOG)")


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    settings = chosen(settings_from(), options)
    answers = who_answers(settings)
    opened(settings.calibration, settings.pipeline, Rules(settings.strictness))
    settings_examples(settings.examples)  # what cannot be read is told now
    with listening(options.host, options.port) as door:
        host, port = door.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        say(f"http://{shown}:{port}/ answers with {answers}, pipeline {settings.pipeline}")
        for line in warnings_for(settings):
            say(line)
        uvicorn.Server(_config(settings)).run(sockets=[door])
    return 0


def chosen(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings as the options change them; raises :class:`SettingsError` for a bad one."""
    names = (
        "model",
        "base_url",
        "pipeline",
        "strictness",
        "on_unanswered",
        "on_model_error",
        "calibration",
        "log",
    )
    given = {name: value for name in names if (value := getattr(options, name)) is not None}
    if options.workers is not None:
        given["limits"] = replace(settings.limits, workers=options.workers)
    if is_quiet():
        given.setdefault("log", "errors")
    return replace(settings, **given)


def who_answers(settings: Settings) -> str:
    """Say who answers; raises :class:`SettingsError` where the model cannot be had."""
    from llm.served import ServedModel  # brings openai, which the review needs not

    model = open_model(None, settings)
    if isinstance(model, EmbeddedModel):
        if model.installed is not None or names_own_weights():
            return f"{model.name}, on this machine"
        return f"the embedded model {model.name}, which chooses among what the rules find"
    if isinstance(model, ServedModel):
        return f"{model.name or 'the first model'} of {settings.base_url}"
    return f"{model.name}, without a model" if model.name == SYMBOLIC else model.name


def warnings_for(settings: Settings) -> list[str]:
    """What will not go as hoped: no model at all, a server that is not there, or lacks the model."""
    if by_rules_alone(settings):
        return [f"{RULES_ANSWER}."]
    if settings.base_url is None or settings.model == SYMBOLIC:
        return []
    try:
        names = asyncio.run(_listed(settings))
    except ModelError as error:
        return [f"{error} Requests fail until it answers{_instead(settings)}."]
    if settings.model and names and settings.model not in names:
        listed = ", ".join(names[:10])
        return [f"{settings.base_url} lists no model {settings.model!r}; it lists: {listed}"]
    return []


async def _listed(settings: Settings) -> list[str]:
    from llm.served import ServedModel

    model = ServedModel(
        settings.model,
        base_url=settings.base_url or "",
        api_key=settings.api_key,
        login=settings.login,
    )
    try:
        return await model.listed(PROBE_SECONDS)
    finally:
        await model.aclose()


def _instead(settings: Settings) -> str:
    return "" if settings.on_model_error == "fail" else ", or are answered without a model"


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises :class:`SettingsError` saying why none can."""
    if port not in PORTS:
        raise SettingsError(f"--port {port} is no port: they go from 0 (any free one) to 65535.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise SettingsError(
            f"cannot listen on {host} port {port}: {error.strerror or error}. Choose another with "
            "--host and --port."
        ) from None


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings),
        log_level="info" if is_verbose() else "warning",
        server_header=False,
        # Longer than clients pause: one that writes into a closed connection sees an error.
        timeout_keep_alive=65,
        # What is under way may end; nothing new begins.
        timeout_graceful_shutdown=settings.limits.stop_seconds,
    )
