"""Logs made by hand: name, objects, and the records that they are read as."""

from typing import Any

LM_EVAL = {"doc_id": 0, "doc": {"key": 7, "prompt": "Sing."}, "resps": [["la"]]}
SAMPLE = {
    "id": "seven",
    "epoch": 1,
    "input": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Sing."}],
    "messages": [
        {"role": "user", "content": "Sing.", "source": "input"},
        {
            "role": "assistant",
            "content": [
                {"type": "reasoning", "reasoning": "hm"},
                {"type": "text", "text": "la"},
                {"type": "text", "text": "lo"},
            ],
        },
    ],
    "output": {"choices": [{"stop_reason": "max_tokens"}], "completion": "la\nlo"},
}
TRACE = {
    "task": {"data": {"id": "7", "prompt": "Sing."}},
    "traces": [
        {
            "nodes": [
                {"message": {"role": "user", "content": "Sing."}, "sampled": False},
                {"message": {"role": "assistant", "content": "la"}, "sampled": True},
            ]
        }
    ],
}


def inspect(*samples: dict[str, Any], number: int = 9) -> dict[str, Any]:
    return {"eval": {"model": "m", "dataset": {"samples": number}}, "samples": list(samples)}


HAND_MADE: list[tuple[str, list[Any], list[dict[str, Any]]]] = [
    (
        "official",
        [{"prompt": "Sing.", "response": "la", "traces": 3}],
        [{"prompt": "Sing.", "response": "la", "traces": 3}],
    ),
    (
        "lm-eval: one filter, none if there is one",
        [
            {**LM_EVAL, "filter": "strip", "filtered_resps": ["x"]},
            {**LM_EVAL, "filter": "none", "filtered_resps": ["la"]},
        ],
        [{"key": 7, "prompt": "Sing.", "response": "la"}],
    ),
    (
        "lm-eval: the first filter else",
        [
            {**LM_EVAL, "filter": "b", "filtered_resps": ["la"]},
            {**LM_EVAL, "filter": "a", "filtered_resps": ["x"]},
        ],
        [{"key": 7, "prompt": "Sing.", "response": "la"}],
    ),
    (
        "lm-eval: repeats, no filter, a refused answer",
        [{**LM_EVAL, "resps": [["la", "None"]]}],
        [{"key": 7, "prompt": "Sing.", "responses": ["la", None]}],
    ),
    (
        "lm-eval up to 0.4.2: an array, whose doc_id is no key where there is a prompt",
        [{"doc_id": 0, "doc": {"prompt": "Sing."}, "resps": [["la"]], "filtered_resps": ["la"]}],
        [{"prompt": "Sing.", "response": "la"}],
    ),
    (
        "lighteval: text where nothing was post-processed, several samples",
        [
            {
                "doc": {"query": "Sing.", "id": "0", "specific": None},
                "model_response": {"text": ["la", "lo"], "text_post_processed": None},
            }
        ],
        [{"prompt": "Sing.", "responses": ["la", "lo"]}],
    ),
    (
        "lighteval up to 0.10",
        [{"example": "Sing.", "predictions": ["la"], "specifics": {"instructions_id_list": ["a"]}}],
        [{"prompt": "Sing.", "instruction_id_list": ["a"], "response": "la"}],
    ),
    (
        "inspect: id, text parts only, cut off",
        [inspect(SAMPLE)],
        [
            {
                "key": "seven",
                "prompt": "Sing.",
                "response": "la\nlo",
                "model": "m",
                "finish_reason": "max_tokens",
            }
        ],
    ),
    (
        "inspect: an id that only counts is no key",
        [inspect({**SAMPLE, "id": 3, "output": {}})],
        [{"prompt": "Sing.", "response": "la\nlo", "model": "m"}],
    ),
    (
        "inspect: a number that does not count is a key",
        [inspect({**SAMPLE, "id": 1000, "output": {}})],
        [{"key": 1000, "prompt": "Sing.", "response": "la\nlo", "model": "m"}],
    ),
    (
        "inspect: epochs, out of order, and kwargs by position without what is false",
        [
            inspect(
                {
                    **SAMPLE,
                    "epoch": 2,
                    "messages": None,
                    "output": {"completion": "second"},
                    "metadata": {
                        "key": 7,
                        "instruction_id_list": ["a", "b"],
                        "kwargs": {"1": {"num_words": 5}},
                    },
                },
                {
                    **SAMPLE,
                    "output": {},
                    "metadata": {"key": 7},
                    "scores": {"s": {"value": {"prompt_level_loose": False}}},
                },
            )
        ],
        [
            {
                "key": 7,
                "prompt": "Sing.",
                "model": "m",
                "responses": ["la\nlo", "second"],
                "recorded": [{"prompt_level_loose": False}, None],
            }
        ],
    ),
    (
        "inspect: attachments",
        [
            inspect(
                {
                    "id": "a",
                    "input": "attachment://1",
                    "messages": [],
                    "output": {"completion": "attachment://2"},
                    "attachments": {"1": "Sing.", "2": "la"},
                }
            )
        ],
        [{"key": "a", "prompt": "Sing.", "response": "la", "model": "m"}],
    ),
    (
        "inspect: a sample that failed has no response",
        [inspect({"id": "a", "input": "Sing.", "messages": [], "output": {}, "error": {}})],
        [{"key": "a", "prompt": "Sing.", "response": None, "model": "m"}],
    ),
    (
        "evalscope 0.x",
        [
            {
                "raw_input": {"key": 7, "prompt": "Sing."},
                "choices": [{"message": {"content": "la"}, "finish_reason": "length"}],
            }
        ],
        [{"key": 7, "prompt": "Sing.", "response": "la", "finish_reason": "length"}],
    ),
    (
        "evalscope: repeats",
        [
            {
                "index": index,
                "model_output": {"choices": [{"message": {"content": text}}]},
                "messages": [{"role": "user", "content": "Sing."}],
                "metadata": {"key": 7},
            }
            for index, text in enumerate(["la", "lo"])
        ],
        [{"key": 7, "prompt": "Sing.", "responses": ["la", "lo"]}],
    ),
    (
        "OpenCompass: roles of its own, samples, no gold",
        [
            {
                "0": {
                    "origin_prompt": [{"role": "HUMAN", "prompt": "Sing."}],
                    "prediction": ["la", "lo"],
                    "gold": "",
                }
            }
        ],
        [{"prompt": "Sing.", "responses": ["la", "lo"]}],
    ),
    (
        "verifiers: rollouts are samples",
        [TRACE, TRACE],
        [{"key": "7", "prompt": "Sing.", "responses": ["la", "la"]}],
    ),
    (
        "verifiers before 0.4: example_id is no key",
        [{"example_id": 0, "prompt": "Sing.", "completion": "la", "info": {}}],
        [{"prompt": "Sing.", "response": "la"}],
    ),
    (
        "verl: rollouts are samples",
        [{"input": "…", "output": text, "gts": '{"key": 7}'} for text in ("la", "lo")],
        [{"key": 7, "responses": ["la", "lo"]}],
    ),
    (
        "OpenAI: several choices, a turn, a key with the separator in it",
        [
            {
                "custom_id": "multi_if-12-a:1:en-turn2",
                "response": {
                    "body": {"choices": [{"message": {"content": t}} for t in ("la", "lo")]}
                },
            }
        ],
        [{"key": "12-a:1:en", "turn": 2, "responses": ["la", "lo"]}],
    ),
    (
        "OpenAI: the text alone",
        [{"custom_id": "ifeval-7", "response": "la"}],
        [{"key": "7", "response": "la"}],
    ),
    (
        "OpenAI: the requests tell the prompts of other ids",
        [
            {"custom_id": "r-1", "body": {"messages": [{"role": "user", "content": "Sing."}]}},
            {
                "custom_id": "r-1",
                "response": {"body": {"choices": [{"message": {"content": "la"}}]}},
            },
        ],
        [{"prompt": "Sing.", "response": "la"}],
    ),
    (
        "Anthropic: what did not succeed",
        [{"custom_id": "ifbench-7", "result": {"type": "errored", "error": {}}}],
        [{"key": "7", "response": None}],
    ),
    (
        "a pipeline's chat",
        [
            {
                "generated_text": [
                    {"role": "user", "content": "Sing."},
                    {"role": "assistant", "content": "la"},
                ]
            }
        ],
        [{"prompt": "Sing.", "response": "la"}],
    ),
    (
        "a pipeline's text with its prompt",
        [{"prompt": "Sing.", "generated_text": "Sing. la"}],
        [{"prompt": "Sing.", "response": " la"}],
    ),
    (
        "M-IFEval's results",
        [
            {
                "follow_instruction_list": [True],
                "follow_all_instructions": True,
                "instruction_id_list": ["en:punctuation:no_comma"],
                "prompt": "Sing.",
                "response": None,
            }
        ],
        [
            {
                "prompt": "Sing.",
                "instruction_id_list": ["punctuation:no_comma"],
                "response": None,
                "recorded": {"strict": [True], "prompt_level_strict": True},
            }
        ],
    ),
    (
        "our own form: sample numbers",
        [{"key": 7, "sample": 1, "response": "lo"}, {"key": 7, "sample": 0, "response": "la"}],
        [{"key": 7, "responses": ["la", "lo"]}],
    ),
]
