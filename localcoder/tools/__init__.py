"""The tools that the model sees, one file each."""
