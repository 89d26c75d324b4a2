"""Settings, file places and folder trust: the layer below all others."""
