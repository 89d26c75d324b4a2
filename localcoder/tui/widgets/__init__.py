"""The widgets of the chat screen, one a file, each with its style sheet beside it."""
