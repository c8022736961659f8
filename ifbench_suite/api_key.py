"""API keys: from the environment or a file, never from a flag, and never shown."""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path
from urllib.parse import urlsplit

from ifbench_suite.errors import InputError

DEFAULT_VARIABLE = "OPENAI_API_KEY"
_NO_KEY = "none"
"""What is sent to a server on this machine or network that wants no key."""


def api_key(
    base_url: str | None, *, variable: str = DEFAULT_VARIABLE, file: str | Path | None = None
) -> str:
    """The key for an endpoint.

    Args:
        base_url: of the endpoint; one on this machine or a private network needs no key.
        variable: of the environment.
        file: read instead, if given.

    Raises:
        InputError: there is none, or it is not a key; the message does not repeat it.
    """
    place = f"{file}" if file is not None else f"${variable}"
    key = _from_file(file) if file is not None else os.environ.get(variable, "").strip()
    if not key and file is None and base_url is not None and is_private(base_url):
        return _NO_KEY
    if not key:
        raise InputError(f"no API key in {place}: set {variable}, or name a file: --api_key_file")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InputError(f"what is in {place} is not an API key: one word of ASCII characters")
    return key


def check_url(base_url: str) -> str:
    """The URL of an endpoint, if it is one.

    Raises:
        InputError: it is not of the form http://host/v1, or it holds a password.
    """
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError("is not a URL such as http://localhost:8000/v1", field="--base_url")
    if parts.username or parts.password:
        problem = "holds a user name or password; keys come from the environment or a file"
        raise InputError(problem, field="--base_url")
    return base_url


def is_private(base_url: str) -> bool:
    """Whether an endpoint stands on this machine or a private network."""
    host = urlsplit(base_url).hostname or ""
    if host == "localhost" or ("." not in host and ":" not in host):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def _from_file(file: str | Path) -> str:
    try:
        return Path(file).read_text("utf-8").strip()
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), file=file) from None
    except UnicodeDecodeError:
        raise InputError("is not a text file", file=file) from None
