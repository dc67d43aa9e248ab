"""A short digest of a JSON value."""

import hashlib
import json
from typing import Any


def digest(value: Any) -> str:
    """Return a short digest of a JSON value. The order of members counts: models read it too."""
    return hashlib.blake2b(json.dumps(value).encode(), digest_size=8).hexdigest()
