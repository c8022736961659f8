"""The error of a rule that cannot decide because something is not installed."""


class MissingRequirement(RuntimeError):
    """Data or a package that a rule needs is not there; the message says how to get it.

    Scoring stops on it: a verdict made without it would be a guess.
    """
