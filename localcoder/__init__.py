"""localcoder: a private chat and coding assistant for the terminal, with its model in the same process."""

__version__ = "0.1.0"
