"""Speed of the engine on this machine, measured as its users get it."""
