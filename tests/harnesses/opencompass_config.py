"""What a user of OpenCompass writes, with the stand-in as the model."""

from typing import Any

from mmengine.config import read_base

from tests.harnesses.opencompass_model import StandIn

with read_base():
    from ifbench_suite.adapters.opencompass_config import (
        if_rlvr,
        ifbench,
        ifeval,
        multi_if,
        summary_groups,
    )

datasets: list[dict[str, Any]] = [*ifeval, *ifbench, *if_rlvr, *multi_if]
for dataset in datasets:
    dataset["data"] = "sample"
models = [dict(abbr="stand-in", type=StandIn, path="stand-in", query_per_second=1000)]
summarizer = dict(summary_groups=summary_groups)
