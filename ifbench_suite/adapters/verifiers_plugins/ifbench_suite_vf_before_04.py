"""The id ifbench-suite-vf-before-04: prompts of ifeval, ifbench or if_rlvr."""

from ifbench_suite.adapters.verifiers_before_04 import load_environment

__all__ = ["load_environment"]
