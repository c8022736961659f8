"""Reads inspect's `.eval` logs: a zip with one member per sample, most often under Zstandard."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from ifbench_suite.errors import InputError

ZIP = b"PK\x03\x04"
"""The first four bytes of a zip."""
_ZSTANDARD = 93
_LOCAL_HEADER = 30
_SAMPLE = re.compile(r"samples/[^/]+\.json")
_CHUNKED = re.compile(r"samples/[^/]+/sample\.json")
_UNREAD = ("events", "events_data", "store")
"""The bulk of a sample, which holds no answers."""


def archived_samples(stream: BinaryIO, file: str) -> Iterator[dict[str, Any]]:
    """The samples of an `.eval` log, each as inspect's JSON log would hold it alone.

    Args:
        stream: the file, which can be sought in.
        file: its name, for messages.

    Yields:
        `{"eval": ..., "samples": [one sample]}`.

    Raises:
        InputError: the zip is damaged or is no such log, or zstandard is not installed.
    """
    try:
        with ZipFile(stream) as archive:
            yield from _samples(archive, stream, file)
    except InputError:
        raise
    except (BadZipFile, EOFError, zlib.error, ValueError, RuntimeError) as error:
        raise InputError(f"damaged zip ({error})", file=file) from None


def _samples(archive: ZipFile, stream: BinaryIO, file: str) -> Iterator[dict[str, Any]]:
    members = {member.filename: member for member in archive.infolist()}
    if any(_CHUNKED.fullmatch(name) for name in members):
        problem = "holds chunked samples; run `inspect log convert LOG --to json --output-dir DIR`"
        raise InputError(problem, file=file)
    names = [name for name in members if _SAMPLE.fullmatch(name)]
    head = members.get("header.json") or members.get("_journal/start.json")
    if head is None:
        raise InputError("is a zip, but no inspect log (it has no header.json)", file=file)
    about = _object(_content(archive, head, stream, file)).get("eval")
    if not names:
        yield {"eval": about, "samples": []}
    for name in names:
        sample = _object(_content(archive, members[name], stream, file))
        kept = {field: value for field, value in sample.items() if field not in _UNREAD}
        yield {"eval": about, "samples": [kept]}


def _object(data: bytes) -> dict[str, Any]:
    value = json.loads(data)
    if not isinstance(value, dict):
        raise BadZipFile("a member is no JSON object")
    return value


def _content(archive: ZipFile, member: ZipInfo, stream: BinaryIO, file: str) -> bytes:
    try:
        return archive.read(member)
    except NotImplementedError:  # before Python 3.14 zipfile knows no Zstandard
        if member.compress_type != _ZSTANDARD:
            raise InputError(
                f"compressed in an unknown way ({member.filename})", file=file
            ) from None
    data = _decompressed(_raw(member, stream), member.file_size, file)
    if zlib.crc32(data) != member.CRC:
        raise BadZipFile(f"bad checksum of {member.filename}")
    return data


def _raw(member: ZipInfo, stream: BinaryIO) -> bytes:
    stream.seek(member.header_offset)
    header = stream.read(_LOCAL_HEADER)
    name, extra = (int.from_bytes(header[at : at + 2], "little") for at in (26, 28))
    stream.seek(name + extra, 1)
    return stream.read(member.compress_size)


def _decompressed(data: bytes, size: int, file: str) -> bytes:
    if find_spec("zstandard") is None:
        raise InputError(
            "is compressed with Zstandard; reading it needs pip install 'ifbench-suite[inspect]' "
            "(or run `inspect log convert LOG --to json --output-dir DIR`)",
            file=file,
        )
    import zstandard

    try:
        return zstandard.ZstdDecompressor().decompressobj().decompress(data)
    except zstandard.ZstdError as error:
        raise BadZipFile(str(error)) from None
