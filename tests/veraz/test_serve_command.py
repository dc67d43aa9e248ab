"""``veraz serve``: what its options change, and what it says before it serves."""

import argparse
import socket
from typing import Any

import pytest

from nlp.errors import SettingsError
from veraz.cli import main
from veraz.commands.parser import whole_parser
from veraz.commands.serve import chosen, listening, warnings_for, who_answers
from veraz.settings import Settings


def options(*words: str) -> argparse.Namespace:
    parser, _ = whole_parser("serve")
    return parser.parse_args(["serve", *words])


def test_options_win_over_the_environment() -> None:
    given = options(
        *("--model", "symbolic", "--pipeline", "consensus", "--workers", "3", "--log", "off")
    )
    settings = chosen(Settings(model="other", pipeline="repair"), given)
    assert (settings.model, settings.pipeline, settings.log) == ("symbolic", "consensus", "off")
    assert settings.limits.workers == 3
    assert chosen(Settings(model="other"), options()).model == "other"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"model": "symbolic"}, "symbolic, without a model"),
        ({"model": "embedded"}, "the embedded model"),
        ({}, "symbolic, without a model"),
        ({"model": "qwen", "base_url": "http://127.0.0.1:9/v1"}, "qwen of http://127.0.0.1:9/v1"),
        ({"base_url": "http://127.0.0.1:9/v1"}, "the first model of http://127.0.0.1:9/v1"),
    ],
)
def test_it_says_who_answers(settings: dict[str, Any], said: str) -> None:
    assert said in who_answers(Settings(**settings))


def test_a_model_that_needs_a_server_is_refused_before_serving(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["serve", "--model", "qwen", "--port", "0"]) == 2
    assert "needs a server" in capsys.readouterr().err


def test_a_server_that_is_not_there_is_said() -> None:
    (line,) = warnings_for(Settings(base_url="http://127.0.0.1:9/v1", model="qwen"))
    assert "cannot be reached" in line
    assert "Requests fail until it answers" in line


@pytest.mark.parametrize("port", [-1, 65536, 99999])
def test_a_port_that_is_none(port: int) -> None:
    with pytest.raises(SettingsError, match=f"--port {port} is no port"):
        listening("127.0.0.1", port)


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match="Choose another"):
            listening("127.0.0.1", port)
