"""Measurements: speed, start-up, memory, scaling with length, and made-up responses."""
