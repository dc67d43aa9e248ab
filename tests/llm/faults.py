"""What servers and models do wrong, each as a script for the fake server.

Every entry was met with a real server or model. ``script(answer)`` spoils a right answer in that
way; where the fault leaves a way out (another rung, another try), the script takes it.
"""

import argparse
import json
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from llm.scripted import Body, Script, ScriptedServer, Turn
from nlp.schema import JSON


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: what happens, how it is played, and the error it must end in (empty: an answer)."""

    description: str
    script: Callable[[JSON], Script]
    error: str = ""


def asked_keys(body: Body, answer: JSON) -> JSON:
    """The right answer, restricted to the keys that the request's schema asks for."""
    schema = (body.get("response_format") or {}).get("json_schema", {}).get("schema", {})
    names = schema.get("properties")
    if names is None or not isinstance(answer, dict):
        return answer
    return {name: value for name, value in answer.items() if name in names}


def says(answer: JSON) -> Callable[[Body], Turn]:
    """Answer every request rightly."""
    return lambda body: Turn(dumps(asked_keys(body, answer)))


def dumps(answer: JSON) -> str:
    """The JSON of an answer, as models write it."""
    return json.dumps(answer, ensure_ascii=False, indent=1)


def _refuses(answer: JSON, *, formats: tuple[str, ...], status: int, said: str) -> Script:
    """Refuse these response formats, answer the others."""

    def turn(body: Body) -> Turn:
        asked = (body.get("response_format") or {}).get("type", "text")
        return Turn(status=status, error=said) if asked in formats else Turn(dumps(answer))

    return [turn]


def _refuses_member(answer: JSON, member: str) -> Script:
    def turn(body: Body) -> Turn:
        if member in body:
            return Turn(status=400, error=f"Unrecognized request argument supplied: {member}")
        return Turn(dumps(asked_keys(body, answer)))

    return [turn]


def _needs_max_completion_tokens(answer: JSON) -> Script:
    said = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."

    def turn(body: Body) -> Turn:
        return Turn(status=400, error=said) if "max_tokens" in body else Turn(dumps(answer))

    return [turn]


def _cut(answer: JSON, share: float) -> Script:
    written = dumps(answer)
    first = Turn(written[: int(len(written) * share)], finish_reason="length")
    return [first, says(answer)]


def _cut_forever(answer: JSON) -> Script:
    def turn(body: Body) -> Turn:
        written = dumps(asked_keys(body, answer))
        return Turn(written[: int(len(written) * 0.6)], finish_reason="length")

    return [turn]


def _looping_item(answer: JSON) -> Script:
    """The first list of strings says its last element again and again."""
    root = dict(answer) if isinstance(answer, dict) else {}
    name = next((name for name, value in root.items() if isinstance(value, list) and value), None)
    if name is None:
        return _cut(answer, 0.5)
    before = dumps(dict(list(root.items())[: list(root).index(name) + 1]))
    stem = before[: before.rindex("]")].rstrip()
    return [Turn(stem + (", " + dumps(root[name][-1])) * 400, finish_reason="length"), says(answer)]


def _thinks_until_told(answer: JSON) -> Script:
    def turn(body: Body) -> Turn:
        if "/no_think" in body["messages"][-1]["content"]:
            return Turn("<think>\n\n</think>\n" + dumps(answer))
        return Turn("<think>Veamos. El texto dice… " + "pero espera, " * 50, finish_reason="length")

    return [turn]


def _wrong_keys_first(answer: JSON) -> Script:
    wrong = {f"campo_{place}": "x" for place in range(3)}
    return [Turn(dumps(wrong)), Turn(dumps(wrong)), Turn(dumps(answer))]


def _missing_key_first(answer: JSON) -> Script:
    short = dict(list(answer.items())[:-1]) if isinstance(answer, dict) else answer
    return [Turn(dumps(short)), Turn(dumps(answer))]


def _always(turn: Turn) -> Callable[[JSON], Script]:
    return lambda answer: [turn]


def _once(turn: Turn, times: int = 1) -> Callable[[JSON], Script]:
    return lambda answer: [*[turn] * times, says(answer)]


def _spoilt(spoil: Callable[[str], str]) -> Callable[[JSON], Script]:
    return lambda answer: [Turn(spoil(dumps(answer)))]


_GRAMMAR = "Failed to compile grammar: unsupported keyword in json_schema"
_PROSE = "El texto trata de varias cosas interesantes y no sé muy bien qué decir de ellas."

FAULTS: Mapping[str, Fault] = {
    "grammar_400": Fault("400: the schema does not compile to a grammar",
                         lambda answer: _refuses(answer, formats=("json_schema",), status=400,
                                                 said=_GRAMMAR)),
    "formats_400": Fault("400 on every response_format",
                         lambda answer: _refuses(answer, formats=("json_schema", "json_object"),
                                                 status=400,
                                                 said="'response_format' is not supported")),
    "schema_500": Fault("500 on json_schema",
                        lambda answer: _refuses(answer, formats=("json_schema",), status=500,
                                                said="Internal Server Error")),
    "thinking_switch_400": Fault("400: chat_template_kwargs is unknown",
                                 lambda answer: _refuses_member(answer, "chat_template_kwargs")),
    "logprobs_400": Fault("400: logprobs is unknown",
                          lambda answer: _refuses_member(answer, "logprobs")),
    "max_tokens_400": Fault("400: max_tokens has another name", _needs_max_completion_tokens),
    "schema_ignored": Fault("200 with prose, unless asked in plain text",
                            lambda answer: [Turn(_PROSE), Turn(_PROSE), Turn(dumps(answer))]),
    "wrong_keys": Fault("200 with keys nobody asked for, twice", _wrong_keys_first),
    "missing_key": Fault("200 without a required key, once", _missing_key_first),
    "fenced": Fault("JSON in a Markdown fence", _spoilt(lambda json: f"```json\n{json}\n```")),
    "chatty": Fault(
        "JSON between chatter with braces",
        _spoilt(lambda json: f"Claro, {{aquí}} lo tienes:\n\n{json}\n\n¿Algo más? {{}}"),
    ),
    "wrapped": Fault("JSON under a key of its own", _spoilt(lambda json: f'{{"result": {json}}}')),
    "pythonic": Fault(
        "Python's literals and trailing commas",
        _spoilt(
            lambda json: json.replace("null", "None").replace("true", "True").replace("\n}", ",\n}")
        ),
    ),
    "cut": Fault("cut at two thirds, finish_reason=length", lambda answer: _cut(answer, 0.66)),
    "cut_early": Fault("cut at a tenth", lambda answer: _cut(answer, 0.1)),
    "cut_forever": Fault("every answer is cut at 60 %", _cut_forever),
    "blank_loop": Fault("line breaks without end after the first brace",
                        _once(Turn("{" + "\n" * 4000, finish_reason="length"))),
    "item_loop": Fault("a list says one element without end", _looping_item),
    "thoughts": Fault("the answer after <think>…</think>",
                      _spoilt(lambda json: f'<think>Dice {{"a": 1}}, creo.</think>\n\n{json}')),
    "thinks_forever": Fault("a thought that ends only when told not to think", _thinks_until_told),
    "answer_in_thoughts": Fault("content null, the answer in reasoning_content",
                                lambda answer: [Turn(None, thinking=dumps(answer))]),
    "empty": Fault("an empty answer, once", _once(Turn(""))),
    "no_choices": Fault(
        "200 without choices, once",
        _once(Turn(body='{"id": "x", "object": "chat.completion", "choices": []}')),
    ),
    "retry_after": Fault("429 with Retry-After, once",
                         _once(Turn(status=429, headers={"Retry-After": "0.2"}))),
    "busy": Fault("503, three times", _once(Turn(status=503), 3)),
    "hang_up": Fault("the connection breaks, twice", _once(Turn(hang_up=True), 2)),
    "html": Fault("200 with a page of HTML, once",
                  _once(Turn(body="<html>mantenimiento</html>",
                             headers={"Content-Type": "text/html"}))),
    "refusal": Fault("the model refuses, once", _once(Turn(None, refusal="No puedo ayudar."))),
    "prose_forever": Fault("prose, whatever is asked", _always(Turn(_PROSE)), "ModelError"),
    "empty_forever": Fault("nothing, whatever is asked", _always(Turn("")), "ModelError"),
    "hollow_forever": Fault("{}, whatever is asked", _always(Turn("{}")), "ModelError"),
    "blank_forever": Fault("one brace and line breaks, whatever is asked",
                           _always(Turn("{" + "\n" * 4000, finish_reason="length")), "ModelError"),
    "echo_schema": Fault("the schema instead of an answer",
                         _always(Turn('{"type": "object", "properties": {}}')), "ModelError"),
    "refused_forever": Fault("400, whatever is asked", _always(Turn(status=400, error="no")),
                             "ModelRefused"),
    "wrong_key": Fault("401", _always(Turn(status=401, error="bad key")), "ModelRefused"),
    "no_such_model": Fault("404", _always(Turn(status=404, error="no model")), "ModelRefused"),
    "busy_forever": Fault("503 for ever", _always(Turn(status=503)), "ModelUnreachable"),
    "hang": Fault("no answer within the deadline", _always(Turn(delay=30.0)), "ModelTimeout"),
    "wait_an_hour": Fault("429 with Retry-After beyond the deadline",
                          _always(Turn(status=429, headers={"Retry-After": "3600"})),
                          "ModelTimeout"),
}  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve a fault, or one answer to every question, until interrupted."""
    parser = argparse.ArgumentParser(prog="faults.py", description=main.__doc__)
    parser.add_argument("--port", type=int, default=8099)
    parser.add_argument("--answer", default="{}", help="the JSON a right answer is")
    parser.add_argument("--fault", choices=tuple(FAULTS), help="how it is spoilt")
    parser.add_argument("--context", type=int, help="tokens the fake model can read")
    chosen = parser.parse_args(arguments)
    right = json.loads(chosen.answer)
    script = FAULTS[chosen.fault].script(right) if chosen.fault else [Turn(json.dumps(right))]
    server = ScriptedServer(script, context=chosen.context, port=chosen.port)
    with server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
