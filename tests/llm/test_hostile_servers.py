"""Servers that drip, flood or bomb: one deadline over everything, and no more read than is worth it."""

import gzip
import resource
import time
import zlib
from contextlib import suppress

import pytest
from hostile_server import (
    Play,
    bomb,
    deep,
    dripping,
    dripping_head,
    endless,
    hostile,
    long_answer,
    ten_megabytes,
)

from llm.bounded import MAX_BODY, BodyTooLargeError, unpack
from llm.prompt import build_prompt
from llm.served import ServedModel
from nlp.errors import ModelError, ModelTimeout
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

SECONDS = 3.0
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
MIB_MORE = 150


@pytest.mark.parametrize(
    ("play", "said", "seconds"),
    [
        (dripping, ModelTimeout, 1.0),
        (dripping_head, ModelTimeout, 1.0),
        (bomb, ModelError, SECONDS),
        (endless, ModelError, SECONDS),
        (ten_megabytes, ModelError, SECONDS),
        (deep, ModelError, SECONDS),
    ],
)
async def test_no_server_holds_us_longer_than_the_deadline_or_fills_the_memory(
    play: Play, said: type[Exception], seconds: float
) -> None:
    prompt = build_prompt(Document("1", "hola"), compile_schema(SCHEMA))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.monotonic()
    with hostile(play) as url:
        model = ServedModel("m", base_url=url, seconds=seconds, first_pause=0.05)
        with pytest.raises(said):
            await model.complete(prompt)
        await model.aclose()
    assert time.monotonic() - begun < seconds + 30.0  # else never
    if play is not bomb:  # making the bomb takes memory too
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert (after - before) // 1024 < MIB_MORE


async def test_an_answer_without_a_closing_bracket_is_read_in_time() -> None:
    prompt = build_prompt(Document("1", "hola"), compile_schema(SCHEMA))
    begun = time.monotonic()
    with hostile(long_answer) as url:
        model = ServedModel("m", base_url=url, seconds=SECONDS, first_pause=0.05)
        with suppress(ModelError):
            await model.complete(prompt)
        await model.aclose()
    assert time.monotonic() - begun < SECONDS + 30.0  # else never


def test_what_is_packed_is_unpacked_up_to_a_size() -> None:
    assert unpack(gzip.compress(b"hola"), "gzip") == b"hola"
    assert unpack(zlib.compress(b"hola"), "deflate") == b"hola"
    assert unpack(b"hola", "") == b"hola"
    for body, encoding in (
        (gzip.compress(b" " * (MAX_BODY + 1)), "gzip"),
        (b"hola", "br"),
        (b"hola", "gzip"),
    ):
        with pytest.raises(BodyTooLargeError):
            unpack(body, encoding)
