"""verl: the rollouts that a training run dumps, one file per step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ifbench_suite.readers.fields import answer, row_fields
from ifbench_suite.readers.registry import NoText, reader
from ifbench_suite.records import Record


@reader(
    "verl rollout dump",
    path="rollout_data_dir/7.jsonl",
    keys=("gts", "input", "output"),
    repeats=True,
    traps="The input is in the chat template and cannot be matched: the key must be in the ground "
    'truth, e.g. `{"key": 1000, ...}` as JSON. Several rollouts of a prompt are samples.',
)
def verl(log: Sequence[Record]) -> Iterator[Record]:
    """One record per rollout."""
    for record in log:
        row = row_fields(record.value["gts"])
        if "key" not in row and "prompt" not in row:
            raise NoText(
                "names neither key nor prompt of the row; put the row as JSON text into "
                "reward_model.ground_truth of the training data",
                file=record.place.file,
                line=record.place.line,
                field="gts",
            )
        yield answer(record.place, record.value["output"], row)
