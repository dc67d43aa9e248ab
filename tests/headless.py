"""A headless browser and a service in a thread: for the tests of the page, and its screenshots."""

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# What may be run by root in a container, and asks nobody for updates or experiments.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Fewer processes to start and to talk to: a sixth less computing a page.
    "--in-process-gpu",
    "--process-per-site",
)
SECONDS_TO_START = 60


def find_browser() -> str | None:
    """Return the path of an installed Chromium or Chrome."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Open the installed browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """Serve an application on a free port of loopback; gives its address."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none"))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + SECONDS_TO_START
        while not server.started:
            if time.monotonic() > deadline or not thread.is_alive():
                raise RuntimeError("the service did not start")
            time.sleep(0.02)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join()
