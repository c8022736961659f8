"""Run by `mirrors` in a process of its own: one file of a hub data set, into the hub's own cache.

The library's time-outs, progress bars and HF_ENDPOINT are settings of a whole process, and which
errors it raises changes with the HTTP client of its version; a child keeps all that to itself.
"""

from __future__ import annotations

import sys
from types import TracebackType


def download(repo: str, revision: str, path: str, *, force: bool) -> str:
    """Where the file stands in the hub library's cache after it was fetched, if need be."""
    from huggingface_hub import (
        get_hf_file_metadata,
        hf_hub_download,
        hf_hub_url,
        try_to_load_from_cache,
    )

    known = try_to_load_from_cache(repo, path, revision=revision, repo_type="dataset")
    if isinstance(known, str) and not force:
        return known
    # hf_hub_download itself asks a silent hub for minutes before it gives up.
    get_hf_file_metadata(hf_hub_url(repo, path, revision=revision, repo_type="dataset"))
    return hf_hub_download(repo, path, revision=revision, repo_type="dataset", force_download=force)


def _say_shortly(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    first = next((line for line in str(error).splitlines() if line.strip()), "")
    sys.stderr.write(f"{kind.__name__}: {first}\n")


if __name__ == "__main__":
    sys.excepthook = _say_shortly
    sys.stdout.write(download(*sys.argv[1:4], force=sys.argv[4:] == ["force"]))
