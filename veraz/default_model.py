"""What answers where nobody names a model."""

from llm.embedded_server import MODEL_NAME
from llm.installed import used_model
from llm.weights import names_own_weights
from veraz.settings import Settings

SYMBOLIC = "symbolic"

RULES_ANSWER = (
    "the rules answer, without a model: none is installed and no server is named. `veraz model "
    "--install qwen3-4b` brings one; OPENAI_BASE_URL names a server"
)
"""What is said where nobody chose the rules."""


def default_name(settings: Settings) -> str | None:
    """What answers where nobody names a model; None: the first model of the server.

    That is the model of the settings, the server's, the file of ``VERAZ_WEIGHTS`` that is the user's own,
    the installed model in use, and ``symbolic`` where there is none of these.
    """
    if settings.model is not None or settings.base_url is not None:
        return settings.model
    if names_own_weights():
        return MODEL_NAME
    used = used_model()
    return SYMBOLIC if used is None else used.name


def by_rules_alone(settings: Settings) -> bool:
    """Whether the rules answer though nobody chose them."""
    return settings.model is None and default_name(settings) == SYMBOLIC
