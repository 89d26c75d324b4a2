"""What a tool call may do: rules, shell parsing, path containment, sandbox."""
