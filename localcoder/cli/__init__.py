"""The command line: one file a command, nothing heavy imported at the top."""
