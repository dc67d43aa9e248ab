import importlib.util

import pytest

from nlp.errors import SettingsError
from nlp.pipeline_es import MODELS, spanish_model, spanish_model_signature


def test_an_unknown_model_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_ES_MODEL", "es_no_existe")
    with pytest.raises(SettingsError, match=r"es_no_existe.*pip install.*SPACY_ES_MODEL"):
        spanish_model()


def test_a_directory_that_is_no_model(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("SPACY_ES_MODEL", str(tmp_path))
    with pytest.raises(SettingsError, match="cannot be loaded"):
        spanish_model()


def test_rules_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_ES_MODEL", "blank_es")
    nlp, name, version = spanish_model()
    assert (nlp.lang, name, nlp.pipe_names) == ("es", "blank_es", [])
    assert spanish_model_signature() == f"blank_es-{version}"


@pytest.mark.skipif(
    not any(importlib.util.find_spec(name) for name in MODELS), reason="no Spanish model installed"
)
def test_the_best_installed_model_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPACY_ES_MODEL", raising=False)
    nlp, name, version = spanish_model()
    assert name == next(one for one in MODELS if importlib.util.find_spec(one))
    assert "ner" in nlp.pipe_names
    assert version[0].isdigit()
