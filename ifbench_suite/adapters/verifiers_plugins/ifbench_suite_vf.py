"""The id ifbench-suite-vf: prompts of ifeval, ifbench or if_rlvr, for verifiers from 0.4 on."""

from ifbench_suite.adapters.verifiers import InstructionTaskset

__all__ = ["InstructionTaskset"]
