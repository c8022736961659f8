"""The version of this package, which stands in every signature."""

__version__ = "0.1.0"
