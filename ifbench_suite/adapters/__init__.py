"""Adapters: the scorer inside evaluation harnesses, trainers and data frameworks.

Each module is thin: it turns what a harness holds into rows and responses, and the verdicts into
what the harness wants. The loop is the harness's. A module imports its harness, so that nothing
is imported until it is used; docs/harnesses.md and docs/rewards.md show each in three lines.
"""
