"""The words of the prompts, read from ``resources/prompts``."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from nlp.word_lists import read_yaml

# Tokenizers drop or ignore them, so that a mark may be put together again behind our back.
_NO_WIDTH = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


MARKS_IN_MARKS = 4


@cache
def wording(name: str) -> Any:
    """The wording file of that name, as YAML gives it."""
    return read_yaml(f"prompts/{name}")


@cache
def _control_tokens() -> re.Pattern[str]:
    path = files("resources") / "prompts" / "control_tokens.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    marks = "|".join(line for line in lines if line and not line.startswith("#"))
    return re.compile(marks, re.IGNORECASE)


def disarm(text: str) -> str:
    """The text with a space inside every mark of a chat template, so that it is only text.

    Characters of no width inside a mark do not hide it: they are left out before it is looked for.
    """
    bare = _NO_WIDTH.sub("", text)
    if bare != text and _control_tokens().search(bare):
        text = bare
    # `</think>` disarmed holds `/think`, which is a mark too.
    for _ in range(MARKS_IN_MARKS):
        text, found = _control_tokens().subn(lambda mark: f"{mark[0][0]} {mark[0][1:]}", text)
        if not found:
            break
    return text
