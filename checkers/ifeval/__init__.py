"""IFEval's 25 instructions, one function each; importing this package registers them."""

import checkers.ifeval.change_case
import checkers.ifeval.combination
import checkers.ifeval.detectable_content
import checkers.ifeval.detectable_format
import checkers.ifeval.keywords
import checkers.ifeval.language
import checkers.ifeval.length_constraints
import checkers.ifeval.punctuation
import checkers.ifeval.startend  # noqa: F401
