"""One request to a chat completions endpoint: the only door to the network.

Retries 429, 5xx and broken connections with back-off, obeys ``Retry-After``, keeps a deadline, and
turns the client library's exceptions into :mod:`nlp.errors`. Redirects are not followed and proxies
of the environment are not used unless asked for: nothing is called but the configured endpoint.
"""

import asyncio
import logging
import random
import re
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import openai

from llm.bounded import BodyTooLargeError, BoundedClient
from llm.completion import Usage
from llm.responses import Answer, body_of, read_answer, read_usage, retry_after, words_of
from llm.secret import Address, Secret, header_secret, parted
from nlp.errors import ModelError, ModelRefused, ModelTimeout, ModelUnreachable

ATTEMPTS = 5
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 20.0
LISTING_SECONDS = 10.0
# A body that is no JSON, nests too deep to be read, or is JSON of another form.
_UNREADABLE = (ValueError, AttributeError, TypeError, RecursionError, BodyTooLargeError)
NOTHING = Secret()
_LOG = logging.getLogger("veraz.model")
_OVERFLOW = re.compile(
    r"context.{0,40}(?:length|size|window|limit)|too many tokens|maximum.{0,20}tokens"
    r"|prompt is too long|exceed_context_size",
    re.IGNORECASE,
)


class Rejected(Exception):
    """The server is there but will not do this request, asked like this; never leaves ``llm``.

    ``status`` is 400, 413, 422, 500 or 501, ``said`` the server's words.
    """

    def __init__(self, status: int, said: str) -> None:
        self.status = status
        self.said = said
        super().__init__(f"{status}: {said}")

    @property
    def overflow(self) -> bool:
        """Whether the question was longer than the model's context."""
        return self.status != 500 and bool(_OVERFLOW.search(self.said))


def _certificates(base_url: str, use_proxies: bool) -> ssl.SSLContext | bool:
    """What tells who a server is: nothing, which nobody passes, where no TLS is spoken.

    To read the certificates of this machine takes .03 s, for every model that is opened.
    """
    if use_proxies or not base_url.lower().startswith("http://"):
        return True
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class Ledger:
    """What a request has spent so far, failed attempts included where they say what they cost."""

    def __init__(self) -> None:
        self.usage = Usage()

    def book(self, usage: Usage) -> None:
        """Add one call."""
        self.usage += usage


class Deadline:
    """Seconds left of a request, from now."""

    def __init__(self, seconds: float, *, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._end = now() + seconds
        self.seconds = seconds

    def left(self) -> float:
        """Seconds left; raises :class:`ModelTimeout` where there are none."""
        left = self._end - self._now()
        if left <= 0:
            raise ModelTimeout(
                f"no usable answer within {self.seconds:g} s: set VERAZ_TIMEOUT higher, or use a "
                "faster model or server."
            )
        return left


class Caller:
    """Sends chat requests to one server."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str | Secret,
        login: Secret = NOTHING,
        attempts: int = ATTEMPTS,
        first_pause: float = FIRST_PAUSE,
        use_proxies: bool = False,
    ) -> None:
        address = parted(base_url)
        login = login or address.login
        key = header_secret(api_key, "OPENAI_API_KEY")
        self.base_url = address.public
        self._secrets = (key, login, *(Secret(part) for part in login.reveal().split(":", 1)))
        self._attempts = attempts
        self._first_pause = first_pause
        web = BoundedClient(
            trust_env=use_proxies,
            verify=_certificates(self.base_url, use_proxies),
            follow_redirects=False,
            auth=Address(self.base_url, login).parts if login else None,
        )
        self._client = openai.AsyncOpenAI(
            base_url=self.base_url,
            api_key=key.reveal() or "-",
            max_retries=0,
            http_client=web,
        )

    def clean(self, text: str) -> str:
        """Return what a server said without the secrets it was told."""
        for secret in self._secrets:
            text = secret.hide_in(text)
        return text

    def _cleaned(self, answer: Answer) -> Answer:
        clean = self.clean
        text, thinking = clean(answer.text), clean(answer.thinking)
        return replace(answer, text=text, thinking=thinking, refusal=clean(answer.refusal))

    async def chat(self, request: Mapping[str, Any], deadline: Deadline, ledger: Ledger) -> Answer:
        """Send one request and read its answer; every attempt is booked in ``ledger``.

        Raises :class:`Rejected` where the request may be asked differently, else the
        :class:`ModelError` that fits.
        """
        attempt = 0
        while True:
            left = deadline.left()
            began = time.monotonic()
            try:
                # The client's own timeout is one of each read: a byte now and then would be enough.
                async with asyncio.timeout(left):
                    response = await self._client.chat.completions.create(
                        **request, stream=False, timeout=left
                    )
                answer = self._cleaned(read_answer(response))
            except (openai.APITimeoutError, TimeoutError):
                ledger.book(Usage(calls=1))
                self._log(request, "no answer in time", began)
                deadline.left()
                raise ModelTimeout(f"{self.base_url} did not answer in time.") from None
            # What these say may hold the key, so they are not shown as causes.
            except openai.APIStatusError as error:
                ledger.book(read_usage(body_of(error)) + Usage(calls=1))
                pause = self._pause_after(error, attempt)
                self._log(request, str(error.status_code), began)
                if pause is None:
                    raise self._translated(error) from None
            except (openai.APIError, *_UNREADABLE) as error:
                ledger.book(Usage(calls=1))
                self._log(request, type(error).__name__, began)
                pause = self._backoff(attempt)
                if attempt + 1 >= self._attempts or _flood(error) is not None:
                    raise self._broken(error) from None
            else:
                usage = read_usage(response.to_dict()) + Usage(calls=1)
                ledger.book(usage)
                self._log(request, f"{usage.input_tokens}+{usage.output_tokens} tokens", began)
                return answer
            attempt += 1
            await self._wait(pause, deadline)

    def _log(self, request: Mapping[str, Any], outcome: str, began: float) -> None:
        """Log a call, never what was asked or said."""
        form = (request.get("response_format") or {}).get("type", "plain")
        took = time.monotonic() - began
        _LOG.debug("%s %s %s: %s, %.2f s", self.base_url, request.get("model"), form, outcome, took)

    async def models(self, deadline: Deadline) -> list[Mapping[str, Any]]:
        """What the server says of its models; empty where it says nothing.

        Raises :class:`ModelUnreachable` where nobody listens, :class:`ModelRefused` for a bad key.
        """
        left = min(deadline.left(), LISTING_SECONDS)
        try:
            async with asyncio.timeout(left):
                page = await self._client.models.list(timeout=left)
            return [model.to_dict() for model in page.data or []]
        except openai.APIStatusError as error:
            if error.status_code in (401, 403):
                raise self._translated(error) from None
            return []
        except (openai.APIError, TimeoutError, *_UNREADABLE) as error:
            if type(error) is openai.APIConnectionError:
                raise self._broken(error) from None
            return []

    async def properties(self, deadline: Deadline) -> Mapping[str, Any]:
        """llama.cpp's ``/props``, beside ``/v1``; empty where the server has none."""
        root = self.base_url.rstrip("/").removesuffix("/v1")
        left = min(deadline.left(), LISTING_SECONDS)
        try:
            async with asyncio.timeout(left):
                read: object = await self._client.get(
                    f"{root}/props", cast_to=object, options={"timeout": left}
                )
        except (openai.APIError, TimeoutError, *_UNREADABLE):
            return {}
        return read if isinstance(read, dict) else {}

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _wait(self, pause: float, deadline: Deadline) -> None:
        if pause >= deadline.left():
            raise ModelTimeout(
                f"{self.base_url} asks to wait {pause:.0f} s, longer than the request may take."
            )
        await asyncio.sleep(pause)

    def _backoff(self, attempt: int) -> float:
        longest = min(self._first_pause * 2.0**attempt, LONGEST_PAUSE)
        return longest * random.uniform(0.5, 1.0)

    def _pause_after(self, error: openai.APIStatusError, attempt: int) -> float | None:
        """Seconds to wait before trying again; None where trying again is no use."""
        status = error.status_code
        attempts = 2 if status in (500, 501) else self._attempts
        if status not in (408, 409, 425, 429) and status < 500:
            return None
        if attempt + 1 >= attempts:
            return None
        asked = retry_after(error.response.headers.get("retry-after", ""))
        return asked if asked is not None else self._backoff(attempt)

    def _translated(self, error: openai.APIStatusError) -> Exception:
        status, said = error.status_code, self.clean(words_of(error))
        where = f"{self.base_url} answered {status}"
        if status in (401, 403):
            return ModelRefused(f"{where}: check OPENAI_API_KEY. {said}")
        if status in (400, 413, 422, 500, 501):
            return Rejected(status, said)
        if status in (408, 409, 425, 429) or status >= 500:
            return ModelUnreachable(f"{where} to every attempt. {said}")
        return ModelRefused(f"{where}: {said}")

    def _broken(self, error: Exception) -> ModelError:
        if (flood := _flood(error)) is not None:
            return ModelError(f"{self.base_url} sends {flood}: nothing of it is used.")
        if isinstance(error, openai.APIConnectionError):
            why = self.clean(str(error.__cause__ or error))[:500]
            return ModelUnreachable(
                f"{self.base_url} cannot be reached ({why}): is the server running, and is "
                "OPENAI_BASE_URL right?"
            )
        said = self.clean(str(error))[:500]
        return ModelError(f"{self.base_url} sends answers that are no chat completions: {said}")


def _flood(error: BaseException | None) -> BodyTooLargeError | None:
    """The flood behind an error, where there is one: asking again would only bring it again."""
    while error is not None and not isinstance(error, BodyTooLargeError):
        error = error.__cause__
    return error
