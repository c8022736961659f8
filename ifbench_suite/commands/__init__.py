"""The sub-commands of `python -m ifbench_suite`, one module each.

A command module has `SUMMARY` (one line for --help), `add_arguments(parser)` and
`run(arguments) -> exit status`.
"""
