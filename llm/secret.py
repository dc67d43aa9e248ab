"""Secrets as one type that cannot be printed, and addresses without the secrets in them."""

import base64
import hmac
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit, urlunsplit

from nlp.errors import SettingsError

HIDDEN = "***"
LEAST_HIDDEN = 4
"""Shorter secrets are not looked for in what servers say: they would hide half of every sentence."""


class Secret:
    """A string that shows itself to nobody who does not ask by name.

    ``str``, ``repr``, ``format`` and tracebacks show ``***``; :meth:`reveal` gives the string.
    """

    __slots__ = ("_value",)

    def __init__(self, value: "str | Secret" = "") -> None:
        self._value: str = value.reveal() if isinstance(value, Secret) else value

    def reveal(self) -> str:
        """Return the string itself, for the one place that needs it."""
        return self._value

    def equals(self, other: str) -> bool:
        """Compare in a time that tells nothing of where the two differ."""
        return hmac.compare_digest(self._value.encode(), other.encode("utf-8", "replace"))

    def hide_in(self, text: str) -> str:
        """Return a text with the secret replaced wherever it stands in it."""
        for shown in (self._value, unquote(self._value), _basic(self._value)):
            if len(shown) >= LEAST_HIDDEN:
                text = text.replace(shown, HIDDEN)
        return text

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self.equals(other._value)

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return f"Secret({HIDDEN!r})" if self._value else "Secret('')"

    def __str__(self) -> str:
        return HIDDEN if self._value else ""

    def __format__(self, spec: str) -> str:
        return str(self)


def header_secret(value: str | Secret, name: str) -> Secret:
    """Return a secret that can be sent in a header; :class:`SettingsError` says what ``name`` holds.

    The message tells the kind of character, never the secret.
    """
    secret = Secret(value)
    for place, char in enumerate(secret.reveal()):
        if not " " < char < "\x7f":
            kind = "a line end" if char in "\r\n" else "a space or an unusual character"
            raise SettingsError(
                f"{name} holds {kind} (character {place + 1} of {len(secret.reveal())}), which no "
                "key has: set it again without."
            )
    return secret


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address: ``public`` to show and to call, and the ``login`` that was in it."""

    public: str
    login: Secret

    @property
    def parts(self) -> tuple[str, str]:
        """The user and the password of the login."""
        user, _, password = self.login.reveal().partition(":")
        return unquote(user), unquote(password)


def parted(address: str) -> Address:
    """Take ``http://user:password@host/v1`` apart; raises :class:`SettingsError` for no address."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise SettingsError("the server's address is malformed: check OPENAI_BASE_URL.") from None
    login, _, _ = parts.netloc.rpartition("@")
    if any(not " " < char < "\x7f" for char in address) or (port is not None and port < 1):
        raise SettingsError(
            "the server's address holds a space, a line end or an unusual character: "
            "check OPENAI_BASE_URL."
        )
    host = parts.netloc.rpartition("@")[2]
    return Address(urlunsplit(parts._replace(netloc=host)), Secret(login))


def _basic(login: str) -> str:
    return base64.b64encode(login.encode()).decode() if ":" in login else ""
