"""open-instruct: a verifier, and a launcher that has it known before training starts.

`python -m ifbench_suite.adapters.open_instruct MODULE ...` runs open_instruct.MODULE, say
`grpo_fast`, with the arguments that follow.
"""

from __future__ import annotations

import runpy
import sys
from typing import Any

from open_instruct.ground_truth_utils import VerificationResult, VerifierFunction

from ifbench_suite.adapters.rewards import reward_for


class InstructionFollowingVerifier(VerifierFunction):
    """The share of instructions that a prediction follows, by IF-RLVR's rules.

    Chosen by `instruction_following` in the data's `dataset` column, or for existing data with
    `--remap_verifier ifeval=instruction_following`.
    """

    def __init__(self, verifier_config: Any = None) -> None:
        super().__init__("instruction_following", verifier_config=verifier_config, weight=1.0)

    def __call__(
        self,
        tokenized_prediction: list[int],
        prediction: str,
        label: Any,
        query: str | None = None,
        rollout_state: Any = None,
    ) -> Any:
        """The result for one prediction; `label` is the data's `ground_truth`.

        Raises:
            InputError: the label is not sound.
        """
        return VerificationResult(score=reward_for(prediction, label))


def main(arguments: list[str]) -> None:
    """Runs a module of open_instruct with the verifier known.

    The library finds verifiers as the subclasses of its base class that exist by then.
    """
    if not arguments:
        raise SystemExit("usage: python -m ifbench_suite.adapters.open_instruct grpo_fast ...")
    sys.argv = arguments
    runpy.run_module(f"open_instruct.{arguments[0]}", run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
