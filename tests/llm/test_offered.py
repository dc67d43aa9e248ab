"""The list of models that can be installed, and addresses of others."""

import pytest

from llm.machine import needed_mib
from llm.offered import OfferedModel, offered, offered_models
from nlp.errors import SettingsError


@pytest.mark.parametrize("model", offered_models(), ids=lambda model: model.name)
def test_each_of_the_list_says_what_it_needs(model: OfferedModel) -> None:
    assert offered(model.name) is model
    assert offered(f"{model.repo}/{model.file}") is model
    assert model.file.endswith(".gguf")
    assert model.licence
    assert model.about
    assert model.parameters is not None
    assert model.download_mb is not None
    # From four to nine bits a parameter, embeddings of large vocabularies included.
    assert 0.5 <= model.download_mb / 1000 / model.parameters <= 1.1
    assert needed_mib(model.download_mb, model.kib_a_token) < 8 * 1024, "it fits a laptop"


def test_there_are_models_of_each_size() -> None:
    sizes = [model.parameters or 0 for model in offered_models()]
    assert min(sizes) < 1 < 2 < max(sizes)
    assert any("qwen3" in model.name for model in offered_models())
    assert any("gemma" in model.name for model in offered_models())


def test_any_other_gguf_of_the_hub_has_an_address() -> None:
    model = offered("taller/Modelo-GGUF/cuantizado/Modelo_Q4_K.GGUF")
    assert (model.name, model.repo) == ("modelo-q4-k", "taller/Modelo-GGUF")
    assert model.file == "cuantizado/Modelo_Q4_K.GGUF"
    assert model.template == {"enable_thinking": False}


@pytest.mark.parametrize(
    "asked",
    [
        "", "qwen", "taller/Modelo-GGUF", "taller/Modelo-GGUF/modelo.bin", "../../x.gguf",
        "taller/modelo/../../x.gguf", "http://127.0.0.1/a/b.gguf", "a/b/embedded.gguf", "a/b/..gguf",
    ],
)  # fmt: skip
def test_what_names_no_model(asked: str) -> None:
    with pytest.raises(SettingsError):
        offered(asked)
