"""What a config of OpenCompass takes with `read_base`: ifeval, ifbench, if_rlvr, multi_if.

Each is a list for `datasets`, whose `data` may be set to an official file or "sample". Written as
OpenCompass wants configs: its loader reads this file and never imports it.
"""

from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_raw_prompt_template import RawPromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

from ifbench_suite.adapters.opencompass import (
    ConversationDataset,
    InstructionDataset,
    InstructionEvaluator,
)

ifeval, ifbench, if_rlvr = (
    [
        dict(
            abbr=f"ifbench_suite_{name}",
            type=InstructionDataset,
            benchmark=name,
            data=None,
            reader_cfg=dict(input_columns=["prompt"], output_column="row"),
            infer_cfg=dict(
                prompt_template=dict(
                    type=PromptTemplate,
                    template=dict(round=[dict(role="HUMAN", prompt="{prompt}")]),
                ),
                retriever=dict(type=ZeroRetriever),
                inferencer=dict(type=GenInferencer, max_out_len=4096),
            ),
            eval_cfg=dict(
                evaluator=dict(type=InstructionEvaluator, benchmark=name), pred_role="BOT"
            ),
        )
    ]
    for name in ("ifeval", "ifbench", "if_rlvr")
)

multi_if = [
    dict(
        abbr="ifbench_suite_multi_if",
        type=ConversationDataset,
        benchmark="multi_if",
        data=None,
        reader_cfg=dict(input_columns=["dialogue"], output_column="row"),
        infer_cfg=dict(
            prompt_template=dict(
                type=RawPromptTemplate,
                messages=[dict(expand_column="dialogue")],
                format_variables=False,
            ),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer, max_out_len=4096, multiround=True),
        ),
        eval_cfg=dict(
            evaluator=dict(type=InstructionEvaluator, benchmark="multi_if"), pred_role="BOT"
        ),
    )
]

summary_groups = [
    dict(
        name=f"ifbench_suite_{name}_overall",
        subsets=[
            [f"ifbench_suite_{name}", f"{level}_level_{mode}"]
            for mode in ("strict", "loose")
            for level in ("prompt", "inst")
        ],
    )
    for name in ("ifeval", "ifbench", "if_rlvr", "multi_if")
]
"""For each benchmark the plain mean of its four numbers, as `NAME_overall`."""
