"""Messages to tokens and back: templates, and parsers of reasoning, text and tool calls."""
