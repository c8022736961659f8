"""TRL's GRPO trains a tiny random model for a step with our reward function."""

import json
import tempfile
from typing import Any

import torch
from datasets import Dataset
from transformers import LlamaConfig, LlamaForCausalLM
from trl import GRPOConfig, GRPOTrainer

import ifbench_suite as suite
from ifbench_suite.adapters.judging import as_json, rows_to_ask
from ifbench_suite.adapters.trl import instruction_following
from tests.harnesses import stand_in
from tests.harnesses.byte_tokens import tokenizer

NO_COMMA = "punctuation:no_comma"
SEEN: list[tuple[str, float]] = []
"""Completions of the model with the reward that TRL was given."""


def watched(completions: list[Any], **columns: Any) -> list[float | None]:
    rewards = instruction_following(completions, **columns)
    rows = columns["row"]
    for completion, row, reward in zip(completions, rows, rewards, strict=True):
        text = completion if isinstance(completion, str) else completion[-1]["content"]
        assert reward is not None
        asked = json.loads(row)
        ids, kwargs = asked["instruction_id_list"], json.loads(asked["kwargs"])
        assert reward == suite.reward(text, ids, kwargs, prompt=asked["prompt"])
        SEEN.append((text, reward))
    return rewards


def train(prompts: list[Any], rows: list[str]) -> dict[str, float]:
    torch.manual_seed(0)
    tokens = tokenizer()
    config = LlamaConfig(
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        vocab_size=len(tokens),
        pad_token_id=tokens.pad_token_id,
        eos_token_id=tokens.eos_token_id,
        bos_token_id=None,
    )
    with tempfile.TemporaryDirectory() as folder:
        options = GRPOConfig(
            output_dir=folder,
            max_steps=1,
            num_generations=2,
            per_device_train_batch_size=4,
            max_completion_length=8,
            use_cpu=True,
            report_to=[],
            logging_steps=1,
            save_strategy="no",
        )
        trainer = GRPOTrainer(
            model=LlamaForCausalLM(config),
            processing_class=tokens,
            reward_funcs=[watched],
            args=options,
            train_dataset=Dataset.from_dict({"prompt": prompts, "row": rows}),
        )
        trainer.train()
        return dict(trainer.state.log_history[0])


def main() -> None:
    # What a random model says has no commas, so that rewards are not all 0.
    easy = [row for row in rows_to_ask("ifeval", "sample") if NO_COMMA in row.instruction_ids] * 4
    texts = [row.prompt for row in easy]
    chats = [[{"role": "user", "content": text}] for text in texts]
    for prompts in (texts, chats):
        SEEN.clear()
        logged = train(prompts, list(map(as_json, easy)))
        mean = sum(reward for _, reward in SEEN) / len(SEEN)
        assert mean > 0
        assert abs(logged["rewards/watched/mean"] - mean) < 1e-6, (logged, mean)
    rows = rows_to_ask("if_rlvr", "sample")
    texts = [row.prompt for row in rows]
    answers = [stand_in.answer([text]) for text in texts]
    whole = instruction_following(answers, texts, row=list(map(as_json, rows)))
    report = suite.score(rows, _answered(rows, answers), benchmark="if_rlvr")
    assert whole == [sum(one.strict) / len(one.strict) for one in report]
    stand_in.done("trl", "transformers", "torch")


def _answered(rows: list[Any], answers: list[str]) -> list[dict[str, Any]]:
    return [{"key": row.key, "response": answer} for row, answer in zip(rows, answers, strict=True)]


if __name__ == "__main__":
    main()
