"""What the grammar engines say to a JSON Schema, each in a process of its own.

Run as a script with an engine's name it reads one schema a line and answers one JSON line each:
``{"outcome": "accepted", "reason": ""}``. :class:`Engine` talks to such a process, kills it when an
answer takes too long and starts another one after a crash.

- *llama.cpp*: the embedded runtime's own HTTP server; one token under ``response_format``. Status
  200 is acceptance, partial where it warns that the "conversion was incomplete".
- *llguidance*: ``LLMatcher.validate_grammar_with_warnings``; with warnings, partial.
- *xgrammar*: the grammar compiler, for a vocabulary of the 256 bytes.
- *outlines-core*: the regular expression of the schema; the automaton that follows depends on the
  vocabulary and is not built.
"""

import importlib
import importlib.machinery
import importlib.util
import json
import os
import resource
import selectors
import subprocess
import sys
import tempfile
import time
import types
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEMORY_BYTES = 8 * 2**30
START_SECONDS = 180.0

Verdict = Callable[[Any], tuple[str, str]]
"""A schema → accepted, partial (a constraint was dropped) or refused, and why."""

MODULES = {
    "llama.cpp": "xllamacpp",
    "llguidance": "llguidance",
    "xgrammar": "xgrammar",
    "outlines-core": "outlines_core",
}


def weights() -> str:
    """The model file llama.cpp is to load: ``VERAZ_GGUF``, or what the product has fetched."""
    if os.environ.get("VERAZ_GGUF"):
        return os.environ["VERAZ_GGUF"]
    cached = sorted(Path.home().glob(".cache/veraz/weights/**/*.gguf"))
    return str(cached[0]) if cached else ""


def missing(name: str) -> str:
    """Why an engine cannot be asked here, or an empty string."""
    if importlib.util.find_spec(MODULES[name]) is None:
        return f"{MODULES[name]} is not installed"
    if name == "llama.cpp" and not weights():
        return "no model file (set VERAZ_GGUF)"
    return ""


def llama_cpp() -> Verdict:
    """Start the embedded runtime's server; its warnings go to a file that is read back."""
    log = tempfile.TemporaryFile("w+b")  # noqa: SIM115  open as long as the process lives
    os.dup2(log.fileno(), 2)
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = weights()
    params.n_ctx = 1024
    params.n_parallel = 1
    params.cache_ram_mib = 0
    params.cpuparams.n_threads = 1
    params.port = 0
    server = xllamacpp.Server(params)

    def verdict(schema: Any) -> tuple[str, str]:
        # The address is asked of the server each time: that keeps the server alive.
        address = f"{server.listening_address}/v1/chat/completions"
        start = log.seek(0, 2)
        form = {"name": "answer", "strict": True, "schema": schema}
        body = {
            "messages": [{"role": "user", "content": "hola"}],
            "max_tokens": 1,
            "temperature": 0,
            "response_format": {"type": "json_schema", "json_schema": form},
        }
        request = urllib.request.Request(
            address, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            return "refused", str(json.loads(error.read())["error"]["message"])
        log.seek(start)
        said = log.read().decode("utf-8", "replace")
        at = said.find("conversion was incomplete")
        return ("partial", said[at : at + 200]) if at >= 0 else ("accepted", "")

    return verdict


def llguidance() -> Verdict:
    """The validator of the Rust library."""
    from llguidance import LLMatcher

    def verdict(schema: Any) -> tuple[str, str]:
        grammar = LLMatcher.grammar_from_json_schema(json.dumps(schema))
        failed, said = LLMatcher.validate_grammar_with_warnings(grammar)
        outcome = "refused" if failed else "partial" if said else "accepted"
        return outcome, "; ".join(map(str, said))

    return verdict


class _Anything:
    """Stands in for whatever a module imports at its top and never uses here."""

    def __getattr__(self, name: str) -> "_Anything":
        return _Anything()

    def __call__(self, *_: Any, **__: Any) -> "_Anything":
        return _Anything()


class _Stand(types.ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {}) if name[:1].isupper() else _Anything()


def xgrammar() -> Verdict:
    """The C++ compiler; its package imports torch and transformers, which it does not need here."""
    importlib.import_module("tvm_ffi")
    for name in ("torch", "transformers", "triton"):
        if importlib.util.find_spec(name) is None:
            stand = _Stand(name)
            stand.__spec__ = importlib.machinery.ModuleSpec(name, None)
            sys.modules[name] = stand
    library: Any = importlib.import_module("xgrammar")
    vocabulary = [bytes([code]) for code in range(256)] + [b"</s>"]
    tokens = library.TokenizerInfo(vocabulary, stop_token_ids=[256])

    def verdict(schema: Any) -> tuple[str, str]:
        compiler = library.GrammarCompiler(tokens, max_threads=1, cache_enabled=False)
        try:
            compiler.compile_json_schema(json.dumps(schema))
        except RuntimeError as error:
            return "refused", str(error)
        return "accepted", ""

    return verdict


def outlines_core() -> Verdict:
    """The regular expression of the Rust library."""
    from outlines_core.json_schema import build_regex_from_schema

    def verdict(schema: Any) -> tuple[str, str]:
        try:
            build_regex_from_schema(json.dumps(schema))
        except ValueError as error:
            return "refused", str(error)
        return "accepted", ""

    return verdict


ENGINES: dict[str, Callable[[], Verdict]] = {
    "llama.cpp": llama_cpp,
    "llguidance": llguidance,
    "xgrammar": xgrammar,
    "outlines-core": outlines_core,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An engine's answer: ``outcome`` is accepted, partial, refused, crashed or hung."""

    outcome: str
    reason: str = ""
    seconds: float = 0.0


class Engine:
    """One engine in a process of its own; use as a context manager."""

    def __init__(self, name: str, *, seconds: float = 20.0) -> None:
        self.name = name
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def ask(self, schema: Any) -> Answer:
        """What the engine says to a schema."""
        process = self._started()
        assert process.stdin is not None
        begun = time.monotonic()
        try:
            process.stdin.write(json.dumps(schema).encode() + b"\n")
            process.stdin.flush()
            line = self._line(self.seconds)
        except BrokenPipeError:
            line = b""
        spent = time.monotonic() - begun
        if line is None or not line:
            self._stop()
            return Answer("hung" if line is None else "crashed", "", spent)
        answer = json.loads(line)
        return Answer(answer["outcome"], answer["reason"], spent)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, __file__, self.name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            if not self._line(START_SECONDS):
                raise RuntimeError(f"{self.name} does not start")
        return self._process

    def _line(self, seconds: float) -> bytes | None:
        """The next line of the process, empty if it ended, None if none came in time."""
        assert self._process is not None
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            if not selector.select(seconds):
                return None
        return self._process.stdout.readline()

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def main() -> None:
    """Answer schemas from standard input until it ends."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    # Libraries that print would break the line protocol: standard output is kept apart.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    verdict = ENGINES[sys.argv[1]]()
    answers.write("ready\n")
    answers.flush()
    for line in sys.stdin:
        outcome, reason = verdict(json.loads(line))
        answers.write(json.dumps({"outcome": outcome, "reason": reason[:500]}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
