"""Text files, ignore rules and the record of what was read."""
