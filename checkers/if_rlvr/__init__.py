"""The instructions of IF-RLVR that are not IFEval's, one function each."""

from checkers.if_rlvr import (  # noqa: F401 - importing a module registers its instructions
    copy,
    count,
    detectable_format,
    first_last_word,
    keyword_places,
    keywords,
    letters,
    paragraphs,
    punctuation,
)
