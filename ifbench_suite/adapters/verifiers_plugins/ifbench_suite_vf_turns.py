"""The id ifbench-suite-vf-turns: the conversations of multi_if, for verifiers from 0.4 on."""

from ifbench_suite.adapters.verifiers import ConversationEnv, ConversationTaskset

__all__ = ["ConversationEnv", "ConversationTaskset"]
