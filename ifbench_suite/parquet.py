"""Reads Parquet, the form in which the hub serves IFBench."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, BinaryIO

from ifbench_suite.errors import InputError

MAGIC = b"PAR1"
"""The first four bytes of every Parquet file."""


def parquet_rows(stream: BinaryIO, file: str) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file as plain Python: structs as dicts, nulls as None.

    Args:
        stream: the file, which can be sought in.
        file: its name, for messages.

    Raises:
        InputError: pyarrow is not installed, or the file is damaged.
    """
    if find_spec("pyarrow") is None:
        problem = "is Parquet; reading it needs pip install 'ifbench-suite[parquet]'"
        raise InputError(problem, file=file)
    import pyarrow
    from pyarrow import parquet

    try:
        for batch in parquet.ParquetFile(stream).iter_batches():
            yield from batch.to_pylist()
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        first = str(error).partition("\n")[0]
        raise InputError(f"damaged Parquet data ({first})", file=file) from None
