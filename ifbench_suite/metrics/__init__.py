"""Numbers over outcomes, each with its name, its error bar and how it was aggregated."""

from ifbench_suite.metrics.aggregators import mean, weighted_mean
from ifbench_suite.metrics.agreement import Agreement
from ifbench_suite.metrics.bootstrap import Resampling
from ifbench_suite.metrics.builtin import METRICS
from ifbench_suite.metrics.contract import Metric
from ifbench_suite.metrics.estimate import Estimate, Pool, combined
from ifbench_suite.metrics.four import four_numbers, inst_level, prompt_level
from ifbench_suite.metrics.scores import METRIC_WEIGHTS_KEY, Score, aggregate, score_of

__all__ = [
    "METRICS",
    "METRIC_WEIGHTS_KEY",
    "Agreement",
    "Estimate",
    "Metric",
    "Pool",
    "Resampling",
    "Score",
    "aggregate",
    "combined",
    "four_numbers",
    "inst_level",
    "mean",
    "prompt_level",
    "score_of",
    "weighted_mean",
]
