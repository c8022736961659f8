"""The functions that the YAML files name, which older lm-eval finds only in a file beside them."""

from ifbench_suite.adapters.lm_eval.tasks import custom_dataset, pooled, process_results

__all__ = ["custom_dataset", "pooled", "process_results"]
