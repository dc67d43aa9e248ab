"""The words of the prompts, read from ``resources/prompts``."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def wording(name: str) -> Any:
    """The wording file of that name, as YAML gives it."""
    path = files("resources") / "prompts" / f"{name}.yaml"
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@cache
def _control_tokens() -> re.Pattern[str]:
    path = files("resources") / "prompts" / "control_tokens.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return re.compile("|".join(line for line in lines if line and not line.startswith("#")))


def disarm(text: str) -> str:
    """The text with a space inside every mark of a chat template, so that it is only text."""
    return _control_tokens().sub(lambda mark: f"{mark[0][0]} {mark[0][1:]}", text)
