"""The language in which answers are shown to people; errors and logs are English."""

import os
from collections.abc import Mapping

from normalizers.outcome_wording import LANGUAGES

# As gettext reads them, ours first.
VARIABLES = ("VERAZ_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def users_language(environment: Mapping[str, str] = os.environ) -> str:
    """The first language of the environment that there is, else English."""
    for name in VARIABLES:
        for written in environment.get(name, "").lower().split(":"):
            if written[:2] in LANGUAGES:
                return written[:2]
    return LANGUAGES[0]
