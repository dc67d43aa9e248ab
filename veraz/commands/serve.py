"""``veraz serve``: the service."""

import argparse
import sys

import uvicorn

from veraz.service import create_app
from veraz.settings import settings_from


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default 8000)")


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    settings = settings_from()
    where = settings.base_url or "the embedded model"
    sys.stderr.write(f"veraz: http://{options.host}:{options.port}/ (model: {where})\n")
    uvicorn.run(
        create_app(settings),
        host=options.host,
        port=options.port,
        log_level="warning",
        server_header=False,
        # What is under way may end; nothing new begins.
        timeout_graceful_shutdown=settings.limits.stop_seconds,
    )
    return 0
