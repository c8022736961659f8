"""What was matched, as plain lists: an item per row."""

from ifbench_suite.matching import Matches


def texts(matches: Matches) -> list[tuple[str | None, ...]]:
    return [tuple(sample.text for sample in samples) for samples in matches.samples]


def truncated(matches: Matches) -> list[bool]:
    return [any(sample.truncated for sample in samples) for samples in matches.samples]
