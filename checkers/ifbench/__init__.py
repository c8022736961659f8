"""The instructions of ifbench, one function each."""

from checkers.ifbench import (  # noqa: F401 - importing a module registers its instructions
    count,
    count_listed_words,
    custom,
    custom_csv,
    custom_lists,
    custom_questions,
    format,
    format_lines,
    format_markup,
    format_nesting,
    ratio,
    repeat,
    sentence,
    words,
    words_at_positions,
    words_in_order,
)
