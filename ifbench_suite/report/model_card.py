"""model-card.md: the report as Markdown, headed by the results as the Hugging Face hub reads them.

The hub takes a model's results from `model-index` in the YAML at the top of its README.md.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifbench_suite.metrics import Estimate
from ifbench_suite.report.inert import printable
from ifbench_suite.report.markdown import markdown
from ifbench_suite.report.model import Report
from ifbench_suite.report.wording import label
from ifbench_suite.sources import HubMirror, sources

_DECIMALS = 4


def model_card(report: Report, model: str) -> str:
    """The content of model-card.md.

    Args:
        report: whose numbers by the reference rules are given, in percent.
        model: its name.
    """
    front_matter = "\n".join(_yaml({"model-index": model_index(report, model)}))
    return f"---\n{front_matter}\n---\n\n{markdown(report)}"


def model_index(report: Report, model: str) -> list[dict[str, Any]]:
    """The value of `model-index`, as `huggingface_hub.ModelCard` has it."""
    known = {
        name: estimate
        for name, estimate in report.metrics.items()
        if not math.isnan(estimate.value)
    }
    signature = {k: v for k, v in report.signature.to_dict().items() if v is not None}
    result = {
        "task": {"type": "text-generation"},
        "dataset": {**_dataset(report.signature.benchmark), "args": signature},
        "metrics": [_metric(name, estimate) for name, estimate in known.items()],
    }
    return [{"name": model, "results": [result]}]


def _dataset(benchmark: str) -> dict[str, str]:
    """The hub's name of the benchmark's data, and its title; its own name where it has none."""
    source = sources().get(benchmark)
    files = source.files if source else ()
    mirrors = [mirror for file in files for mirror in file.mirrors]
    repos = [mirror.repo for mirror in mirrors if isinstance(mirror, HubMirror)]
    title = source.title.partition(",")[0] if source else benchmark
    return {"type": repos[0] if repos else benchmark, "name": title}


def _metric(name: str, estimate: Estimate) -> dict[str, Any]:
    scale, unit = (100, ", %") if estimate.is_share else (1, "")
    error = None if estimate.stderr is None else round(scale * estimate.stderr, _DECIMALS)
    return {
        "type": name,
        "name": label(name) + unit,
        "value": round(scale * estimate.value, _DECIMALS),
        "args": {"n": estimate.num, "stderr": error},
    }


def _yaml(value: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a mapping in block style."""
    for key, inner in value.items():
        if isinstance(inner, Mapping):
            yield f"{key}:"
            yield from (f"  {line}" for line in _yaml(inner))
        elif isinstance(inner, Sequence) and not isinstance(inner, str):
            yield f"{key}:"
            for item in inner:
                first, *others = _yaml(item)
                yield from (f"- {first}", *(f"  {line}" for line in others))
        else:
            yield f"{key}: {_scalar(inner)}"


def _scalar(value: object) -> str:
    """A scalar of JSON, which is one of YAML; nothing in it is a control character."""
    return json.dumps(printable(value) if isinstance(value, str) else value, ensure_ascii=False)
