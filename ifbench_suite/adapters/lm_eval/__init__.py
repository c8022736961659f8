"""lm-evaluation-harness: a folder of tasks for `--include_path`.

`python -m ifbench_suite adapter lm_eval --path` prints the folder. Works with lm-eval from 0.4.9.1
on, 0.4.9.2 excepted, which loads no task from outside its own tree.
"""
