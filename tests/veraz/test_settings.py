"""What the environment may say."""

import pytest

from nlp.errors import SettingsError
from veraz.settings import settings_from


def test_an_empty_environment_names_no_server() -> None:
    settings = settings_from({})
    assert settings.base_url is None
    assert settings.pipeline == "grounded"
    assert settings.on_model_error == "fail"


def test_an_empty_key_works() -> None:
    settings = settings_from({"OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "OPENAI_API_KEY": ""})
    assert settings.base_url == "http://127.0.0.1:1/v1"
    assert not settings.api_key


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("VERAZ_ON_MODEL_ERROR", "nulls"),
        ("VERAZ_STRICTNESS", "severa"),
        ("OPENAI_BASE_URL", "127.0.0.1:8080/v1"),
        ("VERAZ_TIMEOUT", "mucho"),
        ("VERAZ_TIMEOUT", "-1"),
        ("VERAZ_CONTEXT", "ocho mil"),
        ("VERAZ_CONTEXT", "12"),
        ("VERAZ_WINDOWS", "al revés"),
        ("VERAZ_DOCUMENT_TOKENS", "12"),
        ("VERAZ_SHOW_EXAMPLES", "a veces"),
    ],
)
def test_what_cannot_be_obeyed_names_its_variable(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=value):
        settings_from({name: value})


def test_the_context_of_a_server_that_does_not_say_it_reaches_the_model() -> None:
    given = {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "VERAZ_CONTEXT": "16384"}
    assert settings_from(given).context == 16384
    assert settings_from({}).context is None


def test_how_long_documents_are_read_reaches_the_model() -> None:
    assert settings_from({}).windows == "sequential"
    assert settings_from({}).document_tokens is None
    settings = settings_from({"VERAZ_WINDOWS": "parallel", "VERAZ_DOCUMENT_TOKENS": "64000"})
    assert (settings.windows, settings.document_tokens) == ("parallel", 64_000)


def test_whether_examples_are_shown_reaches_the_model() -> None:
    assert settings_from({}).show_examples == "auto"
    assert settings_from({"VERAZ_SHOW_EXAMPLES": "never"}).show_examples == "never"
