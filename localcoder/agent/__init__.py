"""The turn loop as a stream of typed events, prompts and context."""
