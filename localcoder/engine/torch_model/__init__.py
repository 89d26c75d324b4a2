"""The readable definition of every model family, in PyTorch."""
