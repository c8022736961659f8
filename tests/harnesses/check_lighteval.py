"""lighteval runs our custom tasks on the stand-in; its built-in ones, which download, stay out."""

import os
import tempfile
from pathlib import Path

NAMES = ("ifeval", "ifbench", "if_rlvr")


def main(folder: str) -> None:
    from lighteval.logging.evaluation_tracker import EvaluationTracker
    from lighteval.models.custom.custom_model import CustomModelConfig
    from lighteval.pipeline import ParallelismManager, Pipeline, PipelineParameters
    from lighteval.tasks.registry import Registry

    from tests.harnesses import stand_in

    # Importing the built-in tasks downloads a file.
    nothing = staticmethod(lambda *_, **__: {})
    Registry._load_from_files = Registry._load_from_subdirs = nothing
    tracker = EvaluationTracker(output_dir=folder, save_details=True)
    model = Path(__file__).with_name("lighteval_model.py")
    pipeline = Pipeline(
        tasks=",".join(f"ifbench_suite_{name}|0" for name in NAMES),
        pipeline_parameters=PipelineParameters(
            launcher_type=ParallelismManager.CUSTOM,
            custom_tasks_directory="ifbench_suite.adapters.lighteval_tasks",
        ),
        evaluation_tracker=tracker,
        model_config=CustomModelConfig(
            model_name="stand-in", model_definition_file_path=str(model)
        ),
    )
    pipeline.evaluate()
    pipeline.save_and_push_results()
    results = pipeline.get_results()["results"]
    for name in NAMES:
        (log,) = Path(folder).rglob(f"details_ifbench_suite_{name}*.parquet")
        stand_in.compare(name, results[f"ifbench_suite_{name}:0"], log)
    stand_in.done("lighteval")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        os.environ |= {
            "IFBENCH_SUITE_DATA": "sample",
            "IFBENCH_SUITE_CACHE": f"{temporary}/cache",
            "HF_DATASETS_CACHE": f"{temporary}/datasets",
            "HF_HUB_OFFLINE": "1",
        }
        main(temporary)
